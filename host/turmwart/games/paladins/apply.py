"""Events to states; never objects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from turmwart.games.paladins import events as ev
from turmwart.games.paladins.board import learn
from turmwart.games.paladins.change import added, with_all, with_changes, with_player, without
from turmwart.games.paladins.events import Event
from turmwart.games.paladins.names import KINDS, WORKER
from turmwart.games.paladins.state import (
    STEPS,
    TRACKED,
    Due,
    Inquiry,
    Order,
    Placed,
    Player,
    State,
    Wish,
    Workshop,
)
from turmwart.kernel.cubes import Cubes

_LATE = ("paladin", "by_hand")
"""What is stale while a paladin's workers are still to come."""


def apply(state: State | None, event: Event) -> State:
    """The state after an event.

    Raises:
        ValueError: the first event is none that starts a game.
    """
    if isinstance(event, ev.GameStarted):
        return _started(event)
    if state is None:
        raise ValueError(f"a game does not begin with {type(event).__name__}")
    return _APPLY[type(event)](state, event)


def _started(event: ev.GameStarted) -> State:
    """Rule: P-SETUP-5, P-SETUP-6, P-SETUP-7, P-SETUP-8."""
    setup = event.setup
    players = tuple(
        Player(one.seat, one.name, one.colour, setup.board.silver, setup.board.provisions)
        for one in setup.seats
    )
    return State(setup, setup.board, setup.mode, setup.first, players)


def _waived(state: State, event: ev.RuleWaived) -> State:
    if event.rule in state.waived:
        return state
    return replace(state, waived=(*state.waived, event.rule))


def _held(state: State, event: ev.WishHeld) -> State:
    return replace(state, wish=Wish(event.command))


def _released(state: State, event: ev.WishReleased) -> State:
    del event
    return replace(state, wish=None)


def _learnt(state: State, event: ev.PrintedLearnt | ev.PrintedCorrected) -> State:
    board = learn(state.board, event.kind, event.key, event.field, event.value)
    return replace(state, board=board)


def _tax(state: State, event: ev.TaxFilled) -> State:
    return replace(state, tax=event.silver, tax_filled=True)


def _mode(state: State, event: ev.ModeChanged) -> State:
    """What a lower mode did not keep is asked when a higher one needs it."""
    state = replace(state, mode=event.now, turn="" if event.now != "full" else state.turn)
    if event.was == "light" and state.step == "actions":
        for player in state.players:
            if not player.passed:
                state = with_player(state, player.seat, stale=_more(player.stale, "used"))
    return state


def _round(state: State, event: ev.RoundBegan) -> State:
    return replace(state, round=event.round, step=STEPS[0])


def _step(state: State, event: ev.StepBegan) -> State:
    if state.mode == "light" and event.step in ("workers", "actions", "cleanup"):
        state = _all_stale(state)
    if state.mode == "full" and event.step == "actions":
        for player in state.players:
            if player.paladin is None:
                state = with_player(state, player.seat, stale=_more(player.stale, "paladin"))
    return replace(state, step=event.step, turn="" if event.step == "cleanup" else state.turn)


def _marker(state: State, event: ev.MarkerPassed) -> State:
    return replace(state, first=event.seat)


def _revealed(state: State, event: ev.CardsRevealed) -> State:
    known = len(state.orders)
    orders = tuple(Order(place) for place in range(known, known + event.orders))
    return replace(state, orders=(*state.orders, *orders), favours=state.favours + event.favours)


def _named(state: State, event: ev.OrderNamed) -> State:
    orders = tuple(
        replace(one, action=event.action) if one.place == event.place else one
        for one in state.orders
    )
    return replace(state, orders=orders)


def _paladin(state: State, event: ev.PaladinRevealed) -> State:
    player = state.player(event.seat)
    workers, stale = player.workers + event.workers, without(player.stale, _LATE)
    return with_player(state, event.seat, paladin=event.paladin, workers=workers, stale=stale)


def _tavern(state: State, event: ev.TavernTaken) -> State:
    workers = state.player(event.seat).workers + event.workers
    return with_player(state, event.seat, tavern=True, workers=workers)


def _due(state: State, event: ev.SuspicionDue) -> State:
    return replace(state, due=(*state.due, Due(event.seat, event.cards)))


def _drawn(state: State, event: ev.SuspicionDrawn) -> State:
    player = state.player(event.seat)
    workers = player.workers
    if event.worker:
        workers = workers + Cubes.of(**{event.worker: 1})
    state = with_player(
        state,
        event.seat,
        suspicion=player.suspicion + 1,
        silver=player.silver + event.taken,
        workers=workers,
    )
    left: list[Due] = []
    drawn = bool(event.worker)
    for one in state.due:
        if not drawn and one.seat == event.seat:
            drawn = True
            one = replace(one, cards=one.cards - 1)
        if one.cards:
            left.append(one)
    return replace(state, tax=event.left, due=tuple(left))


def _inquisition(state: State, event: ev.InquisitionHeld) -> State:
    for hit in event.hits:
        player = state.player(hit.seat)
        state = with_player(state, hit.seat, suspicion=hit.left, debts_open=player.debts_open + 1)
    inquiry = Inquiry(event.seat, event.most, event.hits, state.round)
    return replace(state, tax=event.filled, inquiry=inquiry, inquisitions=state.inquisitions + 1)


def _debt(state: State, event: ev.DebtTaken) -> State:
    return with_changes(state, event.seat, (("debts_open", 1),))


def _settled(state: State, event: ev.DebtSettled) -> State:
    return with_changes(state, event.seat, (("debts_open", -1), ("debts_paid", 1)))


def _adjusted(state: State, event: ev.Adjusted) -> State:
    if event.what not in (*KINDS, WORKER):
        return with_changes(state, event.seat, ((event.what, event.by),))
    counts = state.player(event.seat).workers.as_dict()
    left = counts.get(event.what, 0) + event.by
    if event.what == WORKER and left < 0:
        # Some of those whose kinds were known are gone too: of which kinds, nobody said.
        counts, left = {}, sum(counts.values()) + event.by
    counts[event.what] = max(0, left)
    stale = state.player(event.seat).stale
    if "paladin" in stale and event.by > 0:
        stale = _more(stale, "by_hand")
    return with_player(state, event.seat, workers=Cubes.from_counts(counts), stale=stale)


def _action(state: State, event: ev.ActionTaken) -> State:
    player = state.player(event.seat)
    placed = player.placed
    if state.mode == "full":
        placed = (*placed, Placed(event.action, event.workers))
    state = with_player(state, event.seat, workers=player.workers - event.workers, placed=placed)
    if event.workers:
        state = _kinds_doubtful(state, event.seat)
    if event.action.startswith("favour"):
        number = int(event.action.removeprefix("favour"))
        used = (*state.favours_used, (number, event.seat))
        state = replace(state, favours_used=used)
    elif state.mode != "full":
        state = with_player(state, event.seat, stale=_more(player.stale, "used"))
    return with_changes(replace(state, inquiry=None), event.seat, event.changes)


def _workshop(state: State, event: ev.WorkshopPlaced) -> State:
    player = state.player(event.seat)
    return with_player(state, event.seat, workshops=(*player.workshops, event.workshop))


def _workers(state: State, event: ev.WorkersGained) -> State:
    player = state.player(event.seat)
    return with_player(state, event.seat, workers=player.workers + event.workers)


def _emptied(state: State, event: ev.ActionEmptied) -> State:
    player = state.player(event.seat)
    left = list(player.placed)
    at = next((n for n, one in enumerate(left) if one.action == event.action), None)
    if at is not None:
        del left[at]
    return with_player(state, event.seat, placed=tuple(left))


def _converted(state: State, event: ev.OutsiderConverted) -> State:
    player = state.player(event.seat)
    return with_player(state, event.seat, outsiders=(*player.outsiders, event.outsider))


def _turn(state: State, event: ev.TurnMoved) -> State:
    return replace(state, turn=event.seat)


def _kinds_doubtful(state: State, seat: str) -> State:
    """In standard mode a number was taken: how many are left is known, of which kinds is not."""
    if state.mode == "full":
        return state
    left = state.player(seat).workers.total
    return with_player(state, seat, workers=Cubes.from_counts({WORKER: left}))


def _passed(state: State, event: ev.Passed) -> State:
    stale = without(state.player(event.seat).stale, _LATE)
    state = with_player(state, event.seat, passed=True, placed=(), workers=event.kept, stale=stale)
    return _kinds_doubtful(state, event.seat) if event.returned else state


def _round_ended(state: State, event: ev.RoundEnded) -> State:
    del event
    if state.mode == "light":
        state = _all_stale(state)
    for player in state.players:
        stale = without(player.stale, ("used", *_LATE))
        named = () if player.paladin is None or not player.paladin.name else (player.paladin.name,)
        state = with_player(
            state,
            player.seat,
            paladin=None,
            played=(*player.played, *named),
            tavern=False,
            placed=(),
            passed=False,
            stale=stale,
        )
    return replace(state, turn="", favours_used=(), inquiry=None)


def _entered(state: State, event: ev.NumbersEntered) -> State:
    names = [name for name, _ in event.numbers]
    changes: dict[str, Any] = dict(event.numbers)
    if event.workshops is not None:
        names.append("workshops")
        changes["workshops"] = event.workshops
    if event.workers is not None:
        # All that lie unplaced were counted, those of a paladin among them.
        names += ["workers", *_LATE]
        changes["workers"] = event.workers
    if event.used is not None:
        names.append("used")
        changes["placed"] = tuple(Placed(action, Cubes()) for action in event.used)
    stale = without(state.player(event.seat).stale, tuple(names))
    return with_player(state, event.seat, **changes, stale=stale)


def _sheet(state: State, event: ev.SheetEntered) -> State:
    numbers = dict(event.numbers)
    changes: dict[str, Any] = {}
    names = list(numbers)
    if "goods" in numbers:
        names += ["silver", "provisions"]
        changes |= {"silver": numbers.pop("goods"), "provisions": 0, "goods_together": True}
    elif "silver" in numbers:
        changes["goods_together"] = False
    if "workshops" in numbers:
        changes["workshops"] = (Workshop(),) * numbers.pop("workshops")
    if event.outsiders is not None:
        names.append("outsiders")
        changes["outsiders"] = event.outsiders
    stale = without(state.player(event.seat).stale, tuple(names))
    return with_player(state, event.seat, **numbers, **changes, stale=stale, sheet=True)


def _corrected(state: State, event: ev.NumberCorrected) -> State:
    if event.what == "tax":
        return replace(state, tax=event.now)
    player = state.player(event.seat)
    if event.what == "workshops":
        kept = player.workshops[: event.now]
        fresh = (Workshop(),) * (event.now - len(kept))
        return with_player(state, event.seat, workshops=(*kept, *fresh))
    by = event.now - int(getattr(player, event.what))
    stale = without(player.stale, ("wall_points",)) if event.what == "wall_points" else player.stale
    if event.what == "walls" and player.sheet and not player.walls:
        # The sheet knew of no walls, so nobody was asked what is printed on them.
        stale = _more(stale, "wall_points")
    changes = {event.what: added(player, event.what, by)}
    return with_player(state, event.seat, **changes, stale=stale)


def _outsiders(state: State, event: ev.OutsidersCorrected) -> State:
    return with_player(state, event.seat, outsiders=event.outsiders)


def _scoring(state: State, event: ev.ScoringBegan) -> State:
    """Rule: P-PASS-6."""
    del event
    return replace(with_all(state, workers=Cubes()), phase="scoring", due=())


def _won(state: State, event: ev.WinnerNamed) -> State:
    return replace(state, winner=event.seat)


def _ended(state: State, event: ev.GameEnded) -> State:
    del event
    return replace(state, phase="over")


def _all_stale(state: State) -> State:
    for player in state.players:
        state = with_player(state, player.seat, stale=_more(player.stale, *TRACKED))
    return state


def _more(names: tuple[str, ...], *more: str) -> tuple[str, ...]:
    return (*names, *(name for name in more if name not in names))


_APPLY: dict[type, Callable[[State, Any], State]] = {
    ev.RuleWaived: _waived,
    ev.WishHeld: _held,
    ev.WishReleased: _released,
    ev.PrintedLearnt: _learnt,
    ev.PrintedCorrected: _learnt,
    ev.TaxFilled: _tax,
    ev.ModeChanged: _mode,
    ev.RoundBegan: _round,
    ev.StepBegan: _step,
    ev.MarkerPassed: _marker,
    ev.CardsRevealed: _revealed,
    ev.OrderNamed: _named,
    ev.PaladinRevealed: _paladin,
    ev.TavernTaken: _tavern,
    ev.SuspicionDue: _due,
    ev.SuspicionDrawn: _drawn,
    ev.InquisitionHeld: _inquisition,
    ev.DebtTaken: _debt,
    ev.DebtSettled: _settled,
    ev.Adjusted: _adjusted,
    ev.ActionTaken: _action,
    ev.WorkshopPlaced: _workshop,
    ev.WorkersGained: _workers,
    ev.ActionEmptied: _emptied,
    ev.OutsiderConverted: _converted,
    ev.TurnMoved: _turn,
    ev.Passed: _passed,
    ev.RoundEnded: _round_ended,
    ev.NumbersEntered: _entered,
    ev.SheetEntered: _sheet,
    ev.NumberCorrected: _corrected,
    ev.OutsidersCorrected: _outsiders,
    ev.ScoringBegan: _scoring,
    ev.GameEnded: _ended,
    ev.WinnerNamed: _won,
}

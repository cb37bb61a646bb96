"""The Event Round: its six phases in order, and the final one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from turmwart.games.anno1452 import comparing, exchange, income, marriages, reigns
from turmwart.games.anno1452.area import Area, Handled, Values
from turmwart.games.anno1452.checks import in_phase
from turmwart.games.anno1452.commands import Command, GoOn
from turmwart.games.anno1452.epochs import ROWS
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.events_board import Asked, StepBegan, StepChanged, StepEnded
from turmwart.games.anno1452.events_rounds import (
    GameEnded,
    PhaseBegan,
    RoundBegan,
    RowBegan,
    TurnMoved,
)
from turmwart.games.anno1452.options import ID
from turmwart.games.anno1452.setup import Settings
from turmwart.games.anno1452.state import State
from turmwart.games.anno1452.steps import Closing, Discard, Draw, Election, Ordering, Refill
from turmwart.games.anno1452.trade import trading
from turmwart.games.anno1452.unfold import Unfolding
from turmwart.games.anno1452.victory import ranking
from turmwart.kernel.chance import Roll
from turmwart.kernel.prompt import Prompt

HAND = 5
"""Cards to which a hand is filled up."""

KEPT_LEAST_A = 4
DISPLAY = 5


def final(state: State) -> bool:
    """Whether the marker stands in the final year's row.

    Rule: A-ER-2, A-END-1.
    """
    return state.row == state.final_row


def begin(state: State) -> tuple[Event, ...]:
    """The marker moves to the next row: an Event Round begins, perhaps the final one.

    Rule: A-EPOCH-6, A-ER-1, A-ER-2, A-END-1, A-END-2, A-END-9.
    """
    chain = Unfolding(state)
    chain.add(RowBegan(state.row + 1))
    chain.add(PhaseBegan("income" if final(chain.state) else "cards"))
    return chain.events


def marriages_before(state: State) -> tuple[Event, ...]:
    """Marriages that end before the Event Round, by that reading.

    Rule: A-OPEN-2 (``marriage_end = before_er``).
    """
    return _all_marriages(state) if state.settings.marriage_end == "before_er" else ()


def _all_marriages(state: State) -> tuple[Event, ...]:
    """All at the same time: no claim holds a card for a moment because another ended first.

    Rule: A-ER-PRES-8.
    """
    return tuple(one for seat in state.order for one in marriages.end(state, seat, "epoch"))


def discard_range(settings: Settings, hand: int) -> tuple[int, int]:
    """Fewest and most cards that a player discards in phase 1.

    Rule: A-ER-CARDS-2, A-ER-CARDS-3, A-VAR-A-1, A-VAR-A-2.
    """
    least = max(0, hand - HAND)
    if not settings.plays("A"):
        return least, hand
    return least, (hand - KEPT_LEAST_A if hand > HAND else min(1, hand))


def cards_phase(state: State) -> tuple[Event, ...]:
    """Phase 1: each player discards and draws before the next does.

    Rule: A-ER-CARDS-1, A-VAR-B-1.
    """
    if state.settings.plays("B") and not state.display:
        return (Asked((Draw("", DISPLAY, "display"),)),)
    if state.turn < len(state.order):
        return (StepBegan(Refill(state.order[state.turn])),)
    return (PhaseBegan("income"),)


def refill(state: State, step: Refill) -> tuple[Event, ...]:
    """Phase 1 of one player.

    Rule: A-ER-CARDS-1 to A-ER-CARDS-4.
    """
    hand = state.player(step.seat).hand
    if step.stage == "discard":
        least, most = discard_range(state.settings, hand)
        asked = (Asked((Discard(step.seat, least, most, "refill"),)),) if most else ()
        return (StepChanged(replace(step, stage="draw")), *asked)
    if step.stage == "draw":
        asked = (Asked((Draw(step.seat, HAND - hand, "refill"),)),) if hand < HAND else ()
        return (StepChanged(replace(step, stage="done")), *asked)
    return (StepEnded("Refill"), TurnMoved(state.turn + 1))


def trade_phase(state: State) -> tuple[Event, ...]:
    """Phase 3 goes on when all who take part are done, or when it is cancelled.

    Rule: A-ER-TRADE-5, A-ER-TRADE-6, A-VAR-B-2 to A-VAR-B-5.
    """
    if state.in_force.trade_cancelled:
        return (StepBegan(Closing("trade")),)
    if trading(state):
        return ()
    if state.display:
        return (StepBegan(Closing("trade")), StepBegan(exchange.first_swap(state)))
    return (StepBegan(Closing("trade")),)


def _pay(state: State) -> tuple[Event, ...]:
    return (*income.pay(state), StepBegan(Closing("income")))


def _score(state: State) -> tuple[Event, ...]:
    return (*comparing.score(state), StepBegan(Closing("prestige")))


def _crown(state: State) -> tuple[Event, ...]:
    return (StepBegan(Closing("coronation")), *reigns.coronation(state))


def _order(state: State) -> tuple[Event, ...]:
    del state
    return (StepBegan(Closing("new_order")), StepBegan(Ordering("epoch")))


_CARRIED_OUT: dict[str, Callable[[State], tuple[Event, ...]]] = {
    "income": _pay,
    "prestige": _score,
    "coronation": _crown,
    "new_order": _order,
}
"""Phases that the table lets happen once nobody wants to play a special card before them."""


def go_on(state: State, command: GoOn, roll: Roll) -> Handled:
    """Carry out the phase that is due.

    Rule: A-ER-3, A-ER-4, A-ER-6.
    """
    del command, roll
    objections = tuple(in_phase(state, *_CARRIED_OUT))
    yield from objections
    if not objections:
        yield from _CARRIED_OUT[state.phase](state)


def close(state: State, step: Closing) -> tuple[Event, ...]:
    """What ends a phase, and the next one.

    Rule: A-ER-3, A-ER-PRES-8, A-ANTI-7, A-ANTI-8, A-END-2, A-END-4, A-VAR-B-5.
    """
    if step.phase == "trade" and state.display:
        return (exchange.discarded(state),)
    if step.phase == "prestige":
        ending = _all_marriages(state)
        if ending:
            return ending
    if step.phase == "coronation" and state.in_force.anti_king_waits and state.king.seat:
        return (StepBegan(Election("anti_king", soldiers="equal")),)
    return (StepEnded("Closing"), *_next(state, step.phase))


def _next(state: State, phase: str) -> tuple[Event, ...]:
    if final(state):
        return (GameEnded(ranking(state)),) if phase == "prestige" else (PhaseBegan("prestige"),)
    if phase == "prestige" and not ROWS[state.row].coronation:
        return (PhaseBegan("new_order"),)
    if phase == "new_order":
        return (RoundBegan(1),)
    following = {"income": "trade", "trade": "prestige", "prestige": "coronation"}
    return (PhaseBegan(following.get(phase, "new_order")),)


def _prompts(state: State, seat: str | None) -> Iterator[Prompt]:
    del seat
    # No special card comes before the phases of the final one (A-END-3).
    name = f"go_on_{state.phase}{'_final' if final(state) else ''}"
    rule = {
        "income": "A-ER-INCOME-9",
        "prestige": "A-ER-PRES-2",
        "coronation": "A-CORON-3",
        "new_order": "A-ORDER-1",
    }[state.phase]
    yield Prompt(f"{ID}{name}", "GoOn", rule=rule)


def _legal(state: State, seat: str | None) -> Iterator[Command]:
    del state, seat
    yield GoOn()


def _row_began(event: RowBegan, state: State) -> Values:
    return {"variant": "Final" if event.row == state.final_row else ""}


AREA = Area(
    handlers={GoOn: go_on},
    tasks={Refill: refill, Closing: close},
    phases={"cards": cards_phase, "trade": trade_phase},
    prompts=dict.fromkeys(_CARRIED_OUT, _prompts),
    legal=dict.fromkeys(_CARRIED_OUT, _legal),
    describe={RowBegan: _row_began},
)

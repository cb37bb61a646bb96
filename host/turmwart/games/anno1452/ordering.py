"""Turn orders: ranks, ties by dice, places chosen by King and Anti-King."""

from __future__ import annotations

from dataclasses import replace

from turmwart.games.anno1452.area import Area, Values
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.events_board import Asked, StepChanged, StepEnded
from turmwart.games.anno1452.events_rounds import OrderSet
from turmwart.games.anno1452.state import State
from turmwart.games.anno1452.steps import Choice, Dice, Ordering, Thrown
from turmwart.games.anno1452.waiting import picked, rolled

Groups = tuple[tuple[str, ...], ...]


def by_prestige(state: State, seats: tuple[str, ...]) -> Groups:
    """Seats by falling prestige, those with the same prestige together.

    Rule: A-ORDER-3.
    """
    levels = sorted({state.player(seat).prestige for seat in seats}, reverse=True)
    return tuple(
        tuple(seat for seat in seats if state.player(seat).prestige == level) for level in levels
    )


def dice_for(seats: tuple[str, ...], stream: str) -> tuple[Dice, ...]:
    """One die for each of the seats.

    Args:
        seats: who throw.
        stream: ``order`` or ``tie``; the kind is called alike.

    Rule: A-DICE-9, A-DICE-11.
    """
    return tuple(Dice(stream, stream, 1, seat) for seat in seats)


def tied_group(groups: Groups) -> tuple[str, ...]:
    """The first group in which dice must decide; empty: none."""
    return next((group for group in groups if len(group) > 1), ())


def split(group: tuple[str, ...], thrown: tuple[Thrown, ...], stream: str) -> Groups | None:
    """A tied group by what its seats threw, high first; None while dice are missing.

    Rule: A-DICE-11, A-SETUP-10, A-ORDER-4.
    """
    values = {}
    for seat, dice in zip(group, dice_for(group, stream), strict=True):
        shown = rolled(thrown, dice)
        if shown is None:
            return None
        values[seat] = shown[0]
    levels = sorted(set(values.values()), reverse=True)
    return tuple(tuple(seat for seat in group if values[seat] == level) for level in levels)


def ranked(groups: Groups, group: tuple[str, ...], parts: Groups) -> Groups:
    """Groups with one of them replaced by its parts."""
    at = groups.index(group)
    return (*groups[:at], *parts, *groups[at + 1 :])


def advance(state: State, step: Ordering) -> tuple[Event, ...]:
    """King and Anti-King choose, the others fill the free places.

    Rule: A-ORDER-1 to A-ORDER-5, A-ANTI-10, A-ANTI-11.
    """
    if step.scope == "round":
        return _in_mid_round(state, step)
    if not step.places:
        return (StepChanged(replace(step, places=("",) * len(state.seats))),)
    choosers = ((state.king.seat, "A-ORDER-1"), (state.anti_king.seat, "A-ORDER-2"))
    for seat, rule in choosers:
        if seat and seat not in step.places:
            return _choose(step, seat, rule)
    rest = tuple(seat for seat in state.order if seat not in step.places)
    if rest and not step.groups:
        return (StepChanged(replace(step, groups=by_prestige(state, rest))),)
    tied = tied_group(step.groups)
    if tied:
        parts = split(tied, step.thrown, "tie")
        if parts is None:
            return (Asked(dice_for(tied, "tie")),)
        return (StepChanged(replace(step, groups=ranked(step.groups, tied, parts), thrown=())),)
    filling = iter([seat for group in step.groups for seat in group])
    order = tuple(seat or next(filling) for seat in step.places)
    return (StepEnded("Ordering"), OrderSet(order, "epoch"))


def waiting_places(state: State) -> tuple[str, ...]:
    """Seats that have not begun their turn in this Action Round, in its order.

    Rule: A-ANTI-11.
    """
    return state.round_order[state.turn + 1 :]


def may_choose(state: State) -> bool:
    """Whether an Anti-King proclaimed in mid-round has places to choose among.

    Rule: A-ANTI-11.
    """
    left = waiting_places(state)
    return state.phase == "round" and state.anti_king.seat in left and len(left) > 1


def _in_mid_round(state: State, step: Ordering) -> tuple[Event, ...]:
    """Rule: A-ANTI-11."""
    anti_king = state.anti_king.seat
    left = waiting_places(state)
    first = state.turn + 2
    chosen = picked(step.picked, "place", anti_king)
    if chosen is None:
        places = tuple(str(first + n) for n in range(len(left)))
        return (Asked((Choice(anti_king, "place", places, rule="A-ANTI-11"),)),)
    others = [seat for seat in left if seat != anti_king]
    others.insert(int(chosen[0]) - first, anti_king)
    order = (*state.round_order[: state.turn + 1], *others)
    return (StepEnded("Ordering"), OrderSet(order, "round", state.turn))


def _choose(step: Ordering, seat: str, rule: str) -> tuple[Event, ...]:
    free = tuple(str(n) for n, held in enumerate(step.places, 1) if not held)
    chosen = picked(step.picked, "place", seat)
    if len(free) == 1:
        chosen = free
    if chosen is None:
        return (Asked((Choice(seat, "place", free, rule=rule),)),)
    at = int(chosen[0]) - 1
    places = (*step.places[:at], seat, *step.places[at + 1 :])
    return (StepChanged(replace(step, places=places, picked=())),)


def _order_set(event: OrderSet, state: State) -> Values:
    del state
    return {"variant": event.scope.title()}


AREA = Area(tasks={Ordering: advance}, describe={OrderSet: _order_set})

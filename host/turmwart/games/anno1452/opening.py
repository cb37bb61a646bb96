"""Set-up: cards are dealt, the first turn order is rolled, Estates are placed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from turmwart.games.anno1452.area import Area, Handled
from turmwart.games.anno1452.board import LIMIT_LEAST, Unknown, borders
from turmwart.games.anno1452.checks import doubtful, in_phase, refused, region_name
from turmwart.games.anno1452.commands import Command, PlaceEstate
from turmwart.games.anno1452.estates import estate_room, new_estate, possible_room
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.events_board import (
    Asked,
    EstatePlaced,
    StepBegan,
    StepChanged,
    StepEnded,
)
from turmwart.games.anno1452.events_rounds import OrderSet, PhaseBegan, RoundBegan, TurnMoved
from turmwart.games.anno1452.options import ID, region_options
from turmwart.games.anno1452.ordering import dice_for, ranked, split, tied_group
from turmwart.games.anno1452.state import CARDS_G1, CARDS_TOTAL, OTTOKAR, State
from turmwart.games.anno1452.steps import Draw, FirstOrder
from turmwart.games.anno1452.trade import trading
from turmwart.kernel.chance import Roll
from turmwart.kernel.prompt import Choice, Prompt

DEALT = 5
ESTATES_AT_START = 2


def order_phase(state: State) -> tuple[Event, ...]:
    """Five cards for everybody, then the dice for the first turn order.

    Rule: A-SETUP-4, A-SETUP-10.
    """
    total = CARDS_G1 if state.settings.plays("G1") else CARDS_TOTAL
    if state.deck == total and not state.discards:
        return (Asked(tuple(Draw(seat, DEALT, "deal") for seat in state.seats)),)
    return (StepBegan(FirstOrder((state.seats,))),)


def first_order(state: State, step: FirstOrder) -> tuple[Event, ...]:
    """High roll first; equal rolls among themselves roll again.

    Rule: A-SETUP-10, A-DICE-11.
    """
    del state
    tied = tied_group(step.groups)
    if tied:
        parts = split(tied, step.thrown, "order")
        if parts is None:
            return (Asked(dice_for(tied, "order")),)
        return (StepChanged(replace(step, groups=ranked(step.groups, tied, parts), thrown=())),)
    order = tuple(seat for group in step.groups for seat in group)
    last = len(order) - 1
    return (StepEnded("FirstOrder"), OrderSet(order, "first"), PhaseBegan("placing", last))


def placing_phase(state: State) -> tuple[Event, ...]:
    """In reverse order everybody places two Estates; then the Pre-Event Round begins.

    Rule: A-SETUP-11, A-SETUP-15.
    """
    if len(state.owned(state.order[state.turn])) < ESTATES_AT_START:
        return ()
    return (TurnMoved(state.turn - 1),) if state.turn else (PhaseBegan("pre_trade"),)


def pre_trade_phase(state: State) -> tuple[Event, ...]:
    """The Pre-Event Round is one trade phase; the first Action Round follows.

    Rule: A-SETUP-15, A-EPOCH-5.
    """
    return () if trading(state) else (RoundBegan(1),)


def place(state: State, command: PlaceEstate, roll: Roll) -> Handled:
    """Place an Estate free of charge.

    Rule: A-SETUP-11, A-SETUP-12.
    """
    del roll
    yield from in_phase(state, "placing", rule="A-SETUP-11")
    seat, region = command.seat, command.region
    due = state.order[state.turn]
    if seat != due:
        yield refused("A-SETUP-11", "not_your_turn", player=state.player(due).name)
    if region not in state.board.region_ids:
        yield refused("A-SETUP-11", "no_region", region=region)
    owned = state.owned(seat)
    if any(one.region == region for one in owned):
        yield doubtful("A-SETUP-11", "two_different_regions", region=region_name(state, region))
    if _taken(state, seat, region):
        yield doubtful("A-SETUP-12", "region_taken", region=region_name(state, region))
    # No limit is below two, so it is only asked for where more stand already.
    if len(state.within(region)) >= LIMIT_LEAST and not estate_room(state, region):
        yield refused("A-INV-2", "region_full", region=region_name(state, region))
    if owned and not borders(state.board, owned[0].region, region):
        first = region_name(state, owned[0].region)
        named = region_name(state, region)
        yield doubtful("A-SETUP-11", "not_bordering", region=named, first=first)
    yield EstatePlaced(new_estate(state, seat, region), "setup")


def _taken(state: State, seat: str, region: str) -> bool:
    """Whether a player stands there; Ottokar is no player.

    Rule: A-SETUP-12, ``setup_one_estate_per_region``.
    """
    own = state.settings.setup_one_estate_per_region == "own"
    return any(
        one.owner != OTTOKAR and (not own or one.owner == seat) for one in state.within(region)
    )


def _possible(state: State, seat: str) -> tuple[str, ...]:
    """Regions in which a player may place an Estate, as far as anybody knows."""
    owned = state.owned(seat)
    free = (
        region
        for region in state.board.region_ids
        if not _taken(state, seat, region)
        and all(one.region != region for one in owned)
        and (len(state.within(region)) < LIMIT_LEAST or possible_room(state, region))
    )
    if not owned:
        return tuple(free)
    return tuple(region for region in free if _may_border(state, owned[0].region, region))


def _may_border(state: State, first: str, second: str) -> bool:
    try:
        return borders(state.board, first, second)
    except Unknown:
        return True


def _prompts(state: State, seat: str | None) -> Iterator[Prompt]:
    due = state.order[state.turn]
    if seat not in (None, due):
        return
    # Without a free region the table overrides the rule (A-SETUP-12), so all are offered.
    regions = _possible(state, due) or state.board.region_ids
    slots = (Choice("region", region_options(state, regions)),)
    number = len(state.owned(due)) + 1
    values = (("number", number), ("player", state.player(due).name))
    fixed = (("seat", due),)
    yield Prompt(f"{ID}place", "PlaceEstate", due, True, slots, fixed, "A-SETUP-11", values)


def _legal(state: State, seat: str | None) -> Iterator[Command]:
    due = state.order[state.turn]
    if seat not in (None, due):
        return
    regions = _possible(state, due)
    yield from (PlaceEstate(due, region) for region in regions)
    if not regions:
        # Where no region is left by the rules, the table overrides them.
        waived = ("A-SETUP-11", "A-SETUP-12")
        for region in state.board.region_ids:
            if len(state.within(region)) < LIMIT_LEAST or possible_room(state, region):
                yield PlaceEstate(due, region, waived)


AREA = Area(
    handlers={PlaceEstate: place},
    tasks={FirstOrder: first_order},
    phases={"order": order_phase, "placing": placing_phase, "pre_trade": pre_trade_phase},
    prompts={"placing": _prompts},
    legal={"placing": _legal},
)

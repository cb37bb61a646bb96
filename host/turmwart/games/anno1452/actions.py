"""Actions of an Action Round: build, settle, pass."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from turmwart.games.anno1452.area import Area, Handled
from turmwart.games.anno1452.checks import affordable, own_action, refused, region_name
from turmwart.games.anno1452.commands import Build, Command, Pass, Settle
from turmwart.games.anno1452.estates import (
    build_cost,
    citizen_cost,
    citizen_room,
    estate_room,
    new_estate,
    possible_room,
)
from turmwart.games.anno1452.events_board import (
    ActionTaken,
    CitizensPlaced,
    EstatePlaced,
    GoldChanged,
    TurnPassed,
)
from turmwart.games.anno1452.options import ID, estate_label, region_options
from turmwart.games.anno1452.state import State
from turmwart.kernel.chance import Roll
from turmwart.kernel.decision import Objection
from turmwart.kernel.prompt import Choice, Number, Prompt, Sheet

SETTLE_MOST = 3


def build(state: State, command: Build, roll: Roll) -> Handled:
    """Build an Estate in any region with an unbuilt place.

    Rule: A-ACT-BUILD-1 to A-ACT-BUILD-7, A-COMP-12, A-PRES-6.
    """
    del roll
    seat, region = command.seat, command.region
    yield from own_action(state, seat)
    if region not in state.board.region_ids:
        yield refused("A-ACT-BUILD-1", "no_region", region=region)
    if not state.estates_left(seat):
        yield refused("A-COMP-12", "no_estate_left")
    cost = build_cost(len(state.within(region)))
    yield from affordable(state, seat, cost, "A-ACT-BUILD-6")
    if not estate_room(state, region):
        yield refused("A-ACT-BUILD-2", "region_full", region=region_name(state, region))
    yield ActionTaken(seat, "build")
    yield GoldChanged(seat, -cost, "build", region)
    yield EstatePlaced(new_estate(state, seat, region), "build")


def settle(state: State, command: Settle, roll: Roll) -> Handled:
    """Place one to three Citizens at own Estates.

    Rule: A-ACT-SETTLE-1 to A-ACT-SETTLE-4, A-COMP-12, A-PRES-6.
    """
    del roll
    seat = command.seat
    yield from own_action(state, seat)
    placed = tuple((estate, count) for estate, count in command.citizens if count)
    yield from citizens_fit(state, seat, placed, "A-ACT-SETTLE-4")
    total = sum(count for _, count in placed)
    if not 1 <= total <= SETTLE_MOST:
        yield refused("A-ACT-SETTLE-1", "one_to_three_citizens", count=total)
    cost = total * citizen_cost(state)
    yield from affordable(state, seat, cost, "A-ACT-SETTLE-2")
    yield ActionTaken(seat, "settle")
    yield GoldChanged(seat, -cost, "settle")
    for estate, count in placed:
        yield CitizensPlaced(estate, count, "settle")


def citizens_fit(
    state: State, seat: str, placed: tuple[tuple[str, int], ...], rule: str
) -> Iterator[Objection]:
    """Object unless Citizens of the own supply can be placed so at own Estates.

    Rule: A-STATE-7, A-STATE-8, A-COMP-12.
    """
    named = [estate for estate, _ in placed]
    if len(set(named)) != len(named) or any(count < 0 for _, count in placed):
        yield refused(rule, "estate_named_twice")
    for estate, count in placed:
        if not state.has_estate(estate) or state.estate(estate).owner != seat:
            yield refused("A-ACT-SETTLE-1", "not_your_estate", estate=estate)
        elif count > citizen_room(state.estate(estate)):
            here = state.estate(estate)
            yield refused(
                rule,
                "too_many_citizens",
                estate=estate_label(state, here),
                room=citizen_room(here),
            )
    left = state.citizens_left(seat)
    if sum(count for _, count in placed) > left:
        yield refused("A-COMP-12", "no_citizens_left", left=left)


def pass_turn(state: State, command: Pass, roll: Roll) -> Handled:
    """Do without the actions that are left.

    Rule: A-AR-11.
    """
    del roll
    yield from own_action(state, command.seat)
    left = state.acting.left if state.acting is not None else 0
    yield TurnPassed(command.seat, left)


def _buildable(state: State, seat: str) -> tuple[str, ...]:
    if not state.estates_left(seat):
        return ()
    gold = state.player(seat).gold
    return tuple(
        region
        for region in state.board.region_ids
        if build_cost(len(state.within(region))) <= gold and possible_room(state, region)
    )


def _settleable(state: State, seat: str) -> tuple[tuple[str, int], ...]:
    """Own Estates and how many Citizens can be placed there in one action."""
    most = min(
        SETTLE_MOST, state.citizens_left(seat), state.player(seat).gold // citizen_cost(state)
    )
    rooms = ((one.id, min(most, citizen_room(one))) for one in state.owned(seat))
    return tuple((estate, room) for estate, room in rooms if room > 0)


def _prompts(state: State, seat: str | None) -> Iterator[Prompt]:
    del seat
    turn = state.acting
    if turn is None or turn.left < 1:
        return
    player = state.player(turn.seat)
    values = (("player", player.name), ("left", turn.left))
    fixed = (("seat", turn.seat),)
    regions = _buildable(state, turn.seat)
    if regions:
        slots = (Choice("region", region_options(state, regions)),)
        yield Prompt(f"{ID}build", "Build", turn.seat, False, slots, fixed, "A-ACT-BUILD-1", values)
    rooms = _settleable(state, turn.seat)
    if rooms:
        rows = tuple(Number(estate, 0, room, 0) for estate, room in rooms)
        named = tuple((estate, estate_label(state, state.estate(estate))) for estate, _ in rooms)
        yield Prompt(
            f"{ID}settle",
            "Settle",
            turn.seat,
            False,
            (Sheet("citizens", rows),),
            fixed,
            "A-ACT-SETTLE-1",
            (*values, *named),
        )
    yield Prompt(f"{ID}pass", "Pass", turn.seat, True, (), fixed, "A-AR-11", values)


def _legal(state: State, seat: str | None) -> Iterator[Command]:
    turn = state.acting
    if turn is None or turn.left < 1 or seat not in (None, turn.seat):
        return
    for region in _buildable(state, turn.seat):
        yield Build(turn.seat, region)
    rooms = dict(_settleable(state, turn.seat))
    afford = state.player(turn.seat).gold // citizen_cost(state)
    most = min(SETTLE_MOST, state.citizens_left(turn.seat), afford)
    for count in range(1, most + 1):
        for places in combinations_with_replacement(sorted(rooms), count):
            placed = {estate: places.count(estate) for estate in places}
            if all(n <= rooms[estate] for estate, n in placed.items()):
                yield Settle(turn.seat, tuple(placed.items()))
    yield Pass(turn.seat)


AREA = Area(
    handlers={Build: build, Settle: settle, Pass: pass_turn},
    prompts={"round": _prompts},
    legal={"round": _legal},
)

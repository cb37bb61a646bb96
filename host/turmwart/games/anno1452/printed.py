"""Printed values that the table enters: at the moment they matter, once."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.anno1452.area import Area, Handled
from turmwart.games.anno1452.board import (
    TOWERS_BESIDE_CITY_CARDS,
    Board,
    Need,
    fits,
    known,
)
from turmwart.games.anno1452.checks import doubtful, refused, region_name
from turmwart.games.anno1452.commands import (
    CorrectPrinted,
    DropWish,
    EnterNeighbours,
    EnterPrinted,
)
from turmwart.games.anno1452.events_board import PrintedCorrected, PrintedLearnt, WishReleased
from turmwart.games.anno1452.state import State
from turmwart.kernel.chance import Roll
from turmwart.kernel.decision import Objection


def enter(state: State, command: EnterPrinted, roll: Roll) -> Handled:
    """Enter a value that was unknown.

    Rule: A-DATA-2, A-DATA-4, A-DATA-5, A-DATA-8.
    """
    del roll
    yield from _refusals(state, command)
    was = known(state.board, command.kind, command.key, command.field)
    if was is not None:
        yield refused("A-DATA-8", "already_known", key=command.key, field=command.field)
    yield PrintedLearnt(command.kind, command.key, command.field, command.value)


def correct(state: State, command: CorrectPrinted, roll: Roll) -> Handled:
    """Correct a value; what follows for majorities follows at once.

    Rule: A-DATA-7.
    """
    del roll
    yield from _refusals(state, command)
    was = known(state.board, command.kind, command.key, command.field)
    if was is None:
        yield PrintedLearnt(command.kind, command.key, command.field, command.value)
    elif was != command.value:
        yield PrintedCorrected(command.kind, command.key, command.field, was, command.value)


def enter_neighbours(state: State, command: EnterNeighbours, roll: Roll) -> Handled:
    """Enter all regions that border on one; the others do not.

    Rule: A-DATA-1 to A-DATA-3.
    """
    del roll
    board = state.board
    named = (command.region, *command.neighbours)
    if len(set(named)) != len(named) or not set(named) <= set(board.region_ids):
        yield refused("A-DATA-2", "no_such_regions")
        return
    listed = board.region(command.region).listed
    agreed = set(command.neighbours) == set(board.region(command.region).neighbours)
    if listed and agreed and not unknown_borders(board, command.region):
        yield refused("A-DATA-8", "already_known", key=command.region, field="neighbours")
    for other in board.region_ids:
        if other == command.region:
            continue
        value = "yes" if other in command.neighbours else "no"
        was = known(board, "border", command.region, other)
        if was is None:
            yield PrintedLearnt("border", command.region, other, value)
        elif was != value:
            # A border named from one side only is shown to the table (A-DATA-3).
            yield doubtful(
                "A-DATA-3",
                "border_from_one_side",
                first=region_name(state, command.region),
                second=region_name(state, other),
            )
            yield PrintedCorrected("border", command.region, other, was, value)
    if not listed:
        yield PrintedLearnt("region", command.region, "listed", "yes")


def drop_wish(state: State, command: DropWish, roll: Roll) -> Handled:
    """Take back the command that waits for a printed value."""
    del command, roll
    if state.wish is None:
        yield refused("A-DATA-8", "nothing_held")
    yield WishReleased(False)


def _refusals(state: State, command: EnterPrinted | CorrectPrinted) -> Iterator[Objection]:
    board, value = state.board, command.value
    named: dict[str, int | str] = {"field": command.field, "value": value}
    if not _exists(board, Need(command.kind, command.key, command.field, "")):
        yield refused("A-DATA-1", "not_printed", **named)
        return
    if not fits(board, command.kind, command.field, value):
        yield refused("A-DATA-2", "value_does_not_fit", **named)
        return
    taken = any(facts.label == value for facts in board.regions if facts.id != command.key)
    if command.field == "label" and taken:
        yield refused("A-DATA-1", "name_taken", value=value)
    if command.kind == "region" and isinstance(value, int):
        yield from _limit_refusals(state, command.key, command.field, value)
    if command.field == "tower" and value == "yes":
        kind = board.card(command.key).kind
        shown = sum(f.tower == "yes" and board.card(f.card).kind != "city" for f in board.facts)
        if kind != "city" and shown >= TOWERS_BESIDE_CITY_CARDS:
            yield doubtful("A-DATA-5", "too_many_towers", most=TOWERS_BESIDE_CITY_CARDS)


def _limit_refusals(state: State, region: str, field: str, value: int) -> Iterator[Objection]:
    facts = state.board.region(region)
    standing = state.within(region)
    here = len(standing) if field == "estate_limit" else sum(one.city for one in standing)
    if here > value:
        yield refused("A-INV-2", "more_stand_there", region=region_name(state, region), count=here)
    if field == "city_limit" and value < facts.city_limit_min:
        yield doubtful("A-DATA-2", "city_must_be_possible", region=region_name(state, region))
    estates = value if field == "estate_limit" else facts.estate_limit
    cities = value if field == "city_limit" else facts.city_limit
    if estates is not None and cities is not None and cities > estates:
        yield doubtful("A-DATA-2", "more_cities_than_estates", region=region_name(state, region))


def _exists(board: Board, need: Need) -> bool:
    try:
        known(board, need.kind, need.key, need.field)
    except ValueError:
        return False
    return need.kind != "border" or need.key != need.field


def unknown_borders(board: Board, region: str) -> tuple[str, ...]:
    """Regions of which nobody knows whether they border on a region."""
    facts = board.region(region)
    answered = (region, *facts.neighbours, *facts.denied)
    return tuple(one for one in board.region_ids if one not in answered)


AREA = Area(
    handlers={
        EnterPrinted: enter,
        CorrectPrinted: correct,
        EnterNeighbours: enter_neighbours,
        DropWish: drop_wish,
    }
)

"""Room for Estates, Cities and Citizens, and what Estates cost."""

from __future__ import annotations

from turmwart.games.anno1452.board import LIMIT_LEAST, LIMIT_MOST, Unknown, city_limit, estate_limit
from turmwart.games.anno1452.state import UNREDUCED, Estate, State

BUILD_BASE = 4
CITIZEN_COST, CITIZEN_COST_H = 3, 2


def build_cost(here: int) -> int:
    """Gold that an Estate costs where ``here`` stand already.

    Rule: A-ACT-BUILD-3.
    """
    return BUILD_BASE + here


def citizen_cost(state: State) -> int:
    """Gold that a Citizen costs.

    Rule: A-ACT-SETTLE-2, A-VAR-H-3.
    """
    return CITIZEN_COST_H if state.settings.plays("H") else CITIZEN_COST


def estate_room(state: State, region: str) -> bool:
    """Whether a region has an unbuilt place.

    Raises:
        Unknown: it depends on an estate limit that nobody has entered.

    Rule: A-ACT-BUILD-2, A-COMP-9.
    """
    here = len(state.within(region))
    # No digit is below two or above six, so it is only asked for where it decides.
    if here < LIMIT_LEAST or here >= LIMIT_MOST:
        return here < LIMIT_LEAST
    return here < estate_limit(state.board, region)


def city_room(state: State, region: str) -> bool:
    """Whether a region is below its city limit and a disc is left.

    Raises:
        Unknown: it depends on a city limit that nobody has entered.

    Rule: A-COMP-10, A-COMP-12.
    """
    if not state.cities_left:
        return False
    here = sum(one.city for one in state.within(region))
    facts = state.board.region(region)
    # Where a card presupposes a City, the first one is not asked about.
    if facts.city_limit is None and here < facts.city_limit_min:
        return True
    return here < city_limit(state.board, region)


def possible_room(state: State, region: str) -> bool:
    """Whether a region has room for an Estate as far as anybody knows."""
    try:
        return estate_room(state, region)
    except Unknown:
        return True


def citizen_room(estate: Estate) -> int:
    """How many Citizens may be placed at an Estate.

    Rule: A-STATE-7, A-STATE-8.
    """
    return max(0, estate.capacity - estate.citizens)


def new_estate(state: State, seat: str, region: str, value: int = UNREDUCED) -> Estate:
    """The Estate that comes on the board next.

    Rule: A-ACT-BUILD-5.
    """
    return Estate(f"e{state.estates_made + 1}", region, seat, value)

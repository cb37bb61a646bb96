"""Estates that are reduced by cards."""

from __future__ import annotations

from dataclasses import replace

from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.events_board import CitizensLost, EstateReduced
from turmwart.games.anno1452.state import Estate, State


def reduce_estate(state: State, estate: Estate, value: int, cause: str) -> tuple[Event, ...]:
    """Set the value of an Estate, and what becomes of its surplus Citizens.

    Args:
        state: the game, for its settings.
        estate: as it stands.
        value: its new value, 1 to 3; nothing happens where it has it already.
        cause: as in ``EstateReduced``.

    Rule: A-STATE-2, A-STATE-8, A-OPEN-9 (``excess_citizens``).
    """
    if value == estate.value:
        return ()
    reduced = EstateReduced(estate.id, estate.value, value, cause)
    return (reduced, *surplus_leaves(state, replace(estate, value=value)))


def surplus_leaves(state: State, estate: Estate) -> tuple[Event, ...]:
    """Citizens above the capacity of an Estate as it stands now: by default they stay.

    Rule: A-STATE-8, A-OPEN-9 (``excess_citizens``).
    """
    surplus = estate.citizens - estate.capacity
    if surplus <= 0 or state.settings.excess_citizens == "stay":
        return ()
    return (CitizensLost(estate.id, surplus, "surplus"),)

"""Small steps from one state to the next that all parts of ``apply`` take."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from turmwart.games.wallenstein.board import BUILDINGS
from turmwart.games.wallenstein.state import Battle, Gathering, Player, Province, State
from turmwart.kernel.cubes import Cubes


def with_player(state: State, seat: str, **changes: Any) -> tuple[Player, ...]:
    """All players, the one of a seat with other fields."""
    return tuple(replace(p, **changes) if p.seat == seat else p for p in state.players)


def with_province(state: State, province: str, **changes: Any) -> tuple[Province, ...]:
    """All provinces, one of them with other fields."""
    return tuple(replace(p, **changes) if p.id == province else p for p in state.provinces)


def with_used(state: State, *values: str) -> tuple[str, ...]:
    """The printed values results were computed from, with more of them."""
    new = tuple(value for value in values if value not in state.used_values)
    return (*state.used_values, *new)


def with_hand(battle: Battle | None, source: str, target: str, cubes: Cubes) -> Battle | None:
    """The battle that waits for its throw, after cubes went from a place to another.

    What leaves the hand is missing among the sides' cubes first, then among the tray's.
    """
    if battle is None or "hand" not in (source, target):
        return battle
    parts = {part.place: part.cubes for part in battle.gathered}
    if target == "hand":
        parts[source] = parts.get(source, Cubes()) + cubes
    else:
        for place, held in parts.items():
            gone = Cubes.from_counts({c: min(n, held[c]) for c, n in cubes.counts})
            parts[place], cubes = held - gone, cubes - gone
    tray = parts.pop("tray", Cubes())
    return replace(
        battle,
        gathered=tuple(
            Gathering(place, held) for place, held in (*parts.items(), ("tray", tray)) if held
        ),
        thrown=Cubes.sum(parts.values()),
        tray=tray,
    )


def in_order(buildings: tuple[str, ...]) -> tuple[str, ...]:
    """Buildings in the order palace, church, trading house."""
    return tuple(kind for kind in BUILDINGS if kind in buildings)

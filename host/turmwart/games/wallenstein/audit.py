"""A hand count beside the books: what differs, and the commands that would mend it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from turmwart.games.wallenstein.commands import Command, ReportStray
from turmwart.games.wallenstein.state import State
from turmwart.games.wallenstein.whereabouts import COUNTED
from turmwart.games.wallenstein.whereabouts_commands import (
    FindCubes,
    LoseCubes,
    Recount,
    TakeFromTray,
)
from turmwart.games.wallenstein.whereabouts_events import LOST
from turmwart.kernel.cubes import Cubes


@dataclass(frozen=True, slots=True)
class Difference:
    """A colour of which another number lies at a place than the books say."""

    place: str
    colour: str
    believed: int
    counted: int


@dataclass(frozen=True, slots=True)
class Mending:
    """How the books come to say what was counted.

    Attributes:
        commands: to be carried out in this order.
        too_many: cubes that were counted and can come from nowhere: count again.
    """

    commands: tuple[Command, ...]
    too_many: Cubes


def differences(state: State, counted: Mapping[str, Cubes]) -> tuple[Difference, ...]:
    """Where a hand count differs from the ledger.

    Args:
        state: the game.
        counted: place -> cubes, of ``tower`` and ``tray`` those that were counted.

    Raises:
        ValueError: another place.
    """
    _check(counted)
    return tuple(
        Difference(place, colour, state.ledger.at(place)[colour], counted[place][colour])
        for place in COUNTED
        if place in counted
        for colour in sorted({*state.ledger.at(place), *counted[place]})
        if state.ledger.at(place)[colour] != counted[place][colour]
    )


def mending(state: State, counted: Mapping[str, Cubes]) -> Mending:
    """The commands after which the ledger says what was counted.

    What is missing at one place and too many at the other has fallen, or was put back; so has
    what the tower lacks where nobody counted the tray. What is missing then is lost; what is too
    many was found again, or comes from the supply.

    Args:
        state: the game; no throw is waited for.
        counted: as for ``differences``.

    Raises:
        ValueError: another place.

    Rule: W-BATTLE-36, W-CUBE-1, W-CUBE-12 (T15).
    """
    _check(counted)
    at = state.ledger.at
    fell, back = Cubes(), Cubes()
    for colour in state.ledger.total():
        out, into = _passed(
            _change(state, counted, "tower", colour),
            _change(state, counted, "tray", colour),
            at("tower")[colour],
            at("tray")[colour],
        )
        fell += Cubes.from_counts({colour: out})
        back += Cubes.from_counts({colour: into})
    commands: list[Command] = []
    if fell:
        commands.append(ReportStray(fell))
    if back:
        commands.append(TakeFromTray(back, "tower"))
    lost, supply = at(LOST), at("supply")
    losing: list[Command] = []
    finding: list[Command] = []
    counting: list[Command] = []
    beyond = Cubes()
    moved = {"tower": (at("tower") + back) - fell, "tray": (at("tray") + fell) - back}
    for place in COUNTED:
        if place not in counted:
            continue
        missing, surplus = _parts(moved[place], counted[place])
        if missing:
            losing.append(LoseCubes(place, missing))
        again, surplus = _common(surplus, lost)
        lost -= again
        if again:
            finding.append(FindCubes(LOST, again, place))
        given, surplus = _common(surplus, supply)
        supply -= given
        if given:
            counting.append(Recount(place, (moved[place] - missing) + again + given, "supply"))
        beyond += surplus
    # Found before lost: what is lost now is not among what was found.
    return Mending((*commands, *finding, *losing, *counting), beyond)


def _check(counted: Mapping[str, Cubes]) -> None:
    for place in counted:
        if place not in COUNTED:
            raise ValueError(f"only {' and '.join(COUNTED)} are counted, not {place}")


def _change(state: State, counted: Mapping[str, Cubes], place: str, colour: str) -> int | None:
    """How many more were counted than the books have; None where nobody counted."""
    if place not in counted:
        return None
    return counted[place][colour] - state.ledger.at(place)[colour]


def _passed(tower: int | None, tray: int | None, inside: int, lying: int) -> tuple[int, int]:
    """How many cubes of a colour went from tower to tray, and how many back.

    Args:
        tower: how many more were counted than the books have; None where nobody counted.
        tray: the same.
        inside: cubes in the tower by the books.
        lying: cubes in the tray by the books.
    """
    if tower is None:
        return min(inside, max(0, tray or 0)), 0
    if tray is None:
        return max(0, -tower), min(lying, max(0, tower))
    return min(max(0, -tower), max(0, tray)), min(max(0, tower), max(0, -tray))


def _parts(believed: Cubes, counted: Cubes) -> tuple[Cubes, Cubes]:
    """What is missing, and what is too many."""
    common, missing = _common(believed, counted)
    return missing, counted - common


def _common(cubes: Cubes, other: Cubes) -> tuple[Cubes, Cubes]:
    """The part of ``cubes`` that ``other`` holds, and the rest."""
    common = Cubes.from_counts({colour: min(n, other[colour]) for colour, n in cubes.counts})
    return common, cubes - common

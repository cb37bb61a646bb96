"""What happened to cubes that went another way than through a throw."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.kernel.cubes import Cubes

LOST = "lost"
"""The ledger's place of cubes that nobody finds: out of play, and still in every sum."""


@dataclass(frozen=True, slots=True)
class CubesTaken:
    """A hand took cubes from the tray."""

    target: str
    cubes: Cubes


@dataclass(frozen=True, slots=True)
class CubesLost:
    """Cubes are gone."""

    source: str
    cubes: Cubes


@dataclass(frozen=True, slots=True)
class CubesFound:
    """Cubes turned up."""

    source: str
    target: str
    cubes: Cubes


@dataclass(frozen=True, slots=True)
class TowerTippedOut:
    """All that was in the tower lies in the tray, but for what is missing and counts as lost."""

    fallen: Cubes
    missing: Cubes
    witness: str


@dataclass(frozen=True, slots=True)
class Recounted:
    """A place was counted by hand: ``missing`` went from it to ``against``, ``surplus`` came."""

    place: str
    against: str
    missing: Cubes
    surplus: Cubes
    witness: str


WhereaboutsEvent = CubesTaken | CubesLost | CubesFound | TowerTippedOut | Recounted

EVENTS: dict[str, type] = {
    cls.__name__: cls for cls in (CubesTaken, CubesLost, CubesFound, TowerTippedOut, Recounted)
}

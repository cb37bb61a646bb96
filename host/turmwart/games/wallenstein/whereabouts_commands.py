"""What the table wants where cubes went another way than through a throw."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.kernel.cubes import Cubes


@dataclass(frozen=True, slots=True)
class TakeFromTray:
    """A hand took cubes from the tray: to the supplies, or back into the tower.

    Rule: W-CUBE-12 (T15).
    """

    cubes: Cubes
    target: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LoseCubes:
    """Cubes are gone and nobody finds them now.

    Rule: W-OPEN-26, W-CUBE-12 (T15).
    """

    source: str
    cubes: Cubes
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FindCubes:
    """Cubes turned up: lost ones, or such as the books have in the tower.

    Rule: W-OPEN-26, W-CUBE-16.
    """

    source: str
    cubes: Cubes
    target: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TipOutTower:
    """The tower was emptied before the end of the game; ``counted`` is what came out.

    Rule: W-BATTLE-35, W-BATTLE-36.
    """

    counted: Cubes
    witness: str = "table"
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recount:
    """Count tower or tray by hand; cubes too many come from ``against``, missing ones go there.

    Rule: W-CUBE-5, W-CUBE-12 (T15).
    """

    place: str
    counted: Cubes
    against: str
    witness: str = "table"
    waived: tuple[str, ...] = ()


WhereaboutsCommand = TakeFromTray | LoseCubes | FindCubes | TipOutTower | Recount

COMMANDS: dict[str, type] = {
    cls.__name__: cls for cls in (TakeFromTray, LoseCubes, FindCubes, TipOutTower, Recount)
}

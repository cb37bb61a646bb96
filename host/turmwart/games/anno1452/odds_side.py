"""What the dice see of a battle: the two sides, and the order in which they give up units."""

from __future__ import annotations

from dataclasses import dataclass

ATTACKER = "attacker"
DEFENDER = "defender"
SIDES = (ATTACKER, DEFENDER)

KINDS = ("peasants", "citizens", "soldiers")
MOST = {"peasants": 3, "citizens": 6, "soldiers": 12}
"""Kind -> the most units of it that a side can have."""

WEAKEST_FIRST = "weakest_first"
CHEAPEST_FIRST = "cheapest_first"
STRONGEST_FIRST = "strongest_first"
"""What the other side would choose, where the table lets it (``loss_choice = "opponent"``)."""
POLICIES = (WEAKEST_FIRST, CHEAPEST_FIRST, STRONGEST_FIRST)

_CHEAPNESS = ("soldiers", "peasants", "citizens")
"""Soldiers are lost anyway, Peasants come back with the next income, Citizens do not."""


@dataclass(frozen=True, slots=True)
class Faces:
    """How many faces of a die hit, by kind of unit; the hitting ones are the highest."""

    peasants: int = 1
    citizens: int = 2
    soldiers: int = 3
    relief: int = 1

    def of(self, kind: str) -> int:
        """Hitting faces of one kind of unit."""
        return {"peasants": self.peasants, "citizens": self.citizens}.get(kind, self.soldiers)


@dataclass(frozen=True, slots=True)
class Side:
    """The units of one side in the order in which it gives them up.

    Attributes:
        order: kind of each unit, the one lost first comes first.
        faces: which faces hit.
        relief: dice that hit on ``faces.relief`` faces, cannot be lost and nullify nothing.
    """

    order: tuple[str, ...]
    faces: Faces = Faces()
    relief: int = 0

    def lost(self, losses: int) -> tuple[int, int, int]:
        """Peasants, Citizens and Soldiers among the first ``losses`` units given up."""
        gone = self.order[:losses]
        return gone.count("peasants"), gone.count("citizens"), gone.count("soldiers")


@dataclass(frozen=True, slots=True)
class Battle:
    """All that the odds depend on.

    Attributes:
        attacker: has at least one unit.
        defender: has at least one unit.
        nullifying: faces (0 to 2, the lowest) on which a defending unit nullifies a hit.
    """

    attacker: Side
    defender: Side
    nullifying: int = 0

    def __post_init__(self) -> None:
        if not self.attacker.order or not self.defender.order:
            raise ValueError("each side of a battle needs a unit")
        if not 0 <= self.nullifying <= 2:
            raise ValueError(f"0 to 2 faces nullify, not {self.nullifying}")


def order(
    units: tuple[int, int, int],
    policy: str = WEAKEST_FIRST,
    faces: Faces = Faces(),
    last_peasant_last: bool = True,
) -> tuple[str, ...]:
    """The kinds of the units of a side, the one that is given up first at the front.

    Args:
        units: Peasants, Citizens and Soldiers, none negative.
        policy: one of ``POLICIES``.
        faces: which faces of each kind hit.
        last_peasant_last: whether the last Peasant stays until all others are lost.

    Raises:
        ValueError: no such policy, or a negative number of units.

    Rule: A-BATTLE-29 (the last Peasant), A-ODDS-6, A-ODDS-9 (``weakest_first``), A-ODDS-10 (equal
    chances), A-ODDS-11 (``cheapest_first``), A-ODDS-13 (without A-BATTLE-29).
    """
    if min(units) < 0:
        raise ValueError(f"no side has {units} units")
    if policy == CHEAPEST_FIRST:
        kinds = list(_CHEAPNESS)
    elif policy == WEAKEST_FIRST:
        kinds = sorted(_CHEAPNESS, key=faces.of)
    elif policy == STRONGEST_FIRST:
        kinds = sorted(_CHEAPNESS, key=faces.of, reverse=True)
    else:
        raise ValueError(f"no loss policy {policy!r}; known: {', '.join(POLICIES)}")
    numbers = dict(zip(KINDS, units, strict=True))
    last = ("peasants",) if last_peasant_last and numbers["peasants"] else ()
    numbers["peasants"] -= len(last)
    return tuple(kind for kind in kinds for _ in range(numbers[kind])) + last

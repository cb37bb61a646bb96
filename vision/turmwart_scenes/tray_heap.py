"""Where cubes come to lie that fall into a tray: flat, touching, stacked, leaning; seeded.

Lengths are millimetres; the tray's floor is z = 0, x runs to the right, y towards the viewer, z up,
and the origin is the middle of the floor. A cube that lies in the tray stays where it is while
others fall; only what lay on a cube that is taken away comes down.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import cos, pi, radians, sin
from random import Random

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

CUBE_MM = 8.0
FIELD_MM = (225.0, 138.0)
"""Width and height of what cubes fall into: the free field of the A4 mat."""
_GAP_MM = 0.04
"""What parts cubes that touch."""
_SPREAD = 0.2
"""Standard deviation of the places, shares of the field."""
_TRIES = 80
_LEAN_DEG = (54.0, 74.0)
"""How far a leaning cube is turned: less, and it would fall back; more, and it stands."""
_FLAT, _ABOVE, _BOTH = frozenset({0}), frozenset({1}), frozenset({0, 1})


@dataclass(frozen=True, slots=True)
class Habits:
    """How cubes fall.

    Attributes:
        touching: share of the cubes that come to rest along the side of another.
        stacked: share that lies on another.
        leaning: share that leans on another.
    """

    touching: float = 0.35
    stacked: float = 0.03
    leaning: float = 0.02


@dataclass(frozen=True, slots=True, eq=False)
class LyingCube:
    """A cube at rest.

    Attributes:
        colour: its name.
        number: how many cubes fell into this tray before it.
        centre: (3,), mm.
        turn: (3, 3), its axes as columns.
        layers: the layers of cubes that it takes up: 0 on the floor, 1 above.
        rests_on: numbers of the cubes that it would come down without.
    """

    colour: str
    number: int
    centre: Array
    turn: Array
    layers: frozenset[int]
    rests_on: frozenset[int] = frozenset()

    @property
    def footprint(self) -> Array:
        """(8, 2): the corners seen from straight above."""
        return corners(self)[:, :2]


def corners(cube: LyingCube, cube_mm: float = CUBE_MM) -> Array:
    """The corners (8, 3) of a cube, those of its lower face first."""
    unit = [(x, y, z) for z in (-1, 1) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    placed: Array = cube.centre + 0.5 * cube_mm * np.array(unit, np.float64) @ cube.turn.T
    return placed


@dataclass(slots=True)
class Heap:
    """The cubes of one tray.

    Attributes:
        seed: the same seed and the same deeds give the same heap.
        habits: how cubes fall.
        cubes: what lies there, in the order in which it fell.
        fallen: how many cubes ever fell into the tray.
    """

    seed: str
    habits: Habits = field(default_factory=Habits)
    cubes: list[LyingCube] = field(default_factory=list)
    fallen: int = 0

    def drop(self, colour: str) -> LyingCube:
        """Let one cube fall.

        Args:
            colour: its name.

        Raises:
            ValueError: the tray is so full that no place is left.
        """
        chance = Random(f"{self.seed}/{self.fallen}")
        found = self._rested(colour, self.fallen, chance)
        self.fallen += 1
        self.cubes.append(found)
        return found

    def clear(self) -> None:
        """Pour everything out."""
        self.cubes.clear()

    def take(self, colour: str) -> None:
        """Let a hand take the cube of a colour that is easiest to take: nothing rests on it, and
        it fell last.

        Raises:
            ValueError: there is none.
        """
        borne = {number for cube in self.cubes for number in cube.rests_on}
        own = [cube for cube in self.cubes if cube.colour == colour]
        if not own:
            raise ValueError(f"no {colour} cube lies in the tray")
        taken = max(own, key=lambda cube: (cube.number not in borne, cube.number))
        self.cubes.remove(taken)
        self._come_down({taken.number})

    def _come_down(self, gone: set[int]) -> None:
        loose = [cube for cube in self.cubes if cube.rests_on & gone]
        for cube in loose:
            at = self.cubes.index(cube)
            self.cubes.remove(cube)
            chance = Random(f"{self.seed}/{cube.number}/down/{len(self.cubes)}")
            self.cubes.insert(at, self._free(cube.colour, cube.number, chance, cube.centre[:2]))
            self._come_down({cube.number})

    def _rested(self, colour: str, number: int, chance: Random) -> LyingCube:
        habits, lot = self.habits, chance.random()
        makers = [
            (habits.stacked, self._stacked),
            (habits.leaning, self._leaning),
            (habits.touching, self._touching),
        ]
        bearers = [cube for cube in self.cubes if cube.layers == _FLAT]
        for share, make in makers:
            lot -= share
            if lot < 0 and bearers:
                for _ in range(_TRIES // 4):
                    found = make(colour, number, chance, chance.choice(bearers))
                    if self._fits(found):
                        return found
                break
        return self._free(colour, number, chance, np.zeros(2), spread=True)

    def _free(
        self, colour: str, number: int, chance: Random, near: Array, *, spread: bool = False
    ) -> LyingCube:
        """A place on the floor, by the way cubes spread or as near as can be."""
        for attempt in range(_TRIES * 12):
            wide = _SPREAD if spread else 0.02
            wide *= 1 + attempt / 40
            at = near + np.array([chance.gauss(0, wide * side) for side in FIELD_MM])
            found = _flat(colour, number, at, chance.uniform(0, pi / 2))
            if self._fits(found):
                return found
        raise ValueError(f"no place is left beside {len(self.cubes)} cubes")

    def _touching(self, colour: str, number: int, chance: Random, beside: LyingCube) -> LyingCube:
        out, along = _side(beside, chance)
        at = beside.centre + (CUBE_MM + _GAP_MM) * out + chance.uniform(-0.4, 0.4) * CUBE_MM * along
        return LyingCube(colour, number, at, beside.turn, _FLAT)

    def _stacked(self, colour: str, number: int, chance: Random, below: LyingCube) -> LyingCube:
        away = np.array([chance.uniform(-0.4, 0.4) * CUBE_MM for _ in range(2)] + [CUBE_MM])
        turn = _turned(chance.uniform(0, pi / 2))
        centre = below.centre + np.append(below.turn[:2, :2] @ away[:2], away[2])
        return LyingCube(colour, number, centre, turn, _ABOVE, frozenset({below.number}))

    def _leaning(self, colour: str, number: int, chance: Random, beside: LyingCube) -> LyingCube:
        """One edge on the floor, the edge across from it at the side of another cube."""
        out, along = _side(beside, chance)
        angle = radians(chance.uniform(*_LEAN_DEG))
        up = np.array([0.0, 0.0, 1.0])
        # Of an upright cube whose lower inner edge is the pivot, turned towards the other one.
        across, rise = cos(angle) * out + sin(angle) * up, cos(angle) * up - sin(angle) * out
        pivot = beside.centre - [0, 0, beside.centre[2]]
        pivot = pivot + (CUBE_MM / 2 + _GAP_MM + CUBE_MM * sin(angle)) * out
        pivot = pivot + chance.uniform(-0.3, 0.3) * CUBE_MM * along
        turn = np.stack([across, along, rise], axis=1)
        centre = pivot + CUBE_MM / 2 * (across + rise)
        return LyingCube(colour, number, centre, turn, _BOTH, frozenset({beside.number}))

    def _fits(self, cube: LyingCube) -> bool:
        room = np.array(FIELD_MM) / 2
        print_ = cube.footprint
        if (np.abs(print_) > room).any():
            return False
        return not any(
            cube.layers & other.layers
            and np.hypot(*(cube.centre - other.centre)[:2]) < 2.1 * CUBE_MM
            and overlap(print_, other.footprint)
            for other in self.cubes
        )


def heap_of(seed: str, colours: Iterable[str], habits: Habits | None = None) -> Heap:
    """A heap of cubes that fell one after another.

    Args:
        seed: of the places.
        colours: one name for each cube.
        habits: how they fall.
    """
    heap = Heap(seed, habits or Habits())
    for colour in colours:
        heap.drop(colour)
    return heap


def overlap(some: Array, others: Array) -> bool:
    """Whether two convex outlines seen from above overlap by more than they touch.

    Args:
        some: (N, 2) corners of a box, in any order; its edges' directions are tried.
        others: (M, 2).
    """
    for points in (some, others):
        for edge in (points[1] - points[0], points[3] - points[0], points[4] - points[0]):
            length = float(np.hypot(*edge))
            if length < 1e-9:
                continue
            # The sides of what a box covers are square to its edges, seen from above.
            for axis in (np.array([-edge[1], edge[0]]) / length, edge / length):
                a, b = some @ axis, others @ axis
                if a.max() <= b.min() + 1e-6 or b.max() <= a.min() + 1e-6:
                    return False
    return True


def _flat(colour: str, number: int, at: Array, yaw: float) -> LyingCube:
    return LyingCube(colour, number, np.append(at, CUBE_MM / 2), _turned(yaw), _FLAT)


def _turned(yaw: float) -> Array:
    c, s = cos(yaw), sin(yaw)
    return np.array([(c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0)])


def _side(cube: LyingCube, chance: Random) -> tuple[Array, Array]:
    """One of a flat cube's four sides: the direction out of it and the one along it."""
    a, b = cube.turn[:, 0], cube.turn[:, 1]
    return chance.choice([(a, b), (-a, b), (b, a), (-b, a)])

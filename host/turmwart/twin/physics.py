"""Falling cubes: which ones come out, in which order, how fast and how they look.

Everything is a function of the twin's seed, the id of the throw and what lay where: the same throw
falls alike however often and in whatever company it is asked for.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from random import Random

from turmwart.errors import TwinError
from turmwart.kernel.cubes import Cubes

WINDOW_UM = 4_000
DISTANCE_UM = 3_000
CUBE_UM = (8_000, 10_000)


@dataclass(frozen=True, slots=True)
class Conditions:
    """How the tower behaves.

    Args:
        thrown_share: chance that a thrown cube comes out.
        stuck_share: chance, per throw, that a cube already stuck comes out.
        drift_share: chance that one cube falls by itself after a throw has settled.
        speed_mm_s: slowest and fastest cube in the window.
        gap_ms: least and mean time between two cubes with a free window.
        touching_share: chance that a cube follows the one before without a gap the sensor can
            see; the sensor then counts one cube where two passed.
        distance_um: spread of the distance around ``DISTANCE_UM``.
        brightness_share: spread of brightness from cube to cube, relative.
        colour_share: spread of each channel from cube to cube, relative.
    """

    thrown_share: float = 2 / 3
    stuck_share: float = 1 / 3
    drift_share: float = 1 / 12
    speed_mm_s: tuple[int, int] = (300, 1500)
    gap_ms: tuple[float, float] = (8.0, 35.0)
    touching_share: float = 0.0
    distance_um: int = 120
    brightness_share: float = 0.05
    colour_share: float = 0.015


DEFAULT_CONDITIONS = Conditions()


@dataclass(frozen=True, slots=True)
class FallingCube:
    """One cube on its way past the sensor.

    Args:
        colour: its colour.
        start_us: when its front reaches the window, from the start of the throw.
        speed_mm_s: its speed.
        size_um: its edge.
        distance_um: from the sensor to its face.
        profile: clear, red, green, blue in counts, see ``palette.toml``.
        seed: of the noise in its samples.
    """

    colour: str
    start_us: int
    speed_mm_s: int
    size_um: int
    distance_um: int
    profile: tuple[int, int, int, int]
    seed: int

    @property
    def end_us(self) -> int:
        """When its back has left the window."""
        return self.start_us + (self.size_um + WINDOW_UM) * 1000 // self.speed_mm_s


@dataclass(frozen=True, slots=True)
class Drop:
    """What came out of the tower.

    Args:
        cubes: the cubes in the order in which they fall.
    """

    cubes: tuple[FallingCube, ...] = field(default=())

    @property
    def order(self) -> tuple[str, ...]:
        """The colours in the order in which they fall."""
        return tuple(cube.colour for cube in self.cubes)

    @property
    def fallen(self) -> Cubes:
        """The cubes as a multiset."""
        return Cubes.sum(Cubes.of(**{cube.colour: 1}) for cube in self.cubes)


@cache
def palette() -> Mapping[str, tuple[int, int, int, int]]:
    """Return the light of each colour: clear, red, green, blue in counts."""
    text = resources.files("turmwart.twin").joinpath("palette.toml").read_text("utf-8")
    return {colour: tuple(entry["counts"]) for colour, entry in tomllib.loads(text).items()}


def check_colours(cubes: Cubes) -> None:
    """See that the twin knows all colours.

    Raises:
        TwinError: one is not in the palette.
    """
    for colour in cubes:
        if colour not in palette():
            raise TwinError("twin.colour", colour=colour, known=", ".join(sorted(palette())))


def throw(
    seed: int,
    throw_id: str,
    thrown: Cubes,
    stuck: Cubes,
    conditions: Conditions = DEFAULT_CONDITIONS,
) -> Drop:
    """Let cubes fall into a tower that already holds some.

    Args:
        seed: of the twin.
        throw_id: of the throw.
        thrown: cubes poured in.
        stuck: cubes held by the tower before.
        conditions: how the tower behaves.

    Raises:
        TwinError: a colour is not in the palette.
    """
    check_colours(thrown)
    chance = _chance(seed, "throw", throw_id)
    out = [c for c, n in stuck.counts for _ in range(n) if chance.random() < conditions.stuck_share]
    out += [
        c for c, n in thrown.counts for _ in range(n) if chance.random() < conditions.thrown_share
    ]
    chance.shuffle(out)
    return _fall(chance, out, conditions)


def drift(
    seed: int, drift_id: str, held: Cubes, conditions: Conditions = DEFAULT_CONDITIONS
) -> Drop:
    """Let time pass after a throw: now and then one cube falls by itself.

    Args:
        seed: of the twin.
        drift_id: of this span of time.
        held: cubes in the tower.
        conditions: how the tower behaves.

    Rule: W-BATTLE-36 (what falls by itself stays in the tray and goes into the next throw).
    """
    chance = _chance(seed, "drift", drift_id)
    if not held or chance.random() >= conditions.drift_share:
        return Drop()
    colours = [colour for colour, n in held.counts for _ in range(n)]
    return _fall(chance, [chance.choice(colours)], conditions)


def _chance(seed: int, what: str, of: str) -> Random:
    return Random(f"{seed}/{what}/{of}")


def _fall(chance: Random, colours: list[str], conditions: Conditions) -> Drop:
    cubes: list[FallingCube] = []
    free_us = 0
    for colour in colours:
        least_ms, mean_ms = conditions.gap_ms
        gap_us = int(1000 * (least_ms + chance.expovariate(1 / (mean_ms - least_ms))))
        if cubes and chance.random() < conditions.touching_share:
            gap_us = 0
        cubes.append(_cube(chance, colour, free_us + gap_us, conditions))
        free_us = cubes[-1].end_us
    return Drop(tuple(cubes))


def _cube(chance: Random, colour: str, start_us: int, conditions: Conditions) -> FallingCube:
    brightness = 1 + _spread(chance, conditions.brightness_share)
    clear, red, green, blue = (
        round(counts * brightness * (1 + _spread(chance, conditions.colour_share)))
        for counts in palette()[colour]
    )
    slowest, fastest = conditions.speed_mm_s
    return FallingCube(
        colour=colour,
        start_us=start_us,
        speed_mm_s=round(chance.triangular(slowest, fastest)),
        size_um=chance.randint(*CUBE_UM),
        distance_um=round(DISTANCE_UM + _spread(chance, conditions.distance_um)),
        profile=(clear, red, green, blue),
        seed=chance.getrandbits(31),
    )


def _spread(chance: Random, sigma: float) -> float:
    """A normal value cut at 2.5 sigma, so that no cube looks like another colour."""
    return max(-2.5 * sigma, min(2.5 * sigma, chance.gauss(0, sigma)))

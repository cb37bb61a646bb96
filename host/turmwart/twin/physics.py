"""Falling cubes: which ones come out, in which order and lane, and how they look.

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
from turmwart.twin import lanes
from turmwart.twin.disturbance import Disturbance
from turmwart.twin.lanes import FallingCube, Interval, Passage

DISTANCE_UM = 3_000
GAP_MS = 50.0
"""Mean time between two cubes that leave the tower: 45 of them take a little over two seconds."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """How the tower behaves.

    Args:
        lanes: number of lanes, 1..8.
        beams: whether the lanes have light beams; without, two cubes that do not touch leave the
            window free for at least 8 ms.
        disturbance: what is wrong.
        thrown_share: chance that a thrown cube comes out.
        stuck_share: chance, per throw, that a cube already stuck comes out.
        drift_share: chance that one cube falls by itself after a throw has settled.
    """

    lanes: int = 4
    beams: bool = True
    disturbance: Disturbance = field(default_factory=Disturbance)
    thrown_share: float = 2 / 3
    stuck_share: float = 1 / 3
    drift_share: float = 1 / 12


DEFAULT_CONDITIONS = Conditions()


@dataclass(frozen=True, slots=True)
class Drop:
    """What came out of the tower.

    Args:
        cubes: the cubes in the order in which they pass beam B, all lanes.
        darks: dark intervals of all beams, glitches among them.
        passages: what passed as one, as beam A sees it.
        brown_out_us: when the power dips, None if it does not.
    """

    cubes: tuple[FallingCube, ...] = ()
    darks: tuple[Interval, ...] = ()
    passages: tuple[Passage, ...] = ()
    brown_out_us: int | None = None

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
    return _fall(chance, out, conditions, lamps(seed, conditions))


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
    return _fall(chance, [chance.choice(colours)], conditions, lamps(seed, conditions))


def _chance(seed: int, what: str, of: str) -> Random:
    return Random(f"{seed}/{what}/{of}")


def lamps(seed: int, conditions: Conditions) -> tuple[float, ...]:
    """Return how bright the lamp of each lane is, 1 on average."""
    chance = _chance(seed, "lamps", "")
    share = conditions.disturbance.lamp_share
    return tuple(1 + lanes.spread(chance, share) for _ in range(conditions.lanes))


def clocks(seed: int, conditions: Conditions) -> tuple[float, ...]:
    """Return how fast the clock of each lane's sensor is, 1 on average."""
    chance = _chance(seed, "clocks", "")
    share = conditions.disturbance.clock_share
    return tuple(1 + lanes.spread(chance, share) for _ in range(conditions.lanes))


def flicker_hz(seed: int, conditions: Conditions) -> float:
    """Return how often the lamps at this table really flicker in a second."""
    wrong = conditions.disturbance
    return wrong.flicker_hz + lanes.spread(_chance(seed, "mains", ""), wrong.flicker_hz_spread)


def _fall(
    chance: Random, colours: list[str], conditions: Conditions, lit: tuple[float, ...]
) -> Drop:
    disturbance = conditions.disturbance
    least_ms = 0.0 if conditions.beams else lanes.FREE_GAP_MS
    slots = lanes.Lanes(conditions.lanes, least_ms)
    at_ms = 0.0
    for colour in colours:
        at_ms += chance.expovariate(1 / GAP_MS)
        lane = chance.randrange(conditions.lanes)
        late_ms = chance.uniform(2000, 6000) if chance.random() < disturbance.late_share else 0.0
        slots.add(
            lane,
            at_ms + late_ms,
            colour,
            _light(chance, colour, lit[lane], disturbance),
            chance,
            disturbance,
        )
    drop = slots.drop()
    cubes = tuple(sorted(drop, key=lambda cube: (cube.b_us[1], cube.lane)))
    darks = lanes.darks(cubes)
    end_us = max((cube.end_us for cube in cubes), default=0)
    glitches = lanes.glitches(
        chance, conditions.lanes, end_us, disturbance.beam_glitches_per_s, darks
    )
    dips = chance.random() < disturbance.brown_out_share
    return Drop(
        cubes,
        (*darks, *glitches),
        lanes.passages(cubes, darks),
        chance.randrange(end_us + 1) if dips else None,
    )


def _light(
    chance: Random, colour: str, lamp: float, disturbance: Disturbance
) -> tuple[int, int, int, int]:
    brightness = lamp * (1 + lanes.spread(chance, disturbance.brightness_share))
    distance_um = DISTANCE_UM + lanes.spread(chance, disturbance.distance_um)
    brightness *= (DISTANCE_UM / distance_um) ** 2
    clear, red, green, blue = (
        round(counts * brightness * (1 + lanes.spread(chance, disturbance.colour_share)))
        for counts in palette()[colour]
    )
    return clear, red, green, blue

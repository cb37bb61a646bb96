"""A small world for the judge: cubes slide down one lane, the firmware's own lane joins the edges.

Physics as in docs/tower.md, light as a plain average over the covered window. Ideal where the
twin is not: one lane, no drift; what the judge has to cope with is set per cube.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from turmwart.table.pending import passage_of
from turmwart.tower.geometry import AS_BUILT, Geometry, Motion
from turmwart.tower.passage import Passage
from turmwart_fw.lane import Lane
from turmwart_wire import messages

STEP_S = 0.0002
SAMPLE_US = 4800
INTEGRATION_US = 2400
BACKGROUND = 10

COLOURS = {
    "red": (300, 190, 55, 60),
    "blue": (260, 45, 85, 140),
    "yellow": (620, 290, 240, 90),
    "purple": (210, 85, 50, 85),
    "black": (80, 28, 27, 24),
    "green": (300, 60, 160, 85),
}
"""Counts of a whole window in one integration: clear, red, green, blue."""


@dataclass(frozen=True, slots=True)
class Cube:
    """One cube on its way: its front is at beam A at ``at_s``.

    ``stop_mm`` and ``stop_s``: it stands so far behind A for so long. ``turn``: its shadow at B
    is so many times that at A.
    """

    colour: str
    at_s: float
    speed_mm_s: float
    slide_mm_s2: float
    edge_mm: float
    stop_mm: float = 0.0
    stop_s: float = 0.0
    shadow_a: float = 1.0
    shadow_b: float = 1.0

    def front_mm(self, at_s: float) -> float:
        """Where its front is, from beam A."""
        since = at_s - self.at_s
        motion = Motion(self.speed_mm_s, self.slide_mm_s2)
        if not self.stop_s:
            return motion.at(since)
        way = motion.at(since)
        if way < self.stop_mm:
            return way
        stops = _when(motion, self.stop_mm)
        if since < stops + self.stop_s:
            return self.stop_mm
        return self.stop_mm + Motion(0.0, max(2000.0, self.slide_mm_s2)).at(
            since - stops - self.stop_s
        )

    def length_mm(self, front_mm: float, geometry: Geometry) -> float:
        """How long its shadow is when its front is there."""
        share = min(1.0, max(0.0, front_mm / geometry.beam_gap_mm))
        return self.edge_mm * (self.shadow_a + (self.shadow_b - self.shadow_a) * share)


def _when(motion: Motion, way_mm: float) -> float:
    low, high = 0.0, 0.2
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if motion.at(middle) < way_mm else (low, middle)
    return high


class _Outbox:
    """Keeps what the lane tells, as a board's outbox would send it."""

    def __init__(self) -> None:
        self.passages: list[Passage] = []
        self.faults: list[int] = []

    def put_fault(self, code: int, _detail: int) -> None:
        self.faults.append(code)

    def put_passage(self, number: int, lane: Any) -> None:
        flags, ticks, a_dark, ab, b_dark, gap, count, kept = lane.passage
        numbers = lane.samples.told
        samples = tuple(messages.PassageSample(*numbers[5 * n : 5 * n + 5]) for n in range(kept))
        told = messages.Passage(
            number,
            flags,
            ticks,
            a_dark,
            ab,
            b_dark,
            gap,
            count,
            tuple(lane.empty),
            samples,
        )
        self.passages.append(passage_of(messages.unpack_passage(messages.pack_passage(told))))


class _Clock:
    @staticmethod
    def ticks_diff(later: int, earlier: int) -> int:
        return later - earlier


def watch(
    cubes: Sequence[Cube],
    seed: int,
    geometry: Geometry = AS_BUILT,
    looks: Mapping[str, Sequence[float]] = COLOURS,
) -> list[Passage]:
    """Let cubes pass one lane; returns what the board tells of them."""
    chance = Random(seed)
    outbox = _Outbox()
    lane = Lane(0, outbox, _Clock())
    lane.enter, lane.leave = 32, 22
    last = max((cube.at_s + cube.stop_s for cube in cubes), default=0.0) + 0.6
    dark = [False, False]
    light = [0.0] * 4
    covered = 0
    shade = 0.0
    phase = chance.randrange(SAMPLE_US)
    first_us = -700_000
    at_us = first_us
    step_us = round(STEP_S * 1e6)
    end_us = round(last * 1e6) + 400_000
    waiting = sorted(cubes, key=lambda cube: cube.at_s)
    active: list[Cube] = []
    begun = 0
    while at_us < end_us:
        at_s = at_us / 1e6
        while begun < len(waiting) and waiting[begun].at_s - at_s < 0.1:
            active.append(waiting[begun])
            begun += 1
        places = [
            (front, front - cube.length_mm(front, geometry), cube)
            for cube in active
            for front in (cube.front_mm(at_s),)
        ]
        active = [cube for front, back, cube in places if back < 60]
        for beam, way in enumerate((0.0, geometry.beam_gap_mm)):
            now = any(front >= way > back for front, back, _ in places)
            if now != dark[beam]:
                dark[beam] = now
                lane.edge(beam, int(now), at_us + chance.randrange(30))
        within = (at_us - first_us + phase) % SAMPLE_US
        if within >= SAMPLE_US - INTEGRATION_US:
            covered += 1
            for front, back, cube in places:
                share = max(
                    0.0,
                    min(front, geometry.window_to_mm) - max(back, geometry.window_from_mm),
                )
                shade += share / geometry.window_mm
                for channel in range(4):
                    light[channel] += looks[cube.colour][channel] * share / geometry.window_mm
        if within + step_us >= SAMPLE_US and covered:
            raw = bytearray()
            for channel in range(4):
                # A cube over the window also keeps off what is seen without it.
                free = max(0.0, 1 - shade / covered)
                counts = light[channel] / covered
                counts += free * BACKGROUND / (1 if channel == 0 else 3)
                counts += chance.gauss(0, 0.4 + 0.02 * counts**0.5)
                raw += min(1024, max(0, round(counts))).to_bytes(2, "little")
            lane.sample(raw, at_us + step_us)
            light, covered, shade = [0.0] * 4, 0, 0.0
            lane.poll(at_us + step_us, (at_us + step_us) // 1000, 1)
        at_us += step_us
    lane.poll(end_us, end_us // 1000, 1)
    return outbox.passages

"""The lanes: which cube follows which, what the beams see of them, what passes as one."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from turmwart.twin.disturbance import Disturbance
from turmwart.twin.slide import BEAM_GAP_MM, FRICTION, STEEP_MM, WINDOW_MM, Slide

EDGE_MM = (8.0, 10.0)
SPEED_MM_S = (300, 1500)
"""Over the window."""
FREE_GAP_MS = 8.0
"""In lanes without beams the window is free that long between cubes that do not touch."""
CLEAR_GAP_MM = 3.0
"""Cubes that do not touch are at least so far apart when they come to the break of the slope."""
SEEN_GAP_MM = 0.8
"""A beam 1 mm wide sees a gap from here on: its trigger needs most of its light."""

WINDOW_MM_AT = BEAM_GAP_MM / 2
_STATIONS = (-STEEP_MM, 0.0, WINDOW_MM_AT, BEAM_GAP_MM)
_GLITCH_US = (40, 300)

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class FallingCube:
    """One cube on its way down a lane; times in us from the start of the throw.

    Args:
        colour: its colour.
        lane: its lane.
        a_us: when beam A is dark because of it.
        b_us: the same of beam B.
        window_us: front reaches the window, front has crossed it, back reaches it, back has left.
        speed_mm_s: over the window.
        size_um: its edge.
        profile: clear, red, green, blue in counts of its face over the whole window.
        seed: of the noise in its samples.
        touches: whether it left the tower in touch with the one before in its lane.
        tumbles: whether it turns over.
        sticks: whether it stops on the way.
    """

    colour: str
    lane: int
    a_us: Span
    b_us: Span
    window_us: tuple[int, int, int, int]
    speed_mm_s: int
    size_um: int
    profile: tuple[int, int, int, int]
    seed: int
    touches: bool = False
    tumbles: bool = False
    sticks: bool = False

    @property
    def end_us(self) -> int:
        """When nothing sees it any more."""
        return max(self.b_us[1], self.window_us[3])


@dataclass(frozen=True, slots=True)
class Interval:
    """A beam (0: A, 1: B) is dark in a span of time."""

    lane: int
    beam: int
    span_us: Span


@dataclass(frozen=True, slots=True)
class Passage:
    """Cubes that are one to beam A.

    Args:
        lane: where.
        colours: in the order in which they pass.
        a_us: when beam A is dark.
        hints: what is unusual: ``touching``, ``tumbling``, ``sticking``.
    """

    lane: int
    colours: tuple[str, ...]
    a_us: Span
    hints: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, object]:
        """Return it as plain data for the log."""
        return {
            "lane": self.lane,
            "colours": list(self.colours),
            "a_us": list(self.a_us),
            "hints": list(self.hints),
        }


@dataclass(frozen=True, slots=True)
class _Way:
    """A cube's way: when which part of it is where."""

    slide: Slide
    front_s: float
    edge_mm: float
    tumble: tuple[float, float] | None
    stop: tuple[float, float] | None

    def crosses_s(self, way_mm: float) -> float:
        """When its front, had it no turn, is so far behind beam A."""
        if self.stop is None or way_mm <= self.stop[0]:
            return self.front_s + self.slide.time_at(way_mm)
        # It goes on from rest.
        pull = max(self.slide.steep_mm_s2, 1_000.0)
        rest_s = math.sqrt(2 * (way_mm - self.stop[0]) / pull)
        return self.front_s + self.slide.time_at(self.stop[0]) + self.stop[1] + rest_s

    def over_s(self, station_mm: float) -> tuple[float, float]:
        """When its front comes to a station and its back leaves it."""
        middle_mm = station_mm + self.edge_mm / 2
        half_mm = self.edge_mm / 2
        if self.tumble is not None:
            start, per_mm = self.tumble
            angle = start + per_mm * station_mm
            half_mm *= abs(math.cos(angle)) + abs(math.sin(angle))
        return self.crosses_s(middle_mm - half_mm), self.crosses_s(middle_mm + half_mm)


class Lanes:
    """Puts cubes one behind the other.

    Args:
        count: number of lanes.
        least_ms: how long the window is free at least between cubes that do not touch.
    """

    def __init__(self, count: int, least_ms: float) -> None:
        self._least_s = least_ms / 1000
        self._last: list[_Way | None] = [None] * count
        self._cubes: list[FallingCube] = []

    def drop(self) -> tuple[FallingCube, ...]:
        """Return all cubes."""
        return tuple(self._cubes)

    def add(
        self,
        lane: int,
        at_ms: float,
        colour: str,
        profile: tuple[int, int, int, int],
        chance: Random,
        disturbance: Disturbance,
    ) -> None:
        """Let one more cube leave the tower.

        Args:
            lane: its lane.
            at_ms: when it comes to beam A, unless the one before is in its way.
            colour: its colour.
            profile: its light over the whole window.
            chance: decides all else.
            disturbance: what may be wrong with it.
        """
        leader = self._last[lane]
        edge_mm = chance.uniform(*EDGE_MM)
        speed = chance.triangular(*SPEED_MM_S)
        friction = max(0.15, FRICTION + chance.gauss(0, 1) * disturbance.friction_spread)
        touches = chance.random() < disturbance.touching_share and leader is not None
        tumbles = chance.random() < disturbance.tumbling_share
        sticks = chance.random() < disturbance.sticking_share
        tumble = (chance.uniform(0, math.pi), chance.uniform(0.02, 0.12)) if tumbles else None
        stop_mm = WINDOW_MM_AT + edge_mm / 2 + chance.uniform(-5, 5)
        stop = (stop_mm, chance.uniform(0.3, 4.0)) if sticks else None
        tilt = chance.uniform(0.6, 1.0) if tumbles else 1.0
        if touches and leader is not None and leader.stop is None:
            slide, later_s = leader.slide.following(leader.edge_mm, friction)
            way = _Way(slide, leader.front_s + later_s, edge_mm, tumble, stop)
            way = _behind(way, leader, 0.0, 0.0)
        else:
            touches = False
            way = _Way(Slide.over_window(speed, friction), at_ms / 1000, edge_mm, tumble, stop)
            if leader is not None:
                way = _behind(way, leader, CLEAR_GAP_MM, self._least_s)
        self._last[lane] = way
        self._cubes.append(
            FallingCube(
                colour=colour,
                lane=lane,
                a_us=_span_us(way.over_s(0.0)),
                b_us=_span_us(way.over_s(BEAM_GAP_MM)),
                window_us=_window_us(way),
                speed_mm_s=round(way.slide.at_window_mm_s),
                size_um=round(1000 * edge_mm),
                profile=_tilted(profile, tilt),
                seed=chance.getrandbits(31),
                touches=touches,
                tumbles=tumbles,
                sticks=sticks,
            )
        )


def _behind(way: _Way, leader: _Way, gap_mm: float, least_s: float) -> _Way:
    """Delay a cube until it is behind the one before everywhere."""
    delay_s = 0.0
    for station in _STATIONS:
        front_s = way.over_s(station)[0]
        free_s = leader.over_s(station)[1] + gap_mm / way.slide.speed_mm_s
        delay_s = max(delay_s, free_s - front_s)
    if least_s:
        half = WINDOW_MM / 2
        free_s = leader.over_s(WINDOW_MM_AT + half)[1] + least_s
        delay_s = max(delay_s, free_s - way.over_s(WINDOW_MM_AT - half)[0])
    return _Way(way.slide, way.front_s + delay_s, way.edge_mm, way.tumble, way.stop)


def _span_us(span_s: tuple[float, float]) -> Span:
    return round(1e6 * span_s[0]), round(1e6 * span_s[1])


def _window_us(way: _Way) -> tuple[int, int, int, int]:
    begins = _span_us(way.over_s(WINDOW_MM_AT - WINDOW_MM / 2))
    ends = _span_us(way.over_s(WINDOW_MM_AT + WINDOW_MM / 2))
    first, full, thin, last = begins[0], ends[0], begins[1], ends[1]
    return first, max(full, first + 1), max(thin, full + 1, first + 1), max(last, thin + 1)


def _tilted(profile: tuple[int, int, int, int], tilt: float) -> tuple[int, int, int, int]:
    clear, red, green, blue = (round(counts * tilt) for counts in profile)
    return clear, red, green, blue


def darks(cubes: Iterable[FallingCube]) -> tuple[Interval, ...]:
    """Return when which beam is dark; gaps that a beam cannot see are closed."""
    found: list[Interval] = []
    ordered = sorted(cubes, key=lambda cube: (cube.lane, cube.a_us))
    for beam in (0, 1):
        open_: Interval | None = None
        for cube in ordered:
            span = cube.b_us if beam else cube.a_us
            seen_us = 1e6 * SEEN_GAP_MM / max(cube.speed_mm_s, 1)
            if (
                open_ is not None
                and open_.lane == cube.lane
                and span[0] - open_.span_us[1] < seen_us
            ):
                until = max(open_.span_us[1], span[1])
                open_ = Interval(cube.lane, beam, (open_.span_us[0], until))
            else:
                if open_ is not None:
                    found.append(open_)
                open_ = Interval(cube.lane, beam, span)
        if open_ is not None:
            found.append(open_)
    return tuple(found)


def passages(cubes: Iterable[FallingCube], intervals: Iterable[Interval]) -> tuple[Passage, ...]:
    """Return what is one to beam A, in the order in which it begins."""
    cubes = tuple(cubes)
    found = []
    for interval in intervals:
        if interval.beam:
            continue
        start, end = interval.span_us
        inside = sorted(
            (c for c in cubes if c.lane == interval.lane and start <= c.a_us[0] <= end),
            key=lambda cube: cube.a_us,
        )
        hints = [
            name
            for name, holds in (
                ("touching", any(cube.touches for cube in inside)),
                ("tumbling", any(cube.tumbles for cube in inside)),
                ("sticking", any(cube.sticks for cube in inside)),
            )
            if holds
        ]
        colours = tuple(cube.colour for cube in inside)
        found.append(Passage(interval.lane, colours, interval.span_us, tuple(hints)))
    return tuple(sorted(found, key=lambda passage: passage.a_us))


def glitches(
    chance: Random, count: int, end_us: int, per_s: float, taken: Iterable[Interval]
) -> tuple[Interval, ...]:
    """Return darkenings without a cube, none within 1 ms of a cube's.

    Args:
        chance: decides.
        count: number of lanes.
        end_us: until when.
        per_s: how many a second and beam.
        taken: dark intervals of cubes.
    """
    if per_s <= 0:
        return ()
    found = []
    taken = tuple(taken)
    for lane in range(count):
        for beam in (0, 1):
            at_us = chance.expovariate(per_s) * 1e6
            while at_us < end_us:
                span = (int(at_us), int(at_us) + chance.randint(*_GLITCH_US))
                near = any(
                    each.lane == lane
                    and each.beam == beam
                    and each.span_us[0] - 1000 < span[1]
                    and span[0] < each.span_us[1] + 1000
                    for each in taken
                )
                if not near:
                    found.append(Interval(lane, beam, span))
                at_us += chance.expovariate(per_s) * 1e6 + 1000
    return tuple(found)


def spread(chance: Random, scale: float) -> float:
    """Return a deviation of standard deviation ``scale``, within two and a half of them."""
    return scale * max(-2.5, min(2.5, chance.gauss(0, 1)))

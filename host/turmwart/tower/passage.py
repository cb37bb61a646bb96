"""What passed the two light beams of a lane: how many cubes, of which colours, and how sure.

A body shorter than the beams' gap leaves beam A before its front comes to beam B, whatever its
speed and even if it stops on the way. So the order of the four edges alone tells one cube from two
that touch. Lengths, reckoned from the times under a constant acceleration, tell more, and disagree
with one another where a body turned, stopped or fell apart: then the answer bears doubt.

Beam A may see one body where beam B sees two, and the other way round. Passages that belong
together are judged together: all that A saw must have come to B.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from turmwart.tower.colour import UNSEEN, Channels, Palette, Sorted, classify
from turmwart.tower.geometry import AS_BUILT, Geometry, Motion, mean_motion
from turmwart.tower.light import (
    Body,
    Light,
    LightSample,
    bright_light,
    dark_light,
    light_of,
    standing_light,
    tilted,
    whole,
)

DOUBT_LIMIT = 200
"""Doubt of a number of cubes, per mille, from which the table is asked."""
_SLACK_MM = 0.9
"""Error of a length reckoned with a fitted acceleration."""
_LOOSE_SLACK_MM = 1.4
"""The same with the acceleration that the slope should give."""
_DIAGONAL = 1.42
"""Longest shadow of a cube that turns, in edges."""
_SLIDE_SPAN_MM_S2 = 9_000.0
"""Farthest that the acceleration of a body that slides freely is from the slope's."""
_NEAR_MM = 0.6
"""How much nearer than reckoned a neighbour may be, for its light."""
_FASTEST = 1.4
"""Faster than the fastest cube by so many times, two bodies were taken for one."""
_HELD = 0.15
"""Seconds between the beams, or longer at B than at A, of a body that stood on its way."""
_UNLIKE = 1.7
"""Times that two bodies of one train are dark, by which the longer may be two cubes."""
_TOGETHER_MS = 400
"""Passages farther apart have nothing to do with each other."""
_CLUSTER_MOST = 12
"""Most passages that are judged together."""
_MOST_HELD = 4
"""Most cubes that what is held up can be: a lane holds no more between its beams."""
_MOST_TRAIN = 12
"""Most cubes in contact."""
_NONE = (0, 0)
_ONE = (1, 1)
_TICKS_PERIOD = 1 << 30

_FOREIGN_LIMIT = 0.12
"""Share of another cube's light from which a colour is not sure."""

_SURE = 0
_UNSURE = 500
_BLIND = 1000


@dataclass(frozen=True, slots=True)
class Passage:
    """One dark interval of beam A with its dark interval of beam B, as the board tells it.

    Attributes:
        lane: number of the lane.
        ticks_ms: board time when B became light.
        a_dark_us: how long A was dark; 0 where only B saw it.
        ab_us: from A dark to B dark.
        b_dark_us: how long B was dark; 0 where only A saw it.
        gap_ms: how long A was light before; None for long.
        samples: of the colour sensor.
        empty: what the empty window looks like, by channel; None where the board does
            not tell.
        saturated: a channel stood at its end.
        dim: the sensor is blinded by foreign light: colours are not to be trusted.
        stood: something stood in the lane for seconds.
        torn: the times may be wrong.
    """

    lane: int
    ticks_ms: int
    a_dark_us: int
    ab_us: int
    b_dark_us: int
    gap_ms: int | None
    samples: tuple[LightSample, ...] = ()
    empty: Channels | None = None
    saturated: bool = False
    dim: bool = False
    stood: bool = False
    torn: bool = False

    @property
    def only_a(self) -> bool:
        """Whether beam B saw nothing."""
        return self.b_dark_us == 0

    @property
    def only_b(self) -> bool:
        """Whether beam A saw nothing of its own."""
        return self.a_dark_us == 0


@dataclass(frozen=True, slots=True)
class Judged:
    """What one passage, or several that belong together, was.

    Attributes:
        cubes: colour of each cube, in the order they fell.
        doubt_permille: of the number of cubes: 0 (sure) to 1000.
        reason: why there is doubt, one word; empty where there is none.
        first: index of the first of its passages among those judged.
    """

    cubes: tuple[Sorted, ...]
    doubt_permille: int
    reason: str
    first: int = 0

    @property
    def doubtful(self) -> bool:
        """Whether the table has to be asked how many cubes it was."""
        return self.doubt_permille >= DOUBT_LIMIT


Span = tuple[int, int]
"""Least and greatest number of cubes that can have been there."""


@dataclass(frozen=True, slots=True)
class _Count:
    """Cubes that one passage shows at each beam.

    Attributes:
        at_a, at_b: what each beam alone allows.
        short: it is too short for a cube.
        crossed: the beams saw two different bodies, or one faster than any cube.
    """

    at_a: Span
    at_b: Span
    short: bool = False
    crossed: bool = False


@dataclass(frozen=True, slots=True)
class _Cluster:
    """Passages ``start`` to ``end`` of a lane, which are judged together."""

    start: int
    end: int


def judge(passage: Passage, geometry: Geometry, palette: Palette) -> Judged:
    """Judge one passage by itself; see :func:`judge_all`."""
    return judge_all((passage,), palette, geometry)[0]


def judge_all(
    passages: Iterable[Passage], palette: Palette, geometry: Geometry = AS_BUILT
) -> tuple[Judged, ...]:
    """Judge passages of one board, in the order they came.

    Args:
        passages: of any lanes.
        palette: the colours that can be there.
        geometry: of the lanes.

    Returns:
        What they were, by the first passage of each; together they take up all passages.
    """
    lanes: dict[int, list[tuple[int, Passage]]] = {}
    for index, passage in enumerate(passages):
        lanes.setdefault(passage.lane, []).append((index, passage))
    judged = [found for lane in lanes.values() for found in _judge_lane(lane, palette, geometry)]
    return tuple(sorted(judged, key=lambda found: found.first))


def motion_of(passage: Passage, geometry: Geometry) -> tuple[Motion, bool]:
    """How the front of a passage moved, and whether the times fit a body sliding freely."""
    slide = geometry.slide_mm_s2
    ab = max(1, passage.ab_us) / 1e6
    expected = mean_motion(geometry.beam_gap_mm, ab, slide)
    if expected.speed_mm_s < geometry.speed_min_mm_s / 4:
        # Slower than the slope allows: it was held up, so take it for even.
        expected = mean_motion(geometry.beam_gap_mm, ab, 0.0)
    if passage.only_a or passage.only_b or _stood(passage):
        return expected, False
    back = (passage.ab_us + passage.b_dark_us - passage.a_dark_us) / 1e6
    if back <= 0:
        return expected, False
    apart = passage.a_dark_us / 1e6 + back / 2 - ab / 2
    fitted = (geometry.beam_gap_mm / back - geometry.beam_gap_mm / ab) / apart
    if abs(fitted - slide) > _SLIDE_SPAN_MM_S2:
        return expected, False
    found = mean_motion(geometry.beam_gap_mm, ab, fitted)
    free = geometry.speed_min_mm_s / 2 < found.speed_mm_s < geometry.speed_max_mm_s * 1.3
    return (found, True) if free else (expected, False)


def _stood(passage: Passage) -> bool:
    """Whether it stood on its way, so that no place can be reckoned."""
    return max(passage.ab_us, passage.b_dark_us - passage.a_dark_us) / 1e6 > _HELD


def _judge_lane(
    lane: Sequence[tuple[int, Passage]], palette: Palette, geometry: Geometry
) -> list[Judged]:
    judged = []
    passages = [passage for _, passage in lane]
    counts = [_count(passage, geometry) for passage in passages]
    for cluster in _clusters(passages, counts):
        start, end = cluster.start, cluster.end
        number, doubt, reason = _together(passages[start:end], counts[start:end])
        lights = _lights(passages, counts, cluster, geometry)
        judged.append(Judged(_colours(lights, number, palette), doubt, reason, lane[start][0]))
    return judged


# -- how many ------------------------------------------------------------------------------------


def _count(passage: Passage, geometry: Geometry) -> _Count:
    """How many cubes each beam allows."""
    if passage.only_a or passage.only_b:
        span = _span_by_time(max(passage.a_dark_us, passage.b_dark_us) / 1e6, geometry)
        return _Count(span, _NONE) if passage.only_a else _Count(_NONE, span)
    motion, free = motion_of(passage, geometry)
    length = motion.at(passage.a_dark_us / 1e6)
    single = passage.a_dark_us < passage.ab_us
    if free:
        span = _ONE if single else _span(length, geometry, _SLACK_MM)
        return _Count(span, span, length < geometry.edge_min_mm - 2 * _SLACK_MM)
    if _crossed(passage, geometry):
        return _Count(
            _span_by_time(passage.a_dark_us / 1e6, geometry),
            _span_by_time(passage.b_dark_us / 1e6, geometry),
            crossed=True,
        )
    at_b = _span(_length_at_b(passage, motion), geometry, _LOOSE_SLACK_MM)
    # What is held up seems longer than it is, so the least number is not to be trusted.
    held = geometry.beam_gap_mm / geometry.speed_min_mm_s < passage.ab_us / 1e6
    if single:
        return _Count(_ONE, (1, at_b[1]))
    if held:
        return _Count((1, _MOST_HELD), (1, _MOST_HELD))
    at_a = _span(length, geometry, _LOOSE_SLACK_MM)
    return _Count(at_a, (1, at_b[1]) if at_b[1] > 1 else at_b)


def _crossed(passage: Passage, geometry: Geometry) -> bool:
    """Whether the beams saw two different bodies: none is so fast."""
    fastest = geometry.beam_gap_mm / (_FASTEST * geometry.speed_max_mm_s)
    return not passage.only_a and not passage.only_b and passage.ab_us / 1e6 < fastest


def _length_at_b(passage: Passage, motion: Motion) -> float:
    start = passage.ab_us / 1e6
    return motion.at(start + passage.b_dark_us / 1e6) - motion.at(start)


def _span(length: float, geometry: Geometry, slack: float) -> Span:
    """How many cubes in contact can be so long; one of them may be turning."""
    turned = (_DIAGONAL - 1) * geometry.edge_max_mm
    most = max(1, int((length + slack) / geometry.edge_min_mm))
    least = max(1, math.ceil((length - slack - turned) / geometry.edge_max_mm))
    if least > _MOST_TRAIN:
        # No train is so long: the speed was another than it seemed.
        return 1, _MOST_TRAIN
    return min(least, most), min(most, _MOST_TRAIN)


def _span_by_time(dark: float, geometry: Geometry) -> Span:
    """The same by the time that one beam was dark, at any speed."""
    longest = geometry.edge_max_mm * _DIAGONAL / geometry.speed_min_mm_s
    return _ONE if dark <= longest else (1, _MOST_HELD)


def _clusters(passages: Sequence[Passage], counts: Sequence[_Count]) -> list[_Cluster]:
    """Which passages belong together: all that A saw comes to B."""
    clusters: list[_Cluster] = []
    at = 0
    while at < len(passages):
        end = at + 1
        while end < len(passages) and _linked(passages, end) and not _meet(counts[at:end]):
            end += 1
        if not _meet(counts[at:end]):
            end = at + 1
        # What only one beam saw was part of something that came before.
        start, joined = at, 0
        while not _meet(counts[start:end]) and joined < len(clusters) and _linked(passages, start):
            joined += 1
            start = clusters[-joined].start
            if end - start > _CLUSTER_MOST:
                break
        if joined and end - start <= _CLUSTER_MOST:
            del clusters[-joined:]
        else:
            start = at
        clusters.append(_Cluster(start, end))
        at = end
    return clusters


def _linked(passages: Sequence[Passage], index: int) -> bool:
    """Whether a passage may have to do with the one before it.

    It came soon after it; or A alone saw the one and B alone the other: cubes come to B in the
    order in which they left A, so it is one that stood unseen in between, however long.
    """
    if index == 0:
        return False
    before, after = passages[index - 1], passages[index]
    apart = (after.ticks_ms - before.ticks_ms) % _TICKS_PERIOD
    return apart <= _TOGETHER_MS or (before.only_a and after.only_b)


def _meet(counts: Sequence[_Count]) -> Span | None:
    """The numbers that both beams allow; None where there is none."""
    least = max(sum(c.at_a[0] for c in counts), sum(c.at_b[0] for c in counts))
    most = min(sum(c.at_a[1] for c in counts), sum(c.at_b[1] for c in counts))
    return (least, most) if least <= most else None


def _together(passages: Sequence[Passage], counts: Sequence[_Count]) -> tuple[int, int, str]:
    """Number of cubes of passages that belong together, its doubt and the reason."""
    span = _meet(counts)
    if span is None:
        least_a, least_b = sum(c.at_a[0] for c in counts), sum(c.at_b[0] for c in counts)
        number, doubt, reason = max(least_a, least_b), _UNSURE, "unequal"
    elif span[0] < span[1]:
        number, doubt, reason = span[0], _UNSURE, "long"
    else:
        number, doubt, reason = span[0], _SURE, ""
    if len(counts) == 1 and counts[0].crossed:
        doubt, reason = _UNSURE, "fast"
    if len(counts) > 1 and doubt == _SURE and _is_length_needed(passages, number):
        doubt, reason = _UNSURE, "unequal"
    if any(count.short for count in counts):
        doubt, reason = _UNSURE, "short"
    if any(passage.torn for passage in passages):
        doubt, reason = _BLIND, "torn"
    return number, doubt, reason


def _is_length_needed(passages: Sequence[Passage], number: int) -> bool:
    """Whether a number rests on lengths, where which body at A is which at B is itself a guess.

    Lengths come of the time from A to B. In passages judged together that time may be of two
    bodies, and a sum of such lengths may fit by chance. Only as many bodies as one of the beams
    saw apart need no length.
    """
    at_a = [passage.a_dark_us for passage in passages if passage.a_dark_us]
    at_b = [passage.b_dark_us for passage in passages if passage.b_dark_us]
    if number != max(len(at_a), len(at_b)):
        return True
    # One of the bodies may be two: neighbours of a train pass a beam in much the same time.
    apart = at_b if len(at_b) >= len(at_a) else at_a
    return max(apart) > _UNLIKE * min(apart)


# -- which colours -------------------------------------------------------------------------------


def _lights(
    passages: Sequence[Passage],
    counts: Sequence[_Count],
    cluster: _Cluster,
    geometry: Geometry,
) -> list[tuple[Light | None, bool]]:
    """Light of each cube of the passages together, and whether it is to be trusted."""
    lights: list[tuple[Light | None, bool]] = []
    for index in range(cluster.start, cluster.end):
        passage, count = passages[index], counts[index]
        motion, free = motion_of(passage, geometry)
        bodies = _bodies(passage, count, motion, geometry)
        beside = _neighbours(passages, index, motion, geometry)
        told = max(1, count.at_b[0])
        trusted = not (passage.dim or passage.saturated or _crossed(passage, geometry))
        for number, body in enumerate(bodies[:told]):
            others = [other for k, other in enumerate(bodies) if k != number] + beside
            if len(bodies) > 1:
                light = light_of(passage.samples, body, others, geometry)
            elif _stood(passage):
                light = standing_light(passage.samples)
            else:
                light = _single_light(passage, free, body, others, geometry)
            turned = not free or body.length_mm > geometry.edge_max_mm + _SLACK_MM
            if light is not None and turned:
                light = tilted(light)
            if light is not None:
                light = whole(light, passage.empty)
            lights.append((light, trusted))
    return lights


def _single_light(
    passage: Passage, free: bool, body: Body, others: Sequence[Body], geometry: Geometry
) -> Light | None:
    """Light of a cube that is a passage by itself."""
    samples = passage.samples
    light = light_of(samples, body, others, geometry)
    if light is None or not free:
        light = (
            bright_light(samples, others, geometry)
            or dark_light(samples, body, others, geometry)
            or light
        )
    return light


def _bodies(passage: Passage, count: _Count, motion: Motion, geometry: Geometry) -> list[Body]:
    """The cubes of one passage, the first first."""
    dark = passage.a_dark_us / 1e6
    length = motion.at(dark) if dark else geometry.edge_mm
    number = max(count.at_a[0], count.at_b[0], 1)
    if number == 1:
        return [Body(motion, length)]
    edge = length / number
    if count.at_b[0] < count.at_a[0]:
        # They have parted by beam B: the last one's back is what A saw leave.
        first = max(geometry.edge_min_mm, min(_length_at_b(passage, motion), edge))
        rest = (length - first) / (number - 1)
        starts = [0.0, *(first + rest * n for n in range(number - 1))]
        lengths = [first, *([rest] * (number - 1))]
    else:
        starts = [edge * n for n in range(number)]
        lengths = [edge] * number
    return [
        Body(motion, edge_mm, _time_of(motion, start, dark))
        for start, edge_mm in zip(starts, lengths, strict=True)
    ]


def _time_of(motion: Motion, way_mm: float, dark: float) -> float:
    """When the front is ``way_mm`` past beam A, by halving the time that A was dark."""
    low, high = 0.0, dark
    for _ in range(24):
        middle = (low + high) / 2
        low, high = (middle, high) if motion.at(middle) < way_mm else (low, middle)
    return high


def _neighbours(
    passages: Sequence[Passage], index: int, motion: Motion, geometry: Geometry
) -> list[Body]:
    """Cubes of the passages before and after, as far as their light may mix in.

    Gaps are told in whole milliseconds: the smallest that is possible is taken. What is not known
    to slide freely is taken to move as this one does.
    """
    near = []
    passage = passages[index]
    if index and passage.gap_ms is not None and not passage.only_b:
        before = passages[index - 1]
        gap = passage.gap_ms / 1e3
        moves, free = motion_of(before, geometry)
        if free:
            length = moves.at(before.a_dark_us / 1e6) + _NEAR_MM
            near.append(Body(moves, length, -(gap + before.a_dark_us / 1e6)))
        else:
            edge = geometry.edge_mm + 2 * _NEAR_MM
            speed = max(motion.speed_mm_s, geometry.speed_min_mm_s)
            near.append(Body(motion, edge, -(gap + (geometry.edge_mm + _NEAR_MM) / speed)))
    if index + 1 < len(passages):
        after = passages[index + 1]
        if after.gap_ms is not None and not after.only_b:
            moves, free = motion_of(after, geometry)
            moves = moves if free else motion
            speed = max(moves.speed_mm_s, geometry.speed_min_mm_s)
            late = passage.a_dark_us / 1e6 + after.gap_ms / 1e3 - _NEAR_MM / speed
            near.append(Body(moves, geometry.edge_mm + 2 * _NEAR_MM, late))
    return near


def _colours(
    lights: Sequence[tuple[Light | None, bool]], number: int, palette: Palette
) -> tuple[Sorted, ...]:
    cubes = [_colour(light, trusted, palette) for light, trusted in lights]
    return tuple(cubes[:number] + [UNSEEN] * (number - len(cubes)))


def _colour(light: Light | None, trusted: bool, palette: Palette) -> Sorted:
    if light is None:
        return UNSEEN
    found = classify(light.counts, palette, blur=light.blur)
    doubt = found.doubt
    if not trusted or light.foreign > _FOREIGN_LIMIT:
        doubt = max(doubt, _UNSURE)
    return Sorted(found.colour, found.runner_up, doubt)

"""What passed the two light beams of a lane: how many cubes, of which colours, and how sure.

A body shorter than the beams' gap leaves beam A before its front comes to beam B, whatever its
speed and even if it stops on the way. So the order of the four edges alone tells one cube from two
that touch. Lengths, reckoned from the times under a constant acceleration, tell more, and disagree
with one another where a body turned, stopped or fell apart: then the answer bears doubt.

Beam A may see one body where beam B sees two, and the other way round. Passages that belong
together are judged together: all that A saw must have come to B.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from turmwart.tower.colour import Palette, Sorted, classify
from turmwart.tower.geometry import AS_BUILT, Geometry, Motion, mean_motion
from turmwart.tower.light import Body, Light, LightSample, bright_light, light_of

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
_TOGETHER_MS = 400
"""Passages farther apart have nothing to do with each other."""
_TICKS_PERIOD = 1 << 30

_FOREIGN_LIMIT = 0.12
"""Share of another cube's light from which a colour is not sure."""
_COVER_LIMIT = 0.35
"""How much of the window a cube must have covered, in all samples, for its colour to be sure."""

_SURE = 0
_ODD = 120
"""Something looks unusual, the number does not hang on it."""
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
        saturated: a channel stood at its end.
        dim: the sensor failed or is blinded by foreign light: colours are not to be trusted.
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


@dataclass(frozen=True, slots=True)
class _Count:
    """Cubes that one passage shows at each beam."""

    at_a: int
    at_b: int
    doubt: int = _SURE
    reason: str = ""


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
    if passage.only_a or passage.only_b:
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


def _judge_lane(
    lane: Sequence[tuple[int, Passage]], palette: Palette, geometry: Geometry
) -> list[Judged]:
    judged = []
    passages = [passage for _, passage in lane]
    counts = [_count(passage, geometry) for passage in passages]
    at = 0
    while at < len(lane):
        end = _cluster_end(passages, counts, at)
        number, doubt, reason = _together(passages[at:end], counts[at:end])
        lights = _lights(passages, counts, at, end, geometry)
        cubes = _colours(lights[:number], number, palette)
        judged.append(Judged(cubes, doubt, reason, lane[at][0]))
        at = end
    return judged


# -- how many ------------------------------------------------------------------------------------


def _count(passage: Passage, geometry: Geometry) -> _Count:
    """How many cubes each beam saw."""
    motion, free = motion_of(passage, geometry)
    length = motion.at(passage.a_dark_us / 1e6)
    if passage.only_a or passage.only_b:
        # The speed is unknown: one at the usual speed, more only if it took very long.
        dark = max(passage.a_dark_us, passage.b_dark_us) / 1e6
        longest = geometry.edge_max_mm * _DIAGONAL / geometry.speed_min_mm_s
        doubt, reason = (_SURE, "") if dark <= longest else (_UNSURE, "slow")
        return _Count(int(passage.only_a), int(passage.only_b), doubt, reason)
    if passage.a_dark_us < passage.ab_us:
        if free:
            least = geometry.edge_min_mm - 2 * _SLACK_MM
            return _Count(1, 1, *((_SURE, "") if length >= least else (_UNSURE, "short")))
        at_b, doubt, reason = _fitting(_length_at_b(passage, motion), geometry, _LOOSE_SLACK_MM)
        return _Count(1, at_b, min(doubt, _ODD) if at_b == 1 else doubt, reason)
    slack = _SLACK_MM if free else _LOOSE_SLACK_MM
    at_a, doubt, reason = _fitting(length, geometry, slack)
    if free:
        return _Count(at_a, at_a, doubt, reason)
    at_b, doubt_b, reason_b = _fitting(_length_at_b(passage, motion), geometry, slack)
    return _Count(at_a, at_b, max(doubt, doubt_b), reason or reason_b)


def _length_at_b(passage: Passage, motion: Motion) -> float:
    start = passage.ab_us / 1e6
    return motion.at(start + passage.b_dark_us / 1e6) - motion.at(start)


def _fitting(length: float, geometry: Geometry, slack: float) -> tuple[int, int, str]:
    """Number of cubes in contact that are as long, with the doubt of it."""
    least, most = geometry.edge_min_mm, geometry.edge_max_mm
    if length < least - 2 * slack:
        return 1, _UNSURE, "short"
    if length <= most * _DIAGONAL:
        # One that turns; two of the smallest are longer.
        return 1, _SURE if length <= 2 * least - 2 * slack else _UNSURE, "turning"
    fits = [n for n in range(2, 64) if n * least - slack <= length <= n * most + slack]
    if len(fits) == 1:
        return fits[0], _SURE, ""
    return max(2, round(length / geometry.edge_mm)), _UNSURE, "long"


def _cluster_end(passages: Sequence[Passage], counts: Sequence[_Count], at: int) -> int:
    """Where the passages that belong to the one at ``at`` end."""
    owed = counts[at].at_a - counts[at].at_b
    end = at + 1
    while owed and end < len(passages):
        apart = (passages[end].ticks_ms - passages[end - 1].ticks_ms) % _TICKS_PERIOD
        if apart > _TOGETHER_MS:
            break
        owed += counts[end].at_a - counts[end].at_b
        end += 1
    return end


def _together(passages: Sequence[Passage], counts: Sequence[_Count]) -> tuple[int, int, str]:
    """Number of cubes of passages that belong together, its doubt and the reason."""
    at_a = sum(count.at_a for count in counts)
    at_b = sum(count.at_b for count in counts)
    worst = max(counts, key=lambda count: count.doubt)
    doubt, reason = worst.doubt, worst.reason
    if at_a != at_b:
        doubt, reason = _UNSURE, "unequal"
    if any(passage.torn for passage in passages):
        doubt, reason = _BLIND, "torn"
    return max(at_a, at_b), doubt, reason if doubt else ""


# -- which colours -------------------------------------------------------------------------------


def _lights(
    passages: Sequence[Passage],
    counts: Sequence[_Count],
    at: int,
    end: int,
    geometry: Geometry,
) -> list[tuple[Light | None, bool]]:
    """Light of each cube of the passages ``at`` to ``end``, and whether it is to be trusted."""
    lights: list[tuple[Light | None, bool]] = []
    for index in range(at, end):
        passage, count = passages[index], counts[index]
        motion, free = motion_of(passage, geometry)
        bodies = _bodies(passage, count, motion, geometry)
        near = _neighbours(passages, index, motion, bodies, geometry)
        told = max(1, count.at_b)
        trusted = not passage.dim and not passage.saturated
        for number, body in enumerate(bodies[:told]):
            others = [other for k, other in enumerate(bodies) if k != number] + near
            light = light_of(passage.samples, body, others, geometry)
            if (light is None or not free) and len(bodies) == 1:
                light = bright_light(passage.samples)
            lights.append((light, trusted))
    return lights


def _bodies(passage: Passage, count: _Count, motion: Motion, geometry: Geometry) -> list[Body]:
    """The cubes of one passage, the first first."""
    dark = passage.a_dark_us / 1e6
    length = motion.at(dark) if dark else geometry.edge_mm
    number = max(count.at_a, count.at_b, 1)
    if number == 1:
        return [Body(motion, length)]
    edge = length / number
    if count.at_b < count.at_a:
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
    passages: Sequence[Passage],
    index: int,
    motion: Motion,
    bodies: Sequence[Body],
    geometry: Geometry,
) -> list[Body]:
    """Cubes of the passages before and after, as far as their light may mix in.

    They are taken to move as this one does. Gaps are told in whole milliseconds: the smallest
    that is possible is taken.
    """
    near = []
    passage = passages[index]
    edge = geometry.edge_mm
    if index and passage.gap_ms is not None and not passage.only_b:
        speed = max(motion.speed_mm_s, geometry.speed_min_mm_s)
        near.append(Body(motion, edge, -(passage.gap_ms / 1e3 + edge / speed)))
    if index + 1 < len(passages):
        after = passages[index + 1]
        if after.gap_ms is not None and not after.only_b:
            near.append(Body(motion, edge, passage.a_dark_us / 1e6 + after.gap_ms / 1e3))
    return near


def _colours(
    lights: Sequence[tuple[Light | None, bool]], number: int, palette: Palette
) -> tuple[Sorted, ...]:
    cubes = [_colour(light, trusted, palette) for light, trusted in lights]
    blank = Sorted(palette[0].colour, "", _BLIND)
    return tuple(cubes[:number] + [blank] * (number - len(cubes)))


def _colour(light: Light | None, trusted: bool, palette: Palette) -> Sorted:
    if light is None:
        return Sorted(palette[0].colour, "", _BLIND)
    found = classify(light.counts, palette)
    doubt = found.doubt
    if not trusted or light.foreign > _FOREIGN_LIMIT or light.cover < _COVER_LIMIT:
        doubt = max(doubt, _UNSURE)
    return Sorted(found.colour, found.runner_up, doubt)

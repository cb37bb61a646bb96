"""Line drawings as SVG: solids seen along a direction, hidden lines left out, with labels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import build123d as b3d

Vector = tuple[float, float, float]

LINE = 0.35  # width of a line, mm on paper
TEXT = 3.4  # height of letters, mm on paper
MARGIN = 4.0
CURVE_STEPS = 20
ADVANCE = 0.56  # mean width of a letter in heights


@dataclass(frozen=True, slots=True)
class Label:
    """Words with a line to what they name.

    Attributes:
        text: what is written.
        at: the point named, in the solids' frame, mm.
        offset: from there to the words on paper, mm, y upwards; (0, 0) centres them on the point.
    """

    text: str
    at: Vector
    offset: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """A dashed line between two points in the solids' frame: where something goes."""

    start: Vector
    end: Vector


@dataclass(frozen=True, slots=True)
class Measure:
    """A dimension between two points in the solids' frame, drawn beside them.

    Attributes:
        start, end: the points, mm.
        away: from them to the dimension's line on paper, mm, y upwards.
    """

    start: Vector
    end: Vector
    away: tuple[float, float]


def _cross(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def _unit(a: Vector) -> Vector:
    norm = math.hypot(*a)
    return (a[0] / norm, a[1] / norm, a[2] / norm)


@dataclass(frozen=True, slots=True)
class Camera:
    """Where one looks from: a direction towards the eye, and what is up on paper."""

    towards_eye: Vector
    up: Vector = (0.0, 0.0, 1.0)

    def project(self, point: Vector) -> tuple[float, float]:
        """(right, up) on paper of a point, without perspective."""
        eye = _unit(self.towards_eye)
        right = _unit(_cross(self.up, eye))
        up = _cross(eye, right)
        return (
            sum(a * b for a, b in zip(point, right, strict=True)),
            sum(a * b for a, b in zip(point, up, strict=True)),
        )


def strokes(solids: Sequence[Any], camera: Camera) -> list[list[tuple[float, float]]]:
    """The visible edges of solids as polylines on paper, mm, y upwards."""
    eye = tuple(1000 * c for c in _unit(camera.towards_eye))
    visible, _ = b3d.Compound(children=list(solids)).project_to_viewport(eye, camera.up, (0, 0, 0))
    lines = []
    for edge in visible:
        steps = 1 if edge.geom_type == b3d.GeomType.LINE else CURVE_STEPS
        points = [edge.position_at(i / steps) for i in range(steps + 1)]
        lines.append([(point.X, point.Y) for point in points])
    return lines


def svg(
    solids: Sequence[Any],
    camera: Camera,
    labels: Sequence[Label] = (),
    lines: Sequence[Line] = (),
    measures: Sequence[Measure] = (),
    *,
    title: str,
    scale: float = 1.0,
) -> str:
    """Draw solids.

    Args:
        solids: of build123d.
        camera: where one looks from.
        labels: words with lines to their points.
        lines: dashed lines.
        measures: dimensions, in mm of the solids.
        title: what the picture shows, for those who cannot see it.
        scale: mm on paper for a mm of the solids.
    """
    paths = [[(x * scale, -y * scale) for x, y in line] for line in strokes(solids, camera)]
    words = []
    for label in labels:
        x, y = camera.project(label.at)
        x, y = x * scale, -y * scale
        words.append((label.text, (x, y), (x + label.offset[0], y - label.offset[1])))
    dashes = []
    for dash in lines:
        ends = [camera.project(dash.start), camera.project(dash.end)]
        dashes.append([(x * scale, -y * scale) for x, y in ends])
    sizes = []
    for measure in measures:
        ends = [camera.project(measure.start), camera.project(measure.end)]
        flat = [(x * scale, -y * scale) for x, y in ends]
        sizes.append((flat, (measure.away[0], -measure.away[1]), f"{math.dist(*ends):.1f}"))
    return _page(paths, words, dashes, sizes, title)


def _page(
    paths: Sequence[Sequence[tuple[float, float]]],
    words: Sequence[tuple[str, tuple[float, float], tuple[float, float]]],
    dashes: Sequence[Sequence[tuple[float, float]]],
    sizes: Sequence[tuple[Sequence[tuple[float, float]], tuple[float, float], str]],
    title: str,
) -> str:
    spots = [point for path in (*paths, *dashes) for point in path]
    for text, at, end in words:
        reach = len(text) * TEXT * ADVANCE * (1 if end[0] >= at[0] else -1)
        starts = end[0] - reach if at == end else end[0]
        spots += [at, (starts, end[1]), (end[0] + reach, end[1] - TEXT), (end[0], end[1] + TEXT)]
    for ends, away, text in sizes:
        reach = len(text) * TEXT * ADVANCE
        for x, y in ends:
            spots += [
                (x + away[0] - reach, y + away[1] - TEXT),
                (x + away[0] + reach, y + away[1] + TEXT),
            ]
    left, top = min(x for x, _ in spots) - MARGIN, min(y for _, y in spots) - MARGIN
    right, low = max(x for x, _ in spots) + MARGIN, max(y for _, y in spots) + MARGIN
    outline = "".join(_path(path, left, top) for path in paths)
    dashed = "".join(_path(path, left, top) for path in dashes)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{right - left:.1f}mm" '
        f'height="{low - top:.1f}mm" viewBox="0 0 {right - left:.2f} {low - top:.2f}">',
        f"<title>{escape(title)}</title>",
        '<rect width="100%" height="100%" fill="white"/>',
        f'<path d="{outline}" fill="none" stroke="black" stroke-width="{LINE}" '
        'stroke-linecap="round"/>',
    ]
    if dashed:
        parts.append(
            f'<path d="{dashed}" fill="none" stroke="#06c" stroke-width="{LINE}" '
            'stroke-dasharray="1.5 1"/>'
        )
    for ends, away, text in sizes:
        parts += _size(ends, away, text, left, top)
    for text, at, end in words:
        x, y = end[0] - left, end[1] - top
        if math.dist(at, end) > TEXT:
            parts.append(
                f'<path d="{_path([at, end], left, top)}" stroke="#c30" stroke-width="0.25"/>'
            )
            parts.append(
                f'<circle cx="{at[0] - left:.2f}" cy="{at[1] - top:.2f}" r="0.6" fill="#c30"/>'
            )
        side, gap = ("start", 0.8) if end[0] >= at[0] else ("end", -0.8)
        if at == end:
            side, gap = "middle", 0.0
        parts.append(
            f'<text x="{x + gap:.2f}" y="{y + TEXT * 0.35:.2f}" font-family="sans-serif" '
            f'font-size="{TEXT}" text-anchor="{side}">{escape(text)}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])


def _size(
    ends: Sequence[tuple[float, float]],
    away: tuple[float, float],
    text: str,
    left: float,
    top: float,
) -> list[str]:
    """A dimension: two thin lines out, one between them with ticks, the number beside it."""
    far = [(x + away[0], y + away[1]) for x, y in ends]
    middle = ((far[0][0] + far[1][0]) / 2 - left, (far[0][1] + far[1][1]) / 2 - top)
    lines = [*zip(ends, far, strict=True), tuple(far)]
    lines += [((x - 0.9, y + 0.9), (x + 0.9, y - 0.9)) for x, y in far]
    drawn = "".join(_path(line, left, top) for line in lines)
    length = math.hypot(*away) or 1.0
    beside = len(text) * TEXT * ADVANCE / 2 if abs(away[0]) > abs(away[1]) else TEXT * 0.6
    x = middle[0] + away[0] / length * (beside + 0.8)
    y = middle[1] + away[1] / length * (beside + 0.4)
    return [
        f'<path d="{drawn}" fill="none" stroke="#06c" stroke-width="0.2"/>',
        f'<text x="{x:.2f}" y="{y + TEXT * 0.35:.2f}" font-family="sans-serif" fill="#06c" '
        f'font-size="{TEXT}" text-anchor="middle">{text}</text>',
    ]


def _path(points: Sequence[tuple[float, float]], left: float, top: float) -> str:
    steps = [f"{x - left:.2f} {y - top:.2f}" for x, y in points]
    return "M" + "L".join(steps)

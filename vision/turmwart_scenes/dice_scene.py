"""Rolls of dice on a table, arranged by chance from a seed, with the truth of each die."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass
from typing import Any

import numpy as np

from turmwart_scenes.render import Piece, Scene
from turmwart_scenes.surfaces import table_top

_UP_TO_VALUE = {(2, 1): 1, (2, -1): 6, (0, 1): 2, (0, -1): 5, (1, 1): 3, (1, -1): 4}


@dataclass(frozen=True, slots=True)
class DieTruth:
    """A die of a picture; pixels are those of the picture, origin upper left.

    ``value`` 0: it does not lie flat, or lies too steep to tell. ``face`` is (4, 2), the corners of
    the upper face; ``piece`` its number in the scene.
    """

    piece: int
    value: int
    centre_xy: tuple[float, float]
    face: np.ndarray
    side_px: float


def _linear(rgb: np.ndarray | tuple[float, ...]) -> np.ndarray:
    return np.asarray(np.power(np.clip(np.asarray(rgb, float), 0, 1), 2.2))


def _hsv(h: float, s: float, v: float) -> np.ndarray:
    return _linear(colorsys.hsv_to_rgb(h % 1.0, s, v))


def _luma(colour: np.ndarray) -> float:
    return float(np.dot(np.power(np.clip(colour, 0, 1), 1 / 2.2), [0.3, 0.59, 0.11]))


def body_colour(rng: np.random.Generator) -> np.ndarray:
    """A colour that dice are sold in, linear RGB."""
    kind = rng.random()
    if kind < 0.28:
        return _hsv(rng.uniform(0.08, 0.17), rng.uniform(0, 0.35), rng.uniform(0.75, 1.0))
    if kind < 0.42:
        return _hsv(rng.random(), rng.uniform(0, 0.3), rng.uniform(0.03, 0.22))
    if kind < 0.60:
        return _hsv(rng.normal(0.0, 0.015), rng.uniform(0.7, 1), rng.uniform(0.35, 0.95))
    if kind < 0.68:
        return _hsv(rng.uniform(0.02, 0.1), rng.uniform(0.5, 1), rng.uniform(0.2, 0.6))
    return _hsv(rng.random(), rng.uniform(0.35, 1), rng.uniform(0.15, 1.0))


def pip_colour(rng: np.random.Generator, body: np.ndarray) -> np.ndarray:
    """A colour of pips that can be told from ``body``."""
    faint = rng.random() < 0.15
    while True:
        kind = rng.random()
        if kind < 0.4:
            ink = _hsv(0, 0, rng.uniform(0.0, 0.15))
        elif kind < 0.8:
            ink = _hsv(rng.uniform(0.1, 0.16), rng.uniform(0, 0.2), rng.uniform(0.8, 1))
        else:
            ink = _hsv(
                rng.choice([0, 0.13, 0.6, 0.35, rng.random()]),
                rng.uniform(0.6, 1),
                rng.uniform(0.3, 1),
            )
        apart = abs(_luma(ink) - _luma(body)) + 0.25 * float(np.abs(ink**0.45 - body**0.45).max())
        if apart > (0.16 if faint else 0.42):
            return ink


def die_looks(rng: np.random.Generator) -> dict[str, Any]:
    """The looks of one make of dice, as fields of Piece."""
    body = body_colour(rng)
    pip = pip_colour(rng, body)
    style = rng.random()
    marble, clear, second = 0.0, 0.0, body
    if style < 0.22:
        marble = rng.uniform(0.2, 0.9)
        second = (
            body_colour(rng) if rng.random() < 0.5 else np.clip(body * rng.uniform(0.3, 2.2), 0, 1)
        )
        if abs(_luma(second) - _luma(pip)) < 0.2:
            second = body * 0.6
    elif style < 0.36:
        clear = rng.uniform(0.25, 0.85)
    sharp = rng.random()
    rounding = rng.uniform(0.02, 0.1) if sharp < 0.2 else rng.uniform(0.1, 0.45)
    ball = rng.uniform(1.28, 1.55) if rng.random() < 0.55 else 1.75
    radius = rng.uniform(0.065, 0.125)
    reach = 0.5 - radius - 0.04
    ace_radius, ace, mark = radius, pip, 0.0
    fancy = rng.random()
    if fancy < 0.18:
        ace_radius = min(0.3, radius * rng.uniform(1.1, 2.3))
        if rng.random() < 0.4:
            ace = pip_colour(rng, body)
    elif fancy < 0.27:
        ace_radius, mark = rng.uniform(0.18, 0.34), float(rng.integers(1, 4))
        if rng.random() < 0.4:
            ace = pip_colour(rng, body)
    return {
        "body": body,
        "pip": pip,
        "second": second,
        "marble": marble,
        "clear": clear,
        "rounding": rounding,
        "ball": ball,
        "pip_radius": radius,
        "pip_offset": min(rng.uniform(0.2, 0.31), reach),
        "pip_dent": rng.choice([0.0, rng.uniform(0.1, 0.9)], p=[0.3, 0.7]),
        "ace_radius": ace_radius,
        "ace": ace,
        "mark": mark,
        "gloss": rng.choice([rng.uniform(0, 0.08), rng.uniform(0.08, 0.7)]),
        "layout": float(rng.integers(0, 8)) + (8.0 if rng.random() < 0.12 else 0.0),
    }


def _yaw(angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def lying_turn(rng: np.random.Generator, value: int, angle: float) -> np.ndarray:
    """A turn (3, 3) with ``value`` up, its pattern at ``angle``; half are left-handed dice."""
    axis, sign = next(key for key, v in _UP_TO_VALUE.items() if v == value)
    up = np.zeros(3)
    up[axis] = sign
    across = np.zeros(3)
    across[(axis + 1 + int(rng.integers(0, 2))) % 3] = rng.choice([-1, 1])
    rows = np.array([across, np.cross(up, across), up])
    if rng.random() < 0.5:
        rows[0] *= -1
    return np.asarray(_yaw(angle) @ rows)


def value_up(turn: np.ndarray) -> tuple[int, float]:
    """The value on top of a piece turned by ``turn``, and the cosine of its slant (1: flat)."""
    heights = turn[2]
    axis = int(np.argmax(np.abs(heights)))
    return _UP_TO_VALUE[axis, 1 if heights[axis] > 0 else -1], float(abs(heights[axis]))


def _places(
    rng: np.random.Generator, count: int, room: tuple[float, float]
) -> list[tuple[float, float, float]]:
    """``count`` places (x, y, angle) on the table, unit squares that do not overlap; some touch."""
    placed: list[tuple[float, float, float]] = []
    close = rng.random() < 0.45
    angle_all = rng.uniform(0, np.pi / 2)
    for _ in range(count * 40):
        if len(placed) == count:
            break
        angle = float(rng.uniform(0, np.pi / 2))
        if placed and close and rng.random() < 0.75:
            x0, y0, a0 = placed[int(rng.integers(len(placed)))]
            if rng.random() < 0.4:
                angle, side = a0, a0 + np.pi / 2 * int(rng.integers(0, 4))
                gap = 1.0 + abs(rng.normal(0, 0.04))
                x, y = x0 + np.cos(side) * gap, y0 + np.sin(side) * gap
                slip = rng.normal(0, 0.25)
                x, y = x - np.sin(side) * slip, y + np.cos(side) * slip
            else:
                side, gap = rng.uniform(0, 2 * np.pi), rng.uniform(1.0, 1.55)
                x, y = x0 + np.cos(side) * gap, y0 + np.sin(side) * gap
        else:
            x, y = rng.uniform(-room[0], room[0]), rng.uniform(-room[1], room[1])
            if rng.random() < 0.1:
                angle = angle_all
        if abs(x) > room[0] or abs(y) > room[1]:
            continue
        if all(_apart((x, y, angle), other) for other in placed):
            placed.append((float(x), float(y), float(angle)))
    return placed


def _apart(a: tuple[float, float, float], b: tuple[float, float, float]) -> bool:
    """Two unit squares do not overlap (separating axes)."""
    delta = np.array([b[0] - a[0], b[1] - a[1]])
    if np.hypot(*delta) > 1.45:
        return True
    for angle in (a[2], a[2] + np.pi / 2, b[2], b[2] + np.pi / 2):
        axis = np.array([np.cos(angle), np.sin(angle)])
        wide = sum(0.5 * (abs(np.cos(t - angle)) + abs(np.sin(t - angle))) for t in (a[2], b[2]))
        if abs(delta @ axis) > wide - 0.03:
            return True
    return False


def roll_scene(
    rng: np.random.Generator,
    width_px: int,
    height_px: int,
    *,
    tops: list[np.ndarray] | None = None,
    flat: float = 0.985,
) -> tuple[Scene, list[DieTruth]]:
    """A roll of 0 to 20 dice with its surroundings.

    Args:
        rng: decides everything.
        width_px: of the picture the truth speaks of.
        height_px: the same.
        tops: table tops to choose from; None makes a new one.
        flat: share of dice that lie flat; the others lean on something.

    Returns:
        The scene and the truth of its dice, those out of the picture left out.
    """
    count = int(
        rng.choice(
            [0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20],
            p=[0.05, 0.1, 0.11, 0.12, 0.12, 0.12, 0.11, 0.1, 0.07, 0.05, 0.03, 0.02],
        )
    )
    most = min(0.33, 0.62 / np.sqrt(max(count, 1))) * width_px
    side_px = float(np.exp(rng.uniform(np.log(13), np.log(max(most, 16)))))
    tilt = np.radians(
        rng.choice(
            [rng.uniform(0, 12), rng.uniform(12, 35), rng.uniform(35, 52)], p=[0.45, 0.35, 0.2]
        )
    )
    tan_half = np.tan(np.radians(rng.uniform(20, 72)) / 2)
    away = width_px / 2 / tan_half / side_px
    away = max(away, 2.6)
    around = rng.uniform(0, 2 * np.pi)
    eye = away * np.array(
        [np.sin(tilt) * np.cos(around), np.sin(tilt) * np.sin(around), np.cos(tilt)]
    )
    forward = -eye / np.linalg.norm(eye)
    right = np.cross(
        forward, [-np.cos(around), -np.sin(around), 1e-3] if tilt < 0.05 else [0, 0, 1]
    )
    right /= np.linalg.norm(right)
    gaze = np.stack([right, np.cross(right, forward), forward], 1)
    lean = _yaw(rng.normal(0, 0.12) if rng.random() < 0.8 else rng.uniform(0, 6.3))
    gaze = gaze @ lean
    spread = (float(tan_half), float(tan_half * height_px / width_px))
    if rng.random() < 0.3:  # pictures squeezed by whoever stored them
        squeeze = rng.uniform(0.75, 1.33)
        spread = (spread[0] * squeeze, spread[1])
    reach = (away * spread[0] * 0.92, away * spread[1] * 0.92)
    places = _places(
        rng, count, (min(reach), min(reach)) if rng.random() < 0.5 else (max(reach), max(reach))
    )

    one_make = rng.random()
    make = die_looks(rng)
    pieces: list[Piece] = []
    dice = 0
    for x, y, angle in places:
        if one_make > 0.5 or rng.random() < 0.08:
            make = die_looks(rng)
        size = 1.0 if one_make < 0.6 else rng.uniform(0.8, 1.12)
        turn = lying_turn(rng, int(rng.integers(1, 7)), angle)
        lift = 0.0
        if rng.random() > flat:
            axis = rng.uniform(0, 2 * np.pi)
            slant = rng.uniform(0.2, 0.75)
            k = np.array([np.cos(axis), np.sin(axis), 0])
            cross = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
            turn = (np.eye(3) + np.sin(slant) * cross + (1 - np.cos(slant)) * cross @ cross) @ turn
            lift = size / 2 * (np.abs(turn[2]).sum() - 1) * 0.9
        pieces.append(
            Piece(
                np.array([x, y, size / 2 + lift]),
                size / 2,
                turn,
                seed=float(rng.uniform(0, 90)),
                **make,
            )
        )
        dice += 1
    if rng.random() < 0.25:
        for x, y, angle in _places(rng, int(rng.integers(1, 7)), (max(reach), max(reach))):
            if all(_apart((x, y, angle), p) for p in places) and len(pieces) < 28:
                kind = int(rng.integers(1, 4))
                size = rng.uniform(0.4, 0.98)
                thick = rng.uniform(0.15, 0.9)
                height = size / 2 * (thick if kind == 2 else 1.0)
                colour = body_colour(rng)
                pieces.append(
                    Piece(
                        np.array([x, y, height]),
                        size / 2,
                        _yaw(angle),
                        kind,
                        rng.uniform(0.02, 0.2),
                        thick if kind == 2 else 1.8,
                        float(rng.uniform(0, 90)),
                        body=colour,
                        second=colour,
                        gloss=rng.uniform(0, 0.3),
                    )
                )

    slope, side = np.radians(rng.uniform(25, 85)), rng.uniform(0, 2 * np.pi)
    lamp = np.array([np.cos(slope) * np.cos(side), np.cos(slope) * np.sin(side), np.sin(slope)])
    warm = np.array([1.0, rng.uniform(0.86, 1.0), rng.uniform(0.7, 1.05)])
    strength, fill = rng.uniform(0.15, 1.0), rng.uniform(0.25, 0.9)
    glow = np.zeros((4, 4))
    glow_colour = np.zeros((4, 3))
    for i in range(int(rng.integers(0, 5))):
        d = rng.normal(0, 1, 3)
        d[2] = abs(d[2]) * rng.uniform(0.5, 3)
        glow[i] = (*(d / np.linalg.norm(d)), rng.uniform(0.9, 0.998))
        glow_colour[i] = rng.uniform(0.5, 6)
    rim_at, rim_half = np.zeros((0, 3)), np.zeros((0, 3))
    if rng.random() < 0.25:
        angle_room = np.array([reach[0], reach[1]]) * rng.uniform(0.75, 1.15, 2) + 0.6
        tall, thick = rng.uniform(0.3, 2.2), rng.uniform(0.1, 0.8)
        wide, long = angle_room
        rim_at = np.array(
            [
                [wide + thick, 0, tall],
                [-wide - thick, 0, tall],
                [0, long + thick, tall],
                [0, -long - thick, tall],
            ]
        )
        rim_half = np.array(
            [
                [thick, long + 2 * thick, tall],
                [thick, long + 2 * thick, tall],
                [wide, thick, tall],
                [wide, thick, tall],
            ]
        )
    top = table_top(rng) if tops is None else tops[int(rng.integers(len(tops)))]
    span = away * spread[0] * 2
    scale = rng.uniform(0.4, 2.0) / span
    scene = Scene(
        pieces,
        eye,
        gaze,
        spread,
        lamp,
        warm * strength,
        float(np.exp(rng.uniform(np.log(1.2), np.log(24)))),
        np.array([1.0, rng.uniform(0.92, 1.05), rng.uniform(0.85, 1.15)]) * fill,
        np.full(3, fill * rng.uniform(0.15, 0.5)),
        glow,
        glow_colour,
        top,
        (scale, scale * rng.uniform(0.7, 1.4)),
        float(rng.choice([0.0, rng.uniform(0, 0.25)])),
        rim_at,
        rim_half,
        body_colour(rng),
    )
    return scene, truths(scene, dice, width_px, height_px)


def project(scene: Scene, points: np.ndarray, width_px: int, height_px: int) -> np.ndarray:
    """World points (N, 3) as pixels (N, 2)."""
    seen = (points - scene.eye) @ scene.gaze
    flat = seen[:, :2] / seen[:, 2:] / np.array(scene.spread)
    return np.stack([(flat[:, 0] + 1) / 2 * width_px, (1 - flat[:, 1]) / 2 * height_px], 1)


def truths(scene: Scene, dice: int, width_px: int, height_px: int) -> list[DieTruth]:
    """The truth of the first ``dice`` pieces of ``scene``.

    Those whose upper face has its middle out of the picture are left out.
    """
    found = []
    for number, piece in enumerate(scene.pieces[:dice]):
        value, slant = value_up(piece.turn)
        axis = int(np.argmax(np.abs(piece.turn[2])))
        up = piece.turn[:, axis] * np.sign(piece.turn[2, axis])
        a, b = piece.turn[:, (axis + 1) % 3], piece.turn[:, (axis + 2) % 3]
        centre = piece.centre + up * piece.half
        corners = np.array(
            [centre + (i * a + j * b) * piece.half for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        )
        pixels = project(scene, np.vstack([centre, corners]), width_px, height_px)
        x, y = pixels[0]
        if not (0 <= x < width_px and 0 <= y < height_px):
            continue
        edges = np.linalg.norm(np.roll(pixels[1:], 1, 0) - pixels[1:], axis=1)
        found.append(
            DieTruth(
                number,
                value if slant > 0.985 else 0,
                (float(x), float(y)),
                pixels[1:],
                float(edges.mean()),
            )
        )
    return found

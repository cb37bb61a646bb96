"""Where a camera stands to see dice, and what it truly sees of them; no physics, no OpenGL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart_scenes.dice_scene import project, value_up

if TYPE_CHECKING:
    from turmwart_scenes.render import Piece, Scene

Array = NDArray[np.float64]

FLAT = 0.985
"""Cosine of the slant (10 degrees) below which a die is cocked."""
RAISED = 0.12
"""Edges above the table from which a die lies on something."""
COVERED = 0.85
"""Share of the middle of an upper face below which it counts as covered."""
MIDDLE = 0.8
"""Share of a face's edge about its middle: rounded corners leave it whole, all pips are in it."""
MARGIN = 0.96
"""Share of the picture's half width and height within which all dice lie."""
NEAREST = 3.0


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A camera: ``eye`` (3,), ``gaze`` (3, 3) with the columns right, up and forward, ``spread``.

    ``spread`` holds the tangents of half the angles of view, across and up.
    """

    eye: Array
    gaze: Array
    spread: tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class SeenDie:
    """What is true of a die in a picture; px of that picture, origin upper left.

    Attributes:
        piece: its number in the scene.
        value: of the face that is uppermost, 1..6, also of a cocked die.
        centre_xy: middle of that face.
        side_px: mean edge of that face.
        slant: cosine between that face's normal and the vertical.
        shown: share of the middle of that face, all pips in it, that the camera sees, 0..1.
        reasons: of ``cocked``, ``stacked`` (lies on another piece), ``rim`` (lies on the rim) and
            ``covered``; empty for an honest die.
    """

    piece: int
    value: int
    centre_xy: tuple[float, float]
    side_px: float
    slant: float
    shown: float
    reasons: tuple[str, ...]


def corners(pieces: Sequence[Piece]) -> Array:
    """The corners (8 N, 3) of the boxes around ``pieces``."""
    unit = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    boxes = [piece.centre + piece.half * unit @ piece.turn.T for piece in pieces]
    return np.vstack([np.zeros((0, 3)), *boxes])


def aim(
    rng: np.random.Generator,
    points: Array,
    size_px: tuple[int, int],
    tilt: float,
    *,
    top: float = 0.0,
    edges_px: tuple[float, float] = (16.0, 300.0),
) -> View:
    """A camera that sees all ``points``.

    Args:
        rng: decides direction, distance, lens and lean.
        points: (N, 3) what must be in the picture; none: the table around its middle.
        size_px: width and height of the picture.
        tilt: angle to the vertical in radians, 0..1.2.
        top: height that the camera stays above.
        edges_px: least and greatest edge of an ordinary die; the least gives way to ``points``.
    """
    tan_half = float(np.tan(np.radians(rng.uniform(28, 68)) / 2))
    spread = (tan_half, tan_half * size_px[1] / size_px[0])
    around = rng.uniform(0, 2 * np.pi)
    level = np.array([np.cos(around), np.sin(around), 0.0])
    forward = -np.sin(tilt) * level - np.cos(tilt) * np.array([0, 0, 1.0])
    right = np.array([-np.sin(around), np.cos(around), 0.0])
    lean = rng.normal(0, 0.12) if rng.random() < 0.8 else rng.uniform(0, 6.3)
    up = np.cross(right, forward)
    c, s = np.cos(lean), np.sin(lean)
    gaze = np.stack([c * right + s * up, c * up - s * right, forward], 1)
    low, high = (points.min(0), points.max(0)) if len(points) else (np.zeros(3), np.zeros(3))
    middle = (low + high) / 2
    seen = (points - middle) @ gaze
    fits = np.abs(seen[:, :2]) / (MARGIN * np.array(spread)) - seen[:, 2:]
    px = size_px[0] / 2 / tan_half
    near = max(fits.max(initial=NEAREST), px / edges_px[1], (top + 1.0) / np.cos(tilt))
    far = max(near, px / edges_px[0])
    away = near * (far / near) ** (rng.random() ** 1.7)
    # What room is left over is used to put the dice off the middle.
    room = np.array(spread) * (away - near) * MARGIN
    aside = gaze[:, :2] @ (room * rng.uniform(-0.9, 0.9, 2))
    return View(middle - forward * away + aside, gaze, spread)


def judge(
    scene: Scene, dice: int, numbers: NDArray[np.uint8], size_px: tuple[int, int]
) -> list[SeenDie]:
    """What is true of the first ``dice`` pieces of ``scene`` in a picture of ``size_px``.

    Args:
        scene: what is drawn.
        dice: how many of its pieces are dice.
        numbers: (H, W), piece + 1 or 0 for each px, as the renderer gives them, of any size.
        size_px: width and height of the picture that the truth speaks of.
    """
    found = []
    for number, piece in enumerate(scene.pieces[:dice]):
        value, slant = value_up(piece.turn)
        face = upper_face(piece)
        px = project(scene, np.vstack([face.mean(0), face]), *size_px)
        edges = np.linalg.norm(np.roll(px[1:], 1, 0) - px[1:], axis=1)
        pips = px[0] + MIDDLE * (px[1:] - px[0])
        shown = _shown(pips * (numbers.shape[1] / size_px[0]), numbers == number + 1)
        reasons = resting_reasons(piece, scene.rim_at, scene.rim_half)
        if shown < COVERED:
            reasons = (*reasons, "covered")
        centre = (float(px[0, 0]), float(px[0, 1]))
        found.append(SeenDie(number, value, centre, float(edges.mean()), slant, shown, reasons))
    return found


def upper_face(piece: Piece) -> Array:
    """The corners (4, 3) of the uppermost face of a die."""
    axis = int(np.argmax(np.abs(piece.turn[2])))
    up = piece.turn[:, axis] * np.sign(piece.turn[2, axis])
    a, b = piece.turn[:, (axis + 1) % 3], piece.turn[:, (axis + 2) % 3]
    square = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return np.array([piece.centre + (up + i * a + j * b) * piece.half for i, j in square])


def resting_reasons(piece: Piece, rim_at: Array, rim_half: Array) -> tuple[str, ...]:
    """What is wrong with how a die lies: ``cocked``, ``stacked``, ``rim``, or nothing."""
    reasons = []
    if value_up(piece.turn)[1] < FLAT:
        reasons.append("cocked")
    lowest = float(piece.centre[2] - piece.half * np.abs(piece.turn[2]).sum())
    if lowest > RAISED:
        beside = np.abs(piece.centre - rim_at)[:, :2] - rim_half[:, :2] - piece.half * 1.45
        # On a rim: within its reach, and as high as it.
        high = np.abs(lowest - (rim_at + rim_half)[:, 2]) < RAISED
        on_rim = bool(np.any((beside < 0).all(1) & high))
        reasons.append("rim" if on_rim else "stacked")
    return tuple(reasons)


def _shown(face_px: Array, own: NDArray[np.bool_]) -> float:
    """The share of the polygon ``face_px`` (4, 2) in which ``own`` (H, W) is set."""
    height, width = own.shape
    low = np.floor(face_px.min(0)).astype(int)
    size = np.ceil(face_px.max(0)).astype(int) - low + 1
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(face_px - low).astype(np.int32), 1)
    x0, y0 = np.maximum(low, 0)
    x1, y1 = np.minimum(low + size, (width, height))
    if x1 <= x0 or y1 <= y0:
        return 0.0
    part = mask[y0 - low[1] : y1 - low[1], x0 - low[0] : x1 - low[0]] > 0
    return float((own[y0:y1, x0:x1] & part).sum() / max(int(mask.sum()), 1))

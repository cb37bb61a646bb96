"""Pieces as meshes with painted faces, for renderers that trace paths; numpy only.

Shapes, pips and patterns follow the fields of ``render.Piece``; nothing is shared with the shader,
so that pictures of both are independent of each other's mistakes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from turmwart_scenes.render import Piece

Array = NDArray[np.float64]

GRID = 56
"""Quads along the edge of each of the six patches of a mesh."""
TILE_PX = 192
"""Edge of a painted face; six of them, three beside two, make the paint of a piece."""
DENT = 0.55
"""Depth of the deepest pips, in their radii."""
_FACES = (((2, 1), 1), ((2, -1), 6), ((0, 1), 2), ((0, -1), 5), ((1, 1), 3), ((1, -1), 4))


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """A mesh in the world.

    Attributes:
        points: (N, 3), in edges of an ordinary die.
        normals: (N, 3), unit, outwards.
        places: (N, 2) on the paint, 0..1, origin at its first pixel.
        triangles: (M, 3), numbers of points, anticlockwise from outside.
        paint: (H, W, 3) linear RGB.
        pips: (H, W), 1 where there is a pip.
    """

    points: Array
    normals: Array
    places: Array
    triangles: NDArray[np.uint32]
    paint: Array
    pips: Array


def solid(piece: Piece) -> Solid:
    """The mesh and the paint of ``piece``."""
    patches = [_patch(piece, axis, sign, number) for number, ((axis, sign), _) in enumerate(_FACES)]
    points = np.vstack([patch[0] for patch in patches])
    normals = np.vstack([patch[1] for patch in patches])
    row = np.arange(GRID) * (GRID + 1)
    first = (row[:, None] + np.arange(GRID)).ravel()
    quad = np.stack([first, first + 1, first + GRID + 2, first + GRID + 1], 1)
    flat = np.vstack([quad[:, [0, 1, 2]], quad[:, [0, 2, 3]]])
    triangles = []
    for number, ((_, sign), _) in enumerate(_FACES):
        # A patch below zero, or a mirrored piece, is seen from behind: its triangles turn round.
        turned = (sign < 0) != (np.linalg.det(piece.turn) < 0)
        triangles.append((flat[:, ::-1] if turned else flat) + number * (GRID + 1) ** 2)
    paints = [_painted(piece, axis, sign, value) for (axis, sign), value in _FACES]
    paint, pips = (
        np.vstack([np.hstack([p[which] for p in paints[3 * r : 3 * r + 3]]) for r in (0, 1)])
        for which in (0, 1)
    )
    return Solid(
        piece.centre + piece.half * points @ piece.turn.T,
        normals @ piece.turn.T,
        np.vstack([patch[2] for patch in patches]),
        np.vstack(triangles).astype(np.uint32),
        paint,
        pips,
    )


def distance(points: Array, piece: Piece) -> Array:
    """How far ``points`` (..., 3), in half edges from the middle, are outside ``piece``."""
    far = np.linalg.norm(points, axis=-1)
    if piece.kind == 3:
        return np.asarray(far - 1)
    if piece.kind == 2:
        beside = np.linalg.norm(points[..., :2], axis=-1) - 0.97
        above = np.abs(points[..., 2]) - 0.97 * piece.ball
        out = np.hypot(np.maximum(beside, 0), np.maximum(above, 0))
        return np.asarray(np.minimum(np.maximum(beside, above), 0) + out - 0.03)
    over = np.abs(points) - (1 - piece.rounding)
    out = np.linalg.norm(np.maximum(over, 0), axis=-1)
    box = out + np.minimum(over.max(-1), 0) - piece.rounding
    return np.asarray(np.maximum(box, far - piece.ball))


def pip_distance(u: Array, v: Array, value: int, offset: float, layout: int) -> Array:
    """Distance from places ``u``, ``v`` on a face (edges, 0 in its middle) to the nearest pip.

    ``layout`` are bits: the diagonals of 2 and of 3, the rows of 6, and 6 squeezed.
    """
    if (value == 2 and layout & 1) or (value == 3 and layout & 2):
        u = -u
    if value == 6 and layout & 4:
        u, v = v, u
    narrow = offset * (0.8 if layout & 8 and value == 6 else 1.0)
    places: list[tuple[float, float]] = []
    if value % 2:
        places.append((0, 0))
    if value in (2, 3):
        places += [(offset, offset), (-offset, -offset)]
    if value >= 4:
        places += [(x, y) for x in (-narrow, narrow) for y in (-offset, offset)]
    if value == 6:
        places += [(-narrow, 0), (narrow, 0)]
    return np.asarray(np.min([np.hypot(u - x, v - y) for x, y in places], 0))


def _patch(piece: Piece, axis: int, sign: int, number: int) -> tuple[Array, Array, Array]:
    """Points, normals (own axes, half edges) and places of a sixth of the surface."""
    line = np.linspace(-1, 1, GRID + 1)
    ways = np.zeros((GRID + 1, GRID + 1, 3))
    across, along = (axis + 1) % 3, (axis + 2) % 3
    ways[..., axis] = sign
    ways[..., along], ways[..., across] = np.meshgrid(line, line, indexing="ij")
    ways /= np.linalg.norm(ways, axis=-1, keepdims=True)
    low, high = np.zeros(ways.shape[:2]), np.full(ways.shape[:2], 2.0)
    for _ in range(30):
        middle = (low + high) / 2
        inside = distance(ways * middle[..., None], piece) < 0
        low, high = np.where(inside, middle, low), np.where(inside, high, middle)
    points = ways * high[..., None]
    step = 1e-3 * np.eye(3)
    slope = np.stack([distance(points + e, piece) - distance(points - e, piece) for e in step], -1)
    normals = slope / np.linalg.norm(slope, axis=-1, keepdims=True)
    u, v = points[..., across] / 2, points[..., along] / 2
    if piece.kind == 0 and piece.pip_dent > 0:
        value = dict(_FACES)[axis, sign]
        radius = piece.ace_radius if value == 1 else piece.pip_radius
        if value != 1 or piece.mark < 0.5:
            far = pip_distance(u, v, value, piece.pip_offset, int(piece.layout)) / radius
            depth = 2 * radius * DENT * piece.pip_dent * np.sqrt(np.maximum(1 - far**2, 0))
            points[..., axis] -= sign * depth
            down, right = np.gradient(points, axis=(0, 1))
            bent = sign * np.cross(right, down)
            bent /= np.linalg.norm(bent, axis=-1, keepdims=True)
            normals = np.where((far < 1.15)[..., None], bent, normals)
    column, row = number % 3, number // 3
    places = np.stack([(column + 0.5 + u) / 3, (row + 0.5 + v) / 2], -1)
    return points.reshape(-1, 3), normals.reshape(-1, 3), places.reshape(-1, 2)


def _painted(piece: Piece, axis: int, sign: int, value: int) -> tuple[Array, Array]:
    """Paint (TILE_PX, TILE_PX, 3) and pips (TILE_PX, TILE_PX) of a face."""
    line = (np.arange(TILE_PX) + 0.5) / TILE_PX - 0.5
    v, u = np.meshgrid(line, line, indexing="ij")
    at = np.full((TILE_PX, TILE_PX, 3), float(sign))
    at[..., (axis + 1) % 3], at[..., (axis + 2) % 3] = 2 * u, 2 * v
    paint = np.broadcast_to(piece.body, at.shape).copy()
    if piece.marble > 0:
        share = np.clip((_waves(at, piece.seed) - 0.6 + 0.4 * piece.marble) / 0.2, 0, 1)
        paint += share[..., None] * (piece.second - paint)
    if piece.kind != 0:
        return paint, np.zeros(u.shape)
    radius = piece.ace_radius if value == 1 else piece.pip_radius
    far = pip_distance(u, v, value, piece.pip_offset, int(piece.layout)) / radius
    soft = 1.5 / (TILE_PX * radius)
    pips = np.clip((1 - far) / soft + 0.5, 0, 1)
    if value == 1 and piece.mark > 0.5:
        # Makers' marks: a ring around a dot, an open star, or a wheel.
        turn = np.arctan2(v, u)
        if piece.mark < 1.5:
            pips = ((np.abs(far - 0.75) < 0.08) | (far < 0.35)).astype(float)
        elif piece.mark < 2.5:
            pips = (far < 0.75 + 0.35 * np.cos(5 * turn)).astype(float)
        else:
            pips = ((np.cos(6 * turn) > 0) & (far > 0.2) & (far < 1.1)).astype(float)
    ink = piece.ace if value == 1 else piece.pip
    return paint + pips[..., None] * (ink - paint), pips


def _waves(at: Array, seed: float) -> Array:
    """A smooth pattern in 0..1 over places ``at`` (..., 3), another for each seed."""
    rng = np.random.default_rng(int(seed * 1000))
    total = np.zeros(at.shape[:-1])
    for octave in (1.6, 2.4, 3.9, 6.1):
        for _ in range(3):
            way = rng.normal(size=3)
            way *= octave / np.linalg.norm(way)
            total += np.sin(at @ way + rng.uniform(0, 6.3)) / octave
    return np.asarray(0.5 + total / 4.2)

"""Joins spots to faces: which known arrangement of pips lies where, as an affine lattice.

A face is described by ``basis`` (2, 2): columns are the two lattice vectors in px, so that the
pips of a 4 lie at ``centre + basis @ (+-1, +-1)``. Under a distant camera a face is an affine
picture of a square, and so are its pips: their ellipses tell the same shear as their places.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart_vision.pips import Image, Pips

Array = NDArray[np.float64]
Index = NDArray[np.intp]

UNIT_MIN, UNIT_MAX = 1.35, 6.0  # lattice unit over pip radius
MATCH_MIN = 0.5

# The nine places of the lattice, row by row; a pattern names the places that bear a pip.
PLACES = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], np.float64)
PATTERNS: tuple[tuple[int, tuple[int, ...]], ...] = (
    (1, (4,)),
    (2, (0, 8)),
    (2, (2, 6)),
    (3, (0, 4, 8)),
    (3, (2, 4, 6)),
    (4, (0, 2, 6, 8)),
    (5, (0, 2, 4, 6, 8)),
    (6, (0, 2, 6, 8, 1, 7)),
    (6, (0, 2, 6, 8, 3, 5)),
)
_VALUES = np.array([value for value, _ in PATTERNS])
_BEARS = np.array([[place in places for place in range(9)] for _, places in PATTERNS])

PATCH = 24
PATCH_REACH = 1.7
_STEP = np.linspace(-PATCH_REACH, PATCH_REACH, PATCH)
_GRID: Array = np.stack(np.meshgrid(_STEP, _STEP), axis=-1).reshape(-1, 2)


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A face of a die that the camera sees, upper or side.

    Attributes:
        value: 1..6.
        centre: (2,) px.
        basis: (2, 2) px, columns are the lattice vectors.
        rows: rows of its pips.
        misfit: largest distance of a pip from its place, in pip radii.
        flatness: short axis over long axis of its pips, 0..1.
        radius: of its pips, px.
        match: correlation of the picture with the pattern, -1..1.
        margin: how much better than with the best pattern of another value.
    """

    value: int
    centre: Array
    basis: Array
    rows: tuple[int, ...]
    misfit: float
    flatness: float
    radius: float
    match: float
    margin: float

    @property
    def unit_px(self) -> float:
        """Length of the lattice unit in px, along the way that is foreshortened least."""
        return float(np.linalg.norm(self.basis, 2))

    @property
    def area_px(self) -> float:
        """Area of the lattice cell in px^2."""
        return float(abs(np.linalg.det(self.basis)))


def find_faces(frame: Image, spots: Pips) -> list[Face]:
    """All faces of two to six pips, tops and sides alike; no pip belongs to two of them.

    Args:
        frame: (H, W, 3) uint8, BGR.
        spots: what could be pips.

    Returns:
        The faces, the best supported first.
    """
    first, second = _pairs(frame, spots)
    if not len(first):
        return []
    shapes = smooth_cov(spots)
    parts = (
        _quads(spots, shapes, first, second),
        _angles(spots, shapes, first, second),
        _lines(spots, shapes, first, second),
    )
    centre = np.concatenate([part[0] for part in parts])
    basis = np.concatenate([part[1] for part in parts])
    seeds = np.concatenate([part[2] for part in parts])
    faces = _read(frame, spots, centre, basis, seeds)
    faces.sort(key=_strength, reverse=True)
    used: set[int] = set()
    kept: list[Face] = []
    for face in faces:
        if used.isdisjoint(face.rows):
            used.update(face.rows)
            kept.append(face)
    return kept


def _strength(face: Face) -> float:
    return len(face.rows) * (0.35 + face.match) - 0.8 * face.misfit


def smooth_cov(spots: Pips) -> Array:
    """(N, 2, 2) covariances; the smaller a spot, the more it is taken for round."""
    cov = spots.cov.astype(np.float64)
    mean = (cov[:, 0, 0] + cov[:, 1, 1]) / 2
    weight = (1 / (1 + 0.4 / np.maximum(mean, 1e-6)))[:, None, None]
    smooth: Array = weight * cov + (1 - weight) * mean[:, None, None] * np.eye(2)
    return smooth


def root_of(cov: Array) -> Array:
    """(..., 2, 2) matrices that map the unit circle to the ellipses with these covariances."""
    det = np.sqrt(np.maximum(np.linalg.det(cov), 1e-9))
    trace = cov[..., 0, 0] + cov[..., 1, 1]
    both = cov + det[..., None, None] * np.eye(2)
    root: Array = 2 * both / np.sqrt(trace + 2 * det)[..., None, None]
    return root


def _pairs(frame: Image, spots: Pips) -> tuple[Index, Index]:
    """Spots that may belong to one face: alike, near, and with nothing but face between."""
    centre = spots.centre_px.astype(np.float64)
    radius = spots.radius_px.astype(np.float64)
    i, j = np.triu_indices(len(spots), 1)
    away = np.hypot(*(centre[i] - centre[j]).T)
    small, large = np.minimum(radius[i], radius[j]), np.maximum(radius[i], radius[j])
    near = (away < 17 * small) & (away > 1.6 * large) & (large < 1.55 * small)
    near &= spots.light[i] == spots.light[j]
    i, j = i[near], j[near]
    contrast = np.minimum(spots.contrast[i], spots.contrast[j])
    tolerance = np.maximum(0.6 * contrast, 20)
    alike = np.abs(spots.ring[i] - spots.ring[j]).max(axis=1) <= tolerance
    alike &= np.maximum(spots.contrast[i], spots.contrast[j]) <= 2.2 * contrast
    i, j, contrast = i[alike], j[alike], contrast[alike]
    if not len(i):
        return i, j
    steps = np.linspace(0, 1, 15)[1:-1]
    points = centre[i][:, None, :] + (centre[j] - centre[i])[:, None, :] * steps[None, :, None]
    face = (spots.ring[i] + spots.ring[j]).astype(np.float64) / 2
    core = (spots.core[i] + spots.core[j]).astype(np.float64) / 2
    _, off = _toward(colours_at(frame, points), face, core)
    clear = (off <= np.maximum(0.5 * contrast, 22)[:, None]).mean(axis=1) >= 0.75
    return i[clear], j[clear]


def _toward(colours: Array, face: Array, core: Array) -> tuple[Array, Array]:
    """Place of colours on the way from face to pip, 0..1, and their distance from that way."""
    axis = core - face
    length2 = np.maximum((axis * axis).sum(axis=-1), 1.0)
    delta = colours - face[:, None, :]
    # The mean of a blurred spot is duller than its middle, which lies beyond it on the same way.
    part = np.clip(np.einsum("npc,nc->np", delta, axis) / length2[:, None], -0.2, 1.6)
    rest = delta - part[:, :, None] * axis[:, None, :]
    return np.clip(part, 0.0, 1.0), np.abs(rest).max(axis=-1)


Seeds = tuple[Array, Array, Index]


def _quads(spots: Pips, shapes: Array, first: Index, second: Index) -> Seeds:
    """Two pairs with the same middle are the diagonals of a rhomboid."""
    centre = spots.centre_px.astype(np.float64)
    radius = spots.radius_px.astype(np.float64)
    middle = (centre[first] + centre[second]) / 2
    near = (
        np.abs(middle[:, None, :] - middle[None, :, :]).max(axis=2) < 0.8 * radius[first][:, None]
    )
    p, q = np.nonzero(np.triu(near, 1))
    a, b, c, d = first[p], second[p], first[q], second[q]
    u = (centre[c] - centre[a] + centre[b] - centre[d]) / 4
    v = (centre[d] - centre[a] + centre[b] - centre[c]) / 4
    rows = np.stack([a, b, c, d], axis=1)
    return _square((middle[p] + middle[q]) / 2, np.stack([u, v], axis=2), rows, shapes)


def _angles(spots: Pips, shapes: Array, first: Index, second: Index) -> Seeds:
    """Three corners, where glare or shadow hid the fourth."""
    centre = spots.centre_px.astype(np.float64)
    start = np.concatenate([first, second])
    end = np.concatenate([second, first])
    p, q = np.nonzero(np.triu(start[:, None] == start[None, :], 1))
    a, b, c = start[p], end[p], end[q]
    basis = np.stack([centre[b] - centre[a], centre[c] - centre[a]], axis=2) / 2
    return _square((centre[b] + centre[c]) / 2, basis, np.stack([a, b, c, a], axis=1), shapes)


def _square(centre: Array, basis: Array, rows: Index, shapes: Array) -> Seeds:
    """Keep what is nearly a square once the pips are seen as circles of radius 1."""
    metric = np.linalg.inv(4 * shapes[rows].mean(axis=1))
    gram = np.swapaxes(basis, 1, 2) @ metric @ basis
    one, two = np.sqrt(gram[:, 0, 0]), np.sqrt(gram[:, 1, 1])
    short, long = np.minimum(one, two), np.maximum(one, two)
    good = (short >= UNIT_MIN) & (long <= UNIT_MAX) & (long <= 1.7 * short)
    good &= np.abs(gram[:, 0, 1]) < 0.5 * one * two
    return centre[good], basis[good], rows[good]


def _lines(spots: Pips, shapes: Array, first: Index, second: Index) -> Seeds:
    """Faces of 2 and 3: one diagonal; the pips' ellipse gives the other."""
    centre = spots.centre_px.astype(np.float64)
    cov = (shapes[first] + shapes[second]) / 2
    shape = root_of(cov)
    half = np.linalg.solve(shape, ((centre[second] - centre[first]) / 2)[:, :, None])[:, :, 0]
    # half is u + v of an upright square, so u is half turned by -45 degrees over sqrt(2).
    turn = np.array([[0.5, 0.5], [-0.5, 0.5]])
    upright = np.stack([half @ turn.T, half @ turn], axis=2)
    unit = np.hypot(*half.T) / np.sqrt(2)
    good = (unit > 1.15 * UNIT_MIN) & (unit < UNIT_MAX)
    middle = (centre[first] + centre[second]) / 2
    rows = np.stack([first, second, first, second], axis=1)
    return middle[good], (shape @ upright)[good], rows[good]


def _read(frame: Image, spots: Pips, centre: Array, basis: Array, seeds: Index) -> list[Face]:
    """Which pattern each lattice bears, told by the picture and by the spots on its places."""
    if not len(centre):
        return []
    size = spots.radius_px[seeds].mean(axis=1).astype(np.float64)
    match = _matches(frame, spots, centre, basis, seeds, size)
    worth = match.max(axis=1) >= MATCH_MIN
    centre, basis, seeds, size, match = (x[worth] for x in (centre, basis, seeds, size, match))
    at = centre[:, None, :] + PLACES @ np.swapaxes(basis, 1, 2)
    away = np.hypot(*np.moveaxis(at[:, :, None, :] - spots.centre_px[None, None], 3, 0))
    away /= size[:, None, None]
    ratio = spots.radius_px[None, :] / size[:, None]
    alike = (spots.light[None, :] == spots.light[seeds[:, :1]]) & (ratio > 0.6) & (ratio < 1.6)
    away[np.broadcast_to(~alike[:, None, :], away.shape)] = np.inf
    nearest = away.argmin(axis=2)
    distance = away.min(axis=2)
    hit = distance < 0.8
    hits = hit.astype(np.float64) @ _BEARS.T
    misses = _BEARS.sum(axis=1)[None, :] - hits
    extras = hit.sum(axis=1)[:, None] - hits
    score = match + 0.04 * (hits - misses - 2 * extras)
    score[:, 0] = -np.inf
    best = score.argmax(axis=1)
    flatness = spots.flatness
    faces: list[Face] = []
    for n, p in enumerate(best.tolist()):
        value, own = int(_VALUES[p]), float(match[n, p])
        borne = _BEARS[p] & hit[n]
        rows = tuple(dict.fromkeys(nearest[n, borne].tolist()))
        if own < MATCH_MIN or len(rows) < 2:
            continue
        margin = own - float(match[n, value != _VALUES].max())
        misfit = float(distance[n, borne].max())
        flat = float(np.median(flatness[list(rows)]))
        faces.append(
            Face(value, centre[n], basis[n], rows, misfit, flat, float(size[n]), own, margin)
        )
    return faces


def _matches(
    frame: Image, spots: Pips, centre: Array, basis: Array, seeds: Index, size: Array
) -> Array:
    """(F, 9) correlation of each lattice's patch of the picture with each pattern."""
    points = centre[:, None, :] + _GRID @ np.swapaxes(basis, 1, 2)
    ring = spots.ring[seeds].mean(axis=1).astype(np.float64)
    core = spots.core[seeds].mean(axis=1).astype(np.float64)
    part, _ = _toward(colours_at(frame, points), ring, core)
    part -= part.mean(axis=1, keepdims=True)
    part /= np.maximum(np.linalg.norm(part, axis=1, keepdims=True), 1e-6)
    unit = np.sqrt(np.abs(np.linalg.det(basis)))
    step = np.clip(np.rint(size / unit * 20), 3, 16).astype(int)
    match = np.zeros((len(centre), len(PATTERNS)))
    for value in np.unique(step).tolist():
        which = step == value
        match[which] = part[which] @ _templates(value).T
    return match


@lru_cache(maxsize=32)
def _templates(step: int) -> Array:
    """(9, PATCH^2) patterns with pips of radius step / 20, without mean and of length 1."""
    away = np.hypot(*np.moveaxis(_GRID[:, None, :] - PLACES[None], 2, 0))
    soft = np.clip((step / 20 - away) / 0.2 + 0.5, 0, 1)
    made = np.stack([soft[:, list(places)].max(axis=1) for _, places in PATTERNS])
    made -= made.mean(axis=1, keepdims=True)
    normed: Array = made / np.linalg.norm(made, axis=1, keepdims=True)
    return normed


def colours_at(frame: Image, points: Array) -> Array:
    """(..., 3) colours at (..., 2) px places, the border repeated outward."""
    flat = points.astype(np.float32).reshape(-1, 2)
    # remap takes at most 32767 rows or columns of places.
    width = 4096
    rows = -(-len(flat) // width)
    padded = np.zeros((rows * width, 2), np.float32)
    padded[: len(flat)] = flat
    at = padded.reshape(rows, width, 2)
    across, down = np.ascontiguousarray(at[..., 0]), np.ascontiguousarray(at[..., 1])
    got = cv2.remap(frame, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    colours = np.asarray(got, np.float64).reshape(-1, 3)[: len(flat)]
    return colours.reshape(*points.shape[:-1], 3)

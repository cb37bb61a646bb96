"""Finds spots that could be pips: small ellipses that differ from an even surface around them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart_vision.regions import pack

Floats = NDArray[np.float32]
Image = NDArray[np.uint8]

# Opening removes what is narrower than this; pips of up to KERNEL - 1 px survive in the top-hat.
KERNEL = 13
SPOT_MIN_PX = 4.0
SPOT_MAX_PX = 12.8
# Levels of grey. Below it lies the noise of phone pictures and the ringing of JPEG blocks.
CONTRAST_MIN = 22
RING_POINTS = 16
_ANGLES = np.arange(RING_POINTS, dtype=np.float32) * np.float32(2 * np.pi / RING_POINTS)
_CIRCLE = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=0)


@dataclass(frozen=True, slots=True, eq=False)
class Pips:
    """Spots as columns; row i of each array belongs to spot i.

    Attributes:
        centre_px: (N, 2) float32, x and y in the picture.
        cov: (N, 2, 2) float32, spatial covariance in px^2; a disc of radius r has r^2 / 4.
        light: (N,) bool, lighter than the surface around it.
        contrast: (N,) float32, 0..255, distance from the surface in the strongest channel.
        ring: (N, 3) float32, BGR of the surface around.
        core: (N, 3) float32, BGR of the spot.
        evenness: (N,) float32, share of the ring that has the colour of the surface, 0..1.
        roundness: (N,) float32, 1 where the spot fills its ellipse exactly.
    """

    centre_px: Floats
    cov: Floats
    light: NDArray[np.bool_]
    contrast: Floats
    ring: Floats
    core: Floats
    evenness: Floats
    roundness: Floats

    def __len__(self) -> int:
        return len(self.centre_px)

    def take(self, rows: NDArray[np.intp]) -> Pips:
        """Only the named rows, in that order."""
        return Pips(
            self.centre_px[rows],
            self.cov[rows],
            self.light[rows],
            self.contrast[rows],
            self.ring[rows],
            self.core[rows],
            self.evenness[rows],
            self.roundness[rows],
        )

    @property
    def radius_px(self) -> Floats:
        """(N,) float32: geometric mean of the half axes in px."""
        det = np.linalg.det(self.cov.astype(np.float64))
        radius: Floats = (2.0 * np.sqrt(np.sqrt(np.maximum(det, 1e-6)))).astype(np.float32)
        return radius

    @property
    def flatness(self) -> Floats:
        """(N,) float32: short axis over long axis, 0..1."""
        values = np.linalg.eigvalsh(self.cov)
        ratio = np.sqrt(np.maximum(values[:, 0], 1e-6) / np.maximum(values[:, 1], 1e-6))
        flat: Floats = ratio.astype(np.float32)
        return flat


def find_pips(frame: Image, smallest_px: float = 3.0) -> Pips:
    """Find spots of all sizes and both polarities.

    Args:
        frame: (H, W, 3) uint8, BGR.
        smallest_px: diameter of the smallest spot looked for, in px, > 0.

    Returns:
        The spots, each once; none found: zero rows.
    """
    scale = 6.0 / smallest_px
    found: list[Pips] = []
    height, width = frame.shape[:2]
    while min(height, width) * scale >= 3 * KERNEL:
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        packed = pack(frame, scale, CONTRAST_MIN) if scale >= 1 else None
        if packed is not None:
            level = packed.image
        elif scale == 1:
            level = frame
        else:
            kind = cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA
            level = np.asarray(cv2.resize(frame, size, interpolation=kind), np.uint8)
        for light in (False, True):
            spots = _spots_of_level(level, light)
            if packed is not None and len(spots):
                kept, shift = packed.shift_of(spots.centre_px)
                spots = spots.take(kept)
                spots = replace(spots, centre_px=spots.centre_px + shift)
            if len(spots):
                found.append(_rescaled(spots, width / size[0], height / size[1]))
        scale /= 2
    if not found:
        return _join([])
    return _each_once(_join(found))


def _spots_of_level(level: Image, light: bool) -> Pips:
    kernel = np.ones((KERNEL, KERNEL), np.uint8)
    operation = cv2.MORPH_TOPHAT if light else cv2.MORPH_BLACKHAT
    hats = cv2.morphologyEx(level, operation, kernel)
    hat = np.asarray(cv2.max(cv2.max(hats[:, :, 0], hats[:, :, 1]), hats[:, :, 2]), np.uint8)
    peak = np.asarray(cv2.dilate(hat, np.ones((9, 9), np.uint8)), np.uint8)
    # At half of its height a spot has its true outline; pips so near that they flow together
    # there are apart at three quarters.
    whole = _spots_of_mask(level, hat, peak, 0.5, light)
    parts = _spots_of_mask(level, hat, peak, 0.75, light)
    if not len(whole) or not len(parts):
        return whole if len(whole) else parts
    away = np.hypot(*np.moveaxis(parts.centre_px[:, None] - whole.centre_px[None], 2, 0))
    new = (away > whole.radius_px[None, :] + 1).all(axis=1)
    new &= (parts.evenness > 0.7) & (parts.flatness > 0.5) & (parts.contrast > 40)
    return _join([whole, parts.take(np.flatnonzero(new))])


def _spots_of_mask(level: Image, hat: Image, peak: Image, share: float, light: bool) -> Pips:
    least = cv2.max(cv2.convertScaleAbs(peak, alpha=share), np.full_like(peak, CONTRAST_MIN))
    mask = cv2.compare(hat, least, cv2.CMP_GT)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    area = stats[:, cv2.CC_STAT_AREA]
    wide = stats[:, cv2.CC_STAT_WIDTH]
    high = stats[:, cv2.CC_STAT_HEIGHT]
    left = stats[:, cv2.CC_STAT_LEFT]
    top = stats[:, cv2.CC_STAT_TOP]
    good = (
        (area >= 8)
        & (np.maximum(wide, high) >= SPOT_MIN_PX)
        & (np.maximum(wide, high) <= SPOT_MAX_PX + 1)
        & (area >= 0.4 * wide * high)
        & (left > 0)
        & (top > 0)
        & (left + wide < level.shape[1])
        & (top + high < level.shape[0])
    )
    good[0] = False
    kept = np.flatnonzero(good)
    if not len(kept):
        return _join([])
    rows = np.full(count, -1, np.int32)
    rows[kept] = np.arange(len(kept), dtype=np.int32)
    at = np.flatnonzero(mask.ravel())
    row = rows[labels.ravel()[at]]
    at, row = at[row >= 0], row[row >= 0]
    y, x = np.divmod(at, level.shape[1])
    return _measured(level, x, y, row, len(kept), light)


def _measured(
    level: Image,
    x: NDArray[np.intp],
    y: NDArray[np.intp],
    row: NDArray[np.int32],
    count: int,
    light: bool,
) -> Pips:
    def mean(values: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.bincount(row, values, count) / area

    area = np.bincount(row, minlength=count).astype(np.float64)
    mx, my = mean(x.astype(np.float64)), mean(y.astype(np.float64))
    dx, dy = x - mx[row], y - my[row]
    # 1/12 is the spread of one pixel's own square.
    cxx, cyy, cxy = mean(dx * dx) + 1 / 12, mean(dy * dy) + 1 / 12, mean(dx * dy)
    cov = np.stack([np.stack([cxx, cxy], -1), np.stack([cxy, cyy], -1)], -1)
    roundness = area / (4 * np.pi * np.sqrt(np.maximum(cxx * cyy - cxy * cxy, 1e-6)))
    pixels = level[y, x].astype(np.float64)
    core = np.stack([mean(pixels[:, c]) for c in range(3)], -1)
    centre = np.stack([mx, my], -1)
    ring, evenness, contrast = _ring(level, centre, cov, core, light)
    spots = Pips(
        (centre + 0.5).astype(np.float32),
        cov.astype(np.float32),
        np.full(count, light),
        contrast.astype(np.float32),
        ring.astype(np.float32),
        core.astype(np.float32),
        evenness.astype(np.float32),
        roundness.astype(np.float32),
    )
    flat = spots.flatness
    long_axis = 4 * np.sqrt(np.linalg.eigvalsh(cov)[:, 1])
    good = (
        (spots.roundness > 0.84)
        & (flat > 0.25)
        & (contrast >= CONTRAST_MIN)
        & (evenness >= 0.5)
        & (long_axis >= SPOT_MIN_PX)
        & (long_axis <= SPOT_MAX_PX)
    )
    return spots.take(np.flatnonzero(good))


def _ring(
    level: Image,
    centre: NDArray[np.float64],
    cov: NDArray[np.float64],
    core: NDArray[np.float64],
    light: bool,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Colour around each spot, the share of the ring that has it, and the spot's contrast."""
    values, vectors = np.linalg.eigh(cov)
    half = 2 * np.sqrt(np.maximum(values, 0.05))
    # Far enough to leave the blurred edge, near enough to stay on the face of a small die.
    axes = vectors * (half * 1.25 + 1.2)[:, None, :]
    points = centre[:, :, None] + axes @ _CIRCLE
    px = np.clip(np.rint(points[:, 0]).astype(np.intp), 0, level.shape[1] - 1)
    py = np.clip(np.rint(points[:, 1]).astype(np.intp), 0, level.shape[0] - 1)
    ring = level[py, px].astype(np.float64)
    # A third of the ring may lie on neighbouring pips: those most like the core are left out.
    like = np.abs(ring - core[:, None, :]).sum(axis=2)
    order = np.argsort(like, axis=1)[:, RING_POINTS // 3 :]
    ring = np.take_along_axis(ring, order[:, :, None], axis=1)
    colour = np.median(ring, axis=1)
    signed = core - colour if light else colour - core
    contrast = signed.max(axis=1)
    off = np.abs(ring - colour[:, None, :]).max(axis=2)
    even = (off <= np.maximum(0.5 * contrast, 14)[:, None]).mean(axis=1)
    return colour, even, contrast


def _rescaled(spots: Pips, fx: float, fy: float) -> Pips:
    factor = np.array([fx, fy], np.float32)
    return Pips(
        spots.centre_px * factor - 0.5,
        spots.cov * (factor[:, None] * factor[None, :]),
        spots.light,
        spots.contrast,
        spots.ring,
        spots.core,
        spots.evenness,
        spots.roundness,
    )


def _join(parts: list[Pips]) -> Pips:
    if not parts:
        no = np.zeros((0,), np.float32)
        no3 = np.zeros((0, 3), np.float32)
        no2 = np.zeros((0, 2), np.float32)
        no22 = np.zeros((0, 2, 2), np.float32)
        return Pips(no2, no22, np.zeros((0,), np.bool_), no, no3, no3, no, no)
    return Pips(
        np.concatenate([p.centre_px for p in parts]),
        np.concatenate([p.cov for p in parts]),
        np.concatenate([p.light for p in parts]),
        np.concatenate([p.contrast for p in parts]),
        np.concatenate([p.ring for p in parts]),
        np.concatenate([p.core for p in parts]),
        np.concatenate([p.evenness for p in parts]),
        np.concatenate([p.roundness for p in parts]),
    )


def _each_once(spots: Pips) -> Pips:
    """Of spots on the same place only the best: levels overlap, and a glint lies inside a pip."""
    # A glint inside a pip has the lesser area: size counts beside contrast.
    radius = spots.radius_px
    # A row of pips that flowed together is long and does not fill its ellipse.
    score = spots.contrast * spots.evenness * np.sqrt(radius * spots.flatness)
    score *= np.minimum(spots.roundness, 1.0) ** 4
    order = np.argsort(-score, kind="stable")
    centre = spots.centre_px[order]
    reach = radius[order]
    kept: list[int] = []
    gone = np.zeros(len(order), np.bool_)
    for i in range(len(order)):
        if gone[i]:
            continue
        kept.append(i)
        away = np.hypot(*(centre[i + 1 :] - centre[i]).T)
        larger = np.maximum(reach[i], reach[i + 1 :])
        # A pip lies inside its die, which may be a spot too: they differ by more than three.
        alike = larger < 3 * np.minimum(reach[i], reach[i + 1 :])
        gone[i + 1 :] |= alike & (away < 0.9 * larger)
    return spots.take(order[np.array(kept, np.intp)])

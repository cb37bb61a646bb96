"""What lies around a face: how far its colour goes, and what else of a die's size lies about."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart_vision.faces import Array, colours_at
from turmwart_vision.pips import Image

RAYS = 32
_TURN = np.arange(RAYS) * (2 * np.pi / RAYS)
_DIRECTIONS = np.stack([np.cos(_TURN), np.sin(_TURN)], axis=1)
# Plain ivory on wood needs the strict measure, marbled dice on a white table the lax one.
_TOLERANCES = (18, 30, 50, 75)


@dataclass(frozen=True, slots=True)
class Body:
    """What lies around a face.

    Attributes:
        reach: median way to the edge, in the unit of the basis.
        bounded: share of the rays that meet an edge, 0..1.
        balance: how alike opposite rays are, 0..1.
        spread: long rays over short ones, >= 1; a square seen from its middle has 1.3.
        quality: 0..1, how much this looks like a compact thing with the face in its middle.
    """

    reach: float
    bounded: float
    balance: float
    spread: float
    quality: float


def bodies_of(
    frame: Image, centre: Array, basis: Array, ring: Array, core: Array, pips: float, most: float
) -> list[Body]:
    """Follow the colours of faces outward.

    Args:
        frame: (H, W, 3) uint8, BGR.
        centre: (N, 2) px.
        basis: (N, 2, 2) px for each unit.
        ring: (N, 3) colours of the faces.
        core: (N, 3) colours of the pips.
        pips: up to this many units pips may lie.
        most: farthest way looked at, in units.

    Returns:
        One for each face, in their order.
    """
    if not len(centre):
        return []
    steps = np.linspace(0, most, 41)[1:]
    way = (_DIRECTIONS[:, None, :] * steps[None, :, None]).reshape(-1, 2)
    points = centre[:, None, :] + way @ np.swapaxes(basis, 1, 2)
    colours = colours_at(frame, points)
    away = np.abs(colours - ring[:, None, :]).max(axis=2).reshape(-1, RAYS, len(steps))
    contrast = np.abs(core - ring).max(axis=1)
    best: list[Body] = []
    for tolerance in _TOLERANCES:
        found = _edges(away > tolerance, steps, pips, most)
        if not best:
            best = found
            continue
        for n, body in enumerate(found):
            if body.quality > best[n].quality and tolerance < 0.7 * contrast[n]:
                best[n] = body
    return best


def _edges(off: NDArray[np.bool_], steps: Array, pips: float, most: float) -> list[Body]:
    twice = off.copy()
    twice[:, :, steps < pips] = False
    twice[:, :, :-1] &= off[:, :, 1:]
    hit = twice.any(axis=2)
    reach = np.where(hit, steps[twice.argmax(axis=2)], most)
    # Beyond a true edge lies something else; behind a speck of noise the same goes on.
    outside = (steps >= reach[:, :, None]) & (steps < 1.35 * reach[:, :, None])
    share = (off & outside).sum(axis=2) / np.maximum(outside.sum(axis=2), 1)
    hit &= share > 0.6
    opposite = np.roll(reach, RAYS // 2, axis=1)
    balance = np.median(np.minimum(reach, opposite) / np.maximum(reach, opposite), axis=1)
    ordered = np.sort(reach, axis=1)
    spread = ordered[:, int(0.85 * RAYS)] / ordered[:, int(0.15 * RAYS)]
    median = ordered[:, RAYS // 2]
    bounded = hit.mean(axis=1)
    # In a tight group of dice a few rays end on a neighbour of the same colour.
    quality = np.minimum(np.minimum(balance, 1.6 / spread), 1.15 * bounded)
    # An edge right where looking began is the rim of the pip itself.
    quality[median <= 1.15 * pips] = 0.0
    return [
        Body(*(float(x) for x in row))
        for row in zip(median, bounded, balance, spread, np.minimum(quality, 1.0), strict=True)
    ]


# Side of a die in the small picture in which other things are looked for.
_SMALL_SIDE = 12


def things_left(frame: Image, centres: Array, sides: Array, side_px: float, marks: Array) -> int:
    """Count things of a die's size that bear marks and are none of the dice found.

    Args:
        frame: (H, W, 3) uint8, BGR.
        centres: (N, 2) px of the dice found, N >= 1.
        sides: (K, 2) px of the middles of their side faces, where seen.
        side_px: usual side of these dice, > 0.
        marks: (M, 2) px of all spots that are smaller than a die.

    Returns:
        0 where nothing else on the table could be a die.
    """
    scale = _SMALL_SIDE / side_px
    height, width = frame.shape[:2]
    size = (max(8, round(width * scale)), max(8, round(height * scale)))
    small = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    kernel = np.ones((2 * _SMALL_SIDE + 1, 2 * _SMALL_SIDE + 1), np.uint8)
    dark = cv2.morphologyEx(small, cv2.MORPH_BLACKHAT, kernel).max(axis=2)
    light = cv2.morphologyEx(small, cv2.MORPH_TOPHAT, kernel).max(axis=2)
    shrink = np.array([size[0] / width, size[1] / height])
    at = centres * shrink
    combined = np.maximum(dark, light)
    usual = float(np.median([_height_at(combined, spot) for spot in at]))
    left = 0
    for hat in (dark, light):
        # The dice found tell how strongly a die stands out here.
        known = float(np.median([_height_at(hat, spot) for spot in at]))
        mask = (hat > max(20.0, 0.35 * known)).astype(np.uint8)
        for spot in at:
            cv2.circle(mask, _whole(spot), round(1.05 * _SMALL_SIDE), 0, -1)
        for spot in sides * shrink:
            cv2.circle(mask, _whole(spot), round(0.65 * _SMALL_SIDE), 0, -1)
        left += _dicelike(frame, hat, mask, marks * shrink, 0.7 * usual)
    return left


def _whole(spot: Array) -> tuple[int, int]:
    return round(float(spot[0])), round(float(spot[1]))


def _height_at(hat: NDArray[np.uint8], spot: Array) -> float:
    """How strongly the die there stands out, 0..255."""
    x, y = _whole(spot)
    reach = _SMALL_SIDE // 2
    part = hat[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
    return float(np.percentile(part, 60)) if part.size else 0.0


def _dicelike(
    frame: Image, hat: NDArray[np.uint8], mask: NDArray[np.uint8], marks: Array, high: float
) -> int:
    """Count the parts of the mask that could be dice.

    Either they have about a die's size, are not plain, and bear a mark; or they have just a die's
    shape, stand out as strongly as dice do here, and are not quite plain.
    """
    _, found, boxes, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    labels, stats = np.asarray(found, np.int32), np.asarray(boxes, np.int32)
    x = np.clip(marks[:, 0].astype(np.intp), 0, mask.shape[1] - 1)
    y = np.clip(marks[:, 1].astype(np.intp), 0, mask.shape[0] - 1)
    marked = set(labels[y, x].tolist())
    count = 0
    for n in range(1, len(stats)):
        _, _, w, h, area = (int(v) for v in stats[n])
        short, long = min(w, h) / _SMALL_SIDE, max(w, h) / _SMALL_SIDE
        if short < 0.55 or long > 3.5 or area < 0.3 * _SMALL_SIDE**2:
            continue
        compact = short > 0.65 and long < min(1.9, 1.5 * short) and area > 0.45 * w * h
        strong = compact and float(hat[labels == n].mean()) > high
        least = 9.0 if n in marked else 6.0 if strong else np.inf
        if least < np.inf and _variety(frame, labels, stats[n], n) > least:
            count += 1
    return count


def _variety(frame: Image, labels: NDArray[np.int32], box: NDArray[np.int32], label: int) -> float:
    """Standard deviation of the colours inside a part of the small picture, its edge apart."""
    fx, fy = frame.shape[1] / labels.shape[1], frame.shape[0] / labels.shape[0]
    x, y, w, h = (int(v) for v in box[:4])
    inner = cv2.erode((labels[y : y + h, x : x + w] == label).astype(np.uint8), np.ones((3, 3)))
    x0, y0, x1, y1 = round(x * fx), round(y * fy), round((x + w) * fx), round((y + h) * fy)
    inside = cv2.resize(inner, (x1 - x0, y1 - y0), interpolation=cv2.INTER_NEAREST) > 0
    return float(frame[y0:y1, x0:x1][inside].std(axis=0).max()) if inside.any() else 0.0

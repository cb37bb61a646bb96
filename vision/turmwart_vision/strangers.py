"""Things of a die's size that no reading accounts for: a die that was not seen is found by them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart_vision.pictures import Image

Array = NDArray[np.float64]

_EDGE = 12
"""A die's edge in the small picture."""
_MOST_PX = 480
_COVERED = 1.1
"""Edges around a die that was read: its sides and its shadow."""
_LEAST, _SHARE = 18.0, 0.4
"""Grey levels, and share of how strongly the read dice stand out, that a thing must have."""
_PLAIN = 6.0
"""Deviation of grey levels below which a thing bears no pips: a cube, a token, a shadow."""


Place = tuple[float, float, float]


def strangers(frame: Image, centres: Array, edge_px: float) -> list[Place]:
    """Things that might be dice that were not read: x, y and edge of each, in px.

    Args:
        frame: (H, W, 3) uint8, BGR.
        centres: (N, 2) px, of the dice that were read, N > 0.
        edge_px: their usual edge.
    """
    height, width = frame.shape[:2]
    scale = min(_EDGE / edge_px, _MOST_PX / max(height, width))
    edge = edge_px * scale
    size = (max(8, round(width * scale)), max(8, round(height * scale)))
    small = frame
    while min(small.shape[1] // size[0], small.shape[0] // size[1]) >= 2:  # halving costs least
        half = (small.shape[1] // 2, small.shape[0] // 2)
        small = np.asarray(cv2.resize(small, half, interpolation=cv2.INTER_AREA), np.uint8)
    small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), np.uint8)
    reach = 2 * round(edge) + 1
    kernel = np.ones((reach, reach), np.uint8)
    at = centres * [size[0] / width, size[1] / height]
    found: list[Place] = []
    for way in (cv2.MORPH_BLACKHAT, cv2.MORPH_TOPHAT):
        hat = np.asarray(cv2.morphologyEx(small, way, kernel).max(axis=2), np.uint8)
        usual = float(np.median([_height(hat, x, y, edge) for x, y in at.tolist()]))
        mask = np.asarray(hat > max(_LEAST, _SHARE * usual), np.uint8)
        for x, y in at.tolist():
            cv2.circle(mask, (round(x), round(y)), round(_COVERED * edge), 0, -1)
        found += _dicelike(frame, mask, edge)
    return found


def _height(hat: Image, x: float, y: float, edge: float) -> float:
    """How strongly the die at ``x``, ``y`` stands out, in grey levels."""
    half = max(1, round(edge / 2))
    part = hat[max(0, round(y) - half) : round(y) + half, max(0, round(x) - half) : round(x) + half]
    return float(np.percentile(part, 60)) if part.size else 0.0


def _dicelike(frame: Image, mask: Image, edge: float) -> list[Place]:
    grow = np.array([frame.shape[1] / mask.shape[1], frame.shape[0] / mask.shape[0]])
    _, found, boxes, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    labels = np.asarray(found, np.int32)
    places: list[Place] = []
    for label, (x, y, w, h, area) in enumerate(np.asarray(boxes, np.int32).tolist()):
        compact = 0.6 * edge < min(w, h) and max(w, h) < min(2.0 * edge, 1.6 * min(w, h))
        if label == 0 or not compact or area < 0.45 * w * h:
            continue
        own = np.asarray(labels[y : y + h, x : x + w] == label, np.uint8)
        if _variety(frame, cv2.erode(own, np.ones((3, 3), np.uint8)), (x, y), mask.shape) > _PLAIN:
            middle = (np.array([x, y]) + np.array([w, h]) / 2) * grow
            places.append((float(middle[0]), float(middle[1]), float(edge * grow.mean())))
    return places


def _variety(
    frame: Image,
    inner: NDArray[np.uint8] | cv2.typing.MatLike,
    at: tuple[int, int],
    of: tuple[int, ...],
) -> float:
    """Standard deviation of the colours in the part ``inner`` of the small picture."""
    fx, fy = frame.shape[1] / of[1], frame.shape[0] / of[0]
    x0, y0 = round(at[0] * fx), round(at[1] * fy)
    x1, y1 = round((at[0] + inner.shape[1]) * fx), round((at[1] + inner.shape[0]) * fy)
    size = (max(1, x1 - x0), max(1, y1 - y0))
    inside = np.asarray(cv2.resize(inner, size, interpolation=cv2.INTER_NEAREST)) > 0
    part = frame[y0 : y0 + size[1], x0 : x0 + size[0]]
    inside = inside[: part.shape[0], : part.shape[1]]
    return float(part[inside].std(axis=0).max()) if inside.any() else 0.0

"""Leaves out the plain parts of a picture: the fine levels are looked at only where there is
something, packed into one small picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]

BLOCK_PX = 16
# Where more than this share is worth a look, packing costs more than it saves.
WHOLE_SHARE = 0.55


@dataclass(frozen=True, slots=True, eq=False)
class Packed:
    """Parts of a picture side by side.

    Attributes:
        image: (H, W, 3) uint8, enlarged by ``scale``.
        boxes: (N, 4) place of each part in ``image``: left, top, right, bottom.
        corners: (N, 2) left and top of each part in the picture it was cut from, enlarged.
    """

    image: Image
    boxes: NDArray[np.intp]
    corners: NDArray[np.intp]

    def shift_of(self, points: NDArray[np.float32]) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
        """Which of (N, 2) places lie well inside of a part, and what brings these back home."""
        x, y = points[:, None, 0], points[:, None, 1]
        boxes = self.boxes[None]
        # The seams between the parts are no part of the picture.
        inside = (x > boxes[..., 0] + 3) & (x < boxes[..., 2] - 3)
        inside &= (y > boxes[..., 1] + 3) & (y < boxes[..., 3] - 3)
        kept = np.flatnonzero(inside.any(axis=1))
        part = inside[kept].argmax(axis=1)
        return kept, (self.corners[part] - self.boxes[part, :2]).astype(np.float32)


def pack(frame: Image, scale: float, least: int) -> Packed | None:
    """Cut out what is not plain, enlarge it, and lay it side by side.

    Args:
        frame: (H, W, 3) uint8, BGR.
        scale: by how much to enlarge, >= 1.
        least: difference of neighbours, 0..255, from which on something is not plain.

    Returns:
        None where most of the picture is worth a look.
    """
    kernel = np.ones((7, 7), np.uint8)
    lively = cv2.morphologyEx(frame, cv2.MORPH_GRADIENT, kernel).max(axis=2) >= least
    high, wide = (-(-side // BLOCK_PX) for side in lively.shape)
    padded = np.zeros((high * BLOCK_PX, wide * BLOCK_PX), np.bool_)
    padded[: lively.shape[0], : lively.shape[1]] = lively
    busy = padded.reshape(high, BLOCK_PX, wide, BLOCK_PX).any(axis=(1, 3))
    blocks = cv2.dilate(np.asarray(busy, np.uint8), np.ones((3, 3), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(blocks, connectivity=8)
    parts = np.asarray(stats, np.intp)[1:]
    area = int((parts[:, 2] * parts[:, 3]).sum()) if len(parts) else 0
    if area > WHOLE_SHARE * high * wide or area == 0:
        return None
    return _laid_out(frame, scale, parts[np.argsort(-parts[:, 3], kind="stable")])


def _laid_out(frame: Image, scale: float, parts: NDArray[np.intp]) -> Packed:
    height, width = frame.shape[:2]
    cut: list[Image] = []
    corners: list[tuple[int, int]] = []
    for x, y, w, h, _ in parts.tolist():
        left, top = x * BLOCK_PX, y * BLOCK_PX
        right, bottom = min(width, left + w * BLOCK_PX), min(height, top + h * BLOCK_PX)
        part = frame[top:bottom, left:right]
        size = (round((right - left) * scale), round((bottom - top) * scale))
        if scale != 1:
            part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_CUBIC), np.uint8)
        cut.append(part)
        corners.append((round(left * scale), round(top * scale)))
    widest = max(round(width * scale), *(part.shape[1] for part in cut))
    boxes: list[tuple[int, int, int, int]] = []
    across = down = tall = 0
    for part in cut:
        h, w = part.shape[:2]
        if across + w > widest:
            across, down, tall = 0, down + tall, 0
        boxes.append((across, down, across + w, down + h))
        across, tall = across + w, max(tall, h)
    image = np.zeros((down + tall, widest, 3), np.uint8)
    for part, (x0, y0, x1, y1) in zip(cut, boxes, strict=True):
        image[y0:y1, x0:x1] = part
    return Packed(image, np.array(boxes, np.intp), np.array(corners, np.intp))

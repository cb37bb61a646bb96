"""Turns the picture of a tray upright, so that its scale is the same everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart_vision.pictures import Image, check_frame

MAX_SIDE_PX = 4096


@dataclass(frozen=True, slots=True)
class Calibration:
    """Where the tray lies in the camera's picture, and how large it is.

    Attributes:
        corners_px: the inner corners of the tray in the picture: upper left, upper right, lower
            right, lower left. With a lens they are those of the straightened picture.
        size_mm: width and height of the tray between these corners, > 0.
        lens: how the lens bends, as ``straightened`` takes it; 0: not at all.
        picture_px: width and height of the picture it was made in; (0, 0) where nobody knows.
            A picture of the same shape and another size is rectified all the same.
    """

    corners_px: tuple[tuple[float, float], ...]
    size_mm: tuple[float, float]
    lens: float = 0.0
    picture_px: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        corners = np.array(self.corners_px, np.float64)
        if corners.shape != (4, 2) or not np.isfinite(corners).all():
            raise ValueError(f"corners_px must be 4 points of finite numbers, got {corners.shape}")
        if len(self.size_mm) != 2 or not all(np.isfinite(s) and s > 0 for s in self.size_mm):
            raise ValueError(f"size_mm must be two lengths > 0, got {self.size_mm}")
        edges = np.roll(corners, -1, axis=0) - corners
        turns = edges[:, 0] * np.roll(edges[:, 1], -1) - edges[:, 1] * np.roll(edges[:, 0], -1)
        if not (turns > 0).all():
            raise ValueError(f"corners_px must go clockwise around a convex shape, got {corners}")


def straightened(
    points_px: NDArray[np.float64], lens: float, size_px: tuple[int, int]
) -> NDArray[np.float64]:
    """Places in a picture as a lens without bend would show them (the division model).

    Args:
        points_px: (N, 2).
        lens: a point at distance r from the middle goes to ``r / (1 + lens * r^2)``, with r in
            units of half the picture's diagonal; negative for a barrel.
        size_px: width and height of the picture.
    """
    middle = (np.array(size_px, np.float64) - 1) / 2
    away = points_px - middle
    square = (away**2).sum(axis=-1, keepdims=True) / (middle**2).sum()
    placed: NDArray[np.float64] = middle + away / (1 + lens * square)
    return placed


def bent(
    points_px: NDArray[np.float64], lens: float, size_px: tuple[int, int]
) -> NDArray[np.float64]:
    """The way back from ``straightened``; (N, 2) to (N, 2)."""
    middle = (np.array(size_px, np.float64) - 1) / 2
    away = points_px - middle
    square = (away**2).sum(axis=-1, keepdims=True) / (middle**2).sum()
    # The smaller root of lens * r_there * r^2 - r + r_there = 0, in a form that lens = 0 allows.
    root = np.sqrt(np.maximum(0.0, 1 - 4 * lens * square))
    placed: NDArray[np.float64] = middle + away * 2 / (1 + root)
    return placed


@dataclass(frozen=True, slots=True, eq=False)
class Rectified:
    """A picture ready to be read.

    Attributes:
        frame: (H, W, 3) uint8, BGR.
        mm_per_px: its scale; None where nothing is calibrated.
        matrix: (3, 3) float64, from the camera's picture (straightened) to this one.
        lens: the bend that was taken out.
        picture_px: width and height of the camera's picture.
    """

    frame: Image
    mm_per_px: float | None
    matrix: NDArray[np.float64]
    lens: float = 0.0
    picture_px: tuple[int, int] = (0, 0)

    def back(self, points_px: Sequence[Sequence[float]]) -> NDArray[np.float64]:
        """(N, 2) places of this picture as places of the camera's picture."""
        points = np.array(points_px, np.float64).reshape(-1, 2)
        flat = np.concatenate([points, np.ones((len(points), 1))], axis=1)
        there = flat @ np.linalg.inv(self.matrix).T
        placed: NDArray[np.float64] = there[:, :2] / there[:, 2:]
        return placed if self.lens == 0 else bent(placed, self.lens, self.picture_px)


def rectify(frame: Image, calibration: Calibration | None) -> Rectified:
    """Cut the tray out of a picture and turn it upright.

    Args:
        frame: (H, W, 3) uint8, BGR.
        calibration: None leaves the picture as it is.

    Returns:
        The tray at the finest scale it has anywhere in the picture, at most MAX_SIDE_PX px wide
        or high.

    Raises:
        ValueError: wrong shape or dtype, a corner far outside of the picture, or the calibration
            was made in a picture of another shape.
    """
    check_frame(frame)
    if calibration is None:
        return Rectified(frame, None, np.eye(3))
    corners = np.array(calibration.corners_px, np.float64)
    height, width = frame.shape[:2]
    made = calibration.picture_px
    if min(made) > 0 and made != (width, height):
        grow = width / made[0]
        if abs(made[1] * grow - height) > 2:
            raise ValueError(f"calibrated at {made[0]} x {made[1]}, frame is {width} x {height}")
        corners = (corners + 0.5) * grow - 0.5
    # A corner may be hidden beyond the rim; farther off it belongs to another picture.
    reach = 0.5 * max(height, width)
    if (corners < -reach).any() or (corners > [width + reach, height + reach]).any():
        raise ValueError(f"corners_px {calibration.corners_px} lie outside of {width} x {height}")
    edges = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    wide_mm, high_mm = calibration.size_mm
    px_per_mm = float(max(edges[[0, 2]].max() / wide_mm, edges[[1, 3]].max() / high_mm))
    px_per_mm = min(px_per_mm, MAX_SIDE_PX / max(wide_mm, high_mm))
    size = (max(1, round(wide_mm * px_per_mm)), max(1, round(high_mm * px_per_mm)))
    right, low = size[0] - 1, size[1] - 1
    upright = np.array([(0, 0), (right, 0), (right, low), (0, low)], np.float32)
    source = corners.astype(np.float32)
    matrix = np.asarray(cv2.getPerspectiveTransform(source, upright), np.float64)
    lens = calibration.lens
    if lens == 0:
        turned = cv2.warpPerspective(frame, matrix, size, flags=cv2.INTER_LINEAR)
    else:
        turned = _unbent(frame, matrix, size, lens)
    return Rectified(np.asarray(turned, np.uint8), 1 / px_per_mm, matrix, lens, (width, height))


def _unbent(
    frame: Image, matrix: NDArray[np.float64], size: tuple[int, int], lens: float
) -> NDArray[np.uint8]:
    """Take out lens and slant in one step, so that the picture is smoothed once."""
    across, down = np.meshgrid(np.arange(size[0]), np.arange(size[1]))
    places = np.stack([across.ravel(), down.ravel(), np.ones(across.size)], axis=1)
    there = np.asarray(places @ np.linalg.inv(matrix).T, np.float64)
    height, width = frame.shape[:2]
    source = bent(there[:, :2] / there[:, 2:], lens, (width, height)).astype(np.float32)
    source = source.reshape(size[1], size[0], 2)
    return np.asarray(
        cv2.remap(frame, source[..., 0].copy(), source[..., 1].copy(), cv2.INTER_LINEAR), np.uint8
    )

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
            right, lower left.
        size_mm: width and height of the tray between these corners, > 0.
    """

    corners_px: tuple[tuple[float, float], ...]
    size_mm: tuple[float, float]

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


@dataclass(frozen=True, slots=True, eq=False)
class Rectified:
    """A picture ready to be read.

    Attributes:
        frame: (H, W, 3) uint8, BGR.
        mm_per_px: its scale; None where nothing is calibrated.
        matrix: (3, 3) float64, from the camera's picture to this one.
    """

    frame: Image
    mm_per_px: float | None
    matrix: NDArray[np.float64]

    def back(self, points_px: Sequence[Sequence[float]]) -> NDArray[np.float64]:
        """(N, 2) places of this picture as places of the camera's picture."""
        points = np.array(points_px, np.float64).reshape(-1, 2)
        flat = np.concatenate([points, np.ones((len(points), 1))], axis=1)
        there = flat @ np.linalg.inv(self.matrix).T
        placed: NDArray[np.float64] = there[:, :2] / there[:, 2:]
        return placed


def rectify(frame: Image, calibration: Calibration | None) -> Rectified:
    """Cut the tray out of a picture and turn it upright.

    Args:
        frame: (H, W, 3) uint8, BGR.
        calibration: None leaves the picture as it is.

    Returns:
        The tray at the finest scale it has anywhere in the picture, at most MAX_SIDE_PX px wide
        or high.

    Raises:
        ValueError: wrong shape or dtype, or a corner far outside of the picture.
    """
    check_frame(frame)
    if calibration is None:
        return Rectified(frame, None, np.eye(3))
    corners = np.array(calibration.corners_px, np.float64)
    height, width = frame.shape[:2]
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
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), upright)
    turned = cv2.warpPerspective(frame, matrix, size, flags=cv2.INTER_LINEAR)
    return Rectified(np.asarray(turned, np.uint8), 1 / px_per_mm, np.asarray(matrix, np.float64))

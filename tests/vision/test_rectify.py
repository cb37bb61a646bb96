"""The tray turned upright, and its scale."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from turmwart_vision.api import Calibration, read_dice, rectify

CORNERS = ((120.0, 60.0), (520.0, 80.0), (600.0, 440.0), (60.0, 420.0))


def test_without_calibration_nothing_changes() -> None:
    frame = np.zeros((20, 30, 3), np.uint8)
    rectified = rectify(frame, None)
    assert rectified.frame is frame
    assert rectified.mm_per_px is None
    assert np.array_equal(rectified.back([(3, 4)]), [(3, 4)])


def test_dice_in_a_slanted_picture_are_read_in_the_upright_one(
    drawing: Callable[..., object],
) -> None:
    """A tray of 300 x 200 mm with two dice of 16 mm, seen at a slant."""
    upright = drawing(1200, 800).die(3, (300, 300), 64, 10).die(6, (800, 500), 64, 40).frame
    edges = np.array([(0, 0), (1199, 0), (1199, 799), (0, 799)], np.float32)
    matrix = cv2.getPerspectiveTransform(edges, np.array(CORNERS, np.float32))
    slanted = cv2.warpPerspective(upright, matrix, (640, 480), borderValue=(96, 120, 84))
    rectified = rectify(slanted, Calibration(CORNERS, (300.0, 200.0)))
    height, width = rectified.frame.shape[:2]
    assert rectified.mm_per_px is not None
    assert width * rectified.mm_per_px == pytest.approx(300, rel=0.01)
    assert height * rectified.mm_per_px == pytest.approx(200, rel=0.01)
    reading = read_dice(rectified.frame, rectified.mm_per_px)
    assert reading.values == (3, 6)
    back = rectified.back([die.centre_px for die in reading.dice])
    expected = cv2.perspectiveTransform(np.array([[(300, 300), (800, 500)]], np.float32), matrix)
    assert back == pytest.approx(expected[0], abs=2)


def test_a_fine_scale_stays_within_bounds() -> None:
    calibration = Calibration(CORNERS, (1.0, 900.0))
    assert max(rectify(np.zeros((480, 640, 3), np.uint8), calibration).frame.shape) <= 4096


@pytest.mark.parametrize(
    ("corners", "size"),
    [
        (CORNERS[:3], (300.0, 200.0)),
        ((*CORNERS[:3], (float("nan"), 0.0)), (300.0, 200.0)),
        (CORNERS[::-1], (300.0, 200.0)),
        ((CORNERS[0], CORNERS[2], CORNERS[1], CORNERS[3]), (300.0, 200.0)),
        ((CORNERS[0],) * 4, (300.0, 200.0)),
        (CORNERS, (0.0, 200.0)),
        (CORNERS, (300.0, float("inf"))),
    ],
)
def test_a_calibration_that_is_none_is_refused(
    corners: tuple[tuple[float, float], ...], size: tuple[float, float]
) -> None:
    with pytest.raises(ValueError, match=r"corners_px|size_mm"):
        Calibration(corners, size)


def test_a_calibration_of_another_picture_is_refused() -> None:
    with pytest.raises(ValueError, match="outside"):
        rectify(np.zeros((100, 100, 3), np.uint8), Calibration(CORNERS, (300.0, 200.0)))


def test_a_wrong_array_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\(10, 10\)"):
        rectify(np.zeros((10, 10), np.uint8), None)

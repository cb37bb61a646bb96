"""The door of the vision: what other packages may import.

Pictures are (H, W, 3) arrays of uint8 in the order blue, green, red, as OpenCV has them.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart_vision.capture import Capture
from turmwart_vision.dice import read
from turmwart_vision.errors import VisionError
from turmwart_vision.pictures import Image, check_frame, load_image, save_image
from turmwart_vision.rectify import Calibration, Rectified, rectify

__all__ = [
    "READER",
    "Calibration",
    "Capture",
    "DiceReading",
    "Die",
    "Image",
    "Rectified",
    "VisionError",
    "annotate",
    "load_image",
    "read_dice",
    "rectify",
    "save_image",
]

# Stored beside every reading: a better reader can read an old picture anew.
READER = "lattice-1"
# Finer pictures are read at this size: a die then still has far more pixels than needed.
READ_SIDE_PX = 1600

Point = tuple[float, float]
Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Die:
    """A die that was read.

    Attributes:
        value: of its upper face, 1..6.
        centre_px: middle of the upper face, x and y.
        box: the four corners of the upper face, in order around it.
        doubt: from 0 (sure) to 1.
    """

    value: int
    centre_px: Point
    box: tuple[Point, Point, Point, Point]
    doubt: float


@dataclass(frozen=True, slots=True)
class DiceReading:
    """What a picture shows.

    Attributes:
        dice: from left to right.
        sure: True only where the reader vouches for the whole picture; never without dice.
        ms: time the reading took, in milliseconds.
        size_px: width and height of the picture.
    """

    dice: tuple[Die, ...]
    sure: bool
    ms: float
    size_px: tuple[int, int]

    @property
    def values(self) -> tuple[int, ...]:
        """The upper faces, ascending."""
        return tuple(sorted(die.value for die in self.dice))


def read_dice(frame: Image, mm_per_px: float | None = None) -> DiceReading:
    """Read the upper faces of the dice in a picture.

    Args:
        frame: (H, W, 3) uint8, BGR.
        mm_per_px: scale of ``frame`` in millimetres per pixel, > 0, where it is known: what is
            far from any die's size is then left out.

    Returns:
        The dice with their doubt; no dice: an empty reading, never sure.

    Raises:
        ValueError: wrong shape or dtype, or ``mm_per_px`` not > 0; the message names both.
    """
    check_frame(frame)
    if mm_per_px is not None and not (math.isfinite(mm_per_px) and mm_per_px > 0):
        raise ValueError(f"mm_per_px must be > 0, got {mm_per_px}; frame is {frame.shape}")
    start = time.perf_counter()
    height, width = frame.shape[:2]
    shrink = max(1.0, max(height, width) / READ_SIDE_PX)
    small = frame
    if shrink > 1:
        size = (max(1, round(width / shrink)), max(1, round(height / shrink)))
        small = np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)
    scale = None if mm_per_px is None else mm_per_px * shrink
    found, sure = read(np.ascontiguousarray(small), scale)
    grow = np.array([width / small.shape[1], height / small.shape[0]])
    dice: list[Die] = []
    for die in found:
        corners = [_point(corner, grow) for corner in die.box_px]
        box = (corners[0], corners[1], corners[2], corners[3])
        dice.append(Die(die.value, _point(die.centre_px, grow), box, round(die.doubt, 3)))
    ms = (time.perf_counter() - start) * 1000
    return DiceReading(tuple(dice), sure, ms, (width, height))


def _point(at: NDArray[np.float64], grow: NDArray[np.float64]) -> Point:
    # The middle of a pixel is at 0.5, so that halving a picture moves nothing.
    placed = (at + 0.5) * grow - 0.5
    return float(placed[0]), float(placed[1])


def annotate(frame: Image, reading: DiceReading, banner: str = "") -> Image:
    """Draw a reading over its picture: value and doubt are written at each die.

    Args:
        frame: (H, W, 3) uint8, BGR, the picture that was read.
        reading: what was read.
        banner: a line for the top, in the reader's language, such as whether it is sure.

    Returns:
        A new picture; ``frame`` stays as it is.

    Raises:
        ValueError: wrong shape or dtype, or the reading is of a picture of another size.
    """
    check_frame(frame)
    if reading.size_px != (frame.shape[1], frame.shape[0]):
        raise ValueError(f"reading is of {reading.size_px}, frame has shape {frame.shape}")
    drawn = frame.copy()
    scale = max(0.5, max(frame.shape[:2]) / 1300)
    thick = max(1, round(1.6 * scale))
    for die in reading.dice:
        corners = np.rint(np.array(die.box)).astype(np.int32)
        # White on black shows on any table and says the same without colour.
        cv2.polylines(drawn, [corners], True, (0, 0, 0), thick + 2, cv2.LINE_AA)
        cv2.polylines(drawn, [corners], True, (255, 255, 255), thick, cv2.LINE_AA)
    written: list[Box] = []
    if banner:
        written.append(_write(drawn, banner, [(4, 4)], 1.2 * scale, written))
    bounds = [_bounds(die) for die in reading.dice]
    for n, die in enumerate(reading.dice):
        left, high, right, low = bounds[n]
        wide = round(150 * scale)
        places = [(right + 3, high), (left - wide, high), (left, low + 3), (right + 3, low)]
        places += [(left, high - round(40 * scale)), (left - wide, low)]
        others = [*written, *bounds[:n], *bounds[n + 1 :]]
        written.append(_write(drawn, f"{die.value} ({die.doubt:.2f})", places, scale, others))
    return drawn


def _bounds(die: Die) -> Box:
    across, down = [x for x, _ in die.box], [y for _, y in die.box]
    return round(min(across)), round(min(down)), round(max(across)), round(max(down))


def _write(
    drawn: Image,
    text: str,
    places: list[tuple[int, int]],
    scale: float,
    taken: list[Box],
) -> Box:
    """Write a line in white on black at the first place that is free; tells where it lies."""
    font, size, thick = cv2.FONT_HERSHEY_SIMPLEX, 0.85 * scale, max(1, round(1.4 * scale))
    (wide, high), below = cv2.getTextSize(text, font, size, thick)
    height, width = drawn.shape[:2]
    boxes: list[Box] = []
    for x, y in places:
        left = max(0, min(x, width - wide - 6))
        top = max(0, min(y, height - high - below - 6))
        boxes.append((left, top, left + wide + 5, top + high + below + 5))
    box = next((b for b in boxes if not any(_overlap(b, other) for other in taken)), boxes[0])
    cv2.rectangle(drawn, box[:2], box[2:], (0, 0, 0), -1)
    at = (box[0] + 3, box[1] + high + 3)
    cv2.putText(drawn, text, at, font, size, (255, 255, 255), thick, cv2.LINE_AA)
    return box


def _overlap(a: Box, b: Box) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]

"""The door of the vision: what other packages may import.

Pictures are (H, W, 3) arrays of uint8 in the order blue, green, red, as OpenCV has them.
"""

from __future__ import annotations

import math
import time

from turmwart_vision.annotate import annotate
from turmwart_vision.capture import Capture, Wish, public_name
from turmwart_vision.dice import Found, read
from turmwart_vision.errors import VisionError
from turmwart_vision.feed import Feed, State
from turmwart_vision.findings import DiceReading, Die, Point
from turmwart_vision.live import Shot, Watch, Watcher, agree, same_scene, shoot
from turmwart_vision.mat import PAPERS_MM, FoundMat, draw_mat, find_mat, mat_of
from turmwart_vision.mat_pdf import mat_pdf
from turmwart_vision.pictures import Image, check_frame, encode_jpeg, load_image, save_image
from turmwart_vision.recorder import Recorder
from turmwart_vision.rectify import Calibration, Rectified, rectify
from turmwart_vision.seams import has_seam
from turmwart_vision.terminal import Cell, blocks, fitted, png, sixel

__all__ = [
    "PAPERS_MM",
    "READER",
    "Calibration",
    "Capture",
    "Cell",
    "DiceReading",
    "Die",
    "Feed",
    "FoundMat",
    "Image",
    "Recorder",
    "Rectified",
    "Shot",
    "State",
    "VisionError",
    "Watch",
    "Watcher",
    "Wish",
    "agree",
    "annotate",
    "blocks",
    "draw_mat",
    "encode_jpeg",
    "find_mat",
    "fitted",
    "has_seam",
    "load_image",
    "mat_of",
    "mat_pdf",
    "png",
    "public_name",
    "read_dice",
    "rectify",
    "same_scene",
    "save_image",
    "shoot",
    "sixel",
]

# Stored beside every reading: a better reader can read an old picture anew.
READER = "faces-2"


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
    found, reasons = read(frame, mm_per_px)
    dice = tuple(
        Die(die.value, _point(*die.centre_px), _box(die), round(die.doubt, 3)) for die in found
    )
    ms = (time.perf_counter() - start) * 1000
    return DiceReading(dice, bool(dice) and not reasons, ms, frame.shape[1::-1], reasons)


def _point(x: float, y: float) -> Point:
    # OpenCV counts from the middle of the first pixel.
    return float(x) - 0.5, float(y) - 0.5


def _box(die: Found) -> tuple[Point, Point, Point, Point]:
    (x, y), half = die.centre_px.tolist(), die.side_px / 2
    low_x, high_x, low_y, high_y = x - half, x + half, y - half, y + half
    return (
        _point(low_x, low_y),
        _point(high_x, low_y),
        _point(high_x, high_y),
        _point(low_x, high_y),
    )

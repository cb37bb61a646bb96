"""The door of the vision: what other packages may import.

Pictures are (H, W, 3) arrays of uint8 in the order blue, green, red, as OpenCV has them.
"""

from __future__ import annotations

import math
import time

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart_vision.annotate import annotate
from turmwart_vision.capture import Capture, Wish, public_name
from turmwart_vision.dice import read
from turmwart_vision.errors import VisionError
from turmwart_vision.feed import Feed, State
from turmwart_vision.findings import DiceReading, Die, Point
from turmwart_vision.live import Shot, Watch, agree, same_scene, shoot
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
READER = "lattice-1"
# Finer pictures are read at this size: a die then still has far more pixels than needed.
READ_SIDE_PX = 1600


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

"""The door of the vision: what other packages may import.

Pictures are (H, W, 3) arrays of uint8 in the order blue, green, red, as OpenCV has them.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from turmwart_vision import cubes
from turmwart_vision.annotate import annotate, annotate_cubes
from turmwart_vision.capture import Capture, Wish, public_name
from turmwart_vision.cube_watch import CubeWatch, Frozen, agree_on_cubes
from turmwart_vision.dice import Found, read
from turmwart_vision.errors import VisionError
from turmwart_vision.feed import Feed, State
from turmwart_vision.files import FILE, FOLDER, kind_of
from turmwart_vision.findings import ColourCount, Cube, CubeReading, DiceReading, Die, Point
from turmwart_vision.live import AGREE_FRAMES, Shot, Watch, Watcher, agree, same_scene, shoot
from turmwart_vision.mat import PAPERS_MM, FoundMat, draw_mat, find_mat, mat_of
from turmwart_vision.mat_pdf import mat_pdf
from turmwart_vision.palette import (
    COLOURS,
    TOO_CLOSE,
    CubePalette,
    default_palette,
    learn_palette,
    load_palette,
    palette_text,
    too_close,
)
from turmwart_vision.pictures import Image, check_frame, encode_jpeg, load_image, save_image
from turmwart_vision.recorder import Recorder, check_record
from turmwart_vision.rectify import Calibration, Rectified, rectify
from turmwart_vision.seams import has_seam
from turmwart_vision.terminal import Cell, blocks, fitted, png, sixel
from turmwart_vision.white import white_of_card, white_of_mat, without_markers

__all__ = [
    "AGREE_FRAMES",
    "COLOURS",
    "COUNTER",
    "FILE",
    "FOLDER",
    "PAPERS_MM",
    "READER",
    "TOO_CLOSE",
    "Calibration",
    "Capture",
    "Cell",
    "ColourCount",
    "Colours",
    "Cube",
    "CubePalette",
    "CubeReading",
    "CubeWatch",
    "DiceReading",
    "Die",
    "Feed",
    "FoundMat",
    "Frozen",
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
    "agree_on_cubes",
    "annotate",
    "annotate_cubes",
    "blocks",
    "check_record",
    "count_cubes",
    "cube_colours",
    "default_palette",
    "draw_mat",
    "encode_jpeg",
    "find_mat",
    "fitted",
    "has_seam",
    "kind_of",
    "learn_palette",
    "load_image",
    "load_palette",
    "mat_of",
    "mat_pdf",
    "palette_text",
    "png",
    "public_name",
    "read_dice",
    "rectify",
    "same_scene",
    "save_image",
    "shoot",
    "sixel",
    "too_close",
    "white_of_card",
    "white_of_mat",
    "without_markers",
]

Colours = NDArray[np.float64]

COUNTER = "cubes-6"
"""Which counter it was."""
# Stored beside every reading: a better reader can read an old picture anew.
READER = "faces-10"


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


def count_cubes(
    frame: Image,
    palette: CubePalette | None = None,
    *,
    mm_per_px: float | None = None,
    white_bgr: Sequence[float] | None = None,
) -> CubeReading:
    """Count the cubes in a picture by colour.

    Args:
        frame: (H, W, 3) uint8, BGR.
        palette: the colours there may be; None: the palette that is shipped.
        mm_per_px: scale of ``frame`` in millimetres per pixel, > 0, where it is known: what is
            far from the size of a cube of 8 to 10 mm is then left out.
        white_bgr: what white gives in this light, each 1..255, where it is known.

    Returns:
        The cubes and the counts with their doubt; no cubes: never sure.

    Raises:
        ValueError: wrong shape or dtype, ``mm_per_px`` not > 0, or a white out of its limits.
    """
    check_frame(frame)
    if mm_per_px is not None and not (math.isfinite(mm_per_px) and mm_per_px > 0):
        raise ValueError(f"mm_per_px must be > 0, got {mm_per_px}; frame is {frame.shape}")
    if white_bgr is not None and not (
        len(white_bgr) == 3 and all(1 <= level <= 255 for level in white_bgr)
    ):
        raise ValueError(f"white_bgr must be three levels of 1..255, got {white_bgr}")
    start = time.perf_counter()
    palette = palette or default_palette()
    seen = cubes.count(frame, palette, mm_per_px, white_bgr)
    found = tuple(
        Cube(
            palette.names[colour],
            _point(*centre),
            round(side, 2),
            round(doubt, 4),
            raised > cubes.TALL,
        )
        for centre, side, raised, colour, doubt in zip(
            seen.places.centres_px.tolist(),
            seen.places.sides_px.tolist(),
            seen.places.raised.tolist(),
            seen.colours.tolist(),
            seen.doubt.tolist(),
            strict=True,
        )
    )
    counts = tuple(
        ColourCount(name, sum(cube.colour == name for cube in found), _chances(spread), reasons)
        for name, spread, reasons in zip(
            palette.names, seen.spread, seen.colour_reasons, strict=True
        )
    )
    sure = bool(found) and not seen.reasons and seen.right >= cubes.SURE
    ms = (time.perf_counter() - start) * 1000
    return CubeReading(found, counts, sure, ms, frame.shape[1::-1], seen.reasons)


def cube_colours(frame: Image, mm_per_px: float | None = None) -> Colours:
    """How the upper faces of the cubes in a picture look, whatever their colour: for learning.

    Args:
        frame: (H, W, 3) uint8, BGR.
        mm_per_px: its scale, > 0, where it is known.

    Returns:
        (N, 3) BGR, 0..255, one row a cube of which there is hardly a doubt.

    Raises:
        ValueError: wrong shape or dtype.
    """
    check_frame(frame)
    return cubes.clear_colours(frame, mm_per_px)


def _chances(spread: cubes.Array) -> tuple[tuple[int, float], ...]:
    likely = [(n, p) for n, p in enumerate(spread.tolist()) if p > cubes.LEAST_CHANCE]
    total = sum(p for _, p in likely)
    return tuple((n, round(p / total, 4)) for n, p in likely)


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

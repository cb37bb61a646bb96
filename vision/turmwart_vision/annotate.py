"""Draws what was read over its picture."""

from __future__ import annotations

import unicodedata

import cv2
import numpy as np

from turmwart_vision.findings import CubeReading, DiceReading, Die
from turmwart_vision.pictures import Image, check_frame

Box = tuple[int, int, int, int]
DOUBT_SHOWN = 0.05
LETTERS = {
    "red": "R",
    "orange": "O",
    "yellow": "Y",
    "green": "Gn",
    "blue": "Bu",
    "purple": "P",
    "black": "Bk",
    "grey": "Gy",
    "white": "W",
    "brown": "Bn",
    "natural": "N",
}
"""How a cube's colour is written upon it."""


def annotate(frame: Image, reading: DiceReading, banner: str = "", numbered: bool = False) -> Image:
    """Draw a reading over its picture: value and doubt are written at each die.

    Args:
        frame: (H, W, 3) uint8, BGR, the picture that was read.
        reading: what was read.
        banner: a line for the top, in the reader's language, such as whether it is sure.
        numbered: write the number of each die, from the left, in place of its doubt.

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
        text = f"{n + 1}: {die.value}" if numbered else f"{die.value} ({die.doubt:.2f})"
        written.append(_write(drawn, text, places, scale, others))
    return drawn


def annotate_cubes(frame: Image, reading: CubeReading, banner: str = "") -> Image:
    """Draw a count over its picture: each cube with letters for its colour.

    A cube is ringed, twice where it is in doubt; a raised one has a bar above its letters.

    Args:
        frame: (H, W, 3) uint8, BGR, the picture that was read.
        reading: what was counted.
        banner: a line for the top, in the reader's language.

    Returns:
        A new picture; ``frame`` stays as it is.

    Raises:
        ValueError: wrong shape or dtype, or the reading is of a picture of another size.
    """
    check_frame(frame)
    if reading.size_px != (frame.shape[1], frame.shape[0]):
        raise ValueError(f"reading is of {reading.size_px}, frame has shape {frame.shape}")
    drawn = frame.copy()
    for cube in reading.cubes:
        at = (round(cube.centre_px[0]), round(cube.centre_px[1]))
        radius = max(3, round(0.42 * cube.side_px))
        in_doubt = cube.doubt > DOUBT_SHOWN
        for ring in (radius, radius + 4) if in_doubt else (radius,):
            # White on black shows on any colour and says the same without colour.
            cv2.circle(drawn, at, ring, (0, 0, 0), 3, cv2.LINE_AA)
            cv2.circle(drawn, at, ring, (255, 255, 255), 1, cv2.LINE_AA)
        text = LETTERS[cube.colour]
        size = max(0.3, cube.side_px / 60)
        wide, high = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)[0]
        left, low = at[0] - wide // 2, at[1] + high // 2
        if cube.raised:
            bar = (left, low - high - 4), (left + wide, low - high - 4)
            cv2.line(drawn, *bar, (0, 0, 0), 3)
            cv2.line(drawn, *bar, (255, 255, 255), 1)
        for ink, thick in (((0, 0, 0), 3), ((255, 255, 255), 1)):
            cv2.putText(
                drawn, text, (left, low), cv2.FONT_HERSHEY_SIMPLEX, size, ink, thick, cv2.LINE_AA
            )
    if banner:
        _write(drawn, banner, [(4, 4)], max(0.6, max(frame.shape[:2]) / 1600), [])
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
    text = plain(text)
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


def plain(text: str) -> str:
    """Letters without their accents: OpenCV's fonts have no others, and draw ``?`` for them."""
    parts = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def _overlap(a: Box, b: Box) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]

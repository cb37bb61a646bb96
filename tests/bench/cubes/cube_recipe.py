"""The recipe that most instructions give for counting coloured things: HSV ranges and contours.

Written from its common description: blur, convert to HSV, one fixed range of hue, saturation and
value for each colour, opening, outer contours; contours too small are dropped. Here it is helped
where it is known to fail: a contour counts as many cubes as its area holds of the median lone one.
"""

from __future__ import annotations

from collections.abc import Collection

import cv2
import numpy as np
from numpy.typing import NDArray

RANGES = {
    "red": (((0, 110, 50), (6, 255, 255)), ((172, 110, 50), (179, 255, 255))),
    "orange": (((7, 130, 130), (17, 255, 255)),),
    "yellow": (((20, 110, 120), (33, 255, 255)),),
    "green": (((38, 70, 40), (88, 255, 255)),),
    "blue": (((92, 90, 40), (122, 255, 255)),),
    "purple": (((124, 60, 40), (160, 255, 255)),),
    "black": (((0, 0, 0), (179, 255, 45)),),
    "grey": (((0, 0, 70), (179, 40, 170)),),
    "white": (((0, 0, 200), (179, 40, 255)),),
    "brown": (((5, 80, 30), (18, 255, 120)),),
    "natural": (((12, 40, 140), (24, 120, 255)),),
}
"""Hue (0..179), saturation and value (0..255), from and to, as OpenCV has them."""
LEAST, MOST = 0.0004, 0.05
"""Shares of the picture's area between which a contour may be cubes."""
SQUARE = 1.5
"""A lone cube's box is no longer than so many times its width."""


def hsv_contours(frame: NDArray[np.uint8], colours: Collection[str]) -> dict[str, int]:
    """Cubes of each of ``colours`` in a picture (H, W, 3), BGR; those without any left out."""
    hsv = cv2.cvtColor(cv2.GaussianBlur(frame, (5, 5), 0), cv2.COLOR_BGR2HSV)
    area = frame.shape[0] * frame.shape[1]
    found: dict[str, list[float]] = {}
    lone: list[float] = []
    for colour in colours:
        mask = np.zeros(frame.shape[:2], np.uint8)
        for low, high in RANGES[colour]:
            mask |= cv2.inRange(hsv, np.array(low), np.array(high))
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        contours = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
        for contour in contours:
            size = cv2.contourArea(contour)
            if LEAST * area < size < MOST * area:
                found.setdefault(colour, []).append(size)
                (_, (wide, high_px), _) = cv2.minAreaRect(contour)
                if max(wide, high_px) < SQUARE * min(wide, high_px):
                    lone.append(size)
    if not lone:
        return {colour: len(sizes) for colour, sizes in found.items()}
    one = float(np.median(lone))
    counts = {c: sum(max(1, round(size / one)) for size in sizes) for c, sizes in found.items()}
    return {colour: count for colour, count in counts.items() if count}

"""Dice drawn by OpenCV, whose values are known."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]

_PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (1, 1), (-1, 1)],
    5: [(-1, -1), (1, -1), (1, 1), (-1, 1), (0, 0)],
    6: [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, 0), (1, 0)],
}


class Drawing:
    """A table seen straight from above, on which dice are drawn."""

    def __init__(self, width: int = 640, height: int = 480, table: Colour = (96, 120, 84)) -> None:
        self.frame: Image = np.full((height, width, 3), table, np.uint8)

    def die(
        self,
        value: int,
        centre: tuple[float, float],
        side: float,
        degrees: float = 0.0,
        body: Colour = (225, 235, 240),
        pip: Colour = (25, 25, 25),
    ) -> Drawing:
        """Draw one die of ``side`` px."""
        turn = np.deg2rad(degrees)
        across = np.array([np.cos(turn), np.sin(turn)])
        down = np.array([-np.sin(turn), np.cos(turn)])
        middle = np.array(centre)
        half = side / 2
        corners = [middle + half * (x * across + y * down) for x, y in _PIPS[4]]
        # Four more bits than px: edges fall between pixels, as in a photograph.
        cv2.fillPoly(self.frame, [np.rint(np.array(corners) * 16).astype(np.int32)], body, 16, 4)
        for x, y in _PIPS[value]:
            at = middle + side / 4 * (x * across + y * down)
            cv2.circle(
                self.frame,
                (round(at[0] * 16), round(at[1] * 16)),
                round((side * 0.09 - 0.5) * 16),
                pip,
                -1,
                cv2.LINE_AA,
                4,
            )
        return self


@pytest.fixture
def drawing() -> Callable[..., Drawing]:
    return Drawing

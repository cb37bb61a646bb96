"""Finds the upper faces of dice: where they are, and how large.

A second finder, taught apart from the first, tells from the mirrored picture what that passed over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart_vision.networks import mean_of
from turmwart_vision.pictures import Image

CELL_PX = 4
WORK_PX = 640
"""The longer side of the picture that the finder looks at."""
GROW_MOST = 1.6
SHAPES_STEP_PX = 32
EDGE_PX = 32.0
LOWEST = 0.15
"""Heat below this is not looked at."""
MOST = 60
"""So many places are looked at: a roll has 20 dice at most."""
LARGE_PX, CLEAR, AGAIN = 90.0, 0.5, 0.4
"""A face of that many px of the working size, or no heat above that, asks for another look."""
APART = 0.55
"""Two places nearer than this share of the larger edge are one."""


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A place where an upper face may be.

    Attributes:
        centre_px: (2,) float64, in the picture that was given.
        side_px: mean edge of the face, in the same px.
        heat: 0..1, how much it looks like the middle of an upper face.
        face: 0..1, what a nearer look makes of it; 1 before there was one.
    """

    centre_px: NDArray[np.float64]
    side_px: float
    heat: float
    face: float = 1.0


def find(frame: Image, work_px: int = WORK_PX) -> list[Spot]:
    """The places of upper faces, hottest first.

    Args:
        frame: (H, W, 3) uint8, BGR.
        work_px: the longer side it is looked at with. Where nothing is found, or something
            large, a second look at a smaller size follows: the finder knows faces up to 180 px.
    """
    spots = _look(frame, work_px)
    large = LARGE_PX * max(frame.shape[:2]) / work_px
    if not any(s.heat > CLEAR for s in spots) or any(s.side_px > large for s in spots):
        spots += _look(frame, int(work_px * AGAIN))
    return apart(spots)


def find_mirrored(frame: Image) -> list[Spot]:
    """The places that the second finder sees in the mirrored ``frame``, in px of ``frame``."""
    return _look(frame, WORK_PX, "second", mirrored=True)


def apart(spots: list[Spot], beside: Sequence[Spot] = ()) -> list[Spot]:
    """``spots``, hottest first, without those that lie on a hotter one or on one of ``beside``."""
    kept = list(beside)
    for spot in sorted(spots, key=lambda s: -s.heat):
        if not any(
            np.hypot(*(s.centre_px - spot.centre_px)) < APART * max(spot.side_px, s.side_px)
            for s in kept
        ):
            kept.append(spot)
    return kept[len(beside) :]


def look(
    networks: Sequence[str], frame: Image, work_px: int, *, mirrored: bool = False
) -> tuple[NDArray[np.float32], NDArray[np.float64], Image]:
    """What finding networks say to a picture, the mean of it.

    Args:
        networks: their names.
        frame: (H, W, 3) uint8, BGR.
        work_px: the longer side it is looked at with; a small picture is grown by ``GROW_MOST``
            at most.
        mirrored: whether it is looked at with left and right exchanged, as the answer is then.

    Returns:
        The answer (heads, rows, columns) for cells of ``CELL_PX``, the factors (2,) from a px of
        the picture looked at to one of ``frame``, x and y, and that picture.
    """
    height, width = frame.shape[:2]
    scale = min(work_px / max(height, width), GROW_MOST)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(frame, size, interpolation=how)
    if mirrored:
        small = cv2.flip(small, 1)
    right, below = (-size[0]) % SHAPES_STEP_PX, (-size[1]) % SHAPES_STEP_PX
    padded = cv2.copyMakeBorder(small, 0, below, 0, right, cv2.BORDER_REPLICATE)
    blob = np.asarray(cv2.dnn.blobFromImage(padded, 1 / 255, swapRB=True), np.float32)
    grow = np.array([width / size[0], height / size[1]])
    return mean_of(networks, blob)[0], grow, np.asarray(small, np.uint8)


def peaks(
    heat: NDArray[np.float32], lowest: float, most: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Rows and columns of the cells of ``heat`` that no neighbour exceeds, hottest first."""
    top = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > lowest)
    ys, xs = np.nonzero(top)
    order = np.argsort(-heat[ys, xs], kind="stable")[:most]
    return ys[order], xs[order]


def _look(
    frame: Image, work_px: int, network: str = "finder", *, mirrored: bool = False
) -> list[Spot]:
    height, width = frame.shape[:2]
    out, grow, _ = look((network,), frame, work_px, mirrored=mirrored)
    heat = 1 / (1 + np.exp(-out[0]))
    ys, xs = peaks(heat, LOWEST, MOST)
    spots: list[Spot] = []
    for y, x in zip(ys.tolist(), xs.tolist(), strict=True):
        _, dx, dy, edge = out[:4, y, x].tolist()
        middle = np.array([x + dx + 0.5, y + dy + 0.5]) * CELL_PX * grow
        if mirrored:
            middle[0] = width - middle[0]
        side = float(np.exp(np.clip(edge, -3, 3)) * EDGE_PX * np.sqrt(grow[0] * grow[1]))
        if 0 <= middle[0] < width and 0 <= middle[1] < height:
            spots.append(Spot(middle, side, float(heat[y, x])))
    return spots

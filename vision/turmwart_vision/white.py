"""What white gives in the light of a picture: told by a white card, or by the white of the mat."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart_vision.mat import FoundMat, mat_of
from turmwart_vision.pictures import Image, check_frame
from turmwart_vision.rectify import bent

White = tuple[float, float, float]

MIDDLE = 0.4
"""Share of width and height of a picture that a card must fill, around the middle."""
EVEN = 0.08
"""Standard deviation of a card's brightness, as a share of its level, above which it is none."""
DARKEST, CLIPPED = 50.0, 253.0
"""Levels between which a card's brightest channel must lie."""
RIM = 1.12
"""A marker is painted over with a little around it."""
STRIP_MM = 3.0
"""Width of the white strip of the mat, beside its free field, that is looked at."""


def white_of_card(frame: Image) -> White | None:
    """What white gives where a white card fills the middle of the picture.

    Args:
        frame: (H, W, 3) uint8, BGR.

    Returns:
        BGR, 1..255; None where the middle is no evenly lit card, too dark or over-exposed.
    """
    check_frame(frame)
    height, width = frame.shape[:2]
    down, across = round(height * (1 - MIDDLE) / 2), round(width * (1 - MIDDLE) / 2)
    part = frame[down : height - down, across : width - across]
    if not part.size:
        return None
    small = np.asarray(cv2.resize(part, (24, 24), interpolation=cv2.INTER_AREA), np.float64)
    grey = small.mean(2)
    level = float(small.reshape(-1, 3).mean(0).max())
    if not DARKEST <= level <= CLIPPED or float(grey.std()) > EVEN * float(grey.mean()):
        return None
    return _white(small.reshape(-1, 3))


def white_of_mat(frame: Image, mat: FoundMat) -> White:
    """What white gives on the paper of the mat, around its free field.

    Args:
        frame: (H, W, 3) uint8, BGR, in which ``mat`` was found.
        mat: what was found.
    """
    check_frame(frame)
    paper = mat_of(mat.paper)
    left, top, right, bottom = paper.field_mm
    to_picture = cv2.getPerspectiveTransform(
        paper.field_corners_mm.astype(np.float32),
        np.array(mat.calibration.corners_px, np.float32),
    )
    steps = np.linspace(0.05, 0.95, 60)
    across, along = left + (right - left) * steps, top + (bottom - top) * steps
    aside = STRIP_MM / 2
    lines = [np.stack([across, np.full_like(across, y)], 1) for y in (top - aside, bottom + aside)]
    lines += [np.stack([np.full_like(along, x), along], 1) for x in (left - aside, right + aside)]
    points = np.concatenate(lines)
    there = (
        np.concatenate([points, np.ones((len(points), 1))], 1)
        @ np.asarray(to_picture, np.float64).T
    )
    px: NDArray[np.float64] = there[:, :2] / there[:, 2:]
    height, width = frame.shape[:2]
    if mat.calibration.lens:
        px = bent(px, mat.calibration.lens, (width, height))
    places = np.rint(px).astype(np.intp)
    inside = ((places >= 0) & (places < (width, height))).all(1)
    columns, rows = places[inside].T
    levels = frame[rows, columns].astype(np.float64)
    # A cube on the strip, or the shadow of the rim, is darker than paper.
    bright = levels[levels.mean(1) >= np.median(levels.mean(1))]
    return _white(bright)


def _white(levels: NDArray[np.float64]) -> White:
    blue, green, red = np.clip(np.median(levels, axis=0), 1, 255).tolist()
    return blue, green, red


def without_markers(frame: Image, mat: FoundMat, white: White) -> Image:
    """The picture with the mat's markers painted over: their black squares look like cubes.

    Args:
        frame: (H, W, 3) uint8, BGR, in which ``mat`` was found.
        mat: what was found.
        white: what white gives there.
    """
    check_frame(frame)
    bare = frame.copy()
    for marks in mat.marks_px:
        middle = marks.mean(0)
        rim = np.rint(middle + RIM * (marks - middle)).astype(np.int32)
        cv2.fillConvexPoly(bare, rim, [float(level) for level in white])
    return bare

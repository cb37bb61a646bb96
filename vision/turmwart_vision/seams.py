"""Finds the step that damage leaves in a JPEG which decodes without complaint.

A decoder finds its way back some blocks after damage, but each block's brightness is stored as the
difference from the one before: all that follows is lighter, darker or of another tint. The rest
of a row of blocks is shifted, and everything below it: a step with one stair.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from turmwart_vision.pictures import Image, check_frame

_STEP = 10
"""Grey levels: a smaller shift hides no pip."""
_ALONG = 0.7
"""Share of a row that must show the step; the damage itself and what is black hide some."""
_STAIRS = (8, 16)
"""Heights of a row of blocks in px, without and with subsampled colours."""
_EVERY = 4


def has_seam(frame: Image) -> bool:
    """Does a step with one stair run through the whole picture?

    Args:
        frame: (H, W, 3) uint8, BGR, as it was unpacked, or turned by quarters.

    Raises:
        ValueError: wrong shape or dtype.
    """
    check_frame(frame)
    upright = frame[:, ::_EVERY].astype(np.int16)
    turned = frame[::_EVERY].transpose(1, 0, 2).astype(np.int16)
    return _has_stair(upright) or _has_stair(turned)


def _has_stair(lines: NDArray[np.int16]) -> bool:
    """Does a stair run across ``lines``, (H, W, 3)?"""
    height, width = lines.shape[:2]
    if height < 4 * max(_STAIRS) or width < 8:
        return False
    steps = np.diff(lines, axis=0)
    # A real edge takes several rows of pixels; this one lies between two.
    sharp = steps[1:-1] - (steps[:-2] + steps[2:]) // 2
    for channel in range(3):
        for shown in (sharp[:, :, channel] > _STEP, sharp[:, :, channel] < -_STEP):
            share = shown.mean(axis=1)
            for stair in _STAIRS:
                both = share[:-stair] + share[stair:]
                for row in np.flatnonzero(both >= _ALONG):
                    if _splits(shown[row], shown[row + stair]):
                        return True
    return False


def _splits(upper: NDArray[np.bool_], lower: NDArray[np.bool_]) -> bool:
    """Is there a column with the step above on one side of it, and below on the other?"""
    width = len(upper)
    left_upper, left_lower = np.cumsum(upper), np.cumsum(lower)
    left = np.arange(1, width + 1)
    right = np.maximum(width - left, 1)
    right_upper, right_lower = left_upper[-1] - left_upper, left_lower[-1] - left_lower
    inner = (left >= 2) & (left <= width - 2)
    for before, after, off_before, off_after in (
        (left_lower, right_upper, left_upper, right_lower),
        (left_upper, right_lower, left_lower, right_upper),
    ):
        there = np.minimum(before / left, after / right) >= _ALONG
        # On the other row the same part shows nothing: else it is a pattern, not a step.
        bare = np.maximum(off_before / left, off_after / right) <= 1 - _ALONG
        if bool((there & bare & inner).any()):
            return True
    return False

"""Scenes of dice from the photographs of the tests: a roll that blurs, slides and comes to rest."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Frame = NDArray[np.uint8]


def rolling(rest: Frame, moving: int = 12, still: int = 14, seed: int = 1) -> Iterator[Frame]:
    """Frames of a roll that ends in a picture.

    Args:
        rest: (H, W, 3) uint8, BGR: how the dice lie in the end.
        moving: frames in which they move, ever slower.
        still: frames in which they lie.
        seed: of the noise that a sensor adds to each frame.
    """
    noise = np.random.default_rng(seed)
    height, width = rest.shape[:2]
    for n in range(moving + still):
        frame = rest
        if n < moving:
            left = moving - n
            turn = cv2.getRotationMatrix2D((width / 2, height / 2), 4.0 * left, 1.0)
            turn[:, 2] += (7.0 * left, 3.0 * left)
            frame = cv2.warpAffine(rest, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
            frame = cv2.blur(frame, (1 + 2 * left, 3))
        grain = noise.normal(0, 1.5, frame.shape)
        yield np.clip(frame + grain, 0, 255).astype(np.uint8)


def write_film(path: Path, frames: Iterator[Frame], fps: float = 15.0) -> Path:
    """A film without loss (FFV1 in Matroska)."""
    writer = None
    for frame in frames:
        if writer is None:
            size = (frame.shape[1], frame.shape[0])
            writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"FFV1"), fps, size)
            if not writer.isOpened():
                raise ValueError(f"{path} cannot be written")
        writer.write(frame)
    if writer is None:
        raise ValueError("a film has at least one frame")
    writer.release()
    return path

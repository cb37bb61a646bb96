"""Cuts faces out of a picture, all of one size, and reads them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart_vision.networks import run
from turmwart_vision.pictures import Image
from turmwart_vision.pip_pattern import CELLS, votes

CROP_PX = 48
FACE_PX = 26
"""The edge of a face in a cut-out."""
VALUES, PLACE = 7, 4
WIDE = 1.25
"""A place is settled in a cut-out so many times looser than the finder's edge would have it."""
MOVED, GROWN = 0.5, 0.9
"""A step moves a face no farther, in edges, and changes the log of its edge by no more."""
STEPS = 2
"""So many steps settle a place: what was found at half its edge is seen whole in the second."""
NO_FACE = 0.03
"""A place of which a nearer look says so is not looked at again, and not read."""
AROUND = 1.7
"""So much looser than for its face a die is cut out to tell whether it lies upon another."""
LOOKS, MORE_LOOKS = ((0.0, 1.0), (0.8, 0.85)), ((1.6, 1.0), (2.4, 0.9), (3.9, 1.1))
"""Each face is read twice, turned by (rad) and scaled, and where that is doubtful, more often."""
LEAST = 1e-3
"""No value is held to be less likely than this before its pips are heard."""
CLEAR = 0.9
"""A face of which one value has this chance is clear."""


def cut(frame: Image, x: float, y: float, side: float, turn: float = 0.0) -> Image:
    """The cut-out (48, 48, 3) around the face at ``x``, ``y`` with an edge of ``side`` px."""
    scale = FACE_PX / side
    if scale <= 0.5:  # shrink by whole px first, so that no pip falls between the samples
        step = int(1 / scale)
        half = int(side * 1.5) + step
        x0, y0 = max(int(x) - half, 0), max(int(y) - half, 0)
        part = frame[y0 : int(y) + half, x0 : int(x) + half]
        size = (max(part.shape[1] // step, 1), max(part.shape[0] // step, 1))
        part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
        return cut(part, (x - x0) / step, (y - y0) / step, side / step, turn)
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    linear = np.array([[c, -s], [s, c]])
    matrix = np.hstack([linear, (CROP_PX / 2 - linear @ [x, y])[:, None]])
    picture = cv2.warpAffine(
        frame, matrix, (CROP_PX, CROP_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(picture, np.uint8)


def settle(frame: Image, places: list[tuple[float, float, float]]) -> NDArray[np.float64]:
    """Looks at places again, nearer than the finder did, and then from where that led.

    Args:
        frame: (H, W, 3) uint8, BGR.
        places: x, y and edge of what may be faces, in px.

    Returns:
        (N, 4) float64: x, y and edge in px, and the chance that an upper face is there.
    """
    settled = np.array([(*place, 0.0) for place in places], np.float64).reshape(-1, 4)
    at = np.arange(len(places))
    for _ in range(STEPS):
        if not len(at):
            break
        edges = settled[at, 2] * WIDE
        parts = [
            cut(frame, x, y, edge)
            for (x, y), edge in zip(settled[at, :2].tolist(), edges.tolist(), strict=True)
        ]
        out = answers(parts)[:, VALUES : VALUES + PLACE]
        settled[at, :2] += np.clip(out[:, 1:3], -MOVED, MOVED) * edges[:, None]
        settled[at, 2] = edges * np.exp(np.clip(out[:, 3], -GROWN, GROWN))
        settled[at, 3] = 1 / (1 + np.exp(-out[:, 0]))
        at = at[settled[at, 3] > NO_FACE]
    return settled


def read_faces(
    frame: Image, places: list[tuple[float, float, float]]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Reads faces.

    Args:
        frame: (H, W, 3) uint8, BGR.
        places: x, y and edge of each face, in px.

    Returns:
        Twice (N, 7) float64, the chance that it can't be told and that of each value, by all looks
        at it: where its pips were heard too, and where they were not.
    """
    chances, pips = _read(frame, places, LOOKS)
    read = _joined(chances, pips)
    doubtful = np.flatnonzero(read.max(1) < CLEAR)
    if len(doubtful):
        more, more_pips = _read(frame, [places[n] for n in doubtful], MORE_LOOKS)
        share = len(MORE_LOOKS) / (len(LOOKS) + len(MORE_LOOKS))
        chances[doubtful] += share * (more - chances[doubtful])
        pips[doubtful] += share * (more_pips - pips[doubtful])
        read = _joined(chances, pips)
    return read, chances


def _read(
    frame: Image, places: list[tuple[float, float, float]], looks: Sequence[tuple[float, float]]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Means over ``looks``: chances (N, 7) of each value, and what its pips say of it (N, 6)."""
    if not places:
        return np.zeros((0, VALUES)), np.zeros((0, VALUES - 1))
    parts = [cut(frame, x, y, side * size, turn) for x, y, side in places for turn, size in looks]
    out = answers(parts).astype(np.float64)
    chances = np.exp(out[:, :VALUES] - out[:, :VALUES].max(1, keepdims=True))
    chances /= chances.sum(1, keepdims=True)
    said = votes(out[:, VALUES + PLACE :].reshape(-1, CELLS, CELLS))
    shape = (len(places), len(looks), -1)
    return chances.reshape(shape).mean(1), said.reshape(shape).mean(1)


def _joined(chances: NDArray[np.float64], pips: NDArray[np.float64]) -> NDArray[np.float64]:
    """``chances`` (N, 7) of which the values heed what the ``pips`` (N, 6) say of them."""
    said = np.log(np.maximum(chances[:, 1:], LEAST)) + pips
    values = np.exp(said - said.max(1, keepdims=True))
    told = (1 - chances[:, :1]) / values.sum(1, keepdims=True)
    return np.hstack([chances[:, :1], values * told])


def upon_others(frame: Image, places: list[tuple[float, float, float]]) -> NDArray[np.float64]:
    """How much dice look as if they lay upon another, which they hide.

    Args:
        frame: (H, W, 3) uint8, BGR.
        places: x, y and edge of each face, in px.

    Returns:
        (N,) 0..1; the chance where every second die does.
    """
    if not places:
        return np.zeros(0)
    out = answers([cut(frame, x, y, side * AROUND) for x, y, side in places], "upon")
    return 1 / (1 + np.exp(-out[:, 0].astype(np.float64)))


def answers(parts: list[Image], network: str = "reader") -> NDArray[np.float32]:
    """What a network of cut-outs says to ``parts``."""
    batch = np.asarray(np.stack(parts)[..., ::-1].transpose(0, 3, 1, 2), np.float32)
    return run(network, batch / np.float32(255))

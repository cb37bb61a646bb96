"""Labelled pictures as batches for the finder, cut-outs for the reader."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
from augment import camera, placement
from bodies import dressed
from daubs import daubed
from faded import faded
from labelled import Labelled, edges
from networks import CELL_PX, CROP_PX, FACE_PX

from turmwart_vision.pip_pattern import CELL_PX as PIP_CELL_PX
from turmwart_vision.pip_pattern import CELLS, WIDE_PX

SHOWN = 0.62  # a face that shows less is not to be told
FLAT, PLAIN = 3.5, 6.0  # grey levels a face spreads over: below, its pips cannot be told
HIDDEN = 0.12  # a face that shows less is not asked for
FADED = 0.25  # share of pictures with dice of nearly the colour around them
STRAY, DAUBED = 3, 0.5  # places of no die a picture gives; of these, with dabs of paint


def moved(item: Labelled, matrix: np.ndarray, out_px: int) -> Labelled:
    """``item`` through the affine ``matrix``, dice whose centre leaves the picture dropped."""
    scale = np.sqrt(abs(np.linalg.det(matrix[:, :2])))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    picture = item.picture
    if scale < 0.9:
        picture = cv2.GaussianBlur(picture, (0, 0), 0.45 / scale)
    picture = cv2.warpAffine(
        picture,
        matrix,
        (out_px, out_px),
        flags=how if how != cv2.INTER_AREA else cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    faces = item.faces @ matrix[:, :2].T + matrix[:, 2]
    centres = item.centres @ matrix[:, :2].T + matrix[:, 2]
    keep = ((centres >= 0) & (centres < out_px)).all(1)
    inside = ((faces > -2) & (faces < out_px + 2)).all(2).mean(1)
    visible = np.where(inside < 0.75, np.minimum(item.visible, 0.5), item.visible)
    return Labelled(picture, item.values[keep], centres[keep], faces[keep], visible[keep])


def finder_sample(
    rng: np.random.Generator, item: Labelled, owners: np.ndarray | None, out_px: int
) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """A picture for the finder and its targets on the grid of cells.

    ``owners`` (H, W) as ``Coded.owners`` gives it.
    """
    item = dressed(rng, item)
    if owners is not None and rng.random() < FADED:
        item = replace(item, picture=faded(rng, item.picture, owners))
    matrix = placement(rng, item.picture.shape[0], out_px)
    turned = moved(item, matrix, out_px)
    sides = edges(turned.faces) if len(turned.faces) else np.zeros(0)
    picture = camera(rng, turned.picture, float(sides.min()) if len(sides) else 30.0)
    picture, targets = finder_targets(replace(turned, picture=picture))
    return picture, targets | surface(item, owners, matrix, out_px)


def surface(
    item: Labelled, owners: np.ndarray | None, matrix: np.ndarray, out_px: int
) -> dict[str, np.ndarray]:
    """What cells show through ``matrix``: ``die`` 1, 0 or, not known, -1, and ``away`` (2, ...)
    from a cell to the middle of its die's upper face, in that die's edges."""
    cells = out_px // CELL_PX
    if owners is None:
        unknown = np.full((cells, cells), -1, np.float32)
        return {"die": unknown, "away": np.zeros((2, cells, cells), np.float32)}
    coarse = matrix / CELL_PX
    coarse[:, 2] += 0.5 / CELL_PX - 0.5  # from the middle of a px to that of a cell
    shown = cv2.warpAffine(
        owners, coarse, (cells, cells), flags=cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE
    )
    scale = np.sqrt(abs(np.linalg.det(matrix[:, :2])))
    middles = np.vstack([np.zeros((1, 2)), item.centres @ matrix[:, :2].T + matrix[:, 2]])[shown]
    side = np.concatenate([[1.0], edges(item.faces) * scale if len(item.faces) else []])[shown]
    y, x = (np.mgrid[0:cells, 0:cells] + 0.5) * CELL_PX
    away = np.stack([middles[..., 0] - x, middles[..., 1] - y]) / side
    die = (shown > 0).astype(np.float32)
    return {"die": die, "away": np.clip(away * die, -2, 2).astype(np.float32)}


def finder_targets(item: Labelled) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """The picture of ``item``, which is square, and what the finder should say to it."""
    sides = edges(item.faces) if len(item.faces) else np.zeros(0)
    cells = item.picture.shape[0] // CELL_PX
    heat = np.zeros((cells, cells), np.float32)
    care = np.ones((cells, cells), np.float32)
    value = np.full((cells, cells), -1, np.int64)
    where = np.zeros((3, cells, cells), np.float32)
    known = np.zeros((cells, cells), np.float32)
    y, x = np.mgrid[0:cells, 0:cells]
    for v, (cx, cy), side, seen in zip(item.values, item.centres, sides, item.visible, strict=True):
        gx, gy = cx / CELL_PX - 0.5, cy / CELL_PX - 0.5
        if seen < HIDDEN or side < 8:
            care[(abs(x - gx) < side / CELL_PX * 0.5) & (abs(y - gy) < side / CELL_PX * 0.5)] = 0
            continue
        sigma = max(0.65, 0.09 * side / CELL_PX)
        blob = np.exp(-((x - gx) ** 2 + (y - gy) ** 2) / (2 * sigma**2))
        ix, iy = min(max(round(gx), 0), cells - 1), min(max(round(gy), 0), cells - 1)
        blob[iy, ix] = 1
        heat = np.maximum(heat, blob).astype(np.float32)
        reach = max(1.0, 0.16 * side / CELL_PX)
        near = (abs(x - gx) <= reach) & (abs(y - gy) <= reach)
        value[near] = v if seen >= SHOWN else 0
        where[0][near] = (gx - x)[near]
        where[1][near] = (gy - y)[near]
        where[2][near] = np.log(side / 32)
        known[near] = 1
    return item.picture, {
        "heat": heat,
        "care": care,
        "value": value,
        "where": where,
        "known": known,
    }


def cut(
    picture: np.ndarray, x: float, y: float, side: float, *, turn: float = 0.0, mirror: bool = False
) -> np.ndarray:
    """The cut-out (48, 48, 3) around a face with centre ``x``, ``y`` and edge ``side`` px."""
    scale = FACE_PX / side
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    linear = np.array([[c, -s], [s, c]])
    if mirror:
        linear[:, 0] *= -1
    if scale <= 0.5:  # shrink cleanly first
        step = int(1 / scale)
        half = int(side * 1.5) + step
        x0, y0 = max(int(x) - half, 0), max(int(y) - half, 0)
        part = picture[y0 : int(y) + half, x0 : int(x) + half]
        part = cv2.resize(
            part,
            (max(part.shape[1] // step, 1), max(part.shape[0] // step, 1)),
            interpolation=cv2.INTER_AREA,
        )
        return cut(part, (x - x0) / step, (y - y0) / step, side / step, turn=turn, mirror=mirror)
    matrix = np.hstack([linear, (CROP_PX / 2 - linear @ [x, y])[:, None]])
    return cv2.warpAffine(
        picture, matrix, (CROP_PX, CROP_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )


Cutout = tuple[np.ndarray, np.ndarray, np.ndarray]
"""A cut-out (48, 48, 3) uint8; what it shows: value (-1: not asked), is a face (1, 0; -1: not
asked), offset x and y of its middle and log of its edge (NaN: not asked), both by ``FACE_PX``; and
how much of a pip's middle lies in each of (24, 24) cells, in percent, uint8 (255: not known)."""

NO_FACE = np.array([0, 0, np.nan, np.nan, np.nan], np.float32)
UNKNOWN = np.full((CELLS, CELLS), 255, np.uint8)


def _told(part: np.ndarray, side: float) -> int:
    """Whether pips may be told in the cut-out: 1, 0, or -1 where nobody could say."""
    half = int(side * 0.42)
    middle = part[
        CROP_PX // 2 - half : CROP_PX // 2 + half, CROP_PX // 2 - half : CROP_PX // 2 + half
    ]
    smooth = cv2.GaussianBlur(middle, (0, 0), 1.0).astype(np.float32)
    spread = float(smooth.std((0, 1)).max())
    return 0 if spread < FLAT else 1 if spread > PLAIN else -1


def face_sample(
    rng: np.random.Generator,
    picture: np.ndarray,
    centre: np.ndarray,
    side: float,
    value: int,
    pips: np.ndarray | None,
    *,
    wide: bool,
) -> Cutout:
    """A face cut out as loosely as the finder gives it (``wide``), or as its second look does.

    ``pips`` (value, 2) px in ``picture``; None: not known.
    """
    if wide:
        stray = np.clip(rng.normal(0, 0.15, 2), -0.4, 0.4) * side
        size = side * np.exp(rng.uniform(-0.55, 0.9))
    else:
        stray = rng.normal(0, 0.06, 2) * side
        size = side * np.exp(rng.uniform(-0.28, 0.28))
    turn, mirror = rng.uniform(0, 2 * np.pi), rng.random() < 0.5
    part = cut(picture, *(centre + stray), size, turn=turn, mirror=mirror)
    c, s = np.cos(turn), np.sin(turn)
    away = np.array([[c, -s], [s, c]])
    if mirror:
        away[:, 0] *= -1
    dx, dy = away @ -stray / size
    grown = np.log(side / size)
    if np.hypot(*stray) > 0.25 * side or not -0.55 < grown < 0.45:
        value = -1
    elif value > 0:
        value = (0, value, -1)[_told(part, FACE_PX * side / size)]
    cells = UNKNOWN
    if pips is not None and value > 0:
        spots = (pips - centre - stray) @ away.T * (FACE_PX / size) + CROP_PX / 2
        cells = _pip_cells(spots)
    return part, np.array([value, 1, dx, dy, grown], np.float32), cells


def _pip_cells(spots: np.ndarray) -> np.ndarray:
    """How much of a pip's middle, in percent, lies in each cell; ``spots`` (n, 2) px."""
    at = (np.arange(CELLS) + 0.5) * PIP_CELL_PX
    away = (spots[:, :1] - at) ** 2, (spots[:, 1:] - at) ** 2
    near = np.exp(-(away[1][:, :, None] + away[0][:, None, :]) / (2 * WIDE_PX**2))
    return np.asarray(np.rint(100 * near.max(0)), np.uint8)


def reader_samples(rng: np.random.Generator, item: Labelled) -> Iterator[Cutout]:
    """Cut-outs of one picture: its faces, what can't be told, and what is no face."""
    sides = edges(item.faces) if len(item.faces) else np.zeros(0)
    item = dressed(rng, item)
    picture = camera(rng, item.picture, float(sides.min()) if len(sides) else 30.0)
    for number, (v, (x, y), side, seen) in enumerate(
        zip(item.values, item.centres, sides, item.visible, strict=True)
    ):
        if seen < HIDDEN or side < 9:
            continue
        if SHOWN - 0.15 < seen < SHOWN + 0.05:
            continue
        value = int(v) if seen >= SHOWN else 0
        for wide in (True, True, False, False):
            at = np.array([x, y])
            pips = item.pips.get(number)
            yield face_sample(rng, picture, at, float(side), value, pips, wide=wide)
        if rng.random() < 0.4:  # a face missed by half, or of the wrong size, is no reading
            away = (
                rng.uniform(0.55, 0.9)
                * side
                * np.array([np.cos(a := rng.uniform(0, 6.3)), np.sin(a)])
            )
            spot = np.array([x, y]) + away
            if (
                len(item.centres) == 1
                or np.sort(np.linalg.norm(item.centres - spot, axis=1))[0] > 0.5 * side
            ):
                size = side * np.exp(rng.uniform(-0.6, 0.3))
                yield cut(picture, *spot, size, turn=rng.uniform(0, 6.3)), NO_FACE, UNKNOWN
    for _ in range(STRAY):
        spot = rng.uniform(0, item.picture.shape[0], 2)
        side = float(np.exp(rng.uniform(np.log(14), np.log(90))))
        if not len(item.centres) or np.linalg.norm(item.centres - spot, axis=1).min() > 0.6 * max(
            side, float(sides.max())
        ):
            part = cut(picture, *spot, side, turn=rng.uniform(0, 6.3))
            yield daubed(rng, part) if rng.random() < DAUBED else part, NO_FACE, UNKNOWN


def false_samples(rng: np.random.Generator, parts: np.ndarray) -> Iterator[Cutout]:
    """Cut-outs of what is no die, from ``parts`` (n, 64, 64, 3): one or two of them."""
    middle = parts.shape[1] / 2
    for _ in range(int(rng.integers(1, 3))):
        part = camera(rng, parts[int(rng.integers(len(parts)))], float(FACE_PX))
        at = middle + rng.normal(0, 2, 2)
        size = FACE_PX * np.exp(rng.uniform(-0.3, 0.3))
        shown = cut(part, *at, size, turn=rng.uniform(0, 6.3), mirror=rng.random() < 0.5)
        yield shown, NO_FACE, UNKNOWN

"""Rendered trays as samples for the finder, and what cameras do to them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

CELL_PX = 4
FOUND = 0.12
"""Share of a cube's outline from which it is asked for."""
UNCLEAR = 0.05
"""From this share to ``FOUND`` either answer is right."""
FARTHEST = 1.5
"""Edges from the middle of a cube's upper face that anything of it is away at most."""
CROSS = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], np.uint8)


@dataclass(slots=True)
class Tray:
    """A picture (H, W, 3) uint8 RGB with its n cubes.

    ``colours`` (n,) numbers, ``centres`` (n, 2) and ``sides`` (n,) in px, ``shown`` (n,) 0..1,
    ``raised`` (n,) in edges; ``map``: coded, the number of the cube that each px shows, or 0.
    """

    picture: np.ndarray
    colours: np.ndarray
    centres: np.ndarray
    sides: np.ndarray
    shown: np.ndarray
    raised: np.ndarray
    map: np.ndarray


def load(path: Path) -> list[Tray]:
    """The pictures of one shard."""
    data = np.load(path, allow_pickle=True)
    rows, held = data["rows"].reshape(-1, 7), []
    for number, (code, shown) in enumerate(zip(data["jpegs"], data["maps"], strict=True)):
        picture = np.ascontiguousarray(cv2.imdecode(code, cv2.IMREAD_COLOR)[..., ::-1])
        own = rows[rows[:, 0] == number]
        held.append(Tray(picture, own[:, 1].astype(int), *own[:, 2:4][None], *own[:, 4:7].T, shown))
    return held


def photographed(rng: np.random.Generator, picture: np.ndarray, fine_px: float) -> np.ndarray:
    """``picture`` (H, W, 3) uint8, RGB or BGR, as a camera would store it.

    Colours are bent as by white balance and exposure, not beyond: they are what is read.
    ``fine_px`` is the edge of the smallest cube, which blur must leave.
    """
    h, w = picture.shape[:2]
    x = picture.astype(np.float32)
    x *= np.exp(rng.normal(0, 0.07, 3)).astype(np.float32)
    if rng.random() < 0.5:
        level = np.arange(256, dtype=np.float32) / 255
        curve = 255 * level ** np.float32(np.exp(rng.normal(0, 0.16)))
        x = cv2.LUT(np.clip(x, 0, 255).astype(np.uint8), curve)
    if rng.random() < 0.4:
        x = (x - 128) * np.float32(np.exp(rng.normal(0, 0.1))) + np.float32(128 + rng.normal(0, 8))
    if rng.random() < 0.3:
        slope = rng.normal(0, 0.18, 2)
        plane = np.add.outer(np.linspace(-1, 1, h) * slope[0], np.linspace(-1, 1, w) * slope[1])
        x *= np.exp(plane).astype(np.float32)[..., None]
    if rng.random() < 0.35:
        grey = x.mean(2, keepdims=True)
        x = grey + (x - grey) * np.float32(rng.uniform(0.7, 1.3))
    if rng.random() < 0.45:
        x = cv2.GaussianBlur(x, (0, 0), float(rng.uniform(0.3, min(0.05 * fine_px + 0.35, 1.8))))
    if rng.random() < 0.25:
        x = x + np.float32(rng.uniform(0.3, 1.2)) * (x - cv2.GaussianBlur(x, (0, 0), 1.2))
    if rng.random() < 0.5:
        grain = np.empty((h, w, 3), np.int8)
        cv2.randn(grain, 0, float(abs(rng.normal(0, 5)) + 0.5))
        x += grain
    out = np.clip(x, 0, 255).astype(np.uint8)
    if rng.random() < 0.4:
        code = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(50, 96))])[1]
        out = cv2.imdecode(code, cv2.IMREAD_COLOR)
    return out


def sample(
    rng: np.random.Generator, tray: Tray, out_px: int
) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """A part of a picture, turned and scaled by chance, and its targets on the grid of cells."""
    scale = float(np.exp(rng.uniform(np.log(0.75), np.log(1.6))))
    angle = np.radians(rng.integers(0, 4) * 90 + rng.normal(0, 8))
    linear = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    if rng.random() < 0.5:
        linear[:, 0] *= -1
    side_px = tray.picture.shape[0]
    reach = max(side_px * scale - out_px, 0) / 2 + 8
    aim = np.array([side_px / 2, side_px / 2])
    if len(tray.centres) and rng.random() < 0.6:
        aim = tray.centres[int(rng.integers(len(tray.centres)))]
        reach = out_px / 3
    shift = out_px / 2 + rng.uniform(-reach, reach, 2) - linear @ aim
    picture, matrix = tray.picture, np.hstack([linear, shift[:, None]])
    if scale < 0.9:
        picture = cv2.GaussianBlur(picture, (0, 0), 0.4 / scale)
    picture = cv2.warpAffine(
        picture,
        matrix,
        (out_px, out_px),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    sides = tray.sides * scale
    picture = photographed(rng, picture, float(sides.min()) if len(sides) else 20.0)
    centres = tray.centres @ linear.T + shift
    wanted = targets(tray, centres, sides, out_px)
    return picture, wanted | surface(tray, centres, sides, (matrix, out_px))


def surface(
    tray: Tray, centres: np.ndarray, sides: np.ndarray, part: tuple[np.ndarray, int]
) -> dict[str, np.ndarray]:
    """What each cell of a ``part`` of the picture (its matrix and size) shows.

    ``of`` -1: no cube, else its colour; ``seam``: whether another thing is seen beside it; ``away``
    (2, ...): from it to the middle of its cube, in that cube's edges.
    """
    matrix, out_px = part[0] / CELL_PX, part[1]
    # From the middle of a cell to the middle of a px.
    matrix[:, 2] += 0.5 / CELL_PX - 0.5
    cells = out_px // CELL_PX
    shown = cv2.imdecode(tray.map, cv2.IMREAD_UNCHANGED)
    shown = cv2.warpAffine(
        shown,
        matrix,
        (cells, cells),
        flags=cv2.INTER_NEAREST,
        borderMode=cv2.BORDER_REPLICATE,
    )
    least, most = cv2.erode(shown, CROSS), cv2.dilate(shown, CROSS)
    colours = np.concatenate([[-1], tray.colours])
    middles = np.concatenate([np.zeros((1, 2)), centres])[shown]
    edges = np.concatenate([[1.0], sides])[shown]
    y, x = (np.mgrid[0:cells, 0:cells] + 0.5) * CELL_PX
    away = np.stack([middles[..., 0] - x, middles[..., 1] - y]) / edges
    return {
        "of": colours[shown].astype(np.int64),
        "seam": (least != most).astype(np.float32),
        "away": np.clip(away, -FARTHEST, FARTHEST).astype(np.float32),
    }


def targets(
    tray: Tray, centres: np.ndarray, sides: np.ndarray, out_px: int
) -> dict[str, np.ndarray]:
    """What the network should say where the cubes of ``tray`` lie at ``centres`` (n, 2)."""
    cells = out_px // CELL_PX
    heat = np.zeros((cells, cells), np.float32)
    care = np.ones((cells, cells), np.float32)
    colour = np.full((cells, cells), -1, np.int64)
    where = np.zeros((4, cells, cells), np.float32)
    known = np.zeros((cells, cells), np.float32)
    nearest = np.full((cells, cells), np.float32(1e9))
    for n, ((cx, cy), side) in enumerate(zip(centres, sides, strict=True)):
        gx, gy = cx / CELL_PX - 0.5, cy / CELL_PX - 0.5
        if not (-4 < gx < cells + 4 and -4 < gy < cells + 4) or tray.shown[n] < UNCLEAR:
            continue
        # Only the cells around it: targets are made anew for every sample.
        wide = max(4, int(0.5 * side / CELL_PX) + 1)
        x0, x1 = max(int(gx) - wide, 0), min(int(gx) + wide + 2, cells)
        y0, y1 = max(int(gy) - wide, 0), min(int(gy) + wide + 2, cells)
        if x0 >= x1 or y0 >= y1:
            continue
        x, y = np.arange(x0, x1)[None], np.arange(y0, y1)[:, None]
        here = np.s_[y0:y1, x0:x1]
        outside = not (0 <= cx < out_px and 0 <= cy < out_px)
        if tray.shown[n] < FOUND or outside or side < 7:
            half = 0.35 * side / CELL_PX
            care[here][(abs(x - gx) < half) & (abs(y - gy) < half)] = 0
            continue
        square = (x - gx) ** 2 + (y - gy) ** 2
        sigma = max(0.65, 0.09 * side / CELL_PX)
        heat[here] = np.maximum(heat[here], np.exp(-square / (2 * sigma**2)))
        heat[min(max(round(gy), 0), cells - 1), min(max(round(gx), 0), cells - 1)] = 1
        reach = max(1.0, 0.2 * side / CELL_PX)
        near = (abs(x - gx) <= reach) & (abs(y - gy) <= reach) & (square < nearest[here])
        nearest[here][near] = square[near]
        colour[here][near] = tray.colours[n]
        flat = np.ones_like(square)
        values = ((gx - x) * flat, (gy - y) * flat, np.log(side / 32) * flat, tray.raised[n] * flat)
        for row, value in enumerate(values):
            where[row][here][near] = value[near]
        known[here][near] = 1
    return {"heat": heat, "care": care, "colour": colour, "where": where, "known": known}

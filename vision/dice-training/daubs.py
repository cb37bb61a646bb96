"""Tufts as painted boards show them: a few dabs of paint, strewn like pips, but on no die."""

from __future__ import annotations

import cv2
import numpy as np

FINER = 4
"""Dabs are drawn so much finer than they are shown."""
PALE, TINT = 90.0, 22.0
"""How much lighter or darker than the ground paint is at most, and how far its hue strays."""


def daubed(rng: np.random.Generator, part: np.ndarray) -> np.ndarray:
    """``part`` (n, n, 3) uint8 with a tuft of dabs near its middle."""
    side = part.shape[0]
    shown = part.astype(np.float32)
    count, spread = int(rng.integers(2, 10)), side * rng.uniform(0.09, 0.2)
    long, wide = side * rng.uniform(0.02, 0.09), side * rng.uniform(0.012, 0.045)
    lie, alike = rng.uniform(0, 180), rng.uniform(4, 90)
    blur = side / 48 * rng.uniform(0.35, 1.6)
    ground = shown.mean((0, 1))
    lighter = rng.uniform(-PALE, PALE)
    for _ in range(count):
        cover = np.zeros((side * FINER, side * FINER), np.uint8)
        at = (side / 2 + rng.normal(0, spread, 2) * (1, rng.uniform(0.5, 1))) * FINER
        axes = np.array([long, wide]) * rng.uniform(0.6, 1.5, 2) * FINER
        turn = lie + rng.normal(0, alike)
        ink = ground + lighter * rng.uniform(0.6, 1.2) + rng.normal(0, TINT, 3)
        middle, half = (int(at[0]), int(at[1])), (max(int(axes[0]), 1), max(int(axes[1]), 1))
        if rng.random() < 0.4:
            shade = (middle[0] + FINER * int(rng.integers(-2, 3)), middle[1] + FINER)
            _lay(shown, cover, (shade, half), turn, (ground - 40, blur))
            cover[:] = 0
        _lay(shown, cover, (middle, half), turn, (ink, blur))
    return np.clip(shown, 0, 255).astype(np.uint8)


def _lay(
    shown: np.ndarray,
    cover: np.ndarray,
    oval: tuple[tuple[int, int], tuple[int, int]],
    turn: float,
    paint: tuple[np.ndarray, float],
) -> None:
    """One dab on ``shown`` in place: ``paint`` is its ink and how blurred it is."""
    cv2.ellipse(cover, *oval, turn, 0, 360, 255, -1)
    thin = cv2.resize(cover, shown.shape[:2], interpolation=cv2.INTER_AREA).astype(np.float32)
    thin = cv2.GaussianBlur(thin, (0, 0), paint[1])[..., None] / 255
    shown += thin * (paint[0] - shown)

"""What cameras do to a picture: turn, scale, light, blur, noise, compression."""

from __future__ import annotations

import cv2
import numpy as np


def placement(rng: np.random.Generator, side_px: int, out_px: int) -> np.ndarray:
    """A random affine map (2, 3) from a ``side_px`` square picture to an ``out_px`` one."""
    angle = rng.integers(0, 4) * 90 + rng.normal(0, 6)
    scale = float(np.exp(rng.uniform(np.log(0.72), np.log(1.45))))
    stretch = np.exp(rng.normal(0, 0.07, 2))
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    linear = np.diag(stretch * scale) @ np.array([[c, -s], [s, c]])
    if rng.random() < 0.5:
        linear[:, 0] *= -1
    reach = max(side_px * scale - out_px, 0) / 2 + 12
    centre = out_px / 2 + rng.uniform(-reach, reach, 2)
    return np.hstack([linear, (centre - linear @ [side_px / 2, side_px / 2])[:, None]])


def camera(rng: np.random.Generator, picture: np.ndarray, fine_px: float) -> np.ndarray:
    """``picture`` (H, W, 3) uint8 as another camera would store it.

    ``fine_px`` is the edge of its smallest die: what shows its pips is not blurred away.
    """
    h, w = picture.shape[:2]
    x = picture.astype(np.float32)
    if rng.random() < 0.7:
        x *= np.exp(rng.normal(0, 0.10, 3)).astype(np.float32)
    if rng.random() < 0.6:
        x = 255 * np.power(np.clip(x / 255, 0, 1), np.float32(np.exp(rng.normal(0, 0.28))))
    if rng.random() < 0.6:
        x = (x - 128) * np.float32(np.exp(rng.normal(0, 0.2))) + np.float32(128 + rng.normal(0, 18))
    if rng.random() < 0.3:
        plane = np.add.outer(
            np.linspace(-1, 1, h) * rng.normal(0, 0.25), np.linspace(-1, 1, w) * rng.normal(0, 0.25)
        )
        x *= np.exp(plane).astype(np.float32)[..., None]
    if rng.random() < 0.3:
        grey = x.mean(2, keepdims=True)
        x = grey + (x - grey) * np.float32(rng.choice([0.0, rng.uniform(0.2, 1.7)], p=[0.12, 0.88]))
    if rng.random() < 0.5:
        x = cv2.GaussianBlur(x, (0, 0), float(rng.uniform(0.3, min(0.065 * fine_px + 0.35, 2.5))))
    if rng.random() < 0.12:
        size = int(rng.integers(2, max(3, int(fine_px * 0.14) + 2)))
        kernel = np.zeros((size, size), np.float32)
        cv2.line(
            kernel, (0, int(rng.integers(0, size))), (size - 1, int(rng.integers(0, size))), 1.0
        )
        x = cv2.filter2D(x, -1, kernel / max(float(kernel.sum()), 1e-6))
    if rng.random() < 0.3 and fine_px > 18:
        down = rng.uniform(max(0.5, 14 / fine_px), 1.0)
        small = cv2.resize(x, None, fx=down, fy=down, interpolation=cv2.INTER_AREA)
        x = cv2.resize(
            small, (w, h), interpolation=int(rng.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC]))
        )
    if rng.random() < 0.25:
        x = x + np.float32(rng.uniform(0.3, 1.5)) * (x - cv2.GaussianBlur(x, (0, 0), 1.2))
    if rng.random() < 0.6:
        grain = rng.standard_normal((h, w, 3 if rng.random() < 0.5 else 1), np.float32)
        if rng.random() < 0.4:
            grain = cv2.GaussianBlur(grain, (0, 0), 0.8).reshape(h, w, -1) * 2
        x = x + grain * np.float32(abs(rng.normal(0, 8)))
    out = np.clip(x, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        quality = int(rng.integers(35, 96))
        out = cv2.imdecode(
            cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR
        )
    return out

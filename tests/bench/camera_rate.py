"""What watching a camera costs at 720p: the still detector, and a whole watch of a moving scene.

Run from the repository: ``python tests/bench/camera_rate.py [PICTURE]``.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

import cv2
import numpy as np

from turmwart_vision.api import Watch, load_image, read_dice
from turmwart_vision.live import StillDetector

PICTURE = Path(__file__).parents[1] / "vision" / "pictures" / "byler_09_095628.jpg"
SIZE = (1280, 720)
FRAMES = 150
RATE = 15


def main() -> None:
    """Print medians in ms, and the share of a core at 15 frames a second."""
    picture = load_image(sys.argv[1] if len(sys.argv) > 1 else PICTURE)
    scene = cv2.resize(picture, SIZE, interpolation=cv2.INTER_AREA)
    noise = np.random.default_rng(1)
    grain = [noise.normal(0, 3, scene.shape) for _ in range(8)]
    still = [np.clip(scene + one, 0, 255).astype(np.uint8) for one in grain]
    moving = [np.roll(frame, 12 * n, axis=1) for n, frame in enumerate(still)]
    detector = StillDetector()
    _tell("still detector", [_timed(lambda f=f: detector.step(f)) for f in _cycle(still)])
    watch = Watch(read_dice)
    _tell("watch, scene moves", [_timed(lambda f=f: watch.step(f)) for f in _cycle(moving)])
    watch = Watch(read_dice)
    times = [_timed(lambda f=f: watch.step(f)) for f in _cycle(still)]
    read = sorted(times)[-3:]
    print(f"readings of one rest: {', '.join(f'{ms:.0f}' for ms in read)} ms")
    _tell("watch, scene rests", times)


def _cycle(frames: list[np.ndarray]) -> list[np.ndarray]:
    return [frames[n % len(frames)] for n in range(FRAMES)]


def _timed(step: object) -> float:
    if not callable(step):
        raise TypeError("a step is called")
    start = time.perf_counter()
    step()
    return 1000 * (time.perf_counter() - start)


def _tell(what: str, times_ms: list[float]) -> None:
    median = statistics.median(times_ms)
    print(f"{what}: {median:.2f} ms a frame, {median * RATE / 10:.1f} % of a core at {RATE} fps")


if __name__ == "__main__":
    main()

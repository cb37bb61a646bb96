"""Films dice that tumble to rest: ``python -m turmwart_scenes.clip OUT.avi [--dice N] [--seed N]``.

Writes 640 x 480 px, 30 frames a second, as Motion JPEG, and beside it ``OUT.toml`` with the truth:
the values and the second from which all dice rest. The same seed makes the same film.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart_scenes.dice_scene import die_looks, value_up
from turmwart_scenes.physics import DIE, Body, Fall, Pose, Tray
from turmwart_scenes.render import Piece, Renderer, Scene
from turmwart_scenes.surfaces import SIDE_PX
from turmwart_scenes.thrown import turn_of_chance
from turmwart_scenes.views import View

Array = NDArray[np.float64]

SIZE_PX = (640, 480)
RATE = 30
REST_S = 1.0
LONGEST_S = 6.0
FINER = 1.5
OPEN_SHARE = 0.5
"""Share of a frame's time in which the shutter is open."""
LOOKS_A_FRAME = 3
"""Moments drawn into one frame while something moves."""
QUALITY = 18
"""Of this encoder's own scale: what others call about 80."""
FRICTION = 0.25
EMPTY_S = 0.6
"""Before the dice come."""
TRAY = Tray(
    np.array([[5.4, 0, 0.45], [-5.4, 0, 0.45], [0, 4.2, 0.45], [0, -4.2, 0.45]]),
    np.array([[0.2, 4.4, 0.45], [0.2, 4.4, 0.45], [5.2, 0.2, 0.45], [5.2, 0.2, 0.45]]),
)


def thrown_in(rng: np.random.Generator, dice: int) -> list[Body]:
    """Dice that come one after another from a hand above the left rim, tumbling."""
    return [
        Body(
            0.5,
            np.array([-4.0 + rng.uniform(0, 1.5), rng.uniform(-2.5, 2.5), 4.0 + 7.0 * n]),
            turn_of_chance(rng),
            speed=np.array([14.0, 0, 10.0 * n]) + rng.normal(0, 3, 3),
            spin=rng.normal(0, 22, 3),
        )
        for n in range(dice)
    ]


def felt(rng: np.random.Generator) -> NDArray[np.uint8]:
    """A cloth with little grain: what changes between frames is the dice."""
    grain = cv2.GaussianBlur(rng.normal(0, 26, (SIDE_PX, SIDE_PX, 1)), (0, 0), 3.5)[..., None]
    return np.clip(np.array([46.0, 92, 64]) + grain, 0, 255).astype(np.uint8)


def stage(rng: np.random.Generator, dice: int) -> Scene:
    """The tray, its lamp and camera, and ``dice`` of one make, all at the origin."""
    make = die_looks(rng) | {"marble": 0.0, "clear": 0.0, "mark": 0.0}
    make |= {"body": np.array([0.83, 0.79, 0.68]), "pip": np.full(3, 0.01), "ace": np.full(3, 0.01)}
    tilt = np.radians(14)
    forward = np.array([0, np.sin(tilt), -np.cos(tilt)])
    right = np.array([1.0, 0, 0])
    gaze = np.stack([right, np.cross(right, forward), forward], 1)
    spread = (0.5, 0.5 * SIZE_PX[1] / SIZE_PX[0])
    view = View(-14.0 * forward, gaze, spread)
    lamp = np.array([-0.35, 0.3, 0.85])
    return Scene(
        [Piece(np.zeros(3), 0.5, np.eye(3), DIE, **make) for _ in range(dice)],
        view.eye,
        view.gaze,
        view.spread,
        lamp / np.linalg.norm(lamp),
        np.array([0.62, 0.58, 0.5]),
        5.0,
        np.full(3, 0.42),
        np.full(3, 0.16),
        np.zeros((4, 4)),
        np.zeros((4, 3)),
        felt(rng),
        (0.12, 0.12),
        0.0,
        TRAY.rim_at,
        TRAY.rim_half,
        np.array([0.16, 0.09, 0.05]),
    )


def moments(bodies: list[Body], friction: float) -> Iterator[tuple[list[list[Pose]], bool]]:
    """The poses that each frame shows, one list or several, and whether all rest.

    Ends ``REST_S`` after the last has come to rest.

    Raises:
        RuntimeError: something still moves after ``LONGEST_S``.
    """
    fall = Fall(bodies, TRAY, friction)
    rested = 0
    for _ in range(round(LONGEST_S * RATE)):
        looks = [fall.poses()]
        for _ in range(LOOKS_A_FRAME - 1):
            fall.run(OPEN_SHARE / RATE / (LOOKS_A_FRAME - 1))
            looks.append(fall.poses())
        fall.run((1 - OPEN_SHARE) / RATE)
        yield (looks[:1] if fall.still else looks), fall.still
        rested += fall.still
        if rested == round(REST_S * RATE):
            return
    raise RuntimeError(f"the dice still move after {LONGEST_S} s; take another seed")


def film(path: Path, dice: int, seed: int) -> list[int]:
    """Writes a film of ``dice`` dice and its truth; returns their values.

    Raises:
        RuntimeError: the dice do not rest, or a die does not lie flat: another seed is needed.
        OSError: the film cannot be written.
    """
    rng = np.random.default_rng([seed, dice])
    scene = stage(rng, dice)
    bodies = thrown_in(rng, dice)
    renderer = Renderer(*(round(n * FINER) for n in SIZE_PX))
    motion = cv2.VideoWriter.fourcc(*"MJPG")
    writer = cv2.VideoWriter(str(path), cv2.CAP_OPENCV_MJPEG, motion, RATE, SIZE_PX)
    if not writer.isOpened():
        raise OSError(f"{path} cannot be written as Motion JPEG")
    writer.set(cv2.VIDEOWRITER_PROP_QUALITY, QUALITY)
    empty = exposed(renderer, [replace(scene, pieces=[])])
    before = round(EMPTY_S * RATE)
    for _ in range(before):
        writer.write(grained(rng, empty))
    moving = before
    poses: list[Pose] = []
    rest: Array | None = None
    for looks, still in moments(bodies, FRICTION):
        poses = looks[-1]
        moving += not still
        if rest is None:
            shown = exposed(renderer, [placed(scene, one) for one in looks])
            rest = shown if still else None
        writer.write(grained(rng, shown))
    writer.release()
    found = [value_up(pose.turn) for pose in poses]
    if any(slant < 0.999 for _, slant in found):
        raise RuntimeError("a die does not lie flat; take another seed")
    values = sorted(value for value, _ in found)
    path.with_suffix(".toml").write_text(
        f"# Made by turmwart_scenes.clip with {dice} dice and seed {seed}.\n"
        f"values = {values}\nrest_from_s = {moving / RATE:.2f}\nseed = {seed}\n",
        "utf-8",
    )
    return values


def exposed(renderer: Renderer, moments: list[Scene]) -> Array:
    """What a camera takes in while ``moments`` pass, (H, W, 3) RGB in 0..255."""
    light = np.mean([renderer.draw(scene)[0] for scene in moments], 0)
    small = cv2.resize(light, SIZE_PX, interpolation=cv2.INTER_AREA)
    return np.asarray(np.power(np.clip(small, 0, 1), 1 / 2.2) * 255, np.float64)


def grained(rng: np.random.Generator, shown: Array) -> NDArray[np.uint8]:
    """A frame (H, W, 3) BGR with the noise of a sensor."""
    noisy = shown[..., ::-1] + rng.normal(0, 0.5, (*shown.shape[:2], 1))
    return np.clip(noisy, 0, 255).astype(np.uint8)


def placed(scene: Scene, poses: list[Pose]) -> Scene:
    """``scene`` with its pieces where ``poses`` say."""
    pieces = [
        replace(piece, centre=pose.centre, turn=pose.turn)
        for piece, pose in zip(scene.pieces, poses, strict=True)
    ]
    return replace(scene, pieces=pieces)


def main() -> None:
    """Reads the command line and writes the film."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("out", type=Path)
    parser.add_argument("--dice", type=int, default=5)
    parser.add_argument("--seed", type=int, default=10)
    chosen = parser.parse_args()
    print(*film(chosen.out, chosen.dice, chosen.seed))


if __name__ == "__main__":
    main()

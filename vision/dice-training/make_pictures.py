"""Renders labelled pictures of rolls: ``python make_pictures.py OUT --count 9000 --seed 1``.

Writes shards ``NNNN.npz`` of 250 pictures of 416 x 416 px: ``jpegs`` (object array of coded bytes),
``maps`` (the same, PNG: for each px the number of the die that is seen there, from 1 on in the
order of the picture's rows, or 0), ``rows`` (n, 6) float32: picture, value (0: cannot be told), x,
y, edge, visible share, and ``faces`` (n, 4, 2), the corners of the upper faces; places in px.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from turmwart_scenes.dice_scene import DieTruth, roll_scene, truths
from turmwart_scenes.render import Renderer, Scene
from turmwart_scenes.surfaces import table_top
from turmwart_scenes.thrown import ONTO, show, throw

SIDE_PX = 416
RAW_PX = 624
SHARD = 250


def photographed_tops(folder: Path | None, rng: np.random.Generator) -> list[np.ndarray]:
    """Pieces of photographs without dice, as table tops; none if ``folder`` is None."""
    tops = []
    for path in sorted(folder.glob("*.jpg")) if folder else []:
        photo = cv2.imread(str(path))[..., ::-1]
        for _ in range(6):
            side = int(rng.integers(256, min(photo.shape[:2])))
            y, x = (int(rng.integers(0, n - side + 1)) for n in photo.shape[:2])
            part = cv2.resize(
                photo[y : y + side, x : x + side], (256, 256), interpolation=cv2.INTER_AREA
            )
            row = np.hstack([part, part[:, ::-1]])
            tops.append(np.ascontiguousarray(np.vstack([row, row[::-1]])))
    return tops


def expose(rng: np.random.Generator, light: np.ndarray) -> np.ndarray:
    """Linear light (H, W, 3) to a camera's 8 bits, exposed by chance."""
    grey = light.mean(2)
    level = float(np.percentile(grey, rng.uniform(50, 95)))
    target = rng.uniform(0.08, 0.8)
    light = light * (target / max(level, 1e-3))
    knee = rng.uniform(0.6, 1.0)
    light = np.where(
        light > knee, knee + (1 - knee) * (1 - np.exp(-(light - knee) / max(1 - knee, 0.05))), light
    )
    return (np.clip(light, 0, 1) ** (1 / 2.2) * 255 + 0.5).astype(np.uint8)


def thrown_scene(
    rng: np.random.Generator, tops: list[np.ndarray], dice: int | None, onto: float
) -> tuple[Scene, list[DieTruth]]:
    """A roll as physics leaves it, dice that lean or lie on others among them.

    ``dice``: how many; None: by chance. ``onto``: share of rolls with a die put upon another.
    """
    tilt = float(np.radians(rng.uniform(0, 12) if rng.random() < 0.4 else rng.uniform(12, 50)))
    roll = throw(rng, dice, onto=onto)
    scene = show(rng, roll, (SIDE_PX, SIDE_PX), tilt, tops)
    return scene, truths(scene, roll.dice, SIDE_PX, SIDE_PX)


def piled(rng: np.random.Generator, scene: Scene, dice: list[DieTruth]) -> list[DieTruth]:
    """Puts some dice of ``scene`` upon others, off their middles by chance; the truth then."""
    waiting = [dice[n].piece for n in rng.permutation(len(dice))]
    for _ in range(int(rng.integers(1, max(2, len(dice) // 2 + 1)))):
        if len(waiting) < 2:
            break
        below, upper = scene.pieces[waiting.pop()], scene.pieces[waiting.pop()]
        if rng.random() < 0.8:
            off = np.clip(rng.normal(0, 0.14, 2), -0.42, 0.42)
        else:
            off = rng.uniform(-0.45, 0.45, 2)
        middle = below.centre[:2] + 2 * off * below.half
        upper.centre = np.append(middle, below.centre[2] + below.half + upper.half)
    return truths(scene, len(dice), SIDE_PX, SIDE_PX)


def shown(pieces: np.ndarray, die: DieTruth) -> float:
    """The share of the upper face of ``die`` that the picture shows, by the numbers of pieces."""
    face = np.rint(die.face * (RAW_PX / SIDE_PX)).astype(np.int32)
    low = np.clip(face.min(0), 0, RAW_PX - 1)
    high = np.clip(face.max(0) + 1, 1, RAW_PX)
    part = pieces[low[1] : high[1], low[0] : high[0]]
    mask = np.zeros(part.shape, np.uint8)
    cv2.fillConvexPoly(mask, face - low, 1)
    area = float(cv2.contourArea(die.face.astype(np.float32))) * (RAW_PX / SIDE_PX) ** 2
    return float(((part == die.piece + 1) & (mask > 0)).sum() / max(area, 1.0))


def owners(pieces: np.ndarray, dice: list[DieTruth]) -> np.ndarray:
    """The number of the die that each px of the small picture shows, from 1 on, or 0; (H, W)."""
    numbers = np.zeros(256, np.uint8)
    for number, die in enumerate(dice, 1):
        numbers[die.piece + 1] = number
    return cv2.resize(numbers[pieces], (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_NEAREST)


def coded(kind: str, picture: np.ndarray, *how: int) -> np.ndarray:
    """The bytes (n,) of a file of a ``kind`` such as ``.png`` that holds ``picture``."""
    return np.frombuffer(cv2.imencode(kind, picture, how)[1].tobytes(), np.uint8)


def held(codes: list[np.ndarray]) -> np.ndarray:
    """Codes of unlike lengths in one array (n,) of objects."""
    array = np.empty(len(codes), object)
    array[:] = codes
    return array


def main() -> None:
    """Reads the command line and writes the shards that are missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=9000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--thrown", type=float, default=0.0, help="share of rolls that physics lets fall"
    )
    parser.add_argument(
        "--onto", type=float, default=ONTO, help="share of thrown rolls with a die upon another"
    )
    parser.add_argument("--piled", action="store_true", help="put some dice upon others")
    parser.add_argument("--empty", action="store_true", help="no dice: trays and other things")
    parser.add_argument("--photos", type=Path, help="photographs without dice, for table tops")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng([chosen.seed, 999_999])
    tops = [table_top(rng) for _ in range(220)] + photographed_tops(chosen.photos, rng)
    renderer = Renderer(RAW_PX, RAW_PX)
    for shard in range(-(-chosen.count // SHARD)):
        target = chosen.out / f"{shard:04}.npz"
        if target.exists():
            continue
        jpegs, maps, rows, faces = [], [], [], []
        for number in range(SHARD):
            rng = np.random.default_rng([chosen.seed, shard * SHARD + number])
            if chosen.empty or rng.random() < chosen.thrown:
                scene, dice = thrown_scene(rng, tops, 0 if chosen.empty else None, chosen.onto)
            else:
                scene, dice = roll_scene(rng, SIDE_PX, SIDE_PX, tops=tops)
                dice = piled(rng, scene, dice) if chosen.piled else dice
            light, pieces = renderer.draw(scene)
            picture = expose(
                rng, cv2.resize(light, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA)
            )
            jpegs.append(coded(".jpg", picture[..., ::-1], cv2.IMWRITE_JPEG_QUALITY, 97))
            maps.append(coded(".png", owners(pieces, dice)))
            for die in dice:
                visible = shown(pieces, die)
                rows.append((number, die.value, *die.centre_xy, die.side_px, visible))
                faces.append(die.face)
        half = target.with_suffix(".half.npz")
        np.savez(
            half,
            jpegs=held(jpegs),
            maps=held(maps),
            rows=np.array(rows, np.float32),
            faces=np.array(faces, np.float32),
            allow_pickle=True,
        )
        half.replace(target)


if __name__ == "__main__":
    main()

"""Makes labelled pictures of rolls that no training has seen.

    python tests/bench/dice/evaluation_set.py OUT [--count 2000] [--seed 1]
        [--traced] [--dice N] [--onto SHARE]

Physics lets 0 to 20 dice fall on tables and into trays; OpenGL draws them at 640 to 1280 px, the
camera between straight down and 45 degrees; blur, noise and compression are those of the training.
``--traced`` has them drawn by path tracing instead, at 480 to 640 px: slow, for a few hundred.
Chance begins from other seeds than the training's: no scene, make of dice or table top is shared.
In one roll of twenty a die is put upon another on purpose, far oftener than it comes to lie there:
these are a source of their own (``--onto 0``: in none).

Writes ``NNNN.jpg`` and its rows of ``labels.csv`` (one a picture) and ``dice.csv`` (one a die).
``reasons`` names what a careful reader would not vouch for: ``cocked``, ``stacked``, ``rim`` (a die
lies on the rim), ``covered``, ``small`` (a face below 11 px) and ``dark``. ``values`` holds all
dice, those too. Needs the extra ``render``; ``--first`` and ``--every`` share the work among
processes, each of which then has tables of its own, ``labels-FIRST.csv`` and ``dice-FIRST.csv``.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart_scenes.render import Renderer
from turmwart_scenes.surfaces import table_top
from turmwart_scenes.thrown import ONTO, show, throw
from turmwart_scenes.views import SeenDie, judge

sys.path.append(str(Path(__file__).parents[3] / "vision" / "dice-training"))

from augment import camera
from make_pictures import expose

APART = 1452
"""Begins every seed: the training's seeds are shorter, so they never meet."""
SIZES = ((640, 480), (800, 600), (640, 640), (1024, 768), (1280, 720), (1280, 960))
OFTEN = (0.4, 0.2, 0.12, 0.12, 0.1, 0.06)
TRACED_SIZES = ((480, 360), (560, 420), (640, 480))
SAMPLES = 48
FINER = 1.25
"""Each way, drawn finer than shown."""
TOPS = 240
SMALL_PX = 11.0
"""Edge of a face that shows too little of its pips."""
PUT = ", a die put upon another"
"""Added to the source of such rolls."""
DARK = 22.0
"""Grey level, of 255, that 49 of 50 px of a dark picture are below."""
LABELS = (
    *("file", "values", "count", "source_repo", "licence", "angle", "notes"),
    *("reasons", "side_px", "shown"),
)
DICE = ("file", "value", "x", "y", "side_px", "slant", "shown", "reasons")


def size_of(rng: np.random.Generator, traced: bool) -> tuple[int, int]:
    """Width and height of a picture: the first that its chance decides."""
    size = SIZES[int(rng.choice(len(SIZES), p=OFTEN))]
    return TRACED_SIZES[int(rng.integers(len(TRACED_SIZES)))] if traced else size


def picture(
    seed: Sequence[int],
    tops: list[NDArray[np.uint8]],
    renderer: Renderer,
    *,
    dice: int | None = None,
    onto: float = ONTO,
    traced: bool = False,
) -> tuple[NDArray[np.uint8], list[SeenDie], tuple[float, bool]]:
    """One picture (H, W, 3) BGR, the truth of its dice, and of the whole: the camera's angle in
    degrees, and whether a die was put upon another.

    ``renderer`` is one for ``FINER`` times the picture's size; ``dice``: how many, None: by chance;
    ``onto``: share of pictures with a die put upon another.
    """
    rng = np.random.default_rng(seed)
    size = size_of(rng, traced)
    tilt = float(np.radians(rng.uniform(0, 12) if rng.random() < 0.4 else rng.uniform(12, 45)))
    thrown = throw(rng, dice, onto=onto)
    scene = show(rng, thrown, size, tilt, tops)
    light, numbers = renderer.draw(scene)
    seen = judge(scene, thrown.dice, numbers, size)
    if traced:
        # Only where it is wished: the engine is large and compiles for itself.
        from turmwart_scenes.traced import trace

        light = trace(scene, size, SAMPLES, seed[-2])
    shown = expose(rng, cv2.resize(light, size, interpolation=cv2.INTER_AREA))
    least = min((die.side_px for die in seen), default=60.0)
    frame = camera(rng, np.ascontiguousarray(shown[..., ::-1]), least)
    return frame, seen, (float(np.degrees(tilt)), thrown.put)


def reasons_of(frame: NDArray[np.uint8], seen: list[SeenDie]) -> list[str]:
    """What speaks against vouching for a picture (H, W, 3)."""
    reasons = [reason for die in seen for reason in die.reasons]
    if any(die.side_px < SMALL_PX for die in seen):
        reasons.append("small")
    if float(np.percentile(frame.max(2), 98)) < DARK:
        reasons.append("dark")
    return list(dict.fromkeys(reasons))


def label_row(
    file: str, seen: list[SeenDie], degrees: float, source: str, reasons: list[str]
) -> dict[str, object]:
    """The row of a picture in ``labels.csv``."""
    return {
        "file": file,
        "values": " ".join(str(value) for value in sorted(die.value for die in seen)),
        "count": len(seen),
        "source_repo": source,
        "licence": "MIT",
        "angle": "top-down" if degrees < 12 else "oblique",
        "notes": f"camera {degrees:.0f} degrees from the vertical",
        "reasons": " ".join(reasons),
        "side_px": f"{min((die.side_px for die in seen), default=0):.1f}",
        "shown": f"{min((die.shown for die in seen), default=1):.3f}",
    }


def die_rows(file: str, seen: list[SeenDie]) -> list[dict[str, object]]:
    """The rows of a picture's dice in ``dice.csv``."""
    return [
        {
            "file": file,
            "value": die.value,
            "x": f"{die.centre_xy[0]:.1f}",
            "y": f"{die.centre_xy[1]:.1f}",
            "side_px": f"{die.side_px:.1f}",
            "slant": f"{die.slant:.4f}",
            "shown": f"{die.shown:.3f}",
            "reasons": " ".join(die.reasons),
        }
        for die in seen
    ]


def append(path: Path, columns: Sequence[str], rows: list[dict[str, object]]) -> None:
    """Adds rows to a table, with a head if it is new."""
    fresh = not path.exists()
    with path.open("a", newline="") as table:
        writer = csv.DictWriter(table, columns)
        if fresh:
            writer.writeheader()
        writer.writerows(rows)


def main() -> None:
    """Make the pictures that are missing."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--traced", action="store_true")
    parser.add_argument("--dice", type=int, help="in every picture, 0 to 20; else by chance")
    parser.add_argument("--onto", type=float, default=ONTO, help="share with a die upon another")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng([APART, chosen.seed, 0, 0])
    tops = [table_top(rng) for _ in range(TOPS)]
    seeds = {
        number: [APART, chosen.seed, number, 1 + chosen.traced]
        for number in range(chosen.first, chosen.count, chosen.every)
        if not (chosen.out / f"{number:04}.jpg").exists()
    }
    sizes = {n: size_of(np.random.default_rng(seed), chosen.traced) for n, seed in seeds.items()}
    renderer = None
    # One size after the other: of several OpenGL contexts only the youngest would draw.
    for number in sorted(seeds, key=lambda n: (sizes[n], n)):
        fine = (round(sizes[number][0] * FINER), round(sizes[number][1] * FINER))
        if renderer is None or renderer.size != fine:
            renderer = Renderer(*fine)
        file = f"{number:04}.jpg"
        frame, seen, (degrees, put) = picture(
            seeds[number],
            tops,
            renderer,
            dice=chosen.dice,
            onto=chosen.onto,
            traced=chosen.traced,
        )
        part = "" if chosen.every == 1 else f"-{chosen.first}"
        append(chosen.out / f"dice{part}.csv", DICE, die_rows(file, seen))
        source = ("path traced" if chosen.traced else "rendered") + (PUT if put else "")
        row = label_row(file, seen, degrees, source, reasons_of(frame, seen))
        append(chosen.out / f"labels{part}.csv", LABELS, [row])
        half = chosen.out / f"{number:04}.half.jpg"
        cv2.imwrite(str(half), frame, [cv2.IMWRITE_JPEG_QUALITY, 95])
        half.replace(chosen.out / file)


if __name__ == "__main__":
    main()

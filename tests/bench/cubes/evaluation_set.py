"""Makes labelled pictures of trays that no training has seen.

    python tests/bench/cubes/evaluation_set.py OUT [--count 2000] [--slanted] [--seed 1] [--lessons]

Physics lets 0 to 45 cubes of 8 to 10 mm fall into trays of 70 to 190 mm, on felt of any colour or
pale wood, in every third picture dice beside them; OpenGL draws them, exposed as a camera meters;
blur, noise and compression are those of the training. The camera looks straight down (up to 5
degrees off), with ``--slanted`` from 5 to 35 degrees; ``--heaped`` has narrow trays of 45 to 70 mm,
where many cubes lie upon others (wider ones where these would tremble for ever). Pictures with an
even number hold the six colours of Wallenstein, the others any six of the eleven. Chance begins
from other seeds than the training's: no pile, no tone, no floor is shared.

Writes ``NNNN.jpg`` and its rows of ``labels.csv`` (``file``, ``colour``, ``count``; ``none`` and 0
for an empty tray), ``pictures.csv`` (one a picture) and ``cubes.csv`` (one a cube). All cubes are
counted, hidden ones too. With ``--lessons`` each table shows its own cubes too, as for ``turmwart
cubes --learn``: ``NNNN-COLOUR.jpg`` for each of the six colours, four cubes apart in the same tray,
of the same paint, under the same lamps and the same settings of the camera. Needs the extra
``render``; ``--first`` and ``--every`` share the work among processes, each of which then has
tables of its own, such as ``labels-FIRST.csv``.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart_scenes.physics import NeverStill
from turmwart_scenes.poured import (
    CUBE_MM,
    MM,
    NAMES,
    Pour,
    SeenCube,
    coloured,
    floor,
    judge_cubes,
    pour,
    tray_for,
    tray_scene,
)
from turmwart_scenes.render import Renderer

sys.path.append(str(Path(__file__).parents[3] / "vision" / "cube-training"))

from cube_data import photographed

APART = 1453
"""Begins every seed: the training's seeds are shorter, so they never meet."""
SIZES = ((640, 480), (800, 600), (1280, 720))
OFTEN = (0.88, 0.08, 0.04)
FINER = 1.12
"""Each way, drawn finer than shown."""
MOST = 45
FEW = 15
NARROW_MM = (45.0, 70.0)
GAME = ("red", "blue", "yellow", "purple", "black", "green")
LABELS = ("file", "colour", "count")
PICTURES = ("file", "total", "degrees", "dice", "colours", "raised", "least_shown", "edge_px")
CUBES = ("file", "colour", "x", "y", "side_px", "shown", "raised")


def size_of(rng: np.random.Generator) -> tuple[int, int]:
    """Width and height of a picture: the first that its chance decides."""
    return SIZES[int(rng.choice(len(SIZES), p=OFTEN))]


@dataclass(frozen=True, slots=True)
class Table:
    """What stays as it is from one picture of a table to the next.

    ``paints``, ``lamps`` and ``camera``: chance as it stood before each was drawn.
    """

    poured: Pour
    kinds: tuple[str, ...]
    size: tuple[int, int]
    tilt: float
    tops: list[NDArray[np.uint8]]
    exposure: float
    paints: np.random.Generator
    lamps: np.random.Generator
    camera: np.random.Generator


def metered(rng: np.random.Generator, light: NDArray[np.float32]) -> float:
    """By what a camera that meters the picture of linear ``light`` (H, W, 3) multiplies it."""
    level = float(np.percentile(light.mean(2), rng.uniform(80, 95)))
    return float(rng.uniform(0.4, 0.8) / max(level, 1e-3))


def exposed(light: NDArray[np.float32], exposure: float) -> NDArray[np.uint8]:
    """Linear light (H, W, 3) to 8 bits."""
    light = light * exposure
    knee = 0.8
    bent = knee + (1 - knee) * (1 - np.exp(-(light - knee) / (1 - knee)))
    light = np.where(light > knee, bent, light)
    return np.asarray(np.clip(light, 0, 1) ** (1 / 2.2) * 255 + 0.5, np.uint8)


def picture(
    seed: Sequence[int],
    number: int,
    renderer: Renderer,
    *,
    slanted: bool = False,
    heaped: bool = False,
) -> tuple[NDArray[np.uint8], list[SeenCube], dict[str, object], Table]:
    """One picture (H, W, 3) BGR, the truth of its cubes, its row of ``pictures.csv``, its table.

    ``renderer`` is one for ``FINER`` times the picture's size.
    """
    rng = np.random.default_rng(seed)
    size = size_of(rng)
    degrees = float(rng.uniform(5, 35) if slanted else rng.uniform(0, 5))
    # Half of the pictures up to FEW cubes, half beyond: both have a promise of their own.
    count = int(rng.integers(0, FEW + 1) if rng.random() < 0.5 else rng.integers(FEW + 1, MOST + 1))
    dice = int(rng.integers(1, 4)) if rng.random() < 0.33 else 0
    kinds = GAME if number % 2 == 0 else tuple(str(k) for k in rng.permutation(NAMES)[:6])
    shares = rng.dirichlet(np.full(6, 1.5))
    colours = [kinds[i] for i in rng.choice(6, count, p=shares)]
    try:
        poured = pour(rng, count, dice, tray_for(rng, NARROW_MM, NARROW_MM) if heaped else None)
    except NeverStill:
        if not heaped:
            raise
        poured = pour(rng, count, dice)
    paints = deepcopy(rng)
    pieces = coloured(rng, poured, colours)
    tops = [floor(rng)]
    lamps, tilt = deepcopy(rng), float(np.radians(degrees))
    scene = tray_scene(rng, poured, pieces, size, tilt, tops=tops)
    light, numbers = renderer.draw(scene)
    seen = judge_cubes(scene, colours, numbers, size)
    light = cv2.resize(light, size, interpolation=cv2.INTER_AREA)
    exposure, camera = metered(rng, light), deepcopy(rng)
    edge = min((cube.side_px for cube in seen), default=20.0)
    frame = photographed(rng, np.ascontiguousarray(exposed(light, exposure)[..., ::-1]), edge)
    row = {
        "total": count,
        "degrees": f"{degrees:.0f}",
        "dice": dice,
        "colours": " ".join(kinds),
        "raised": sum(cube.raised > 0.3 for cube in seen),
        "least_shown": f"{min((cube.shown for cube in seen), default=1):.3f}",
        "edge_px": f"{edge:.1f}",
    }
    return frame, seen, row, Table(poured, kinds, size, tilt, tops, exposure, paints, lamps, camera)


def lesson(
    rng: np.random.Generator, table: Table, colour: str, renderer: Renderer
) -> NDArray[np.uint8]:
    """A picture (H, W, 3) BGR of four cubes of one colour of ``table``, apart from each other."""
    rims = table.poured.tray
    inside = np.abs(rims.rim_at).max(0)[:2] - np.abs(rims.rim_half).min(0)[:2]
    half = float(table.poured.halves[0]) if table.poured.cubes else float(np.mean(CUBE_MM)) * MM / 2
    corners = np.array([(-1, -1), (-1, 1), (1, -1), (1, 1)])
    places = inside * corners * rng.uniform(0.35, 0.6, (4, 2))
    c, s = np.cos(angles := rng.uniform(0, np.pi, 4)), np.sin(angles)
    turns = np.zeros((4, 3, 3))
    turns[:, 0, 0], turns[:, 0, 1], turns[:, 1, 0], turns[:, 1, 1], turns[:, 2, 2] = c, -s, s, c, 1
    centres = np.column_stack([places, np.full(4, half)])
    apart = Pour(np.full(4, half), centres, turns, 4, rims)
    pieces = coloured(deepcopy(table.paints), apart, [colour] * 4)
    scene = tray_scene(
        deepcopy(table.lamps), apart, pieces, table.size, table.tilt, tops=table.tops
    )
    light, numbers = renderer.draw(scene)
    edge = min(cube.side_px for cube in judge_cubes(scene, [colour] * 4, numbers, table.size))
    light = cv2.resize(light, table.size, interpolation=cv2.INTER_AREA)
    shown = np.ascontiguousarray(exposed(light, table.exposure)[..., ::-1])
    return photographed(deepcopy(table.camera), shown, edge)


def append(path: Path, columns: Sequence[str], rows: list[dict[str, object]]) -> None:
    """Adds rows to a table, with a head if it is new."""
    fresh = not path.exists()
    with path.open("a", newline="") as table:
        writer = csv.DictWriter(table, columns)
        if fresh:
            writer.writeheader()
        writer.writerows(rows)


def write_truth(
    out: Path, part: str, file: str, seen: list[SeenCube], row: dict[str, object]
) -> None:
    """The rows of a picture in all three tables."""
    counts = Counter(cube.colour for cube in seen) or Counter({"none": 0})
    named = [{"file": file, "colour": name, "count": n} for name, n in sorted(counts.items())]
    append(out / f"labels{part}.csv", LABELS, named)
    append(out / f"pictures{part}.csv", PICTURES, [{"file": file, **row}])
    each = [
        {
            "file": file,
            "colour": cube.colour,
            "x": f"{cube.centre_xy[0]:.1f}",
            "y": f"{cube.centre_xy[1]:.1f}",
            "side_px": f"{cube.side_px:.1f}",
            "shown": f"{cube.shown:.3f}",
            "raised": f"{cube.raised:.2f}",
        }
        for cube in seen
    ]
    append(out / f"cubes{part}.csv", CUBES, each)


def main() -> None:
    """Make the pictures that are missing."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slanted", action="store_true")
    parser.add_argument("--heaped", action="store_true")
    parser.add_argument("--lessons", action="store_true", help="the table's own cubes too")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    renderer = None
    part = "" if chosen.every == 1 else f"-{chosen.first}"
    # In lots, so that a set cut short holds all sizes; of several contexts only one would draw.
    numbers = range(chosen.first, chosen.count, chosen.every)
    seeds = {n: [APART, chosen.seed, n, 1 + chosen.slanted + 2 * chosen.heaped] for n in numbers}
    sizes = {n: size_of(np.random.default_rng(seed)) for n, seed in seeds.items()}
    for number in sorted(seeds, key=lambda n: (n // 100, sizes[n], n)):
        target = chosen.out / f"{number:04}.jpg"
        if target.exists():
            continue
        fine = (round(sizes[number][0] * FINER), round(sizes[number][1] * FINER))
        if renderer is None or renderer.size != fine:
            renderer = Renderer(*fine)
        frame, seen, row, table = picture(
            seeds[number], number, renderer, slanted=chosen.slanted, heaped=chosen.heaped
        )
        rng = np.random.default_rng([*seeds[number], 1])
        for colour in table.kinds if chosen.lessons else ():
            shown = lesson(rng, table, colour, renderer)
            own = chosen.out / f"{number:04}-{colour}.jpg"
            cv2.imwrite(str(own), shown, [cv2.IMWRITE_JPEG_QUALITY, 95])
        write_truth(chosen.out, part, target.name, seen, row)
        half = target.with_suffix(".half.jpg")
        cv2.imwrite(str(half), frame, [cv2.IMWRITE_JPEG_QUALITY, 95])
        half.replace(target)


if __name__ == "__main__":
    main()

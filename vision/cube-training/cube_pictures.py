"""Renders labelled pictures of cubes in trays: ``cube_pictures.py OUT --count 900 --seed 1``.

Writes shards ``NNNN.npz`` of 25 pictures of 416 x 416 px: ``jpegs`` (object array of coded bytes),
``maps`` (the same, PNG: for each px the number of the cube that is seen there, from 1 on, or 0) and
``rows`` (n, 7) float32: picture, number of the colour, x, y, edge, visible share, how far it is
raised; places in px; of each picture in the order of the numbers. A pile that fell is drawn
``VIEWS`` times, each time in other colours, other light, from another side.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import cv2
import numpy as np

from turmwart_scenes.poured import NAMES, coloured, judge_cubes, pour, table_tops, tray_scene
from turmwart_scenes.render import Renderer

sys.path.append(str(Path(__file__).parents[1] / "dice-training"))

from make_pictures import coded, expose, held

SIDE_PX = 416
RAW_PX = 448
SHARD = 25
VIEWS = 5
MOST = 45


def colours_of_chance(rng: np.random.Generator, count: int) -> list[str]:
    """Colours of ``count`` cubes: up to six kinds, some in greater number."""
    kinds = rng.permutation(NAMES)[: int(rng.integers(1, 7))]
    shares = rng.dirichlet(np.full(len(kinds), 1.2))
    return [str(kinds[i]) for i in rng.choice(len(kinds), count, p=shares)]


def main() -> None:
    """Reads the command line and writes the shards that are missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="shard to begin with")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng([chosen.seed, 888_888])
    tops = table_tops(rng, 200)
    renderer = Renderer(RAW_PX, RAW_PX)
    for shard in range(chosen.first, -(-chosen.count // SHARD)):
        target = chosen.out / f"{shard:04}.npz"
        if target.exists():
            continue
        pictures, maps, rows = [], [], []
        for pile in range(SHARD // VIEWS):
            rng = np.random.default_rng([chosen.seed, shard * SHARD + pile, 7])
            count = (
                int(rng.integers(0, MOST + 1)) if rng.random() < 0.8 else int(rng.integers(0, 8))
            )
            poured = pour(rng, count, int(rng.integers(1, 5)) if rng.random() < 0.3 else 0)
            for _ in range(VIEWS):
                colours = colours_of_chance(rng, count)
                steep = rng.uniform(0, 6) if rng.random() < 0.5 else rng.uniform(6, 38)
                scene = tray_scene(
                    rng,
                    poured,
                    coloured(rng, poured, colours),
                    (SIDE_PX, SIDE_PX),
                    float(np.radians(steep)),
                    whole=bool(rng.random() < 0.5),
                    tops=tops,
                )
                light, numbers = renderer.draw(scene)
                small = cv2.resize(light, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA)
                picture = expose(rng, small)
                code = cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 97])[1]
                for cube in judge_cubes(scene, colours, numbers, (SIDE_PX, SIDE_PX)):
                    kind = NAMES.index(cube.colour)
                    place = (*cube.centre_xy, cube.side_px, cube.shown, cube.raised)
                    rows.append((len(pictures), kind, *place))
                pictures.append(np.frombuffer(code.tobytes(), np.uint8))
                shown = cv2.resize(numbers, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_NEAREST)
                shown[shown > count] = 0
                maps.append(coded(".png", shown))
        half = target.with_suffix(".half.npz")
        np.savez(
            half,
            jpegs=held(pictures),
            maps=held(maps),
            rows=np.array(rows, np.float32),
            allow_pickle=True,
        )
        half.replace(target)


if __name__ == "__main__":
    main()

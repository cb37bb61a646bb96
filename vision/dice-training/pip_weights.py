"""Fits how much pips that are seen count beside values: ``python pip_weights.py PHOTOS``.

Rendered faces can't tell: of them value and pips are one opinion. So this looks at the photographs
that ``places.csv`` names (``file``, ``x``, ``y``, ``edge``, ``value``); no network was trained on
them. Prints the cross entropy of the faces, and how many would be read wrongly, for ``COUNTED`` and
``PATTERN`` of ``turmwart_vision/pip_pattern.py``: the best for all, and for each source the best of
the others and what these make of it.
"""

from __future__ import annotations

import argparse
import csv
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from turmwart_vision.cutouts import LEAST, LOOKS, MORE_LOOKS, PLACE, VALUES, answers, cut, settle
from turmwart_vision.finder import find
from turmwart_vision.pictures import load_image
from turmwart_vision.pip_pattern import CELLS, miscounts, pattern_fits

COUNTED = (0.0, 0.5, 1.0, 1.5, 2.0)
PATTERNS = (0.0, 0.05, 0.1, 0.15, 0.2, 0.3)
NEAR = 0.35
"""A place is a die's within this share of its edge."""

Face = tuple[int, np.ndarray, np.ndarray, np.ndarray]


def faces_of(photo: Path, dice: list[dict[str, str]]) -> Iterator[Face]:
    """Each die that is found: its value; log chances, miscounts and fits (6,) of all looks."""
    frame = load_image(photo)
    spots = [(*spot.centre_px.tolist(), spot.side_px) for spot in find(frame)]
    settled = settle(frame, spots)[:, :3]
    for die in dice:
        x, y, edge = (float(die[name]) for name in ("x", "y", "edge"))
        away = np.hypot(settled[:, 0] - x, settled[:, 1] - y) / edge
        if not len(away) or away.min() > NEAR:
            continue
        at, below, side = settled[int(away.argmin())].tolist()
        looks = LOOKS + MORE_LOOKS
        said = answers([cut(frame, at, below, side * size, turn) for turn, size in looks])
        chances = np.exp(said[:, :VALUES].astype(np.float64))
        mean = (chances / chances.sum(1, keepdims=True)).mean(0)[1:]
        maps = said[:, VALUES + PLACE :].reshape(-1, CELLS, CELLS).astype(np.float64)
        seen = 1 / (1 + np.exp(-maps))
        told = np.log(np.maximum(mean, LEAST))
        yield int(die["value"]), told, miscounts(seen).mean(0), pattern_fits(seen).mean(0)


def judged(faces: list[Face], counted: float, pattern: float) -> tuple[float, int]:
    """Mean cross entropy of ``faces``, and how many are read wrongly, with these weights."""
    values = np.array([face[0] for face in faces]) - 1
    said = np.array([told - counted * off + pattern * fits for _, told, off, fits in faces])
    said -= said.max(1, keepdims=True)
    right = said[np.arange(len(values)), values] - np.log(np.exp(said).sum(1))
    return -float(right.mean()), int((said.argmax(1) != values).sum())


def best(faces: list[Face]) -> tuple[float, float]:
    """The weights of least cross entropy."""
    pairs = [(counted, pattern) for counted in COUNTED for pattern in PATTERNS]
    return min(pairs, key=lambda pair: judged(faces, *pair)[0])


def main() -> None:
    """Reads the command line and prints what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    chosen = parser.parse_args()
    dice: dict[str, list[dict[str, str]]] = defaultdict(list)
    with Path(__file__).with_name("places.csv").open(newline="") as table:
        for row in csv.DictReader(table):
            if row["value"]:
                dice[row["file"]].append(row)
    sources: dict[str, list[Face]] = defaultdict(list)
    for file, rows in dice.items():
        sources[file.partition("_")[0]] += faces_of(chosen.photos / file, rows)
    every = [face for faces in sources.values() for face in faces]
    pair = best(every)
    print(f"{len(every)} faces, without pips: cross entropy, wrong {judged(every, 0.0, 0.0)}")
    print("best COUNTED, PATTERN =", pair, judged(every, *pair))
    for source, faces in sources.items():
        others = [face for name, rest in sources.items() if name != source for face in rest]
        pair = best(others)
        print(f"{source}: best of the others {pair}: {judged(faces, *pair)}", end=" ")
        print(f"without pips {judged(faces, 0.0, 0.0)}")


if __name__ == "__main__":
    main()

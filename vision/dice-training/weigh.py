"""Fits how the networks' words make the chance of a die: ``python weigh.py PICTURES``.

Reads pictures that were not trained on with the networks shipped in ``turmwart_vision``, holds each
place that the finder names against the truth, and prints ``HEAT``, ``FACE``, ``TOLD`` and
``OFFSET`` of ``turmwart_vision/dice.py``: a logistic regression by Newton's steps.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from augment import camera
from dataset import SHOWN
from labelled import Labelled, edges, load

from turmwart_vision.cutouts import read_faces, settle
from turmwart_vision.dice import words
from turmwart_vision.finder import Spot, find

NEAR, ALIKE = 0.35, 0.5
"""A place is a die's within this share of its edge, with an edge this near in logarithm."""
WORK_PX = (416, 520, 640)
STEPS = 40
RIDGE = 1e-2


def said_of(frame: np.ndarray, spots: list[Spot]) -> tuple[np.ndarray, np.ndarray]:
    """The words of each place, (n, 6), and where its face is: x, y, edge (n, 3)."""
    rows = settle(frame, [(*spot.centre_px.tolist(), spot.side_px) for spot in spots])
    settled = [
        replace(spot, side_px=side, face=face)
        for spot, (side, face) in zip(spots, rows[:, 2:].tolist(), strict=True)
    ]
    return words(settled, read_faces(frame, [tuple(r[:3]) for r in rows.tolist()])[0]), rows[:, :3]


def judged(item: Labelled, found: np.ndarray) -> list[int]:
    """For each place of ``found``, hottest first: 1 a die's, 0 none, -1 a die's once more."""
    sides = edges(item.faces) if len(item.faces) else np.zeros(0)
    seen: set[int] = set()
    kinds = []
    for x, y, side in found:
        away = np.hypot(*(item.centres - (x, y)).T) / sides if len(sides) else np.ones(1)
        die = int(away.argmin())
        if away[die] > NEAR or abs(np.log(side / sides[die])) > ALIKE:
            kinds.append(0)
        elif die in seen or item.visible[die] < SHOWN / 2:
            kinds.append(-1)
        else:
            seen.add(die)
            kinds.append(1)
    return kinds


def fitted(said: np.ndarray, is_die: np.ndarray) -> np.ndarray:
    """Weights (6,) of the words."""
    weights = np.zeros(said.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-said @ weights))
        slope = said.T @ (chance - is_die) + RIDGE * weights
        bend = (said * (chance * (1 - chance))[:, None]).T @ said + RIDGE * np.eye(len(weights))
        weights -= np.linalg.solve(bend, slope)
    return weights


def main() -> None:
    """Reads the command line and prints the constants."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pictures", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    rng = np.random.default_rng(chosen.seed)
    all_said, kinds = [], []
    for coded in load(chosen.pictures):
        item = coded.unpacked()
        sides = edges(item.faces) if len(item.faces) else np.zeros(0)
        shown = camera(rng, item.picture, float(sides.min()) if len(sides) else 30.0)
        frame = np.ascontiguousarray(cv2.cvtColor(shown, cv2.COLOR_RGB2BGR))
        spots = find(frame, int(rng.choice(WORK_PX)))
        if spots:
            said, found = said_of(frame, spots)
            all_said.append(said)
            kinds += judged(item, found)
    kind = np.array(kinds)
    said = np.concatenate(all_said)[kind >= 0]
    is_die = kind[kind >= 0]
    weights = fitted(said, is_die)
    wrong = ((said @ weights > 0) != is_die).mean()
    print(f"{len(is_die)} places, {wrong:.1%} on the wrong side")
    print(
        "HEAT, FACE, TOLD, VALUE, ODD, OFFSET =", ", ".join(f"{weight:.2f}" for weight in weights)
    )


if __name__ == "__main__":
    main()

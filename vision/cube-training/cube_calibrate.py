"""Fits the counter's constants to labelled trays: ``python cube_calibrate.py FOLDER --last 100``.

``FOLDER`` is one of ``tests/bench/cubes/evaluation_set.py``; its pictures before number ``--last``
are used, and must then not be measured on. Printed: loss and errors of colours by the weights of
network and palette (``NET``, ``SHIPPED``), and how many cubes lie unseen for each raised one
(``HIDES``).
"""

from __future__ import annotations

import argparse
import csv
from collections import defaultdict
from itertools import product
from pathlib import Path

import numpy as np

from turmwart_vision import cubes
from turmwart_vision.api import COLOURS, default_palette, load_image
from turmwart_vision.cube_places import Places, find_cubes

NEAR = 0.45
"""Share of a face's edge within which a place is a cube's."""
UNSEEN = 0.12


def truths(folder: Path, last: int) -> dict[str, list[dict[str, str]]]:
    """The rows of the cubes of each picture, empty trays too."""
    found: dict[str, list[dict[str, str]]] = defaultdict(list)
    for table in folder.glob("pictures*.csv"):
        for row in csv.DictReader(table.open(newline="")):
            if int(Path(row["file"]).stem) < last and (folder / row["file"]).exists():
                found[row["file"]] = []
    for table in folder.glob("cubes*.csv"):
        for row in csv.DictReader(table.open(newline="")):
            if row["file"] in found:
                found[row["file"]].append(row)
    return found


def matched(places: Places, rows: list[dict[str, str]]) -> np.ndarray:
    """For each place the number of its row, or -1; each row once, nearest first."""
    owner = np.full(len(places), -1)
    if not rows or not len(places):
        return owner
    at = np.array([(float(r["x"]), float(r["y"])) for r in rows])
    side = np.array([float(r["side_px"]) for r in rows])
    gaps = np.linalg.norm(places.centres_px[:, None] - at[None], axis=2) / side[None]
    for flat in np.argsort(gaps, axis=None):
        place, row = np.unravel_index(flat, gaps.shape)
        if gaps[place, row] > NEAR:
            break
        if owner[place] < 0 and row not in owner:
            owner[place] = row
    return owner


def main() -> None:
    """Reads the command line, looks at the pictures, prints what fits."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--last", type=int, default=100)
    chosen = parser.parse_args()
    seen: list[tuple[Places, list[int]]] = []
    raised = unseen = missed = total = 0
    for file, rows in sorted(truths(chosen.folder, chosen.last).items()):
        places = find_cubes(load_image(chosen.folder / file), None)
        owner = matched(places, rows)
        total += len(rows)
        raised += sum(float(r["raised"]) > cubes.TALL for r in rows)
        lost = [r for n, r in enumerate(rows) if n not in owner]
        unseen += sum(float(r["shown"]) < UNSEEN for r in lost)
        missed += sum(float(r["shown"]) >= UNSEEN for r in lost)
        kept = places.taken(owner >= 0)
        seen.append((kept, [COLOURS.index(rows[n]["colour"]) for n in owner[owner >= 0]]))
    print(f"{total} cubes in {len(seen)} pictures, {missed} not found, {unseen} unseen")
    print(f"{raised} raised; HIDES {unseen / max(raised, 1):.4f} at most")
    for net, shipped in product((0.7, 1.0, 1.4, 2.0), (0.0, 0.15, 0.35, 0.7)):
        cubes.NET, cubes.SHIPPED = net, shipped
        loss, errors = 0.0, 0
        for places, names in seen:
            if names:
                chances = cubes.colour_chances(
                    places, np.ones(len(places)), default_palette(), None
                )
                loss -= float(np.log(chances[np.arange(len(names)), names] + 1e-6).sum())
                errors += int((chances.argmax(1) != names).sum())
        print(
            f"NET {net} SHIPPED {shipped}: loss {loss / max(total, 1):.4f}, {errors} colours wrong"
        )


if __name__ == "__main__":
    main()

"""Measures the dice reader on a folder of labelled photographs, beside a well-known recipe.

    python tests/bench/dice_rate.py FOLDER [--wrong]

The folder holds pictures and ``labels.csv`` with the columns ``file`` and ``values`` (upper
faces, separated by blanks) and, where known, ``source_repo``. For each source and reader: number
of pictures, share read exactly right, share with the right number of dice, share the reader
vouches for, how many of these are wrong, and the median time of a picture.

The recipe is the one of most tutorials, written from its description: blur, OpenCV's simple blob
detector asked for round blobs, then blobs nearer than a fixed distance make one die.
"""

from __future__ import annotations

import argparse
import csv
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart_vision.api import VisionError, load_image, read_dice

Values = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What one reader says to one picture."""

    expected: Values
    read: Values
    sure: bool
    ms: float


def ours(frame: NDArray[np.uint8]) -> tuple[Values, bool]:
    """Turmwart's own reader."""
    reading = read_dice(frame)
    return reading.values, reading.sure


def tutorial(frame: NDArray[np.uint8], reach_px: float = 40.0) -> tuple[Values, bool]:
    """Blur, round blobs, and blobs within ``reach_px`` of one another are one die."""
    parameters = cv2.SimpleBlobDetector_Params()
    parameters.filterByInertia = True
    parameters.minInertiaRatio = 0.6
    blobs = cv2.SimpleBlobDetector_create(parameters).detect(cv2.medianBlur(frame, 7))
    return _clusters(np.array([blob.pt for blob in blobs]).reshape(-1, 2), reach_px), True


def scaled(frame: NDArray[np.uint8]) -> tuple[Values, bool]:
    """The same without blur, and near means: within 3.2 of the blobs' usual diameters."""
    parameters = cv2.SimpleBlobDetector_Params()
    parameters.filterByInertia = True
    parameters.minInertiaRatio = 0.6
    parameters.filterByArea = True
    parameters.minArea = 8
    blobs = cv2.SimpleBlobDetector_create(parameters).detect(frame)
    reach = 3.2 * statistics.median([blob.size for blob in blobs]) if blobs else 0.0
    return _clusters(np.array([blob.pt for blob in blobs]).reshape(-1, 2), reach), True


def _clusters(points: NDArray[np.float64], reach_px: float) -> Values:
    """Sizes of the groups in which each point has another within reach, as DBSCAN makes them."""
    group = list(range(len(points)))

    def root(n: int) -> int:
        while group[n] != n:
            n = group[n]
        return n

    for i in range(len(points)):
        for j in range(i):
            if np.hypot(*(points[i] - points[j])) < reach_px:
                group[root(i)] = root(j)
    sizes: dict[int, int] = defaultdict(int)
    for n in range(len(points)):
        sizes[root(n)] += 1
    return tuple(sorted(sizes.values()))


READERS: dict[str, Callable[[NDArray[np.uint8]], tuple[Values, bool]]] = {
    "turmwart": ours,
    "blobs, fixed reach": tutorial,
    "blobs, scaled reach": scaled,
}


def measure(folder: Path, say_wrong: bool) -> dict[tuple[str, str], list[Answer]]:
    """All answers by reader and source; unreadable pictures are named and left out."""
    answers: dict[tuple[str, str], list[Answer]] = defaultdict(list)
    with (folder / "labels.csv").open(newline="") as table:
        rows = list(csv.DictReader(table))
    for row in rows:
        try:
            frame = load_image(folder / row["file"])
        except VisionError as error:
            print(f"{row['file']}: {error}", file=sys.stderr)
            continue
        expected = tuple(sorted(int(value) for value in row["values"].split()))
        source = row.get("source_repo") or "all"
        for name, reader in READERS.items():
            start = time.perf_counter()
            read, sure = reader(frame)
            ms = (time.perf_counter() - start) * 1000
            answers[name, source].append(Answer(expected, read, sure, ms))
            if say_wrong and name == "turmwart" and read != expected:
                mark = "sure" if sure else "not sure"
                print(f"{row['file']}: {expected} read as {read}, {mark}", file=sys.stderr)
    return answers


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--wrong", action="store_true", help="name the pictures read wrongly")
    arguments = parser.parse_args()
    answers = measure(arguments.folder, arguments.wrong)
    print(f"{'reader':20} {'source':36} {'n':>4} {'exact':>6} {'count':>6} ", end="")
    print(f"{'sure':>6} {'wrong':>6} {'ms':>6}")
    sources = list(dict.fromkeys(source for _, source in answers))
    for name in READERS:
        whole = [answer for source in sources for answer in answers[name, source]]
        lines = {source: answers[name, source] for source in sources}
        if len(sources) > 1:
            lines["all"] = whole
        for source, given in lines.items():
            total = len(given)
            exact = sum(a.read == a.expected for a in given) / total
            count = sum(len(a.read) == len(a.expected) for a in given) / total
            # The recipes know no doubt: every picture of theirs counts as vouched for.
            sure = sum(a.sure for a in given) / total
            wrong = sum(a.sure and a.read != a.expected for a in given)
            ms = statistics.median(a.ms for a in given)
            print(f"{name:20} {source:36} {total:4} {exact:6.2f} {count:6.2f} ", end="")
            print(f"{sure:6.2f} {wrong:6} {ms:6.0f}")


if __name__ == "__main__":
    main()

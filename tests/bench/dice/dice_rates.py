"""Measures the dice reader on folders of labelled pictures, beside well-known recipes.

    python tests/bench/dice/dice_rates.py FOLDER... [--csv FILE] [--plot FILE.svg] [--wrong]

A folder holds pictures and one or more ``labels*.csv`` with the columns ``file``, ``values`` (upper
faces, separated by blanks) and, where known, ``source_repo`` and ``reasons``. Pictures with a
reason (a die is cocked, lies on another, is covered) should not be vouched for; they count as a
source of their own. All readers see the same pictures in one run. Printed in Markdown for each
reader and source: pictures, share read exactly right, share with the right number of dice, mean
error of the sum, share vouched for, how many of these are wrong, median time of a picture.
"""

from __future__ import annotations

import argparse
import csv
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from dice_plot import drawing
from dice_recipes import blobs_fixed, blobs_scaled, contours
from numpy.typing import NDArray

from turmwart_vision.api import VisionError, load_image, read_dice

Values = tuple[int, ...]
Reader = Callable[[NDArray[np.uint8]], tuple[Values, bool]]
OURS = "turmwart"


@dataclass(frozen=True, slots=True)
class Answer:
    """What one reader says to one picture; values ascending."""

    file: str
    source: str
    reader: str
    expected: Values
    read: Values
    sure: bool
    ms: float


@dataclass(frozen=True, slots=True)
class Rates:
    """Figures of one reader on one source; shares in 0..1, NaN where nothing is sure."""

    pictures: int
    exact: float
    count: float
    sum_error: float
    sure: float
    sure_wrong: int
    ms: float

    @property
    def sure_error(self) -> float:
        """The share of wrong ones among those vouched for."""
        vouched = round(self.sure * self.pictures)
        return self.sure_wrong / vouched if vouched else float("nan")


def rates(answers: list[Answer]) -> Rates:
    """The figures of ``answers``, which must not be empty."""
    total = len(answers)
    return Rates(
        total,
        sum(a.read == a.expected for a in answers) / total,
        sum(len(a.read) == len(a.expected) for a in answers) / total,
        sum(abs(sum(a.read) - sum(a.expected)) for a in answers) / total,
        sum(a.sure for a in answers) / total,
        sum(a.sure and a.read != a.expected for a in answers),
        statistics.median(a.ms for a in answers),
    )


def _ours(frame: NDArray[np.uint8]) -> tuple[Values, bool]:
    reading = read_dice(frame)
    return tuple(sorted(reading.values)), reading.sure


def _unsuspecting(recipe: Callable[[NDArray[np.uint8]], Values]) -> Reader:
    """A recipe without doubt as a reader that vouches for all."""
    return lambda frame: (recipe(frame), True)


READERS: dict[str, Reader] = {
    OURS: _ours,
    "blobs + DBSCAN": _unsuspecting(blobs_fixed),
    "blobs + DBSCAN, scaled": _unsuspecting(blobs_scaled),
    "contours + blobs": _unsuspecting(contours),
}


def labelled(folder: Path) -> Iterator[tuple[Path, str, Values]]:
    """The pictures of a folder: path, source and values, ascending."""
    for table in sorted(folder.glob("labels*.csv")):
        with table.open(newline="") as rows:
            for row in csv.DictReader(rows):
                source = row.get("source_repo") or folder.name
                if row.get("reasons"):
                    source += ", not to vouch for"
                values = tuple(sorted(int(value) for value in row["values"].split()))
                yield folder / row["file"], source, values


def measure(folders: list[Path]) -> list[Answer]:
    """All answers of all readers; unreadable pictures are named and left out."""
    answers = []
    for path, source, expected in (row for folder in folders for row in labelled(folder)):
        try:
            frame = load_image(path)
        except VisionError as error:
            print(f"{path}: {error}", file=sys.stderr)
            continue
        for name, reader in READERS.items():
            start = time.perf_counter()
            read, sure = reader(frame)
            ms = (time.perf_counter() - start) * 1000
            answers.append(Answer(path.name, source, name, expected, read, sure, ms))
    return answers


def tabled(answers: list[Answer]) -> dict[tuple[str, str], Rates]:
    """Figures by reader and source; "all" stands last where there are several sources."""
    sources = list(dict.fromkeys(answer.source for answer in answers))
    found = {}
    for name in READERS:
        own = [answer for answer in answers if answer.reader == name]
        for source in sources:
            found[name, source] = rates([answer for answer in own if answer.source == source])
        if len(sources) > 1:
            found[name, "all"] = rates(own)
    return found


def markdown(table: dict[tuple[str, str], Rates]) -> str:
    """The figures as a table."""
    lines = [
        "| reader | source | pictures | exact | count | sum off by | sure | sure but wrong | ms |",
        "|---" * 9 + "|",
    ]
    for (reader, source), r in table.items():
        lines.append(
            f"| {reader} | {source} | {r.pictures} | {r.exact:.3f} | {r.count:.3f} | "
            f"{r.sum_error:.2f} | {r.sure:.3f} | {r.sure_wrong} ({r.sure_error:.3f}) | {r.ms:.0f} |"
        )
    return "\n".join(lines)


def write_csv(path: Path, answers: list[Answer]) -> None:
    """One row for each reader and picture."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("file", "source", "reader", "expected", "read", "sure", "ms"))
        for a in answers:
            expected, read = (" ".join(map(str, values)) for values in (a.expected, a.read))
            writer.writerow(
                (a.file, a.source, a.reader, expected, read, int(a.sure), f"{a.ms:.1f}")
            )


def main() -> None:
    """Measure, print, and write what is wished."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--csv", type=Path, help="every answer, for further sums")
    parser.add_argument("--plot", type=Path, help="SVG of the exact rates")
    parser.add_argument("--wrong", action="store_true", help="name the pictures read wrongly")
    chosen = parser.parse_args()
    answers = measure(chosen.folders)
    if not answers:
        parser.error("no labelled picture in " + ", ".join(map(str, chosen.folders)))
    if chosen.wrong:
        for a in answers:
            if a.reader == OURS and a.read != a.expected:
                mark = "sure" if a.sure else "not sure"
                print(f"{a.file}: {a.expected} read as {a.read}, {mark}", file=sys.stderr)
    table = tabled(answers)
    print(markdown(table))
    if chosen.csv:
        write_csv(chosen.csv, answers)
    if chosen.plot:
        shares = {key: (r.exact, r.sure if key[0] == OURS else None) for key, r in table.items()}
        numbers = {source: r.pictures for (_, source), r in table.items()}
        chosen.plot.write_text(drawing(shares, numbers), "utf-8")


if __name__ == "__main__":
    main()

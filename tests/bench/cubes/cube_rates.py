"""Measures the cube counter on folders of labelled pictures, beside a well-known recipe.

    python tests/bench/cubes/cube_rates.py FOLDER... [--after N] [--csv FILE] [--plot FILE.svg]
        [--wrong] [--hd]

A folder holds pictures and one or more ``labels*.csv`` with the columns ``file``, ``colour`` and
``count`` (``none`` and 0 for no cubes), and, where known, ``pictures*.csv`` with ``total`` and
``colours`` or ``sources.csv`` with ``source_repo``. Rendered pictures with up to 15 cubes and those
with more are sources of their own. All readers see the same pictures in one run: ours with the
shipped palette; ours told which six colours there are; ours with a palette learnt from pictures of
the table's own cubes, where there are such (``evaluation_set.py --lessons``); the recipe, told the
six colours. Printed in Markdown for each reader and source: pictures, share whose every count is
exact, share with the right total, mean error of the total, share vouched for, how many of these are
wrong, median time.
``--after`` leaves out rendered pictures below that number, which constants were fitted to.
``--hd`` grows every picture to 720 lines for ours, and times that.
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

import cv2
import numpy as np
from cube_recipe import hsv_contours
from numpy.typing import NDArray

from turmwart_vision.api import (
    COLOURS,
    CubePalette,
    count_cubes,
    cube_colours,
    default_palette,
    learn_palette,
    load_image,
)

sys.path.append(str(Path(__file__).parents[1] / "dice"))

from dice_plot import drawing

Counts = dict[str, int]
OURS, TOLD, RECIPE = "turmwart", "turmwart, told the colours", "HSV + contours, told the colours"
LEARNT = "turmwart, colours learnt"
FEW = 15
READERS = (OURS, TOLD, LEARNT, RECIPE)
Reader = Callable[[NDArray[np.uint8]], tuple[Counts, bool]]


@dataclass(frozen=True, slots=True)
class Labelled:
    """A picture with its truth; ``colours`` are those it may hold."""

    path: Path
    source: str
    counts: Counts
    colours: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What one reader says to one picture."""

    picture: Labelled
    reader: str
    counts: Counts
    sure: bool
    ms: float

    @property
    def exact(self) -> bool:
        """Every count is right."""
        return self.counts == self.picture.counts

    @property
    def off(self) -> int:
        """By how many the total is wrong."""
        return abs(sum(self.counts.values()) - sum(self.picture.counts.values()))


@dataclass(frozen=True, slots=True)
class Rates:
    """Figures of one reader on one source; shares in 0..1."""

    pictures: int
    exact: float
    total: float
    off: float
    sure: float
    sure_wrong: int
    ms: float


def rates(answers: list[Answer]) -> Rates:
    """The figures of ``answers``, which must not be empty."""
    number = len(answers)
    return Rates(
        number,
        sum(a.exact for a in answers) / number,
        sum(a.off == 0 for a in answers) / number,
        sum(a.off for a in answers) / number,
        sum(a.sure for a in answers) / number,
        sum(a.sure and not a.exact for a in answers),
        statistics.median(a.ms for a in answers),
    )


def _by(palette: CubePalette) -> Reader:
    def ours(frame: NDArray[np.uint8]) -> tuple[Counts, bool]:
        reading = count_cubes(frame, palette)
        return {each.colour: each.count for each in reading.present}, reading.sure

    return ours


def readers(picture: Labelled) -> dict[str, Reader]:
    """Those that can read ``picture``."""
    told = default_palette().only(picture.colours)
    found = {OURS: _by(default_palette()), TOLD: _by(told)}
    learnt = own_palette(picture.path, picture.colours)
    if learnt is not None:
        found[LEARNT] = _by(learnt)
    found[RECIPE] = lambda frame: (hsv_contours(frame, picture.colours), True)
    return found


def own_palette(path: Path, colours: tuple[str, ...]) -> CubePalette | None:
    """What ``evaluation_set.py --lessons`` shows of ``colours`` beside ``path``, if it does.

    A colour of which no cube is clear leaves the table with the shipped palette, told the colours.
    """
    shown = {colour: path.with_name(f"{path.stem}-{colour}.jpg") for colour in colours}
    if not all(each.exists() for each in shown.values()):
        return None
    seen = {colour: cube_colours(load_image(each)) for colour, each in shown.items()}
    if not all(len(each) for each in seen.values()):
        return default_palette().only(colours)
    return learn_palette(seen, None)


def labelled(folder: Path) -> Iterator[Labelled]:
    """The pictures of a folder with their truth."""
    counts: dict[str, Counts] = {}
    for row in _rows(folder, "labels*.csv"):
        own = counts.setdefault(row["file"], {})
        if row["colour"] != "none":
            own[row["colour"]] = int(row["count"])
    sources = {row["file"]: row["source_repo"] for row in _rows(folder, "sources.csv")}
    pictures = {row["file"]: row for row in _rows(folder, "pictures*.csv")}
    for file, truth in sorted(counts.items()):
        source, colours = sources.get(file, folder.name), COLOURS
        if file in pictures:
            few = sum(truth.values()) <= FEW
            source += f", up to {FEW} cubes" if few else f", {FEW + 1} to 45 cubes"
            colours = tuple(pictures[file]["colours"].split())
        if (folder / file).exists():
            yield Labelled(folder / file, source, truth, colours)


def _rows(folder: Path, pattern: str) -> Iterator[dict[str, str]]:
    for table in sorted(folder.glob(pattern)):
        with table.open(newline="") as rows:
            yield from csv.DictReader(rows)


def measure(pictures: list[Labelled], hd: bool = False) -> list[Answer]:
    """All answers of all readers, or of ours alone to pictures grown to 720 lines."""
    answers = []
    for picture in pictures:
        frame = load_image(picture.path)
        if hd:
            wide = round(frame.shape[1] * 720 / frame.shape[0])
            frame = np.asarray(cv2.resize(frame, (wide, 720)), np.uint8)
        by = {OURS: _by(default_palette())} if hd else readers(picture)
        for name, reader in by.items():
            start = time.perf_counter()
            counts, sure = reader(frame)
            ms = (time.perf_counter() - start) * 1000
            answers.append(Answer(picture, name, counts, sure, ms))
    return answers


def tabled(answers: list[Answer]) -> dict[tuple[str, str], Rates]:
    """Figures by reader and source."""
    sources = sorted({answer.picture.source for answer in answers})
    found = {}
    for name in READERS:
        for source in sources:
            own = [a for a in answers if a.reader == name and a.picture.source == source]
            if own:
                found[name, source] = rates(own)
    return found


def markdown(table: dict[tuple[str, str], Rates]) -> str:
    """The figures as a table."""
    lines = [
        "| reader | source | pictures | exact | total right | off by | sure | sure, wrong | ms |",
        "|---" * 9 + "|",
    ]
    for (reader, source), r in table.items():
        lines.append(
            f"| {reader} | {source} | {r.pictures} | {r.exact:.3f} | {r.total:.3f} | "
            f"{r.off:.2f} | {r.sure:.3f} | {r.sure_wrong} | {r.ms:.0f} |"
        )
    return "\n".join(lines)


def spoken(counts: Counts) -> str:
    """Counts as one word, for tables: ``blue=2 red=1``, or ``none``."""
    return " ".join(f"{name}={count}" for name, count in sorted(counts.items())) or "none"


def write_csv(path: Path, answers: list[Answer]) -> None:
    """One row for each reader and picture."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("file", "source", "reader", "expected", "counted", "sure", "ms"))
        for a in answers:
            truth, said = spoken(a.picture.counts), spoken(a.counts)
            row = (a.picture.path.name, a.picture.source, a.reader, truth, said)
            writer.writerow((*row, int(a.sure), f"{a.ms:.1f}"))


def main() -> None:
    """Measure, print, and write what is wished."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--after", type=int, default=0, help="first number of rendered pictures")
    parser.add_argument("--csv", type=Path, help="every answer, for further sums")
    parser.add_argument("--plot", type=Path, help="SVG of the exact rates")
    parser.add_argument("--wrong", action="store_true", help="name the pictures counted wrongly")
    parser.add_argument("--hd", action="store_true", help="ours alone, at 720 lines")
    chosen = parser.parse_args()
    pictures = [
        picture
        for folder in chosen.folders
        for picture in labelled(folder)
        if not picture.path.stem.isdecimal() or int(picture.path.stem) >= chosen.after
    ]
    if not pictures:
        parser.error("no labelled picture in " + ", ".join(map(str, chosen.folders)))
    answers = measure(pictures, chosen.hd)
    if chosen.wrong:
        for a in answers:
            if a.reader == OURS and not a.exact:
                mark = "sure" if a.sure else "not sure"
                truth, said = spoken(a.picture.counts), spoken(a.counts)
                print(f"{a.picture.path.name}: {truth} counted as {said}, {mark}", file=sys.stderr)
    table = tabled(answers)
    print(markdown(table))
    if chosen.csv:
        write_csv(chosen.csv, answers)
    if chosen.plot:
        shares = {k: (r.exact, None if k[0] == RECIPE else r.sure) for k, r in table.items()}
        numbers = {source: r.pictures for (_, source), r in table.items()}
        chosen.plot.write_text(drawing(shares, numbers), "utf-8")


if __name__ == "__main__":
    main()

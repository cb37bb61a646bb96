"""Measures the classifier on logged readings of other people's sensors.

    python tests/bench/colour_rate.py FOLDER [--per-colour 5] [--draws 200]

FOLDER holds ``apilghimire_pulsewidth_distance.csv``, ``waddle_ev3_foam_cubes.csv`` and
``rustechs_photodiodes_candies.csv``, each with a ``label`` and the channels of its sensor. The
first is of pulse widths, which fall with light: they are inverted. For each log the classifier
learns from a few random samples of each colour and is asked about all others, again and again:
share sorted rightly at once, share refused (doubt as the table would ask), share wrong though not
refused, and the share right among those not refused.
"""

from __future__ import annotations

import argparse
import csv
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from random import Random

from turmwart.tower.colour import classify, learn
from turmwart.tower.witness import DOUBT_LIMIT

PULSE_SCALE = 1e6
"""Brightness of a pulse of one unit."""

Row = tuple[str, dict[str, float]]


@dataclass(frozen=True, slots=True)
class Log:
    """One file: its channels, and whether its numbers fall with light."""

    file: str
    channels: tuple[str, ...]
    inverted: bool = False
    unlike: str = ""


LOGS = (
    Log("apilghimire_pulsewidth_distance.csv", ("red", "green", "blue"), True, "none"),
    Log("waddle_ev3_foam_cubes.csv", ("red", "green", "blue")),
    Log("rustechs_photodiodes_candies.csv", ("ir", "red", "yellow", "green")),
)


@dataclass(slots=True)
class Score:
    """What became of the samples that were asked about."""

    asked: int = 0
    right: int = 0
    refused: int = 0
    wrong: int = 0

    @property
    def line(self) -> str:
        """Four shares in per cent."""
        sure = max(1, self.asked - self.refused)
        shares = (
            self.right / self.asked,
            self.refused / self.asked,
            self.wrong / self.asked,
            1 - self.wrong / sure,
        )
        return " | ".join(f"{100 * share:.1f}" for share in shares)


def read(folder: Path, log: Log) -> list[Row]:
    """All rows of a log, brighter is more."""
    with (folder / log.file).open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return [(row["label"], {c: _light(float(row[c]), log) for c in log.channels}) for row in rows]


def _light(value: float, log: Log) -> float:
    return PULSE_SCALE / max(1.0, value) if log.inverted else value


def measure(rows: list[Row], per_colour: int, draws: int, seed: int = 0) -> Score:
    """Learn from ``per_colour`` samples of each colour, ask about the rest, ``draws`` times."""
    score = Score()
    by_colour: dict[str, list[dict[str, float]]] = defaultdict(list)
    for colour, counts in rows:
        by_colour[colour].append(counts)
    for draw in range(draws):
        chance = Random(f"{seed}/{draw}")
        known: list[Row] = []
        asked: list[Row] = []
        for colour, samples in by_colour.items():
            order = chance.sample(samples, len(samples))
            known += [(colour, counts) for counts in order[:per_colour]]
            asked += [(colour, counts) for counts in order[per_colour:]]
        palette = learn(known)
        for colour, counts in asked:
            found = classify(counts, palette)
            score.asked += 1
            score.right += found.colour == colour
            score.refused += found.doubt >= DOUBT_LIMIT
            score.wrong += found.colour != colour and found.doubt < DOUBT_LIMIT
    return score


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--per-colour", type=int, default=5)
    parser.add_argument("--draws", type=int, default=200)
    arguments = parser.parse_args()
    print("| log | rows | right % | refused % | wrong, not refused % | right of not refused % |")
    print("|---|---|---|---|---|---|")
    for log in LOGS:
        rows = read(arguments.folder, log)
        without = [row for row in rows if row[0] != log.unlike]
        for name, part in ((log.file, rows), (f"{log.file} without `{log.unlike}`", without)):
            if part is without and len(without) == len(rows):
                continue
            draws = max(1, min(arguments.draws, 200_000 // len(part)))
            score = measure(part, arguments.per_colour, draws)
            print(f"| {name} | {len(part)} | {score.line} |")


if __name__ == "__main__":
    main()

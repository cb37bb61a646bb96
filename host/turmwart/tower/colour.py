"""Raw sample -> colour and doubt."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

_FEATURES = ("clear", "red", "green", "blue")
_FAR = 6.0
"""Spreads from every reference beyond which a sample is no known colour."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Peak sample of one passing cube, in raw counts of the sensor (0..65535 each)."""

    clear: int
    red: int
    green: int
    blue: int


@dataclass(frozen=True, slots=True)
class Reference:
    """What one colour of cubes looks like to one kind of sensor.

    ``clear`` is the natural logarithm of the clear channel in counts; ``red``, ``green`` and
    ``blue`` are shares of the clear channel. ``spread`` is the standard deviation of each of the
    four, in the same order.
    """

    colour: str
    clear: float
    red: float
    green: float
    blue: float
    spread: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Sorted:
    """A sample's colour.

    Attributes:
        colour: the nearest reference's.
        runner_up: the second nearest colour; empty where the palette has only one.
        doubt: 0 (sure) to 1000 (a coin toss, or like no colour that is known), per mille.
    """

    colour: str
    runner_up: str
    doubt: int


Palette = tuple[Reference, ...]


def palette_of(table: Mapping[str, Any]) -> Palette:
    """A palette of a parsed ``palette.toml``: ``[[colour]]`` rows with id, means and spreads.

    Raises:
        ValueError: no row, or a row without one of the values; the message names it.
    """
    rows = table.get("colour")
    if not isinstance(rows, list) or not rows:
        raise ValueError("a palette needs at least one [[colour]] row")
    references = []
    for row in rows:
        try:
            clear, red, green, blue = (float(row[feature]) for feature in _FEATURES)
            spread = _spread(row)
            reference = Reference(str(row["id"]), clear, red, green, blue, spread)
        except KeyError as error:
            raise ValueError(f"palette row {row.get('id', '?')} lacks {error}") from None
        references.append(reference)
        if min(spread) <= 0:
            raise ValueError(f"palette row {row['id']}: every spread must be above 0")
    return tuple(references)


def classify(sample: Sample, palette: Palette, among: Collection[str] | None = None) -> Sorted:
    """Sort a sample into the palette.

    Args:
        sample: peak counts of the passing cube.
        palette: the references.
        among: colours that can be there; None for all of the palette.

    Raises:
        ValueError: no reference is left to compare with.
    """
    distances = sorted(
        (_distance(sample, reference), reference.colour)
        for reference in palette
        if among is None or reference.colour in among
    )
    if not distances:
        raise ValueError("no colour to compare with")
    nearest, colour = distances[0]
    if nearest > _FAR:
        return Sorted(colour, distances[1][1] if len(distances) > 1 else "", 1000)
    if len(distances) == 1:
        return Sorted(colour, "", 0)
    second, runner_up = distances[1]
    # The share of the runner-up under two normal distributions of equal weight, doubled: 1000
    # where both are equally near.
    odds = math.exp(min(0.0, (nearest**2 - second**2) / 2))
    return Sorted(colour, runner_up, round(2000 * odds / (1 + odds)))


def _spread(row: Mapping[str, Any]) -> tuple[float, float, float, float]:
    clear, red, green, blue = (float(row[f"{feature}_spread"]) for feature in _FEATURES)
    return clear, red, green, blue


def _distance(sample: Sample, reference: Reference) -> float:
    clear = max(1, sample.clear)
    seen = (math.log(clear), sample.red / clear, sample.green / clear, sample.blue / clear)
    means = (reference.clear, reference.red, reference.green, reference.blue)
    return math.sqrt(
        sum(
            ((value - mean) / spread) ** 2
            for value, mean, spread in zip(seen, means, reference.spread, strict=True)
        )
    )

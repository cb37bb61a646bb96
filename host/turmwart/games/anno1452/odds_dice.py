"""How often the dice of a side show what: whole numbers of throws, or shares of all throws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from turmwart.games.anno1452.odds_side import Side

Row = Sequence[Any]
"""Counts, all int, or shares, all float, by number of dice; index 0 stands for none."""


@dataclass(frozen=True, slots=True)
class Hits:
    """The attacker's hits in a round, for one number of units left.

    Attributes:
        total: what all entries of ``exactly`` add up to.
        exactly: by number of hits, padded with 0.
        at_most: by number of hits.
        at_least: by number of hits, padded with 0.
        past: ``past[d]`` is ``exactly[d:]``, so that no slice is cut twice.
        most: the most hits there can be.
    """

    total: float
    exactly: Row
    at_most: Row
    at_least: Row
    past: tuple[Row, ...]
    most: int


@dataclass(frozen=True, slots=True)
class Answers:
    """The defender's hits and nullifications in a round, for one number of units left.

    Both come from the same dice, so they hang together: a row for each number of hits, in it an
    entry for each number of nullifications. Trailing zeros are cut.

    Attributes:
        total: what all entries of ``exactly`` add up to.
        exactly: by number of hits.
        at_least: by number of hits.
    """

    total: float
    exactly: tuple[Row, ...]
    at_least: tuple[Row, ...]


def attacker_hits(side: Side, pad: int, shares: bool) -> list[Hits]:
    """Hits of the attacker for 0, 1, ... all units left.

    Args:
        side: the attacker.
        pad: number of zeros behind each row; at least the defender's units.
        shares: floats that add up to 1 instead of whole numbers that add up to 6 ** dice.

    Rule: A-ODDS-3, A-BATTLE-25.
    """
    counts = [1]
    for _ in range(side.relief):
        counts = _with_die(counts, side.faces.relief)
    found = [_hits(counts, pad, shares)]
    for kind in reversed(side.order):
        counts = _with_die(counts, side.faces.of(kind))
        found.append(_hits(counts, pad, shares))
    return found


def defender_answers(side: Side, nullifying: int, shares: bool) -> list[Answers]:
    """Hits and nullifications of the defender for 0, 1, ... all units left.

    Args:
        side: the defender.
        nullifying: faces on which a unit nullifies; relief dice never do.
        shares: as in ``attacker_hits``.

    Rule: A-ODDS-4, A-BATTLE-8, A-BATTLE-30.
    """
    rows = [[1]]
    for _ in range(side.relief):
        rows = _with_answer(rows, side.faces.relief, 0)
    found = [_answers(rows, shares)]
    for kind in reversed(side.order):
        rows = _with_answer(rows, side.faces.of(kind), nullifying)
        found.append(_answers(rows, shares))
    return found


def _with_die(counts: list[int], hitting: int) -> list[int]:
    """The counts with one die more."""
    missed = [(6 - hitting) * n for n in counts] + [0]
    for hits, n in enumerate(counts):
        missed[hits + 1] += hitting * n
    return missed


def _with_answer(rows: list[list[int]], hitting: int, nullifying: int) -> list[list[int]]:
    """The counts with one defending die more: it hits, nullifies, or does neither."""
    blank = 6 - hitting - nullifying
    width = len(rows[0]) + (nullifying > 0)
    grown = [[0] * width for _ in range(len(rows) + 1)]
    for hits, row in enumerate(rows):
        for nullified, n in enumerate(row):
            if n:
                grown[hits][nullified] += blank * n
                grown[hits + 1][nullified] += hitting * n
                if nullifying:
                    grown[hits][nullified + 1] += nullifying * n
    return grown


def _hits(counts: list[int], pad: int, shares: bool) -> Hits:
    total = sum(counts)
    padded = counts + [0] * pad
    so_far = 0
    at_most: list[int] = []
    for n in padded:
        so_far += n
        at_most.append(so_far)
    at_least = [total - n for n in [0, *at_most]]
    unit = total if shares else None
    exactly = _row(padded, unit)
    past = tuple(exactly[d:] for d in range(len(counts)))
    return Hits(
        1.0 if shares else total,
        exactly,
        _row(at_most, unit),
        _row(at_least, unit),
        past,
        len(counts) - 1,
    )


def _answers(rows: list[list[int]], shares: bool) -> Answers:
    total = sum(map(sum, rows))
    unit = total if shares else None
    above = [[0] * len(rows[0])]
    for row in reversed(rows):
        above.append([n + m for n, m in zip(row, above[-1], strict=True)])
    return Answers(
        1.0 if shares else total,
        tuple(_row(_cut(row), unit) for row in rows),
        tuple(_row(_cut(row), unit) for row in above[:0:-1]),
    )


def _cut(row: list[int]) -> list[int]:
    """The row without its trailing zeros."""
    end = len(row)
    while end > 1 and row[end - 1] == 0:
        end -= 1
    return row[:end]


def _row(counts: list[int], unit: int | None) -> Row:
    """Counts as they are, or as shares of ``unit``, each rounded once."""
    return counts if unit is None else [n / unit for n in counts]

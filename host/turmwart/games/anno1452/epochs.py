"""The time table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the time table.

    Attributes:
        id: ``I1``, ``I2`` or the year.
        coronation: a King is elected in the Event Round that opens it.
    """

    id: str
    coronation: bool


ROWS = (
    Row("I1", False),
    Row("I2", False),
    Row("1273", True),
    Row("1298", True),
    Row("1314", True),
    Row("1346", True),
    Row("1378", True),
    Row("1400", True),
    Row("1438", True),
    Row("1452", False),
)
"""All rows, in order; the last one played is the chosen final year's.

Rule: A-EPOCH-2, A-EPOCH-4, A-CORON-1.
"""

ROW_IDS = tuple(row.id for row in ROWS)


def row_of(year: str) -> int:
    """Index of the row of a year.

    Raises:
        ValueError: there is no such row.
    """
    return ROW_IDS.index(year)


def within(row: int, first: str, last: str) -> bool:
    """Whether a row lies between two years, both included.

    Rule: A-CARD-COND-2, A-EPOCH-9.
    """
    return row_of(first) <= row <= row_of(last)

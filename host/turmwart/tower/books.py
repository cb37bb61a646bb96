"""What the ledger says of a throw: the most that can have fallen, and how this tower lets go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from turmwart.kernel.cubes import Cubes
from turmwart.tower.posterior import Row
from turmwart.tower.release import RULE_OF_THUMB, Release, distribution

BEYOND = 3
"""Cubes of a colour above what the books allow that are thought of at all."""
_NOTHING = Cubes()
_WEAKLY = 0.5
"""Weight of the tower's learnt behaviour; the rest is an even chance for each number."""
_RARER = 0.2
"""Each further cube above what the books allow is rarer by so much."""
_SPARE = 6
"""Cubes above what was seen that are thought of where there are no books."""


@dataclass(frozen=True, slots=True)
class Books:
    """The ledger around one throw.

    Attributes:
        inside: in the tower before.
        thrown: poured in.
        tray: in the tray before.
        taken: out of the tray between the throw and the camera's picture.
        release: how the tower lets go; None where nothing is known of it.
    """

    inside: Cubes
    thrown: Cubes = _NOTHING
    tray: Cubes = _NOTHING
    taken: Cubes = _NOTHING
    release: Release | None = RULE_OF_THUMB

    @property
    def bounds(self) -> Cubes:
        """Of each colour, the most that can have fallen. Rule: W-CUBE-5."""
        return self.inside + self.thrown


def fits(books: Books, colours: Sequence[str], *, wrong: bool = False) -> tuple[Row, ...]:
    """For each colour, how well 0, 1, .. fallen cubes fit the books.

    Args:
        books: of the throw.
        colours: in order.
        wrong: whether the books themselves may be wrong, so that more can fall.
    """
    return tuple(
        _row(books.release, books.thrown[colour], books.inside[colour], wrong) for colour in colours
    )


def without_books(colours: Sequence[str], seen: Sequence[int]) -> tuple[Row, ...]:
    """The same where nothing is known: each colour as frequent, any number.

    Args:
        colours: in order.
        seen: of each, the most that any witness saw.
    """
    mean = max(1.0, sum(seen) / max(1, len(colours)))
    return tuple(_poisson(mean, number + _SPARE) for number in seen)


@lru_cache(maxsize=16_384)
def _row(release: Release | None, thrown: int, inside: int, wrong: bool) -> Row:
    most = thrown + inside
    even = 1 / (most + 1)
    if release is None:
        row = [even] * (most + 1)
    else:
        learnt = distribution(release, thrown, inside)
        row = [_WEAKLY * chance + (1 - _WEAKLY) * even for chance in learnt]
    beyond = [_RARER**n if wrong else 0.0 for n in range(1, BEYOND + 1)]
    return (*row, *beyond)


@lru_cache(maxsize=1024)
def _poisson(mean: float, most: int) -> Row:
    row = [1.0]
    for number in range(1, most + 1):
        row.append(row[-1] * mean / number)
    whole = sum(row)
    return tuple(weight / whole for weight in row)

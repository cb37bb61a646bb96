"""Cubes, the multiset of colours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cubes:
    """How many cubes of each colour; immutable, without zeros, in order of the colour's name.

    Build one with ``Cubes.of(red=2)`` or ``Cubes.from_counts({"red": 2})``; the field itself is
    the canonical form and is checked.

    Raises:
        ValueError: a count below one, or colours out of order or doubled.
    """

    counts: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        colours = [colour for colour, _ in self.counts]
        if colours != sorted(set(colours)) or any(count < 1 for _, count in self.counts):
            raise ValueError(f"not a canonical multiset: {self.counts}")

    @staticmethod
    def of(**counts: int) -> Cubes:
        """Cubes by keyword, ``Cubes.of(red=2, blue=1)``; zeros are dropped."""
        return Cubes.from_counts(counts)

    @staticmethod
    def from_counts(counts: Mapping[str, int]) -> Cubes:
        """Cubes of a mapping colour -> count; zeros are dropped.

        Raises:
            ValueError: a negative count.
        """
        return Cubes(tuple((colour, n) for colour, n in sorted(counts.items()) if n != 0))

    @staticmethod
    def sum(parts: Iterable[Cubes]) -> Cubes:
        """All cubes of all parts together."""
        total: dict[str, int] = {}
        for part in parts:
            for colour, n in part.counts:
                total[colour] = total.get(colour, 0) + n
        return Cubes.from_counts(total)

    @property
    def total(self) -> int:
        """Number of cubes of all colours."""
        return sum(n for _, n in self.counts)

    def __getitem__(self, colour: str) -> int:
        return next((n for name, n in self.counts if name == colour), 0)

    def __iter__(self) -> Iterator[str]:
        return (colour for colour, _ in self.counts)

    def __bool__(self) -> bool:
        return bool(self.counts)

    def __add__(self, other: Cubes) -> Cubes:
        return Cubes.sum((self, other))

    def __sub__(self, other: Cubes) -> Cubes:
        """Take ``other`` away.

        Raises:
            ValueError: ``other`` is not contained in these cubes.
        """
        left = dict(self.counts)
        for colour, n in other.counts:
            left[colour] = left.get(colour, 0) - n
        if any(n < 0 for n in left.values()):
            raise ValueError(f"cannot take {other.as_dict()} from {self.as_dict()}")
        return Cubes.from_counts(left)

    def __le__(self, other: Cubes) -> bool:
        return all(n <= other[colour] for colour, n in self.counts)

    def only(self, *colours: str) -> Cubes:
        """The part of these cubes that has one of ``colours``."""
        return Cubes(tuple(pair for pair in self.counts if pair[0] in colours))

    def without(self, *colours: str) -> Cubes:
        """The part of these cubes that has none of ``colours``."""
        return Cubes(tuple(pair for pair in self.counts if pair[0] not in colours))

    def as_dict(self) -> dict[str, int]:
        """Colour -> count, in order of the colour's name."""
        return dict(self.counts)

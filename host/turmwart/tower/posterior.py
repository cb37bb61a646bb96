"""What may have fallen, given all witnesses: exact sums over a mixture of products.

A *situation* is one way in which the world and the witnesses may have behaved: all as it should
be, a lane dead, the camera covered. In each the colours are independent of one another but for two
things, which are written out as sums: what the sensor told (a sparse list of counts, one for each
way in which its cubes may be sorted into colours) and the *terms*, in which a cube of one colour
trades places with one of another, or is one too many or too few. So

    weight(f) = sum over situations s of prior(s)
              x sum over told counts n of weight(n)
              x sum over terms t of weight(t)
              x product over colours c of  fits(f_c) x passed(f_c, n_c + t) x tray(f_c + before + t)

and the sum of this over *all* f is a sum of products of sums over single colours: the posterior is
normalised exactly, without ever listing all f.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from turmwart.kernel.cubes import Cubes

Counts = tuple[int, ...]
"""Cubes by colour, in the order of the colours."""
Row = tuple[float, ...]
"""A weight for each number of cubes of one colour, from 0 on."""

_LIKELY = 1e-7
"""Share of the greatest part of the sum, below which a part proposes no answer."""
_PROPOSALS = 12
"""Parts that propose answers, at most."""
_NEAR = 3
"""Answers that are weighed for each of them, at most."""
_BESIDE = 0.004
"""Share of the likeliest number of a colour, from which another number is proposed as well."""
_GRID = 600
"""Where there are no more counts than that, each is weighed."""


@dataclass(frozen=True, slots=True)
class Shift:
    """One colour's part of a term.

    Attributes:
        colour: its place.
        sensor: cubes by which the number that the sensor should have seen is less (negative) or
            more than what it told.
        camera: cubes by which what the camera should have counted is more (or, negative, less)
            than what lies in the tray.
        each: whether any one of the cubes of that colour in the tray can be the one.
    """

    colour: int
    sensor: int = 0
    camera: int = 0
    each: bool = False


@dataclass(frozen=True, slots=True)
class Term:
    """A way in which single cubes went astray; without shifts none did."""

    weight: float
    shifts: tuple[Shift, ...] = ()


PLAIN = (Term(1.0),)


@dataclass(frozen=True, slots=True)
class Situation:
    """One way in which world and witnesses may have behaved.

    Attributes:
        cause: its name; empty where all is as it should be.
        prior: how likely before any evidence.
        told: what the sensor told and the weight of each; None where it says nothing.
        missed: chance that the sensor misses a cube.
        tray: for each colour, the likelihood of the camera's count for each number of cubes that
            lie in the tray; None where it says nothing.
        fits: for each colour, how well each number of fallen cubes fits the books.
        terms: see :class:`Term`.
        colours: those it is about, where it is about some.
    """

    cause: str
    prior: float
    told: tuple[tuple[Counts, float], ...] | None
    missed: float
    tray: tuple[Row, ...] | None
    fits: tuple[Row, ...]
    terms: tuple[Term, ...] = PLAIN
    colours: tuple[str, ...] = ()


@dataclass(frozen=True)
class Posterior:
    """What may have fallen.

    Args:
        colours: in order; counts everywhere are in that order.
        situations: all that are thought of.
        before: for each colour, cubes in the tray before less those taken.
    """

    colours: tuple[str, ...]
    situations: tuple[Situation, ...]
    before: Counts

    @cached_property
    def _wholes(self) -> tuple[_Sum, ...]:
        return tuple(_Sum(situation, self.before) for situation in self.situations)

    @cached_property
    def _sums(self) -> tuple[tuple[tuple[Counts, float], ...], ...]:
        """For each situation, what the sensor told and the weight of all that goes with it."""
        return tuple(tuple(whole.by_told()) for whole in self._wholes)

    @cached_property
    def _shares(self) -> tuple[float, ...]:
        return tuple(math.fsum(weight for _, weight in sums) for sums in self._sums)

    @cached_property
    def total(self) -> float:
        """Weight of all counts in all situations; 0 where nothing can have happened."""
        return math.fsum(self._shares)

    @property
    def causes(self) -> dict[tuple[str, tuple[str, ...]], float]:
        """Cause and its colours -> chance; the empty cause is that nothing is amiss."""
        found: dict[tuple[str, tuple[str, ...]], list[float]] = {}
        for situation, share in zip(self.situations, self._shares, strict=True):
            found.setdefault((situation.cause, situation.colours), []).append(share)
        return {cause: math.fsum(parts) / self.total for cause, parts in found.items()}

    def chance(self, cubes: Cubes) -> float:
        """Chance that just these cubes fell, 0..1."""
        if not set(cubes) <= set(self.colours) or not self.total:
            return 0.0
        return self._weight(tuple(cubes[colour] for colour in self.colours)) / self.total

    def marginal(self, colour: str) -> tuple[float, ...]:
        """Chance of 0, 1, .. fallen cubes of one colour; they sum to 1.

        Raises:
            ValueError: the colour is none of those thought of.
        """
        if colour not in self.colours:
            raise ValueError(f"{colour} is none of {', '.join(self.colours)}")
        place = self.colours.index(colour)
        most = max(len(situation.fits[place]) for situation in self.situations)
        return tuple(self._weight({place: number}) / self.total for number in range(most))

    @cached_property
    def best(self) -> tuple[Cubes, float]:
        """The likeliest count and its chance.

        Raises:
            ValueError: nothing can have happened.
        """
        if not self.total:
            raise ValueError("no count fits the evidence")
        found = ((self._weight(counts), counts) for counts in self._proposed(1))
        # Of counts that are equally likely the one that ``likely`` names first.
        weight, counts = min(found, key=lambda pair: (-pair[0], pair[1]))
        return self._cubes(counts), weight / self.total

    @cached_property
    def likely(self) -> tuple[tuple[Cubes, float], ...]:
        """Likely counts and their chances, the likeliest first; what is left is unlikelier."""
        if not self.total:
            return ()
        found = [(counts, self._weight(counts) / self.total) for counts in self._proposed()]
        found.sort(key=lambda pair: (-pair[1], pair[0]))
        return tuple((self._cubes(counts), chance) for counts, chance in found if chance > 0)

    def _weight(self, fallen: Counts | Mapping[int, int]) -> float:
        """Weight of the counts that have these numbers; a mapping names only some colours."""
        only = fallen if isinstance(fallen, Mapping) else dict(enumerate(fallen))
        return math.fsum(weight for whole in self._wholes for _, weight in whole.by_told(only))

    def _proposed(self, most: int = _PROPOSALS) -> list[Counts]:
        """Counts that are worth weighing."""
        sizes = [max(len(s.fits[place]) for s in self.situations) for place in self._places]
        if math.prod(sizes) <= _GRID:
            return _grid(sizes)
        sums = sorted(
            (
                (weight, number, counts)
                for number, found in enumerate(self._sums)
                for counts, weight in found
            ),
            key=lambda found: (-found[0], found[1], found[2]),
        )
        proposed: dict[Counts, None] = {}
        for weight, number, counts in sums[:most]:
            if weight >= sums[0][0] * _LIKELY:
                whole = self._wholes[number]
                for term in whole.great_terms(counts, most):
                    proposed.update(dict.fromkeys(whole.peaks(counts, term, alone=most == 1)))
        return list(proposed)[: most * _NEAR]

    @property
    def _places(self) -> range:
        return range(len(self.colours))

    def _cubes(self, counts: Counts) -> Cubes:
        return Cubes.from_counts(dict(zip(self.colours, counts, strict=True)))


@dataclass(frozen=True, slots=True)
class _Part:
    """A colour's factors beside one number that the sensor told.

    Attributes:
        base: without any shift.
        shares: of each way of shifting it, in proportion to that; plain where that is 0.
        possible: whether any of them is more than 0.
    """

    base: float
    shares: tuple[float, ...]
    possible: bool


class _Sum:
    """The sum of one situation over all counts, or over those that have given numbers.

    Args:
        situation: which.
        before: for each colour, cubes in the tray before less those taken.
    """

    def __init__(self, situation: Situation, before: Counts) -> None:
        self._situation = situation
        self._before = before
        self._told = situation.told or (((0,) * len(situation.fits), 1.0),)
        # Each way of shifting a colour once; the first of them shift nothing.
        self._ways = {Shift(place): place for place in range(len(situation.fits))}
        terms = [
            (term.weight, [self._ways.setdefault(s, len(self._ways)) for s in term.shifts])
            for term in situation.terms
        ]
        self._shifts = tuple(self._ways)
        self._ways_of: list[list[int]] = [[] for _ in situation.fits]
        spot: list[tuple[int, int]] = []
        for way, shift in enumerate(self._shifts):
            spot.append((shift.colour, len(self._ways_of[shift.colour])))
            self._ways_of[shift.colour].append(way)
        # A way by its colour and its place among the ways of that colour.
        self._terms = tuple((weight, tuple([spot[way] for way in ways])) for weight, ways in terms)
        self._parts: dict[tuple[int, int, int | None], _Part] = {}
        self._rows: dict[int, Row] = {}
        self._known: dict[tuple[int, int], Row] = {}
        self._totals: dict[tuple[int, int], float] = {}

    def by_told(self, only: Mapping[int, int] | None = None) -> Iterator[tuple[Counts, float]]:
        """Weight of all that goes with each count that the sensor told.

        Args:
            only: place of a colour -> the number that is to be weighed; None for all numbers.
        """
        for counts, weight in self._told:
            whole = math.fsum(self._weights(counts, only or {}))
            yield counts, self._situation.prior * weight * whole

    def great_terms(self, counts: Counts, most: int) -> list[Term]:
        """The terms that weigh most beside one count that the sensor told."""
        weights = self._weights(counts, {})
        if not weights:
            return []
        order = sorted(range(len(weights)), key=lambda n: -weights[n])[:most]
        least = weights[order[0]] * _LIKELY
        return [self._situation.terms[n] for n in order if weights[n] > least]

    def peaks(self, counts: Counts, term: Term, *, alone: bool) -> list[Counts]:
        """The likeliest numbers of one part, and those that differ in one colour.

        Args:
            counts: told by the sensor.
            term: beside it.
            alone: whether only the likeliest is wanted.
        """
        shifts = {shift.colour: shift for shift in term.shifts}
        best: list[int] = []
        beside: list[tuple[int, int]] = []
        for place, number in enumerate(counts):
            row = self._numbers(self._ways[shifts.get(place, Shift(place))], number)
            top = max(range(len(row)), key=row.__getitem__)
            best.append(top)
            if not alone:
                near = [n for n, v in enumerate(row) if n != top and v > _BESIDE * row[top]]
                beside += [(place, n) for n in near]
        peak = tuple(best)
        return [peak, *((*peak[:place], n, *peak[place + 1 :]) for place, n in beside)]

    def _weights(self, counts: Counts, only: Mapping[int, int]) -> list[float]:
        """Weight of each term beside one count that the sensor told; all that are 0 may lack."""
        parts = [self._part(place, told, only.get(place)) for place, told in enumerate(counts)]
        if not all(part.possible for part in parts):
            return []
        product = math.prod([part.base for part in parts if part.base])
        shares = [part.shares for part in parts]
        empty = {place for place, part in enumerate(parts) if not part.base}
        if empty:
            return [_beside_empty(term, product, shares, empty) for term in self._terms]
        return [
            product * weight * math.prod([shares[colour][way] for colour, way in ways])
            for weight, ways in self._terms
        ]

    def _part(self, place: int, told: int, only: int | None) -> _Part:
        """A colour's factors; thousands of counts have few numbers of each colour."""
        key = (place, told, only)
        part = self._parts.get(key)
        if part is None:
            cells = [self._cell(way, told, only) for way in self._ways_of[place]]
            shares = tuple([cell / (cells[0] or 1.0) for cell in cells])
            part = self._parts[key] = _Part(cells[0], shares, any(cells))
        return part

    def _cell(self, way: int, told: int, only: int | None) -> float:
        """A colour's factor: summed over all its numbers, or of the only one."""
        if only is not None:
            # A row ends where no number beyond is thought of.
            row = self._numbers(way, told)
            return row[only] if only < len(row) else 0.0
        key = (way, told)
        total = self._totals.get(key)
        if total is None:
            total = self._totals[key] = sum(self._numbers(way, told))
        return total

    def _numbers(self, way: int, told: int) -> Row:
        """A colour's factor for each of its numbers."""
        key = (way, told)
        known = self._known.get(key)
        if known is None:
            row = self._rows.get(way)
            if row is None:
                row = self._rows[way] = self._lying(self._shifts[way])
            if self._situation.told is not None:
                sensor = self._shifts[way].sensor
                seen = _passed(len(row), told + sensor, self._situation.missed)
                row = tuple(map(operator.mul, row, seen))
            known = self._known[key] = row
        return known

    def _lying(self, shift: Shift) -> Row:
        """The same as far as books and camera go."""
        situation = self._situation
        row = situation.fits[shift.colour]
        before = self._before[shift.colour]
        if situation.tray is not None:
            tray = situation.tray[shift.colour]
            row = tuple(
                value * tray[lies + shift.camera]
                if lies >= 0 and 0 <= lies + shift.camera < len(tray)
                else 0.0
                for lies, value in enumerate(row, before)
            )
        if shift.each:
            row = tuple(value * max(0, lies) for lies, value in enumerate(row, before))
        return row


def _beside_empty(
    term: tuple[float, tuple[tuple[int, int], ...]],
    product: float,
    shares: Sequence[Sequence[float]],
    empty: set[int],
) -> float:
    """Weight of a term that fills the colours which are impossible without it, else 0."""
    weight, ways = term
    if not empty <= {colour for colour, _ in ways}:
        return 0.0
    return product * weight * math.prod([shares[colour][way] for colour, way in ways])


def combined(first: Sequence[Term], second: Sequence[Term]) -> tuple[Term, ...]:
    """All pairs of terms as terms of their own."""
    return tuple(
        Term(one.weight * other.weight, _joined(one.shifts + other.shifts))
        for one in first
        for other in second
    )


def _joined(shifts: Sequence[Shift]) -> tuple[Shift, ...]:
    """Shifts of the same colour as one."""
    joined: dict[int, Shift] = {}
    for shift in shifts:
        before = joined.get(shift.colour, Shift(shift.colour))
        joined[shift.colour] = Shift(
            shift.colour,
            before.sensor + shift.sensor,
            before.camera + shift.camera,
            before.each or shift.each,
        )
    return tuple(joined[colour] for colour in sorted(joined))


@lru_cache(maxsize=65_536)
def _passed(size: int, seen: int, missed: float) -> Row:
    """Of 0, 1, .. less than ``size`` fallen cubes, the chance that so many are seen."""
    if seen < 0:
        return (0.0,) * size
    row = [0.0] * min(seen, size)
    for fallen in range(seen, size):
        unseen: float = missed ** (fallen - seen)
        row.append(math.comb(fallen, seen) * (1 - missed) ** seen * unseen)
    return tuple(row)


def _grid(sizes: Sequence[int]) -> list[Counts]:
    grid: list[Counts] = [()]
    for size in sizes:
        grid = [(*counts, n) for counts in grid for n in range(size)]
    return grid

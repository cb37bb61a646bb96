"""What the sensor told, as a sparse list of counts: exact convolution over its cubes.

The judge tells groups of cubes, each cube with its likeliest colour, the runner-up and a doubt.
Written as a polynomial with one variable for each colour, a cube is the sum of the colours it may
be, a group the product of its cubes (and of one more, where its number is in doubt), the throw the
product of its groups. The coefficients are the weights of the counts.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from turmwart.tower.colour import Sorted
from turmwart.tower.passage import DOUBT_LIMIT, Judged
from turmwart.tower.posterior import Counts

_BITS = 16
"""Bits of a colour's number in a packed count: a lane that flickers tells hundreds of one."""
_LEAST = 1e-8
"""Share of the greatest weight below which counts are left out: the situations in which a witness
is wrong altogether weigh more than they do."""
_LEAST_RIGHT = 0.05
_MOST = 2_000
"""Counts that are kept, at most."""
MOST_UNSEEN = 3
"""Cubes without a colour that are sorted into all colours, at most: beyond, only their share of
all cubes is known to the posterior."""


@dataclass(frozen=True, slots=True)
class Number:
    """How a judged number that is in doubt may be wrong: chances, beside that it is right.

    Attributes:
        fewer: one cube less fell than was told.
        more: one more.
        many: two more.
    """

    fewer: float
    more: float
    many: float = 0.0

    @property
    def right(self) -> float:
        """Chance that the number is right."""
        return max(_LEAST_RIGHT, 1 - self.fewer - self.more - self.many)


@dataclass(frozen=True, slots=True)
class SensorRates:
    """How often the sensor errs; chances for each cube.

    Source: docs/tower-figures.md, 40,877 cubes under ``default`` of which none was missed, doubled
    or misread without doubt: half a cube of each, and a little more. The rest are estimates.

    Attributes:
        missed: of a cube that no beam saw.
        doubled: of a cube told that was none.
        misread: of a cube without doubt under another colour.
        trusted: share of the doubt of a colour that is believed.
        astray: of a cube with doubt that is neither its colour nor the runner-up.
        numbers: by the judge's reason, how doubtful numbers err; ``""`` stands for all others.
    """

    missed: float = 1.5e-5
    doubled: float = 1.5e-5
    misread: float = 1.5e-5
    trusted: float = 1.0
    astray: float = 0.02
    numbers: tuple[tuple[str, Number], ...] = (
        ("", Number(0.1, 0.2, 0.05)),
        ("torn", Number(0.2, 0.2, 0.2)),
    )


@dataclass(frozen=True, slots=True)
class Told:
    """What the sensor told.

    Attributes:
        counts: how many of each colour, and the weight of that.
        missed: share of the fallen cubes that are not among them: of which no light was seen,
            where they are too many to be sorted into all colours.
        number: cubes told.
    """

    counts: tuple[tuple[Counts, float], ...]
    missed: float
    number: int


_Sum = dict[int, float]
"""Packed count -> weight."""
_Mark = tuple[tuple[int, float], ...]
"""The same, of one cube, in order."""


def told(groups: Iterable[Judged], colours: Sequence[str], rates: SensorRates) -> Told:
    """All counts that the sensor's cubes may be.

    Args:
        groups: as the judge told them, in any order.
        colours: all that can be there, those of the groups among them; none where no cube of the
            groups has one either.
        rates: of the sensor.
    """
    if not colours:
        return Told((((), 1.0),), 0.0, sum(len(group.cubes) for group in groups))
    marks: Counter[_Mark] = Counter()
    unseen = number = 0
    for group in groups:
        number += len(group.cubes)
        found = _numbers(group, rates)
        # What was no cube may look like any colour.
        fewer = found.fewer / found.right / max(1, len(group.cubes)) / len(colours)
        for cube in group.cubes:
            if cube.colour:
                marks[_mark(cube, tuple(colours), rates, fewer)] += 1
            else:
                unseen += 1
        if found.more or found.many:
            marks[_more(len(colours), found)] += 1
    sorted_out = unseen if unseen <= MOST_UNSEEN else 0
    if sorted_out:
        marks[tuple((1 << _BITS * place, 1.0) for place in range(len(colours)))] += sorted_out
    whole: _Sum = {0: 1.0}
    for mark, times in sorted(marks.items()):
        whole = _product(whole, dict(_power(mark, times)))
    hidden = unseen - sorted_out
    counts = tuple(
        sorted((_unpacked(packed, len(colours)), weight) for packed, weight in whole.items())
    )
    return Told(
        tuple((numbers, weight * _one_order(numbers)) for numbers, weight in counts),
        hidden / number if number else 0.0,
        number,
    )


def _numbers(group: Judged, rates: SensorRates) -> Number:
    if group.doubt_permille < DOUBT_LIMIT:
        return Number(0.0, group.doubt_permille / 2000)
    known = dict(rates.numbers)
    return known.get(group.reason, known[""])


@lru_cache(maxsize=4096)
def _mark(cube: Sorted, colours: tuple[str, ...], rates: SensorRates, fewer: float) -> _Mark:
    """What one cube may be."""
    shares = dict.fromkeys(colours, rates.misread / max(1, len(colours) - 1))
    second = min(0.5, rates.trusted * cube.doubt / 2000)
    if cube.doubt >= DOUBT_LIMIT:
        shares = dict.fromkeys(colours, rates.astray / max(1, len(colours) - 2))
    if cube.runner_up in shares:
        shares[cube.runner_up] += second
    shares[cube.colour] = 1 - second
    mark = [(1 << _BITS * place, shares[colour]) for place, colour in enumerate(colours)]
    return ((0, rates.doubled / len(colours) + fewer), *mark)


def _more(size: int, number: Number) -> _Mark:
    """One or two cubes that may have fallen beside those told of a group."""
    places = [1 << _BITS * place for place in range(size)]
    found: _Sum = {0: number.right}
    for place in places:
        found[place] = number.more
        for other in places:
            found[place + other] = found.get(place + other, 0.0) + number.many
    return tuple(sorted(found.items()))


@lru_cache(maxsize=16_384)
def _power(mark: _Mark, times: int) -> tuple[tuple[int, float], ...]:
    if times == 1:
        return mark
    half = dict(_power(mark, times // 2))
    whole = _product(half, half)
    if times % 2:
        whole = _product(whole, dict(mark))
    return tuple(sorted(whole.items()))


def _product(first: _Sum, second: _Sum) -> _Sum:
    """The product, without what is hardly possible."""
    found: defaultdict[int, float] = defaultdict(float)
    shares = list(second.items())
    for count, weight in first.items():
        for other, share in shares:
            found[count + other] += weight * share
    least = max(found.values()) * _LEAST
    kept = {count: weight for count, weight in found.items() if weight >= least}
    if len(kept) > _MOST:
        best = sorted(kept.items(), key=lambda pair: (-pair[1], pair[0]))[:_MOST]
        kept = dict(best)
    return kept


def _unpacked(packed: int, size: int) -> Counts:
    return tuple(packed >> _BITS * place & (1 << _BITS) - 1 for place in range(size))


def _one_order(counts: Counts) -> float:
    """Chance of one order of the cubes among all orders in which they could have come."""
    orders = math.factorial(sum(counts))
    return math.prod(math.factorial(n) for n in counts) / orders

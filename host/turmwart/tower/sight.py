"""What the camera counted in the tray, as plain data, and how likely each content of the tray is.

The table fills a :class:`CameraCount` from the cube counter of ``turmwart_vision``: its own doubt
stands in the chances; what it errs beyond them, unnoticed, in the :class:`CameraRates`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from turmwart.kernel.cubes import Cubes
from turmwart.tower.posterior import Row, Shift, Term, combined

COVERED = "covered"
DARK = "dark"
BRIGHT = "bright"
NO_MAT = "no_mat"
MOVING = "moving"
HIDDEN = "hidden"
"""Reasons of a camera that is not sure. Others may be named too; they only make it unsure."""
BLINDING = frozenset((COVERED, DARK, BRIGHT, NO_MAT, MOVING))
"""Reasons after which its count says nothing at all."""
UNRECKONED = frozenset(("foreign", "cut", "damaged", "frames_differ"))
"""Reasons of a doubt that its chances do not hold: it is not believed alone."""
_MOST_TRADES = 6
"""Cubes of doubtful colour that are taken both ways, at most: the most doubtful ones."""
_MOST_EXTRA = 3


@dataclass(frozen=True, slots=True)
class ColourCount:
    """What the camera says of one colour.

    Attributes:
        colour: its name.
        chances: number of cubes that are to be seen, and its chance in per mille; any order.
    """

    colour: str
    chances: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Trade:
    """A cube whose colour the camera cannot tell.

    Attributes:
        first: the colour under which it is counted.
        second: what it may be instead.
        permille: chance of that, 0..1000.
    """

    first: str
    second: str
    permille: int


@dataclass(frozen=True, slots=True)
class CameraCount:
    """Cubes in the tray, as counted on one picture or several.

    Attributes:
        counts: a row for each colour that may be there; a colour without a row was not seen.
        sure: whether the counter vouches for all of it.
        reasons: why it is not sure: ``COVERED``, ``DARK``, ``BRIGHT``, ``NO_MAT``, ``MOVING`` (its
            count then says nothing), ``HIDDEN`` or others.
        trades: cubes of doubtful colour; the chances of ``counts`` hold them under ``first``.
        hidden_permille: how many cubes lie wholly hidden, of any colour: the expected number in
            per mille of a cube.

    Raises:
        ValueError: a colour twice, no chance above 0, or a negative number.
    """

    counts: tuple[ColourCount, ...]
    sure: bool
    reasons: tuple[str, ...] = ()
    trades: tuple[Trade, ...] = ()
    hidden_permille: int = 0

    def __post_init__(self) -> None:
        colours = [row.colour for row in self.counts]
        if len(set(colours)) != len(colours):
            raise ValueError(f"a colour is counted twice: {', '.join(sorted(colours))}")
        for row in self.counts:
            if any(n < 0 or chance < 0 for n, chance in row.chances):
                raise ValueError(f"negative number or chance of {row.colour}: {row.chances}")
            if not any(chance for _, chance in row.chances):
                raise ValueError(f"no number of {row.colour} has a chance: {row.chances}")

    @staticmethod
    def of(cubes: Cubes, *, sure: bool = True) -> CameraCount:
        """A count without doubts of its own."""
        rows = tuple(ColourCount(colour, ((n, 1000),)) for colour, n in cubes.counts)
        return CameraCount(rows, sure)

    @property
    def sees(self) -> bool:
        """Whether the count says anything."""
        return not BLINDING & set(self.reasons)

    @property
    def likeliest(self) -> Cubes:
        """The likeliest number of each colour; of equally likely ones the smallest."""
        best = {
            row.colour: max(row.chances, key=lambda chance: (chance[1], -chance[0]))[0]
            for row in self.counts
        }
        return Cubes.from_counts(best)

    @property
    def colours(self) -> set[str]:
        """All colours it speaks of."""
        named = {colour for trade in self.trades for colour in (trade.first, trade.second)}
        return named | {row.colour for row in self.counts if any(n for n, _ in row.chances)}

    def exchanged(self, first: str, second: str) -> CameraCount:
        """The count of a camera that takes two colours for each other."""
        names = {first: second, second: first}
        return CameraCount(
            tuple(
                ColourCount(names.get(row.colour, row.colour), row.chances) for row in self.counts
            ),
            self.sure,
            self.reasons,
            tuple(
                Trade(names.get(t.first, t.first), names.get(t.second, t.second), t.permille)
                for t in self.trades
            ),
            self.hidden_permille,
        )


@dataclass(frozen=True, slots=True)
class CameraRates:
    """How often the camera errs beyond what it says itself.

    Source: where it is sure, one picture of 25 cubes in 500 is wrong, which is the most that is
    asked of the counter; where it is not sure, an estimate on the careful side.

    The first of each pair holds where it is sure, the second where it is not.

    Attributes:
        missed: of a cube, that it is not seen.
        traded: of a cube, that it is counted under another colour.
        extra: of a colour, that a cube is counted that is none.
    """

    missed: tuple[float, float] = (4e-5, 1e-3)
    traded: tuple[float, float] = (3e-5, 1e-3)
    extra: tuple[float, float] = (5e-5, 5e-4)


def trays(
    count: CameraCount,
    colours: Sequence[str],
    most: Sequence[int],
    rates: CameraRates,
    covered: float = 0.0,
) -> tuple[Row, ...]:
    """For each colour, the likelihood of the count for each number of cubes in the tray.

    Args:
        count: of the camera.
        colours: in order.
        most: of each colour, the greatest number that is asked for.
        rates: of the camera.
        covered: share of the tray that it does not see without noticing, 0..1.
    """
    chances = {row.colour: row.chances for row in count.counts}
    unsure = 0 if count.sure else 1
    hidden = count.hidden_permille / 1000
    missed = rates.missed[unsure] + hidden / max(1.0, count.likeliest.total + hidden)
    missed = 1 - (1 - min(0.9, missed)) * (1 - covered)
    return tuple(
        _row(tuple(sorted(chances.get(colour, ((0, 1000),)))), missed, rates.extra[unsure], number)
        for colour, number in zip(colours, most, strict=True)
    )


def own_doubts(count: CameraCount, colours: Sequence[str]) -> tuple[Term, ...]:
    """The ways in which the cubes of doubtful colour may be sorted."""
    place = {colour: n for n, colour in enumerate(colours)}
    worst = sorted(count.trades, key=lambda t: (-t.permille, t.first, t.second))[:_MOST_TRADES]
    terms: tuple[Term, ...] = (Term(1.0),)
    for trade in worst:
        share = trade.permille / 1000
        # What lies there as the second colour was counted under the first.
        taken = (Shift(place[trade.first], camera=1), Shift(place[trade.second], camera=-1))
        terms = combined(terms, (Term(1 - share), Term(share, taken)))
    same: dict[tuple[Shift, ...], float] = {}
    for term in terms:
        shifts = tuple(shift for shift in term.shifts if shift.camera)
        same[shifts] = same.get(shifts, 0.0) + term.weight
    return tuple(Term(weight, shifts) for shifts, weight in same.items() if weight > 0)


def unnoticed_trades(
    count: CameraCount, colours: Sequence[str], rates: CameraRates
) -> tuple[Term, ...]:
    """One cube of any colour counted under any other, and the count as it is."""
    traded = rates.traded[0 if count.sure else 1] / max(1, len(colours) - 1)
    size = range(len(colours))
    return (
        Term(1.0),
        *(
            Term(traded, (Shift(a, camera=-1, each=True), Shift(b, camera=1)))
            for a in size
            for b in size
            if a != b
        ),
    )


@lru_cache(maxsize=65_536)
def _row(chances: tuple[tuple[int, int], ...], missed: float, extra: float, most: int) -> Row:
    """Likelihood of the chances for 0, 1, .. ``most`` cubes."""
    whole = sum(chance for _, chance in chances)
    return tuple(
        math.fsum(
            chance / whole * _seen(lies, number, missed, extra)
            for number, chance in chances
            if chance
        )
        for lies in range(most + 1)
    )


@lru_cache(maxsize=65_536)
def _seen(lies: int, number: int, missed: float, extra: float) -> float:
    """Chance that so many are counted of so many that lie there."""
    found = 0.0
    for more in range(min(number, _MOST_EXTRA) + 1):
        seen = number - more
        if seen <= lies:
            hidden: float = missed ** (lies - seen)
            found += extra**more * math.comb(lies, seen) * (1 - missed) ** seen * hidden
    return found

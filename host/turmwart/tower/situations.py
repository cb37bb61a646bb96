"""What may be amiss with tower, camera or books, and what each would let the witnesses say."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations

from turmwart.kernel.cubes import Cubes
from turmwart.tower.books import Books, fits, without_books
from turmwart.tower.marks import SensorRates, Told, told
from turmwart.tower.posterior import (
    PLAIN,
    Counts,
    Posterior,
    Row,
    Shift,
    Situation,
    Term,
    combined,
)
from turmwart.tower.reading import Reading, sure
from turmwart.tower.sight import CameraCount, CameraRates, own_doubts, trays, unnoticed_trades

LANE = "lane"
TWICE = "twice"
GONE = "gone"
STRAY = "stray"
COVERED = "covered"
PALETTE = "palette"
CAMERA_PALETTE = "camera_palette"
SENSOR = "sensor"
CAMERA = "camera"
BOOKS = "books"
CAUSES = (
    LANE,
    TWICE,
    GONE,
    STRAY,
    COVERED,
    PALETTE,
    CAMERA_PALETTE,
    SENSOR,
    CAMERA,
    BOOKS,
)
"""What may be amiss; in words: the texts ``tower.cause.<cause>``."""

_LANES = 4
"""Lanes of a tower of which nothing is told."""
_LOST = ((0.0, 0.5), (0.1, 0.2), (0.3, 0.15), (0.6, 0.1), (0.95, 0.05))
"""Shares of the cubes that a board which lost something may not have told, and their chances."""
_DEAD = ((1, 0.7), (2, 0.2), (3, 0.1))
"""Dead lanes, where lanes are dead, and their chances."""
_HIDES = ((0.1, 0.2), (0.3, 0.3), (0.6, 0.3), (0.97, 0.2))
"""Shares of the tray that something on it hides, and their chances."""
_SECOND = 0.1
"""Where one cube is astray, so rarely two are."""
_ANY_COUNT = 0.1
"""Chance of any number of one colour from a camera that is wrong altogether."""
_ANY_NUMBER = 0.02
"""Chance of any number of cubes from a sensor that is wrong altogether."""
_TWO_AT_ONCE = 1e-3
"""Errors of the sensor that are rarer are not thought of where something is amiss."""
_SPARE = 8
"""Cubes by which terms may shift what the camera should have counted."""


@dataclass(frozen=True, slots=True)
class Suspicions:
    """How often something is amiss: chances for each throw, estimates on the careful side.

    Attributes:
        lane: a lane tells nothing, where nothing is known of the lanes.
        lane_silent: a given lane has been dead for long, before it is counted how many cubes went
            by it through the others.
        lane_dies: a given lane has died since the last throw, before that is counted.
        lane_alive: a lane that has told something in this throw misses cubes.
        twice: a late drop is booked already and told once more, where it is not known whether
            any cube fell apart from the others.
        twice_apart: the same of cubes that did fall apart.
        twice_together: the same where none did.
        gone: a cube is on the floor or was taken out of the tray.
        stray: a cube lies in the tray that the books do not know.
        covered: something lies on the tray, or before the camera, unnoticed.
        palette, camera_palette: two given colours are exchanged.
        sensor, camera: it tells something else altogether.
        books: the books are wrong about what was inside.
    """

    lane: float = 1e-4
    lane_silent: float = 3e-5
    lane_dies: float = 2e-5
    lane_alive: float = 1e-7
    twice: float = 5e-5
    twice_apart: float = 0.2
    twice_together: float = 1e-6
    gone: float = 1e-3
    stray: float = 2e-4
    covered: float = 2e-4
    palette: float = 5e-5
    camera_palette: float = 5e-5
    sensor: float = 1e-6
    camera: float = 1e-6
    books: float = 1e-4


@dataclass(frozen=True, slots=True)
class Rates:
    """All rates of one table's witnesses."""

    sensor: SensorRates = field(default_factory=SensorRates)
    camera: CameraRates = field(default_factory=CameraRates)
    amiss: Suspicions = field(default_factory=Suspicions)


RATES = Rates()


def weigh(
    sensor: Reading | None,
    camera: CameraCount | None,
    books: Books | None,
    rates: Rates = RATES,
) -> Posterior:
    """What may have fallen, by all witnesses that are there.

    Args:
        sensor: its reading; None without a tower.
        camera: its count of the tray; None without a camera. One that sees nothing counts as none.
        books: the ledger's; None where nothing is known. Then the tray was empty before.
        rates: how often each errs.
    """
    seen = camera if camera is not None and camera.sees else None
    return _Weighing(sensor, seen, books, rates).posterior()


@dataclass(frozen=True)
class _Weighing:
    sensor: Reading | None
    camera: CameraCount | None
    books: Books | None
    rates: Rates
    colours: tuple[str, ...] = field(init=False)
    before: Counts = field(init=False)

    def __post_init__(self) -> None:
        known: set[str] = set()
        if self.books is not None:
            known |= set(self.books.bounds) | set(self.books.tray)
        if self.sensor is not None:
            cubes = [cube for group in self.sensor.groups for cube in group.cubes]
            known |= {c for cube in cubes for c in (cube.colour, cube.runner_up)}
            known |= set(self.sensor.returned)
        if self.camera is not None:
            known |= self.camera.colours
        object.__setattr__(self, "colours", tuple(sorted(known - {""})))
        object.__setattr__(self, "before", self._before())

    def _before(self) -> Counts:
        if self.books is None:
            return (0,) * len(self.colours)
        return tuple(self.books.tray[c] - self.books.taken[c] for c in self.colours)

    def posterior(self) -> Posterior:
        situations = (*self._healthy(), *self._amiss())
        return Posterior(self.colours, tuple(situations), self.before)

    # -- the parts ---------------------------------------------------------------------------

    @cached_property
    def _told(self) -> tuple[tuple[Told, float], ...]:
        """What the sensor told; with and without what was taken back."""
        if self.sensor is None:
            return ()
        new = told(self.sensor.groups, self.colours, self.rates.sensor)
        if not self.sensor.returned:
            return ((new, 1.0),)
        both = (*self.sensor.groups, *sure(self.sensor.returned))
        # Cubes that are not of this throw may have had any colours.
        chance = float(len(self.colours)) ** self.sensor.returned.total
        return ((new, 0.5), (told(both, self.colours, self.rates.sensor), 0.5 * chance))

    def _tray(self, covered: float = 0.0, count: CameraCount | None = None) -> tuple[Row, ...]:
        most = [
            len(row) + max(0, before) + _SPARE
            for row, before in zip(self._fits(), self.before, strict=True)
        ]
        seen = count or self.camera
        assert seen is not None
        return trays(seen, self.colours, most, self.rates.camera, covered)

    def _fits(self, *, wrong: bool = False) -> tuple[Row, ...]:
        if self.books is not None:
            return fits(self.books, self.colours, wrong=wrong)
        by_camera = self.camera.likeliest if self.camera is not None else Cubes()
        by_sensor = self.sensor.cubes + self.sensor.returned if self.sensor else Cubes()
        seen = [max(by_camera[colour], by_sensor[colour]) for colour in self.colours]
        return without_books(self.colours, seen)

    # -- the situations ----------------------------------------------------------------------

    def _healthy(self) -> Iterator[Situation]:
        """All is as it should be, up to the usual errors."""
        tray: tuple[Row, ...] | None = None
        terms: tuple[Term, ...] = PLAIN
        if self.camera is not None:
            tray = self._tray()
            trades = unnoticed_trades(self.camera, self.colours, self.rates.camera)
            terms = (*own_doubts(self.camera, self.colours), *trades[1:])
        for one, share in self._told or ((None, 1.0),):
            for missed, chance in self._missed(one):
                counts = None if one is None else one.counts
                yield Situation("", share * chance, counts, missed, tray, self._fits(), terms)

    def _missed(self, one: Told | None) -> tuple[tuple[float, float], ...]:
        """Shares of the cubes that the sensor did not tell, and their chances."""
        usual = self.rates.sensor.missed
        if one is None:
            return ((usual, 1.0),)
        usual = max(usual, one.missed)
        if self.sensor is not None and self.sensor.lost:
            return tuple((max(usual, share), chance) for share, chance in _LOST)
        return ((usual, 1.0),)

    def _amiss(self) -> Iterator[Situation]:
        healthy = next(self._healthy())
        amiss = self.rates.amiss
        own = own_doubts(self.camera, self.colours) if self.camera is not None else PLAIN
        plain = replace(healthy, prior=1.0, told=_usual(healthy.told), terms=own)
        if self.sensor is not None:
            yield from self._sensor_amiss(plain, own)
        if self.camera is not None:
            yield from self._camera_amiss(plain, own)
        if self.books is not None:
            yield replace(plain, cause=BOOKS, prior=amiss.books, fits=self._fits(wrong=True))

    def _sensor_amiss(self, plain: Situation, own: Sequence[Term]) -> Iterator[Situation]:
        amiss, size = self.rates.amiss, len(self.colours)
        assert self.sensor is not None
        lanes = len(self.sensor.lanes) or _LANES
        for dead, chance in _DEAD:
            if dead < lanes or dead == 1:
                share = min(0.99, dead / lanes)
                yield replace(plain, cause=LANE, prior=chance * self._lane_died(), missed=share)
        prior, terms = self._told_twice()
        yield replace(plain, cause=TWICE, prior=prior, terms=combined(own, terms))
        for first, second in self._exchanged():
            a, b = self.colours.index(first), self.colours.index(second)
            counts = tuple((_swapped(n, a, b), weight) for n, weight in plain.told or ())
            yield replace(
                plain, cause=PALETTE, prior=amiss.palette, told=counts, colours=(first, second)
            )
        number = sum(len(group.cubes) for group in self.sensor.groups)
        any_reading = _ANY_NUMBER * float(max(1, size)) ** -number
        yield replace(plain, cause=SENSOR, prior=amiss.sensor * any_reading, told=None)

    def _lane_died(self) -> float:
        """How likely a lane is dead, by how many cubes went by it through the others."""
        amiss = self.rates.amiss
        assert self.sensor is not None
        lanes = self.sensor.lanes
        if len(lanes) < 2:
            return amiss.lane
        before = self.sensor.lanes_before or (0,) * len(lanes)
        # A lane that lives is gone by by each cube of the others.
        others = len(lanes) / (len(lanes) - 1)
        found = amiss.lane_alive
        for now, then in zip(lanes, before, strict=True):
            if not now:
                long_dead = 0.0 if then else amiss.lane_silent * others ** sum(before)
                found += float((amiss.lane_dies + long_dead) * others ** sum(lanes))
        return min(1.0, found)

    def _told_twice(self) -> tuple[float, tuple[Term, ...]]:
        amiss, size = self.rates.amiss, len(self.colours)
        assert self.sensor is not None
        apart = self.sensor.apart
        if apart:
            shifts = tuple(
                Shift(place, sensor=-apart[colour])
                for place, colour in enumerate(self.colours)
                if apart[colour]
            )
            return amiss.twice_apart, (Term(1.0, shifts),)
        terms = [
            Term(share / size, (Shift(place, sensor=-number),))
            for number, share in ((1, 1 - _SECOND), (2, _SECOND))
            for place in range(size)
        ]
        return (amiss.twice if apart is None else amiss.twice_together), tuple(terms)

    def _camera_amiss(self, plain: Situation, own: Sequence[Term]) -> Iterator[Situation]:
        amiss, size = self.rates.amiss, len(self.colours)
        assert self.camera is not None
        lies = self.camera.likeliest.total + 1
        yield replace(plain, cause=GONE, prior=amiss.gone, terms=combined(own, _gone(size, lies)))
        extra = [Term(1 / size, (Shift(place, camera=1),)) for place in range(size)]
        yield replace(plain, cause=STRAY, prior=amiss.stray, terms=combined(own, extra))
        for share, chance in _HIDES:
            yield replace(
                plain, cause=COVERED, prior=amiss.covered * chance, tray=self._tray(share)
            )
        for first, second in self._exchanged():
            count = self.camera.exchanged(first, second)
            yield replace(
                plain,
                cause=CAMERA_PALETTE,
                prior=amiss.camera_palette,
                tray=self._tray(count=count),
                terms=own_doubts(count, self.colours),
                colours=(first, second),
            )
        any_count = _ANY_COUNT**size
        yield replace(plain, cause=CAMERA, prior=amiss.camera * any_count, tray=None, terms=PLAIN)

    def _exchanged(self) -> list[tuple[str, str]]:
        """Pairs of colours which, exchanged, would explain something that does not fit."""
        odd = [colour for colour in self.colours if self._odd(colour)]
        return list(combinations(odd, 2))

    def _odd(self, colour: str) -> bool:
        tray = self.before[self.colours.index(colour)]
        said = self.sensor.cubes[colour] if self.sensor is not None else None
        seen = self.camera.likeliest[colour] - tray if self.camera is not None else None
        if said is not None and seen is not None:
            return said != seen
        one = said if said is not None else seen
        if one is None or self.books is None:
            return False
        return one > self.books.bounds[colour] or (one == 0 and self._beyond())

    def _beyond(self) -> bool:
        """Whether a single witness tells more of some colour than there are."""
        assert self.books is not None
        tray = dict(zip(self.colours, self.before, strict=True))
        for colour in self.colours:
            said = self.sensor.cubes[colour] if self.sensor is not None else 0
            seen = self.camera.likeliest[colour] - tray[colour] if self.camera is not None else 0
            if max(said, seen) > self.books.bounds[colour]:
                return True
        return False


def _gone(size: int, lies: int) -> tuple[Term, ...]:
    """One or two cubes that the camera cannot see: any of those that should lie there."""
    one = [
        Term((1 - _SECOND) / lies, (Shift(place, camera=-1, each=True),)) for place in range(size)
    ]
    both = _SECOND / math.comb(lies + 1, 2)
    two = [
        Term(both, (Shift(a, camera=-1, each=True), Shift(b, camera=-1, each=True)))
        for a, b in combinations(range(size), 2)
    ]
    same = [Term(both, (Shift(place, camera=-2, each=True),)) for place in range(size)]
    return (*one, *two, *same)


def _usual(
    counts: tuple[tuple[Counts, float], ...] | None,
) -> tuple[tuple[Counts, float], ...] | None:
    """What the sensor told without its rare errors: they do not come just when all is amiss."""
    if counts is None:
        return None
    least = _TWO_AT_ONCE * max(weight for _, weight in counts)
    return tuple((numbers, weight) for numbers, weight in counts if weight >= least)


def _swapped(counts: Counts, first: int, second: int) -> Counts:
    moved = list(counts)
    moved[first], moved[second] = moved[second], moved[first]
    return tuple(moved)

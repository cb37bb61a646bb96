"""Throws of a tower for the bench of the witnesses: what fell, and what each witness says of it.

The sensor's evidence is drawn from a record: judged passages of the simulated tower together with
what had really passed (``tests/bench/record_passages.py`` made it). Cubes of a throw are drawn
first, as whole stretches of the record, so that errors come as often as in the record; what was
thrown and what lay inside is then chosen to fit. The camera is drawn by its rates of error.
"""

from __future__ import annotations

import json
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from itertools import accumulate
from random import Random

from turmwart.cli.tower_bench import COLOURS, FEW, MANY
from turmwart.cli.tower_camera import ERRORS, CameraErrors, look
from turmwart.errors import InputError
from turmwart.kernel.cubes import Cubes
from turmwart.tower.books import Books
from turmwart.tower.colour import Sorted
from turmwart.tower.passage import Judged
from turmwart.tower.reading import Reading, read
from turmwart.tower.release import RULE_OF_THUMB
from turmwart.tower.sight import CameraCount

LANE_DEAD = "lane_dead"
LANE_DIES = "lane_dies"
COVERED = "covered"
PALETTE = "palette"
CAMERA_PALETTE = "camera_palette"
STOLEN = "stolen"
FLOOR = "floor"
LATE_DROP = "late_drop"
FAULTS = (LANE_DEAD, LANE_DIES, COVERED, PALETTE, CAMERA_PALETTE, STOLEN, FLOOR, LATE_DROP)
"""A lane tells nothing all evening, or from this throw on; something lies unseen over part of the
tray; two colours are exchanged for the sensor, or for the camera; a cube is taken out of the tray;
one falls on the floor; a late drop that is booked already is told once more."""

LANES = 4
_LATELY = 60
_TRAY = 3
"""Cubes that may lie in the tray before a throw, at most."""


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw, its truth and what is said of it.

    Attributes:
        fallen: what really fell.
        sensor: the sensor's reading.
        camera: the camera's count of the tray.
        books: what the ledger knows.
        lay: what really lay in the tray when the camera looked.
    """

    fallen: Cubes
    sensor: Reading
    camera: CameraCount
    books: Books
    lay: Cubes


@dataclass(frozen=True, slots=True)
class Stretch:
    """What passed a lane, and what was judged of it."""

    fell: tuple[str, ...]
    judged: tuple[Judged, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """Recorded stretches, each as often as it came."""

    stretches: tuple[Stretch, ...]
    up_to: tuple[int, ...]

    @property
    def cubes(self) -> int:
        """Cubes that passed while it was made."""
        counts = [b - a for a, b in zip((0, *self.up_to), self.up_to, strict=False)]
        return sum(n * len(s.fell) for n, s in zip(counts, self.stretches, strict=True))

    def draw(self, chance: Random) -> Stretch:
        """One of them."""
        return self.stretches[bisect(self.up_to, chance.randrange(self.up_to[-1]))]


@cache
def record(disturbance: str) -> Record:
    """The record that was made under a disturbance.

    Raises:
        InputError: none was made under this one.
    """
    stored = json.loads(files("turmwart.cli").joinpath("tower_recorded.json").read_text("utf-8"))
    if disturbance not in stored:
        known = ", ".join(sorted(stored))
        raise InputError("tower.bench.no_record", disturbance=disturbance, known=known)
    rows = stored[disturbance]
    return Record(
        tuple(
            Stretch(tuple(fell), tuple(_judged(one) for one in said)) for _, (fell, said) in rows
        ),
        tuple(accumulate(number for number, _ in rows)),
    )


def _judged(plain: list[object]) -> Judged:
    cubes, doubt, reason = plain
    assert isinstance(cubes, list)
    assert isinstance(doubt, int)
    return Judged(tuple(Sorted(*cube) for cube in cubes), doubt, str(reason))


def throws(
    seed: int,
    drawn: Record,
    fault: str = "",
    errors: CameraErrors = ERRORS,
    cleared: bool = False,
) -> Iterator[Throw]:
    """Throw after throw of one evening without end.

    Args:
        seed: decides all.
        drawn: where the sensor's evidence comes from.
        fault: one of ``FAULTS``, which befalls each throw; empty for none.
        errors: how the camera errs.
        cleared: whether the tray is empty before each throw.
    """
    world = _World(Random(seed), drawn, fault, errors, cleared)
    number = 0
    while True:
        yield world.throw(number)
        number += 1


@dataclass
class _World:
    chance: Random
    record: Record
    fault: str
    errors: CameraErrors
    cleared: bool
    inside: Cubes = field(default_factory=Cubes)
    lately: list[int] = field(default_factory=list)

    def throw(self, number: int) -> Throw:
        chance = self.chance
        poured = chance.randint(*(MANY if number % 2 == 0 else FEW))
        stretches = self._stretches(self._falls(poured))
        fallen = _cubes(stretches)
        thrown = self._thrown(fallen, poured)
        before = Cubes() if self.cleared else lying_before(chance)
        books = Books(self.inside, thrown, before)
        self.inside = self.inside + thrown - fallen
        sensor = self._told(stretches)
        tray = books.tray + fallen
        if self.fault == LATE_DROP:
            sensor, books = self._late_drop(sensor, books)
            tray = books.tray + fallen
        elif self.fault == PALETTE:
            sensor = _exchanged(sensor, self._pair(sensor.cubes))
        lay = self._lies(tray, fallen)
        camera = look(lay, COLOURS, chance, self.errors)
        if self.fault == CAMERA_PALETTE:
            camera = camera.exchanged(*self._pair(lay))
        return Throw(fallen, sensor, camera, books, lay)

    # -- what falls ----------------------------------------------------------------------------

    def _falls(self, poured: int) -> int:
        thrown, inside = RULE_OF_THUMB.thrown / 1000, RULE_OF_THUMB.inside / 1000
        chance = self.chance
        fresh = sum(chance.random() < thrown for _ in range(poured))
        return fresh + sum(chance.random() < inside for _ in range(self.inside.total))

    def _stretches(self, falls: int) -> list[Stretch]:
        found: list[Stretch] = []
        left = falls
        while left > 0:
            found.append(self.record.draw(self.chance))
            left -= len(found[-1].fell)
        return found

    def _thrown(self, fallen: Cubes, poured: int) -> Cubes:
        """What was thrown: of what fell all that did not lie inside, and some that stays."""
        chance = self.chance
        from_inside = self.inside.total * RULE_OF_THUMB.inside
        share = from_inside / (from_inside + poured * RULE_OF_THUMB.thrown)
        left = dict(self.inside.counts)
        thrown: list[str] = []
        for colour in [colour for colour, n in fallen.counts for _ in range(n)]:
            if left.get(colour, 0) and chance.random() < share:
                left[colour] -= 1
            else:
                thrown.append(colour)
        thrown += [chance.choice(COLOURS) for _ in range(poured - len(thrown))]
        return Cubes.from_counts({colour: thrown.count(colour) for colour in set(thrown)})

    # -- what is told --------------------------------------------------------------------------

    def _told(self, stretches: list[Stretch]) -> Reading:
        """What the lanes that live told, and how often each told something now and before."""
        dead = {LANE_DEAD: 0, LANE_DIES: self.chance.randrange(LANES)}.get(self.fault, LANES)
        told: list[Judged] = []
        now: list[int] = []
        for stretch in stretches:
            lane = self.chance.randrange(LANES)
            if lane != dead:
                told += stretch.judged
                now += [lane] * len(stretch.judged)
        before = self.lately
        if self.fault == LANE_DIES:
            # It lived before: each throw is the one with which a lane dies.
            before = [self.chance.randrange(LANES) for _ in range(_LATELY)]
        self.lately = [*before, *now][-_LATELY:]
        lanes = range(LANES)
        return replace(
            read(told),
            lanes=tuple(map(now.count, lanes)),
            lanes_before=tuple(map(before.count, lanes)),
            apart=Cubes(),
        )

    def _late_drop(self, sensor: Reading, books: Books) -> tuple[Reading, Books]:
        """A cube fell before the throw, was booked as lying in the tray, and is told again."""
        colour = self.chance.choice(COLOURS)
        cube = Cubes.of(**{colour: 1})
        late = Judged((Sorted(colour, "", 0),), 0, "")
        return _judged_anew(sensor, [late, *sensor.judged], cube), replace(
            books, tray=books.tray + cube
        )

    def _pair(self, there: Cubes) -> tuple[str, str]:
        """Two colours of which one at least is there."""
        first = self.chance.choice(tuple(there) or COLOURS)
        second = self.chance.choice([colour for colour in COLOURS if colour != first])
        return first, second

    def _lies(self, tray: Cubes, fallen: Cubes) -> Cubes:
        """What the camera can see of what should lie in the tray."""
        chance = self.chance
        if self.fault in (STOLEN, FLOOR):
            among = fallen if self.fault == FLOOR else tray
            cubes = [colour for colour, n in among.counts for _ in range(n)]
            return tray - Cubes.of(**{chance.choice(cubes): 1}) if cubes else tray
        if self.fault == COVERED:
            shown = chance.random()
            kept = {
                colour: sum(chance.random() < shown for _ in range(n)) for colour, n in tray.counts
            }
            return Cubes.from_counts(kept)
        return tray


def lying_before(chance: Random) -> Cubes:
    """A few cubes that lie in the tray before a throw."""
    number = chance.randint(0, _TRAY)
    return Cubes.sum(Cubes.of(**{chance.choice(COLOURS): 1}) for _ in range(number))


def _cubes(stretches: list[Stretch]) -> Cubes:
    fell = [colour for stretch in stretches for colour in stretch.fell]
    return Cubes.from_counts({colour: fell.count(colour) for colour in set(fell)})


def _exchanged(sensor: Reading, pair: tuple[str, str]) -> Reading:
    """The reading of a sensor that takes two colours for each other."""
    names = {pair[0]: pair[1], pair[1]: pair[0]}
    judged = [
        replace(
            group,
            cubes=tuple(
                Sorted(names.get(c.colour, c.colour), names.get(c.runner_up, c.runner_up), c.doubt)
                for c in group.cubes
            ),
        )
        for group in sensor.judged
    ]
    return _judged_anew(sensor, judged, Cubes())


def _judged_anew(sensor: Reading, judged: list[Judged], apart: Cubes) -> Reading:
    """The same passages, judged otherwise."""
    return replace(read(judged), lanes=sensor.lanes, lanes_before=sensor.lanes_before, apart=apart)

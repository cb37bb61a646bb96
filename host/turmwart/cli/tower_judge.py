"""What cubes and passages were: colours, speed and doubt, by a cube set."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from turmwart.cli.tower_sets import CubeSet
from turmwart.link.outputs import BoardFault, CubePassed, Event, GapFound, PassageSeen, Rebooted
from turmwart.table.pending import passage_of
from turmwart.tower.colour import Channels, Sample, classify
from turmwart.tower.geometry import AS_BUILT
from turmwart.tower.light import Body, bright_light, light_of, peak_blur, whole
from turmwart.tower.passage import judge_all, motion_of
from turmwart.tower.witness import DOUBT_LIMIT
from turmwart_wire import messages

UNSEEN = "?"
"""Stands for the colour of a cube of which no light was seen."""
GROUP_MS = 500
"""Passages of a lane that lie farther apart, in board time, are judged apart."""
_CHANNELS = ("clear", "red", "green", "blue")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What went through a lane.

    Attributes:
        lane: from 0.
        colours: of the cubes, in the order in which they went; ``UNSEEN`` where none was seen.
        doubt: 0 to 1000, per mille: the greatest of number and colours.
        reason: why there is doubt about the number; empty where there is none.
    """

    lane: int
    colours: tuple[str, ...]
    doubt: int
    reason: str

    @property
    def doubtful(self) -> bool:
        """Whether a table would be asked."""
        return self.doubt >= DOUBT_LIMIT


def judge_cube(cube: messages.Cube, cubes: CubeSet) -> Verdict:
    """Judge a cube of a lane without beams."""
    sample = Sample(cube.clear, cube.red, cube.green, cube.blue)
    found = classify(sample, cubes.at(cube.sensor), blur=peak_blur(sample.clear))
    return Verdict(cube.sensor, (found.colour,), found.doubt, "")


def judge_passages(told: list[messages.Passage], cubes: CubeSet) -> list[Verdict]:
    """Judge passages of one lane that lie close together."""
    verdicts = []
    for judged in judge_all([passage_of(each) for each in told], cubes.at(told[0].lane)):
        doubt = max([judged.doubt_permille, *(found.doubt for found in judged.cubes)])
        colours = tuple(found.colour or UNSEEN for found in judged.cubes)
        verdicts.append(Verdict(told[0].lane, colours, doubt, judged.reason))
    return verdicts


def light_of_one(event: CubePassed | PassageSeen) -> Channels | None:
    """What a single cube looked like; None where the sensor did not see it well."""
    if isinstance(event, CubePassed):
        cube = event.message
        return dict(zip(_CHANNELS, (cube.clear, cube.red, cube.green, cube.blue), strict=True))
    passage = passage_of(event.message)
    if passage.saturated or passage.dim or passage.torn or passage.stood:
        return None
    motion, free = motion_of(passage, AS_BUILT)
    light = None
    if free:
        body = Body(motion, motion.at(passage.a_dark_us / 1e6))
        light = light_of(passage.samples, body, (), AS_BUILT)
    light = light or bright_light(passage.samples)
    return None if light is None else whole(light, passage.empty).counts


def speed_mm_s(passage: messages.Passage) -> int | None:
    """Mean speed between the beams; None where it was not measured."""
    if passage.flags & (messages.PASSAGE_ONLY_A | messages.PASSAGE_ONLY_B) or not passage.ab_us:
        return None
    return round(1e6 * AS_BUILT.beam_gap_mm / int(passage.ab_us))


@dataclass(slots=True)
class Tally:
    """Counts of a stretch of events.

    Passages of a lane are judged together as long as they lie close together.

    Attributes:
        cubes: what the cubes look like.
        doubtful: verdicts of which a table would be asked.
        faults: code -> how often the board told of it.
        gaps: events that were lost, by number.
        reboots: how often the board began anew.
        last: the latest verdicts.
    """

    cubes: CubeSet
    doubtful: int = 0
    faults: Counter[int] = field(default_factory=Counter)
    gaps: int = 0
    reboots: int = 0
    last: tuple[Verdict, ...] = ()
    _lanes: dict[int, Counter[str]] = field(default_factory=dict)
    _open: dict[int, list[messages.Passage]] = field(default_factory=dict)

    def add(self, event: Event) -> None:
        """Take in an event."""
        if isinstance(event, CubePassed):
            self._book([judge_cube(event.message, self.cubes)])
        elif isinstance(event, PassageSeen):
            passage = event.message
            group = self._open.setdefault(passage.lane, [])
            if group and _apart_ms(group[-1], passage) > GROUP_MS:
                self.settle(passage.lane)
            self._open.setdefault(passage.lane, []).append(passage)
        elif isinstance(event, BoardFault):
            self.faults[event.message.code] += 1
        elif isinstance(event, GapFound):
            self.gaps += event.last - event.first + 1
        elif isinstance(event, Rebooted):
            self.settle()
            self.reboots += 1

    def settle(self, lane: int | None = None) -> None:
        """Judge what is still open, in one lane or in all: nothing follows closely any more."""
        for each in [lane] if lane is not None else sorted(self._open):
            if group := self._open.pop(each, []):
                self._book(judge_passages(group, self.cubes))

    @property
    def lanes(self) -> dict[int, Counter[str]]:
        """Lane -> colour -> cubes, of all that is judged."""
        return {lane: Counter(colours) for lane, colours in sorted(self._lanes.items())}

    @property
    def colours(self) -> Counter[str]:
        """Colour -> cubes, over all lanes."""
        return sum(self._lanes.values(), Counter())

    def _book(self, verdicts: list[Verdict]) -> None:
        for verdict in verdicts:
            self._lanes.setdefault(verdict.lane, Counter()).update(verdict.colours)
            self.doubtful += verdict.doubtful
        self.last = tuple(verdicts) or self.last


def _apart_ms(first: messages.Passage, second: messages.Passage) -> int:
    return int(second.ticks_ms - first.ticks_ms) % messages.TICKS_PERIOD

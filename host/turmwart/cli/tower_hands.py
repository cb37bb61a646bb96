"""Whose hands show cubes to the tower while it is calibrated: a person's, or the twin's."""

from __future__ import annotations

import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from turmwart.cli.tower_common import ANSWER_S, Heard, Listening
from turmwart.cli.tower_judge import light_of_one
from turmwart.errors import InputError, LinkError
from turmwart.link.outputs import CubePassed, PassageSeen
from turmwart.texts import say, say_colour
from turmwart.twin.hands import Hands

Cube = CubePassed | PassageSeen
Shown = tuple[str, Cube]
"""The colour that was shown, and what the board told of it."""

_SETTLE_S = 0.7
"""So long after the last cube nothing more is on its way."""
_POURS = 40
"""Most pours of the twin for each cube that is wanted."""


class Showing(Protocol):
    """Shows single cubes to the lanes."""

    def show(self, colours: Sequence[str], lanes: int, each: int) -> Iterator[Shown]:
        """Show every colour ``each`` times to every lane; what the board told of single cubes.

        Raises:
            TurmwartError: it cannot go on.
        """


def lane_of(cube: Cube) -> int:
    """The lane, from 0, that a cube went through."""
    if isinstance(cube, CubePassed):
        return int(cube.message.sensor)
    return int(cube.message.lane)


class Person:
    """Tells a person what to show, and looks whether it came.

    Args:
        link: the open link.
        ask: shows a question and returns the line that was typed.
        tell: shows a line.
    """

    def __init__(
        self,
        link: Listening,
        ask: Callable[[str], str] = input,
        tell: Callable[[str], None] = print,
    ) -> None:
        self._link = link
        self._ask = ask
        self._tell = tell

    def show(self, colours: Sequence[str], lanes: int, each: int) -> Iterator[Shown]:
        """Guide through all colours and lanes; a round that went wrong is shown again."""
        for colour in colours:
            for lane in range(lanes):
                for cube in self._round(colour, lane, each):
                    yield colour, cube

    def _round(self, colour: str, lane: int, each: int) -> list[Cube]:
        while True:
            self._forget()
            named = say_colour(colour)
            said = self._asked(
                say("cli.tower.calibrate.show", colour=named, lane=lane + 1, each=each)
            )
            if said == "s":
                return []
            cubes = self._came()
            here = [cube for cube in cubes if lane_of(cube) == lane]
            if len(here) == len(cubes) == each:
                return here
            self._tell(
                say(
                    "cli.tower.calibrate.not_as_many",
                    expected=each,
                    found=len(here),
                    elsewhere=len(cubes) - len(here),
                )
            )
            if self._asked(say("cli.tower.calibrate.again")) == "k":
                return here

    def _asked(self, question: str) -> str:
        """The first letter of an answer.

        Raises:
            InputError: the person stops.
        """
        try:
            said = self._ask(question).strip().lower()
        except EOFError:
            said = "q"
        if said == "q":
            raise InputError("cli.tower.calibrate.stopped")
        return said

    def _forget(self) -> None:
        """What came while nobody was asked is not looked at."""
        acknowledge_all(self._link, self._link.take())

    def _came(self) -> list[Cube]:
        heard = list(self._link.during(_SETTLE_S))
        acknowledge_all(self._link, heard)
        return [each.event for each in heard if isinstance(each.event, Cube)]


class TwinHand:
    """Pours single cubes into a simulated tower, and learns from it what really fell.

    Args:
        link: the open link.
        hands: of the twin.
    """

    def __init__(self, link: Listening, hands: Hands) -> None:
        self._link = link
        self._hands = hands
        self._run = uuid.uuid4().hex[:8]
        self._pours = 0

    def show(self, colours: Sequence[str], lanes: int, each: int) -> Iterator[Shown]:
        """Pour until each lane has seen each colour well often enough: lanes are up to chance."""
        seen: Counter[tuple[str, int]] = Counter()
        for colour in colours:
            for _ in range(_POURS * each * lanes):
                if all(seen[colour, lane] >= each for lane in range(lanes)):
                    break
                for shown, cube in self._poured(colour):
                    if seen[shown, lane_of(cube)] < each:
                        seen[shown, lane_of(cube)] += light_of_one(cube) is not None
                        yield shown, cube
            else:
                raise InputError("cli.tower.calibrate.not_all_lanes", colour=say_colour(colour))

    def _poured(self, colour: str) -> list[Shown]:
        """What fell after one cube was poured, where it is sure which was which."""
        self._pours += 1
        acknowledge_all(self._link, self._link.take())
        settled = self._hands.throw(f"show-{self._run}-{self._pours}", {colour: 1}, lift_tray=False)
        if settled.tray:
            self._hands.take(f"away-{self._run}-{self._pours}", settled.tray)
        boot = self._link.transport.status.boot or 0
        if not self._reach(boot, settled.events):
            raise LinkError("cli.tower.calibrate.unheard", events=settled.events)
        heard = self._link.take()
        acknowledge_all(self._link, heard)
        cubes = [each.event for each in heard if isinstance(each.event, Cube)]
        cubes.sort(key=lambda cube: cube.message.ticks_ms)
        one_colour = len(set(settled.order)) == 1
        if len(cubes) != len(settled.order) or (len(cubes) > 1 and not one_colour):
            return []
        return list(zip(settled.order, cubes, strict=True))

    def _reach(self, boot: int, events: int) -> bool:
        """Wait for all events, and let the board go on: it may wait for what it told."""
        deadline = time.monotonic() + ANSWER_S
        while not self._link.reach(boot, events, 0.05):
            acknowledge_all(self._link, self._link.peek())
            if time.monotonic() > deadline:
                return False
        return True


def acknowledge_all(link: Listening, heard: Sequence[Heard]) -> None:
    """Let the board forget all of these."""
    for each in heard:
        link.acknowledge(each)

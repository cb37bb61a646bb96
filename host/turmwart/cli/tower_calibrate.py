"""``turmwart tower calibrate``: what a table's own cubes look like to each lane of its tower."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from turmwart.cli.common import journal_path
from turmwart.cli.tower_common import Listening, lanes_of, listening
from turmwart.cli.tower_hands import Person, Showing, Shown, TwinHand, lane_of
from turmwart.cli.tower_judge import judge_cube, judge_passages, light_of_one
from turmwart.cli.tower_sets import CubeSet, path_of, save, shipped
from turmwart.errors import InputError
from turmwart.link.outputs import CubePassed
from turmwart.texts import decimal, say, say_colour
from turmwart.tower.colour import Channels, Palette, learn, too_close

LEAST = 3
"""Fewest samples of a colour, in one lane, from which a lane gets a palette of its own."""


@dataclass(slots=True)
class Samples:
    """What was seen of each colour.

    Attributes:
        by_lane: lane -> colour and counts, of single cubes that were seen well.
        unseen: how often a cube passed that the sensor did not see well.
    """

    by_lane: dict[int, list[tuple[str, Channels]]] = field(default_factory=dict)
    unseen: int = 0

    def add(self, shown: Shown) -> None:
        """A cube of a known colour has passed."""
        colour, cube = shown
        light = light_of_one(cube)
        if light is None:
            self.unseen += 1
        else:
            self.by_lane.setdefault(lane_of(cube), []).append((colour, light))

    def learnt(self, name: str) -> CubeSet:
        """The set as all lanes see it, and as each does that saw enough.

        Raises:
            InputError: too few cubes were seen.
        """
        together = [sample for samples in self.by_lane.values() for sample in samples]
        try:
            palette = learn(together)
        except ValueError as error:
            raise InputError("cli.tower.calibrate.too_few", reason=str(error)) from None
        known = {reference.colour for reference in palette}
        lanes = {
            lane: learn(samples)
            for lane, samples in sorted(self.by_lane.items())
            if all(sum(c == colour for c, _ in samples) >= LEAST for colour in known)
        }
        return CubeSet(name, palette, lanes)


@dataclass(slots=True)
class Accuracy:
    """How the cubes of the test were judged.

    Attributes:
        shown: how many were shown.
        right: of those: judged as one cube of the right colour, without doubt.
        doubtful: of which a table would be asked.
        mistaken: right colour, colours found instead -> how often, without doubt.
    """

    shown: int = 0
    right: int = 0
    doubtful: int = 0
    mistaken: dict[tuple[str, tuple[str, ...]], int] = field(default_factory=dict)

    def add(self, shown: Shown, cubes: CubeSet) -> None:
        """A cube of a known colour has passed; judge it."""
        colour, cube = shown
        if isinstance(cube, CubePassed):
            verdicts = [judge_cube(cube.message, cubes)]
        else:
            verdicts = judge_passages([cube.message], cubes)
        found = [name for verdict in verdicts for name in verdict.colours]
        self.shown += 1
        if any(verdict.doubtful for verdict in verdicts):
            self.doubtful += 1
        elif found == [colour]:
            self.right += 1
        else:
            pair = colour, tuple(found)
            self.mistaken[pair] = self.mistaken.get(pair, 0) + 1

    @property
    def wrong(self) -> int:
        """How many were judged wrongly without a doubt."""
        return sum(self.mistaken.values())


def run(arguments: argparse.Namespace) -> int:
    """Show, learn, save, test; 1 where the test found a cube judged wrongly without a doubt.

    Raises:
        TurmwartError: no board, too few cubes, or the set cannot be written.
    """
    journal = journal_path(arguments)
    path_of(journal, arguments.set)
    colours = _colours(arguments.colours)
    with listening(arguments, twin_speed=0.0) as link:
        if link.waiting and not arguments.discard:
            raise InputError("cli.tower.calibrate.waiting", count=link.waiting)
        showing = _hands(arguments, link)
        return calibrate(link, showing, journal, arguments.set, colours, arguments.each)


def calibrate(
    link: Listening,
    showing: Showing,
    journal: Path,
    name: str,
    colours: Sequence[str],
    each: int,
) -> int:
    """The whole calibration with any hands; see ``run``.

    Raises:
        TurmwartError: too few cubes, or the set cannot be written.
    """
    lanes = lanes_of(link)
    named = ", ".join(map(say_colour, colours))
    print(say("cli.tower.calibrate.begin", colours=named, lanes=lanes, each=each))
    samples = Samples()
    for shown in showing.show(colours, lanes, each):
        samples.add(shown)
    if samples.unseen:
        print(say("cli.tower.calibrate.unseen", count=samples.unseen))
    cubes = samples.learnt(name)
    for line in warnings(cubes):
        print(line)
    path = save(journal, cubes)
    print(say("cli.tower.calibrate.saved", path=path, lanes=len(cubes.lanes)))
    print(say("cli.tower.calibrate.test"))
    accuracy = Accuracy()
    for shown in showing.show(colours, lanes, each):
        accuracy.add(shown, cubes)
    print("\n".join(in_lines(accuracy)))
    return 1 if accuracy.wrong or not accuracy.shown else 0


def warnings(cubes: CubeSet) -> list[str]:
    """The pairs that a lane may take for each other, and what to do."""
    palettes: list[tuple[str, Palette]] = [
        (say("cli.tower.calibrate.lane", lane=lane + 1), palette)
        for lane, palette in cubes.lanes.items()
    ] or [(say("cli.tower.calibrate.all_lanes"), cubes.palette)]
    lines = [
        say(
            "cli.tower.calibrate.close",
            where=where,
            first=pair.first,
            second=pair.second,
            share=f"{100 * pair.confused:.2g}",
        )
        for where, palette in palettes
        for pair in too_close(palette)
    ]
    return [*lines, say("cli.tower.calibrate.remedy")] if lines else lines


def in_lines(accuracy: Accuracy) -> list[str]:
    """The result of the test in numbers."""
    lines = [
        say(
            "cli.tower.calibrate.result",
            shown=accuracy.shown,
            right=accuracy.right,
            doubtful=accuracy.doubtful,
            wrong=accuracy.wrong,
            share=decimal(100 * accuracy.right / max(1, accuracy.shown)),
        )
    ]
    lines += [
        say(
            "cli.tower.calibrate.mistaken",
            colour=say_colour(colour),
            found=" + ".join(map(say_colour, found)) or "-",
            count=count,
        )
        for (colour, found), count in sorted(accuracy.mistaken.items())
    ]
    return lines


def _hands(arguments: argparse.Namespace, link: Listening) -> Showing:
    if arguments.twin is None:
        return Person(link)
    from turmwart.twin.hands import Hands

    return TwinHand(link, Hands(arguments.twin))


def _colours(text: str | None) -> tuple[str, ...]:
    """The colours to show: those that were named, else those that the program knows.

    Raises:
        InputError: fewer than two, or one twice.
    """
    if text is None:
        return tuple(reference.colour for reference in shipped().palette)
    named = tuple(part.strip() for part in text.split(",") if part.strip())
    if len(named) < 2 or len(set(named)) != len(named):
        raise InputError("cli.tower.calibrate.bad_colours", text=text)
    return named

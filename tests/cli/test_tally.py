"""Counts of what a board tells, where no table books it: passages of a lane are judged together."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from turmwart.cli.tower_judge import GROUP_MS, Tally
from turmwart.cli.tower_sets import CubeSet
from turmwart.link.outputs import PassageSeen, Rebooted
from turmwart.table.palette import default_palette
from turmwart_wire import messages

RED = (270, 177, 45, 52)
EMPTY = (0, 0, 0, 0)
OTHER = {"red": "blue", "blue": "red"}
SWAPPED = tuple(replace(row, colour=OTHER.get(row.colour, row.colour)) for row in default_palette())
CUBES = CubeSet("ours", default_palette(), {1: SWAPPED})


def passed(ticks_ms: int, *, lane: int = 0, flags: int = 0, a_us: int = 9_000) -> PassageSeen:
    """A passage of red cubes at a usual speed."""
    half = tuple(round(counts * 0.45) for counts in RED)
    samples = (messages.PassageSample(85, *RED), messages.PassageSample(133, *half))
    told = messages.Passage(
        lane, flags, ticks_ms, a_us, 12_500, 8_400, messages.GAP_MORE, 2, EMPTY, samples
    )
    return PassageSeen(7, 0, b"", told)


def tallied(*events: PassageSeen | Rebooted) -> Tally:
    """All of them, judged."""
    tally = Tally(CUBES)
    for event in events:
        tally.add(event)
    tally.settle()
    return tally


def second_half(ticks_ms: int, lane: int = 0) -> PassageSeen:
    """What the lower beam alone saw of the second cube of a pair."""
    return passed(ticks_ms, lane=lane, flags=messages.PASSAGE_ONLY_B)


PAIR_US = 17_900


def test_both_halves_of_a_pair_are_two_cubes() -> None:
    tally = tallied(passed(100, a_us=PAIR_US), second_half(110))
    assert tally.lanes == {0: Counter(red=2)}
    assert len(tally.last) == 1
    assert tally.last[0].reason == ""


def test_halves_that_lie_far_apart_belong_to_nothing() -> None:
    tally = tallied(passed(100, a_us=PAIR_US), second_half(101 + GROUP_MS))
    assert tally.doubtful == 2


def test_a_half_of_another_lane_or_boot_belongs_to_nothing() -> None:
    first = passed(100, a_us=PAIR_US)
    assert tallied(first, second_half(110, lane=1)).doubtful == 2
    assert tallied(first, Rebooted(7, 8), second_half(110)).doubtful == 2


def test_each_lane_is_judged_by_its_own_palette() -> None:
    tally = tallied(passed(100), passed(110, lane=1), passed(140, lane=1))
    assert tally.lanes == {0: Counter(red=1), 1: Counter(blue=2)}
    assert tally.doubtful == 0

"""What the cubes look like: to the whole tower, or to each lane."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from at_table import Tower, agreed, clock, cube_payload

from turmwart.kernel.cubes import Cubes
from turmwart.table.palette import PaletteAt, default_palette
from turmwart.table.pending import CUBE, Pending, Seen
from turmwart.table.table import Table
from turmwart.tower.colour import Palette
from turmwart_wire.messages import (
    GAP_MORE,
    Passage,
    PassageSample,
    pack_cube,
    pack_passage,
    unpack_cube,
)

OTHER = {"red": "blue", "blue": "red"}
SWAPPED: Palette = tuple(
    replace(row, colour=OTHER.get(row.colour, row.colour)) for row in default_palette()
)


def by_parity(lane: int) -> Palette:
    """Odd lanes see red and blue swapped."""
    return SWAPPED if lane % 2 else default_palette()


def again(table: Table, palette: Palette | PaletteAt) -> Table:
    """The same table, resumed with another palette."""
    table.close()
    return Table.open(table.journal, table.name, table.game, palette=palette, clock=clock)


def cube(lane: int, colour: str) -> bytes:
    """A cube in a lane without beams."""
    return pack_cube(unpack_cube(cube_payload(colour))._replace(sensor=lane))


def passage(lane: int, colour: str, ticks_ms: int = 100) -> bytes:
    """One cube at a usual speed in a lane with beams."""
    row = next(row for row in default_palette() if row.colour == colour)
    clear = math.exp(row.clear)
    full = tuple(round(clear * share) for share in (1.0, row.red, row.green, row.blue))
    half = tuple(round(0.45 * counts) for counts in full)
    samples = (PassageSample(85, *full), PassageSample(133, *half))
    return pack_passage(
        Passage(lane, 0, ticks_ms, 9_000, 12_500, 8_400, GAP_MORE, 2, (0, 0, 0, 0), samples)
    )


def pending(*payloads: bytes) -> Pending:
    """They came from one board, in this order."""
    waiting = Pending()
    for number, payload in enumerate(payloads):
        waiting.add(number + 1, Seen("tower", 7, number, CUBE, payload))
    return waiting


def test_a_palette_of_ones_own_names_the_colours(throwing: Table) -> None:
    Tower(throwing).drop("red", "red", "blue", "green")
    assert throwing.fallen == ("red", "red", "blue", "green")
    resumed = again(throwing, SWAPPED)
    assert resumed.fallen == ("blue", "blue", "red", "green")
    assert agreed(resumed.verdict()) == (Cubes.of(blue=2, red=1, green=1), "tower")
    resumed.close()


def test_each_lane_has_a_palette_of_its_own(throwing: Table) -> None:
    table = again(throwing, by_parity)
    colours = ((0, "red"), (1, "red"), (2, "blue"), (3, "blue"), (1, "green"))
    seen = [Seen("tower", 7, n, CUBE, cube(*each)) for n, each in enumerate(colours)]
    assert table.take_evidence(seen) == len(seen)
    assert table.fallen == ("red", "blue", "blue", "red", "green")
    table.close()


@pytest.mark.parametrize("lanes", [(0, 1), (1, 0), (3, 2)])
def test_so_have_lanes_with_beams(lanes: tuple[int, int]) -> None:
    waiting = pending(*(passage(lane, "red", 100 + n) for n, lane in enumerate(lanes)))
    expected = tuple("blue" if lane % 2 else "red" for lane in lanes)
    assert waiting.fallen(by_parity) == expected
    reading = waiting.reading(by_parity)
    assert reading is not None
    assert reading.cubes == Cubes.of(red=1, blue=1)
    assert (reading.unsure, reading.doubtful) == ((), ())


def test_lanes_are_told_in_the_order_in_which_they_came() -> None:
    payloads = (
        passage(1, "red"),
        cube(2, "green"),
        passage(0, "red", 160),
        cube(5, "red"),
        passage(1, "blue", 400),
    )
    assert pending(*payloads).fallen(by_parity) == ("blue", "green", "red", "blue", "red")


def test_no_lane_takes_a_cube_for_a_colour_that_is_not_in_the_game(throwing: Table) -> None:
    """A colour of the set that looks just like red would otherwise win, or bring doubt."""
    red = next(row for row in default_palette() if row.colour == "red")
    wide = (*default_palette(), replace(red, colour="pink"))
    assert pending(cube(1, "red")).fallen(wide) == ("pink",)
    table = again(throwing, lambda lane: wide if lane == 1 else default_palette())
    table.take_evidence([Seen("tower", 7, 0, CUBE, cube(1, "red"))])
    assert agreed(table.verdict()) == (Cubes.of(red=1), "tower")
    table.close()

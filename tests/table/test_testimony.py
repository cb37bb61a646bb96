"""What sensor, camera and books together say of the throw that waits at a table."""

from __future__ import annotations

from dataclasses import replace

import pytest
from at_table import Tower, advance, cube_payload
from fake_tray import FakeTray

from turmwart.kernel.cubes import Cubes
from turmwart.table import testimony
from turmwart.table.pending import CUBE, FAULT, Seen
from turmwart.table.table import Table
from turmwart.tower.colour import Sorted
from turmwart.tower.sight import DARK, CameraCount
from turmwart.tower.witness import Agreed, Books, Question, Reading
from turmwart_wire.messages import FAULT_BACK, FAULT_CONFIG, Fault, pack_fault

NOTHING = Question("silent", (), Cubes())


def test_a_tidy_tray_is_no_throw(throwing: Table) -> None:
    """Nobody has poured yet: the camera sees what it will see if nothing falls."""
    FakeTray(throwing, Cubes())
    assert throwing.verdict() == NOTHING


@pytest.mark.parametrize("code", [FAULT_BACK, FAULT_CONFIG])
def test_a_board_that_speaks_of_itself_tells_of_no_throw(throwing: Table, code: int) -> None:
    """A sensor that answers again says nothing about cubes, with a camera or without."""
    throwing.take_evidence([Seen("board", 7, 0, FAULT, pack_fault(Fault(code, 0)))])
    assert throwing.verdict() == NOTHING
    FakeTray(throwing, Cubes())
    assert throwing.verdict() == NOTHING


def test_an_empty_tray_speaks_against_a_cube_that_was_told(throwing: Table) -> None:
    FakeTray(throwing, Cubes())
    Tower(throwing).drop("red")
    asked = throwing.verdict()
    assert isinstance(asked, Question)
    assert (asked.kind, asked.camera) == ("differ", Cubes())


def test_cubes_in_the_tray_are_a_throw(throwing: Table) -> None:
    FakeTray(throwing, Cubes.of(red=2, blue=1))
    answer = throwing.verdict()
    assert isinstance(answer, Agreed)
    assert (answer.cubes, answer.witness) == (Cubes.of(red=2, blue=1), "camera")


def test_without_a_camera_a_dead_lane_is_suspected(table: Table) -> None:
    """Nothing contradicts the count, but of forty cubes none went by the second lane."""
    by = [0, 2] * 20
    told = [Seen("board", 7, n, CUBE, cube_payload("red", lane)) for n, lane in enumerate(by)]
    table.take_evidence(told)
    prompt = table.stray_prompt
    assert prompt is not None
    table.do(table.answer(prompt, Cubes(), "table"))
    advance(table, lambda t: t.throw_prompt is not None)
    fell = [Seen("board", 7, 40 + n, CUBE, cube_payload("red", n)) for n in (0, 2)]
    table.take_evidence(fell)
    asked = table.verdict()
    assert isinstance(asked, Question)
    assert (asked.kind, asked.suggestion) == ("amiss", Cubes.of(red=2))
    assert asked.causes[0].name == "lane"


def test_without_a_camera_a_doubt_that_the_books_settle_is_not_asked_about() -> None:
    """One cube is green or blue, and there is no green one. W-CUBE-5."""
    reading = Reading(Cubes.of(green=1), doubtful=(Sorted("green", "blue", 900),))
    said = testimony.Testimony(reading, None, Books(Cubes.of(blue=2)))
    answer = said.verdict()
    assert isinstance(answer, Agreed)
    assert (answer.cubes, answer.witness) == (Cubes.of(blue=1), "tower")


def test_why_the_camera_is_not_heard_stands_in_the_question() -> None:
    lost = Reading(Cubes.of(red=1), lost=True)
    dark = replace(CameraCount.of(Cubes()), reasons=(DARK,))
    asked = testimony.Testimony(lost, dark, Books(Cubes.of(red=3))).verdict()
    assert isinstance(asked, Question)
    assert (asked.kind, asked.reasons) == ("lost", (DARK,))


def test_a_tower_that_works_and_told_nothing_contradicts_the_camera(throwing: Table) -> None:
    tray = FakeTray(throwing, Cubes())
    throwing.linked = True
    assert throwing.verdict() == NOTHING
    tray.says(Cubes.of(red=2, blue=1))
    asked = throwing.verdict()
    assert isinstance(asked, Question)
    assert (asked.kind, asked.sensor, asked.camera) == (
        "differ",
        Cubes(),
        Cubes.of(red=2, blue=1),
    )
    assert asked.causes[0].name == "lane"
    throwing.linked = False
    assert isinstance(throwing.verdict(), Agreed)

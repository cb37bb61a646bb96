"""What sensor, camera and books together say of the throw that waits at a table."""

from __future__ import annotations

import pytest
from at_table import Tower
from fake_tray import FakeTray

from turmwart.kernel.cubes import Cubes
from turmwart.table.pending import FAULT, Seen
from turmwart.table.table import Table
from turmwart.tower.witness import Agreed, Question
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

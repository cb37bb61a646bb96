"""Undo and redo as events."""

from __future__ import annotations

import pytest

from turmwart.kernel.fold import Redone, Step, Timeline, Undone


def timeline(*steps: Step) -> Timeline:
    line = Timeline()
    for step in steps:
        line.add(step)
    return line


def test_undo_takes_the_last_step_back_and_redo_restores_it() -> None:
    line = timeline(Step(1, ("a",)), Step(2, ("b",)), Step(3, (Undone(2),)))
    assert [s.number for s in line.holding] == [1]
    line.add(Step(4, (Redone(2),)))
    assert [s.number for s in line.holding] == [1, 2]


def test_a_new_step_ends_what_could_be_redone() -> None:
    line = timeline(Step(1, ("a",)), Step(2, ("b",)), Step(3, (Undone(2),)), Step(4, ("c",)))
    assert line.undone == []
    with pytest.raises(ValueError, match="2 is not the last one taken back"):
        line.add(Step(5, (Redone(2),)))


def test_only_the_last_step_can_be_taken_back() -> None:
    line = timeline(Step(1, ("a",)), Step(2, ("b",)))
    with pytest.raises(ValueError, match="1 is not the last one"):
        line.add(Step(3, (Undone(1),)))

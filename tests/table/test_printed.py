"""Printed values that a table enters are kept for the next game, and taken back with their step."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from turmwart.app.doors import NewSeat, NewTable
from turmwart.cli.app import new_table
from turmwart.cli.common import now_ms, resume
from turmwart.games.paladins.commands import CorrectPrinted, EnterPrinted
from turmwart.journal.store import Journal
from turmwart.table.printed import remember_printed
from turmwart.table.printed_paladins import GAME, real_board
from turmwart.table.table import Done, Table

SHORT = "Q-P-SHORT"
LEFT, ALL = "only_what_is_left", "full_amount"


def begun(journal: Journal, name: str) -> Table:
    """A table of one; what the set-up asks is answered where nobody did so before."""
    table = new_table(journal, NewTable(name, GAME, (NewSeat("Ada", "red"),), "s1", ()))
    for key in ("Q-P-TAX:1", "Q-P-ORDERS"):
        if table.state.board.known(key) is None:
            preset = table.state.board.question(key).preset
            assert isinstance(table.do(EnterPrinted("question", key, "answer", preset)), Done)
    return table


def correct(table: Table, value: str) -> None:
    """The table says what its copy says."""
    done = table.do(CorrectPrinted("question", SHORT, "answer", value))
    assert isinstance(done, Done)


@pytest.mark.rule("P-INQ-4")
def test_what_an_earlier_table_entered_outlives_a_correction_taken_back(tmp_path: Path) -> None:
    """The next game knows what was known before the correction, not less."""
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        first = begun(journal, "first")
        correct(first, LEFT)
        first.close()
        second = begun(journal, "second")
        correct(second, ALL)
        assert real_board(journal).known(SHORT) == ALL
        second.undo()
        assert real_board(journal).known(SHORT) == LEFT
        second.redo()
        assert real_board(journal).known(SHORT) == ALL
        second.close()


@pytest.mark.rule("P-INQ-4")
def test_what_nobody_knew_before_is_unknown_again(tmp_path: Path) -> None:
    """Step by step: the correction, then what was entered first."""
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        table = begun(journal, "first")
        correct(table, LEFT)
        correct(table, ALL)
        for known in (LEFT, None):
            table.undo()
            assert real_board(journal).known(SHORT) == known
        table.close()


@pytest.mark.rule("P-INQ-4")
def test_an_older_table_that_is_resumed_overrules_no_later_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it entered long ago is not news; what it enters now is."""
    ticks = count(1_800_000_000_000)
    for module in ("app", "common"):
        monkeypatch.setattr(f"turmwart.cli.{module}.now_ms", lambda: next(ticks))
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        first = begun(journal, "first")
        correct(first, LEFT)
        first.close()
        second = begun(journal, "second")
        correct(second, ALL)
        second.close()
        again = resume(journal, "first")
        remember_printed(again, lambda: next(ticks))
        assert real_board(journal).known(SHORT) == ALL
        correct(again, ALL)
        correct(again, LEFT)
        assert real_board(journal).known(SHORT) == LEFT
        again.close()


@pytest.mark.rule("P-INQ-4")
def test_a_value_taken_back_as_the_program_ended_is_put_right_when_it_goes_on(
    tmp_path: Path,
) -> None:
    """The step was stored, what it means for the next game was not yet."""
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        first = begun(journal, "first")
        correct(first, LEFT)
        correct(first, ALL)
        first.close()
        ended = resume(journal, "first")
        ended.undo()
        ended.close()
        assert real_board(journal).known(SHORT) == ALL
        again = resume(journal, "first")
        remember_printed(again, now_ms)
        assert real_board(journal).known(SHORT) == LEFT
        again.close()

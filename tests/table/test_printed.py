"""Printed values that a table enters are kept for the next game, and taken back with their step."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from turmwart.app.doors import NewSeat, NewTable
from turmwart.cli.app import new_table
from turmwart.cli.common import resume
from turmwart.games.paladins.commands import CorrectPrinted, EnterPrinted
from turmwart.journal.store import Journal
from turmwart.table.printed import remember_printed
from turmwart.table.printed_paladins import GAME, real_board
from turmwart.table.table import Done, Table

SHORT = "Q-P-SHORT"


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
    left, all_of_it = "only_what_is_left", "full_amount"
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        first = begun(journal, "first")
        correct(first, left)
        first.close()
        second = begun(journal, "second")
        correct(second, all_of_it)
        assert real_board(journal).known(SHORT) == all_of_it
        second.undo()
        assert real_board(journal).known(SHORT) == left
        second.redo()
        assert real_board(journal).known(SHORT) == all_of_it
        second.close()


@pytest.mark.rule("P-INQ-4")
def test_what_nobody_knew_before_is_unknown_again(tmp_path: Path) -> None:
    """Step by step: the correction, then what was entered first."""
    left, all_of_it = "only_what_is_left", "full_amount"
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        table = begun(journal, "first")
        correct(table, left)
        correct(table, all_of_it)
        for known in (left, None):
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
    left, all_of_it = "only_what_is_left", "full_amount"
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        first = begun(journal, "first")
        correct(first, left)
        first.close()
        second = begun(journal, "second")
        correct(second, all_of_it)
        second.close()
        again = resume(journal, "first")
        remember_printed(again, lambda: next(ticks))
        assert real_board(journal).known(SHORT) == all_of_it
        correct(again, all_of_it)
        correct(again, left)
        assert real_board(journal).known(SHORT) == left
        again.close()

"""House rules of Wallenstein: every option is offered with its default and kept with the table."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from turmwart.app.doors import NewSeat, NewTable, option_rows
from turmwart.cli.app import OPTION_CHOICES, new_table, option_defaults
from turmwart.cli.common import resume
from turmwart.games.wallenstein.setup import Options
from turmwart.journal.store import Journal
from turmwart.kernel.prompt import Choice
from turmwart.texts import has

SEATS = (NewSeat("Ada", "red"), NewSeat("Ben", "blue"), NewSeat("Cleo", "yellow"))
OTHERWISE: dict[str, int | str | bool] = {
    "imperial_court": True,
    "move_optional": False,
    "keep_income_on_lost_revolt": False,
    "farmer_shortage": "as_available",
    "bid_before_actions": True,
    "show_tower_content": "never",
    "settle_seconds": 9,
    "skip_impossible": False,
}
"""All options of the specification's open points, and the Court, played otherwise where one can."""


@pytest.mark.rule("W-OPEN-13", "W-OPEN-14", "W-OPEN-15", "W-OPEN-17", "W-OPEN-26", "W-OPEN-31")
def test_every_option_is_offered_with_its_default() -> None:
    """As a row with words, those of several words as a choice."""
    rows = {row.name: row for row in option_rows(option_defaults(), OPTION_CHOICES)}
    assert set(rows) == set(OTHERWISE) == {field.name for field in dataclasses.fields(Options)}
    for name, default in option_defaults().items():
        assert has(f"app.options.{name}")
        assert rows[name].default == default
        row = rows[name]
        for option in row.options if isinstance(row, Choice) else ():
            assert option.label or has(option.text), option


@pytest.mark.rule("W-OBS-1")
def test_options_are_kept_in_the_journal(tmp_path: Path) -> None:
    """The table is read again and plays by the same house rules."""
    wish = NewTable("evening", "wallenstein", SEATS, "s2", tuple(OTHERWISE.items()))
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        table = new_table(journal, wish)
        table.close()
        again = resume(journal, "evening")
        assert dataclasses.asdict(again.state.options) == OTHERWISE
        assert again.state.court is not None
        again.close()

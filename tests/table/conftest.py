"""A Wallenstein table on a real journal, brought to its first throw."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from at_table import SEATS, advance, clock

from turmwart.games.registry import load
from turmwart.games.wallenstein.setup import Setup
from turmwart.journal.store import Journal
from turmwart.table.palette import default_palette
from turmwart.table.printed import demo_board
from turmwart.table.table import Table


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """A journal of its own."""
    with Journal.open(tmp_path / "journal.sqlite") as opened:
        yield opened


@pytest.fixture
def table(journal: Journal) -> Iterator[Table]:
    """A new table of three."""
    made = Table.create(
        journal,
        "evening",
        load("wallenstein"),
        Setup(SEATS, "s1", demo_board()),
        palette=default_palette(),
        clock=clock,
    )
    yield made
    made.close()


@pytest.fixture
def throwing(table: Table) -> Table:
    """The same table, waiting for the filling of the tower."""
    advance(table, lambda t: t.throw_prompt is not None)
    return table

"""The copy of Paladins: shipped presets, and what tables confirmed of their own copy."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from turmwart.games.paladins.board import Board
from turmwart.games.paladins.data import board_from_tables
from turmwart.journal.store import Journal
from turmwart.table.book import OWN_COPY

GAME = "paladins"
_FILES = ("actions", "components", "inquisition", "paladins", "questions", "scoring")


def shipped_board() -> Board:
    """The real copy, nothing of it confirmed."""
    return board_from_tables(_tables())


def demo_board() -> Board:
    """Every question answered, for demos and tests; never offered to a real table."""
    return board_from_tables(_tables(), invention=True)


def real_board(journal: Journal, copy: str = OWN_COPY) -> Board:
    """The real copy with what earlier tables of this journal confirmed."""
    learnt = [
        (row.kind, row.key, row.field, value)
        for row in journal.learnt(GAME, copy)
        if (value := json.loads(row.value_json)) is not None
    ]
    return board_from_tables(_tables(), learnt)


@cache
def _tables() -> dict[str, dict[str, Any]]:
    folder = files("turmwart.games.paladins").joinpath("data")
    return {
        name: tomllib.loads(folder.joinpath(f"{name}.toml").read_text("utf-8")) for name in _FILES
    }

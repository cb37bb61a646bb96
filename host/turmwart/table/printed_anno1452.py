"""The printed board of Anno 1452: what is shipped, what tables read off their own copy."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from turmwart.games.anno1452.board import Board, Learnt, learn
from turmwart.games.anno1452.data import board_from_demo, board_from_tables
from turmwart.games.anno1452.setup import Placed
from turmwart.journal.store import Journal
from turmwart.table.book import OWN_COPY, Learning

GAME = "anno1452"
_POSITIONS = "anno1452:ottokar"


@cache
def shipped_board() -> Board:
    """The real board as far as the rules attest it."""
    return board_from_tables(data("principalities"), data("cards"))


@cache
def demo_board() -> Board:
    """A made-up board for demos and tests; never offered to a real table."""
    return board_from_demo(data("demo-board"), data("cards"))


class Book(Learning):
    """What is known of one copy of the board; each answer is stored at once.

    Args:
        journal: that keeps it.
        clock: for the rows of the journal.
        copy: which copy of the game.
    """

    def __init__(self, journal: Journal, clock: Callable[[], int], copy: str = OWN_COPY) -> None:
        super().__init__(journal, clock, GAME, copy)

    @property
    def board(self) -> Board:
        """The shipped values with all that was learnt laid over them."""
        return board_from_tables(data("principalities"), data("cards"), self.learnt)

    @property
    def positions(self) -> dict[str, tuple[Placed, ...]]:
        """Ottokar's positions that were entered, by their names.

        Rule: A-DATA-6.
        """
        kept = self._journal.setting(self._setting)
        rows: dict[str, list[dict[str, Any]]] = {} if kept is None else json.loads(kept)
        return {name: tuple(Placed(**row) for row in placed) for name, placed in rows.items()}

    def keep_position(self, name: str, placed: Iterable[Placed]) -> None:
        """Keep a position of Ottokar under a name; one of that name is replaced."""
        kept = {**self.positions, name: tuple(placed)}
        rows = {
            one: [{"region": p.region, "city": p.city, "citizens": p.citizens} for p in position]
            for one, position in kept.items()
        }
        self._journal.set_setting(self._setting, json.dumps(rows))

    @property
    def _setting(self) -> str:
        return _POSITIONS if self._copy == OWN_COPY else f"{_POSITIONS}:{self._copy}"


def laid_over(board: Board, values: Iterable[Learnt]) -> Board:
    """A board with more values entered."""
    for value in values:
        board = learn(board, *value)
    return board


@cache
def data(name: str) -> dict[str, Any]:
    """A data file of the game."""
    text = files("turmwart.games.anno1452").joinpath(f"data/{name}.toml").read_text("utf-8")
    return tomllib.loads(text)

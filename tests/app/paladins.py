"""Tables of Paladins on a copy whose questions are all answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from turmwart.games.paladins import GAME
from turmwart.games.paladins.board import Board
from turmwart.games.paladins.setup import Seat, Setup
from turmwart.journal.store import Journal
from turmwart.table.palette import default_palette
from turmwart.table.players_paladins import PaladinPlayers
from turmwart.table.printed_paladins import demo_board
from turmwart.table.table import Done, Table

NAMES = ("Anna", "Bert", "Cleo", "Dora")
COLOURS = ("red", "blue", "green", "yellow")
_STEPS = 2000


def new_table(
    journal: Journal,
    clock: Callable[[], int],
    players: int = 4,
    name: str = "evening",
    mode: str = "light",
    board: Board | None = None,
) -> Table:
    """A table at the very start."""
    seats = tuple(Seat(f"s{n + 1}", NAMES[n], COLOURS[n]) for n in range(players))
    setup = Setup(seats, board or demo_board(), mode)
    return Table.create(journal, name, GAME, setup, palette=default_palette(), clock=clock)


def play(table: Table, until: Callable[[Any], bool], seed: int = 1) -> None:
    """Let the simple players play until something holds of the state.

    Raises:
        AssertionError: it never came.
    """
    players = PaladinPlayers(seed)
    for _ in range(_STEPS):
        if until(table.state):
            return
        command = players.next(table.state)
        assert command is not None, "the game ended"
        assert isinstance(table.do(command), Done)
    raise AssertionError("it never came")


def acting(state: Any) -> bool:
    """An action is due in a later round, and no card is to be drawn."""
    return state.step == "actions" and state.round >= 3 and not state.due

"""Tables of Anno 1452 on the made-up board, played by simple players up to a moment."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from turmwart.games.anno1452 import GAME
from turmwart.games.anno1452.board import Board
from turmwart.games.anno1452.setup import Seat, Settings, Setup
from turmwart.journal.store import Journal
from turmwart.kernel.chance import no_rolls
from turmwart.table.palette import default_palette
from turmwart.table.players_anno1452 import AnnoPlayers
from turmwart.table.printed_anno1452 import demo_board
from turmwart.table.table import Done, Table

NAMES = ("Anna", "Bert", "Cleo", "Dora")
COLOURS = ("red", "blue", "green", "yellow")
_STEPS = 3000


def new_table(
    journal: Journal,
    clock: Callable[[], int],
    players: int = 3,
    name: str = "evening",
    board: Board | None = None,
    **settings: Any,
) -> Table:
    """A table at the very start."""
    seats = tuple(Seat(f"s{n + 1}", NAMES[n], COLOURS[n]) for n in range(players))
    setup = Setup(seats, board or demo_board(), Settings(**settings))
    return Table.create(journal, name, GAME, setup, palette=default_palette(), clock=clock)


def play(table: Table, until: Callable[[Any], bool], seed: int = 1) -> None:
    """Let the simple players play until something holds of the state.

    Raises:
        AssertionError: the game ended first.
    """
    for command in _played(table.state, until, seed):
        assert isinstance(table.do(command), Done)


@cache
def _played(state: Any, until: Callable[[Any], bool], seed: int) -> tuple[Any, ...]:
    """All commands until then; several tests may begin at the same moment."""
    players, given = AnnoPlayers(seed), list[Any]()
    for _ in range(_STEPS):
        if until(state):
            return tuple(given)
        given.append(players.next(state))
        events = GAME.decide(state, given[-1], no_rolls)
        assert isinstance(events, tuple), "the game ended"
        for event in events:
            state = GAME.apply(state, event)
    raise AssertionError("it never came")


def acting(state: Any) -> bool:
    """Somebody may take an action, and nothing is in the middle."""
    return state.phase == "round" and state.acting is not None and not state.stack


def some_epochs_on(state: Any) -> bool:
    """An action is due, some Epochs on."""
    return acting(state) and state.row >= 3


def dice_of_a_battle(state: Any) -> bool:
    """The first throw of a battle is due."""
    return state.battle is not None and state.battle.stage == "throw"

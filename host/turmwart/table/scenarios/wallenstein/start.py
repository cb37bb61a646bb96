"""The very start of a game, and the point where all groups stand."""

from __future__ import annotations

from turmwart.games.registry import load
from turmwart.games.wallenstein.commands import EnterLineup
from turmwart.games.wallenstein.draft import group_names, in_deck
from turmwart.games.wallenstein.setup import Options
from turmwart.games.wallenstein.state import State
from turmwart.kernel.fold import fold
from turmwart.table.scenarios.wallenstein.board import open_board
from turmwart.table.scenarios.wallenstein.position import ONE_BY_ONE, Position
from turmwart.table.scenarios.wallenstein.run import Run
from turmwart.table.scenarios.wallenstein.seats import Seats


def started(seats: Seats, options: Options | None = None) -> Run:
    """A run at the very start of a game."""
    game = load("wallenstein")
    position = Position(seats, open_board(), options=options or ONE_BY_ONE)
    state: State = fold(game, None, game.start(position.setup()))
    return Run(state)


def laid_out(seats: Seats, options: Options | None = None) -> Run:
    """A run in which all groups stand and the cubes that fill the tower are in the hand."""
    run = started(seats, options)
    for player in run.state.players:
        names = group_names(player.groups)
        provinces = in_deck(run.state)
        run.do(EnterLineup(player.seat, tuple(zip(names, provinces, strict=False))))
    return run

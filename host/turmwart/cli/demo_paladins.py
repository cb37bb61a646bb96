"""A whole game of Paladins by simple players, in the app or headless."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from turmwart.cli import demo_players
from turmwart.cli.demo_players import Say
from turmwart.cli.paladins import COLOURS
from turmwart.games.paladins.setup import Seat, Setup
from turmwart.table.players_paladins import PaladinPlayers
from turmwart.table.printed_paladins import GAME, demo_board
from turmwart.table.table import Table
from turmwart.texts import say

__all__ = ["GAME", "play", "setup_of"]


def setup_of(names: Sequence[str]) -> Setup:
    """A copy whose questions are all answered, in full mode."""
    seats = tuple(
        Seat(f"s{number}", name, COLOURS[number - 1]) for number, name in enumerate(names, 1)
    )
    return Setup(seats, demo_board(), "full", points_now=True)


def play(
    table: Table, seed: int, path: Path, pause_s: float, headless: bool, say_line: Say
) -> None:
    """Play a table to its end, as ``demo_players.play`` does.

    Raises:
        StuckError: a defect of the program.
    """
    players = PaladinPlayers(seed)
    demo_players.play(
        table, players, "cli.paladins.stuck", _scores, seed, path, pause_s, headless, say_line
    )


def _scores(table: Table, say_line: Say) -> None:
    for standing in table.view().ranking:
        name = table.state.player(standing.seat).name
        place, points = standing.place, standing.points
        say_line(say("cli.paladins.score", place=place, player=name, points=points))
    say_line(say("cli.paladins.ended", inquisitions=table.state.inquisitions))

"""A whole game of Anno 1452 by simple players, in the app or headless."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from turmwart.cli import demo_players
from turmwart.cli.anno1452 import COLOURS
from turmwart.cli.demo_players import Say
from turmwart.games.anno1452.setup import Seat, Settings, Setup
from turmwart.table.players_anno1452 import AnnoPlayers
from turmwart.table.printed_anno1452 import GAME, demo_board
from turmwart.table.table import Table
from turmwart.texts import say

__all__ = ["GAME", "play", "setup_of"]


def setup_of(names: Sequence[str]) -> Setup:
    """The made-up board with these players, the full game."""
    seats = tuple(
        Seat(f"s{number}", name, COLOURS[number - 1]) for number, name in enumerate(names, 1)
    )
    return Setup(seats, demo_board(), Settings())


def play(
    table: Table, seed: int, path: Path, pause_s: float, headless: bool, say_line: Say
) -> None:
    """Play a table to its end, as ``demo_players.play`` does.

    Raises:
        StuckError: a defect of the program.
    """
    players = AnnoPlayers(seed)
    demo_players.play(
        table, players, "cli.anno.stuck", _scores, seed, path, pause_s, headless, say_line
    )


def _scores(table: Table, say_line: Say) -> None:
    for place in table.view().ranking:
        player = table.state.player(place.seat)
        say_line(
            say(
                "cli.anno.score",
                place=place.place,
                player=player.name,
                colour=f"@colour.{player.colour}",
                points=place.points,
                prestige=place.prestige,
            )
        )
    say_line(say("cli.anno.ended", battles=table.state.battles))

"""A whole game of Anno 1452 by simple players, in the app or headless."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from turmwart.cli.anno1452 import COLOURS
from turmwart.errors import TurmwartError
from turmwart.games.anno1452.setup import Seat, Settings, Setup
from turmwart.table.players_anno1452 import AnnoPlayers
from turmwart.table.printed_anno1452 import GAME, demo_board
from turmwart.table.table import Done, Table
from turmwart.texts import say, say_with

Say = Callable[[str], None]

__all__ = ["GAME", "play", "setup_of"]


class StuckError(TurmwartError):
    """The rules refuse what a player was told to be allowed; a defect of the program."""


def setup_of(names: Sequence[str]) -> Setup:
    """The made-up board with these players, the full game."""
    seats = tuple(
        Seat(f"s{number}", name, COLOURS[number - 1]) for number, name in enumerate(names, 1)
    )
    return Setup(seats, demo_board(), Settings())


def play(
    table: Table, seed: int, path: Path, pause_s: float, headless: bool, say_line: Say
) -> None:
    """Play a table to its end.

    Args:
        table: of the demo.
        seed: of the players.
        path: of the journal.
        pause_s: how long the players think, seconds; 0: not at all.
        headless: print the log instead of opening the app.
        say_line: prints a line.

    Raises:
        StuckError: a defect of the program.
    """
    if not headless:
        _in_app(table, seed, pause_s)
        return
    count = len(table.state.players)
    say_line(say("cli.demo.started", name=table.name, players=count, seed=seed, journal=path))
    asyncio.run(_play(table, seed, pause_s, say_line))
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
    say_line(f"state {table.hash()} journal {path}")


async def _play(table: Table, seed: int, pause_s: float, say_line: Say | None = None) -> None:
    players = AnnoPlayers(seed)
    while (command := players.next(table.state)) is not None:
        done = table.do(command, by="demo")
        if not isinstance(done, Done):
            raise StuckError("cli.anno.stuck", command=type(command).__name__, answer=str(done))
        if say_line is not None:
            for event in done.events:
                text_id, values = table.game.describe(event, table.state)
                say_line(f"{done.step:>5}  {say_with(text_id, values)}")
        # Also without a pause: the app and the web view must have their turn.
        await asyncio.sleep(pause_s)


def _in_app(table: Table, seed: int, pause_s: float) -> None:
    from turmwart.app.app import TurmwartApp
    from turmwart.app.doors import Doors
    from turmwart.cli.web import WEB_PORT, WebView

    async def play(table: Table) -> None:
        await _play(table, seed, pause_s)

    web = WebView(WEB_PORT)
    doors = Doors(companions=(play,), serve=web.show, closing=(web.stop,))
    TurmwartApp(doors, table=table).run()

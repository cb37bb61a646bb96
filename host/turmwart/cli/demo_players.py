"""A whole game that needs no tower, by simple players, in the app or headless."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from turmwart.errors import TurmwartError
from turmwart.table.table import Done, Table
from turmwart.texts import say, say_with

Say = Callable[[str], None]


class Players(Protocol):
    """Who plays all seats of a game."""

    def next(self, state: Any) -> Any | None:
        """The next command; None when the game is over."""
        ...


class StuckError(TurmwartError):
    """The rules refuse what a player was told to be allowed; a defect of the program."""


def play(
    table: Table,
    players: Players,
    stuck: str,
    scores: Callable[[Table, Say], None],
    seed: int,
    path: Path,
    pause_s: float,
    headless: bool,
    say_line: Say,
) -> None:
    """Play a table to its end.

    Args:
        table: of the demo.
        players: who plays it.
        stuck: text id that names a command the rules refused.
        scores: prints how it ended.
        seed: of the players.
        path: of the journal.
        pause_s: how long the players think, seconds; 0: not at all.
        headless: print the log instead of opening the app.
        say_line: prints a line.

    Raises:
        StuckError: a defect of the program.
    """
    if not headless:
        _in_app(table, players, stuck, pause_s)
        return
    count = len(table.state.players)
    say_line(say("cli.demo.started", name=table.name, players=count, seed=seed, journal=path))
    asyncio.run(_play(table, players, stuck, pause_s, say_line))
    scores(table, say_line)
    say_line(f"state {table.hash()} journal {path}")


async def _play(
    table: Table, players: Players, stuck: str, pause_s: float, say_line: Say | None = None
) -> None:
    while (command := players.next(table.state)) is not None:
        done = table.do(command, by="demo")
        if not isinstance(done, Done):
            raise StuckError(stuck, command=type(command).__name__, answer=str(done))
        if say_line is not None:
            for event in done.events:
                text_id, values = table.game.describe(event, table.state)
                say_line(f"{done.step:>5}  {say_with(text_id, values)}")
        # Also without a pause: the app and the web view must have their turn.
        await asyncio.sleep(pause_s)


def _in_app(table: Table, players: Players, stuck: str, pause_s: float) -> None:
    from turmwart.app.app import TurmwartApp
    from turmwart.app.doors import Doors
    from turmwart.cli.web import WEB_PORT, WebView

    async def accompany(table: Table) -> None:
        await _play(table, players, stuck, pause_s)

    web = WebView(WEB_PORT)
    doors = Doors(companions=(accompany,), serve=web.show, closing=(web.stop,))
    TurmwartApp(doors, table=table).run()

"""What several commands share: the journal they work on, the clock, a table of it."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from turmwart.cli.tower_sets import CubeSet, of_table, remember, require
from turmwart.errors import InputError
from turmwart.games.registry import load
from turmwart.journal.place import default_path
from turmwart.journal.store import Journal
from turmwart.kernel.cubes import Cubes
from turmwart.table.table import Table
from turmwart.texts import say, say_colour


def now_ms() -> int:
    """The wall clock in milliseconds since 1970-01-01 UTC."""
    return time.time_ns() // 1_000_000


def journal_path(arguments: argparse.Namespace) -> Path:
    """The journal the command names, else the default one."""
    named = getattr(arguments, "journal", None)
    return default_path() if named is None else Path(named)


def at_terminal() -> bool:
    """Whether somebody can look at the app and press keys."""
    # The app draws on standard error.
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return all(stream is not None and stream.isatty() for stream in streams)


def need_terminal() -> None:
    """Refuse to open the app where nobody could use it.

    Raises:
        InputError: standard input, output or error is no terminal.
    """
    if not at_terminal():
        raise InputError("cli.no_terminal")


@contextmanager
def open_table(journal: Journal, name: str) -> Iterator[Table]:
    """Hold a table for the length of a command.

    Raises:
        JournalError: no such table.
        TableBusy: another process holds it.
    """
    table = resume(journal, name)
    try:
        yield table
    finally:
        table.close()


def resume(journal: Journal, name: str, cubes: CubeSet | None = None) -> Table:
    """A table as the journal left it, with the game it plays.

    Args:
        journal: that holds it.
        name: of the table.
        cubes: to play with from now on; None for those it plays with.

    Raises:
        InputError: its cube set cannot be used.
        JournalError: no such table.
        TableBusy: another process holds it.
    """
    game = load(journal.table(name).game)
    chosen = of_table(journal, name) if cubes is None else cubes
    table = Table.open(journal, name, game, palette=chosen.at, clock=now_ms)
    if cubes is not None:
        try:
            ledger = getattr(table.state, "ledger", None)
            if ledger is not None:
                require(cubes, ledger.total())
            remember(journal, name, cubes)
        except BaseException:
            table.close()
            raise
    return table


def in_words(cubes: Cubes) -> str:
    """Cubes as ``2 blue, 1 red``."""
    if not cubes:
        return say("table.none")
    return ", ".join(f"{n} {say_colour(colour)}" for colour, n in cubes.counts)

"""``turmwart wallenstein``: what is printed on board and cards, entered, exported, imported."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from turmwart.cli import printed
from turmwart.cli.common import now_ms
from turmwart.games.wallenstein.wizard import faults, open_items
from turmwart.journal.store import Journal
from turmwart.kernel.decision import Objection
from turmwart.table.printed_wallenstein import GAME, Book
from turmwart.table.wallenstein_file import read, written


class _Wallenstein:
    """Provinces, event cards, famine table, line-ups."""

    game = GAME
    texts = "cli.wallenstein"

    def book(self, journal: Journal) -> Book:
        return Book(journal, now_ms)

    def still(self, book: Book) -> int:
        return len(open_items(book.board))

    def faults(self, book: Book) -> Sequence[Objection]:
        return faults(book.board)

    def written(self, book: Book) -> str:
        return written(book.board)

    def take(self, book: Book, text: str, place: str) -> int:
        values = read(text, place, book.board)
        book.learn(values, Path(place).name)
        return len(values)


_WALLENSTEIN = _Wallenstein()


def run_printed(arguments: argparse.Namespace) -> int:
    """Enter the values in the app."""
    return printed.enter(arguments, _WALLENSTEIN)


def run_status(arguments: argparse.Namespace) -> int:
    """Say what is open and what cannot be right; 1 where something is."""
    return printed.status(arguments, _WALLENSTEIN)


def run_export(arguments: argparse.Namespace) -> int:
    """Write the values to a new file."""
    return printed.export(arguments, _WALLENSTEIN)


def run_import(arguments: argparse.Namespace) -> int:
    """Read values from a file."""
    return printed.take(arguments, _WALLENSTEIN)

"""``turmwart anno``: the printed board of Anno 1452, entered, exported, imported."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from turmwart.cli import printed
from turmwart.cli.common import now_ms
from turmwart.games.anno1452.wizard import faults, open_questions
from turmwart.journal.store import Journal
from turmwart.kernel.decision import Objection
from turmwart.table.board_file import read, written
from turmwart.table.printed_anno1452 import GAME, Book


class _Anno:
    """The board with Ottokar's positions."""

    game = GAME
    texts = "cli.anno"

    def book(self, journal: Journal) -> Book:
        return Book(journal, now_ms)

    def still(self, book: Book) -> int:
        return len(open_questions(book.board))

    def faults(self, book: Book) -> Sequence[Objection]:
        return faults(book.board)

    def written(self, book: Book) -> str:
        return written(book.board, book.positions)

    def take(self, book: Book, text: str, place: str) -> int:
        values, positions = read(text, place)
        book.learn(values, Path(place).name)
        for name, placed in positions.items():
            book.keep_position(name, placed)
        return len(values)


_ANNO = _Anno()


def run_board(arguments: argparse.Namespace) -> int:
    """Enter the board in the app."""
    return printed.enter(arguments, _ANNO)


def run_status(arguments: argparse.Namespace) -> int:
    """Say what is open and what cannot be right; 1 where the board is not done."""
    return printed.status(arguments, _ANNO)


def run_export(arguments: argparse.Namespace) -> int:
    """Write the board to a new file."""
    return printed.export(arguments, _ANNO)


def run_import(arguments: argparse.Namespace) -> int:
    """Read a board from a file."""
    return printed.take(arguments, _ANNO)

"""``turmwart anno``: the printed board of Anno 1452, entered, exported, imported."""

from __future__ import annotations

import argparse
from pathlib import Path

from turmwart.cli.common import journal_path, need_terminal, now_ms
from turmwart.errors import InputError
from turmwart.games.anno1452.wizard import faults, open_questions
from turmwart.journal.store import Journal
from turmwart.table.board_file import read, written
from turmwart.table.printed_anno1452 import GAME, Book
from turmwart.texts import say, say_with


def run_board(arguments: argparse.Namespace) -> int:
    """Enter the board in the app; every answer is stored at once.

    Raises:
        TurmwartError: the journal cannot be used, or there is no terminal.
    """
    need_terminal()
    from turmwart.app.app import TurmwartApp
    from turmwart.cli.app import doors

    with Journal.open(journal_path(arguments)) as journal:
        TurmwartApp(doors(journal), board=GAME).run()
    return 0


def run_status(arguments: argparse.Namespace) -> int:
    """Say what is open and what cannot be right; 1 where the board is not done."""
    with Journal.open(journal_path(arguments)) as journal:
        board = Book(journal, now_ms).board
    still, wrong = open_questions(board), faults(board)
    for fault in wrong:
        print(say_with(fault.detail, fault.values))
    print(say("cli.anno.still_open", open=len(still)))
    return 1 if still or any(not fault.waivable for fault in wrong) else 0


def run_export(arguments: argparse.Namespace) -> int:
    """Write the board to a new file.

    Raises:
        InputError: there is such a file, or it cannot be written.
    """
    with Journal.open(journal_path(arguments)) as journal:
        book = Book(journal, now_ms)
        text = written(book.board, book.positions)
    file = Path(arguments.file)
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError:
        raise InputError("cli.table.exists", file=str(file)) from None
    except OSError as error:
        raise InputError("cli.table.not_written", file=str(file), why=error.strerror) from None
    print(say("cli.anno.exported", file=file))
    return 0


def run_import(arguments: argparse.Namespace) -> int:
    """Read a board from a file; what stands in it replaces what was known.

    Raises:
        InputError: the file cannot be read, or holds no board.
    """
    file = Path(arguments.file)
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else error.reason
        raise InputError("cli.table.no_file", file=str(file), why=why) from None
    values, positions = read(text, str(file))
    with Journal.open(journal_path(arguments)) as journal:
        book = Book(journal, now_ms)
        book.learn(values, str(file.name))
        for name, placed in positions.items():
            book.keep_position(name, placed)
        still = len(open_questions(book.board))
    print(say("cli.anno.imported", file=file, values=len(values), open=still))
    return 0

"""What ``turmwart anno`` and ``turmwart wallenstein`` share: printed values entered and kept."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from turmwart.cli.common import journal_path, need_terminal
from turmwart.errors import InputError
from turmwart.journal.store import Journal
from turmwart.kernel.decision import Objection
from turmwart.texts import say, say_with


class Printed(Protocol):
    """The printed values of a game.

    Attributes:
        game: name of the game.
        texts: where the words of its commands stand.
    """

    game: str
    texts: str

    def book(self, journal: Journal) -> Any:
        """Where they are kept."""
        ...

    def still(self, book: Any) -> int:
        """How many answers are open."""
        ...

    def faults(self, book: Any) -> Sequence[Objection]:
        """What cannot be right."""
        ...

    def written(self, book: Any) -> str:
        """All of it as TOML."""
        ...

    def take(self, book: Any, text: str, place: str) -> int:
        """Read a file's text into the book; how many values stood there."""
        ...


def enter(arguments: argparse.Namespace, printed: Printed) -> int:
    """Enter the values in the app; every answer is stored at once.

    Raises:
        TurmwartError: the journal cannot be used, or there is no terminal.
    """
    need_terminal()
    from turmwart.app.app import TurmwartApp
    from turmwart.cli.app import doors

    with Journal.open(journal_path(arguments)) as journal:
        TurmwartApp(doors(journal), board=printed.game).run()
    return 0


def status(arguments: argparse.Namespace, printed: Printed) -> int:
    """Say what is open and what cannot be right; 1 where it is not done."""
    with Journal.open(journal_path(arguments)) as journal:
        book = printed.book(journal)
        still, wrong = printed.still(book), printed.faults(book)
    for fault in wrong:
        print(say_with(fault.detail, fault.values))
    print(say(f"{printed.texts}.still_open", open=still))
    return 1 if still or any(not fault.waivable for fault in wrong) else 0


def export(arguments: argparse.Namespace, printed: Printed) -> int:
    """Write the values to a new file.

    Raises:
        InputError: there is such a file, or it cannot be written.
    """
    with Journal.open(journal_path(arguments)) as journal:
        text = printed.written(printed.book(journal))
    file = Path(arguments.file)
    write_new(file, text)
    print(say(f"{printed.texts}.exported", file=file))
    return 0


def take(arguments: argparse.Namespace, printed: Printed) -> int:
    """Read values from a file; what stands in it replaces what was known.

    Raises:
        InputError: the file cannot be read, or holds none.
    """
    file = Path(arguments.file)
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else error.reason
        raise InputError("cli.table.no_file", file=str(file), why=why) from None
    with Journal.open(journal_path(arguments)) as journal:
        book = printed.book(journal)
        with journal.together():
            values = printed.take(book, text, str(file))
        still = printed.still(printed.book(journal))
    print(say(f"{printed.texts}.imported", file=file, values=values, open=still))
    return 0


def write_new(file: Path, text: str) -> None:
    """Write a file that is not there yet.

    Raises:
        InputError: it is there, or cannot be written; half a file is taken away.
    """
    begun = False
    try:
        with file.open("x", encoding="utf-8") as out:
            begun = True
            out.write(text)
    except FileExistsError:
        raise InputError("cli.table.exists", file=str(file)) from None
    except OSError as error:
        if begun:
            file.unlink(missing_ok=True)
        raise InputError("cli.table.not_written", file=str(file), why=error.strerror) from None

"""What Wallenstein has beside its drawings: quick forms, the wizard for what is printed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.screen import Screen

from turmwart.app.screens.board import BoardScreen
from turmwart.app.screens.face import Mean
from turmwart.app.screens.wallenstein.aloud import AloudScreen
from turmwart.app.screens.wallenstein.chronicle import ChronicleScreen
from turmwart.app.screens.wallenstein.printed_desk import PrintedDesk
from turmwart.app.screens.wallenstein.quick import Quick
from turmwart.app.widgets.form import Draft
from turmwart.app.words import Words
from turmwart.games.wallenstein.view import View
from turmwart.table.printed_wallenstein import Book
from turmwart.table.table import Table


class WallensteinExtras:
    """Quick forms and the wizard for printed values."""

    tells = True

    def quick(self, table: Table, words: Words) -> Callable[[], Draft | None]:
        """The forms of an action season."""
        return Quick(table, words)

    def odds(self, table: Table, draft: Draft | None) -> Screen[bool] | None:
        """None: cubes fall by the tower."""
        del table, draft
        return None

    def quiet(self, text_id: str) -> bool:
        """Every line is shown."""
        del text_id
        return False

    def dice_at_once(self, view: View) -> int:
        """No dice are thrown."""
        del view
        return 0

    def aloud(self, table: Table, words: Words, mean: Mean) -> Screen[None] | None:
        """One key for each question."""
        return AloudScreen(table, words, mean)

    def chronicle(self, table: Table, words: Words) -> Screen[None] | None:
        """Scores, curves, battles, and the game step by step."""
        return ChronicleScreen(table, words)

    def board(self, book: Book, words: Words) -> Screen[None]:
        """Where the printed values are entered."""
        return BoardScreen(PrintedDesk(book, words))


EXTRAS: Any = WallensteinExtras()

"""What Anno 1452 has beside its drawings: short codes, odds, the board that is entered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.screen import Screen

from turmwart.app.screens.anno1452.board_desk import BoardDesk
from turmwart.app.screens.anno1452.odds import OddsScreen
from turmwart.app.screens.anno1452.quick import Quick, QuickDraft
from turmwart.app.screens.board import BoardScreen
from turmwart.app.screens.face import Mean, Towerless
from turmwart.app.widgets.form import Draft
from turmwart.app.words import Words
from turmwart.games.anno1452.outlook import at_stake, imagined, outlook
from turmwart.games.anno1452.view import View
from turmwart.table.printed_anno1452 import Book
from turmwart.table.table import Table

_QUIET = frozenset(
    f"anno1452.event.{name}"
    for name in ("Asked", "StepBegan", "StepChanged", "StepEnded", "TurnMoved", "TurnEnded")
)


class AnnoExtras(Towerless):
    """Short codes, odds and the board."""

    tells = False

    def quick(self, table: Table, words: Words) -> Callable[[], Draft | None]:
        """The form for the turn under way."""
        return Quick(table, words)

    def odds(self, table: Table, draft: Draft | None) -> Screen[bool] | None:
        """The odds of the battle that is fought, or of the attack whose code is typed."""
        state = table.state
        if state.battle is not None:
            return OddsScreen(outlook(state), at_stake(state, state.battle.target))
        attack = draft.code.attack if isinstance(draft, QuickDraft) else None
        if attack is None:
            return None
        return OddsScreen(imagined(state, *attack), at_stake(state, attack[2]), draft)

    def quiet(self, text_id: str) -> bool:
        """Whether a line of the log only says what the rules do among themselves."""
        return text_id in _QUIET

    def dice_at_once(self, view: View) -> int:
        """As many as the table has dice."""
        return view.dice_available

    def aloud(self, table: Table, words: Words, mean: Mean) -> Screen[None] | None:
        """None: its pages tell it."""
        del table, words, mean
        return None

    def chronicle(self, table: Table, words: Words) -> Screen[None] | None:
        """None: its pages tell it."""
        del table, words
        return None

    def board(self, book: Book, words: Words) -> Screen[None]:
        """Where the printed board is entered."""
        return BoardScreen(BoardDesk(book, words))


EXTRAS: Any = AnnoExtras()

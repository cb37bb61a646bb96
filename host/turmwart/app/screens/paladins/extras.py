"""What Paladins has beside its drawings: forms that save keys, and "can I do that?"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.screen import Screen

from turmwart.app.screens.face import Mean, Towerless
from turmwart.app.screens.paladins.can import CanScreen
from turmwart.app.screens.paladins.quick import Quick
from turmwart.app.widgets.form import Draft
from turmwart.app.words import Words
from turmwart.games.paladins.view import View
from turmwart.table.rolls import DICE_IN_BOX
from turmwart.table.table import Table

_QUIET = frozenset(f"paladins.event.{name}" for name in ("StepBegan", "TurnMoved"))


class PaladinsExtras(Towerless):
    """Forms that save keys, and what an action still lacks."""

    tells = False

    def quick(self, table: Table, words: Words) -> Callable[[], Draft | None]:
        """The form for what is done most often."""
        return Quick(table, words)

    def odds(self, table: Table, draft: Draft | None) -> Screen[bool] | None:
        """What each action asks for and what is missing; None while no attributes are kept."""
        del draft
        known = any(player.can for player in table.view().players)
        return CanScreen(table) if known else None

    def quiet(self, text_id: str) -> bool:
        """Whether a line of the log only says what the screen shows anyway."""
        return text_id in _QUIET

    def dice_at_once(self, view: View) -> int:
        """There are no dice; the table's own number."""
        del view
        return DICE_IN_BOX

    def aloud(self, table: Table, words: Words, mean: Mean) -> Screen[None] | None:
        """None: the round's screen tells it."""
        del table, words, mean
        return None

    def chronicle(self, table: Table, words: Words) -> Screen[None] | None:
        """None: the score sheet tells it."""
        del table, words
        return None

    def board(self, book: Any, words: Words) -> Screen[None]:
        """There is no board to enter: questions about the copy are asked when they matter.

        Raises:
            ValueError: always.
        """
        del words
        raise ValueError(f"Paladins has no board to enter: {book!r}")


EXTRAS: Any = PaladinsExtras()

"""The printed values of Wallenstein: what is shipped, what tables read off their own copy."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from turmwart.games.wallenstein.board import Board
from turmwart.journal.store import Journal
from turmwart.table.book import OWN_COPY, Learning
from turmwart.table.printed import printed_names, real_board

GAME = "wallenstein"
NAMES = ("de", "hu")
"""Languages in which names of provinces are known."""


class Book(Learning):
    """What is known of one copy of the game; each answer is stored at once.

    Args:
        journal: that keeps it.
        clock: for the rows of the journal.
        copy: which copy of the game.
    """

    def __init__(self, journal: Journal, clock: Callable[[], int], copy: str = OWN_COPY) -> None:
        super().__init__(journal, clock, GAME, copy)

    @property
    def board(self) -> Board:
        """The shipped values with all that was learnt laid over them."""
        return real_board(self._journal, self._copy)

    def names(self) -> Mapping[str, str]:
        """Names of provinces as printed on cards of the language that the table chose.

        Rule: W-OPEN-12 (offered, to be compared with the cards).
        """
        return printed_names(self.language or NAMES[0])

    @property
    def language(self) -> str:
        """Language of the cards; empty while the table has not said."""
        kept = self._journal.setting(self._setting)
        return "" if kept is None else str(json.loads(kept))

    def choose_language(self, language: str) -> None:
        """Say in which language the cards are; names entered by hand stay."""
        self._journal.set_setting(self._setting, json.dumps(language))

    @property
    def _setting(self) -> str:
        name = f"{GAME}:names"
        return name if self._copy == OWN_COPY else f"{name}:{self._copy}"

"""What the scenes of all games are made of: facts, heads of columns, the table of scores."""

from __future__ import annotations

from collections.abc import Iterable

from turmwart.server.models import Fact, Head, Row, Scores
from turmwart.server.words import Words


class Scenery:
    """Makes parts of a scene in a language.

    Args:
        words: the language.
        own: where the game's texts of facts and heads begin, such as ``server.anno1452``.
        wordy: columns that hold no numbers.
    """

    def __init__(self, words: Words, own: str, wordy: tuple[str, ...]) -> None:
        self.words = words
        self._own = own
        self._wordy = wordy

    def fact(self, name: str, value: str) -> Fact:
        """A fact at the head of the screen."""
        return Fact(id=name, label=self.words.say(f"{self._own}.fact.{name}"), value=value)

    def heads(self, names: Iterable[str]) -> tuple[Head, ...]:
        """The heads of columns."""
        return tuple(
            Head(
                text=self.words.say(f"{self._own}.head.{name}"),
                short=self.words.say(f"{self._own}.head_short.{name}"),
                number=name not in self._wordy,
            )
            for name in names
        )

    def scores(self, names: Iterable[str], rows: Iterable[Row]) -> Scores:
        """The table of scores, a row for each player."""
        return Scores(
            caption=self.words.say("server.scores.caption"),
            note=self.words.say("server.scores.note"),
            heads=self.heads(names),
            rows=tuple(rows),
        )

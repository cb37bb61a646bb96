"""Words of one language for the screens."""

from __future__ import annotations

from collections.abc import Iterable

from turmwart.kernel.cubes import Cubes
from turmwart.kernel.prompt import Prompt
from turmwart.server.models import Colour, Count
from turmwart.texts import has, say, say_colour, spoken


class Words:
    """Says ids in one language.

    Args:
        language: of all words.
        game: name of the game, prefix of its text ids.
    """

    def __init__(self, language: str, game: str) -> None:
        self.language = language or spoken()
        self.game = game

    def say(self, text_id: str, **values: object) -> str:
        """The text of an id."""
        return say(text_id, self.language, **values)

    def term(self, kind: str, name: str) -> str:
        """A word of the game, such as ``term("season", "spring")``."""
        return self.say(f"{self.game}.{kind}.{name}")

    def prompt(self, prompt: Prompt) -> str:
        """What a prompt asks for."""
        return self.say(f"{prompt.id}.text", **dict(prompt.values))

    def label(self, prompt: Prompt) -> str:
        """The short name of a prompt."""
        return self.say(f"{prompt.id}.label", **dict(prompt.values))

    def colour(self, colour: str) -> Colour:
        """A colour with its name and its letter; one that has no words keeps its id."""
        name = say_colour(colour, self.language)
        letter = f"server.letter.{colour}"
        return Colour(
            id=colour, name=name, letter=self.say(letter) if self._has(letter) else name[:2]
        )

    def counts(self, cubes: Cubes) -> tuple[Count, ...]:
        """Cubes by colour."""
        return tuple(Count(colour=self.colour(c), count=n) for c, n in cubes.counts)

    def cubes(self, cubes: Cubes) -> str:
        """Cubes in words, such as ``2 red, 1 blue``."""
        if not cubes:
            return self.say("server.no_cubes")
        return self.list(
            self.say("server.cubes", count=n, colour=self.colour(c).name) for c, n in cubes.counts
        )

    def list(self, parts: Iterable[str]) -> str:
        """Several things after one another."""
        return self.say("server.comma").join(parts)

    def _has(self, text_id: str) -> bool:
        return has(text_id, self.language) or has(text_id)

"""Words in the reader's language: texts, names of colours, labels of prompts."""

from __future__ import annotations

from collections.abc import Iterable

from turmwart.errors import TurmwartError
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.decision import Objection
from turmwart.kernel.prompt import Option, Prompt
from turmwart.texts import decimal, has, say, say_colour, say_error, spoken

Pairs = Iterable[tuple[str, int | str]]


class Words:
    """Says everything a screen shows.

    Args:
        language: language of the texts, such as ``"en"``.
    """

    def __init__(self, language: str = "") -> None:
        self.language = language or spoken()

    def __call__(self, text_id: str, **values: object) -> str:
        """The text of ``text_id`` with its values."""
        return say(text_id, self.language, **values)

    def known(self, text_id: str) -> bool:
        """Whether there is such a text, in the language or in English."""
        return has(text_id, self.language) or has(text_id)

    def decimal(self, value: float, places: int = 1, *, signed: bool = False) -> str:
        """A number with a fraction, as the language writes it."""
        return decimal(value, places, self.language, signed=signed)

    def filled(self, text_id: str, values: Pairs) -> str:
        """The text of ``text_id`` with values given as pairs."""
        return self(text_id, **dict(values))

    def error(self, error: TurmwartError) -> str:
        """An error in words."""
        return say_error(error, self.language)

    def objection(self, objection: Objection) -> str:
        """Why a rule speaks against a command, in one sentence."""
        return self.filled(objection.detail, objection.values)

    def prompt(self, prompt: Prompt) -> str:
        """What a prompt asks for."""
        return self.filled(f"{prompt.id}.text", prompt.values)

    def label(self, prompt: Prompt) -> str:
        """The short label of a prompt, for menus."""
        return self.filled(f"{prompt.id}.label", prompt.values)

    def slot(self, prompt: Prompt, name: str) -> str:
        """The label of a slot: the prompt's own, else the game's."""
        own = f"{prompt.id}.{name}"
        if self.known(own):
            return self.filled(own, prompt.values)
        return self.filled(f"{prompt.id.partition('.')[0]}.slot.{name}", prompt.values)

    def row(self, prompt: Prompt, sheet: str, name: str) -> str:
        """The label of a row of a sheet: the prompt's own, the game's, else the row's name."""
        game = prompt.id.partition(".")[0]
        for text_id in (
            f"{prompt.id}.{sheet}.{name}",
            f"{game}.row.{name}",
            f"{game}.{sheet}.{name}",
            f"{game}.slot.{name}",
        ):
            if self.known(text_id):
                return self.filled(text_id, prompt.values)
        return dict(prompt.values).get(name, name).__str__()

    def option(self, option: Option) -> str:
        """The label of an option."""
        if option.label:
            return option.label
        return self.filled(option.text, option.values) if option.text else str(option.value)

    def colour(self, colour: str) -> str:
        """The name of a colour of cubes; a name the table itself gave is said as it is."""
        return say_colour(colour, self.language)

    def letter(self, colour: str) -> str:
        """The letter that stands for a colour, so that no screen needs the colour itself."""
        text_id = f"app.letter.{colour}"
        return self(text_id) if self.known(text_id) else colour[:1].upper()

    def cubes(self, cubes: Cubes) -> str:
        """Cubes in words, such as ``2 red, 1 blue``; a text for none at all."""
        if not cubes:
            return self("app.cubes.none")
        return ", ".join(
            self("app.cubes.some", n=n, colour=self.colour(colour)) for colour, n in cubes.counts
        )

"""The quick form of light bookkeeping: a battle in two letters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rich.text import Text
from textual.screen import Screen

from turmwart.app.entries.base import ACTIVE, Entry, Pressed, Problem, is_letter
from turmwart.app.screens.face import Mean, QuickForm, Towerless
from turmwart.app.widgets.form import Draft
from turmwart.app.words import Words
from turmwart.games.wallenstein.light.prompts import LightView
from turmwart.games.wallenstein.light.things import FARMERS, LightState
from turmwart.kernel.game import Game
from turmwart.kernel.prompt import Prompt, command_of
from turmwart.kernel.prompt import Text as TextSlot
from turmwart.table.table import Table

_ID = "app.wallenstein_light"
NEXT, MARKERS = "n", "+"


class SidesEntry(Entry):
    """Two letters of colours; n ends the season."""

    hint = f"{_ID}.code.hint"

    def __init__(self, state: LightState, words: Words) -> None:
        self._words = words
        colours = {p.seat: p.colour for p in state.players} | {FARMERS: state.farmers}
        self._letters = {words.letter(c).casefold(): side for side, c in colours.items()}
        self._names = {side: words.colour(colour) for side, colour in colours.items()}
        self.sides: list[str] = []
        self.markers = False
        self.season_over = False

    def press(self, key: str, character: str | None) -> Pressed:
        """The second letter carries the battle out."""
        letter = (character or "").casefold()
        if letter == NEXT and not self.sides and letter not in self._letters:
            self.season_over = True
            return Pressed.DONE
        if letter == MARKERS:
            self.markers = not self.markers
            return Pressed.TAKEN
        if key in ("escape", "backspace") and (self.sides or self.markers):
            self.sides, self.markers = [], False
            return Pressed.TAKEN
        side = self._letters.get(letter)
        if side is None or side in self.sides:
            return Pressed.IGNORED
        self.sides.append(side)
        return Pressed.DONE if len(self.sides) == 2 else Pressed.TAKEN

    def claims(self, key: str) -> bool:
        """Letters of the colours."""
        return is_letter(key) and key.casefold() in {*self._letters, NEXT}

    @property
    def problem(self) -> Problem | None:
        """A side is missing."""
        if self.season_over or len(self.sides) == 2:
            return None
        return Problem(f"{_ID}.code.missing")

    def answer(self) -> Any:
        """Both sides."""
        return list(self.sides)

    def summary(self) -> str:
        """Both sides in words."""
        return " : ".join(self._names[side] for side in self.sides)

    def lines(self, width: int, height: int) -> list[Text]:
        """What is typed, and the letters."""
        said = self.summary() + (f" {MARKERS}" if self.markers else "")
        line = Text("› ", "bold").append(f" {said}_ ", ACTIVE)
        letters = (f"{letter} {self._names[side]}" for letter, side in self._letters.items())
        shown = self._words(f"{_ID}.hint", letters=", ".join(letters))
        return [line, Text(shown[:width])][:height]


@dataclass
class SidesDraft(Draft):
    """A draft whose command is a battle, or the end of the season."""

    prompts: tuple[Prompt, ...] = ()

    def command(self, game: Game) -> Any:
        """The command of what was typed.

        Raises:
            ValueError: nothing was.
        """
        entry = self.entries[0]
        by_name = {prompt.command: prompt for prompt in self.prompts}
        if not isinstance(entry, SidesEntry):
            raise ValueError("a battle is typed by its sides")
        if entry.season_over:
            return command_of(game, by_name["NextSeason"], {})
        sides = dict(zip(("attacker", "defender"), entry.sides, strict=True))
        return command_of(game, by_name["BeginFight"], sides | {"markers": entry.markers})


class Quick(QuickForm):
    """Gives the form while a battle can begin."""

    def _make(self) -> SidesDraft | None:
        prompts = self._table.prompts()
        if not any(p.command == "BeginFight" and p.must for p in prompts):
            return None
        slots = (TextSlot("code"),)
        asked = Prompt(f"{_ID}.code", "", "", True, slots, (), "W-BATTLE-2")
        entry = SidesEntry(self._table.state, self._words)
        return SidesDraft(asked, [entry], prompts=prompts)


class LightExtras(Towerless):
    """The quick form."""

    tells = False

    def quick(self, table: Table, words: Words) -> Callable[[], Draft | None]:
        """A battle in two letters."""
        return Quick(table, words)

    def odds(self, table: Table, draft: Draft | None) -> Screen[bool] | None:
        """None: what lies in the tower is not kept."""
        del table, draft
        return None

    def quiet(self, text_id: str) -> bool:
        """Every line is shown."""
        del text_id
        return False

    def dice_at_once(self, view: LightView) -> int:
        """No dice are thrown."""
        del view
        return 0

    def aloud(self, table: Table, words: Words, mean: Mean) -> Screen[None] | None:
        """None: the overview tells all that is kept."""
        del table, words, mean
        return None

    def chronicle(self, table: Table, words: Words) -> Screen[None] | None:
        """None: the overview tells all that is kept."""
        del table, words
        return None

    def board(self, book: Any, words: Words) -> Screen[None]:
        """Nothing printed is needed.

        Raises:
            ValueError: always.
        """
        raise ValueError(f"light bookkeeping needs nothing printed: {book!r}, {words.language}")


EXTRAS: Any = LightExtras()

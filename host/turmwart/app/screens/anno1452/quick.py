"""The form for a turn: an action in a few keys, with what can be typed next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rich.text import Text

from turmwart.app.draw import cut, wrapped
from turmwart.app.entries.base import ACTIVE, Entry, Pressed, Problem, is_letter
from turmwart.app.entries.pick import plain
from turmwart.app.screens.anno1452.acting import Acting, Line, Reading, actions_of
from turmwart.app.screens.face import QuickForm
from turmwart.app.widgets.form import Draft
from turmwart.app.words import Words
from turmwart.kernel.game import Game
from turmwart.kernel.prompt import Prompt, command_of
from turmwart.kernel.prompt import Text as TextSlot

_ASKED = "app.anno1452.act"


class CodeEntry(Entry):
    """Takes the characters of a code; Enter carries it out, or the last Citizen that it can name.

    Args:
        acting: reads codes.
        words: the language.
    """

    hint = "app.anno1452.act.hint"

    def __init__(self, acting: Acting, words: Words) -> None:
        self._acting = acting
        self._words = words
        self._wrong = ""
        self.typed = ""

    @property
    def reading(self) -> Reading:
        """What the code means so far."""
        return self._acting.read(self.typed) or Reading()

    @property
    def attack(self) -> tuple[str, str, str] | None:
        """Attacker, force and target where an attack is typed."""
        return self._acting.attack(self.typed)

    def press(self, key: str, character: str | None) -> Pressed:
        """A character goes on with the code, Backspace takes one back, Escape all of them."""
        self._wrong = ""
        if key == "enter":
            return Pressed.DONE if self.typed else Pressed.TAKEN
        if key in ("escape", "backspace") and self.typed:
            self.typed = "" if key == "escape" else self.typed[:-1]
            return Pressed.TAKEN
        typed = plain(character) if character else ""
        if len(typed) != 1 or not typed.isalnum():
            return Pressed.IGNORED
        if not self.typed and typed not in self._acting.keys:
            return Pressed.IGNORED
        further = self._acting.read(self.typed + typed)
        if further is None:
            self._wrong = self.typed + typed
            return Pressed.TAKEN
        self.typed += typed
        # Only here nothing can be meant otherwise: a third Citizen ends the action by the rules.
        settled = further.full and "citizens" in further.answers
        return Pressed.DONE if settled else Pressed.TAKEN

    def claims(self, key: str) -> bool:
        """The keys of the actions; behind the first of them every letter."""
        return is_letter(key) and (bool(self.typed) or key in self._acting.keys)

    @property
    def problem(self) -> Problem | None:
        """Nothing fits, or the code is not complete yet."""
        if self._wrong:
            return Problem("app.problem.no_match", (("typed", self._wrong),))
        if not self.reading.complete:
            return Problem("app.anno1452.code.incomplete", (("typed", self.typed),))
        return None

    def answer(self) -> Any:
        """The code."""
        return self.typed

    def summary(self) -> str:
        """The action in words."""
        reading = self.reading
        if reading.prompt is None:
            return ""
        label = self._words.label(reading.prompt)
        return f"{label}: {', '.join(reading.chosen)}" if reading.chosen else label

    def lines(self, width: int, height: int) -> list[Text]:
        """What is typed with its meaning, and what can be typed next."""
        reading = self.reading
        line = Text().append("› ", "bold")
        line.append(f" {self.typed}_ ", ACTIVE)
        said = self.summary()
        if self._wrong:
            said = self._words("app.problem.no_match", typed=self._wrong)
        above = [line]
        if line.cell_len + len(said) + 2 <= width:
            line.append(f"  {said}", "bold")
        else:
            above += wrapped(Text(f"  {said}", "bold"), width, 2)
        room = max(0, height - len(above))
        return [*above, *_columns(reading.lines, width, room, self._words)]


@dataclass
class QuickDraft(Draft):
    """A draft whose command is that of the action which the code names."""

    def command(self, game: Game) -> Any:
        """The command of the code.

        Raises:
            ValueError: it names no action.
        """
        entry = self.entries[0]
        reading = entry.reading if isinstance(entry, CodeEntry) else Reading()
        if reading.prompt is None:
            raise ValueError(f"no action is called {entry.answer()}")
        answers = dict(reading.answers)
        if self.waived:
            answers["waived"] = list(self.waived)
        return command_of(game, reading.prompt, answers)

    @property
    def code(self) -> CodeEntry:
        """The entry of the code.

        Raises:
            ValueError: there is another one.
        """
        entry = self.entries[0]
        if not isinstance(entry, CodeEntry):
            raise ValueError("a quick draft has a code")
        return entry


class Quick(QuickForm):
    """Gives the form for the turn under way."""

    def _make(self) -> QuickDraft | None:
        prompts = self._table.prompts()
        actions = actions_of(prompts)
        if not actions:
            return None
        turn = actions["pass"]
        asked = Prompt(_ASKED, "", turn.seat, True, (TextSlot("code"),), (), "A-AR-11", turn.values)
        acting = Acting(self._table.state, prompts, self._words)
        return QuickDraft(asked, [CodeEntry(acting, self._words)])


def _columns(lines: tuple[Line, ...], width: int, height: int, words: Words) -> list[Text]:
    """Codes with their labels in columns; what has no room is counted."""
    if not lines or height < 1:
        return []
    cell = max(len(line.code) + len(line.label) for line in lines) + 3
    columns = max(1, width // cell)
    rows = min(height, -(-len(lines) // columns))
    shown = rows * columns
    if shown < len(lines):
        shown = max(1, (rows - 1) * columns)
    drawn = []
    used = min(rows, -(-min(shown, len(lines)) // columns))
    for row in range(used):
        text = Text()
        for line in lines[row:shown:used] if used else ():
            text.append(line.code, "bold reverse")
            text.append(
                cut(f" {line.label}", cell - len(line.code) - 1).ljust(cell - len(line.code))
            )
        text.truncate(width)
        drawn.append(text)
    if shown < len(lines):
        drawn.append(Text(words("app.anno1452.code.more", n=len(lines) - shown), "dim"))
    return drawn

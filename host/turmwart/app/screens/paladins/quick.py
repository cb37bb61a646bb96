"""The forms that save keys: a criminal in two, a sheet without Enter, an action by its letter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from turmwart.app.draw import cut
from turmwart.app.entries.base import ACTIVE, Entry, Pressed, Problem, is_letter
from turmwart.app.entries.counts import NumberEntry
from turmwart.app.entries.make import entry_of
from turmwart.app.entries.sheets import SheetEntry
from turmwart.app.screens.face import QuickForm
from turmwart.app.widgets.form import Draft
from turmwart.app.words import Words
from turmwart.kernel.game import Game
from turmwart.kernel.prompt import Choice, Number, Prompt, Sheet, command_of
from turmwart.kernel.prompt import Text as TextSlot

_ID = "paladins.prompt."
_ASKED = "app.paladins.quick"
_SHEETS = ("EnterSheet", "EnterNumbers")
_LETTERS = {
    "develop": "d",
    "recruit": "e",
    "hunt": "h",
    "trade": "t",
    "pray": "y",
    "conspire": "n",
    "commission": "m",
    "garrison": "g",
    "absolve": "a",
    "fortify": "f",
    "attack": "k",
    "convert": "c",
    "favour": "z",
    "pass": "s",
}
"""Keys of the actions: first letters where they are free, else of the piece or the deed."""


class SwiftSheet(SheetEntry):
    """A sheet that goes on by itself where no further digit fits."""

    hint = "app.paladins.quick.sheet"

    def __init__(self, slot: Sheet, words: Words, label: Callable[[str], str]) -> None:
        super().__init__(slot, words, label)
        self._names = [row.name for row in slot.rows]
        self._mosts = [row.most if isinstance(row, Number) else None for row in slot.rows]

    def press(self, key: str, character: str | None) -> Pressed:
        """A digit that leaves no room for another one ends its row."""
        pressed = super().press(key, character)
        typed = character is not None and character in "0123456789"
        if pressed is not Pressed.TAKEN or not typed or not self._full():
            return pressed
        pressed = super().press("enter", None)
        while pressed is Pressed.TAKEN and self._idle():
            pressed = super().press("enter", None)
        return pressed

    def _full(self) -> bool:
        row, most = self._rows[self._at], self._mosts[self._at]
        if not isinstance(row, NumberEntry) or row.problem is not None or most is None:
            return False
        number = int(row.summary())
        return number * 10 > most or number == 0

    def _idle(self) -> bool:
        """Whether nothing can stand in this row: there are no walls to print points on."""
        if self._names[self._at] != "wall_points" or "walls" not in self._names:
            return False
        walls = self._rows[self._names.index("walls")].summary()
        return walls == "0"


class LightEntry(Entry):
    """Enter: the round is over. A digit: that player gets a criminal, a second one the silver."""

    hint = "app.paladins.quick.light"

    def __init__(self, prompts: dict[str, Prompt], names: tuple[str, ...], words: Words) -> None:
        self._prompts = prompts
        self._names = names
        self._words = words
        self._debt = False
        self._seat: int | None = None
        self._silver: int | None = None

    def press(self, key: str, character: str | None) -> Pressed:
        """Digits, ``d`` for a settled debt, Enter, Escape."""
        if key == "enter":
            return Pressed.DONE if self._seat is None and not self._debt else Pressed.TAKEN
        if key in ("escape", "backspace") and (self._seat is not None or self._debt):
            self._seat, self._debt = None, False
            return Pressed.TAKEN
        if key == "d" and "settle" in self._prompts and self._seat is None:
            self._debt = True
            return Pressed.TAKEN
        if not character or character not in "0123456789":
            return Pressed.IGNORED
        number = int(character)
        if self._seat is None:
            if number in self._meant():
                self._seat = number
            return Pressed.DONE if self._debt and self._seat is not None else Pressed.TAKEN
        most = max(int(one.value or 0) for one in self._cards())
        if number <= most:
            self._silver = number
            return Pressed.DONE
        return Pressed.TAKEN

    def _cards(self) -> tuple[Any, ...]:
        return self._options("criminal", "silver")

    def _meant(self) -> tuple[int, ...]:
        """The numbers of the players who can be chosen: for a debt, those who owe one."""
        numbers = tuple(range(1, len(self._names) + 1))
        if not self._debt:
            return numbers
        owing = [one.value for one in self._options("settle", "seat")]
        return tuple(number for number in numbers if f"s{number}" in owing)

    def _options(self, prompt: str, slot: str) -> tuple[Any, ...]:
        slots = self._prompts[prompt].slots
        return next(one.options for one in slots if isinstance(one, Choice) and one.name == slot)

    def claims(self, key: str) -> bool:
        """The key of a settled debt, while somebody owes one."""
        return key == "d" and "settle" in self._prompts

    @property
    def problem(self) -> Problem | None:
        """Never: what is no entry is not taken."""
        return None

    def answer(self) -> Any:
        """Nothing of its own: the draft makes the command."""
        return ""

    @property
    def chosen(self) -> tuple[Prompt, dict[str, Any]]:
        """The prompt that is meant, and its answers."""
        if self._seat is None:
            return self._prompts["end_round"], {}
        seat = f"s{self._seat}"
        if self._debt:
            return self._prompts["settle"], {"seat": seat}
        return self._prompts["criminal"], {"seat": seat, "silver": self._silver}

    def summary(self) -> str:
        """Who is meant so far."""
        return self._names[self._seat - 1] if self._seat is not None else ""

    def lines(self, width: int, height: int) -> list[Text]:
        """What a key would do now."""
        if self._seat is not None:
            said = self._words("app.paladins.quick.silver", player=self.summary())
            return [Text("› ", "bold").append(f" {said} ", ACTIVE)]
        if self._debt:
            said = self._words("app.paladins.quick.whose_debt")
            return [Text("› ", "bold").append(f" {said} ", ACTIVE), self._players(width)]
        return [Text(self._words("app.paladins.quick.criminal"), "bold"), self._players(width)]

    def _players(self, width: int) -> Text:
        line = Text("  ")
        for number in self._meant():
            line.append(str(number), "bold reverse")
            line.append(f" {self._names[number - 1]}   ")
        line.truncate(width)
        return line


class ActionEntry(Entry):
    """A letter chooses the action, then its own questions follow.

    Args:
        prompts: by seat and name.
        names: of the seats, in the order of play.
        words: the language.
    """

    hint = "app.paladins.quick.action_hint"

    def __init__(
        self, prompts: dict[str, dict[str, Prompt]], names: dict[str, str], words: Words
    ) -> None:
        self._prompts = prompts
        self._names = names
        self._words = words
        self._seat = next(iter(prompts))
        self._inner: Draft | None = None
        self._wrong: Problem | None = None

    @property
    def _keys(self) -> dict[str, str]:
        return {_LETTERS[name]: name for name in self._prompts[self._seat]}

    def press(self, key: str, character: str | None) -> Pressed:
        """A letter, a digit for another player, then what the action asks."""
        self._wrong = None
        if self._inner is None:
            return self._choose(key, character)
        entry = self._inner.entry
        if entry is None:
            return Pressed.DONE if key == "enter" else self._leave(key)
        pressed = entry.press(key, character)
        if pressed is Pressed.IGNORED:
            return self._leave(key)
        if pressed is not Pressed.DONE:
            return pressed
        self._wrong = entry.problem
        if self._wrong is not None:
            return Pressed.TAKEN
        if self._inner.at + 1 < len(self._inner.entries):
            self._inner.at += 1
            return Pressed.TAKEN
        return Pressed.DONE

    def _choose(self, key: str, character: str | None) -> Pressed:
        name = self._keys.get(key)
        if name is not None:
            prompt = self._prompts[self._seat][name]
            self._inner = Draft.of(prompt, self._words)
            return Pressed.TAKEN
        seats = list(self._prompts)
        if character and character.isdecimal() and 1 <= int(character) <= len(seats):
            self._seat = seats[int(character) - 1]
            return Pressed.TAKEN
        return Pressed.IGNORED

    def _leave(self, key: str) -> Pressed:
        if key != "escape" or self._inner is None:
            return Pressed.IGNORED
        if self._inner.at:
            self._inner.at -= 1
        else:
            self._inner = None
        return Pressed.TAKEN

    def claims(self, key: str) -> bool:
        """The letters of the actions; then what the question claims."""
        if self._inner is None:
            return is_letter(key) and key in self._keys
        entry = self._inner.entry
        return entry is not None and entry.claims(key)

    @property
    def problem(self) -> Problem | None:
        """What is wrong with the last answer."""
        return self._wrong

    def answer(self) -> Any:
        """Nothing of its own: the draft makes the command."""
        return ""

    @property
    def chosen(self) -> tuple[Prompt, dict[str, Any]]:
        """The action's prompt and its answers.

        Raises:
            ValueError: no action is chosen.
        """
        if self._inner is None:
            raise ValueError("no action is chosen")
        return self._inner.prompt, self._inner.answers()

    def summary(self) -> str:
        """The action chosen."""
        return self._words.label(self._inner.prompt) if self._inner is not None else ""

    def lines(self, width: int, height: int) -> list[Text]:
        """The actions with their letters, or the question of the action chosen."""
        if self._inner is not None:
            return self._asked(self._inner, width, height)
        head = Text(self._names[self._seat], "bold reverse")
        if len(self._prompts) > 1:
            head.append("  ")
            for number, seat in enumerate(self._prompts, 1):
                head.append(str(number), "bold reverse").append(f" {self._names[seat]}  ")
        names = list(self._prompts[self._seat])
        columns = max(1, width // 20)
        rows = -(-len(names) // columns)
        drawn = [head]
        for row in range(rows):
            line = Text()
            for name in names[row::rows]:
                label = self._words.label(self._prompts[self._seat][name])
                line.append(_LETTERS[name], "bold reverse")
                line.append(f" {cut(label, 16)}".ljust(18))
            drawn.append(line)
        return drawn[: max(1, height)]

    def _asked(self, inner: Draft, width: int, height: int) -> list[Text]:
        lines = [Text(cut(self._words.prompt(inner.prompt), width), "bold")]
        for slot, entry in zip(inner.prompt.slots[: inner.at], inner.entries, strict=False):
            lines.append(Text(f"✓ {self._words.slot(inner.prompt, slot.name)}: {entry.summary()}"))
        if inner.entry is not None:
            slot = inner.prompt.slots[inner.at]
            lines.append(Text(self._words.slot(inner.prompt, slot.name), "bold"))
            lines += inner.entry.lines(width, max(1, height - len(lines)))
        return lines


@dataclass
class QuickDraft(Draft):
    """A draft whose command is that of what was chosen in its one entry."""

    def command(self, game: Game) -> Any:
        """The command that was chosen.

        Raises:
            ValueError: nothing was.
        """
        entry = self.entries[0]
        if not isinstance(entry, LightEntry | ActionEntry):
            return super().command(game)
        prompt, answers = entry.chosen
        if self.waived:
            answers = {**answers, "waived": list(self.waived)}
        return command_of(game, prompt, answers)


class Quick(QuickForm):
    """Gives the form that saves keys."""

    def _make(self) -> Draft | None:
        prompts = self._table.prompts()
        must = next((one for one in prompts if one.must), None)
        if must is not None and must.command in _SHEETS:
            return self._sheet(must)
        named = {one.id.removeprefix(_ID): one for one in reversed(prompts)}
        view = self._table.view()
        if must is not None and must.command == "EndRound":
            names = tuple(player.name for player in view.players)
            asked = Prompt(
                f"{_ASKED}.round", "", "", True, (TextSlot("code"),), (), "P-ROUND-2", must.values
            )
            return QuickDraft(asked, [LightEntry(named, names, self._words)])
        return self._actions(prompts, {one.seat: one.name for one in view.players})

    def _sheet(self, prompt: Prompt) -> Draft:
        def entry(slot: Any) -> Entry:
            if not isinstance(slot, Sheet):
                return entry_of(prompt, slot, self._words)
            return SwiftSheet(
                slot, self._words, lambda name: self._words.row(prompt, slot.name, name)
            )

        return QuickDraft(prompt, [entry(slot) for slot in prompt.slots])

    def _actions(self, prompts: tuple[Prompt, ...], names: dict[str, str]) -> Draft | None:
        by_seat: dict[str, dict[str, Prompt]] = {}
        for prompt in prompts:
            name = prompt.id.removeprefix(_ID)
            if name in _LETTERS:
                by_seat.setdefault(prompt.seat, {})[name] = prompt
        if not by_seat:
            return None
        asked = Prompt(f"{_ASKED}.action", "", "", True, (TextSlot("code"),), (), "P-ROUND-12")
        return QuickDraft(asked, [ActionEntry(by_seat, names, self._words)])

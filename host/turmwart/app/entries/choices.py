"""Entries for a choice and for several of a list."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from turmwart.app.entries.base import Entry, Pressed, Problem, is_letter
from turmwart.app.entries.pick import Picker
from turmwart.app.words import Words
from turmwart.kernel.prompt import Choice, Several


class ChoiceEntry(Entry):
    """One option of a list; a digit chooses and is enough.

    Args:
        slot: the options.
        words: the language.
        open: start with nothing chosen unless there is a default; such an entry may stay so.
    """

    def __init__(self, slot: Choice, words: Words, *, open: bool = False) -> None:
        self._slot = slot
        self._open = open and slot.default is None
        self._words = words
        values = [option.value for option in slot.options]
        at = values.index(slot.default) if slot.default in values else 0
        self._picker = Picker([words.option(option) for option in slot.options], at)
        self.hint = "app.hint.choice_long" if self._picker.typing else "app.hint.choice"

    def press(self, key: str, character: str | None) -> Pressed:
        """Choose by digit or Enter; letters narrow a long list down."""
        index = self._picker.digit(character)
        if index is not None:
            self._picker.mark(index)
            self._open = False
            return Pressed.DONE
        if key == "enter":
            if self._picker.marked is not None:
                self._picker.forget()
            return Pressed.DONE
        if key == "escape" and self._picker.needle:
            self._picker.forget()
            return Pressed.TAKEN
        taken = self._picker.move(key) or self._picker.type(key, character)
        self._open = self._open and not taken
        return Pressed.TAKEN if taken else Pressed.IGNORED

    def step(self, by: int) -> None:
        """Mark the next or the previous option; behind the last comes the first."""
        options = len(self._slot.options)
        at = self._picker.marked or 0
        if self._open:
            at = -1 if by > 0 else 0
        if options:
            self._picker.mark((at + by) % options)
            self._open = False

    def claims(self, key: str) -> bool:
        """Letters belong to a long list."""
        return self._picker.typing and is_letter(key) and key.isalpha()

    @property
    def more(self) -> bool:
        """Whether the list goes on beyond its page."""
        return self._picker.more

    @property
    def needle(self) -> str:
        """What was typed to narrow the list down."""
        return self._picker.needle

    @property
    def problem(self) -> Problem | None:
        """Nothing fits what was typed."""
        if self._picker.marked is None:
            return Problem("app.problem.no_match", (("typed", self._picker.needle),))
        return None

    def answer(self) -> Any:
        """The value of the marked option; None where nothing was chosen."""
        marked = self._picker.marked if not self._open else None
        return self._slot.options[marked].value if marked is not None else None

    def summary(self) -> str:
        """The label of the marked option; empty where nothing was chosen."""
        if self._open:
            return ""
        marked = self._picker.marked
        return self._picker.labels[marked] if marked is not None else self._picker.needle

    def lines(self, width: int, height: int) -> list[Text]:
        """The list, with what was typed above it."""
        return typed(self._picker, self._words, width, height)


class SeveralEntry(Entry):
    """Several options, in the order they were chosen where the order matters."""

    def __init__(self, slot: Several, words: Words) -> None:
        self._slot = slot
        self._words = words
        self._picker = Picker([words.option(option) for option in slot.options])
        places = {option.value: n for n, option in enumerate(slot.options)}
        self._chosen: list[int] = [places[value] for value in slot.default if value in places]
        self.hint = "app.hint.several_long" if self._picker.typing else "app.hint.several"

    def press(self, key: str, character: str | None) -> Pressed:
        """Toggle by digit or Space; Enter toggles what was typed, else confirms."""
        index = self._picker.digit(character)
        if index is not None:
            self._toggle(index)
            return Pressed.TAKEN
        marked = self._picker.marked
        if key == "space" or (key == "enter" and self._picker.needle):
            if marked is not None:
                self._toggle(marked)
            return Pressed.TAKEN
        if key == "enter":
            return Pressed.DONE
        if key == "escape" and self._picker.needle:
            self._picker.forget()
            return Pressed.TAKEN
        if key == "backspace" and not self._picker.needle and self._chosen:
            self._chosen.pop()
            return Pressed.TAKEN
        taken = self._picker.move(key) or self._picker.type(key, character)
        return Pressed.TAKEN if taken else Pressed.IGNORED

    def claims(self, key: str) -> bool:
        """Letters belong to a long list."""
        return self._picker.typing and is_letter(key) and key.isalpha()

    @property
    def more(self) -> bool:
        """Whether the list goes on beyond its page."""
        return self._picker.more

    @property
    def problem(self) -> Problem | None:
        """Too few or too many."""
        chosen = len(self._chosen)
        if not self._slot.least <= chosen <= self._slot.most:
            values = (("least", self._slot.least), ("most", self._slot.most), ("chosen", chosen))
            exact = self._slot.least == self._slot.most
            return Problem("app.problem.exactly" if exact else "app.problem.how_many", values)
        return None

    def answer(self) -> Any:
        """The chosen values, in the order of choosing where it matters, else of the list."""
        chosen = self._chosen if self._slot.ordered else sorted(self._chosen)
        return [self._slot.options[index].value for index in chosen]

    def summary(self) -> str:
        """The chosen labels."""
        chosen = self._chosen if self._slot.ordered else sorted(self._chosen)
        labels = [self._picker.labels[index] for index in chosen]
        return ", ".join(labels) or self._words("app.several.none")

    def lines(self, width: int, height: int) -> list[Text]:
        """The list with marks on what is chosen, or its place in the order."""
        marks = []
        for index in range(len(self._slot.options)):
            if index not in self._chosen:
                marks.append("[ ]")
            elif self._slot.ordered:
                marks.append(f"({self._chosen.index(index) + 1})")
            else:
                marks.append("[x]")
        return typed(self._picker, self._words, width, height, tuple(marks))

    def _toggle(self, index: int) -> None:
        if index in self._chosen:
            self._chosen.remove(index)
        elif len(self._chosen) < self._slot.most:
            self._chosen.append(index)
            self._last_follows()
        if self._picker.needle:
            self._picker.forget()

    def _last_follows(self) -> None:
        """Where all are put in order, the last one needs no key."""
        slot, left = self._slot, set(range(len(self._slot.options))) - set(self._chosen)
        if slot.ordered and slot.least == len(slot.options) and len(left) == 1:
            self._chosen.extend(left)


def typed(
    picker: Picker, words: Words, width: int, height: int, marks: tuple[str, ...] = ()
) -> list[Text]:
    """A list, with a line above it where something was typed or the list is too long."""
    if not picker.needle:
        return picker.lines(width, max(1, height), marks)
    above = Text(words("app.typed", typed=picker.needle), "bold")
    return [above, *picker.lines(width, max(1, height - 1), marks)]

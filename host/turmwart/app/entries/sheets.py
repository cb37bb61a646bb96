"""Entries for a short text and for a sheet of rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.text import Text as Line

from turmwart.app.entries.base import ACTIVE, Entry, Pressed, Problem, is_letter
from turmwart.app.entries.choices import ChoiceEntry
from turmwart.app.entries.counts import NumberEntry
from turmwart.app.words import Words
from turmwart.kernel.prompt import Choice, Number, Sheet, Text


class TextEntry(Entry):
    """A short text, typed."""

    hint = "app.hint.text"

    def __init__(self, slot: Text) -> None:
        self._slot = slot
        self._text = slot.default
        self._untouched = True

    def press(self, key: str, character: str | None) -> Pressed:
        """Type; the first letter replaces a default."""
        if key == "enter":
            return Pressed.DONE
        if key == "backspace":
            self._text = self._text[:-1]
        elif key == "right":
            pass
        elif character and character.isprintable():
            before = "" if self._untouched else self._text
            self._text = (before + character)[: self._slot.longest]
        else:
            return Pressed.IGNORED
        self._untouched = False
        return Pressed.TAKEN

    def claims(self, key: str) -> bool:
        """Every letter and sign."""
        return is_letter(key) or key in ("question_mark", "exclamation_mark", "space")

    @property
    def problem(self) -> Problem | None:
        """Never: a text may be empty."""
        return None

    def answer(self) -> Any:
        """The text without blanks at its ends."""
        return self._text.strip()

    def summary(self) -> str:
        """The text."""
        return self._text

    def lines(self, width: int, height: int) -> list[Line]:
        """The text and a mark at its end."""
        line = Line("› ", "bold")
        line.append(self._text[-max(1, width - 4) :], "")
        line.append("_", ACTIVE)
        return [line]


RowEntry = ChoiceEntry | NumberEntry | TextEntry


class SheetEntry(Entry):
    """Several rows, one after another; each a choice, a number or a text."""

    hint = "app.hint.sheet"

    def __init__(self, slot: Sheet, words: Words, label: Callable[[str], str]) -> None:
        self._slot = slot
        self._words = words
        self._labels = [label(row.name) for row in slot.rows]
        self._rows: list[RowEntry] = [_row(row, words) for row in slot.rows]
        self._at = 0

    def press(self, key: str, character: str | None) -> Pressed:
        """Arrows go up and down the rows; Enter goes to the next, behind the last it is done."""
        if not self._rows:
            return Pressed.DONE if key == "enter" else Pressed.IGNORED
        row = self._rows[self._at]
        if key in ("up", "down", "tab", "shift+tab"):
            self._go(self._at + (-1 if key in ("up", "shift+tab") else 1))
            return Pressed.TAKEN
        if isinstance(row, ChoiceEntry) and key in ("left", "right"):
            row.step(-1 if key == "left" else 1)
            return Pressed.TAKEN
        if key == "escape" and self._at > 0 and not getattr(row, "needle", ""):
            self._go(self._at - 1)
            return Pressed.TAKEN
        pressed = row.press(key, character)
        if pressed is not Pressed.DONE:
            return pressed
        if self._row_problem(row) is not None:
            # The form says what is wrong, and stays.
            return Pressed.DONE
        if self._at + 1 < len(self._rows):
            self._go(self._at + 1)
            return Pressed.TAKEN
        return Pressed.DONE

    def claims(self, key: str) -> bool:
        """What the row that is being filled in claims."""
        return bool(self._rows) and self._rows[self._at].claims(key)

    @property
    def problem(self) -> Problem | None:
        """The first row that cannot be taken; an empty number is left out, which may be right."""
        for label, row in zip(self._labels, self._rows, strict=True):
            problem = self._row_problem(row)
            if problem is not None:
                reason = self._words.filled(problem.text_id, problem.values)
                return Problem("app.problem.row", (("row", label), ("reason", reason)))
        return None

    def answer(self) -> Any:
        """Row name -> value; empty rows are left out."""
        named = zip(self._slot.rows, self._rows, strict=True)
        return {row.name: entry.answer() for row, entry in named if entry.answer() is not None}

    def summary(self) -> str:
        """The values in order."""
        return ", ".join(row.summary() or "-" for row in self._rows)

    def lines(self, width: int, height: int) -> list[Line]:
        """The rows around the one that is being filled in, and its options below."""
        if not self._rows:
            return []
        row = self._rows[self._at]
        below: list[Line] = []
        if isinstance(row, ChoiceEntry) and (row.needle or len(self._rows) == 1):
            below = row.lines(width - 4, min(3, max(1, height - 2)))
        room = max(1, height - len(below))
        first = min(max(0, self._at - room // 2), max(0, len(self._rows) - room))
        name = min(max(len(label) for label in self._labels), max(8, width - 24))
        drawn = []
        for index in range(first, min(len(self._rows), first + room)):
            here = index == self._at
            line = Line("› " if here else "  ", "bold")
            line.append(self._labels[index][:name].ljust(name + 2))
            value = self._rows[index].summary()[: max(1, width - name - 8)] or "-"
            if here and isinstance(row, ChoiceEntry):
                value = f"‹ {value} ›"
            elif here:
                value += "_"
            line.append(f" {value} " if here else value, ACTIVE if here else "bold")
            drawn.append(line)
            if here and isinstance(self._rows[index], NumberEntry) and isinstance(row, NumberEntry):
                line.append("  " + row.limits(), "dim")
        return drawn + below

    def _go(self, at: int) -> None:
        self._at = min(max(0, at), len(self._rows) - 1)

    @staticmethod
    def _row_problem(row: RowEntry) -> Problem | None:
        if isinstance(row, NumberEntry) and row.answer() is None:
            return None
        return row.problem


def _row(slot: Choice | Number | Text, words: Words) -> RowEntry:
    if isinstance(slot, Choice):
        return ChoiceEntry(slot, words, open=True)
    if isinstance(slot, Number):
        return NumberEntry(slot, words)
    return TextEntry(slot)

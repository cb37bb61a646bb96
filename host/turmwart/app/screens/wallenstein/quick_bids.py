"""All bids in one line: a digit or a province's code for each player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from turmwart.app.entries.base import ACTIVE, Entry, Pressed, Problem, is_letter
from turmwart.app.entries.pick import plain
from turmwart.app.screens.wallenstein.quick_cards import CARDS, EMPTY, TOWER, columns, found
from turmwart.app.words import Words
from turmwart.kernel.prompt import Choice, Prompt, Sheet

_ID = "app.wallenstein.quick"
_MONEY = {f"{value}": f"money_{value}" for value in range(5)}
_OTHER = {EMPTY: CARDS[EMPTY], TOWER: CARDS[TOWER]}


class BidsEntry(Entry):
    """The bids, clockwise; each goes to the next player by itself, Enter turns all up.

    Args:
        prompt: asks for all bids.
        codes: province -> its two characters.
        words: the language.
    """

    def __init__(self, prompt: Prompt, codes: Mapping[str, str], words: Words) -> None:
        self._words = words
        self._codes = codes
        sheet = prompt.slots[0]
        rows = sheet.rows if isinstance(sheet, Sheet) else ()
        self._rows = [row for row in rows if isinstance(row, Choice)]
        self._names = [str(dict(prompt.values).get(row.name, row.name)) for row in self._rows]
        self._bids: list[str] = []
        self.typed = ""
        self.hint = f"{_ID}.bids.hint"

    @property
    def _labels(self) -> dict[str, str]:
        """Provinces that the player whose bid is entered can have bid."""
        if len(self._bids) == len(self._rows):
            return {}
        row = self._rows[len(self._bids)]
        return {str(o.value): o.label for o in row.options if o.label}

    def press(self, key: str, character: str | None) -> Pressed:
        """A digit is money, letters are a province, minus is no card."""
        sign = character or ""
        if key == "enter":
            if self.typed and len(matches := found(self.typed, self._codes, self._labels)) == 1:
                self._bid(matches[0])
                return Pressed.TAKEN
            return Pressed.DONE
        if key in ("escape", "backspace") and (self.typed or self._bids):
            if self.typed:
                self.typed = "" if key == "escape" else self.typed[:-1]
            else:
                self._bids.pop()
            return Pressed.TAKEN
        if len(self._bids) == len(self._rows):
            return Pressed.IGNORED
        card = {**_MONEY, **_OTHER}.get(sign, "")
        values = {str(option.value) for option in self._rows[len(self._bids)].options}
        if not self.typed and card in values:
            self._bid(card)
            return Pressed.TAKEN
        letter = plain(sign) if sign else ""
        if len(letter) != 1 or not letter.isalnum():
            return Pressed.IGNORED
        self.typed += letter
        exact = [one for one in self._labels if self._codes.get(one) == self.typed]
        if exact:
            self._bid(exact[0])
        return Pressed.TAKEN

    def _bid(self, card: str) -> None:
        self._bids.append(card)
        self.typed = ""

    def claims(self, key: str) -> bool:
        """Every letter while a bid is missing."""
        return is_letter(key) and key.isalpha() and len(self._bids) < len(self._rows)

    @property
    def problem(self) -> Problem | None:
        """A bid is missing, or nothing fits what was typed."""
        if self.typed:
            matches = found(self.typed, self._codes, self._labels)
            text = f"{_ID}.which" if matches else "app.problem.no_match"
            return Problem(text, (("typed", self.typed),))
        if len(self._bids) < len(self._rows):
            return Problem(f"{_ID}.bids.missing", (("player", self._names[len(self._bids)]),))
        return None

    def answer(self) -> Any:
        """Seat -> card."""
        return {row.name: bid for row, bid in zip(self._rows, self._bids, strict=False)}

    def summary(self) -> str:
        """All bids."""
        return ", ".join(self._bids)

    def lines(self, width: int, height: int) -> list[Text]:
        """A line for each player, and the provinces that could be bid."""
        drawn = []
        for n, (name, row) in enumerate(zip(self._names, self._rows, strict=True)):
            here = n == len(self._bids)
            line = Text("› " if here else "  ", "bold").append(name[:18].ljust(20))
            if n < len(self._bids):
                said = {str(o.value): self._words.option(o) for o in row.options}
                line.append(said.get(self._bids[n], self._bids[n]), "bold")
            elif here:
                line.append(f" {self.typed}_ ", ACTIVE)
            drawn.append(line)
        labels = self._labels
        cells = [(self._codes[one], label) for one, label in labels.items() if one in self._codes]
        more = columns(cells, width, max(0, height - len(drawn)), self._words)
        return [*drawn[:height], *more]

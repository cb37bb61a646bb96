"""Choosing from a list: by digit, by arrows, or by typing part of the name."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from rich.text import Text

from turmwart.app.draw import cut
from turmwart.app.entries.base import ACTIVE

DIGITS = 9
"""Lists up to this long are answered by a digit alone; longer ones may be typed into."""
_NUMBERS = "1234567890"
"""What stands before the first, second.. of a list."""
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def plain(text: str) -> str:
    """Lower case without accents, for comparing."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def rank(label: str, needle: str) -> int | None:
    """How well typed letters fit a label: 0 (begins so) to 4 (in this order); None: not."""
    best: int | None = None
    for form in {plain(label), plain(label.casefold().translate(_UMLAUTS))}:
        found = _rank(form, plain(needle))
        if found is not None and (best is None or found < best):
            best = found
    return best


def _rank(label: str, needle: str) -> int | None:
    words = label.replace("-", " ").split()
    if label.startswith(needle):
        return 0
    if any(word.startswith(needle) for word in words):
        return 1
    if "".join(word[0] for word in words).startswith(needle):
        return 2
    if needle in label:
        return 3
    letters = iter(label)
    return 4 if all(letter in letters for letter in needle) else None


class Picker:
    """A list of labels with a mark on one of them and what was typed to narrow it down."""

    def __init__(self, labels: Sequence[str], at: int = 0) -> None:
        self.labels = tuple(labels)
        self.needle = ""
        self._at = at
        self._per_page = DIGITS
        self._order: tuple[int, ...] = tuple(range(len(self.labels)))

    @property
    def typing(self) -> bool:
        """Whether letters narrow the list down."""
        return len(self.labels) > DIGITS

    @property
    def marked(self) -> int | None:
        """Index of the marked label; None where nothing fits what was typed."""
        return self._order[self._at] if self._order else None

    def mark(self, index: int) -> None:
        """Put the mark on the label with this index."""
        self.forget()
        self._at = index

    def forget(self) -> None:
        """Show the whole list again, the mark where it was."""
        marked = self.marked
        self.needle = ""
        self._order = tuple(range(len(self.labels)))
        self._at = marked if marked is not None else 0

    def move(self, key: str) -> bool:
        """Move the mark by an arrow key; False for any other key."""
        steps = {"up": -1, "down": 1, "pageup": -self._per_page, "pagedown": self._per_page}
        if key in steps:
            last = max(0, len(self._order) - 1)
            self._at = min(last, max(0, self._at + steps[key]))
            return True
        if key in ("home", "end"):
            self._at = 0 if key == "home" else max(0, len(self._order) - 1)
            return True
        return False

    def type(self, key: str, character: str | None) -> bool:
        """Narrow the list down by a letter, or take one back; False for any other key."""
        if key == "backspace" and self.needle:
            self._narrow(self.needle[:-1])
            return True
        if not self.typing or not character or not (character.isalpha() or character in "-'."):
            return False
        self._narrow(self.needle + character)
        return True

    def digit(self, character: str | None) -> int | None:
        """Index of the label that bears this digit now, 0 for the tenth; None: there is none."""
        if not character or character not in "1234567890":
            return None
        place = self._first + _NUMBERS.index(character)
        return self._order[place] if place < len(self._order) else None

    def lines(self, width: int, height: int, marks: Sequence[str] = ()) -> list[Text]:
        """Draw the list in columns, the page with the mark on it.

        Args:
            width: in characters.
            height: in lines, at least 1.
            marks: what stands before each label, such as ``"[x]"``; by index.
        """
        cells = [
            f"{marks[index]} {self.labels[index]}" if marks else self.labels[index]
            for index in self._order
        ]
        cell = max((len(c) for c in cells), default=0) + 5
        columns = max(1, min(width // cell, -(-len(cells) // max(1, height))))
        rows = max(1, min(height, -(-len(cells) // columns)))
        self._per_page = rows * columns
        first = self._first
        drawn = [Text() for _ in range(rows)]
        for place in range(first, min(len(cells), first + self._per_page)):
            line = drawn[(place - first) % rows]
            number = _NUMBERS[place - first] if place - first < len(_NUMBERS) else " "
            mark = "›" if place == self._at else " "
            label = cut(cells[place], max(1, width - 4))
            line.append(f"{mark}{number} ", "bold")
            line.append(label, ACTIVE if place == self._at else "")
            line.append(" " * max(0, cell - 3 - len(label)))
        return drawn

    @property
    def more(self) -> bool:
        """Whether the list goes on beyond the page that is drawn."""
        return len(self._order) > self._per_page

    @property
    def _first(self) -> int:
        return self._at // self._per_page * self._per_page

    def _narrow(self, needle: str) -> None:
        self.needle = needle
        ranked = [
            (found, index)
            for index, label in enumerate(self.labels)
            if (found := rank(label, needle)) is not None
        ]
        self._order = tuple(index for _, index in sorted(ranked))
        self._at = 0

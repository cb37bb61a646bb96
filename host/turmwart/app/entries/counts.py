"""Entries for a number, for cubes by colour and for dice."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from turmwart.app.draw import block
from turmwart.app.entries.base import ACTIVE, Entry, Pressed, Problem
from turmwart.app.words import Words
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.prompt import CubeCount, DiceThrow, Number

_LONGEST_NUMBER = 6
_TWO_DIGITS = 99


class NumberEntry(Entry):
    """A whole number: typed, or stepped from its default."""

    hint = "app.hint.number"

    def __init__(self, slot: Number, words: Words) -> None:
        self._slot = slot
        self._words = words
        default = slot.default
        if default is None and slot.least is not None and slot.least == slot.most:
            default = slot.least
        self._digits = "" if default is None else str(default)
        self._untouched = True

    def press(self, key: str, character: str | None) -> Pressed:
        """Type digits, step by plus and minus or the arrows, Enter confirms."""
        if key == "enter":
            return Pressed.DONE
        if character and character in "0123456789":
            digits = character if self._untouched else self._digits + character
            self._set(digits[:_LONGEST_NUMBER])
            return Pressed.TAKEN
        if key == "backspace":
            self._set("" if self._untouched else self._digits[:-1])
            return Pressed.TAKEN
        step = {"+": 1, "-": -1}.get(character or "", {"up": 1, "down": -1}.get(key, 0))
        if step:
            self._step(step)
            return Pressed.TAKEN
        return Pressed.IGNORED

    @property
    def problem(self) -> Problem | None:
        """No number yet, or one outside the limits."""
        if not self._digits:
            return Problem("app.problem.no_number")
        number = int(self._digits)
        least, most = self._slot.least, self._slot.most
        if least is not None and number < least:
            return Problem("app.problem.too_small", (("least", least),))
        if most is not None and number > most:
            return Problem("app.problem.too_big", (("most", most),))
        return None

    def answer(self) -> Any:
        """The number; None where nothing was typed."""
        return int(self._digits) if self._digits else None

    def summary(self) -> str:
        """The number as typed."""
        return self._digits

    def lines(self, width: int, height: int) -> list[Text]:
        """The number and its limits."""
        line = Text().append("› ", "bold")
        line.append(f" {self._digits or ' '} ", ACTIVE)
        line.append(f"  {self.limits()}", "dim")
        return [line]

    def limits(self) -> str:
        """The limits in words; empty where there are none."""
        least, most = self._slot.least, self._slot.most
        if least is not None and most is not None:
            return self._words("app.limits.both", least=least, most=most)
        if least is not None:
            return self._words("app.limits.least", least=least)
        if most is not None:
            return self._words("app.limits.most", most=most)
        return ""

    def _set(self, digits: str) -> None:
        self._digits = digits
        self._untouched = False

    def _step(self, by: int) -> None:
        least, most = self._slot.least, self._slot.most
        number = int(self._digits) + by if self._digits else least or 0
        if least is not None:
            number = max(least, number)
        if most is not None:
            number = min(most, number)
        self._digits = str(number)
        self._untouched = True


class CubesEntry(Entry):
    """Cubes by colour: a letter goes to a colour, then a digit, plus or minus.

    A colour without cubes has one as soon as its letter is pressed, and one more with each further
    press: most counts of a throw are so small.
    """

    hint = "app.hint.cubes"

    def __init__(self, slot: CubeCount, words: Words, start: Cubes | None = None) -> None:
        self._slot = slot
        self._words = words
        # Where the most is hidden, so is which colours there are, and what is too much.
        listed = slot.colours if slot.hidden else slot.bounds
        self.colours = tuple(dict.fromkeys((*listed, *slot.expected)))
        self._counts = dict((start or Cubes()).counts)
        self._at = 0
        self._fresh = True
        self._letter = ""
        self.touched = False

    def press(self, key: str, character: str | None) -> Pressed:
        """Go to a colour and change its count."""
        if not self.claims(key):
            self._letter = ""
        if key == "enter":
            return Pressed.DONE
        if key in ("up", "down") and self.colours:
            self._go((self._at + (1 if key == "down" else -1)) % len(self.colours))
            return Pressed.TAKEN
        step = {"+": 1, "-": -1}.get(character or "", {"right": 1, "left": -1}.get(key, 0))
        if step and self.colours:
            self._set(max(0, self.count(self.marked) + step))
            self._fresh = True
            return Pressed.TAKEN
        if key == "backspace" and self.colours:
            self._set(self.count(self.marked) // 10)
            return Pressed.TAKEN
        if character and character in "0123456789" and self.colours:
            longer = self.count(self.marked) * 10 + int(character)
            fits = not self._fresh and longer <= self._most(self.marked)
            self._set(longer if fits else int(character))
            self._fresh = False
            return Pressed.TAKEN
        if self.claims(key):
            letters = [self._words.letter(colour).casefold() for colour in self.colours]
            again = key == self._letter
            self._go(letters.index(key.casefold()))
            if again or not self.count(self.marked):
                self._set(self.count(self.marked) + 1)
            self._letter = key
            return Pressed.TAKEN
        return Pressed.IGNORED

    def claims(self, key: str) -> bool:
        """Letters of its colours."""
        return key.casefold() in {self._words.letter(c).casefold() for c in self.colours}

    def offer(self, cubes: Cubes) -> None:
        """Take over what the witnesses say; what was typed stays."""
        if not self.touched:
            self._counts = cubes.as_dict()
            extra = [colour for colour in cubes if colour not in self.colours]
            self.colours = (*self.colours, *extra)

    def take(self, cubes: Cubes) -> None:
        """Take a count as if it had been typed."""
        self.touched = False
        self.offer(cubes)
        self.touched = True

    @property
    def marked(self) -> str:
        """The colour whose count a key would change; empty where there is none."""
        return self.colours[self._at] if self.colours else ""

    def count(self, colour: str) -> int:
        """The count of one colour."""
        return self._counts.get(colour, 0)

    @property
    def cubes(self) -> Cubes:
        """All counts together."""
        return Cubes.from_counts(self._counts)

    @property
    def problem(self) -> Problem | None:
        """More cubes of a colour than can be there."""
        for colour in self.colours:
            most = self._most(colour)
            if self.count(colour) > most and not self._slot.hidden:
                values = (("colour", self._words.colour(colour)), ("most", most))
                return Problem("app.problem.too_many_cubes", values)
        return None

    def answer(self) -> Any:
        """Colour -> count."""
        return self.cubes.as_dict()

    def summary(self) -> str:
        """The cubes in words."""
        return self._words.cubes(self.cubes)

    def lines(self, width: int, height: int) -> list[Text]:
        """One line for each colour: letter, name, count, blocks."""
        drawn = []
        name = max((len(self._words.colour(colour)) for colour in self.colours), default=0)
        for colour in self.colours:
            here = colour == self.marked
            line = Text().append("› " if here else "  ", "bold")
            line.append(f"{self._words.letter(colour)} ", "bold")
            line.append(self._words.colour(colour).ljust(name + 1))
            line.append(f" {self.count(colour):>2} ", ACTIVE if here else "bold")
            line.append(" ")
            most = self._words("app.limits.most", most=self._slot.bounds[colour])
            limit = "" if self._slot.hidden else f"  {most}"
            room = max(0, (width - name - 10 - len(limit)) // 3)
            for _ in range(min(self.count(colour), room)):
                line.append_text(block(colour, self._words))
            line.append(limit, "dim")
            drawn.append(line)
        return drawn[:height]

    def _most(self, colour: str) -> int:
        return _TWO_DIGITS if self._slot.hidden else self._slot.bounds[colour]

    def _go(self, at: int) -> None:
        self._at = at
        self._fresh = True

    def _set(self, count: int) -> None:
        self._counts[self.marked] = count
        self.touched = True


class DiceEntry(Entry):
    """The values of dice, typed one after another."""

    def __init__(self, slot: DiceThrow, words: Words) -> None:
        self._slot = slot
        self.hint = "app.hint.dice_rolls" if slot.rolls else "app.hint.dice"
        self._words = words
        self._values: list[int] = []
        self._open = ""

    def press(self, key: str, character: str | None) -> Pressed:
        """A digit is a die; with more than nine sides Space ends a value."""
        if key == "enter":
            self._close()
            return Pressed.DONE
        if character and character in "0123456789":
            self._open += character
            if self._slot.sides <= 9 or len(self._open) == len(str(self._slot.sides)):
                self._close()
            return Pressed.TAKEN
        if key == "space":
            self._close()
            return Pressed.TAKEN
        if key == "backspace":
            if self._open:
                self._open = self._open[:-1]
            elif self._values:
                self._values.pop()
            return Pressed.TAKEN
        return Pressed.IGNORED

    @property
    def problem(self) -> Problem | None:
        """A wrong number of dice; none at all where the table's rolls are asked then."""
        if self._slot.rolls and not self._values:
            return None
        if len(self._values) != self._slot.count:
            values = (("count", self._slot.count), ("found", len(self._values)))
            return Problem("app.problem.how_many_dice", values)
        return None

    def answer(self) -> Any:
        """The values in the order they were typed."""
        return list(self._values)

    def summary(self) -> str:
        """The values."""
        return " ".join(str(value) for value in self._values)

    def lines(self, width: int, height: int) -> list[Text]:
        """The dice thrown, and the places still free."""
        line = Text().append("› ", "bold")
        for value in self._values:
            line.append(f"[{value}]", "bold")
        if self._open:
            line.append(f"[{self._open}_]", ACTIVE)
        free = self._slot.count - len(self._values) - bool(self._open)
        line.append("[ ]" * max(0, free), "dim")
        line.append("  " + self._words("app.dice", count=self._slot.count, sides=self._slot.sides))
        return [line]

    def _close(self) -> None:
        value = int(self._open) if self._open else 0
        self._open = ""
        # One die too many is kept and refused: nobody knows which of them is not meant.
        if 1 <= value <= self._slot.sides:
            self._values.append(value)

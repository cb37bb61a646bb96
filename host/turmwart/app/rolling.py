"""What is entered for a roll: the camera's dice, corrected by two keys, or typed ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from turmwart.app.doors import Camera, Sight
from turmwart.table.dealer import Dealer
from turmwart.table.rolls import CAMERA, HAND, Refusal, Roll, answer, check, undo

Keep = Callable[[Sight, tuple[tuple[int, int], ...]], int]
"""Stores a picture with its corrections; gives the id of the evidence."""


@dataclass(slots=True)
class Rolling:
    """A roll that is being entered; knows no screen.

    Attributes:
        roll: with the throws that were accepted.
        camera: that watches; None where there is none, or it cannot read such dice.
        keep: stores an accepted picture.
        typing: whether values are typed.
        typed: what was typed.
        refusal: why the last Enter did nothing.
    """

    roll: Roll
    camera: Camera | None
    keep: Keep
    dealer: Dealer
    typing: bool = False
    typed: str = ""
    refusal: Refusal | None = None
    _corrections: tuple[tuple[int, int], ...] = ()
    _corrected: int = 0
    _picked: int = 0
    _picked_in: int = 0
    _refused: int = 0
    _forgotten: int = 0
    """After how many throws the camera's dice were booked last; 0: after none of this roll."""

    def __post_init__(self) -> None:
        self.typing = self.camera is None

    @property
    def sight(self) -> Sight | None:
        """What the camera shows now."""
        return None if self.camera is None else self.camera.seen

    @property
    def corrections(self) -> tuple[tuple[int, int], ...]:
        """(place, value) of the dice corrected in what the camera shows now."""
        sight = self.sight
        # Another picture has other dice: what was corrected belongs to the one before.
        return self._corrections if sight and sight.number == self._corrected else ()

    @property
    def die(self) -> int:
        """Number of the die whose value comes next; 0: none."""
        # Another picture has other dice, perhaps fewer.
        return self._picked if self._picked_in == self._number else 0

    @property
    def typed_values(self) -> tuple[int, ...]:
        """The values typed so far."""
        if self.roll.request.chance > 9:
            return tuple(int(word) for word in self.typed.split())
        return tuple(int(digit) for digit in self.typed)

    @property
    def values(self) -> tuple[int, ...]:
        """The values that Enter would take."""
        if self.typing:
            return self.typed_values
        corrected = dict(self.corrections)
        seen = self.sight.values if self.sight else ()
        return tuple(corrected.get(place, value) for place, value in enumerate(seen))

    @property
    def problem(self) -> Refusal | None:
        """Why Enter would do nothing, as far as it is worth saying before it is pressed."""
        # What was said to another picture does not hold for the one that lies there now.
        if self.refusal is not None and (self.typing or self._refused == self._number):
            return self.refusal
        if self.typing or self.sight is None:
            return None
        return check(self.roll, self.values)

    def press(self, key: str, character: str | None) -> bool:
        """Take a key; whether it meant something here."""
        if character and character in "0123456789":
            self.refusal = None
            if self.typing:
                self.typed += character
            else:
                self._correct(int(character))
            return True
        if key == "space" and self.typing and self.roll.request.chance > 9:
            self.typed += " "
            return True
        if key == "backspace" and (self.typing or self.die):
            self.refusal = None
            self.typed, self._picked = self.typed[:-1], 0
            return True
        if key == "enter":
            self.accept()
            return True
        return False

    def accept(self) -> None:
        """Take the values as the next throw, or say why not."""
        self._picked = 0
        if self.typing:
            self._book(answer(self.roll, self.typed_values, HAND))
            return
        camera, sight = self.camera, self.sight
        if camera is None or sight is None:
            self._refuse(Refusal("count", self.roll.expected, 0))
            return
        self._refuse(check(self.roll, self.values))
        if self.refusal is None:
            row = self.keep(sight, self.corrections)
            taken = answer(self.roll, sight.values, CAMERA, (row,), self.corrections)
            self._book(taken)

    def type_instead(self) -> None:
        """Type the values; where the camera is, a second time goes back to it."""
        self.typing = self.camera is None or not self.typing
        self.typed, self._picked, self.refusal = "", 0, None

    def roll_for_us(self) -> None:
        """Let the dealer make the next throw."""
        self._book(self.dealer.throw(self.roll))

    def undo(self) -> None:
        """Take the last throw back; its dice, where they still lie there, are on offer again."""
        if self._forgotten == len(self.roll.throws):
            self._recall()
        self._take(undo(self.roll))

    def leave(self) -> None:
        """Give the roll up: dice booked for it are on offer again."""
        self._recall()

    def _book(self, taken: Roll | Refusal) -> None:
        self._take(taken)
        # Typed or rolled by the dealer: the dice that lie there are this throw, and no other one.
        if taken is self.roll and self.camera is not None and self.camera.forget():
            self._forgotten = len(self.roll.throws)

    def _recall(self) -> None:
        if self.camera is not None and self._forgotten:
            self.camera.recall()
        self._forgotten = 0

    def _take(self, taken: Roll | Refusal) -> None:
        if isinstance(taken, Refusal):
            self._refuse(taken)
            return
        self.roll, self.typed, self._picked, self.refusal = taken, "", 0, None

    @property
    def _number(self) -> int:
        """Of the picture that lies there now; 0: none does."""
        return self.sight.number if self.sight else 0

    def _refuse(self, refusal: Refusal | None) -> None:
        self.refusal, self._refused = refusal, self._number

    def _correct(self, digit: int) -> None:
        sight = self.sight
        if sight is None:
            return
        if self.die == 0:
            if 1 <= digit <= len(sight.values):
                self._picked, self._picked_in = digit, sight.number
            else:
                self._refuse(Refusal("die", len(sight.values), digit))
            return
        if not 1 <= digit <= self.roll.request.chance:
            self._refuse(Refusal("value", self.roll.request.chance, digit))
            return
        kept = {place: value for place, value in self.corrections if place != self.die - 1}
        if sight.values[self.die - 1] != digit:
            kept[self.die - 1] = digit
        self._corrections, self._corrected = tuple(sorted(kept.items())), sight.number
        self._picked = 0

"""Rolls that a game asked for: their throws, who saw them, corrections.

Pure values: each function gives a new roll. What was thrown is kept as it was seen; a correction
stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from turmwart.kernel.chance import RollRequest

DICE_IN_BOX = 6
CAMERA, HAND, DEALER = "camera", "hand", "dealer"
WITNESSES = (CAMERA, HAND, DEALER)


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice thrown at once.

    Attributes:
        values: as the witness said, in its order.
        witness: CAMERA, HAND (typed) or DEALER.
        evidence: ids of the journal's evidence.
        corrections: (place from 0, value) of each die that the table corrected, by place.
    """

    values: tuple[int, ...]
    witness: str
    evidence: tuple[int, ...] = ()
    corrections: tuple[tuple[int, int], ...] = ()

    @property
    def dice(self) -> tuple[int, ...]:
        """The values that hold."""
        corrected = dict(self.corrections)
        return tuple(corrected.get(place, value) for place, value in enumerate(self.values))


@dataclass(frozen=True, slots=True)
class Rolled:
    """A die of a roll, as an observation.

    Attributes:
        stream: of the request.
        index: within the stream.
        value: that holds.
        witness: who said so; HAND for a die the table corrected.
        evidence: ids of the journal's evidence.
    """

    stream: str
    index: int
    value: int
    witness: str
    evidence: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """What was shown or typed is no throw of this roll; nothing changed.

    Attributes:
        code: ``"count"``, ``"value"``, ``"complete"`` or ``"die"``.
        expected: dice, or the highest value, or the highest number of a die.
        saw: what came instead.
    """

    code: str
    expected: int
    saw: int

    @property
    def text_id(self) -> str:
        """Id of its words, with ``expected`` and ``saw``."""
        return f"dice.refusal.{self.code}"


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice that a game asked for.

    Attributes:
        id: of the roll, such as ``combat/7``; the same when it is asked again after an undo.
        request: what the game asked for.
        box: how many dice are thrown at once, at most.
        throws: so far, oldest first.
    """

    id: str
    request: RollRequest
    box: int = DICE_IN_BOX
    throws: tuple[Throw, ...] = ()

    @property
    def values(self) -> tuple[int, ...]:
        """The dice that were thrown, in order, corrected."""
        return tuple(value for throw in self.throws for value in throw.dice)

    @property
    def missing(self) -> int:
        """Dice that are still to be thrown."""
        return self.request.count - sum(len(throw.values) for throw in self.throws)

    @property
    def expected(self) -> int:
        """Dice of the next throw; 0 when the roll is complete."""
        return min(self.box, self.missing)

    @property
    def complete(self) -> bool:
        """Whether every die was thrown."""
        return self.missing == 0

    @property
    def throws_in_all(self) -> int:
        """Into how many throws the roll is split."""
        return len(self.throws) + -(-self.missing // self.box)

    def observed(self) -> Iterator[Rolled]:
        """Each die with who saw it, in the order of the stream."""
        index = self.request.index
        for throw in self.throws:
            corrected = {place for place, _ in throw.corrections}
            for place, value in enumerate(throw.dice):
                witness = HAND if place in corrected else throw.witness
                yield Rolled(self.request.stream, index, value, witness, throw.evidence)
                index += 1


def roll_of(request: RollRequest, box: int = DICE_IN_BOX) -> Roll:
    """The empty roll for a request.

    Args:
        request: at least one die with at least two sides.
        box: how many dice the box holds, > 0.

    Raises:
        ValueError: fewer; the message names them.
    """
    if request.count < 1 or request.chance < 2 or box < 1:
        raise ValueError(f"no dice to roll: {request}, box of {box}")
    name = f"{request.stream}/{request.index}"
    return Roll(f"{name}/{request.kind}" if request.kind else name, request, box)


def check(roll: Roll, values: Sequence[int]) -> Refusal | None:
    """Why ``values`` are not the next throw of ``roll``; None where they are."""
    if roll.complete:
        return Refusal("complete", 0, len(values))
    if len(values) != roll.expected:
        return Refusal("count", roll.expected, len(values))
    wrong = [value for value in values if not 1 <= value <= roll.request.chance]
    return Refusal("value", roll.request.chance, wrong[0]) if wrong else None


def answer(
    roll: Roll,
    values: Sequence[int],
    witness: str,
    evidence: Sequence[int] = (),
    corrections: Sequence[tuple[int, int]] = (),
) -> Roll | Refusal:
    """Take the next throw.

    Args:
        roll: not complete.
        values: as many as ``roll.expected``.
        witness: CAMERA, HAND or DEALER.
        evidence: ids of the journal's evidence.
        corrections: (place from 0, value) of dice that the table had to correct.

    Raises:
        ValueError: another witness.
    """
    if witness not in WITNESSES:
        raise ValueError(f"witness must be one of {', '.join(WITNESSES)}, got {witness}")
    refused = check(roll, values)
    if refused is not None:
        return refused
    taken = replace(roll, throws=(*roll.throws, Throw(tuple(values), witness, tuple(evidence))))
    start = len(roll.values)
    for place, value in corrections:
        corrected = correct(taken, start + place + 1, value)
        if isinstance(corrected, Refusal):
            return corrected
        taken = corrected
    return taken


def correct(roll: Roll, die: int, value: int) -> Roll | Refusal:
    """Correct a die.

    Args:
        roll: with at least that many dice thrown.
        die: its number, from 1, counted over all throws.
        value: what it really shows; what was seen first takes the correction back.
    """
    count = len(roll.values)
    if not 1 <= die <= count:
        return Refusal("die", count, die)
    if not 1 <= value <= roll.request.chance:
        return Refusal("value", roll.request.chance, value)
    throws = list(roll.throws)
    place = die - 1
    for n, throw in enumerate(throws):
        if place < len(throw.values):
            kept = {at: seen for at, seen in throw.corrections if at != place}
            if throw.values[place] != value:
                kept[place] = value
            throws[n] = replace(throw, corrections=tuple(sorted(kept.items())))
            break
        place -= len(throw.values)
    return replace(roll, throws=tuple(throws))


def undo(roll: Roll) -> Roll:
    """Take the last throw back, with its corrections; a roll without throws stays as it is."""
    return replace(roll, throws=roll.throws[:-1])


class Answers:
    """The rolls given for a command so far: a ``kernel.chance.Roll`` that knows its witnesses."""

    def __init__(self) -> None:
        self._rolled: dict[tuple[str, int], Rolled] = {}

    def __call__(self, stream: str, index: int, chance: int) -> int | None:
        """The value of a roll, or None while nobody has rolled."""
        rolled = self._rolled.get((stream, index))
        return None if rolled is None or rolled.value > chance else rolled.value

    def witness(self, stream: str, index: int) -> str:
        """Who saw a roll; empty where it was not given."""
        rolled = self._rolled.get((stream, index))
        return "" if rolled is None else rolled.witness

    def take(self, roll: Roll) -> None:
        """All dice of a roll that were thrown; what was given before for the same is replaced."""
        for rolled in roll.observed():
            self._rolled[rolled.stream, rolled.index] = rolled

    @property
    def evidence(self) -> tuple[int, ...]:
        """Ids of the evidence that the rolls rest on, each once, oldest first."""
        return tuple(sorted({row for rolled in self._rolled.values() for row in rolled.evidence}))

    def clear(self) -> None:
        """The command was carried out; the next one begins without rolls."""
        self._rolled.clear()

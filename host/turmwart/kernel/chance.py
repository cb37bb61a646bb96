"""How a game asks for chance, which it may not make itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RollRequest:
    """A command needs a roll that nobody has given yet.

    Attributes:
        stream: name of the sequence of rolls, such as ``"combat"``.
        index: which roll of the stream, from 0.
        chance: how many equally likely values, 1..chance.
        count: how many dice of this kind are rolled together: the rolls ``index`` to
            ``index + count - 1`` of the stream.
        kind: which dice, where a game has several that differ in more than their sides, such as
            ``"red"``; empty where all are alike.
    """

    stream: str
    index: int
    chance: int
    count: int = 1
    kind: str = ""


Roll = Callable[[str, int, int], int | None]
"""``roll(stream, index, chance)``: the value 1..chance, or None while nobody has rolled."""


def witness_of(roll: Roll, stream: str, index: int) -> str:
    """Who saw a roll that was given: ``camera``, ``hand`` or ``dealer``.

    Empty where it was not given, or by a plain function.
    """
    witness: Callable[[str, int], str] | None = getattr(roll, "witness", None)
    return "" if witness is None else witness(stream, index)


def no_rolls(stream: str, index: int, chance: int) -> int | None:
    """The roll function where nothing has been rolled."""
    del stream, index, chance
    return None

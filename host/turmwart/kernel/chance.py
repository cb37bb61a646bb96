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
    """

    stream: str
    index: int
    chance: int


Roll = Callable[[str, int, int], int | None]
"""``roll(stream, index, chance)``: the value 1..chance, or None while nobody has rolled."""


def no_rolls(stream: str, index: int, chance: int) -> int | None:
    """The roll function where nothing has been rolled."""
    del stream, index, chance
    return None

"""Cubes as words of a command line: ``blue=4,red=1``, made into data."""

from __future__ import annotations

from turmwart.errors import InputError
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.numbers import is_number

NONE = "none"
"""Says that there are no cubes."""
MOST = 62
"""No colour has more cubes than that."""


def read_cubes(option: str, text: str) -> Cubes:
    """Cubes as ``blue=4,red=1``, or ``none``.

    Args:
        option: what they were given for, to name it where they cannot be read.
        text: as it was given.

    Raises:
        InputError: it cannot be understood.
    """
    if text.strip() == NONE:
        return Cubes()
    counts: dict[str, int] = {}
    for part in text.split(","):
        colour, equals, number = (piece.strip() for piece in part.partition("="))
        whole = number.isascii() and is_number(number) and int(number) <= MOST
        if not colour or not equals or not whole or colour in counts:
            raise InputError("cli.cubes.bad", option=option, part=part.strip() or '""', most=MOST)
        counts[colour] = int(number)
    return Cubes.from_counts(counts)

"""Percentile rolls from dice at the table."""

from __future__ import annotations

from turmwart.kernel.numbers import is_number

MOST = 100


def percentile(tens: int, ones: int) -> int:
    """The value of two ten-sided dice; 00 is 100.

    Args:
        tens: 0 to 9.
        ones: 0 to 9.

    Raises:
        ValueError: a die shows something else.

    Rule: K-CHANCE-5.
    """
    if not 0 <= tens <= 9 or not 0 <= ones <= 9:
        raise ValueError(f"ten-sided dice show 0 to 9, not {tens} and {ones}")
    return 10 * tens + ones or MOST


def from_die(sides: int, face: int, chance: int) -> int:
    """The percentile value that stands for one d20 or d10, where the chance allows it.

    Args:
        sides: 20 or 10.
        face: 1 to ``sides``.
        chance: of the roll, in percent: a multiple of 5 for a d20, of 10 for a d10.

    Raises:
        ValueError: the die cannot be used for this chance, or cannot show this face.

    Rule: K-CHANCE-6.
    """
    if sides not in (10, 20):
        raise ValueError(f"a d20 or a d10 may stand for percentile dice, not a d{sides}")
    step = MOST // sides
    if chance % step:
        raise ValueError(f"a chance of {chance} needs percentile dice, not a d{sides}")
    if not 1 <= face <= sides:
        raise ValueError(f"a d{sides} shows 1 to {sides}, not {face}")
    return step * face


def typed(word: str, chance: int | None) -> int:
    """The value of a typed roll: ``37``, ``00`` for 100, ``d20:7`` or ``d10:3``.

    Args:
        word: as typed.
        chance: of the roll, in percent; None: nobody may know it, and no other dice will do.

    Raises:
        ValueError: it is none.

    Rule: K-CHANCE-5, K-CHANCE-6, K-CHANCE-9.
    """
    die, _, face = word.lower().partition(":")
    one_die = die.startswith("d") and is_number(die[1:]) and is_number(face)
    if one_die and chance is not None:
        return from_die(int(die[1:]), int(face), chance)
    if word == "00":
        return MOST
    if is_number(word) and 1 <= int(word) <= MOST:
        return int(word)
    known = "1 to 100, or 00" if chance is None else "1 to 100, 00, d20:7 or d10:3"
    raise ValueError(f"{word!r} is no percentile roll: {known}")

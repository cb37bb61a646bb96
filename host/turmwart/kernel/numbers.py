"""Whole numbers as people type them."""

from __future__ import annotations

MOST_DIGITS = 9
"""No number of a game has more; of thousands of digits Python makes none."""


def is_number(text: str) -> bool:
    """Whether a text is a whole number, without a sign, that ``int`` reads."""
    return text.isdecimal() and len(text) <= MOST_DIGITS

"""Short codes: two characters for a name, one for a place in a list."""

from __future__ import annotations

import string
from collections.abc import Iterable, Sequence

from turmwart.app.entries.pick import plain

PLACES = "123456789" + string.ascii_lowercase
"""What is typed for the first, second.. of a list."""


def name_codes(names: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Two characters for each name, no two alike: its first letter and one that follows.

    Args:
        names: id and name; who comes first has the first choice, so the order must be the same
            every time for the codes to stay.

    Returns:
        Id to code.
    """
    codes: dict[str, str] = {}
    taken: set[str] = set()
    for one, name in names:
        letters = [c for c in plain(name) if c in string.ascii_lowercase + string.digits]
        first = letters[0] if letters else "x"
        rest = [c for c in letters[1:] if c in string.ascii_lowercase]
        if letters and letters[-1] in string.digits:
            rest.insert(0, letters[-1])
        wishes = (first + c for c in (*rest, *string.ascii_lowercase, *string.digits))
        codes[one] = next(code for code in wishes if code not in taken)
        taken.add(codes[one])
    return codes


def place_codes(count: int) -> tuple[str, ...]:
    """Codes for the places of a list: one character each, two where the list is too long."""
    if count <= len(PLACES):
        return tuple(PLACES[:count])
    pairs = (a + b for a in PLACES for b in PLACES)
    return tuple(next(pairs) for _ in range(count))


def matching(codes: Sequence[str], typed: str) -> tuple[int, ...]:
    """Places of the codes that begin with what was typed."""
    return tuple(n for n, code in enumerate(codes) if code.startswith(typed))

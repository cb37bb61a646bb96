"""Codes of converted outsiders: a letter for the kind of bonus, digits for the points."""

from __future__ import annotations

import re

from turmwart.games.paladins.board import Board
from turmwart.games.paladins.state import OUTSIDERS_MOST, Outsider

_CODE = re.compile(r"([a-z])(\d*)")
_TEXT = re.compile(r"(?:[a-z]\d*\s*)*")


def outsiders_of(board: Board, text: str) -> tuple[Outsider, ...] | None:
    """Outsiders as they are typed: ``f j s2 x4``, blanks mean nothing; None: not to be read.

    A letter without digits stands for what is printed for its kind; where nobody knows that,
    and where the points are typed, digits are needed.

    Rule: P-END-6.
    """
    typed = text.strip().lower()
    if _TEXT.fullmatch(typed) is None:
        return None
    kinds = {one.code: one for one in board.bonuses}
    found = []
    for letter, digits in _CODE.findall(typed):
        kind = kinds.get(letter)
        if kind is None or (not digits and not kind.points):
            return None
        found.append(Outsider(kind.kind, int(digits) if digits else kind.points))
    return tuple(found) if len(found) <= OUTSIDERS_MOST else None


def coded(board: Board, outsiders: tuple[Outsider, ...]) -> str:
    """The inverse of ``outsiders_of``; outsiders of no known kind are left out."""
    words = []
    for one in outsiders:
        if one.kind:
            kind = board.bonus(one.kind)
            words.append(kind.code + ("" if one.points == kind.points else str(one.points)))
    return " ".join(words)

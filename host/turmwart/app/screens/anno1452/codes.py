"""Short codes of regions and cards."""

from __future__ import annotations

from turmwart.app.codes import matching, name_codes, place_codes
from turmwart.games.anno1452.board import Board

__all__ = ["card_codes", "matching", "name_codes", "place_codes", "region_codes"]

_NEVER_PLAYED = ("crown", "instant", "shuffle")


def region_codes(board: Board) -> dict[str, str]:
    """Codes of all regions, by their names on the board."""
    return name_codes((facts.id, facts.label or facts.id) for facts in board.regions)


def card_codes(board: Board) -> dict[str, str]:
    """Codes of all cards that can be played, by their titles; of equal cards by their number."""
    return name_codes(
        (card.id, _card_name(card.id, card.kind))
        for card in board.cards
        if card.kind not in _NEVER_PLAYED
    )


def _card_name(card: str, kind: str) -> str:
    return kind + card[-1] if card[-1].isdigit() else card.partition("-")[2]

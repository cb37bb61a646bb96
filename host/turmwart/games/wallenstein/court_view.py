"""What the screens show of the Imperial Court; all of it lies open on the table."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.wallenstein.board import FAVOR_FIELDS
from turmwart.games.wallenstein.court_state import (
    FAVOR_CARDS,
    Courtiers,
    Exchange,
)
from turmwart.games.wallenstein.state import State


@dataclass(frozen=True, slots=True)
class FavorView:
    """A favor card in the hall; ``kind`` is empty while nobody has read it.

    Attributes:
        cost: courtiers it asks for; 0: it was taken and its effect is under way.
        seat: who took it; empty if nobody did.
    """

    number: int
    cost: int
    seat: str
    kind: str
    value: int | None
    building: str
    text: str


@dataclass(frozen=True, slots=True)
class CourtView:
    """The Imperial Court.

    Attributes:
        courtiers: of every seat, clockwise.
        favors: favor cards in the hall, the dearest first, the one that was taken before them.
        exchanges: exchange cards turned up this season, in order.
        waiting: seats that still come before the Emperor, the first of them now.
        gone: numbers of favor cards that left the game.
        deck: favor cards nobody has seen.
    """

    courtiers: tuple[Courtiers, ...]
    favors: tuple[FavorView, ...]
    exchanges: tuple[Exchange, ...]
    waiting: tuple[str, ...]
    gone: tuple[int, ...]
    deck: int


def court_view(state: State) -> CourtView | None:
    """The court for the screens; None where the table plays without it.

    Rule: W-COURT-2, W-COURT-7, W-OBS-14 (exchange cards show once they are turned up).
    """
    court = state.court
    if court is None:
        return None
    shown = [(favor.number, favor.cost, "") for favor in court.favors]
    if court.taking is not None:
        shown.insert(0, (court.taking.number, 0, court.taking.seat))
    return CourtView(
        courtiers=court.courtiers,
        favors=tuple(_favor(state, *one) for one in shown),
        exchanges=court.exchanges,
        waiting=court.waiting,
        gone=court.gone,
        deck=FAVOR_CARDS - len(court.gone) - len(shown),
    )


def _favor(state: State, number: int, cost: int, seat: str) -> FavorView:
    facts = state.board.favor(number)
    # A card whose kind was corrected keeps the values of the one before.
    told = {field: getattr(facts, field) for field in FAVOR_FIELDS.get(facts.kind or "", ())}
    return FavorView(
        number,
        cost,
        seat,
        facts.kind or "",
        told.get("value"),
        told.get("building") or "",
        told.get("text") or "",
    )

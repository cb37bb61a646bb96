"""Whole commands that are allowed at the Imperial Court."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.wallenstein import court, favors
from turmwart.games.wallenstein.court_commands import (
    ChooseFavor,
    CourtCommand,
    FinishFavor,
    LayFavors,
    PlaceFavor,
    RevealExchanges,
)
from turmwart.games.wallenstein.court_state import TOWER_CARD
from turmwart.games.wallenstein.season import MONEY_BIDS
from turmwart.games.wallenstein.state import MONEY_CARDS, State


def lay_favors(state: State) -> Iterator[CourtCommand]:
    """As many draws of three neighbouring numbers as there are numbers, going round."""
    left = court.unseen(state)
    doubled = (*left, *left)
    for start in range(len(left) if len(left) >= 3 else 0):
        first, second, third = doubled[start : start + 3]
        yield LayFavors(first, second, third)


def exchanges(state: State) -> Iterator[CourtCommand]:
    """The cards of a hand going round over the three spaces, the last ones empty for want."""
    seat = court.exchanging(state)
    if not seat:
        return
    player = state.player(seat)
    money = MONEY_CARDS - (player.bid in MONEY_BIDS) - player.money_spaces
    hand = (
        *(stands.id for stands in state.owned(seat) if not stands.used),
        *[TOWER_CARD] * max(0, court.tower_cards_left(state, player)),
        *[court.MONEY] * max(0, money),
    )
    number = min(court.cards_for_exchanges(state, player), len(hand))
    blank = (court.NO_CARD,) * (len(court.SPACES) - number)
    doubled = (*hand, *hand)
    for start in range(max(1, len(hand))):
        cards = (*doubled[start : start + number], *blank)
        yield RevealExchanges(seat, tuple(zip(court.SPACES, cards, strict=True)))


def audience(state: State) -> Iterator[CourtCommand]:
    """Every favor card the player may take, or none; every province it may be carried out in."""
    there = state.court
    if there is None or not there.waiting:
        return
    if there.taking is None:
        seat = there.waiting[0]
        yield from (ChooseFavor(seat, f.number) for f in court.affordable(there, seat))
        yield ChooseFavor(seat, 0)
    elif state.board.favor(there.taking.number).kind == favors.BY_HAND:
        yield FinishFavor(there.taking.seat)
    else:
        seat = there.taking.seat
        yield from (PlaceFavor(seat, p) for p in favors.targets(state, there.taking))

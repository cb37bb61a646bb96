"""Positions at the Imperial Court for the rule tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from turmwart.games.wallenstein.board import Board, EventFacts, learn
from turmwart.games.wallenstein.commands import ChooseTile, DrawEvent, RevealBids
from turmwart.games.wallenstein.court import SPACES
from turmwart.games.wallenstein.court_commands import LayFavors, RevealExchanges
from turmwart.games.wallenstein.court_state import Court, Courtiers, Favor
from turmwart.games.wallenstein.setup import Options
from turmwart.games.wallenstein.state import TILES
from turmwart.kernel.cubes import Cubes

from .tables import HOLDINGS, Holdings, Play, demo_board, position

COURT = Options(imperial_court=True)
COSTS = (4, 3, 2)


def court_of(play: Play) -> Court:
    """The court of a table that plays with it."""
    assert play.state.court is not None
    return play.state.court


def courtiers(play: Play, seat: str) -> Courtiers:
    """The courtiers of a seat."""
    return court_of(play).of(seat)


def favor_board(number: int, **printed: int | str) -> Board:
    """The demo board with one favor card printed otherwise."""
    board = demo_board()
    blank = tuple(facts for facts in board.favors if facts.number != number)
    board = learn(replace(board, favors=blank), "favor", str(number), "number", number)
    for field, value in printed.items():
        board = learn(board, "favor", str(number), field, value)
    return board


def at_court(
    holdings: Holdings = HOLDINGS,
    *,
    phase: str = "exchanges",
    antechamber: Mapping[str, int] | None = None,
    favors: tuple[int, ...] = (),
    cards: Mapping[str, int] | None = None,
    bids: Mapping[str, str] | None = None,
    order: tuple[str, ...] = (),
    tray: Cubes | None = None,
    board: Board | None = None,
    event: EventFacts | None = None,
    options: Options = COURT,
) -> Play:
    """A table at a phase of the court, by default where the exchange cards are turned up.

    Who is not named in ``cards`` has cards for no exchange, in ``bids`` no bid.
    """
    play = position(holdings, order=order, tray=tray, board=board, event=event, options=options)
    court = court_of(play)
    for seat, number in (antechamber or {}).items():
        court = court.moved(seat, "supply", "antechamber", number)
    ranked = sorted(favors, reverse=True)
    court = replace(court, favors=tuple(map(Favor, ranked, COSTS)))
    hands, laid = cards or {}, bids or {}
    players = tuple(
        replace(p, cards=hands.get(p.seat, 10), bid=laid.get(p.seat, "none"))
        for p in play.state.players
    )
    used = tuple(
        replace(p, used="bid") if p.id in laid.values() else p for p in play.state.provinces
    )
    return Play(replace(play.state, phase=phase, court=court, players=players, provinces=used))


def shows(
    seat: str, third: str = "none", second: str = "none", first: str = "none", *waived: str
) -> RevealExchanges:
    """The exchange cards of a seat on the spaces 3, 2 and 1."""
    cards = tuple(zip(SPACES, (third, second, first), strict=True))
    return RevealExchanges(seat, cards, waived=waived)


def audience(play: Play) -> Play:
    """Nobody exchanges anything any more."""
    while play.state.phase == "exchanges":
        play.do(shows(play.state.order[play.state.turn]))
    return play


def to_exchanges(play: Play, favors: tuple[int, int, int]) -> Play:
    """From the favor cards to the exchanges: nobody bids, the tiles are taken in order."""
    play.do(LayFavors(*favors), DrawEvent(play.state.year_events[0]))
    bids = (f"money_{4 - n}" for n in range(len(play.state.seats)))
    play.do(RevealBids(tuple(zip(play.state.seats, bids, strict=True)), waived=("W-PLAN-10",)))
    for tile in TILES:
        if play.state.phase == "tiles":
            play.do(ChooseTile(play.state.bid_groups[0][0], tile))
    return play

"""What follows from a change at once: Principality cards, titles, their prestige."""

from __future__ import annotations

from turmwart.games.anno1452 import prestige
from turmwart.games.anno1452.board import Unknown
from turmwart.games.anno1452.conditions import fulfilled
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.events_board import PrincipalityPassed, TitleLost
from turmwart.games.anno1452.majority import wrong_holder
from turmwart.games.anno1452.state import State
from turmwart.games.anno1452.unfold import Unfolding

TITLE_POINTS = 2


def settle_consequences(state: State) -> tuple[Event, ...]:
    """All that follows by itself from the Estates, claims and Cities as they are now.

    The flow runs it after every change, on whosever turn; what it returns is announced in order.

    Raises:
        Unknown: nothing follows before a majority that depends on an estate limit that nobody has
            entered.

    Rule: A-MAJ-5 to A-MAJ-10, A-MAJ-12, A-CARD-TITLE-4, A-BATTLE-44, A-BATTLE-45, A-ASK-3, A-ASK-4.
    """
    chain = Unfolding(state)
    while True:
        try:
            wrong = wrong_holder(chain.state)
        except Unknown:
            # What is decided already happens; the rest waits for the limit (A-MAJ-14).
            if chain.events:
                return chain.events
            raise
        if wrong is not None:
            _pass_card(chain, *wrong)
            continue
        lost = _failed_title(chain.state)
        if lost is None:
            return chain.events
        seat, card = lost
        chain.add(TitleLost(seat, card))
        chain.extend(prestige.change(chain.state, seat, -TITLE_POINTS, "title_lost", card))


def _pass_card(chain: Unfolding, region: str, now: str) -> None:
    """Rule: A-MAJ-10 (the loser first)."""
    was = chain.state.holder(region)
    chain.add(PrincipalityPassed(region, was, now))
    if was:
        chain.extend(prestige.change(chain.state, was, -1, "card_lost", region))
    if now:
        chain.extend(prestige.change(chain.state, now, 1, "card_gained", region))


def _failed_title(state: State) -> tuple[str, str] | None:
    for player in state.players:
        for card in player.titles:
            mode = state.board.card(card).modes[0]
            if not fulfilled(state, player.seat, mode.condition, card):
                return player.seat, card
    return None

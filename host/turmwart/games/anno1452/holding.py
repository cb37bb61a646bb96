"""Where cards can be, as far as the table sees: a card that lies open is in no hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from turmwart.games.anno1452.cardtable import FORCED_KINDS, Card
from turmwart.games.anno1452.checks import card_name, refused
from turmwart.games.anno1452.state import State
from turmwart.kernel.decision import Objection

STORM = "instant-sturm-drang"
"""Leaves the deck under variant G1 (A-VAR-G1-2)."""


def visible(state: State) -> Counter[str]:
    """How many of each card lie open: discards, cards in play, display, before the players."""
    seen = Counter((*state.discards, *state.in_play, *state.display))
    for player in state.players:
        seen.update((*player.titles, player.marriage, player.alliances))
    del seen[""]
    return seen


def holdable(state: State) -> tuple[str, ...]:
    """Cards that may be in a hand; nobody's secrets decide about it.

    Rule: A-ACT-CARD-7, A-STATE-9, A-ASK-1.
    """
    return _hidden(state, forced=False)


def drawable(state: State) -> tuple[str, ...]:
    """Instants and the shuffle card that may come from the deck.

    Rule: A-INSTANT-1, A-VAR-G1-2.
    """
    return _hidden(state, forced=True)


def offered(state: State, seat: str, viewer: str | None) -> tuple[str, ...]:
    """Cards to offer where a seat plays one: his hand to himself if he told all of it.

    Rule: A-ASK-1.
    """
    player = state.player(seat)
    if viewer == seat and len(player.known) == player.hand:
        return tuple(dict.fromkeys(player.known))
    return holdable(state) if player.hand else ()


def unheld(state: State, cards: tuple[str, ...], rule: str) -> Iterator[Objection]:
    """Object to cards that cannot be in a hand.

    Rule: A-ACT-CARD-7, A-INV-4.
    """
    seen = visible(state) if cards else Counter()
    for card, count in Counter(cards).items():
        if not state.board.has_card(card):
            yield refused(rule, "no_card", card=card)
        elif state.board.card(card).kind in FORCED_KINDS:
            yield refused("A-ACT-CARD-7", "never_in_hand", card=card_name(state, card))
        elif count > state.board.card(card).copies - seen[card]:
            yield refused("A-INV-4", "card_lies_open", card=card_name(state, card))


def _hidden(state: State, *, forced: bool) -> tuple[str, ...]:
    seen = visible(state)
    return tuple(
        card.id
        for card in state.board.cards
        if card.kind != "crown"
        and (card.kind in FORCED_KINDS) == forced
        and _in_game(state, card) > seen[card.id]
    )


def _in_game(state: State, card: Card) -> int:
    gone = card.id == STORM and state.settings.plays("G1")
    return 0 if gone else card.copies

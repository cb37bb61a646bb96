"""Cards on a player's board, as a scenario names them."""

from __future__ import annotations

from difflib import get_close_matches

from turmwart.games.wallenstein.actions import MONEY
from turmwart.games.wallenstein.court_state import TOWER_CARD
from turmwart.games.wallenstein.season import MONEY_BIDS, NO_BID
from turmwart.table.scenarios import tree
from turmwart.table.scenarios.values import Reader, text, unknown_word

MISSPELT = 0.75
"""From this likeness on a word is a misspelt money card, not the name of a new province."""


def bid_card(node: tree.Node, where: str) -> str:
    """A bid card: ``none``, ``tower``, ``money_2``, ``{money: 2}``, ``{province: anhalt}`` or a
    province.

    Raises:
        Fault: it is none of these.
    """
    if isinstance(node, tree.Mapping):
        part = Reader(node, where, node)
        money = part.whole_or_none("money", most=4)
        card = part.text("province") if money is None else f"money_{money}"
        part.close()
        return card
    if isinstance(node, tree.Leaf) and node.value is None:
        return "none"
    said = text(node, where)
    if said == TOWER_CARD:
        return said
    # A money card of a value there is not, such as money_5, is for the rules to refuse.
    if said.startswith("money_") and said.removeprefix("money_").isdigit():
        return said
    if get_close_matches(said, MONEY_BIDS, n=1, cutoff=MISSPELT):
        raise unknown_word(node, where, said, (*MONEY_BIDS, NO_BID))
    return said


def plan_card(node: tree.Node, where: str) -> str:
    """A card on an action or exchange space: ``none``, ``money``, ``tower``, a money card as for
    bids, or a province.

    Raises:
        Fault: it is none of these.
    """
    if isinstance(node, tree.Leaf) and node.value == MONEY:
        return MONEY
    card = bid_card(node, where)
    return MONEY if card in MONEY_BIDS else card

"""Cards on a player's board, as a scenario names them."""

from __future__ import annotations

from turmwart.table.scenarios import tree
from turmwart.table.scenarios.values import Fault, Reader, text


def bid_card(node: tree.Node, where: str) -> str:
    """A bid card: ``none``, ``money_2``, ``{money: 2}``, ``{province: anhalt}`` or a province.

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
    if said == "tower":
        raise Fault("scenario.court", node, where, kind=said)
    return said

"""Compact kinds of points: parts of the sum, and the whole sheet."""

from __future__ import annotations

from typing import Any

from turmwart.games.paladins.names import ATTRIBUTES
from turmwart.games.paladins.reading import COUNT_ROWS
from turmwart.games.paladins.scoring import goods_points, outsider_points, score
from turmwart.games.paladins.suspicion import half
from turmwart.table.scenarios.paladins.position import Position
from turmwart.table.scenarios.values import Reader


def half_kind(given: Reader) -> dict[str, Any]:
    """Half of a number of suspicion cards."""
    position = Position(given, "actions")
    cards = position.state.players[0].suspicion
    discard = half(position.state, cards)
    return {"discard": discard, "left": cards - discard}


def bonus_points_kind(given: Reader) -> dict[str, Any]:
    """Points of converted outsiders."""
    position = Position(given, "cleanup")
    state, player = position.state, position.state.players[0]
    return {"bonus_points": [outsider_points(state, player, one) for one in player.outsiders]}


def goods_kind(given: Reader) -> dict[str, Any]:
    """Points for silver and provisions, by both readings."""
    player = Position(given, "cleanup").state.players[0]
    pooled, separate = (
        goods_points(player.silver, player.provisions, together) for together in (True, False)
    )
    return {"pooled": pooled, "separate": separate}


def sheet_kind(given: Reader) -> dict[str, Any]:
    """The whole sheet of one player, part by part."""
    position = Position(given, "cleanup")
    standing = score(position.state, "s1")
    points = {part.id: part.points for part in standing.parts}
    return {
        "points": {name: points[name] for name in ATTRIBUTES},
        "attributes": standing.sum_of(*ATTRIBUTES),
        "orders": standing.sum_of("order"),
        "counts": {action: points[action] for action in COUNT_ROWS},
        "walls": points["walls"],
        "converted": standing.sum_of("outsider"),
        "goods": points["goods"],
        "debts": points["debts"],
        "total": standing.points,
    }


KINDS_HERE = {
    "half": half_kind,
    "bonus_points": bonus_points_kind,
    "goods": goods_kind,
    "sheet": sheet_kind,
}

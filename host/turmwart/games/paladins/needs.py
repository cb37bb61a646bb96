"""What a mode, or the end sheet, has to ask of a player because it was not kept so far."""

from __future__ import annotations

from turmwart.games.paladins.names import ATTRIBUTES, WORKER
from turmwart.games.paladins.state import PIECES, STEPS, Player, State

GOODS = ("silver", "provisions")
_NOW = (*GOODS, *ATTRIBUTES, *PIECES, "workers")
"""What standard and full mode play with; the rest waits for the end sheet."""


def needs(state: State, player: Player) -> tuple[str, ...]:
    """Names of what the mode must know now.

    ``spaces``: where the workshops stand; ``used``: which actions were used this round.

    Rule: section 10 (changeable at any time without loss).
    """
    if state.mode == "light" or state.phase != "round":
        return ()
    found = [name for name in _NOW if name in player.stale]
    if state.mode == "full":
        if player.workers[WORKER] and "workers" not in found:
            found.append("workers")
        if "workshops" in found or any(not one.action for one in player.workshops):
            found = [*(name for name in found if name != "workshops"), "spaces"]
        if "used" in player.stale and not player.passed and state.step == "actions":
            found.append("used")
    return tuple(found)


def kept_only(state: State, player: Player) -> bool:
    """Whether a player's unplaced workers are those kept: the six new ones are booked later.

    Rule: P-PASS-3, P-ROUND-10.
    """
    if state.step == "workers":
        return player.paladin is None and not player.tavern
    if state.step == "cleanup":
        return True
    return STEPS.index(state.step) < STEPS.index("workers")


def sheet_needs(state: State, player: Player) -> tuple[str, ...]:
    """Names of what the end sheet must ask of a player.

    ``goods`` is silver and provisions in one number, where only their sum counts.

    Rule: P-END-2 to P-END-8.
    """
    if state.phase == "round":
        return ()
    found = [name for name in (*ATTRIBUTES, *PIECES) if name in player.stale]
    stale_goods = [name for name in GOODS if name in player.stale]
    if stale_goods:
        found = [*(("goods",) if together(state) else stale_goods), *found]
    elif player.goods_together and not together(state):
        # One number was enough until an answer came that tells silver from provisions.
        found = [*GOODS, *found]
    unasked = not player.sheet or "wall_points" in player.stale
    if unasked and (player.walls or "walls" in found):
        found.append("wall_points")
    shown = {order.action for order in state.orders}
    if "attacked" in player.stale and "attack" in shown:
        found.append("attacked")
    unsaid = any(not one.kind for one in player.outsiders)
    if "outsiders" in player.stale or unsaid:
        found.append("outsiders")
    counted = any(one.kind == "townsfolk" for one in player.outsiders)
    if "townsfolk" in player.stale and counted:
        found.append("townsfolk")
    return tuple(found)


def together(state: State) -> bool:
    """Whether nothing but the sum of silver and provisions counts.

    Rule: P-END-5, P-END-9.
    """
    board = state.board
    return board.likely("Q-P-POOL") == "pooled" and board.likely("Q-P-TIE") != "most_silver"

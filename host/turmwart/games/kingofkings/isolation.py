"""Which provinces are cut off."""

from __future__ import annotations

from turmwart.games.kingofkings.tables import GE
from turmwart.games.kingofkings.world import NEUTRAL, Cell, World


def isolated(world: World, cell: Cell) -> bool:
    """Whether a province is isolated at this moment; a sea field never is.

    Rule: K-ISO-1, K-ISO-2, K-ISO-3, K-ISO-8, K-ISO-10, K-ALLY-5.
    """
    player = cell.owner
    if cell.terrain.sea or player == NEUTRAL:
        return False
    for near in cell.near:
        if near is None:
            continue
        if not near.terrain.sea:
            if near.owner == player:
                return False
            if near.owner != NEUTRAL and world.in_force(player, near.owner) >= 1:
                return False
            continue
        holders = [other for other in near.armies if near.troops(other)]
        if any(other == player or world.in_force(player, other) >= 1 for other in holders):
            return False
        if cell.ships(player) and not any(any(army) for army in near.armies.values()):
            return False
    return True


def stuck(world: World, cell: Cell, player: int) -> bool:
    """Whether LAND and SEE are refused: isolated, and no general there. Rule: K-ISO-5."""
    army = cell.armies.get(player)
    has_general = army is not None and army[GE] > 0
    return isolated(world, cell) and not has_general

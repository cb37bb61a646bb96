"""Sea battles, and what becomes of the units aboard."""

from __future__ import annotations

from turmwart.games.kingofkings.record import Drawn, SeaBattle
from turmwart.games.kingofkings.tables import BO, FU, GE, RE, SC
from turmwart.games.kingofkings.world import TROOP_KINDS, Cell, World, drown

ABOARD = (BO, FU, RE, GE)


def fight(world: World, mover: int, line: int, enemy: int, cell: Cell) -> None:
    """Fight one sea battle to the end.

    Rule: K-SEA-11, K-SEA-12, K-SEA-13, K-SEA-14, K-SEA-15.
    """
    players = (mover, enemy)
    start = cell.ships(mover), cell.ships(enemy)
    ships = list(start)
    chances = [_chance(world, cell, player) for player in players]
    stream = f"sea/{cell.x}/{cell.y}/{mover}/{line}/{enemy}"
    rolls: list[Drawn] = []
    rounds = 0
    while min(ships) > 0 and rounds < world.rules.effects.combat_rounds:
        rounds += 1
        hits = [0, 0]
        for side in (0, 1):
            for shooter in range(ships[side]):
                targets = ships[1 - side] - hits[1 - side]
                if not targets:
                    break
                ahead = min(ships[side] - shooter, targets)
                value, witness = world.roll(stream, len(rolls), chances[side], ahead)
                rolls.append(Drawn(stream, len(rolls), chances[side], value, witness))
                hits[1 - side] += value <= chances[side]
        ships = [ships[0] - hits[0], ships[1] - hits[1]]
    lost = tuple(
        _sink(world, cell, player, start[side], ships[side]) for side, player in enumerate(players)
    )
    world.lose(mover, enemy, sum(lost[0]))
    world.lose(enemy, mover, sum(lost[1]))
    world.sea_battles.append(
        SeaBattle(cell.at, mover, enemy, start, (ships[0], ships[1]), tuple(rolls), rounds, *lost)
    )


def losses(counts: list[int], ships: int, lost: int, rounding: str) -> list[int]:
    """Units aboard that remain when ``lost`` of ``ships`` ships sank.

    Rule: K-SEA-13, K-SEA-14, K-SEA-15.
    """
    left = list(counts)
    if lost == ships:
        for kind in range(TROOP_KINDS):
            left[kind] = 0
        return left
    for kind in ABOARD:
        left[kind] -= _share(counts[kind] * lost, ships, rounding)
    drown(left, sum(left[kind] for kind in ABOARD) - (ships - lost))
    return left


def _share(part: int, whole: int, rounding: str) -> int:
    """``part / whole`` rounded."""
    if rounding == "down":
        return part // whole
    if rounding == "up":
        return -(-part // whole)
    return (2 * part + whole) // (2 * whole)


def _chance(world: World, cell: Cell, player: int) -> int:
    hit = world.rules.units[SC].hit
    if world.options.sea_general_bonus and cell.army(player)[GE]:
        hit += world.rules.effects.general_hit_bonus
    return hit


def _sink(world: World, cell: Cell, player: int, before: int, after: int) -> tuple[int, ...]:
    """Take the ships that sank and the units aboard; the units lost."""
    army = cell.army(player)
    left = losses(army, before, before - after, world.options.sea_loss_rounding)
    gone = tuple(army[kind] - left[kind] if kind < TROOP_KINDS else 0 for kind in range(len(army)))
    world.generals[player] -= gone[GE]
    for kind in range(TROOP_KINDS):
        army[kind] = left[kind]
    army[SC] = after
    if not any(army):
        del cell.armies[player]
    return gone

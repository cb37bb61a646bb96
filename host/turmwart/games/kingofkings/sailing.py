"""SEE: movement by sea, detection; crews of ships."""

from __future__ import annotations

from turmwart.games.kingofkings.isolation import stuck
from turmwart.games.kingofkings.orders import Sail
from turmwart.games.kingofkings.record import Drawn, Note, Outcome
from turmwart.games.kingofkings.seafight import fight
from turmwart.games.kingofkings.tables import CODES, GE, SC
from turmwart.games.kingofkings.taking import Refused, add, neighbour, remove, start_of, take
from turmwart.games.kingofkings.world import Cell, World, drown


def sail(world: World, player: int, line: int, order: Sail) -> Outcome:
    """Carry out a SEE order, with the sea battles at its end.

    Raises:
        Refused: the army stays where it is; the code says why.

    Rule: K-SEA-1 to K-SEA-6, K-SEA-11, K-UNIT-10, K-UNIT-11.
    """
    start = start_of(world, player, order.start)
    if stuck(world, start, player):
        raise Refused("isolated")
    if player in start.landed or player in start.sailed:
        raise Refused("already-moved")
    counts, remarks = take(start, player, order.forces)
    wanted = order.forces.counts[SC]
    ships = min(wanted, start.ships(player))
    if not ships:
        raise Refused("no-ships")
    if ships < wanted:
        remarks.add("fewer-units")
    if not any(counts):
        named = order.forces.everybody or any(order.forces.counts[:SC])
        raise Refused("no-units" if named else "crew")
    if ships > world.rules.effects.ships_per_unit_at_sea * sum(counts):
        raise Refused("crew")
    if sum(counts) > ships:
        raise Refused("capacity")
    last, steps, cause = _voyage(world, player, line, start, order.path)
    if not steps:
        raise Refused(cause)
    remove(start, player, [*counts[:SC], ships])
    add(last, player, counts, ships)
    last.sailed.add(player)
    world.relieve(start)
    for enemy in _enemies(world, player, last):
        if last.ships(player):
            fight(world, player, line, enemy, last)
    codes = ([cause] if cause else []) + sorted(remarks)
    return Outcome(tuple(codes), last.at)


def _voyage(
    world: World, player: int, line: int, start: Cell, path: tuple[str, ...]
) -> tuple[Cell, int, str]:
    """Where the fleet ends, after how many steps, and why.

    Rule: K-SEA-2, K-SEA-7, K-SEA-8, K-SEA-10.
    """
    points = world.rules.units[SC].movement
    at = start
    rolls = 0
    for steps, direction in enumerate(path):
        if points == 0:
            return at, steps, "exhausted"
        ahead = neighbour(at, direction)
        if ahead is None:
            return at, steps, "edge"
        if not ahead.terrain.sea:
            return at, steps, "land-step"
        at = ahead
        points -= world.rules.effects.sea_field_cost
        if steps + 1 == len(path) or points == 0:
            continue
        for enemy in _enemies(world, player, at):
            for _ in range(at.ships(enemy)):
                rolls += 1
                if _detects(world, f"detect/{player}/{line}", rolls - 1):
                    return at, steps + 1, "detected"
    return at, len(path), ""


def _detects(world: World, stream: str, index: int) -> bool:
    chance = world.rules.effects.detection_percent_per_enemy_ship
    value, witness = world.roll(stream, index, chance)
    world.detections.append(Drawn(stream, index, chance, value, witness))
    return value <= chance


def _enemies(world: World, player: int, cell: Cell) -> list[int]:
    return [
        other
        for other in sorted(cell.armies)
        if other != player and cell.ships(other) and world.in_force(player, other) == 0
    ]


def crews(world: World, count_raiders: bool) -> None:
    """Ships without crew are lost, then units without ships.

    Rule: K-SEA-18, K-UNIT-11, K-UNIT-12.
    """
    out: dict[tuple[Cell, int], int] = {}
    if count_raiders:
        for raid in world.raids:
            key = raid.origin, raid.player
            out[key] = out.get(key, 0) + sum(raid.counts)
    for cell in world.seas():
        for player in sorted(cell.armies):
            army = cell.armies[player]
            units = cell.troops(player) + out.get((cell, player), 0)
            most = world.rules.effects.ships_per_unit_at_sea * units
            if world.options.crew_rule and army[SC] > most:
                world.notes.append(Note("unmanned", cell.x, cell.y, player, "", army[SC] - most))
                army[SC] = most
            generals = army[GE]
            for kind in drown(army, min(units - army[SC], cell.troops(player))):
                world.notes.append(Note("drowned", cell.x, cell.y, player, CODES[kind], 1))
            world.generals[player] += army[GE] - generals
            if not any(army):
                del cell.armies[player]

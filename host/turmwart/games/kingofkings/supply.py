"""Phase 4: food, disbanding, wood, growth points, siege, neutral provinces."""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from turmwart.games.kingofkings.isolation import isolated
from turmwart.games.kingofkings.options import LOSS_ORDER
from turmwart.games.kingofkings.record import Note
from turmwart.games.kingofkings.tables import BO, CODES, FU, RE
from turmwart.games.kingofkings.world import NEUTRAL, Cell, World, drown

EATERS = (BO, FU, RE)


def supply(world: World) -> None:
    """Carry out phase 4.

    Rule: K-PHASE-4, K-SUPPLY-1 to K-SUPPLY-8, K-VP-4 (what was collected is kept for the points).
    """
    lands: dict[int, list[Cell]] = {number: [] for number in world.tribes}
    armies: dict[int, list[Cell]] = {number: [] for number in world.tribes}
    for cell in world.cells:
        if cell.owner != NEUTRAL:
            lands[cell.owner].append(cell)
        for player, army in cell.armies.items():
            if any(army[kind] for kind in EATERS):
                armies[player].append(cell)
    for player in sorted(world.tribes):
        _feed(world, player, lands[player], armies[player])
        _collect(world, player, lands[player])
    for cell in world.cells:
        cell.lying = 0
    _siege(world)
    _forsake(world)


def _feed(world: World, player: int, lands: list[Cell], armies: list[Cell]) -> None:
    """Rule: K-SUPPLY-3, K-SUPPLY-4, K-SUPPLY-5, K-UNIT-7, K-TERR-2."""
    made = sum(cell.terrain.food for cell in lands)
    world.food_made[player] = made
    needed = sum(
        army[kind] * world.rules.units[kind].eats
        for cell in armies
        for army in (cell.armies[player],)
        for kind in EATERS
    )
    food = world.food[player] + made
    if needed > food:
        _disband(world, player, armies, needed - food)
    world.food[player] = min(max(0, food - needed), world.options.store_food)


def _disband(world: World, player: int, armies: list[Cell], short: int) -> None:
    """Units go one by one: a heap finds the field with most eaters at each step."""
    for kind in LOSS_ORDER:
        heap = [
            (-sum(cell.armies[player][k] for k in EATERS), cell.y, cell.x, cell)
            for cell in armies
            if cell.armies[player][kind]
        ]
        heapify(heap)
        while heap and short > 0:
            eaters, y, x, cell = heappop(heap)
            army = cell.armies[player]
            army[kind] -= 1
            short -= world.rules.units[kind].eats
            world.notes.append(Note("disband", x, y, player, CODES[kind], 1))
            if army[kind]:
                heappush(heap, (eaters + 1, y, x, cell))


def _collect(world: World, player: int, lands: list[Cell]) -> None:
    """Rule: K-SUPPLY-2, K-SUPPLY-6, K-SUPPLY-7, K-RAID-5."""
    options = world.options
    wood = sum(cell.terrain.wood for cell in lands)
    world.wood[player] = min(world.wood[player], options.store_wood) + wood
    collected = sum(cell.lying for cell in lands)
    world.collected[player] = collected
    kept = min(world.wp[player], options.store_wp)
    world.wp[player] = kept + collected + world.loot[player]


def _siege(world: World) -> None:
    """Isolated provinces lose troops; all of them are found first. Rule: K-ISO-9."""
    options = world.options
    if options.siege_mode == "none":
        return
    besieged = [cell for cell in world.provinces() if isolated(world, cell)]
    for cell in besieged:
        army = cell.army(cell.owner)
        losses = options.siege_amount
        if options.siege_mode == "percent":
            eaters = sum(army[kind] for kind in EATERS)
            losses = -(-eaters * options.siege_amount // 100)
        for kind in drown(army, losses, LOSS_ORDER):
            note = Note("siege", cell.x, cell.y, cell.owner, CODES[kind], 1)
            world.notes.append(note)


def _forsake(world: World) -> None:
    """Provinces without troops are nobody's. Rule: K-POSS-1, K-POSS-2, K-POSS-3, K-TACTIC-4."""
    for cell in world.provinces():
        if not cell.troops(cell.owner):
            world.notes.append(Note("neutral", cell.x, cell.y, cell.owner, "", 1))
            cell.owner, cell.tactic = NEUTRAL, "T"
        elif not world.options.vert_persist:
            cell.tactic = "T"

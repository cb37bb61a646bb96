"""EIN: new units."""

from __future__ import annotations

from turmwart.games.kingofkings.isolation import isolated
from turmwart.games.kingofkings.orders import Place
from turmwart.games.kingofkings.record import Outcome
from turmwart.games.kingofkings.tables import BU, GE, SC
from turmwart.games.kingofkings.world import Cell, World


def build(world: World, player: int, order: Place) -> tuple[Outcome, ...]:
    """Place up to three units, each for itself.

    Rule: K-BUILD-1 to K-BUILD-10, K-ORDER-11, K-UNIT-8, K-UNIT-15, K-MOVE-17.
    """
    return tuple(_item(world, player, at, kind) for at, kind in order.items)


def _item(world: World, player: int, at: tuple[int, int], kind: int) -> Outcome:
    cell = world.cell(*at)
    code = "off-map" if cell is None else _refusal(world, player, cell, kind)
    if cell is None or code:
        return Outcome((code,))
    unit = world.rules.units[kind]
    world.wp[player] -= unit.cost_wp
    world.wood[player] -= unit.cost_wood
    cell.army(player)[kind] += 1
    if kind == GE:
        world.placed_generals[player] += 1
        world.generals[player] += 1
    if kind != SC:
        cell.built = True
    if not world.options.place_and_move:
        # A new ship binds the fleet only, not the troops that stay on land.
        (cell.sailed if kind == SC else cell.landed).add(player)
    return Outcome()


def _refusal(world: World, player: int, cell: Cell, kind: int) -> str:
    """Why the unit cannot be placed; empty where it can."""
    unit = world.rules.units[kind]
    if cell.terrain.sea:
        return "sea-field"
    if cell.owner != player:
        return "not-owner"
    if world.options.home_builds_only and cell.home != player:
        return "not-home"
    if not cell.terrain.city and isolated(world, cell):
        return "isolated"
    if kind == SC and not cell.coastal():
        return "not-coastal"
    if kind == BU and cell.army(player)[BU]:
        return "castle-exists"
    if kind != SC and cell.built:
        return "one-unit-per-province"
    if kind == GE and not _general_due(world, player):
        return "no-general-due"
    if world.wp[player] < unit.cost_wp:
        return "wp-short"
    return "wood-short" if world.wood[player] < unit.cost_wood else ""


def _general_due(world: World, player: int) -> bool:
    """Rule: K-UNIT-15."""
    due = world.options.vp_per_general * (world.placed_generals[player] + 1)
    alive = world.generals[player]
    return alive < world.options.max_generals and world.tribes[player].vp >= due

"""LAND: movement by land, attack, going ashore."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.kingofkings.isolation import stuck
from turmwart.games.kingofkings.orders import March
from turmwart.games.kingofkings.record import Outcome
from turmwart.games.kingofkings.tables import GE, SC
from turmwart.games.kingofkings.taking import Refused, add, neighbour, remove, start_of, take
from turmwart.games.kingofkings.world import NEUTRAL, Cell, Party, World

FULL_ALLY = 5


@dataclass(frozen=True, slots=True)
class _Entry:
    """How a province is entered.

    Attributes:
        manner: ``own`` (also neutral and empty ones), ``ally``, ``attack``, or the way an army is
            joined: ``defend`` and ``support``.
        stops: whether the movement ends there.
    """

    manner: str
    stops: bool


def march(world: World, player: int, order: March) -> Outcome:
    """Carry out a LAND order.

    Raises:
        Refused: the army stays where it is; the code says why.

    Rule: K-MOVE-1 to K-MOVE-18, K-SEA-16, K-SEA-17, K-UNIT-5, K-UNIT-13, K-POSS-4 to K-POSS-7.
    """
    start = start_of(world, player, order.start)
    if stuck(world, start, player):
        raise Refused("isolated")
    counts, remarks = take(start, player, order.forces)
    if not any(counts):
        raise Refused("no-units")
    if player in start.landed:
        raise Refused("already-moved")
    last, steps, entry, cause = _walk(world, player, start, counts, order.path)
    if entry is None:
        raise Refused(cause)
    if entry.manner == "ally" and world.in_force(player, last.owner) < FULL_ALLY:
        raise Refused("ally-target")
    ships = _ships(start, player, order, counts, steps, remarks)
    tactic = order.tactic or ("T" if start.terrain.sea else start.tactic)
    remove(start, player, counts)
    if ships:
        start.army(player)[SC] -= ships
    party = Party(player, start, counts, ships, start.terrain.sea)
    _arrive(world, last, entry, party, tactic)
    world.relieve(start)
    codes = ([cause] if cause else []) + sorted(remarks)
    return Outcome(tuple(codes), last.at)


def _walk(
    world: World, player: int, start: Cell, counts: list[int], path: tuple[str, ...]
) -> tuple[Cell, int, _Entry | None, str]:
    """Where the movement ends, after how many steps, how that field was entered, why it ended."""
    points = _points(world, counts)
    at, entry = start, None
    for steps, direction in enumerate(path):
        if points == 0:
            return at, steps, entry, "exhausted"
        ahead = neighbour(at, direction)
        if ahead is None:
            return at, steps, entry, "edge"
        if ahead.terrain.sea:
            return at, steps, entry, "sea-step"
        cost = ahead.terrain.cost
        if world.options.move_entry == "full_cost" and points < cost:
            return at, steps, entry, "exhausted"
        found = _look(world, player, ahead, sum(counts))
        if found is None:
            return at, steps, entry, "third-party-battle"
        at, entry, points = ahead, found, max(0, points - cost)
        if found.stops:
            more = steps + 1 < len(path)
            return at, steps + 1, entry, "blocked" if more else ""
    return at, len(path), entry, ""


def _points(world: World, counts: list[int]) -> int:
    """Movement points of units that go together. Rule: K-MOVE-2, K-UNIT-5."""
    if counts[GE]:
        return world.rules.effects.general_land_movement
    units = world.rules.units
    return min(units[kind].movement for kind, count in enumerate(counts) if count)


def _look(world: World, player: int, cell: Cell, moving: int) -> _Entry | None:
    """How ``player`` enters a province; None where two others fight there.

    Rule: K-MOVE-7 to K-MOVE-11, K-ALLY-4, K-ALLY-9, K-POSS-4, K-POSS-5.
    """
    owner, attacker = cell.owner, cell.attacker
    if owner == player:
        return _Entry("own", stops=attacker != NEUTRAL)
    if attacker not in (NEUTRAL, player):
        if world.in_force(player, owner) == FULL_ALLY:
            return _Entry("defend", stops=True)
        if world.in_force(player, attacker) == FULL_ALLY:
            return _Entry("support", stops=True)
        return None
    if owner == NEUTRAL:
        return _Entry("own", stops=False)
    if world.in_force(player, owner) >= 1:
        return _Entry("ally", stops=False)
    enemies = cell.troops(owner)
    if not enemies:
        return _Entry("own", stops=False)
    standing = sum(sum(party.counts) for party in cell.attackers)
    if world.options.passage_counts == "standing_and_moving":
        standing += moving
    return _Entry("attack", stops=standing < 2 * enemies)


def _ships(
    start: Cell,
    player: int,
    order: March,
    counts: list[int],
    steps: int,
    remarks: set[str],
) -> int:
    """How many ships go ashore with the units. Rule: K-SEA-17, K-MOVE-16."""
    wanted = order.forces.counts[SC]
    if not wanted:
        return 0
    if not start.terrain.sea:
        remarks.add("ships-not-overland")
        return 0
    ships = min(wanted, start.ships(player))
    if ships < wanted:
        remarks.add("fewer-units")
    if steps != 1 or ships > 2 * sum(counts):
        remarks.add("ships-stay")
        return 0
    return ships


def _arrive(world: World, cell: Cell, entry: _Entry, party: Party, tactic: str) -> None:
    player, owner = party.player, cell.owner
    match entry.manner:
        case "attack":
            cell.attackers.append(party)
            cell.order_tactic = tactic
        case "support":
            # The tactic of who attacks stays (K-TACTIC-3).
            world.hand_over(player, cell.attacker, party.counts)
            party.player = cell.attacker
            cell.attackers.append(party)
        case "ally" | "defend":
            world.hand_over(player, owner, party.counts)
            add(cell, owner, party.counts, party.ships)
            cell.landed.add(owner)
        case _:
            if owner != player:
                cell.occupy(player)
            add(cell, player, party.counts, party.ships)
            cell.landed.add(player)

"""RAUB: raids, ordered in phase 2 and fought in phase 3."""

from __future__ import annotations

from turmwart.games.kingofkings.battle import come_home, open_to
from turmwart.games.kingofkings.fight import Side, Terms, combat_round
from turmwart.games.kingofkings.isolation import isolated
from turmwart.games.kingofkings.orders import Plunder
from turmwart.games.kingofkings.record import CombatRound, Note, Outcome, Raid
from turmwart.games.kingofkings.tables import GE, SC
from turmwart.games.kingofkings.taking import Refused, neighbour, remove, start_of, take
from turmwart.games.kingofkings.world import NEUTRAL, TROOP_KINDS, Cell, Raiders, World


def send(world: World, player: int, line: int, order: Plunder) -> Outcome:
    """Carry out a RAUB order: the raiders leave their field until phase 3.

    Raises:
        Refused: the army stays where it is; the code says why.

    Rule: K-RAID-1, K-RAID-7 to K-RAID-12, K-ALLY-6, K-POSS-7.
    """
    start = start_of(world, player, order.start)
    if isolated(world, start):
        raise Refused("isolated")
    counts, remarks = take(start, player, order.forces)
    if not any(counts):
        raise Refused("no-units")
    if player in start.landed:
        raise Refused("already-moved")
    if order.forces.counts[SC]:
        remarks.add("ships-stay" if start.terrain.sea else "ships-not-overland")
    target = _target(world, player, start, order.direction)
    remove(start, player, counts)
    world.raids.append(Raiders(player, line, start, target, counts))
    world.relieve(start)
    return Outcome(tuple(sorted(remarks)), target.at)


def _target(world: World, player: int, start: Cell, direction: str) -> Cell:
    target = neighbour(start, direction)
    if target is None:
        raise Refused("edge")
    if target.terrain.sea:
        raise Refused("sea-step")
    owner = target.owner
    if owner == player:
        raise Refused("own-province")
    if owner != NEUTRAL and world.in_force(player, owner) >= 1:
        raise Refused("ally-target")
    if target.attacker not in (NEUTRAL, player):
        raise Refused("third-party-battle")
    if not world.options.raid_neutral and not target.troops(owner):
        raise Refused("neutral-target")
    return target


def carry_out(world: World, raid: Raiders, closed: frozenset[tuple[int, int]]) -> None:
    """Fight a raid, go home, take the loot.

    Rule: K-RAID-2, K-RAID-3, K-RAID-4, K-RAID-5, K-RAID-6, K-RAID-7.
    """
    target, player = raid.target, raid.player
    owner = target.owner
    start = tuple(raid.counts[:TROOP_KINDS])
    defenders = tuple(target.army(owner)[:TROOP_KINDS]) if target.troops(owner) else ()
    rounds: tuple[CombatRound, ...] = ()
    if defenders and owner != player:
        rounds = (_fight(world, raid),)
    left = sum(raid.counts)
    at_sea = raid.origin.terrain.sea
    returned = left if at_sea or open_to(raid.origin, player, closed) else 0
    loot = 0
    if left and returned:
        come_home(raid.origin, player, raid.counts)
        if owner != player:
            loot = min(world.rules.effects.raid_wp_per_unit * returned, target.lying)
    elif left:
        world.generals[player] -= raid.counts[GE]
        world.lose(player, owner if owner != player else NEUTRAL, left)
        world.notes.append(Note("surrender", *raid.origin.at, player, "", left))
    target.lying -= loot
    world.loot[player] += loot
    world.raid_records.append(
        Raid(
            target.at,
            raid.origin.at,
            player,
            owner,
            raid.place,
            start,
            defenders,
            rounds,
            returned,
            loot,
        )
    )
    world.relieve(target)


def _fight(world: World, raid: Raiders) -> CombatRound:
    target, player = raid.target, raid.player
    owner = target.owner
    army = target.army(owner)
    raiders, defenders = Side([raid.counts]), Side([army[:TROOP_KINDS]])
    modifier = world.rules.effects.raid_modifier
    terms = Terms(
        world.rules,
        world.options.castle_hit_bonus,
        target.terrain.ceiling,
        (modifier, modifier),
    )
    stream = f"raid/{target.x}/{target.y}/{player}/{raid.place}"
    fought = combat_round(
        terms, raiders, defenders, 1, 0, lambda i, c, ahead: world.roll(stream, i, c, ahead)
    )
    raid.counts[:] = raiders.counts()
    army[:TROOP_KINDS] = defenders.counts()[:TROOP_KINDS]
    world.generals[player] -= fought.attacker_lost[GE]
    world.generals[owner] -= fought.defender_lost[GE]
    world.lose(player, owner, sum(fought.attacker_lost))
    world.lose(owner, player, sum(fought.defender_lost))
    return fought

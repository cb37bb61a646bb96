"""Land battles: tactics, combat rounds, retreat, who owns the province."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from turmwart.games.kingofkings.fight import RollShot, Side, Terms, combat_round, gives_up
from turmwart.games.kingofkings.record import Battle, CombatRound, Group, Note
from turmwart.games.kingofkings.tables import BO, BU, FU, GE, RE
from turmwart.games.kingofkings.taking import add
from turmwart.games.kingofkings.world import NEUTRAL, TROOP_KINDS, Cell, Party, World

BACK_ABOARD = (GE, RE, BO, FU)
"""Who gets a place on the ships first when attackers retreat to the sea."""


@dataclass(frozen=True, slots=True)
class Fought:
    """How the combat rounds of a battle went."""

    rounds: tuple[CombatRound, ...]
    outcome: str


def battle(world: World, cell: Cell, closed: frozenset[tuple[int, int]]) -> None:
    """Fight the battle of a province, and see to retreat and possession.

    Args:
        world: where it is fought.
        cell: province with attackers in it.
        closed: provinces where attackers stood when phase 3 began; no retreat leads there.

    Rule: K-BATTLE-1, K-BATTLE-2, K-BATTLE-12, K-BATTLE-13, K-RETREAT-1, K-RETREAT-15.
    """
    parties, owner, player = cell.attackers, cell.owner, cell.attacker
    defenders = cell.army(owner)[:TROOP_KINDS]
    attacking = Side([party.counts for party in parties])
    defending = Side([defenders])
    letters, fell_back = _tactics(world, cell, attacking, defending)
    modifiers = world.rules.cell(*letters)
    bonus = world.rules.effects.castle_retreat_bonus if defending.has(BU) else 0
    retreat = modifiers[0], modifiers[1] + bonus
    terms = Terms(world.rules, world.options.castle_hit_bonus, cell.terrain.ceiling, modifiers)
    stream = f"land/{cell.x}/{cell.y}"
    fought = fight(
        terms, attacking, defending, retreat, lambda i, c, ahead: world.roll(stream, i, c, ahead)
    )
    _book_losses(world, cell, attacking, defending)
    groups = [
        Group(party.origin.at, party.start[:TROOP_KINDS], tuple(party.counts[:TROOP_KINDS]))
        for party in parties
    ]
    retreat_to, surrendered = None, 0
    if fought.outcome in ("attacker_wins", "defender_breaks"):
        if fought.outcome == "defender_breaks":
            retreat_to, surrendered = _defender_leaves(world, cell, player, closed)
        world.conquer(cell)
    else:
        cell.attackers = []
        groups = [
            _go_back(world, party, group, owner, closed)
            for party, group in zip(parties, groups, strict=True)
        ]
    world.battles.append(
        Battle(
            cell.at,
            player,
            owner,
            "".join(letters),
            fell_back,
            modifiers,
            retreat,
            tuple(groups),
            tuple(defenders),
            fought.rounds,
            fought.outcome,
            retreat_to,
            surrendered,
        )
    )


def fight(
    terms: Terms, attacker: Side, defender: Side, retreat: tuple[int, int], roll: RollShot
) -> Fought:
    """Fight combat rounds until a side is gone or gives up; removes the units that fall.

    Rule: K-BATTLE-11, K-BATTLE-14, K-RETREAT-6, K-RETREAT-7, K-RETREAT-9.
    """
    rounds: list[CombatRound] = []
    shots = 0
    while True:
        number = len(rounds) + 1
        rounds.append(combat_round(terms, attacker, defender, number, shots, roll))
        shots += len(rounds[-1].shots)
        own, foe = len(attacker.units), len(defender.units)
        outcome = ""
        if not own:
            outcome = "defender_holds" if foe else "nobody"
        elif not foe:
            outcome = "attacker_breaks" if retreat[0] <= -10 else "attacker_wins"
        elif gives_up(retreat[0], own, foe) or number == terms.rules.effects.combat_rounds:
            outcome = "attacker_breaks"
        elif gives_up(retreat[1], foe, own):
            outcome = "defender_breaks"
        if outcome:
            return Fought(tuple(rounds), outcome)


def _tactics(
    world: World, cell: Cell, attacking: Side, defending: Side
) -> tuple[tuple[str, str], str]:
    """The tactics as fought, and which sides had to give up Z.

    Rule: K-TACTIC-2, K-TACTIC-3, K-TACTIC-5, K-SEA-19.
    """
    wanted = [cell.order_tactic, cell.tactic]
    from_sea = any(party.by_sea for party in cell.attackers)
    if from_sea and world.options.landing_tactic == "F":
        wanted[0] = "F"
    fell_back = ""
    for n, side in enumerate((attacking, defending)):
        if wanted[n] == "Z" and not side.has(RE):
            wanted[n] = "T"
            fell_back += "AD"[n]
    return (wanted[0], wanted[1]), fell_back


def _book_losses(world: World, cell: Cell, attacking: Side, defending: Side) -> None:
    """Write what the battle left into the parties and the army."""
    player, owner = cell.attacker, cell.owner
    army = cell.army(owner)
    left = defending.counts()
    lost = sum(army[:TROOP_KINDS]) - len(defending.units)
    world.generals[owner] -= army[GE] - left[GE]
    army[:TROOP_KINDS] = left[:TROOP_KINDS]
    world.lose(owner, player, lost)
    for number, party in enumerate(cell.attackers):
        rest = attacking.counts(number)
        world.generals[player] -= party.counts[GE] - rest[GE]
        world.lose(player, owner, sum(party.counts) - sum(rest))
        party.counts[:] = rest


def _defender_leaves(
    world: World, cell: Cell, winner: int, closed: frozenset[tuple[int, int]]
) -> tuple[tuple[int, int] | None, int]:
    """The defenders go to a province of theirs, or surrender; a castle is destroyed.

    Rule: K-RETREAT-13, K-RETREAT-14, K-UNIT-13.
    """
    owner = cell.owner
    army = cell.army(owner)
    counts = [*army[:TROOP_KINDS], 0]
    if counts[BU]:
        world.lose(owner, winner, counts[BU])
        counts[BU] = 0
    # Ships are destroyed with the conquest, together with what is left in the list.
    army[:TROOP_KINDS] = [0] * TROOP_KINDS
    if not any(counts):
        return None, 0
    for near in cell.near:
        if near is not None and near.owner == owner and near.at not in closed:
            add(near, owner, counts)
            return near.at, 0
    units = sum(counts)
    world.generals[owner] -= counts[GE]
    world.lose(owner, winner, units)
    world.notes.append(Note("surrender", cell.x, cell.y, owner, "", units))
    return None, units


def _go_back(
    world: World, party: Party, group: Group, enemy: int, closed: frozenset[tuple[int, int]]
) -> Group:
    """Attackers go back to where they came from, or surrender.

    Rule: K-RETREAT-10, K-RETREAT-11, K-RETREAT-12, K-SEA-20.
    """
    left = sum(party.counts)
    if not left:
        return group
    origin = party.origin
    if origin.terrain.sea:
        back = _aboard(party)
    else:
        back = list(party.counts) if open_to(origin, party.player, closed) else []
    returned = sum(back)
    if returned:
        come_home(origin, party.player, back, party.ships)
    gone = left - returned
    if gone:
        world.generals[party.player] -= party.counts[GE] - (back[GE] if back else 0)
        world.lose(party.player, enemy, gone)
        world.notes.append(Note("surrender", *origin.at, party.player, "", gone))
    return Group(group.origin, group.units, group.left, returned, gone)


def open_to(cell: Cell, player: int, closed: frozenset[tuple[int, int]]) -> bool:
    """Whether units may go back to a province. Rule: K-RETREAT-11."""
    return cell.owner in (player, NEUTRAL) and cell.at not in closed


def come_home(cell: Cell, player: int, counts: Sequence[int], ships: int = 0) -> None:
    """Units are in a field again and hold it, if it is a province."""
    if not cell.terrain.sea and cell.owner != player:
        cell.occupy(player)
    add(cell, player, counts, ships)


def _aboard(party: Party) -> list[int]:
    """The units that find a place on the ships. Rule: K-RETREAT-12."""
    origin, player = party.origin, party.player
    room = origin.ships(player) + party.ships - origin.troops(player)
    back = [0] * len(party.counts)
    for kind in BACK_ABOARD:
        back[kind] = max(0, min(party.counts[kind], room))
        room -= back[kind]
    return back

"""Combat rounds on land, as in battles and raids."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from turmwart.games.kingofkings.record import CombatRound, Shot
from turmwart.games.kingofkings.tables import BO, BU, CODES, GE, Rules

RollShot = Callable[[int, int, int], tuple[int, str]]
"""``roll(index, chance, ahead)``: value and witness of a roll of this fight's stream."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for a whole fight.

    Attributes:
        rules: the tables.
        castle_bonus: what a castle adds to the chances of its side.
        ceiling: of the terrain, for the attacker; None: no limit.
        modifiers: of attacker and defender.
    """

    rules: Rules
    castle_bonus: int
    ceiling: int | None
    modifiers: tuple[int, int]


class Side:
    """Units of a side in fighting order.

    Attributes:
        units: (kind, number of the group), by kind, then by arrival of the groups.
    """

    def __init__(self, groups: Sequence[Sequence[int]]) -> None:
        # Rule: K-BATTLE-3, K-UNIT-2.
        self.units = [
            (kind, group)
            for kind in range(GE + 1)
            for group, counts in enumerate(groups)
            for _ in range(counts[kind])
        ]

    def has(self, kind: int) -> bool:
        """Whether a unit of this kind lives."""
        return any(one == kind for one, _ in self.units)

    def counts(self, group: int | None = None) -> list[int]:
        """Units by kind: all, or those of a group."""
        found = [0] * len(CODES)
        for kind, of in self.units:
            if group is None or of == group:
                found[kind] += 1
        return found

    def fall(self, hits: int) -> tuple[int, ...]:
        """Remove the first ``hits`` units; they are those that were hit."""
        lost = [0] * len(CODES)
        for kind, _ in self.units[:hits]:
            lost[kind] += 1
        del self.units[:hits]
        return tuple(lost)


def chance(
    terms: Terms, side: int, kind: int, target: int, combat_round: int, general: bool, castle: bool
) -> int:
    """Chance of a shot in percent.

    Args:
        terms: of the fight.
        side: 0 attacker, 1 defender.
        kind: of who shoots.
        target: kind of whom.
        combat_round: from 1.
        general: whether the side has one.
        castle: whether the side has one.

    Rule: K-BATTLE-8, K-BATTLE-9, K-UNIT-3, K-UNIT-4, K-UNIT-6, K-TERR-3, K-TERR-4.
    """
    rules = terms.rules
    late_archer = kind == BO and combat_round > 1
    hit = rules.effects.archer_hit_from_combat_round_2 if late_archer else rules.units[kind].hit
    base = hit - rules.units[target].armour
    if side == 0 and terms.ceiling is not None:
        base = min(base, terms.ceiling)
    bonus = terms.modifiers[side]
    bonus += rules.effects.general_hit_bonus if general else 0
    bonus += terms.castle_bonus if castle else 0
    return max(0, min(100, base + bonus))


def combat_round(
    terms: Terms, attacker: Side, defender: Side, number: int, first: int, roll: RollShot
) -> CombatRound:
    """Fight one combat round and remove the units that were hit.

    Args:
        terms: of the fight.
        attacker: its units.
        defender: its units.
        number: of the combat round, from 1.
        first: index of its first roll.
        roll: gives the rolls.

    Rule: K-BATTLE-4, K-BATTLE-5, K-BATTLE-6, K-BATTLE-7, K-BATTLE-10.
    """
    shots: list[Shot] = []
    hits = [0, 0]
    sides = (attacker, defender)
    for side, name in enumerate("AD"):
        own, foe = sides[side].units, sides[1 - side].units
        general, castle = sides[side].has(GE), sides[side].has(BU)
        known: dict[tuple[int, int], int] = {}
        target = 0
        for place, (kind, _) in enumerate(own):
            if target == len(foe):
                break
            pair = kind, foe[target][0]
            if pair not in known:
                known[pair] = chance(terms, side, *pair, number, general, castle)
            ahead = min(len(own) - place, len(foe) - target)
            value, witness = roll(first + len(shots), known[pair], ahead)
            shots.append(Shot(name, CODES[kind], CODES[pair[1]], known[pair], value, witness))
            target += value <= known[pair]
        hits[1 - side] = target
    return CombatRound(tuple(shots), attacker.fall(hits[0]), defender.fall(hits[1]))


def gives_up(value: int, own: int, foe: int) -> bool:
    """Whether a side gives up after a combat round, by its retreat value.

    Rule: K-RETREAT-2 to K-RETREAT-6, K-RETREAT-8.
    """
    if value >= 10:
        return False
    if value <= -10:
        return True
    if value >= 5:
        return foe > 2 * own
    return foe > own if value >= 0 else own <= foe

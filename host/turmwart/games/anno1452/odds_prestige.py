"""What a battle does to the prestige of both sides, on average."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from turmwart.games.anno1452.odds import Odds

N = TypeVar("N", float, Fraction)


@dataclass(frozen=True, slots=True)
class Stakes:
    """What declaring, winning and losing change for attacker and defender, in points.

    Attributes:
        declared: the attacker's change for declaring the attack.
        attacker_wins: changes of attacker and defender if the attacker wins.
        defender_wins: the same if the defender wins.
    """

    declared: int
    attacker_wins: tuple[int, int]
    defender_wins: tuple[int, int]


def stakes(
    excommunicated: bool = False, ottokar: bool = False, scope: str = "declaration"
) -> Stakes:
    """The points at stake.

    Args:
        excommunicated: whether the target's owner is excommunicated (AR text) in this Epoch.
        ottokar: whether the target is Ottokar's, who gains and loses none.
        scope: ``declaration``, or ``declaration_and_transfer``: the attacker of an excommunicated
            player loses no point for a defeat either.

    Rule: A-BATTLE-10, A-BATTLE-11, A-BATTLE-41, A-BATTLE-46.
    """
    spared = excommunicated and scope == "declaration_and_transfer"
    return Stakes(
        0 if excommunicated else -1,
        (1, 0 if ottokar else -1),
        (0 if spared else -1, 0 if ottokar else 1),
    )


def expected_prestige(odds: Odds[N], at_stake: Stakes) -> tuple[N, N]:
    """Expected points of attacker and defender, before the bounds 0 and 20 make Gold of some.

    Majorities, and titles that hang on them, may change more; they depend on the board.
    """
    attacker, defender = (
        odds.attacker_wins * at_stake.attacker_wins[side]
        + odds.defender_wins * at_stake.defender_wins[side]
        for side in (0, 1)
    )
    return attacker + at_stake.declared, defender

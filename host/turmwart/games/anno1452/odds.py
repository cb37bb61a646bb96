"""Odds of a battle: an exact chain over the units that both sides have lost.

With a fixed order of giving up units, the numbers lost so far say all about a battle (A-ODDS-6).
The chain starts at no losses and hands the chance of each state on to those that can follow a
round that changes something; rounds that change nothing only count as rounds. No state comes
twice, so one pass over them in rising order is enough.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from operator import mul
from typing import Any, Generic, TypeVar

from turmwart.games.anno1452.odds_dice import Answers, Hits, attacker_hits, defender_answers
from turmwart.games.anno1452.odds_side import KINDS, Battle, Side

N = TypeVar("N", float, Fraction)


@dataclass(frozen=True, slots=True)
class Odds(Generic[N]):
    """How a battle ends; chances run from 0 to 1 and the first three add up to 1.

    Attributes:
        attacker_wins: chance that only the attacker has units left.
        defender_wins: chance that only the defender has units left.
        both_eliminated: chance that neither has.
        rounds: expected number of rounds.
        attacker_losses: expected Peasants, Citizens and Soldiers the attacker loses in the
            rounds. Soldiers that survive leave the game after the battle too (A-BATTLE-42).
        defender_losses: the same for the defender.
    """

    attacker_wins: N
    defender_wins: N
    both_eliminated: N
    rounds: N
    attacker_losses: tuple[N, N, N]
    defender_losses: tuple[N, N, N]


def odds(battle: Battle) -> Odds[float]:
    """The odds in floats, within 1e-12 of the exact ones.

    Rule: A-ODDS-5, A-ODDS-7, A-ODDS-8, A-ODDS-12, A-ODDS-14.
    """
    return _odds(battle, 1.0, True)


def exact_odds(battle: Battle) -> Odds[Fraction]:
    """The odds as fractions; those of large battles have thousands of digits.

    Rule: A-ODDS-7, A-ODDS-14 (all chances are rational numbers).
    """
    return _odds(battle, Fraction(1), False)


def _odds(battle: Battle, one: N, shares: bool) -> Odds[N]:
    ends, rounds = chain(battle, one, shares)
    none = one - one
    by_attacker = [sum(row, none) for row in ends]
    by_defender = [sum(column, none) for column in zip(*ends, strict=True)]
    return Odds(
        sum((row[-1] for row in ends[:-1]), none),
        sum(ends[-1][:-1], none),
        ends[-1][-1],
        rounds,
        _expected(battle.attacker, by_attacker, none),
        _expected(battle.defender, by_defender, none),
    )


def chain(battle: Battle, one: N, shares: bool) -> tuple[list[list[N]], N]:
    """Where a battle ends, and after how many rounds.

    Args:
        battle: as it stands.
        one: the number 1 in the kind of numbers to use.
        shares: dice as floats; False for whole numbers, which ``Fraction`` needs to stay exact.

    Returns:
        The chance of each end, by units the attacker and units the defender has lost, 0 for
        states in which the battle goes on; and the expected number of rounds.
    """
    units_a, units_d = len(battle.attacker.order), len(battle.defender.order)
    hits = attacker_hits(battle.attacker, units_d, shares)
    answers = defender_answers(battle.defender, battle.nullifying, shares)
    none = one - one
    reached = [[none] * (units_d + 1) for _ in range(units_a + 1)]
    reached[0][0] = one
    rounds = none
    for i in range(units_a):
        attack = hits[units_a - i]
        for j in range(units_d):
            here, reached[i][j] = reached[i][j], none
            if not here:
                continue
            answer = answers[units_d - j]
            steps = round_steps(attack, answer, units_a - i, units_d - j)
            # Rounds without losses are taken out: what follows is shared by those with losses.
            steps[0][0] = 0
            moves: Any = sum(map(sum, steps))
            share = here / moves
            rounds += share * (attack.total * answer.total)
            for lost, row in enumerate(steps):
                onward = reached[i + lost]
                for k, step in enumerate(row, j):
                    if step:
                        onward[k] += share * step
    return reached, rounds


def round_steps(attack: Hits, answer: Answers, left_a: int, left_d: int) -> list[list[Any]]:
    """How often a round costs the attacker (rows) and the defender (columns) how many units.

    Args:
        attack: hits of the attacker with the units he has left.
        answer: hits and nullifications of the defender with the units he has left.
        left_a: units of the attacker, > 0.
        left_d: units of the defender, > 0.

    Returns:
        Entries that add up to ``attack.total * answer.total``.

    Rule: A-ODDS-5, A-BATTLE-9 (surplus nullifications are lost), A-BATTLE-26.
    """
    rows = answer.exactly
    if len(rows) > left_a:
        rows = (*rows[:left_a], answer.at_least[left_a])
    # Each column pairs n nullifications with n more hits than the units it costs.
    columns = [attack.at_most, *attack.past[1:left_d]]
    if attack.most >= left_d:
        columns.append(attack.at_least[left_d:])
    return [[sum(map(mul, row, column)) for column in columns] for row in rows]


def _expected(side: Side, by_losses: list[N], none: N) -> tuple[N, N, N]:
    """Expected Peasants, Citizens and Soldiers lost."""
    lost = [none] * len(KINDS)
    for losses, chance in enumerate(by_losses):
        for k, number in enumerate(side.lost(losses)):
            lost[k] += chance * number
    return lost[0], lost[1], lost[2]

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

    def __add__(self, other: Odds[N]) -> Odds[N]:
        """Both together, where each holds the chances of a part of all courses of a battle."""
        a, b, c = (n + m for n, m in zip(self.attacker_losses, other.attacker_losses, strict=True))
        d, e, f = (n + m for n, m in zip(self.defender_losses, other.defender_losses, strict=True))
        return Odds(
            self.attacker_wins + other.attacker_wins,
            self.defender_wins + other.defender_wins,
            self.both_eliminated + other.both_eliminated,
            self.rounds + other.rounds,
            (a, b, c),
            (d, e, f),
        )


Grid = list[list[N]]
"""Chances by units the attacker (first index) and the defender (second) has lost.

The last row and column hold the states in which the battle is over.
"""


def odds(battle: Battle) -> Odds[float]:
    """The odds in floats, within 1e-12 of the exact ones.

    Rule: A-ODDS-5, A-ODDS-7, A-ODDS-8, A-ODDS-12, A-ODDS-14.
    """
    begun = fresh_grid(battle, 1.0)
    return summed(battle, begun, *to_the_end(battle, begun))


def exact_odds(battle: Battle) -> Odds[Fraction]:
    """The odds as fractions; those of large battles have thousands of digits.

    Rule: A-ODDS-7, A-ODDS-14 (all chances are rational numbers).
    """
    begun = fresh_grid(battle, Fraction(1))
    return summed(battle, begun, *to_the_end(battle, begun))


def fresh_grid(battle: Battle, at_start: N) -> Grid[N]:
    """A grid on which nothing is lost with chance ``at_start``; its type is that of all chances."""
    none = at_start - at_start
    grid = [
        [none] * (len(battle.defender.order) + 1) for _ in range(len(battle.attacker.order) + 1)
    ]
    grid[0][0] = at_start
    return grid


def to_the_end(battle: Battle, grid: Grid[N]) -> tuple[Grid[N], N]:
    """Where a battle ends, and the expected number of rounds till then."""
    dice = _Dice.of(battle, grid)
    grid = [list(row) for row in grid]
    none = grid[0][0] - grid[0][0]
    rounds = none
    for i in range(len(grid) - 1):
        for j in range(len(grid[0]) - 1):
            here, grid[i][j] = grid[i][j], none
            if not here:
                continue
            steps, total = dice.round(i, j)
            # Rounds without losses are taken out: what follows is shared by those with losses.
            steps[0][0] = 0
            moves: Any = sum(map(sum, steps))
            share = here / moves
            rounds += share * total
            _spread(grid, i, j, steps, share)
    return grid, rounds


def one_round(battle: Battle, grid: Grid[N]) -> tuple[Grid[N], N]:
    """The grid after one round more, and the chance that this round is fought."""
    dice = _Dice.of(battle, grid)
    none = grid[0][0] - grid[0][0]
    after = [[none] * (len(row) - 1) + row[-1:] for row in grid[:-1]] + [list(grid[-1])]
    fought = none
    for i, row in enumerate(grid[:-1]):
        for j, here in enumerate(row[:-1]):
            if here:
                fought += here
                steps, total = dice.round(i, j)
                _spread(after, i, j, steps, here / total)
    return after, fought


def summed(battle: Battle, begun: Grid[N], grid: Grid[N], rounds: N) -> Odds[N]:
    """What has come of a battle: outcomes by the last row and column, losses by all of the grid.

    Args:
        battle: the sides whose losses index the grids.
        begun: the grid before.
        grid: the grid now; states that go on count for losses only.
        rounds: number of rounds in between.
    """
    none = rounds - rounds
    lost = [
        [now - then for now, then in zip(*rows, strict=True)]
        for rows in zip(grid, begun, strict=True)
    ]
    return Odds(
        sum((row[-1] for row in grid[:-1]), none),
        sum(grid[-1][:-1], none),
        grid[-1][-1],
        rounds,
        _expected(battle.attacker, [sum(row, none) for row in lost], none),
        _expected(battle.defender, [sum(column, none) for column in zip(*lost, strict=True)], none),
    )


@dataclass(frozen=True, slots=True)
class _Dice:
    """The dice of both sides for every number of units left."""

    hits: list[Hits]
    answers: list[Answers]

    @classmethod
    def of(cls, battle: Battle, grid: Grid[N]) -> _Dice:
        """In floats for a grid of floats, else in whole numbers, so that fractions stay exact."""
        shares = isinstance(grid[0][0], float)
        attacker, defender = battle.attacker, battle.defender
        return cls(
            attacker_hits(attacker, len(defender.order), shares),
            defender_answers(defender, battle.nullifying, shares),
        )

    def round(self, lost_a: int, lost_d: int) -> tuple[list[list[Any]], Any]:
        """How often a round costs the attacker (rows) and the defender (columns) how many units.

        Returns:
            The entries, and what they add up to.

        Rule: A-ODDS-5, A-BATTLE-9 (surplus nullifications are lost), A-BATTLE-24, A-BATTLE-26,
        A-BATTLE-31.
        """
        left_a, left_d = len(self.hits) - 1 - lost_a, len(self.answers) - 1 - lost_d
        attack, answer = self.hits[left_a], self.answers[left_d]
        rows = answer.exactly
        if len(rows) > left_a:
            rows = (*rows[:left_a], answer.at_least[left_a])
        # Each column pairs n nullifications with n more hits than the units it costs.
        columns = [attack.at_most, *attack.past[1:left_d]]
        if attack.most >= left_d:
            columns.append(attack.at_least[left_d:])
        steps = [[sum(map(mul, row, column)) for column in columns] for row in rows]
        return steps, attack.total * answer.total


def _spread(grid: Grid[N], i: int, j: int, steps: list[list[Any]], share: N) -> None:
    """Hand ``share`` for each entry of ``steps`` on to where it leads from (i, j)."""
    for k, row in enumerate(steps, i):
        onward = grid[k]
        for m, step in enumerate(row, j):
            if step:
                onward[m] += share * step


def _expected(side: Side, by_losses: list[N], none: N) -> tuple[N, N, N]:
    """Expected Peasants, Citizens and Soldiers lost."""
    lost = [none] * len(KINDS)
    for losses, chance in enumerate(by_losses):
        for k, number in enumerate(side.lost(losses)):
            lost[k] += chance * number
    return lost[0], lost[1], lost[2]

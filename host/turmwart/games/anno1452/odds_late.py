"""Odds with cards by the throw before which they are played (``reaction_window``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import reduce
from operator import add
from typing import TypeVar

from turmwart.games.anno1452.odds import (
    Grid,
    Odds,
    exact_odds,
    fresh_grid,
    odds,
    one_round,
    summed,
    to_the_end,
)
from turmwart.games.anno1452.odds_cards import (
    BY_DEFAULT,
    Force,
    House,
    Played,
    battle_between,
    battle_of,
    relieved,
)
from turmwart.games.anno1452.odds_side import ATTACKER, DEFENDER, Battle, Side

N = TypeVar("N", float, Fraction)
Units = tuple[int, int, int]


def odds_of(
    attacker: Force, defender: Force, cards: Sequence[Played] = (), house: House = BY_DEFAULT
) -> Odds[float]:
    """The odds of a battle, each card in force from the throw on before which it is played.

    Raises:
        ValueError: as ``battle_of``.

    Rule: A-BATTLE-17, A-ODDS-12.
    """
    battle = battle_of(attacker, defender, cards, house)
    if all(card.throw == 1 for card in cards):
        return odds(battle)
    return _late(attacker, defender, cards, house, 1.0)


def exact_odds_of(
    attacker: Force, defender: Force, cards: Sequence[Played] = (), house: House = BY_DEFAULT
) -> Odds[Fraction]:
    """The same as fractions.

    Raises:
        ValueError: as ``battle_of``.
    """
    battle = battle_of(attacker, defender, cards, house)
    if all(card.throw == 1 for card in cards):
        return exact_odds(battle)
    return _late(attacker, defender, cards, house, Fraction(1))


def _late(
    attacker: Force, defender: Force, cards: Sequence[Played], house: House, one: N
) -> Odds[N]:
    """Round by round up to the last card, from then on to the end."""
    in_force = [card for card in cards if card.throw == 1]
    first = battle_of(attacker, defender, in_force, house)
    relief = (first.attacker.relief, first.defender.relief)
    courses = [(first, fresh_grid(first, one))]
    parts: list[Odds[N]] = []
    throw = 1
    for moment in sorted({card.throw for card in cards} - {1}):
        fresh = [card for card in cards if card.throw == moment]
        in_force += fresh
        standing: list[tuple[Battle, N]] = []
        arrived = relief
        for battle, begun in courses:
            grid, rounds = begun, one - one
            for _ in range(moment - throw):
                grid, fought = one_round(battle, grid)
                rounds += fought
            parts.append(summed(battle, begun, grid, rounds))
            for (units_a, units_d), chance in _going_on(battle, grid):
                a = relieved(units_a, relief[0], ATTACKER, fresh, house)
                d = relieved(units_d, relief[1], DEFENDER, fresh, house)
                arrived = (a[1], d[1])
                left = battle_between(attacker, defender, (a, d), in_force, house)
                standing.append((left, chance))
        throw, relief = moment, arrived
        courses = _together(standing)
    for battle, grid in courses:
        parts.append(summed(battle, grid, *to_the_end(battle, grid)))
    return reduce(add, parts)


def _going_on(battle: Battle, grid: Grid[N]) -> Iterator[tuple[tuple[Units, Units], N]]:
    """Units of both sides where the battle is not over, with the chance of it."""
    for i, row in enumerate(grid[:-1]):
        for j, chance in enumerate(row[:-1]):
            if chance:
                yield (_left(battle.attacker, i), _left(battle.defender, j)), chance


def _together(standing: list[tuple[Battle, N]]) -> list[tuple[Battle, Grid[N]]]:
    """Battles that are later states of the same larger one share its grid."""
    courses: list[tuple[Battle, Grid[N]]] = []
    for battle, chance in sorted(
        standing, key=lambda b: -len(b[0].attacker.order) - len(b[0].defender.order)
    ):
        for larger, grid in courses:
            i = _lost_since(larger.attacker, battle.attacker)
            j = _lost_since(larger.defender, battle.defender)
            if i is not None and j is not None:
                grid[i][j] += chance
                break
        else:
            courses.append((battle, fresh_grid(battle, chance)))
    return courses


def _lost_since(larger: Side, smaller: Side) -> int | None:
    """How many units ``larger`` gives up until it is ``smaller``; None if it never is."""
    lost = len(larger.order) - len(smaller.order)
    return lost if lost >= 0 and larger.order[lost:] == smaller.order else None


def _left(side: Side, losses: int) -> Units:
    """Peasants, Citizens and Soldiers left after ``losses``."""
    peasants, citizens, soldiers = side.lost(len(side.order))
    gone = side.lost(losses)
    return peasants - gone[0], citizens - gone[1], soldiers - gone[2]

"""Odds with cards by the throw before which they are played (``reaction_window``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from turmwart.games.anno1452.odds import Odds, exact_odds, odds, round_steps
from turmwart.games.anno1452.odds_cards import (
    BY_DEFAULT,
    Force,
    House,
    Played,
    battle_between,
    battle_of,
    relieved,
)
from turmwart.games.anno1452.odds_dice import attacker_hits, defender_answers
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
    return _late(attacker, defender, cards, house, 1.0, odds)


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
    return _late(attacker, defender, cards, house, Fraction(1), exact_odds)


def _late(
    attacker: Force,
    defender: Force,
    cards: Sequence[Played],
    house: House,
    one: N,
    finish: Callable[[Battle], Odds[N]],
) -> Odds[N]:
    """Play the throws before the last card round by round, the rest of each end by ``finish``."""
    none = one - one
    tally = [none] * 10  # three outcomes, rounds, three kinds of losses of each side
    standing = {(attacker.units, defender.units): one}
    dice = (attacker.relief, defender.relief)
    in_force: list[Played] = []
    throw = 1

    def battle(units: tuple[Units, Units]) -> Battle:
        left = ((units[0], dice[0]), (units[1], dice[1]))
        return battle_between(attacker, defender, left, in_force, house)

    for moment in sorted({card.throw for card in cards}):
        for _ in range(moment - throw):
            standing = _round(standing, battle, tally, one)
        throw = moment
        fresh = [card for card in cards if card.throw == moment]
        in_force += fresh
        arrived: dict[tuple[Units, Units], N] = {}
        relief = dice
        for (a, d), chance in standing.items():
            a, more_a = relieved(a, dice[0], ATTACKER, fresh, house)
            d, more_d = relieved(d, dice[1], DEFENDER, fresh, house)
            relief = (more_a, more_d)
            arrived[a, d] = chance
        standing, dice = arrived, relief
    for units, chance in standing.items():
        end: Odds[N] = finish(battle(units))
        figures: list[N] = [end.attacker_wins, end.defender_wins, end.both_eliminated, end.rounds]
        figures += end.attacker_losses
        figures += end.defender_losses
        for k, figure in enumerate(figures):
            tally[k] += chance * figure
    return Odds(
        tally[0],
        tally[1],
        tally[2],
        tally[3],
        (tally[4], tally[5], tally[6]),
        (tally[7], tally[8], tally[9]),
    )


def _round(
    standing: dict[tuple[Units, Units], N],
    battle: Callable[[tuple[Units, Units]], Battle],
    tally: list[N],
    one: N,
) -> dict[tuple[Units, Units], N]:
    """One round in every state that stands; what ends goes into ``tally``."""
    after: dict[tuple[Units, Units], N] = {}
    shares = isinstance(one, float)
    for units, chance in standing.items():
        now: Battle = battle(units)
        attacker: Side = now.attacker
        defender: Side = now.defender
        left_a, left_d = len(attacker.order), len(defender.order)
        attack = attacker_hits(attacker, left_d, shares)[-1]
        answer = defender_answers(defender, now.nullifying, shares)[-1]
        share = chance / (attack.total * answer.total)
        tally[3] += chance
        steps = round_steps(attack, answer, left_a, left_d)
        lost_a: int
        lost_d: int
        for lost_a in range(len(steps)):
            for lost_d in range(len(steps[lost_a])):
                part = share * steps[lost_a][lost_d]
                gone = (*attacker.lost(lost_a), *defender.lost(lost_d))
                for k, number in enumerate(gone, 4):
                    tally[k] += part * number
                over_a, over_d = lost_a == left_a, lost_d == left_d
                if over_a and over_d:
                    tally[2] += part
                elif over_a or over_d:
                    tally[over_a] += part
                else:
                    key = (_left(attacker, lost_a), _left(defender, lost_d))
                    after[key] = after.get(key, one - one) + part
    return after


def _left(side: Side, losses: int) -> Units:
    """Peasants, Citizens and Soldiers left after ``losses``."""
    peasants, citizens, soldiers = side.lost(len(side.order))
    gone = side.lost(losses)
    return peasants - gone[0], citizens - gone[1], soldiers - gone[2]

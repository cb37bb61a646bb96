"""The chances of a battle before its throw, exact: by convolution over what may fall.

How many cubes of a colour fall is told by a function that is handed in; the game knows no tower.
Colours fall independently of each other, so a battle's sum over all throws falls apart into sums
over one or two colours, each a few hundred products.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul
from typing import Generic, TypeVar

from turmwart.games.wallenstein import battle
from turmwart.games.wallenstein.commands import Command, MoveArmies, RevealPlan
from turmwart.games.wallenstein.state import Battle, State
from turmwart.kernel.cubes import Cubes

Chance = TypeVar("Chance", float, Fraction)
"""Floats for screens, fractions where every digit counts."""

Falls = Callable[[int, int], Sequence[Chance]]
"""``falls(thrown, inside)``: chance of 0, 1, .. ``thrown + inside`` fallen cubes of a colour."""

KINDS = ("player", "neutral", "revolt", "famine")


@dataclass(frozen=True, slots=True)
class Fight:
    """A battle before its throw.

    Attributes:
        kind: one of ``KINDS``.
        attacker: colour; the farmers' in revolts.
        defender: colour; the farmers' in a neutral province.
        farmers: colour of the farmers.
        markers: revolt markers of the province; matter in ``player`` only.
        thrown: all that is poured, the tray's cubes among it.
        inside: the tower's cubes before.

    Raises:
        ValueError: no such kind.
    """

    kind: str
    attacker: str
    defender: str
    farmers: str
    markers: int
    thrown: Cubes
    inside: Cubes

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"no kind of battle is called {self.kind}")


@dataclass(frozen=True, slots=True)
class Odds(Generic[Chance]):
    """Chances of a battle; the first three sum to 1.

    Attributes:
        attacker_wins: that the attacker wins.
        defender_wins: that the defender wins.
        tie: that neither does.
        devastated: that the province is devastated; in ``player`` by a tie, in revolts whenever
            its owner does not win, in a neutral one never.
        attacker_left: chance of 0, 1, .. armies of the attacker that go to the province.
        defender_left: the same of the defender.
    """

    attacker_wins: Chance
    defender_wins: Chance
    tie: Chance
    devastated: Chance
    attacker_left: tuple[Chance, ...]
    defender_left: tuple[Chance, ...]


def odds(fight: Fight, falls: Falls[Chance]) -> Odds[Chance]:
    """The chances of a battle.

    Args:
        fight: the battle.
        falls: how many cubes of a colour fall; its chances sum to 1.

    Rule: W-BATTLE-13 to W-BATTLE-25, W-BATTLE-29 to W-BATTLE-33.
    """
    attacker, defender, farmers = (
        falls(fight.thrown[colour], fight.inside[colour])
        for colour in (fight.attacker, fight.defender, fight.farmers)
    )
    if fight.kind != "player":
        return _against_farmers(fight.kind, attacker, defender)
    if fight.markers:
        # Third-party farmers do not count, however many fall.
        farmers = falls(0, 0)
    return _between_players(attacker, defender, farmers)


def mean(left: Sequence[Chance]) -> Chance:
    """The mean number of armies left, lost battles counted as 0."""
    total = left[0] * 0
    for number, chance in enumerate(left):
        total += number * chance
    return total


def of_battle(state: State, fought: Battle) -> Fight:
    """A battle whose cubes are gathered, or would be.

    Rule: W-BATTLE-4 to W-BATTLE-10, W-CUBE-5.
    """
    waits = state.battle == fought
    # What the books have in the hand may be more by now than what was gathered.
    thrown = state.ledger.at("hand") if waits else fought.thrown + fought.tray
    return Fight(
        fought.kind,
        battle.colour_of(state, fought.attacker),
        battle.colour_of(state, fought.defender),
        state.farmers,
        fought.markers,
        thrown,
        state.ledger.at("tower"),
    )


def considered(state: State, command: Command | None) -> Battle | None:
    """The battle that waits for its throw, or the one that a command would begin; else None.

    Args:
        state: the game.
        command: what the table is about to enter.

    Rule: W-MOVE-5, W-REVOLT-1.
    """
    if state.battle is not None:
        return state.battle
    match command:
        case MoveArmies(target=target, armies=armies):
            return _attack(state, target, armies)
        case RevealPlan(card=card):
            action = state.current_action()
            stands = next((p for p in state.provinces if p.id == card), None)
            collects = action in ("collect_tax", "collect_grain")
            if stands is None or stands.owner is None or not stands.markers or not collects:
                return None
            return battle.revolt(state, card, 0, 0)
    return None


def _attack(state: State, target: str, armies: int) -> Battle | None:
    acting = state.acting
    if acting is None or acting.step != "move" or acting.action == "recruit_1_move":
        return None
    stands = next((p for p in state.provinces if p.id == target and p.in_play), None)
    if stands is None or stands.owner == acting.seat:
        return None
    if not 1 <= armies < state.armies(acting.province):
        return None
    return battle.attack(state, acting.province, target, armies)


def _between_players(
    attacker: Sequence[Chance], defender: Sequence[Chance], farmers: Sequence[Chance]
) -> Odds[Chance]:
    # Attackers left: A - (D + F). Defenders left: D - max(0, A - F), as farmers die first.
    strength = _together(defender, farmers)
    attacker_left = _beyond(attacker, strength)
    defender_left = _beyond(defender, _beyond(attacker, farmers))
    attacker_wins = _sum(attacker_left[1:], attacker[0])
    defender_wins = _sum(defender_left[1:], attacker[0])
    # Farmers alone do not hold a province: without a defender they only deny it to the attacker.
    by_farmers = defender[0] * _sum(_beyond(farmers, attacker)[1:], attacker[0])
    tie = _dot(attacker, strength, attacker[0]) + by_farmers
    return Odds(attacker_wins, defender_wins, tie, tie, attacker_left, defender_left)


def _against_farmers(
    kind: str, attacker: Sequence[Chance], defender: Sequence[Chance]
) -> Odds[Chance]:
    attacker_left, defender_left = _beyond(attacker, defender), _beyond(defender, attacker)
    attacker_wins = _sum(attacker_left[1:], attacker[0])
    defender_wins = _sum(defender_left[1:], attacker[0])
    tie = _dot(attacker, defender, attacker[0])
    # Farmers never stand on a province, not even victorious ones.
    nobody = (attacker_wins + defender_wins + tie,)
    if kind == "neutral":
        never = attacker[0] * 0
        return Odds(attacker_wins, defender_wins, tie, never, attacker_left, nobody)
    devastated = attacker_wins + tie
    return Odds(attacker_wins, defender_wins, tie, devastated, nobody, defender_left)


def _together(first: Sequence[Chance], second: Sequence[Chance]) -> tuple[Chance, ...]:
    """Distribution of the sum of two numbers."""
    backwards = tuple(reversed(second))
    last = len(second) - 1
    return tuple(
        _dot(first[max(0, n - last) : n + 1], backwards[max(0, last - n) :], first[0])
        for n in range(len(first) + last)
    )


def _beyond(first: Sequence[Chance], second: Sequence[Chance]) -> tuple[Chance, ...]:
    """Distribution of how much the first number is above the second, 0 where it is not."""
    above: list[Chance] = [_dot(first[more:], second, first[0]) for more in range(1, len(first))]
    rest = first[0] * 0
    not_above = first[0] * 0
    for number, chance in enumerate(second):
        if number < len(first):
            not_above += first[number]
        rest += chance * not_above
    beyond: list[Chance] = [rest]
    beyond.extend(above)
    return tuple(beyond)


def _dot(first: Sequence[Chance], second: Sequence[Chance], like: Chance) -> Chance:
    return sum(map(mul, first, second), like * 0)


def _sum(chances: Sequence[Chance], like: Chance) -> Chance:
    return sum(chances, like * 0)

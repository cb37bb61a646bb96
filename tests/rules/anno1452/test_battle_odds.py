"""The odds say what the state machine does: every throw of whole battles, as fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

import pytest

from turmwart.games.anno1452 import GAME
from turmwart.games.anno1452.battle import SIDES, under_way, units
from turmwart.games.anno1452.commands import AssignLosses, React, ThrowDice
from turmwart.games.anno1452.losses import losses_of, open_sides
from turmwart.games.anno1452.odds_cards import still_playable
from turmwart.games.anno1452.odds_late import exact_odds_of
from turmwart.games.anno1452.odds_side import CHEAPEST_FIRST, STRONGEST_FIRST, WEAKEST_FIRST, order
from turmwart.games.anno1452.outlook import outlook
from turmwart.games.anno1452.reactions import offers
from turmwart.games.anno1452.state import State, Units
from turmwart.games.anno1452.waiting import dice_waiting
from turmwart.kernel.chance import no_rolls

from .battle_play import Force, begun, declared, field, keep, throw

Figures = tuple[Fraction, ...]
"""Attacker, defender, both; rounds; losses of the attacker, then of the defender, by kind."""

SIX = range(1, 7)


def throws(count: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """All that ``count`` dice can show, sorted, with its chance."""
    for faces in combinations_with_replacement(SIX, count):
        ways = factorial(count) // prod(factorial(n) for n in Counter(faces).values())
        yield faces, Fraction(ways, 6**count)


@dataclass
class Machine:
    """Drives battles through the commands of the game and remembers what it found.

    Attributes:
        policies: loss policy of attacker and defender.
        found: figures by the units that stand.
    """

    policies: tuple[str, str]
    found: dict[Any, Figures]

    def figures(self, state: State) -> Figures:
        """What comes of a battle that waits for the dice of a round."""
        key = tuple((units(state, side), _relief(state, side)) for side in SIDES)
        if key not in self.found:
            self.found[key] = self._round(state)
        return self.found[key]

    def _round(self, state: State) -> Figures:
        again = Fraction(0)
        total = [Fraction(0)] * 10
        before = [units(state, side) for side in SIDES]
        for after, chance in self._thrown(state):
            if after.battle is None:
                assert after.last_battle is not None
                ends = ("attacker", "defender", "mutual").index(after.last_battle.outcome)
                total[ends] += chance
                lost = _final(after, before)
            else:
                now = [units(after, side) for side in SIDES]
                if now == before:
                    again += chance
                    continue
                lost = [_less(*pair) for pair in zip(before, now, strict=True)]
                onward = self.figures(after)
                total = [was + chance * more for was, more in zip(total, onward, strict=True)]
            for n, number in enumerate((*lost[0], *lost[1]), 4):
                total[n] += chance * number
        total[3] += 1
        return tuple(figure / (1 - again) for figure in total)

    def _thrown(self, state: State) -> Iterator[tuple[State, Fraction]]:
        """Every state after the dice of a round and the losses, with its chance."""
        rounds = len(under_way(state).rounds)
        open_ones = [(state, Fraction(1))]
        while open_ones:
            here, chance = open_ones.pop()
            battle = here.battle
            if battle is None or len(battle.rounds) > rounds:
                yield self._losses(here), chance
                continue
            for faces, share in throws(dice_waiting(here)[0].count):
                open_ones.append((_done(here, ThrowDice(faces)), chance * share))

    def _losses(self, state: State) -> State:
        while state.battle is not None and state.battle.stage == "losses":
            side = open_sides(state)[0]
            standing, losses = units(state, side), losses_of(state, side)
            kept = order(
                (standing.peasants, standing.citizens, standing.soldiers),
                self.policies[SIDES.index(side)],
                last_peasant_last=state.settings.last_peasant_last,
            )[losses:]
            left = [kept.count(kind) for kind in ("peasants", "citizens", "soldiers")]
            state = _done(state, AssignLosses(side, *left))
        return state


def _relief(state: State, side: str) -> int:
    battle = under_way(state)
    return battle.attacker_relief if side == "attacker" else battle.defender_relief


def _done(state: State, command: Any) -> State:
    decided = GAME.decide(state, command, no_rolls)
    assert isinstance(decided, tuple), (command, decided)
    for event in decided:
        state = GAME.apply(state, event)
    return state


def _less(before: Units, now: Units) -> tuple[int, int, int]:
    return (
        before.peasants - now.peasants,
        before.citizens - now.citizens,
        before.soldiers - now.soldiers,
    )


def _final(after: State, before: list[Units]) -> list[tuple[int, int, int]]:
    """Units lost in the last round of a battle that is over."""
    battle = after.last_battle
    assert battle is not None
    soldiers = (battle.attacker_soldiers or 0, battle.defender_soldiers or 0)
    estates = (battle.force, battle.target)
    relief = (battle.attacker_relief, battle.defender_relief)
    lost = []
    for n, side in enumerate(SIDES):
        if battle.outcome != side:
            lost.append((before[n].peasants, before[n].citizens, before[n].soldiers))
            continue
        here = after.estate(estates[n]) if estates[n] else None
        own = here.value if here is not None else 0
        citizens = here.citizens if here is not None else 0
        # A winner without Peasants was given value 1 in the aftermath.
        if not after.settings.last_peasant_last and citizens and own == 1 and n == 1:
            own = min(own, _peasants_left(after, before[n], n))
        peasants = own + (relief[n] if after.settings.relief_dice == "peasants" else 0)
        lost.append(_less(before[n], Units(peasants, citizens, soldiers[n])))
    return lost


def _peasants_left(after: State, before: Units, side: int) -> int:
    assert after.last_battle is not None
    fought = after.last_battle.rounds[-1]
    lost = (fought.attacker_losses, fought.defender_losses)[side]
    return max(0, before.peasants - lost)


def machine_and_odds(play_state: State, policies: tuple[str, str]) -> tuple[Figures, Figures]:
    """What the state machine does, and what the odds say."""
    seen = outlook(play_state, *policies)
    exact = exact_odds_of(seen.attacker, seen.defender, seen.cards, seen.house)
    said = (
        exact.attacker_wins,
        exact.defender_wins,
        exact.both_eliminated,
        exact.rounds,
        *exact.attacker_losses,
        *exact.defender_losses,
    )
    return Machine(policies, {}).figures(play_state), said


WEAK = (WEAKEST_FIRST, WEAKEST_FIRST)
CHEAP = (CHEAPEST_FIRST, CHEAPEST_FIRST)
VILLAGE = React("s2", "reaction-befestigte-doerfer")
TOWN = React("s2", "reaction-befestigte-staedte")
TREASON = React("s1", "reaction-verrat")
ARMY = React("s1", "reaction-landwehr")
MILITIA = React("s2", "reaction-buergerwehr")
RELIEF = React("s3", "reaction-entsatzheer", "defender", ("e3",))
NEAR = [("s3", "schwaben", {})]

Case = tuple[Force, Force, tuple[React, ...], tuple[str, str], dict[str, Any]]
CASES: dict[str, Case] = {
    "plain": ((2, 0, 0), (2, 0, 0), (), WEAK, {}),
    "city": ((2, 0, 0), (2, 0, 0), (), WEAK, {"city": True}),
    "citizens": ((1, 1, 0), (1, 1, 0), (), WEAK, {"city": True}),
    "cheap": ((1, 1, 1), (1, 0, 0), (), CHEAP, {}),
    "village": ((2, 0, 0), (1, 1, 0), (VILLAGE,), WEAK, {}),
    "town": ((1, 0, 1), (2, 0, 0), (TOWN,), WEAK, {"city": True}),
    "treason": ((2, 0, 0), (2, 0, 0), (TREASON,), WEAK, {"city": True}),
    "both": ((2, 0, 0), (1, 1, 0), (TREASON, TOWN), WEAK, {"city": True}),
    "weapons": ((2, 0, 0), (1, 1, 0), (ARMY, MILITIA), WEAK, {}),
    "relief": ((2, 0, 0), (1, 0, 0), (RELIEF,), WEAK, {"more": NEAR}),
    "alone": ((0, 0, 2), (2, 0, 0), (), WEAK, {"alone": True, "city": True}),
    "peasant relief": (
        (2, 0, 0),
        (1, 0, 0),
        (RELIEF,),
        WEAK,
        {"more": NEAR, "city": True, "settings": {"relief_dice": "peasants"}},
    ),
    "peasants first": (
        (2, 0, 0),
        (1, 1, 0),
        (),
        WEAK,
        {"settings": {"last_peasant_last": False}},
    ),
    "opponent": (
        (1, 1, 0),
        (1, 0, 1),
        (),
        (STRONGEST_FIRST, STRONGEST_FIRST),
        {"settings": {"loss_choice": "opponent"}},
    ),
    "computed": (
        (1, 1, 0),
        (1, 0, 1),
        (),
        WEAK,
        {"settings": {"loss_choice": "weakest_first"}},
    ),
    "merged": (
        (1, 1, 0),
        (2, 0, 0),
        (ARMY,),
        WEAK,
        {"settings": {"merge_equal_groups": True, "weapon_cards_scope": "both_sides"}},
    ),
    "one die": ((2, 0, 0), (1, 0, 0), (), WEAK, {"settings": {"dice_available": 1}}),
}


@pytest.mark.rule(
    "A-ODDS-3", "A-ODDS-4", "A-ODDS-5", "A-ODDS-7", "A-ODDS-8", "A-ODDS-11", "A-ODDS-12",
    "A-ODDS-13", "A-ODDS-14", "A-BATTLE-24", "A-BATTLE-26", "A-BATTLE-31", "A-BATTLE-32",
    "A-BATTLE-33",
)  # fmt: skip
@pytest.mark.parametrize("name", list(CASES))
def test_the_state_machine_does_what_the_odds_say(name: str) -> None:
    """Every throw of every round through the commands: outcomes, rounds, losses by kind."""
    attacker, defender, cards, policies, fields = CASES[name]
    play = begun(attacker, defender, *cards, **fields)
    driven, said = machine_and_odds(play.state, policies)
    assert sum(driven[:3]) == 1
    assert driven == said


@pytest.mark.rule("A-ODDS-12")
def test_the_outlook_counts_the_units_still_standing() -> None:
    """After a round: a Peasant and a relief Peasant lost, the cards still in force."""
    reading = {"relief_dice": "peasants"}
    cards = (RELIEF, replace(ARMY, seat="s1"))
    play = begun((3, 1, 2), (2, 0, 0), *cards, more=NEAR, settings=reading, city=True)
    attack = {"peasants": [6, 6, 1], "citizens": [1], "soldiers": [1, 1]}
    throw(play, {"attacker": attack, "defender": {"peasants": [6, 2, 2]}})
    keep(play, "attacker", (3, 1, 1))
    seen = outlook(play.state)
    assert (seen.attacker.units, seen.defender.units) == ((3, 1, 1), (1, 0, 0))
    assert (seen.attacker.relief, seen.defender.relief) == (0, 0)
    assert [(card.card, card.side) for card in seen.cards] == [("reaction-landwehr", "attacker")]
    assert (seen.defender.city, seen.house.relief_dice) == (True, "peasants")


@pytest.mark.rule("A-BATTLE-16", "A-BATTLE-19", "A-BATTLE-21")
@pytest.mark.parametrize("city", [False, True])
def test_the_odds_offer_the_cards_that_the_battle_offers(city: bool) -> None:
    """What Cleo could play for either side, and what "what if" tries out."""
    play = declared(field(city=city, hands=3, more=NEAR))
    battle = {(card.id, side) for card, side in offers(play.state, "s3")}
    seen = outlook(play.state)
    tried = {(one.card, one.side) for one in still_playable(seen.cards, city, seen.house)}
    assert battle == tried
    assert len(battle) == (8 if city else 7)

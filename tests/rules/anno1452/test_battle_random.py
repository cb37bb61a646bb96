"""Random battles: random forces, readings, cards, dice and losses keep every law."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from turmwart.games.anno1452 import GAME
from turmwart.games.anno1452.battle import SIDES, units
from turmwart.games.anno1452.commands import React, ThrowDice
from turmwart.games.anno1452.events_battle import BattleEnded, LossesTaken, RoundThrown
from turmwart.games.anno1452.events_board import PrestigeChanged
from turmwart.games.anno1452.setup import CHOICES
from turmwart.games.anno1452.state import Office, State, Turn, Units
from turmwart.games.anno1452.steps import Dice
from turmwart.games.anno1452.waiting import dice_waiting

from .battle_play import declared, field
from .rounds_play import Play

READINGS = ("loss_choice", "relief_dice", "relief_origin", "reaction_window", "weapon_cards_scope")
MOST_COMMANDS = 2000


def readings(random: Random) -> dict[str, Any]:
    """Settings that a battle depends on, at random."""
    chosen: dict[str, Any] = {name: random.choice(CHOICES[name]) for name in READINGS}
    for name in ("last_peasant_last", "king_defends_others", "merge_equal_groups"):
        chosen[name] = random.random() < 0.5
    chosen["dice_available"] = random.choice((1, 2, 6, 6, 10, 21))
    return chosen


def position(random: Random) -> tuple[State, bool]:
    """A battle field at random, and whether Soldiers attack alone."""
    city = random.random() < 0.5
    seats = random.choice((2, 3, 4))
    more = [
        (f"s{random.randint(1, seats)}", region, {"value": random.choice((1, 2, 3, 3))})
        for region in random.sample(("schwaben", "oberitalien", "oesterreich", "boehmen"), 3)
    ]
    state = field(
        (random.randint(1, 3), random.randint(0, 6), 0),
        (random.randint(1, 3), random.randint(0, 6 if city else 3), 0),
        attacker_city=True,
        city=city,
        more=more,
        hands={f"s{n}": random.randint(0, 3) for n in range(1, 5)},
        players=seats,
        settings=readings(random),
        variants=random.choice(((), ("E",), ("F2",))),
        acting=Turn("s1", 1),
    )
    king, anti = random.sample(("s1", "s2", *(["s3"] if seats > 2 else [])), 2)
    stock = state.soldiers_total // 2
    offices = {"king": Office(king, random.randint(0, stock))}
    if random.random() < 0.5:
        offices["anti_king"] = Office(anti, random.randint(0, stock), "this_round")
    state = replace(state, **offices)
    soldiers = {office.seat: office.soldiers for office in offices.values()}
    return state, bool(soldiers.get("s1")) and random.random() < 0.5


def command(play: Play, random: Random) -> Any:
    """Any answer to what is asked."""
    if isinstance(play.state.top, Dice):
        number = random.randrange(len(dice_waiting(play.state)))
        count = dice_waiting(play.state)[number].count
        return ThrowDice(tuple(random.randint(1, 6) for _ in range(count)), number)
    return random.choice(list(GAME.legal(play.state, None)))


def fought(play: Play, random: Random) -> dict[str, Units]:
    """Fight to the end; the units of both sides before the first throw."""
    before: dict[str, Units] = {}
    for _ in range(MOST_COMMANDS):
        battle = play.state.battle
        if battle is None:
            return before
        if battle.stage in ("throw", "reactions") and not battle.rounds:
            before = {side: units(play.state, side) for side in SIDES}
        assert any(prompt.must for prompt in GAME.prompts(play.state, None))
        play.do(command(play, random))
    raise AssertionError("the battle does not end")


@pytest.mark.rule("A-BATTLE-28", "A-BATTLE-32", "A-BATTLE-33", "A-BATTLE-42", "A-BATTLE-43")
@pytest.mark.parametrize("seed", range(12))
def test_random_battles_keep_every_law(seed: int) -> None:
    """Ten battles each: the laws at every step, the books at the end."""
    random = Random(f"battle {seed}")
    for _ in range(10):
        start, alone = position(random)
        play = declared(start, alone=alone)
        before = fought(play, random)
        last = play.state.last_battle
        assert last is not None
        _books(play, start, before)
        _prestige(play)


def _books(play: Play, start: State, before: dict[str, Units]) -> None:
    """Units lost add up; who lost has none left; Soldiers and cards are where they belong."""
    last = play.state.last_battle
    assert last is not None
    lost = {side: [0, 0, 0] for side in SIDES}
    for event in play.happened(LossesTaken):
        for side, gone in zip(SIDES, (event.attacker, event.defender), strict=True):
            for n, number in enumerate((gone.peasants, gone.citizens, gone.soldiers)):
                lost[side][n] += number
    late = start.settings.reaction_window == "before_every_throw"
    for side in SIDES:
        stood = before[side]
        if not late:
            assert sum(lost[side]) <= stood.total
            assert (sum(lost[side]) == stood.total) == (last.outcome != side)
    rounds = [event.round for event in play.happened(RoundThrown)]
    assert tuple(rounds) == last.rounds
    assert [one.number for one in rounds] == list(range(1, len(rounds) + 1))
    (ended,) = play.happened(BattleEnded)
    offices = (play.state.king.soldiers, play.state.anti_king.soldiers)
    stock = start.king.soldiers + start.anti_king.soldiers
    assert sum(offices) == stock - ended.soldiers_lost
    assert ended.soldiers_lost == sum(count for _, count in last.brought)
    assert play.state.in_play == ()
    assert play.state.discards == (*start.discards, *ended.cards)
    hands = [one.hand for one in play.state.players]
    assert sum(hands) == sum(one.hand for one in start.players) - len(ended.cards)
    assert len({one.seat for one in last.reactions}) == len(last.reactions)


def _prestige(play: Play) -> None:
    """Net of declaration and transfer (A-BATTLE-41)."""
    last = play.state.last_battle
    assert last is not None
    causes = ("declaration", "defeat", "victory")
    changes = [one for one in play.happened(PrestigeChanged) if one.cause in causes]
    net = {seat: sum(one.delta for one in changes if one.seat == seat) for seat in ("s1", "s2")}
    expected = {"attacker": (0, -1), "defender": (-2, 1), "mutual": (-1, 0)}
    assert tuple(net.values()) == expected[last.outcome]


def test_random_battles_meet_every_card_and_every_outcome() -> None:
    """The campaign is worth something: all six cards, all three outcomes, all kinds of dice."""
    cards, outcomes, kinds = set(), set(), set()
    random = Random("worth")
    for _ in range(60):
        start, alone = position(random)
        play = declared(start, alone=alone)
        while play.state.battle is not None:
            kinds.update(one.kind for one in dice_waiting(play.state))
            found = list(GAME.legal(play.state, None))
            reacting = [one for one in found if isinstance(one, React)]
            play.do(random.choice(reacting) if reacting else command(play, random))
        last = play.state.last_battle
        assert last is not None
        cards.update(one.card for one in last.reactions)
        outcomes.add(last.outcome)
    assert len(cards) == 6
    assert outcomes == {"attacker", "defender", "mutual"}
    assert {"peasants", "citizens", "soldiers", "relief", "citizens_soldiers"} <= kinds

"""A round of a battle: what hits, what nullifies, what is lost, who chooses."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from turmwart.games.anno1452 import GAME
from turmwart.games.anno1452.battle import (
    ATTACKER,
    DEFENDER,
    hit_faces,
    nullify_faces,
    throw_plan,
    under_way,
    units,
)
from turmwart.games.anno1452.commands import AssignLosses, Pass, React, ThrowDice
from turmwart.games.anno1452.events_battle import LossesChosen, LossesTaken, StageReached
from turmwart.games.anno1452.losses import loss_choices, losses_of, open_sides, weakest_first
from turmwart.games.anno1452.prompts import prompts
from turmwart.games.anno1452.state import Units
from turmwart.games.anno1452.steps import Dice
from turmwart.games.anno1452.waiting import dice_waiting
from turmwart.kernel.chance import RollRequest
from turmwart.kernel.prompt import Number

from .battle_play import (
    FORCE,
    TARGET,
    begun,
    declared,
    field,
    keep,
    outcome,
    stage,
    throw,
    throw_misses,
)


@pytest.mark.rule("A-BATTLE-1", "A-BATTLE-2", "A-BATTLE-3", "A-BATTLE-4")
def test_all_units_of_the_two_estates_throw_and_no_others() -> None:
    """A reduced Estate with 2 Citizens and 4 Soldiers against a City with 5 Citizens."""
    more = [("s1", "bayern", {"citizens": 3}), ("s2", "tirol", {"citizens": 2})]
    play = begun((1, 2, 4), (3, 5, 0), city=True, more=more)
    assert units(play.state, ATTACKER) == Units(1, 2, 4)
    assert units(play.state, DEFENDER) == Units(3, 5, 0)
    asked = [(one.side, one.kind, one.count) for one in dice_waiting(play.state)]
    assert asked == [
        ("attacker", "peasants", 1),
        ("attacker", "citizens", 2),
        ("attacker", "soldiers", 4),
        ("defender", "peasants", 3),
        ("defender", "citizens", 5),
    ]


@pytest.mark.rule("A-BATTLE-5")
@pytest.mark.parametrize(
    ("force", "kind", "hits"),
    [((1, 0, 0), "peasants", 1), ((1, 1, 0), "citizens", 2), ((1, 0, 1), "soldiers", 3)],
)
def test_faces_that_hit(force: tuple[int, int, int], kind: str, hits: int) -> None:
    """Peasant 6, Citizen 5 and 6, Soldier 4 to 6: each face in a battle of its own."""
    found = []
    for face in range(1, 7):
        play = begun(force, (3, 3, 0))
        dice: dict[str, Any] = {"peasants": [1], kind: [face]}
        other = {"peasants": [1, 1, 1], "citizens": [1, 1, 1]}
        found.append(throw(play, {"attacker": dice, "defender": other}).attacker_hits)
    assert found == [0] * (6 - hits) + [1] * hits


@pytest.mark.rule("A-BATTLE-6", "A-BATTLE-8", "A-BATTLE-24", "A-BATTLE-26")
def test_a_one_of_a_defending_city_nullifies_for_each_kind_of_unit() -> None:
    """Three hits; a Peasant, a Citizen and a Soldier of the City throw 1."""
    play = begun((3, 3, 0), (3, 1, 1), city=True)
    attack = {"peasants": [6, 2, 2], "citizens": [5, 6, 2]}
    answer = {"peasants": [1, 2, 2], "citizens": [1], "soldiers": [1]}
    fought = throw(play, {"attacker": attack, "defender": answer})
    assert (fought.attacker_hits, fought.nullified, fought.defender_losses) == (3, 3, 0)


@pytest.mark.rule("A-BATTLE-6")
def test_without_a_city_a_one_does_nothing() -> None:
    """The same dice against an Estate that is no City."""
    play = begun((3, 0, 0), (3, 0, 0))
    fought = throw(play, {"attacker": {"peasants": [6, 2, 2]}, "defender": {"peasants": [1, 1, 1]}})
    assert (fought.nullified, fought.defender_losses) == (0, 1)


@pytest.mark.rule("A-BATTLE-7")
def test_the_attacker_never_nullifies() -> None:
    """Three ones from an attacking City do not stop two hits."""
    play = begun((3, 0, 0), (3, 0, 0), attacker_city=True, city=True)
    fought = throw(play, {"attacker": {"peasants": [1, 1, 1]}, "defender": {"peasants": [6, 6, 2]}})
    assert (fought.nullified, fought.attacker_losses) == (0, 2)


@pytest.mark.rule("A-BATTLE-9")
def test_surplus_nullifications_are_lost() -> None:
    """Two ones, one hit; the next round's hit is not stopped by the one left over."""
    play = begun((3, 0, 0), (3, 0, 0), city=True)
    first = throw(play, {"attacker": {"peasants": [6, 2, 2]}, "defender": {"peasants": [1, 1, 2]}})
    assert (first.nullified, first.defender_losses) == (1, 0)
    again = throw(play, {"attacker": {"peasants": [6, 2, 2]}, "defender": {"peasants": [2, 2, 2]}})
    assert (again.nullified, again.defender_losses) == (0, 1)


@pytest.mark.rule("A-BATTLE-26")
def test_losses_are_capped_by_the_units_present() -> None:
    """Six hits on one Peasant, from either side."""
    play = begun((3, 3, 0), (1, 0, 0))
    six = {"peasants": [6, 6, 6], "citizens": [6, 6, 6]}
    fought = throw(play, {"attacker": six, "defender": {"peasants": [2]}})
    assert (fought.attacker_hits, fought.defender_losses) == (6, 1)
    play = begun((1, 0, 0), (3, 3, 0))
    fought = throw(play, {"attacker": {"peasants": [2]}, "defender": six})
    assert (fought.defender_hits, fought.attacker_losses) == (6, 1)


@pytest.mark.rule("A-BATTLE-21", "A-BATTLE-22")
def test_nullifying_faces_of_all_numbers_of_cards() -> None:
    """The surplus of Treasons or Fortified Towns counts once; a village needs its card."""
    for treason, town in product(range(4), range(3)):
        expected = () if treason > town else (1,) if treason == town else (1, 2)
        assert nullify_faces(True, treason, town) == expected
    assert nullify_faces(False) == ()
    assert [nullify_faces(False, village=n) for n in (1, 2)] == [(1,), (1,)]


def _lost(before: Units, left: Units) -> tuple[int, int, int]:
    return (
        before.peasants - left.peasants,
        before.citizens - left.citizens,
        before.soldiers - left.soldiers,
    )


@pytest.mark.rule("A-BATTLE-27", "A-BATTLE-29")
def test_loss_choices_are_all_ways_and_the_last_peasant_goes_last() -> None:
    """Compared with every triple that could be left, for all sides up to 3, 3, 3."""
    for numbers in product(range(4), repeat=3):
        before = Units(*numbers)
        for losses in range(before.total + 2):
            ways = {
                left
                for triple in product(range(4), repeat=3)
                if min(_lost(before, left := Units(*triple))) >= 0
                and left.total == max(0, before.total - losses)
            }
            legal = {one for one in ways if not before.peasants or one.peasants or not one.total}
            assert set(loss_choices(before, losses)) == legal
            assert set(loss_choices(before, losses, last_peasant_last=False)) == ways
            assert len(loss_choices(before, losses)) == len(legal)


@pytest.mark.rule("A-BATTLE-27", "A-BATTLE-28", "A-BATTLE-31")
def test_both_sides_choose_and_lose_at_the_same_time() -> None:
    """Ada gives up a Citizen and a Soldier, Ben a Peasant; each to its place."""
    play = begun((3, 2, 2), (3, 1, 0))
    attack = {"peasants": [6, 1, 1], "citizens": [1, 1], "soldiers": [1, 1]}
    throw(play, {"attacker": attack, "defender": {"peasants": [6, 6, 1], "citizens": [1]}})
    assert stage(play) == "losses"
    assert (losses_of(play.state, ATTACKER), losses_of(play.state, DEFENDER)) == (2, 1)
    keep(play, ATTACKER, (3, 1, 1))
    assert open_sides(play.state) == (DEFENDER,)
    assert units(play.state, ATTACKER) == Units(3, 2, 2)
    soldiers, citizens = play.state.king.soldiers, play.state.citizens_left("s1")
    keep(play, DEFENDER, (2, 1, 0))
    assert play.happened(LossesTaken) == (LossesTaken(Units(0, 1, 1), Units(1, 0, 0)),)
    assert units(play.state, ATTACKER) == Units(3, 1, 1)
    assert play.state.estate(TARGET).value == 2
    assert play.state.citizens_left("s1") == citizens + 1
    assert play.state.king.soldiers == soldiers
    again = [(one.side, one.kind, one.count) for one in dice_waiting(play.state)]
    assert again[:3] == [
        ("attacker", "peasants", 3),
        ("attacker", "citizens", 1),
        ("attacker", "soldiers", 1),
    ]


@pytest.mark.rule("A-BATTLE-28", "A-BATTLE-29")
def test_where_there_is_no_choice_nobody_is_asked() -> None:
    """Peasants alone: the token comes by itself, 3, 2, 1, none."""
    play = begun((3, 0, 0), (3, 0, 0))
    values = []
    for count in (3, 2, 1):
        answer = {"peasants": [2] * count}
        throw(play, {"attacker": {"peasants": [6, 2, 2]}, "defender": answer})
        here = play.state
        values.append(here.estate(TARGET).value if here.has_estate(TARGET) else 0)
    assert values == [2, 1, 0]
    assert play.happened(LossesChosen) == ()
    assert outcome(play) == ATTACKER


@pytest.mark.rule("A-BATTLE-26", "A-BATTLE-27", "A-BATTLE-29")
def test_refused_losses() -> None:
    """A wrong number, units that are not there, the last Peasant before a Citizen, too early."""
    play = begun((3, 0, 0), (1, 2, 0))
    assert play.objection(AssignLosses(DEFENDER, 1, 1, 0)).rule == "A-BATTLE-27"
    answer = {"peasants": [2], "citizens": [2, 2]}
    play = begun((3, 0, 0), (1, 2, 0), settings={"last_peasant_last": True})
    throw(play, {"attacker": {"peasants": [6, 2, 2]}, "defender": answer})
    assert outcome(play) == ""
    # With one Peasant and two Citizens only a Citizen can go: nobody was asked.
    assert units(play.state, DEFENDER) == Units(1, 1, 0)
    play = begun((3, 0, 0), (2, 2, 0))
    answer = {"peasants": [2, 2], "citizens": [2, 2]}
    throw(play, {"attacker": {"peasants": [6, 6, 2]}, "defender": answer})
    wrong = play.objection(AssignLosses(DEFENDER, 2, 1, 0))
    assert (wrong.rule, wrong.waivable) == ("A-BATTLE-26", False)
    assert play.objection(AssignLosses(DEFENDER, 3, -1, 0)).rule == "A-BATTLE-26"
    last = play.objection(AssignLosses(DEFENDER, 0, 2, 0))
    assert (last.rule, last.waivable) == ("A-BATTLE-29", True)
    assert play.objection(AssignLosses(ATTACKER, 2, 0, 0)).rule == "A-BATTLE-27"
    keep(play, DEFENDER, (1, 1, 0))


@pytest.mark.rule("A-BATTLE-29")
def test_the_table_may_let_peasants_go_first() -> None:
    """``last_peasant_last`` off: a City without Peasants fights on with its Citizens."""
    play = begun((3, 0, 0), (1, 2, 0), settings={"last_peasant_last": False})
    answer = {"peasants": [2], "citizens": [2, 2]}
    throw(play, {"attacker": {"peasants": [6, 2, 2]}, "defender": answer})
    keep(play, DEFENDER, (0, 2, 0))
    asked = [(one.side, one.kind) for one in dice_waiting(play.state)]
    assert asked == [("attacker", "peasants"), ("defender", "citizens")]


@pytest.mark.rule("A-BATTLE-27")
@pytest.mark.parametrize(
    ("setting", "choosers"), [("owner", ["s1", "s2"]), ("opponent", ["s2", "s1"])]
)
def test_who_chooses_the_losses(setting: str, choosers: list[str]) -> None:
    """The owner, or the other side."""
    play = begun((2, 2, 0), (2, 2, 0), settings={"loss_choice": setting})
    dice = {"peasants": [6, 2], "citizens": [2, 2]}
    throw(play, {"attacker": dice, "defender": dice})
    asked = [one for one in prompts(play.state) if one.command == "AssignLosses"]
    assert [one.seat for one in asked] == choosers
    assert [dict(one.fixed)["side"] for one in asked] == ["attacker", "defender"]
    peasants = asked[0].slots[0]
    assert isinstance(peasants, Number)
    assert (peasants.least, peasants.most) == (1, 2)


@pytest.mark.rule("A-BATTLE-27")
def test_weakest_first_is_computed_where_the_table_wants_it() -> None:
    """``loss_choice = weakest_first``: nobody is asked; Militia makes Citizens worth more."""
    play = begun((3, 2, 1), (3, 0, 0), settings={"loss_choice": "weakest_first"})
    attack = {"peasants": [2, 2, 2], "citizens": [2, 2], "soldiers": [2]}
    throw(play, {"attacker": attack, "defender": {"peasants": [6, 6, 6]}})
    assert units(play.state, ATTACKER) == Units(1, 1, 1)
    assert play.happened(LossesChosen) == ()


@pytest.mark.rule("A-BATTLE-31")
def test_units_lost_in_a_round_have_thrown_in_it() -> None:
    """One Peasant each, both hit: both are gone."""
    play = begun((1, 0, 0), (1, 0, 0))
    throw(play, {"attacker": {"peasants": [6]}, "defender": {"peasants": [6]}})
    assert outcome(play) == "mutual"


@pytest.mark.rule("A-BATTLE-32")
def test_nobody_can_break_the_battle_off() -> None:
    """Ten rounds without a hit go on; passing the turn is refused while dice are waited for."""
    play = begun((1, 0, 0), (1, 0, 0))
    for _ in range(10):
        throw_misses(play)
        assert play.objection(Pass("s1")).rule == "A-AR-11"
    assert len(under_way(play.state).rounds) == 10
    stages = [one.stage for one in play.happened(StageReached)]
    assert stages == ["reactions", *["throw"] * 11]


@pytest.mark.rule("A-BATTLE-30")
def test_hit_faces_without_cards() -> None:
    """Relief dice hit on 6."""
    play = begun((3, 0, 0), (3, 0, 0))
    kinds = ("peasants", "citizens", "soldiers", "relief")
    faces = [hit_faces(play.state, ATTACKER, kind) for kind in kinds]
    assert faces == [(6,), (5, 6), (4, 5, 6), (6,)]


@pytest.mark.rule("A-DICE-1", "A-DICE-3", "A-DICE-4", "A-DICE-5")
@pytest.mark.parametrize(
    ("force", "dice", "sizes"),
    [
        ((3, 6, 12), 6, [("peasants", 3), ("citizens", 6), ("soldiers", 6), ("soldiers", 6)]),
        ((1, 2, 7), 6, [("peasants", 1), ("citizens", 2), ("soldiers", 6), ("soldiers", 1)]),
        ((3, 6, 12), 10, [("peasants", 3), ("citizens", 6), ("soldiers", 10), ("soldiers", 2)]),
        ((3, 0, 0), 2, [("peasants", 2), ("peasants", 1)]),
        ((3, 6, 12), 21, [("peasants", 3), ("citizens", 6), ("soldiers", 12)]),
    ],
)
def test_groups_are_split_by_the_dice_of_the_table(
    force: tuple[int, int, int], dice: int, sizes: list[tuple[str, int]]
) -> None:
    """All but the last throw of a group use all dice."""
    play = begun(force, (3, 0, 0), attacker_city=True, settings={"dice_available": dice})
    plan = [one for one in throw_plan(play.state) if one.side == ATTACKER]
    assert [(one.kind, one.count) for one in plan] == sizes
    assert [one.part for one in plan if one.kind == "soldiers"] in ([1, 2], [0], [])


@pytest.mark.rule("A-DICE-2", "A-DICE-6", "A-DICE-7")
def test_throws_come_in_any_order() -> None:
    """The last throw first: the same round; the two throws of 6 Soldiers are told apart."""
    play = begun((3, 0, 12), (3, 0, 0))
    seen = []
    values = {"peasants": (6, 1, 1), "soldiers": (4, 4, 4, 4, 4, 4)}
    while waiting := dice_waiting(play.state):
        last = waiting[-1]
        seen.append((last.side, last.kind, last.part))
        faces = (2,) * 3 if last.side == DEFENDER else values[last.kind]
        play.do(ThrowDice(faces, number=len(waiting) - 1))
        if len(seen) == 4:
            break
    assert seen == [
        ("defender", "peasants", 0),
        ("attacker", "soldiers", 2),
        ("attacker", "soldiers", 1),
        ("attacker", "peasants", 0),
    ]
    assert play.state.last_battle is not None
    assert play.state.last_battle.rounds[0].attacker_hits == 13


@pytest.mark.rule("A-DICE-7")
def test_a_picture_with_another_number_of_dice_is_refused() -> None:
    """Two dice, four dice, a face that is none; then the right ones, read by the camera."""
    play = begun((3, 0, 0), (3, 0, 0))
    for values in ((6, 6), (6, 6, 6, 6), (0, 6, 6), (7, 1, 1)):
        wrong = play.objection(ThrowDice(values, witness="camera"))
        assert (wrong.rule, wrong.waivable) == ("A-DICE-7", False)
    assert play.objection(ThrowDice((1, 1, 1), number=2)).rule == "A-DICE-7"
    play.do(ThrowDice((6, 1, 1), witness="camera"))
    assert [one.side for one in dice_waiting(play.state)] == ["defender"]


@pytest.mark.rule("A-DICE-8")
def test_equal_groups_may_be_thrown_together() -> None:
    """With Militia Citizens and Soldiers hit alike; relief dice stay apart."""
    cards = (React("s1", "reaction-buergerwehr"),)
    play = begun((3, 2, 3), (3, 2, 0), *cards, settings={"merge_equal_groups": True})
    asked = [(one.side, one.kind, one.count) for one in dice_waiting(play.state)]
    assert asked == [
        ("attacker", "peasants", 3),
        ("attacker", "citizens_soldiers", 5),
        ("defender", "peasants", 3),
        ("defender", "citizens", 2),
    ]
    attack = {"peasants": [1, 1, 1], "citizens_soldiers": [4, 4, 4, 3, 1]}
    fought = throw(
        play, {"attacker": attack, "defender": {"peasants": [2] * 3, "citizens": [2] * 2}}
    )
    assert fought.attacker_hits == 3
    # Losses are chosen by kind all the same.
    keep(play, DEFENDER, (2, 0, 0))


@pytest.mark.rule("A-DICE-8")
def test_peasant_army_without_militia_merges_peasants_and_citizens() -> None:
    """Both hit on 5 and 6; relief dice, which hit on 6, are thrown apart."""
    cards = (
        React("s2", "reaction-landwehr"),
        React("s3", "reaction-entsatzheer", "defender", ("e3",)),
    )
    more = [("s3", "schwaben", {})]
    play = begun((3, 0, 0), (3, 2, 0), *cards, more=more, settings={"merge_equal_groups": True})
    asked = [(one.kind, one.count) for one in dice_waiting(play.state) if one.side == DEFENDER]
    assert asked == [("peasants_citizens", 5), ("relief", 1)]


@pytest.mark.rule("A-ODDS-9", "A-ODDS-10")
def test_weakest_first_by_what_cards_make_of_the_units() -> None:
    """With Militia alone Soldiers and Citizens hit alike: Soldiers go first."""
    play = begun((3, 2, 2), (3, 0, 0), React("s1", "reaction-buergerwehr"))
    assert weakest_first(play.state, ATTACKER, 2) == Units(1, 2, 2)
    assert weakest_first(play.state, ATTACKER, 4) == Units(1, 2, 0)
    assert weakest_first(play.state, ATTACKER, 6) == Units(1, 0, 0)


@pytest.mark.rule("A-DICE-1", "A-DICE-7")
def test_the_table_may_roll_for_the_players() -> None:
    """Without values the rolls of the table are asked, all dice of a throw together."""
    play = declared(field((2, 0, 0), (1, 0, 0)))
    command = ThrowDice(witness="dealer")
    asked = GAME.decide(play.state, command, lambda stream, index, chance: None)
    assert asked == RollRequest("battle", 0, 6, 2, "attacker_peasants")
    rolls = {("battle", 0): 6, ("battle", 1): 2}
    decided = GAME.decide(play.state, command, lambda s, index, chance: rolls.get((s, index)))
    assert isinstance(decided, tuple)
    assert decided[0].values == (6, 2)
    assert decided[0].witness == "dealer"
    state = play.state
    for event in decided:
        state = GAME.apply(state, event)
    asked = GAME.decide(state, command, lambda stream, index, chance: None)
    assert asked == RollRequest("battle", 2, 6, 1, "defender_peasants")


def test_dice_of_a_battle_name_what_they_belong_to() -> None:
    """Seat, side, region and Estate of each throw."""
    play = begun((1, 0, 1), (1, 0, 0))
    assert dice_waiting(play.state) == (
        Dice("battle", "peasants", 1, "s1", "attacker", "tirol", FORCE),
        Dice("battle", "soldiers", 1, "s1", "attacker", "tirol", FORCE),
        Dice("battle", "peasants", 1, "s2", "defender", "tirol", TARGET),
    )

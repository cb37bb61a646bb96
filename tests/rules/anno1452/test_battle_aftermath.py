"""Soldiers of King and Anti-King, and what follows from each outcome of a battle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from turmwart.games.anno1452 import GAME
from turmwart.games.anno1452.battle import ATTACKER, DEFENDER, under_way, units
from turmwart.games.anno1452.commands import AssignLosses, CommitSoldiers, DeclareAttack
from turmwart.games.anno1452.events_battle import BattleEnded
from turmwart.games.anno1452.events_board import (
    CityLost,
    EstatePlaced,
    EstateReduced,
    EstateRemoved,
    PrestigeChanged,
    PrincipalityPassed,
    TitleLost,
)
from turmwart.games.anno1452.prompts import prompts
from turmwart.games.anno1452.setup import Setup
from turmwart.games.anno1452.state import (
    CITIES_TOTAL,
    OTTOKAR,
    Estate,
    InForce,
    Office,
    State,
    Turn,
    Units,
)
from turmwart.games.anno1452.waiting import dice_waiting
from turmwart.kernel.chance import no_rolls
from turmwart.kernel.prompt import Number

from .battle_play import (
    FORCE,
    TARGET,
    THERE,
    begun,
    declared,
    field,
    keep,
    outcome,
    points,
    stage,
    throw,
)
from .rounds_play import Play, ottokar, setup
from .rounds_play import begun as game_begun

WON = {"attacker": {"peasants": [6, 6, 6]}, "defender": {"peasants": [1]}}
LOST = {"attacker": {"peasants": [1]}, "defender": {"peasants": [6, 6, 6]}}
BOTH = {"attacker": {"peasants": [6]}, "defender": {"peasants": [6]}}


def won(**fields: Any) -> Play:
    """Ada conquers Ben's Estate."""
    play = begun((3, 0, 0), (1, 0, 0), **fields)
    throw(play, {**WON, "defender": {"peasants": [2]}})
    assert outcome(play) == ATTACKER
    return play


def lost(**fields: Any) -> Play:
    """Ada's attack fails."""
    play = begun((1, 0, 0), (3, 0, 0), **fields)
    throw(play, LOST)
    assert outcome(play) == DEFENDER
    return play


def mutual(**fields: Any) -> Play:
    """Both Estates are destroyed."""
    play = begun((1, 0, 0), (1, 0, 0), **fields)
    throw(play, BOTH)
    assert outcome(play) == "mutual"
    return play


@pytest.mark.rule("A-BATTLE-12", "A-BATTLE-13", "A-OPEN-17", "A-ACT-ATTACK-5")
def test_the_attacker_brings_soldiers_first_then_the_defender() -> None:
    """Ada is King, Ben Anti-King; each is asked once, any number up to his stock."""
    play = declared(field((3, 0, 6), (3, 0, 6)))
    asked = prompts(play.state)[0]
    slot = asked.slots[0]
    assert isinstance(slot, Number)
    assert (asked.seat, slot.least, slot.most) == ("s1", 0, 6)
    assert play.objection(CommitSoldiers("s2", 1)).rule == "A-BATTLE-13"
    assert play.objection(CommitSoldiers("s1", 7)).rule == "A-BATTLE-12"
    assert play.objection(CommitSoldiers("s1", -1)).rule == "A-BATTLE-12"
    play.do(CommitSoldiers("s1", 4))
    assert prompts(play.state)[0].seat == "s2"
    play.do(CommitSoldiers("s2", 0))
    assert (units(play.state, ATTACKER), units(play.state, DEFENDER)) == (
        Units(3, 0, 4),
        Units(3, 0, 0),
    )
    assert (play.state.king.soldiers, play.state.anti_king.soldiers) == (2, 6)


@pytest.mark.rule("A-BATTLE-15", "A-BATTLE-42", "A-KING-4")
def test_soldiers_brought_cannot_be_taken_back_and_are_gone_afterwards() -> None:
    """Ada brings 4 of 6; none falls; 2 are left to her, 4 go to the supply."""
    play = begun((3, 0, 6), (1, 0, 0), hands=0)
    assert play.objection(CommitSoldiers("s1", 1)).rule == "A-BATTLE-15"
    dice = {"peasants": [6, 1, 1], "soldiers": [1] * 6}
    throw(play, {"attacker": dice, "defender": {"peasants": [2]}})
    assert outcome(play) == ATTACKER
    assert play.happened(BattleEnded) == (BattleEnded(6, ()),)
    assert play.state.king == Office("s1", 0)
    assert GAME.view(play.state, None).soldiers_left == 12


@pytest.mark.rule("A-BATTLE-14", "A-OPEN-17")
def test_a_king_who_owns_neither_estate_brings_none() -> None:
    """Cleo is King; only with ``king_defends_others`` is she asked."""
    state = replace(field(), king=Office("s3", 5))
    play = declared(state)
    assert stage(play) == "throw"
    defends = declared(field(settings={"king_defends_others": True}, king=Office("s3", 5)))
    assert [one.seat for one in prompts(defends.state) if one.must] == ["s3"]
    defends.do(CommitSoldiers("s3", 2))
    assert units(defends.state, DEFENDER) == Units(3, 0, 2)
    assert [one.seat for one in dice_waiting(defends.state)] == ["s1", "s2", "s2"]


@pytest.mark.rule("A-ACT-ATTACK-4", "A-KING-2", "A-BATTLE-34", "A-ANTI-9")
@pytest.mark.parametrize("office", ["king", "anti_king"])
def test_soldiers_alone_conquer(office: str) -> None:
    """At least one; no Estate of Ada's fights, the target is far from hers."""
    state = field((3, 0, 0), (1, 0, 0), more=[("s3", "unteritalien", {"value": 2})])
    offices = {"king": Office("s2", 3), "anti_king": Office("s1", 3)}
    if office == "king":
        offices = {"king": Office("s1", 3)}
    play = Play(replace(state, **offices))
    play.do(DeclareAttack("s1", "e3", ""))
    assert under_way(play.state).source == "unteritalien"
    assert play.objection(CommitSoldiers("s1", 0)).rule == "A-ACT-ATTACK-4"
    play.do(CommitSoldiers("s1", 2))
    assert [(one.kind, one.count) for one in dice_waiting(play.state)] == [
        ("soldiers", 2),
        ("peasants", 2),
    ]
    throw(play, {"attacker": {"soldiers": [4, 5]}, "defender": {"peasants": [6, 1]}})
    assert outcome(play) == ATTACKER
    new = play.state.estates[-1]
    assert (new.owner, new.region, new.value, new.citizens) == ("s1", "unteritalien", 1, 0)
    assert play.state.has_estate(FORCE)


@pytest.mark.rule("A-KING-3")
def test_a_kings_soldiers_defend_his_estate_anywhere() -> None:
    """Ben is King; the attack is met with 3 of his Soldiers."""
    play = declared(field((3, 0, 0), (1, 0, 5)))
    play.do(CommitSoldiers("s2", 3))
    assert units(play.state, DEFENDER) == Units(1, 0, 3)
    assert play.state.king.soldiers == 2


def test_king_and_anti_king_in_one_hand_bring_the_soldiers_of_both() -> None:
    """``anti_king_may_be_king``: 2 and 3 Soldiers, 4 brought."""
    state = replace(field(), king=Office("s1", 2), anti_king=Office("s1", 3))
    play = declared(state)
    play.do(CommitSoldiers("s1", 4))
    assert (play.state.king.soldiers, play.state.anti_king.soldiers) == (0, 1)


@pytest.mark.rule("A-BATTLE-33", "A-BATTLE-35", "A-BATTLE-37")
def test_conquest() -> None:
    """Ben's Estate goes to his supply, one of Ada's with token 1 comes, without Citizens."""
    play = won()
    assert play.state.estates_left("s2") == 16
    assert play.state.estates_left("s1") == 14
    removed = play.happened(EstateRemoved)
    assert [(one.estate.id, one.cause) for one in removed] == [(TARGET, "conquest")]
    placed = play.happened(EstatePlaced)
    assert placed == (EstatePlaced(Estate("e3", THERE, "s1", 1), "conquest"),)


@pytest.mark.rule("A-BATTLE-36", "A-CARD-SPEC-VOELKERWANDERUNG-ER")
@pytest.mark.parametrize(
    ("city", "migration", "stays"),
    [(True, False, True), (True, True, False), (False, True, False), (False, False, False)],
)
def test_the_city_of_a_conquered_estate(city: bool, migration: bool, stays: bool) -> None:
    """It stays, unless Migration is in force: then the disc goes to the supply."""
    play = won(city=city, in_force=InForce(cities_destroyed=migration))
    assert play.state.estate("e3").city == stays
    assert play.state.cities_left == CITIES_TOTAL - stays
    assert len(play.happened(CityLost)) == (city and migration)


@pytest.mark.rule("A-BATTLE-38")
def test_the_winners_estate_keeps_city_citizens_and_lowered_value() -> None:
    """Ada wins with 2 Peasants and a Citizen left; Ben with 1 Peasant left."""
    play = begun((3, 2, 0), (2, 0, 0), attacker_city=True)
    dice = {"peasants": [1, 1, 1], "citizens": [5, 5]}
    throw(play, {"attacker": dice, "defender": {"peasants": [6, 6]}})
    keep(play, ATTACKER, (2, 1, 0))
    assert play.state.estate(FORCE) == Estate(FORCE, "bayern", "s1", 2, True, 1)
    play = begun((1, 0, 0), (3, 0, 0), city=True)
    hit = {"attacker": {"peasants": [6]}, "defender": {"peasants": [2, 2, 2]}}
    throw(play, hit)
    throw(play, {"attacker": {"peasants": [2]}, "defender": {"peasants": [6, 2]}})
    assert play.state.estate(TARGET) == Estate(TARGET, THERE, "s2", 2, True)


@pytest.mark.rule("A-BATTLE-38", "A-OPEN-10")
def test_a_winner_without_peasants_has_an_estate_of_value_one() -> None:
    """``last_peasant_last`` off: no token shows 0."""
    play = begun((3, 0, 0), (1, 1, 0), settings={"last_peasant_last": False})
    dice = {"attacker": {"peasants": [6, 1, 1]}, "defender": {"peasants": [6], "citizens": [5]}}
    throw(play, dice)
    keep(play, DEFENDER, (0, 1, 0))
    assert play.state.estate(TARGET).value == 0
    throw(play, {"attacker": {"peasants": [1]}, "defender": {"citizens": [5]}})
    assert outcome(play) == DEFENDER
    assert play.state.estate(TARGET) == Estate(TARGET, THERE, "s2", 1, False, 1)
    raised = [(one.was, one.now) for one in play.happened(EstateReduced)]
    assert raised == [(0, 1)]


@pytest.mark.rule("A-BATTLE-39")
def test_a_failed_attack_costs_the_estate_and_its_city() -> None:
    """The attacking City goes to the supplies, the defender keeps what he has."""
    play = lost(attacker_city=True)
    assert not play.state.has_estate(FORCE)
    assert play.state.cities_left == CITIES_TOTAL
    assert play.state.estates_left("s1") == 16
    assert play.state.estate(TARGET).value == 3


@pytest.mark.rule("A-BATTLE-39", "A-BATTLE-42")
def test_soldiers_alone_lose_no_estate() -> None:
    """Beaten, and destroyed together with the defender."""
    for answer, ends in (([6, 1], DEFENDER), ([6, 6], "mutual")):
        play = begun((0, 0, 2), (2, 0, 0), alone=True)
        hits = [1, 1] if ends == DEFENDER else [6, 6]
        throw(play, {"attacker": {"soldiers": hits}, "defender": {"peasants": answer}})
        if ends == DEFENDER:
            again = {"attacker": {"soldiers": [1]}, "defender": {"peasants": answer}}
            throw(play, again)
        assert outcome(play) == ends
        assert play.state.has_estate(FORCE)
        assert play.state.has_estate(TARGET) == (ends == DEFENDER)
        assert play.state.king.soldiers == 0


@pytest.mark.rule("A-BATTLE-33", "A-BATTLE-40", "A-BATTLE-41")
def test_mutual_destruction() -> None:
    """Both Estates and both discs leave the board; only the declaration costs a point."""
    play = mutual(attacker_city=True, city=True)
    assert play.state.estates == ()
    assert play.state.cities_left == CITIES_TOTAL
    assert points(play) == [("s1", -1, "declaration")]


@pytest.mark.rule("A-BATTLE-10", "A-BATTLE-41")
def test_prestige_of_the_outcomes() -> None:
    """Declaration -1; then the loser's point before the winner's."""
    assert points(won()) == [
        ("s1", -1, "declaration"),
        ("s2", -1, "defeat"),
        ("s1", 1, "victory"),
    ]
    assert points(lost()) == [
        ("s1", -1, "declaration"),
        ("s1", -1, "defeat"),
        ("s2", 1, "victory"),
    ]


@pytest.mark.rule("A-BATTLE-11", "A-OPEN-32")
def test_attacks_on_the_excommunicated() -> None:
    """No declaration point; the transfer stays, unless the table spares the attacker it too."""
    banned = InForce(excommunicated=("s2",))
    assert points(won(in_force=banned)) == [("s2", -1, "defeat"), ("s1", 1, "victory")]
    assert points(lost(in_force=banned)) == [("s1", -1, "defeat"), ("s2", 1, "victory")]
    scope = {"excommunication_scope": "declaration_and_transfer"}
    assert points(lost(in_force=banned, settings=scope)) == [("s2", 1, "victory")]
    assert points(won(in_force=banned, settings=scope)) == [
        ("s2", -1, "defeat"),
        ("s1", 1, "victory"),
    ]


@pytest.mark.rule("A-BATTLE-41", "A-PRES-3", "A-PRES-4")
def test_a_loser_without_prestige_pays_before_the_winner_gains() -> None:
    """Ben has 0 prestige and 3 Gold: insolvent, 5 Gold to Ada and to Cleo."""
    play = won(prestige={"s2": 0}, gold={"s2": 3})
    assert [play.player(seat).gold for seat in ("s1", "s2", "s3")] == [20, 3, 20]
    changed = play.happened(PrestigeChanged)
    assert [(one.seat, one.unpaid) for one in changed] == [("s1", 0), ("s2", 1), ("s1", 0)]


def _order(play: Play) -> list[type]:
    kinds = (EstateRemoved, EstatePlaced, CityLost, PrestigeChanged, BattleEnded)
    kinds += (PrincipalityPassed, TitleLost)
    return [type(one) for one in play.events if isinstance(one, kinds)]


@pytest.mark.rule("A-BATTLE-44", "A-MAJ-5", "A-BATTLE-45", "A-MAJ-11", "A-MAJ-12")
def test_majorities_and_titles_follow_after_the_battle() -> None:
    """Ben holds Böhmen and its title; Ada conquers one of his two Estates there."""
    state = field(more=[("s2", "boehmen", {"value": 1}), ("s2", "boehmen", {}), *_three])
    ben = replace(state.player("s2"), titles=("title-boehmen",))
    players = (state.players[0], ben, *state.players[2:])
    state = replace(state, players=players, deck=state.deck - 1)
    assert state.holder("boehmen") == "s2"
    play = Play(state)
    play.do(DeclareAttack("s1", "e3", FORCE))
    throw(play, {"attacker": {"peasants": [6, 6, 6]}, "defender": {"peasants": [2]}})
    assert _order(play) == [
        PrestigeChanged,
        EstateRemoved,
        EstatePlaced,
        PrestigeChanged,
        PrestigeChanged,
        BattleEnded,
        PrincipalityPassed,
        PrestigeChanged,
        TitleLost,
        PrestigeChanged,
    ]
    assert play.state.holder("boehmen") == ""
    # -1 defeat, -1 card, -2 title.
    assert play.player("s2").prestige == 6


_three = (("s3", "boehmen", {}),)


@pytest.mark.rule("A-BATTLE-44", "A-MAJ-11")
def test_mutual_destruction_can_cost_a_third_player_his_majority() -> None:
    """Region 15 has 3 places: Cleo's 2 against Ben's 1 there; then 2 against 1 unbuilt: she holds.

    In schwaben (4 places) Cleo's 2 beat Ben's 1 and the unbuilt place; after the battle 2 places
    are unbuilt.
    """
    more = [("s3", "schwaben", {}), ("s3", "schwaben", {}), ("s2", "schwaben", {"value": 1})]
    state = field((1, 0, 0), (3, 0, 0), more=more)
    assert state.holder("schwaben") == "s3"
    play = Play(state)
    play.do(DeclareAttack("s1", "e5", FORCE))
    throw(play, BOTH)
    assert play.state.holder("schwaben") == ""
    assert play.player("s3").prestige == 9


def with_ottokar(players: int) -> Play:
    """Ada attacks an Estate of Ottokar from her own in the same region."""
    made = setup(players)
    made = Setup(made.seats, made.board, made.settings, ottokar(), "black")
    state: State = game_begun(made)
    own = Estate("e17", "bayern", "s1", 2)
    state = replace(
        state,
        estates=(*state.estates, own),
        estates_made=17,
        phase="round",
        round=1,
        row=2,
        order=state.seats,
        round_order=state.seats,
        stack=(),
        acting=Turn("s1", 2),
    )
    play = Play(state)
    target = next(one for one in state.estates if one.region == "bayern" and one.owner == OTTOKAR)
    play.do(DeclareAttack("s1", target.id, "e17"))
    return play


@pytest.mark.rule("A-OTTO-5", "A-BATTLE-27")
@pytest.mark.parametrize(("players", "neutral"), [(2, "s2"), (3, "s2")])
def test_a_player_not_involved_throws_and_chooses_for_ottokar(players: int, neutral: str) -> None:
    """With two players the one who does not attack; else the next in turn order."""
    play = with_ottokar(players)
    seats = {one.side: one.seat for one in dice_waiting(play.state)}
    assert seats == {"attacker": "s1", "defender": neutral}
    defender = {"peasants": [2, 2, 2], "citizens": [2, 2]}
    throw(play, {"attacker": {"peasants": [6, 2]}, "defender": defender})
    asked = next(one for one in prompts(play.state) if one.command == "AssignLosses")
    assert asked.seat == neutral
    keep(play, DEFENDER, (2, 2, 0))


@pytest.mark.rule("A-BATTLE-46", "A-OTTO-9")
def test_ottokar_gains_and_loses_no_prestige() -> None:
    """Ada wins against him, or loses; his City stays with the conquered Estate."""
    play = with_ottokar(3)
    nothing = {"peasants": [2, 2, 2], "citizens": [2, 2]}
    throw(play, {"attacker": {"peasants": [6, 6]}, "defender": nothing})
    keep(play, DEFENDER, (1, 2, 0))
    second = {"peasants": [2], "citizens": [2, 2]}
    throw(play, {"attacker": {"peasants": [6, 6]}, "defender": second})
    throw(play, {"attacker": {"peasants": [6, 2]}, "defender": {"peasants": [2]}})
    assert outcome(play) == ATTACKER
    assert points(play) == [("s1", -1, "declaration"), ("s1", 1, "victory")]
    new = play.state.estates[-1]
    assert (new.owner, new.region, new.value, new.city) == ("s1", "bayern", 1, True)
    play = with_ottokar(3)
    answer = {"peasants": [6, 6, 6], "citizens": [6, 6]}
    throw(play, {"attacker": {"peasants": [2, 2]}, "defender": answer})
    assert points(play) == [("s1", -1, "declaration"), ("s1", -1, "defeat")]


def test_every_listed_command_of_a_battle_is_accepted() -> None:
    """Soldiers, then losses of both sides."""
    play = declared(field((2, 2, 2), (2, 2, 1)))
    for count in (3, 2):
        listed = list(GAME.legal(play.state, None))
        assert len(listed) == count
        for command in listed:
            assert isinstance(GAME.decide(play.state, command, no_rolls), tuple)
        play.do(listed[-1])
    dice = {"peasants": [6, 1], "citizens": [2, 2], "soldiers": [1, 1]}
    answer = {"peasants": [6, 2], "citizens": [2, 2], "soldiers": [1]}
    throw(play, {"attacker": dice, "defender": answer})
    listed = list(GAME.legal(play.state, None))
    assert len(listed) == 6
    assert {one.side for one in listed if isinstance(one, AssignLosses)} == {"attacker", "defender"}
    for command in listed:
        assert isinstance(GAME.decide(play.state, command, no_rolls), tuple)

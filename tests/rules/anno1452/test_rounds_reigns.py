"""Section 12.6 and variants C, D, F: King and Anti-King."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from turmwart.games.anno1452.commands import (
    Choose,
    CorrectEstate,
    CorrectNumber,
    DeclareAttack,
    DrawCards,
    GoOn,
    Pass,
)
from turmwart.games.anno1452.events_board import PrestigeChanged, StepBegan
from turmwart.games.anno1452.events_rounds import Crowned, NobodyCrowned, ReignEnded
from turmwart.games.anno1452.reigns import dethrone, elect, elect_anti_king, king_gain
from turmwart.games.anno1452.state import InForce, Office
from turmwart.games.anno1452.steps import Dice, Draw, Election

from .rounds_play import Play, position

REGIONS = ("bayern", "schwaben", "unteritalien", "oberitalien", "westfalen", "niedersachsen")


def spread(**counts: int) -> dict[str, list[str]]:
    """So many Estates of each seat, nobody with a majority that matters to the test."""
    return {
        seat: [REGIONS[n % len(REGIONS)] for n in range(count)] for seat, count in counts.items()
    }


def coronation(held: Mapping[str, Any] | None = None, **fields: Any) -> Play:
    """Phase 5 of 1298 is due; s1 has the fewest Estates, s3 the most."""
    fields.setdefault("row", 3)
    return Play(position(held or spread(s1=1, s2=2, s3=3), phase="coronation", **fields))


def crowned(play: Play) -> str:
    """Let the coronation happen without instants; who is King then."""
    play.do(GoOn())
    play.cards_through()
    return play.state.king.seat


@pytest.mark.rule("A-CORON-3")
def test_the_fewest_estates_then_prestige_then_dice() -> None:
    """Three elections."""
    held = spread(s1=4, s2=5, s3=6)
    first = position(held, prestige={"s1": 3, "s2": 20, "s3": 20})
    assert elect(first) == ("s1",)
    even = spread(s1=4, s2=4, s3=6)
    assert elect(position(even, prestige={"s1": 3, "s2": 7, "s3": 20})) == ("s2",)
    tied = coronation(even, prestige={"s1": 7, "s2": 7, "s3": 20})
    tied.do(GoOn())
    assert tied.state.stack[-2:] == (Dice("tie", "tie", 1, "s2"), Dice("tie", "tie", 1, "s1"))
    tied.throws(4, 4)
    tied.throws(2, 5)
    assert tied.state.king.seat == "s2"


@pytest.mark.rule("A-CORON-5", "A-STATE-10")
def test_a_new_king_gets_prestige_cards_and_soldiers() -> None:
    """Three, three, twelve; then phase 6."""
    play = coronation()
    play.do(GoOn())
    assert play.top == Draw("s1", 3, "king")
    play.cards_through()
    king = play.player("s1")
    assert (king.prestige, king.hand, king.was_king) == (13, 8, True)
    assert play.state.king == Office("s1", 12)
    assert play.state.phase == "new_order"
    assert not play.player("s2").was_king


@pytest.mark.rule("A-CORON-2", "A-KING-7", "A-CORON-8")
def test_the_old_king_reigns_until_phase_5_and_keeps_prestige_and_cards() -> None:
    """Crown and Soldiers go to the supply; Estates stay his."""
    play = coronation(king=Office("s3", 5), last_king="s3", crown_run=1, hands={"s3": 8})
    assert play.state.king.seat == "s3"
    assert crowned(play) == "s1"
    (ended,) = play.happened(ReignEnded)
    assert ended == ReignEnded("king", "s3", 5, "coronation")
    assert (play.player("s3").prestige, play.player("s3").hand) == (10, 8)
    assert len(play.state.owned("s3")) == 3


@pytest.mark.rule("A-CORON-2")
def test_an_anti_king_still_in_play_leaves_with_the_old_king() -> None:
    """Before anybody is elected."""
    play = coronation(king=Office("s2", 4), anti_king=Office("s3", 4, "first_round"))
    play.do(GoOn())
    ended = [(event.office, event.seat) for event in play.happened(ReignEnded)]
    assert sorted(ended) == [("anti_king", "s3"), ("king", "s2")]
    assert play.state.anti_king == Office()


@pytest.mark.rule("A-CORON-6", "A-OPEN-19")
def test_a_king_who_is_crowned_again_gets_everything_again() -> None:
    """His army is twelve again."""
    play = coronation(king=Office("s1", 4), last_king="s1", crown_run=1)
    assert crowned(play) == "s1"
    assert play.state.king == Office("s1", 12)
    assert (play.player("s1").prestige, play.player("s1").hand) == (13, 8)
    assert (play.state.last_king, play.state.crown_run) == ("s1", 2)


@pytest.mark.rule("A-CORON-4", "A-CARD-INST-INTERREGNUM-SKIP")
def test_interregnum_drawn_before_skips_the_election() -> None:
    """The old King goes, nobody follows."""
    force = InForce(no_coronation=True, instant_used=True)
    play = coronation(king=Office("s1", 5), last_king="s1", crown_run=2, in_force=force)
    play.do(GoOn())
    assert (play.state.king, play.state.phase) == (Office(), "new_order")
    assert play.happened(NobodyCrowned) == (NobodyCrowned("interregnum"),)
    assert (play.state.last_king, play.state.crown_run) == ("", 0)


@pytest.mark.rule("A-CORON-7", "A-OTTO-4")
def test_ottokar_is_never_elected() -> None:
    """With no Estate left he would have the fewest, with sixteen the most."""
    state = replace(position(spread(s1=1, s2=2, s3=3)), ottokar_colour="yellow")
    assert elect(state) == ("s1",)
    assert elect_anti_king(state) == ("s3",)


@pytest.mark.rule("A-KING-5", "A-KING-6")
def test_the_king_dies_and_the_anti_king_with_him() -> None:
    """Soldiers go to the supply; prestige stays."""
    state = position({}, king=Office("s1", 3), anti_king=Office("s2", 3, "this_round"))
    ended = dethrone(state, "king", "death")
    assert ended == (
        ReignEnded("king", "s1", 3, "death"),
        ReignEnded("anti_king", "s2", 3, "death"),
    )
    assert dethrone(position({}), "king", "death") == ()


@pytest.mark.rule("A-CARD-INST-INTERREGNUM-DEATH", "A-KING-5")
def test_interregnum_drawn_after_the_coronation_kills_the_king() -> None:
    """In phase 6 nobody follows before the next Coronation."""
    state = position(spread(s1=1), phase="new_order", row=3, king=Office("s1", 12), last_king="s1",
                     stack=(Draw("s2", 1, "card"),))  # fmt: skip
    play = Play(state)
    play.do(DrawCards("s2", 0, "instant-interregnum"))
    assert play.state.king == Office()
    assert play.player("s1").prestige == 10


@pytest.mark.rule("A-CARD-INST-INTERREGNUM-TIMING", "A-OPEN-19")
def test_a_new_king_who_draws_his_death_completes_the_draw() -> None:
    """He keeps three points and three cards."""
    play = coronation()
    play.do(GoOn())
    play.do(DrawCards("s1", 1, "instant-interregnum"))
    assert play.state.king.seat == "s1"
    play.do(DrawCards("s1", 2))
    assert (play.state.king, play.state.phase) == (Office(), "new_order")
    assert (play.player("s1").prestige, play.player("s1").hand) == (13, 8)
    assert play.state.in_force.instant_used


@pytest.mark.rule("A-KING-4", "A-KING-2")
def test_soldiers_stay_with_the_king_from_round_to_round() -> None:
    """Until they are used."""
    play = Play(position(spread(s1=2, s2=2, s3=2), phase="round", round=1, king=Office("s1", 7)))
    while play.state.acting is not None:
        play.do(Pass(play.state.acting.seat))
    play.throw(1, 2)
    assert (play.state.round, play.state.king) == (2, Office("s1", 7))


@pytest.mark.rule("A-KING-2", "A-ANTI-9", "A-KING-3")
def test_king_and_anti_king_attack_anywhere_with_soldiers_alone() -> None:
    """Others do not."""
    held = {"s1": ["bayern"], "s2": ["unteritalien"], "s3": ["westfalen"]}
    for office in ("king", "anti_king"):
        offices: dict[str, Any] = {"king": Office("s3", 6), "anti_king": Office()}
        offices[office] = Office("s1", 6, "this_round" if office == "anti_king" else "")
        play = Play(position(held, phase="round", round=1, **offices))
        play.do(DeclareAttack("s1", "e2"))
        assert play.state.battle is not None
    plain = Play(position(held, phase="round", round=1, king=Office("s3", 6)))
    assert plain.objection(DeclareAttack("s1", "e2")).rule == "A-ACT-ATTACK-4"


def proclaimed(soldiers: str, **fields: Any) -> Play:
    """An Anti-King is found while s1 acts."""
    fields.setdefault("king", Office("s1", 7))
    held = fields.pop("held", spread(s1=8, s2=5, s3=5))
    settings = fields.pop("settings", {})
    step = Election("anti_king", soldiers=soldiers)
    state = position(held, phase="round", round=1, settings=settings, **fields)
    play = Play(state)
    play.event(StepBegan(step))
    return play


@pytest.mark.rule("A-CORON-3", "A-DATA-7")
def test_a_tie_that_a_correction_ends_needs_no_dice() -> None:
    """What others have changes nothing; a point or an Estate of those who tie does."""
    held = spread(s1=4, s2=4, s3=6)
    for command in (
        CorrectNumber("prestige", 8, "the cube slipped", "s1"),
        CorrectEstate("e1", "s1", "bayern", 0, False, 0, "not there"),
    ):
        tied = coronation(held, prestige={"s1": 7, "s2": 7, "s3": 15})
        tied.do(GoOn())
        tied.throw(1)
        tied.do(CorrectNumber("prestige", 16, "the cube slipped", "s3"))
        assert isinstance(tied.top, Dice)
        tied.do(command)
        assert tied.state.stack[-1] == Draw("s1", 3, "king")
        assert tied.state.king.seat == "s1"


@pytest.mark.rule("A-ANTI-2", "A-ANTI-3", "A-ANTI-4", "A-ANTI-5", "A-OPEN-20")
def test_the_anti_king_has_most_estates_beside_the_king() -> None:
    """Tied: the highest prestige; half of seven Soldiers is three, an odd one goes."""
    play = proclaimed("half", prestige={"s1": 9, "s2": 6, "s3": 11})
    assert play.top == Draw("s3", 3, "anti_king")
    assert play.state.anti_king == Office("s3", 3, "this_round")
    assert play.state.king == Office("s1", 3)
    assert play.player("s3").prestige == 14
    play.cards_through()
    assert play.player("s3").hand == 8


@pytest.mark.rule("A-ANTI-2", "A-DICE-11")
def test_dice_decide_about_an_anti_king_last() -> None:
    """One die each of those tied."""
    play = proclaimed("half")
    play.throws(2, 6)
    assert play.state.anti_king.seat == "s3"


@pytest.mark.rule("A-ANTI-3", "A-OPEN-20")
def test_the_king_may_be_his_own_anti_king_by_that_reading() -> None:
    """``anti_king_may_be_king``."""
    state = position(
        spread(s1=8, s2=5, s3=4), king=Office("s1", 8), settings={"anti_king_may_be_king": True}
    )
    assert elect_anti_king(state) == ("s1",)
    assert elect_anti_king(replace(state, settings=position({}).settings)) == ("s2",)


@pytest.mark.rule("A-ANTI-1")
def test_without_a_king_there_is_no_anti_king() -> None:
    """The election is over at once."""
    play = proclaimed("half", king=Office())
    assert not play.happened(Crowned)
    assert play.top is None


@pytest.mark.rule("A-ANTI-6", "A-ANTI-12")
def test_an_anti_king_of_an_action_round_reigns_until_it_ends() -> None:
    """His Soldiers go to the supply, the King keeps his own; prestige and cards stay."""
    play = proclaimed("half", prestige={"s3": 11})
    play.cards_through()
    play.do(Choose("s3", ("2",)))
    while play.state.acting is not None:
        play.do(Pass(play.state.acting.seat))
    assert play.state.anti_king == Office()
    assert play.state.king == Office("s1", 3)
    assert play.happened(ReignEnded) == (ReignEnded("anti_king", "s3", 3, "round"),)
    assert (play.player("s3").prestige, play.player("s3").hand) == (14, 8)


@pytest.mark.rule("A-ANTI-7", "A-OPEN-20")
def test_an_anti_king_of_phase_1_waits_for_the_coronation() -> None:
    """Six Soldiers each; he reigns until the first coming Action Round ends."""
    force = InForce(anti_king_waits=True, instant_used=True)
    play = coronation(king=Office("s2", 9), last_king="s2", in_force=force)
    play.do(GoOn())
    play.do(DrawCards("s1", 3))
    assert play.top == Draw("s3", 3, "anti_king")
    play.cards_through()
    assert play.state.king == Office("s1", 6)
    assert play.state.anti_king == Office("s3", 6, "first_round")
    assert not play.state.in_force.anti_king_waits
    assert play.state.phase == "new_order"


@pytest.mark.rule("A-ANTI-8")
def test_a_waiting_anti_king_is_dropped_where_nobody_is_crowned() -> None:
    """In the second Interregnum, and where the term limit forbids it."""
    force = InForce(anti_king_waits=True, instant_used=True)
    early = Play(position(spread(s1=1, s2=2), phase="prestige", row=1, in_force=force))
    early.do(GoOn())
    assert (early.state.phase, early.state.anti_king) == ("new_order", Office())
    limit = coronation(king=Office("s1", 3), last_king="s1", variants=("F1",), in_force=force)
    limit.do(GoOn())
    assert (limit.state.king, limit.state.anti_king) == (Office(), Office())


@pytest.mark.rule("A-ANTI-7")
def test_an_anti_king_drawn_after_the_coronation_comes_at_once() -> None:
    """In phase 6."""
    state = position(spread(s1=1, s2=2, s3=3), phase="new_order", row=3, king=Office("s1", 12),
                     stack=(Draw("s2", 1, "card"),))  # fmt: skip
    play = Play(state)
    play.do(DrawCards("s2", 0, "instant-gegenkoenig"))
    assert play.state.anti_king == Office("s3", 6, "first_round")


@pytest.mark.rule("A-VAR-C-1")
def test_privileges_shrink_from_coronation_to_coronation() -> None:
    """3, 2, 1, 0, 0."""
    gains = []
    for run in range(5):
        state = position({}, variants=("C",), last_king="s1" if run else "", crown_run=run)
        gains.append(king_gain(state, "s1"))
    assert gains == [3, 2, 1, 0, 0]


@pytest.mark.rule("A-VAR-C-1")
def test_the_fourth_coronation_brings_neither_prestige_nor_cards() -> None:
    """The Soldiers come as always."""
    play = coronation(king=Office("s1", 2), last_king="s1", crown_run=3, variants=("C",))
    play.do(GoOn())
    assert not [e for e in play.happened(PrestigeChanged) if e.cause == "king"]
    assert play.state.king == Office("s1", 12)
    assert play.state.phase == "new_order"


@pytest.mark.rule("A-VAR-C-2", "A-OPEN-38")
def test_the_count_starts_again_after_another_king_or_none() -> None:
    """s2 was King between; or nobody was."""
    other = position({}, variants=("C",), last_king="s2", crown_run=1)
    assert king_gain(other, "s1") == 3
    play = coronation(
        king=Office("s1", 5), last_king="s1", crown_run=3, variants=("C",),
        in_force=InForce(no_coronation=True),
    )  # fmt: skip
    play.do(GoOn())
    assert king_gain(play.state, "s1") == 3


@pytest.mark.rule("A-VAR-D-1")
def test_variant_d_crowns_the_fewest_victory_points() -> None:
    """s1 has fewer Estates, s2 fewer points."""
    state = position(spread(s1=1, s2=2, s3=3), variants=("D",), gold={"s1": 90})
    assert elect(state) == ("s2",)


@pytest.mark.rule("A-VAR-D-2")
@pytest.mark.parametrize(
    ("held", "gold", "prestige", "king"),
    [
        ({"s1": 3, "s2": 2, "s3": 9}, {}, {"s1": 10, "s2": 11, "s3": 10}, ("s2",)),
        ({"s1": 2, "s2": 2, "s3": 9}, {"s1": 19, "s2": 12}, {}, ("s2",)),
        ({"s1": 2, "s2": 2, "s3": 9}, {}, {}, ("s1", "s2")),
    ],
)
def test_variant_d_breaks_ties(
    held: dict[str, int], gold: dict[str, int], prestige: dict[str, int], king: tuple[str, ...]
) -> None:
    """Estates first, Gold last; then dice."""
    state = position(spread(**held), variants=("D",), gold=gold, prestige=prestige)
    assert elect(state) == king


@pytest.mark.rule("A-VAR-D-2")
def test_variant_d_counts_cities_citizens_and_cards_between() -> None:
    """Equal points, equal Estates: the fewer Cities, then Citizens, then cards."""
    city, people = {"city": True}, {"citizens": 2}
    held: dict[str, list[Any]] = {
        "s1": [("bayern", people), "tirol"], "s2": [("schwaben", city), "tirol"], "s3": [],
    }  # fmt: skip
    state = position(held, variants=("D",), prestige={"s3": 20})
    assert elect(state) == ("s1",)
    held = {"s1": ["savoyen", "savoyen"], "s2": [("schwaben", people), "tirol"], "s3": []}
    assert elect(position(held, variants=("D",), prestige={"s3": 20})) == ("s1",)


@pytest.mark.rule("A-VAR-F1-1")
def test_variant_f1_has_an_interregnum_instead_of_a_second_term() -> None:
    """And the Epoch after that he may be King again."""
    play = coronation(king=Office("s1", 4), last_king="s1", crown_run=1, variants=("F1",))
    play.do(GoOn())
    assert (play.state.king, play.state.phase) == (Office(), "new_order")
    assert play.happened(NobodyCrowned) == (NobodyCrowned("term_limit"),)
    again = coronation(variants=("F1",), last_king=play.state.last_king)
    assert crowned(again) == "s1"


@pytest.mark.rule("A-VAR-F2-1")
def test_variant_f2_has_eight_soldiers() -> None:
    """Four each with an Anti-King of an Event Round."""
    play = coronation(king=Office("s1", 4), last_king="s1", variants=("F2",))
    crowned(play)
    assert play.state.king == Office("s1", 8)
    both = coronation(variants=("F2",), in_force=InForce(anti_king_waits=True))
    crowned(both)
    assert (both.state.king.soldiers, both.state.anti_king.soldiers) == (4, 4)


@pytest.mark.rule("A-VAR-F3-1")
def test_variant_f3_keeps_the_army_of_a_king_without_a_break() -> None:
    """Another King, or one after a break, gets twelve; nobody keeps Soldiers without the crown."""
    play = coronation(king=Office("s1", 4), last_king="s1", crown_run=1, variants=("F3",))
    crowned(play)
    assert play.state.king == Office("s1", 4)
    assert not play.happened(ReignEnded)
    other = coronation(king=Office("s3", 4), last_king="s3", variants=("F3",))
    crowned(other)
    assert other.state.king == Office("s1", 12)
    died = coronation(last_king="s1", crown_run=1, variants=("F3",))
    crowned(died)
    assert died.state.king == Office("s1", 12)
    force = InForce(no_coronation=True)
    none = coronation(king=Office("s1", 4), last_king="s1", variants=("F3",), in_force=force)
    none.do(GoOn())
    assert none.state.king == Office()


@pytest.mark.rule("A-CORON-5", "A-ER-8")
def test_instants_of_the_coronation_draw_are_replaced() -> None:
    """The first of the Event Round takes effect."""
    play = coronation(in_force=InForce())
    play.do(GoOn())
    play.do(DrawCards("s1", 0, "instant-sturm-drang"))
    assert play.state.in_force.storm_actions
    play.do(DrawCards("s1", 3))
    assert play.player("s1").hand == 8

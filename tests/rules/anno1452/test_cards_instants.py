"""Instants and the shuffle card: resolved when drawn, in both rounds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from turmwart.games.anno1452.commands import DiscardCards, DrawCards, GoOn, PlayCard
from turmwart.games.anno1452.events_board import CitizensLost, EstateRemoved
from turmwart.games.anno1452.events_cards import (
    CardLaid,
    CardsDrawn,
    DeckShuffled,
    EffectSkipped,
    ForcedDrawn,
)
from turmwart.games.anno1452.events_rounds import Crowned, NobodyCrowned, ReignEnded, RoundBegan
from turmwart.games.anno1452.state import InForce, Office, State, Turn
from turmwart.games.anno1452.steps import CardPlay, Dice, Draw, Plague

from .cards_play import Answers, answer_all, board, city, event_board, happen, village
from .rounds_play import Play

DRAWS_THREE = "marriage-franziska"


def in_round(state: State | None = None, **more: Any) -> Play:
    """A table where the first player draws three cards in an Action Round."""
    table = Play(state or board(["tirol"], **more))
    table.do(PlayCard("s1", DRAWS_THREE))
    assert table.state.top == Draw("s1", 3, "card")
    return table


def in_event(phase: str, state: State | None = None, **more: Any) -> Play:
    """A table where the first player draws two cards in a phase of the Event Round."""
    table = Play(state or event_board(["tirol"], phase, **more))
    table.do(PlayCard("s1", "special-diplomatie"))
    assert table.state.top == Draw("s1", 2, "card")
    return table


def force_of(table: Play) -> InForce:
    """What is in force beside the used instant."""
    return replace(table.state.in_force, instant_used=False)


@pytest.mark.rule("A-INSTANT-1", "A-INSTANT-3", "A-INSTANT-4", "A-ASK-2")
def test_an_instant_is_resolved_before_the_draw_goes_on() -> None:
    """One card, then Storm & Stress, then two more: it is shown, replaced and discarded."""
    table = in_round()
    table.do(DrawCards("s1", 1, "instant-sturm-drang"))
    assert table.state.in_force.storm_rounds
    assert table.state.top == Draw("s1", 2, "card")
    assert table.state.discards == ("instant-sturm-drang",)
    table.do(DrawCards("s1", 2))
    assert table.player("s1").hand == 4 + 3
    assert table.state.top is None


@pytest.mark.rule("A-INSTANT-2", "A-ER-8")
def test_the_first_instant_of_a_round_alone_counts() -> None:
    """A second one is discarded and replaced; the next round has its own."""
    table = in_round()
    table.do(DrawCards("s1", 0, "instant-hoefische-intrigen"))
    table.do(DrawCards("s1", 0, "instant-irren-wirren"))
    assert force_of(table) == InForce(intrigues=1)
    assert table.happened(ForcedDrawn)[1] == ForcedDrawn("s1", "instant-irren-wirren", False)
    assert table.state.top == Draw("s1", 3, "card")
    answer_all(table, Answers())
    happen(table, RoundBegan(2))
    assert not table.state.in_force.instant_used
    assert table.state.in_force.intrigues == 1


@pytest.mark.rule("A-ER-8", "A-ER-CARDS-5")
def test_the_first_instant_of_an_event_round_over_all_phases() -> None:
    """One is drawn in phase 1, another in phase 2 by Diplomacy."""
    table = Play(event_board(["tirol"], "cards", hands={"s1": 4}))
    table.do(DiscardCards("s1", 0))
    table.do(DrawCards("s1", 0, "instant-sturm-drang"))
    assert table.state.top == Draw("s1", 1, "refill")
    table.do(DrawCards("s1", 1))
    table.cards_through()
    assert table.state.phase == "income"
    table.do(PlayCard("s2", "special-diplomatie"))
    table.do(DrawCards("s2", 0, "instant-hoefische-intrigen"))
    assert force_of(table) == InForce(storm_actions=True)


INSTANTS: list[tuple[str, str, str, dict[str, Any]]] = [
    ("instant-sturm-drang", "round", "A-CARD-INST-STURM-AR", {"storm_rounds": True}),
    ("instant-sturm-drang", "income", "A-CARD-INST-STURM-ER", {"storm_actions": True}),
    ("instant-irren-wirren", "round", "A-CARD-INST-WIRREN-AR", {"confusion": True}),
    ("instant-irren-wirren", "income", "A-CARD-INST-WIRREN-ER", {"trade_cancelled": True}),
    ("instant-irren-wirren", "prestige", "A-CARD-INST-WIRREN-ER", {}),
    ("instant-hoefische-intrigen", "round", "A-CARD-INST-INTRIGEN", {"intrigues": 1}),
    ("instant-hoefische-intrigen", "income", "A-CARD-INST-INTRIGEN", {"intrigues": 1}),
    ("instant-interregnum", "income", "A-CARD-INST-INTERREGNUM-SKIP", {"no_coronation": True}),
    ("instant-interregnum", "coronation", "A-CARD-INST-INTERREGNUM-SKIP", {"no_coronation": True}),
    ("instant-interregnum", "new_order", "A-CARD-INST-INTERREGNUM-DEATH", {}),
    ("instant-interregnum", "round", "A-CARD-INST-INTERREGNUM-DEATH", {}),
    ("instant-gegenkoenig", "income", "A-CARD-INST-GEGENKOENIG-ER", {"anti_king_waits": True}),
    ("instant-gegenkoenig", "coronation", "A-CARD-INST-GEGENKOENIG-ER", {"anti_king_waits": True}),
]


@pytest.mark.rule("A-CARD-INST-INTRIGEN", "A-CARD-INST-WIRREN-AR", "A-CARD-INST-STURM-AR")
@pytest.mark.parametrize(
    ("card", "phase", "force"),
    [
        pytest.param(card, phase, force, id=f"{card}-{phase}", marks=pytest.mark.rule(rule))
        for card, phase, rule, force in INSTANTS
    ],
)
def test_what_an_instant_puts_in_force(card: str, phase: str, force: dict[str, Any]) -> None:
    """By the round and phase in which it is drawn; then it is discarded."""
    table = in_round() if phase == "round" else in_event(phase)
    table.do(DrawCards("s1", 0, card))
    assert force_of(table) == replace(InForce(), **force)
    assert CardLaid("s1", card, "discard") in table.happened(CardLaid)
    assert isinstance(table.state.top, Draw)


@pytest.mark.rule("A-CARD-INST-WIRREN-ER", "A-ER-TRADE-6")
def test_confusion_in_the_trade_phase_ends_it() -> None:
    """Drawn in phase 3, what is left of it is cancelled."""
    table = in_event("trade")
    table.do(DrawCards("s1", 0, "instant-irren-wirren"))
    table.do(DrawCards("s1", 2))
    answer_all(table, Answers())
    assert table.state.phase == "prestige"


@pytest.mark.rule("A-CARD-INST-WIRREN-ER")
def test_confusion_after_the_trade_says_that_nothing_happens() -> None:
    """It counts as the round's instant all the same."""
    table = in_event("new_order")
    table.do(DrawCards("s1", 0, "instant-irren-wirren"))
    skipped = EffectSkipped("s1", "instant-irren-wirren", "skip_trade_phase")
    assert table.happened(EffectSkipped) == (skipped,)
    assert table.state.in_force.instant_used


def reign(state: State, soldiers: int = 7, anti: int = 0) -> State:
    """The second player is King; the third Anti-King where he has Soldiers."""
    state = replace(state, king=Office("s2", soldiers), last_king="s2", crown_run=1)
    return replace(state, anti_king=Office("s3", anti, "this_round")) if anti else state


@pytest.mark.rule("A-CARD-INST-INTERREGNUM-DEATH", "A-KING-5", "A-KING-6")
@pytest.mark.parametrize("phase", ["round", "new_order"])
def test_the_king_dies_and_the_anti_king_with_him(phase: str) -> None:
    """Crown and Soldiers go; prestige and cards stay."""
    if phase == "round":
        table = in_round(reign(board(["tirol"]), anti=3))
    else:
        table = in_event(phase, reign(event_board(["tirol"], phase), anti=3))
    before = [table.player(seat) for seat in ("s2", "s3")]
    table.do(DrawCards("s1", 0, "instant-interregnum"))
    assert [(e.office, e.cause) for e in table.happened(ReignEnded)] == [
        ("king", "death"),
        ("anti_king", "death"),
    ]
    assert table.state.king == table.state.anti_king == Office()
    assert [table.player(seat) for seat in ("s2", "s3")] == before


@pytest.mark.rule("A-CARD-INST-INTERREGNUM-DEATH")
def test_without_a_king_nobody_dies() -> None:
    """Nothing happens, and the log says so."""
    table = in_round()
    table.do(DrawCards("s1", 0, "instant-interregnum"))
    assert table.happened(ReignEnded) == ()
    assert [skip.effect for skip in table.happened(EffectSkipped)] == ["king_dies"]


@pytest.mark.rule("A-CARD-INST-INTERREGNUM-SKIP", "A-CORON-4")
def test_an_interregnum_before_the_coronation() -> None:
    """The old King reigns on until phase 5, then there is none."""
    table = in_event("income", reign(event_board(["tirol"], "income")))
    table.do(DrawCards("s1", 0, "instant-interregnum"))
    answer_all(table, Answers())
    assert table.state.king.seat == "s2"
    table = Play(replace(table.state, phase="coronation"))
    table.do(GoOn())
    assert table.state.king == Office()
    assert table.happened(NobodyCrowned) == (NobodyCrowned("interregnum"),)


@pytest.mark.rule("A-CARD-INST-INTERREGNUM-TIMING", "A-OPEN-19")
def test_the_new_king_completes_his_draw_before_he_dies() -> None:
    """He keeps 3 prestige and all 3 cards."""
    table = Play(event_board(["tirol"], "coronation"))
    table.do(GoOn())
    king = table.state.king.seat
    assert table.state.top == Draw(king, 3, "king")
    hand = table.player(king).hand
    table.do(DrawCards(king, 1, "instant-interregnum"))
    assert table.state.king.seat == king
    assert table.state.top == Draw(king, 2, "king")
    table.do(DrawCards(king, 2))
    assert table.state.king == Office()
    assert table.player(king).hand == hand + 3
    assert table.player(king).prestige == 13
    assert "instant-interregnum" in table.state.discards
    assert table.state.phase == "new_order"


@pytest.mark.rule("A-CARD-INST-GEGENKOENIG-AR", "A-ANTI-1", "A-ANTI-5")
def test_an_anti_king_in_an_action_round() -> None:
    """He halves the King's Soldiers; the odd one goes to the supply; then he draws."""
    table = in_round(reign(board(["tirol"] * 3), soldiers=7))
    table.do(DrawCards("s1", 2, "instant-gegenkoenig"))
    assert table.happened(Crowned) == (Crowned("anti_king", "s1", 3, 3, "this_round"),)
    assert table.state.top == Draw("s1", 3, "anti_king")
    table.do(DrawCards("s1", 3))
    answer_all(table, Answers())
    assert table.player("s1").hand == 4 + 3 + 3
    assert table.state.anti_king.seat == "s1"


@pytest.mark.rule("A-CARD-INST-GEGENKOENIG-AR", "A-ANTI-1", "A-OPEN-20")
def test_without_a_king_no_anti_king() -> None:
    """The card has no effect and still is the instant of its round."""
    table = in_round()
    table.do(DrawCards("s1", 0, "instant-gegenkoenig"))
    assert table.happened(Crowned) == ()
    assert [skip.effect for skip in table.happened(EffectSkipped)] == ["crown_anti_king"]
    assert table.state.in_force.instant_used


@pytest.mark.rule("A-CARD-INST-GEGENKOENIG-ER", "A-ANTI-7")
def test_an_anti_king_after_the_coronation() -> None:
    """Drawn in phase 6 it is carried out at once, six Soldiers each."""
    table = in_event("new_order", reign(event_board(["tirol"] * 3, "new_order"), soldiers=12))
    table.do(DrawCards("s1", 0, "instant-gegenkoenig"))
    assert table.happened(Crowned) == (Crowned("anti_king", "s1", 6, 6, "first_round"),)


@pytest.mark.rule("A-CARD-INST-GEGENKOENIG-ER", "A-ANTI-7")
def test_a_waiting_anti_king_comes_right_after_the_coronation() -> None:
    """Drawn by the new King himself it waits until his draw is done."""
    table = Play(event_board(["tirol"], "coronation"))
    table.do(GoOn())
    king = table.state.king.seat
    table.do(DrawCards(king, 0, "instant-gegenkoenig"))
    assert table.state.anti_king == Office()
    table.do(DrawCards(king, 3))
    for eyes in (1, 2, 3):
        if isinstance(table.state.top, Dice):
            table.throw(eyes)
    assert table.state.anti_king.seat not in ("", king)
    assert (table.state.king.soldiers, table.state.anti_king.soldiers) == (6, 6)


@pytest.mark.rule("A-CARD-INST-GEGENKOENIG-ER", "A-ANTI-8")
def test_an_anti_king_of_phase_6_without_a_king() -> None:
    """Nobody to be against."""
    table = in_event("new_order")
    table.do(DrawCards("s1", 0, "instant-gegenkoenig"))
    assert table.happened(Crowned) == ()
    assert not table.state.in_force.anti_king_waits


@pytest.mark.rule("A-CARD-SHUFFLE-1", "A-INSTANT-5", "A-INV-10")
def test_the_shuffle_card_brings_the_discards_back() -> None:
    """Always resolved, never the round's instant; hands and the table's cards stay."""
    table = in_round()
    table.do(DrawCards("s1", 0, "instant-hoefische-intrigen"))
    state = replace(table.state, unseen=4, deck=table.state.deck - 4)
    table = Play(state)
    deck = state.deck
    table.do(DrawCards("s1", 1, "shuffle-mischen"))
    # One was drawn; the instant and four hidden discards come back with the shuffle card.
    assert table.happened(DeckShuffled) == (DeckShuffled(deck - 1 + 1 + 4),)
    assert (table.state.discards, table.state.unseen) == ((), 0)
    assert table.state.in_play == (DRAWS_THREE,)
    assert table.state.top == Draw("s1", 2, "card")
    assert isinstance(table.state.stack[0], CardPlay)


@pytest.mark.rule("A-INSTANT-5")
def test_the_shuffle_card_leaves_the_instant_free() -> None:
    """The next instant takes effect."""
    table = in_round()
    table.do(DrawCards("s1", 0, "shuffle-mischen"))
    table.do(DrawCards("s1", 0, "instant-irren-wirren"))
    assert table.state.in_force.confusion


@pytest.mark.rule("A-INV-10")
def test_the_deck_may_be_drawn_to_its_last_card() -> None:
    """The last one is the shuffle card; what lies on the pile becomes the deck."""
    table = in_round()
    state = replace(table.state, deck=1, unseen=table.state.deck - 1)
    table = Play(state)
    assert table.objection(DrawCards("s1", 3)).rule == "A-INV-10"
    table.do(DrawCards("s1", 0, "shuffle-mischen"))
    assert table.state.deck == state.unseen + 1
    table.do(DrawCards("s1", 3))


@pytest.mark.rule("A-SETUP-4", "A-SETUP-5")
def test_instants_and_the_shuffle_card_in_the_deal() -> None:
    """Instants are replaced without effect, the shuffle card is shuffled back."""
    state = board(hands={"s1": 0, "s2": 0, "s3": 0})
    state = replace(state, phase="pre_trade", acting=None, stack=(Draw("s1", 5, "deal"),))
    table = Play(state)
    table.do(DrawCards("s1", 2, "instant-pest"))
    assert table.state.in_force == InForce()
    assert table.state.discards == ("instant-pest",)
    table.do(DrawCards("s1", 1, "shuffle-mischen"))
    assert (table.state.discards, table.state.deck) == ((), 89 - 3)
    table.do(DrawCards("s1", 2))
    assert table.player("s1").hand == 5


PLAGUE = {"s1": [city("bayern", 2), village("tirol", 1)], "s2": [village("bayern", 1, value=2)]}


def plague(**settings: Any) -> Play:
    """The Pestilence is drawn; Estates stand in Bayern and Tirol."""
    state = board(PLAGUE["s1"], others={"s2": PLAGUE["s2"]}, settings=settings)
    table = Play(state)
    table.do(PlayCard("s1", "marriage-maria"))
    table.do(DrawCards("s1", 0, "instant-pest"))
    return table


@pytest.mark.rule("A-CARD-INST-PEST", "A-DICE-9", "A-DICE-10")
def test_the_plague_asks_region_by_region() -> None:
    """One die for each region where Estates stand; 4 and less spare it."""
    table = plague()
    assert table.state.top == Dice("plague", "region", 1, region="bayern")
    table.throw(4)
    assert table.state.top == Dice("plague", "region", 1, region="tirol")
    table.throw(1)
    assert table.state.top == Draw("s1", 2, "card")
    assert table.state.citizens_on_board("s1") == 3
    assert not any(isinstance(step, Plague) for step in table.state.stack)


@pytest.mark.rule("A-CARD-INST-PEST")
@pytest.mark.parametrize("eyes", [5, 6])
def test_the_plague_takes_units_of_every_owner(eyes: int) -> None:
    """In a City on 5 and 6, elsewhere on 6; Estates are named before."""
    table = plague()
    table.throw(eyes)
    table.throw(1)
    assert table.state.top == Dice("plague", "peasants", 3, region="bayern", estate="e1")
    table.throw(5, 4, 6)
    assert table.state.top == Dice("plague", "citizens", 2, region="bayern", estate="e1")
    table.throw(5, 1)
    table.throw(5, 6)
    assert table.state.top == Dice("plague", "citizens", 1, region="bayern", estate="e3")
    table.throw(6)
    town, away, other = (table.state.estate(one) for one in ("e1", "e2", "e3"))
    assert (town.value, town.citizens) == (1, 1)
    assert (away.value, away.citizens) == (3, 1)
    assert (other.value, other.citizens) == (1, 0)
    assert table.state.citizens_left("s2") == 24
    assert table.happened(CitizensLost)[0] == CitizensLost("e1", 1, "plague")


@pytest.mark.rule("A-CARD-INST-PEST")
def test_soldiers_do_not_fall_ill() -> None:
    """A King keeps his army."""
    state = reign(board(PLAGUE["s1"], others={"s2": PLAGUE["s2"]}), soldiers=9)
    table = Play(state)
    table.do(PlayCard("s1", "marriage-maria"))
    table.do(DrawCards("s1", 0, "instant-pest"))
    while isinstance(table.state.top, Dice):
        table.throw(*(6,) * table.state.top.count)
    assert table.state.king.soldiers == 9


@pytest.mark.rule("A-CARD-INST-PEST-FLOOR", "A-OPEN-34")
@pytest.mark.parametrize("destroys", [False, True])
def test_how_far_the_plague_goes(destroys: bool) -> None:
    """An Estate keeps value 1; by the other reading it is gone with its City."""
    table = plague(pest_can_destroy=destroys)
    while isinstance(table.state.top, Dice):
        table.throw(*(6,) * table.state.top.count)
    assert table.state.citizens_on_board("s1") == table.state.citizens_on_board("s2") == 0
    if destroys:
        assert table.state.estates == ()
        assert [e.cause for e in table.happened(EstateRemoved)] == ["plague"] * 3
    else:
        assert [one.value for one in table.state.estates] == [1, 1, 1]
        assert table.state.estate("e1").city


@pytest.mark.rule("A-OTTO-10", "A-CARD-INST-PEST")
def test_the_plague_may_hit_ottokar() -> None:
    """His units are thrown for like all others."""
    others = {"ottokar": [village("bayern", 2)], "s2": ["lothringen"]}
    state = board(["tirol"], others=others, players=2, ottokar_colour="black")
    table = in_round(state)
    table.do(DrawCards("s1", 0, "instant-pest"))
    while isinstance(table.state.top, Dice):
        table.throw(*(6,) * table.state.top.count)
    assert table.state.estate("e2").citizens == 0
    assert table.state.estate("e2").value == 1


@pytest.mark.rule("A-STATE-8")
def test_the_plague_and_the_other_reading_of_surplus_citizens() -> None:
    """What does not fit a reduced Estate any more returns to the supply."""
    table = plague(excess_citizens="return")
    table.throw(5)
    table.throw(1)
    table.throw(6, 6, 1)
    table.throw(1, 1)
    # A City of value 1 holds two.
    assert table.state.estate("e1").citizens == 2
    table.throw(6, 1)
    table.throw(1)
    assert table.state.estate("e3").citizens == 1


@pytest.mark.rule("A-INSTANT-1", "A-VAR-G1-2")
def test_storm_and_stress_is_not_in_the_deck_of_g1() -> None:
    """It cannot be drawn there."""
    table = in_round(variants=("G1",))
    assert table.objection(DrawCards("s1", 0, "instant-sturm-drang")).rule == "A-INV-4"
    assert Turn("s1", 2, 1) == table.state.acting


@pytest.mark.rule("A-INSTANT-1")
@pytest.mark.parametrize("card", ["marriage-anna", "reaction-verrat", "crown-koenig", "nothing"])
def test_only_instants_and_the_shuffle_card_are_shown(card: str) -> None:
    """All other cards go to the hand."""
    assert in_round().objection(DrawCards("s1", 0, card)).rule == "A-INSTANT-1"


@pytest.mark.rule("A-INV-4")
def test_an_instant_that_lies_open_is_not_drawn_again() -> None:
    """The only Pestilence is discarded; after a shuffle it may come back."""
    table = in_round()
    table.do(DrawCards("s1", 0, "instant-irren-wirren"))
    assert table.objection(DrawCards("s1", 0, "instant-irren-wirren")).rule == "A-INV-4"
    table.do(DrawCards("s1", 0, "shuffle-mischen"))
    table.do(DrawCards("s1", 0, "instant-irren-wirren"))
    assert table.happened(CardsDrawn) == ()

"""Section 12.1 to 12.5 and variants A and B: the phases of the Event Round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from turmwart.games.anno1452 import GAME
from turmwart.games.anno1452.commands import (
    Choose,
    CorrectNumber,
    DiscardCards,
    DrawCards,
    EndTrade,
    EnterPrinted,
    GoOn,
    Pass,
    PlayCard,
)
from turmwart.games.anno1452.event_round import discard_range
from turmwart.games.anno1452.events_board import (
    IncomePaid,
    PrestigeChanged,
    PrestigeCompared,
    PrincipalityPassed,
)
from turmwart.games.anno1452.events_cards import (
    CardsDrawn,
    MarriageEnded,
)
from turmwart.games.anno1452.events_rounds import PhaseBegan, RoundBegan, RowBegan
from turmwart.games.anno1452.setup import Settings
from turmwart.games.anno1452.state import Claim, Holder, InForce
from turmwart.games.anno1452.steps import Discard, Draw

from .rounds_play import Play, position

HELD = {"s1": ["bayern", "bayern"], "s2": ["tirol"], "s3": ["oberitalien"]}


def event_round(phase: str = "cards", **fields: Any) -> Play:
    """The Event Round that opens 1298."""
    fields.setdefault("row", 3)
    return Play(position(HELD, phase=phase, **fields))


def with_lady(state: Any, seat: str, card: str, region: str) -> Any:
    """The state with a marriage that claims a Principality card."""
    players = tuple(
        replace(p, marriage=card, married=True) if p.seat == seat else p for p in state.players
    )
    claims = (*state.claims, Claim(region, seat, card))
    holders = tuple(one for one in state.holders if one.region != region)
    order = state.board.region_ids
    holders = tuple(
        sorted((*holders, Holder(region, seat)), key=lambda one: order.index(one.region))
    )
    return replace(state, players=players, claims=claims, holders=holders, deck=state.deck - 1)


@pytest.mark.rule("A-ER-3", "A-ER-4", "A-EPOCH-5", "A-EPOCH-7")
def test_six_phases_in_their_order_then_the_first_round_of_the_row() -> None:
    """From the last Action Round of 1273 to the first of 1298."""
    prestige = {"s2": 14, "s3": 5}
    play = Play(position(HELD, phase="round", round=3, row=2, prestige=prestige))
    while play.state.acting is not None:
        play.do(Pass(play.state.acting.seat))
    play.cards_through()
    play.do(GoOn())
    play.do(EndTrade())
    play.do(GoOn())
    play.do(GoOn())
    play.cards_through()
    assert play.state.king.seat == "s2"
    play.do(GoOn())
    play.do(Choose("s2", ("3",)))
    phases = [event.phase for event in play.happened(PhaseBegan)]
    assert phases == ["cards", "income", "trade", "prestige", "coronation", "new_order"]
    assert play.happened(RowBegan) == (RowBegan(3),)
    assert (play.state.phase, play.state.row, play.state.round) == ("round", 3, 1)
    assert play.state.order == ("s1", "s3", "s2")


@pytest.mark.rule("A-ER-3", "A-ER-4")
def test_only_the_phase_that_is_due_is_carried_out() -> None:
    """While cards are drawn or traded nothing else goes on."""
    play = event_round()
    assert play.objection(GoOn()).rule == "A-ER-3"
    assert event_round("trade").objection(GoOn()).rule == "A-ER-3"
    play = event_round("income")
    assert GoOn() in GAME.legal(play.state, None)
    assert [one.command for one in GAME.prompts(play.state, None) if one.must] == ["GoOn"]


@pytest.mark.rule("A-ER-CARDS-1", "A-ER-CARDS-4")
def test_each_player_discards_and_draws_before_the_next() -> None:
    """s1 keeps all and draws nothing; s2 fills up from three."""
    play = event_round(hands={"s2": 4})
    assert play.top == Discard("s1", 0, 5, "refill")
    play.do(DiscardCards("s1", 0))
    assert play.top == Discard("s2", 0, 4, "refill")
    play.do(DiscardCards("s2", 1))
    assert play.top == Draw("s2", 2, "refill")
    play.do(DrawCards("s2", 2))
    assert play.top == Discard("s3", 0, 5, "refill")
    play.do(DiscardCards("s3", 5))
    play.do(DrawCards("s3", 5))
    assert (play.state.phase, play.state.unseen) == ("income", 6)
    seats = [(event.seat, event.count) for event in play.happened(CardsDrawn)]
    assert seats == [("s2", 2), ("s3", 5)]


@pytest.mark.rule("A-ER-CARDS-2", "A-ER-CARDS-3", "A-KING-1")
def test_whoever_holds_more_than_five_discards_down() -> None:
    """A King with eight cards: three to eight."""
    play = event_round(hands={"s1": 8})
    assert play.top == Discard("s1", 3, 8, "refill")
    play.do(DiscardCards("s1", 3))
    assert play.top == Discard("s2", 0, 5, "refill")


@pytest.mark.rule("A-ER-CARDS-2", "A-ER-CARDS-3")
def test_a_player_without_cards_only_draws() -> None:
    """Nothing is asked that has one answer."""
    play = event_round(hands={"s1": 0})
    assert play.top == Draw("s1", 5, "refill")


@pytest.mark.rule("A-DATA-7", "A-ER-CARDS-3", "A-ER-CARDS-4")
def test_a_hand_that_is_counted_again_is_filled_up_to_five() -> None:
    """What is to be discarded and drawn goes by the cards that are there."""
    play = event_round(hands={"s1": 8})
    play.do(CorrectNumber("hand", 6, "counted again", "s1"))
    assert play.top == Discard("s1", 1, 6, "refill")
    play.do(DiscardCards("s1", 4))
    assert play.top == Draw("s1", 3, "refill")
    play.do(CorrectNumber("hand", 4, "counted again", "s1"))
    assert play.top == Draw("s1", 1, "refill")
    play.do(CorrectNumber("hand", 5, "counted again", "s1"))
    assert play.top == Discard("s2", 0, 5, "refill")


@pytest.mark.rule("A-VAR-A-1", "A-VAR-A-2", "A-ER-CARDS-2", "A-ER-CARDS-3")
@pytest.mark.parametrize(
    ("variants", "hand", "least", "most"),
    [((), 2, 0, 2), ((), 8, 3, 8), (("A",), 3, 0, 1), (("A",), 0, 0, 0), (("A",), 5, 0, 1),
     (("A",), 6, 1, 2), (("A",), 8, 3, 4)],
)  # fmt: skip
def test_how_many_cards_may_be_discarded(
    variants: Sequence[str], hand: int, least: int, most: int
) -> None:
    """Variant A: one, or down to four."""
    assert discard_range(Settings(variants=tuple(variants)), hand) == (least, most)


@pytest.mark.rule("A-VAR-A-2")
def test_with_single_discards_one_card_is_drawn_at_most() -> None:
    """Eight cards, four discarded, one drawn."""
    play = event_round(hands={"s1": 8}, variants=("A",))
    play.do(DiscardCards("s1", 4))
    assert play.top == Draw("s1", 1, "refill")


@pytest.mark.rule("A-ER-CARDS-6")
def test_no_special_card_is_played_in_phase_1() -> None:
    """The phase is under way."""
    play = event_round()
    assert play.objection(PlayCard("s1", "special-buendnisse")).rule


@pytest.mark.rule("A-ER-8", "A-ER-CARDS-5", "A-INSTANT-2")
def test_only_the_first_instant_of_an_event_round_takes_effect() -> None:
    """Counted over all players; the next Action Round has one of its own."""
    play = event_round(hands={"s1": 4, "s2": 4})
    play.do(DiscardCards("s1", 0))
    play.do(DrawCards("s1", 0, "instant-sturm-drang"))
    play.do(DrawCards("s1", 1))
    play.do(DiscardCards("s2", 0))
    play.do(DrawCards("s2", 0, "instant-irren-wirren"))
    play.do(DrawCards("s2", 1))
    assert (play.state.in_force.storm_actions, play.state.in_force.trade_cancelled) == (True, False)
    assert play.state.in_force.instant_used
    play.state = GAME.apply(play.state, RoundBegan(1))
    assert not play.state.in_force.instant_used
    assert play.state.in_force.storm_actions


@pytest.mark.rule("A-ER-INCOME-9", "A-ER-INCOME-10")
def test_income_is_paid_to_all_in_one_step() -> None:
    """Reduction tokens leave the board; phase 3 begins."""
    reduced = ("bayern", {"value": 1})
    held: dict[str, list[Any]] = {"s1": ["bayern", reduced], "s2": ["tirol"], "s3": []}
    play = Play(position(held, phase="income", row=3))
    play.do(GoOn())
    (paid,) = play.happened(IncomePaid)
    assert [(one.seat, one.gold) for one in paid.incomes] == [("s1", 4), ("s2", 3), ("s3", 0)]
    assert all(one.value == 3 for one in play.state.estates)
    assert play.state.phase == "trade"


@pytest.mark.rule("A-ER-INCOME-11")
def test_after_a_famine_the_tokens_stay() -> None:
    """This time."""
    held = {"s1": [("bayern", {"value": 1})]}
    play = Play(position(held, phase="income", row=3, in_force=InForce(famine=True)))
    play.do(GoOn())
    assert play.state.estates[0].value == 1


@pytest.mark.rule("A-ER-TRADE-5")
def test_trade_ends_when_all_say_so() -> None:
    """One after the other, in any order."""
    play = event_round("trade")
    play.do(EndTrade("s2"))
    play.do(EndTrade("s1"))
    assert play.objection(EndTrade("s1")).rule == "A-ER-TRADE-5"
    assert play.state.phase == "trade"
    play.do(EndTrade("s3"))
    assert play.state.phase == "prestige"


@pytest.mark.rule("A-ER-TRADE-6")
def test_confusion_cancels_the_trade_phase() -> None:
    """It is skipped by itself."""
    play = event_round("income", in_force=InForce(trade_cancelled=True))
    play.do(GoOn())
    assert play.state.phase == "prestige"


@pytest.mark.rule("A-ER-TRADE-7")
def test_whoever_is_shut_out_is_not_waited_for() -> None:
    """Excommunication by its ER text."""
    play = event_round("trade", in_force=InForce(no_trade=("s2",)))
    play.do(EndTrade("s1"))
    play.do(EndTrade("s3"))
    assert play.state.phase == "prestige"


@pytest.mark.rule("A-ER-PRES-8", "A-CARD-MARR-8", "A-ER-PRES-1", "A-OPEN-2")
def test_marriages_end_after_the_scoring() -> None:
    """Dagmar's card counts in the category and goes back afterwards."""
    state = position({"s1": ["bayern"], "s2": ["schwaben"] * 3, "s3": []}, phase="prestige", row=3)
    play = Play(with_lady(state, "s1", "marriage-dagmar", "schwaben"))
    play.do(GoOn())
    (compared,) = play.happened(PrestigeCompared)
    assert compared.categories[3].counts == (("s1", 1), ("s2", 0), ("s3", 0))
    assert play.happened(MarriageEnded) == (MarriageEnded("s1", "marriage-dagmar", "epoch"),)
    assert play.happened(PrincipalityPassed) == (PrincipalityPassed("schwaben", "s1", "s2"),)
    assert play.state.phase == "coronation"
    order = [type(event) for event in play.events]
    assert order.index(PrestigeCompared) < order.index(MarriageEnded)


@pytest.mark.rule("A-ER-PRES-8", "A-MAJ-9")
def test_all_marriages_end_at_the_same_time() -> None:
    """Two claims on one card: the earlier one does not hold it for a moment in between."""
    state = position({"s1": [], "s2": [], "s3": []}, phase="prestige", row=4)
    state = with_lady(state, "s1", "marriage-therese", "eidgenossen")
    play = Play(with_lady(state, "s2", "marriage-josephine", "eidgenossen"))
    play.do(GoOn())
    assert [event.seat for event in play.happened(MarriageEnded)] == ["s1", "s2"]
    assert play.happened(PrincipalityPassed) == (PrincipalityPassed("eidgenossen", "s2", ""),)


@pytest.mark.rule("A-ER-INCOME-9", "A-VAR-I-1", "A-DATA-8")
def test_an_unknown_limit_is_asked_when_the_income_needs_it() -> None:
    """Variant I; the phase goes on with the answer."""
    state = position({"s1": ["bayern"] * 4}, phase="income", row=3, variants=("I",))
    facts = tuple(
        replace(one, estate_limit=None) if one.id == "bayern" else one
        for one in state.board.regions
    )
    play = Play(replace(state, board=replace(state.board, regions=facts)), settle=False)
    play.do(GoOn())
    assert play.state.phase == "income"
    play.do(EnterPrinted("region", "bayern", "estate_limit", 4))
    assert play.state.phase == "trade"
    assert play.player("s1").gold == 15 + 12 + 2


@pytest.mark.rule("A-ER-PRES-9", "A-ER-PRES-8")
def test_titles_are_checked_once_the_marriages_are_over() -> None:
    """The Count Palatine rests on a card by marriage: -1 for the card, -2 for the title."""
    held = {"s1": ["rheinland_pfalz"], "s2": ["rheinland_pfalz"] * 3, "s3": []}
    state = with_lady(
        position(held, phase="prestige", row=3), "s1", "marriage-barbara", "rheinland_pfalz"
    )
    players = tuple(
        replace(p, titles=("title-pfalz",)) if p.seat == "s1" else p for p in state.players
    )
    play = Play(replace(state, players=players, deck=state.deck - 1))
    play.do(GoOn())
    causes = [event.cause for event in play.happened(PrestigeChanged) if "lost" in event.cause]
    assert causes == ["card_lost", "title_lost"]
    assert play.player("s1").titles == ()


@pytest.mark.rule("A-OPEN-2", "A-ER-PRES-8")
def test_marriages_may_end_before_the_event_round() -> None:
    """``marriage_end = before_er``: the card neither pays nor scores."""
    settings = {"marriage_end": "before_er"}
    held = {"s1": ["bayern"], "s2": ["schwaben"] * 3, "s3": []}
    state = position(held, phase="round", round=3, row=2, settings=settings)
    play = Play(with_lady(state, "s1", "marriage-dagmar", "schwaben"))
    while play.state.acting is not None:
        play.do(Pass(play.state.acting.seat))
    order = [type(event) for event in play.events]
    assert order.index(MarriageEnded) < order.index(PrincipalityPassed) < order.index(RowBegan)
    assert play.state.held("s2") == ("schwaben",)
    assert not play.player("s1").married


@pytest.mark.rule("A-EPOCH-8", "A-ER-PRES-8")
def test_by_default_marriages_stand_until_phase_4() -> None:
    """The lady's card still pays in phase 2."""
    held = {"s1": ["bayern"], "s2": ["schwaben"] * 3, "s3": []}
    state = position(held, phase="round", round=3, row=2)
    play = Play(with_lady(state, "s1", "marriage-dagmar", "schwaben"))
    while play.state.acting is not None:
        play.do(Pass(play.state.acting.seat))
    play.cards_through()
    play.do(GoOn())
    (paid,) = play.happened(IncomePaid)
    assert [one.gold for one in paid.incomes if one.seat == "s1"] == [3 + 1]


@pytest.mark.rule("A-CORON-1", "A-EPOCH-4")
@pytest.mark.parametrize(("row", "phase"), [(1, "new_order"), (2, "coronation"), (8, "coronation")])
def test_the_coronation_is_first_held_in_1273(row: int, phase: str) -> None:
    """In the second Interregnum phase 6 follows phase 4."""
    play = event_round("prestige", row=row)
    play.do(GoOn())
    assert play.state.phase == phase

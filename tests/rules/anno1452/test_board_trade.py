"""Deals and agreements; what the table corrects by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from turmwart.games.anno1452.commands import BookDeal, CorrectEstate, CorrectNumber, EndTrade
from turmwart.games.anno1452.events_board import (
    AgreementMade,
    DealBooked,
    EstateCorrected,
    NumberCorrected,
)
from turmwart.games.anno1452.state import Estate, InForce
from turmwart.games.anno1452.trade import trading
from turmwart.table.scenarios.anno1452.position import Position
from turmwart.table.scenarios.anno1452.run import Run

from .rounds_play import Play, begun, setup, unread_board
from .test_board_actions import rule_of


def trade() -> Position:
    """The trade phase of an Event Round."""
    position = Position(("red", "blue", "green"))
    position.change(phase="trade", round=0, row=1)
    return position


@pytest.mark.rule("A-ER-TRADE-1", "A-ER-TRADE-3", "A-STATE-9")
def test_gold_and_cards_go_both_ways() -> None:
    """Red gives 7 Gold and a card for two cards; what blue told of his hand is forgotten."""
    position = trade()
    position.hand("red", (), 3)
    position.hand("blue", ("special-volksheld",), 4)
    run = Run(position.state)
    events = run.do(BookDeal("s1", "s2", first_gold=7, first_cards=1, second_cards=2))
    assert events == (DealBooked("s1", "s2", 7, 0, 1, 2),)
    red, blue = run.state.player("s1"), run.state.player("s2")
    assert (red.gold, blue.gold, red.hand, blue.hand) == (8, 22, 4, 4)
    assert blue.known == ()


@pytest.mark.rule("A-ER-TRADE-4", "A-ER-TRADE-3", "A-MAJ-5", "A-OPEN-43")
def test_an_estate_is_exchanged_for_one_of_the_new_owner() -> None:
    """City, token and as many Citizens as he has; the majority follows."""
    position = trade()
    position.limit("tirol", 3)
    city = position.estate("red", "tirol", 2, True, 2)
    position.estate("blue", "tirol")
    for region in ("unteritalien", "oberitalien", "niedersachsen", "westfalen"):
        position.estate("blue", region, 3, True, 6 if region != "westfalen" else 5)
    run = Run(position.state)
    run.do(BookDeal("s1", "s2", second_gold=9, first_estates=(city,)))
    here = [(e.owner, e.value, e.city, e.citizens) for e in run.state.within("tirol")]
    assert here == [("s2", 3, False, 0), ("s2", 2, True, 1)]
    assert not run.state.has_estate(city)
    assert run.state.holder("tirol") == "s2"
    assert run.state.citizens_left("s1") == 24


@pytest.mark.rule("A-ER-TRADE-4", "A-COMP-12")
def test_who_has_no_estate_left_can_only_swap() -> None:
    """Blue has all sixteen on the board; one of his own must go."""
    position = trade()
    theirs = position.estate("red", "bayern")
    for region in ("unteritalien", "oberitalien", "niedersachsen"):
        position.limit(region, 6)
        position.estates(region, {"blue": 6 if region != "niedersachsen" else 4})
        position.holder(region, "blue")
    run = Run(position.state)
    assert rule_of(run, BookDeal("s1", "s2", first_estates=(theirs,))) == "A-ER-TRADE-4"
    own = run.state.owned("s2")[0].id
    run.do(BookDeal("s1", "s2", first_estates=(theirs,), second_estates=(own,)))
    assert [e.region for e in run.state.owned("s1")] == ["unteritalien"]


@pytest.mark.rule("A-ER-TRADE-2")
def test_words_are_kept_with_their_end() -> None:
    """Peace until 1298, for 3 Gold."""
    run = Run(trade().state)
    events = run.do(BookDeal("s1", "s2", first_gold=3, words=" no war ", until="1298", peace=True))
    made = [event.agreement for event in events if isinstance(event, AgreementMade)]
    assert [(a.seats, a.words, a.until, a.peace) for a in made] == [
        (("s1", "s2"), "no war", "1298", True)
    ]
    assert rule_of(run, BookDeal("s1", "s2", words="x", until="1300")) == "A-ER-TRADE-2"
    assert rule_of(run, BookDeal("s1", "s2")) == "A-ER-TRADE-3"
    assert rule_of(run, BookDeal("s1", "s1", words="x")) == "A-ER-TRADE-3"


@pytest.mark.rule("A-COMP-14", "A-ER-TRADE-3")
@pytest.mark.parametrize(
    "deal",
    [
        BookDeal("s1", "s2", first_gold=16),
        BookDeal("s1", "s2", first_gold=-1),
        BookDeal("s1", "s2", second_cards=1),
        BookDeal("s1", "s2", second_estates=("e1",)),
        BookDeal("s1", "s2", first_estates=("e1", "e1")),
    ],
)
def test_nobody_gives_what_he_has_not(deal: BookDeal) -> None:
    """Gold stays a whole number that is not negative."""
    position = trade()
    position.estate("red", "bayern")
    assert rule_of(Run(position.state), deal) in ("A-COMP-14", "A-ER-TRADE-3")


@pytest.mark.rule("A-ER-TRADE-5", "A-ER-TRADE-7", "A-ER-TRADE-8")
def test_the_phase_ends_when_all_are_done() -> None:
    """Green is shut out; an Action Round knows no trade."""
    position = trade()
    position.change(in_force=InForce(no_trade=("s3",)))
    run = Run(position.state)
    assert trading(run.state) == ("s1", "s2")
    assert rule_of(run, BookDeal("s1", "s3", words="x")) == "A-ER-TRADE-7"
    run.do(EndTrade("s1"))
    assert run.state.phase == "trade"
    assert rule_of(run, EndTrade("s1")) == "A-ER-TRADE-5"
    run.do(EndTrade("s2"))
    assert run.state.phase == "prestige"
    position.turn("red")
    assert rule_of(Run(position.state), BookDeal("s1", "s2", words="x")) == "A-ER-TRADE-8"


@pytest.mark.rule("A-DATA-7", "A-INV-6", "A-INV-4")
def test_numbers_are_corrected_with_a_reason() -> None:
    """A card more in the hand is a card less in the deck."""
    run = Run(trade().state)
    run.do(CorrectNumber("gold", 40, "counted again", "s1"))
    run.do(CorrectNumber("prestige", 20, "cube fell", "s1"))
    run.do(CorrectNumber("hand", 3, "counted again", "s2"))
    run.do(CorrectNumber("unseen", 2, "counted again"))
    state = run.state
    assert (state.player("s1").gold, state.player("s1").prestige) == (40, 20)
    assert (state.player("s2").hand, state.unseen, state.deck) == (3, 2, 84)
    assert [e.was for e in run.happened(NumberCorrected)] == [15, 10, 0, 0]
    for what, value, seat in (
        ("gold", -1, "s1"),
        ("prestige", 21, "s1"),
        ("hand", 90, "s1"),
        ("king_soldiers", 1, ""),
    ):
        assert rule_of(run, CorrectNumber(what, value, "why", seat)) == "A-INV-6"
    assert rule_of(run, CorrectNumber("gold", 1, " ", "s1")) == "A-DATA-7"
    assert rule_of(run, CorrectNumber("deck", 1, "why")) == "A-DATA-7"


@pytest.mark.rule("A-DATA-7", "A-INV-1", "A-INV-2", "A-COMP-10", "A-STATE-1", "A-STATE-6")
def test_estates_are_corrected_within_the_limits() -> None:
    """Two Estates of one colour in a region stay apart; a second City does not fit into Tirol."""
    position = trade()
    position.limit("tirol", 3)
    first, second = position.estate("red", "tirol", 3, True), position.estate("red", "tirol")
    position.holder("tirol", "red")
    run = Run(position.state)
    command = CorrectEstate(second, "s1", "tirol", 2, True, 1, "misread")
    assert rule_of(run, command) == "A-INV-2"
    run.do(CorrectEstate(second, "s1", "tirol", 2, False, 1, "misread"))
    assert (run.state.estate(first).value, run.state.estate(second).value) == (3, 2)
    run.do(CorrectEstate("", "s2", "tirol", 3, False, 0, "forgotten"))
    assert rule_of(run, CorrectEstate("", "s2", "tirol", 3, False, 0, "x")) == "A-INV-2"
    run.do(CorrectEstate(first, "s1", "tirol", 0, False, 0, "not there"))
    assert [e.reason for e in run.happened(EstateCorrected)] == [
        "misread",
        "forgotten",
        "not there",
    ]
    assert run.state.holder("tirol") == ""
    assert run.state.cities_left == 32
    assert rule_of(run, CorrectEstate(second, "s1", "tirol", 4, False, 0, "x")) == "A-STATE-2"
    assert rule_of(run, CorrectEstate(second, "s1", "tirol", 1, False, 25, "x")) == "A-INV-1"


@pytest.mark.rule("A-COMP-11", "A-INV-2", "A-DATA-7")
def test_no_seventh_estate_is_entered_where_the_limit_is_not_read_yet() -> None:
    """No digit on a shield is above six, so no answer to the question would fit."""
    state = begun(setup(2, board=unread_board()))
    owners = ("s1", "s2", "s1", "s2", "s1", "s2")
    estates = tuple(Estate(f"e{n}", "tirol", owner) for n, owner in enumerate(owners, 1))
    table = Play(
        replace(
            state, estates=estates, estates_made=6, phase="pre_trade", order=state.seats, stack=()
        )
    )
    seventh = CorrectEstate("", "s1", "tirol", 3, False, 0, "forgotten")
    assert table.objection(seventh).rule == "A-INV-2"

"""What the table asks aloud."""

from __future__ import annotations

from dataclasses import replace

import pytest

from turmwart.games.wallenstein import aloud
from turmwart.games.wallenstein.board import EventFacts
from turmwart.games.wallenstein.commands import RevealPlan
from turmwart.games.wallenstein.income import Income
from turmwart.games.wallenstein.scoring import winter_scores
from turmwart.games.wallenstein.state import Shortage

from .tables import HOLDINGS, demo_board, position, unread_board


@pytest.mark.rule("W-EXEC-1")
def test_who_is_next_and_for_what() -> None:
    play = position(first="move_a", order=("s3", "s1", "s4", "s2"))
    coming = aloud.turns(play.state, 5)
    assert [turn.seat for turn in coming] == ["s3", "s1", "s4", "s2", "s3"]
    assert {turn.action for turn in coming[:4]} == {"move_a"}
    assert coming[4].action == play.state.action_cards[1]
    play.do(*(RevealPlan(seat, "money") for seat in ("s3", "s1", "s4", "s2")))
    assert aloud.turns(play.state)[0] == aloud.Turn("", "")


@pytest.mark.rule("W-BONUS-9")
def test_what_a_province_earns_now_event_first_then_tile() -> None:
    event = EventFacts(demo_board().events[0].id, "tax_max", value=2, grain_loss=3)
    play = position(event=event, tiles={"s1": "plus_1_thaler"})
    found = {one.province: one for one in aloud.earnings(play.state)}
    printed = demo_board().province("cinderholt").tax
    assert printed is not None
    assert found["cinderholt"].tax == Income(printed, min(printed, 2), min(printed, 2) + 1)
    unread = position(board=unread_board())
    assert {one.tax for one in aloud.earnings(unread.state)} == {None}


@pytest.mark.rule("W-REVOLT-4", "W-BATTLE-8")
def test_where_it_may_revolt_and_how_strong() -> None:
    """The most endangered first; famine adds its farmers only to who is short of grain."""
    play = position(markers={"cinderholt": 1, "ravensike": 3}, grain={"s3": 0})
    first, second = aloud.unrest(play.state)
    assert (first.province, first.armies, first.now) == ("ravensike", 2, 3)
    row = play.state.board.famine_row(1)
    assert row is not None
    assert first.famine == 3 + (row.extra_farmers or 0)
    assert (second.province, second.famine) == ("cinderholt", 1)


@pytest.mark.rule("W-WINTER-3", "W-WINTER-4")
def test_what_winter_brings_with_two_provinces_not_fed() -> None:
    """After the biggest loss that a card left face up can bring."""
    play = position(grain={"s1": 9})
    state = play.state
    losses = [state.board.event(card).grain_loss or 0 for card in state.year_events]
    losses = [
        loss for card, loss in zip(state.year_events, losses, strict=True) if card != state.event
    ]
    found = {one.seat: one for one in aloud.winters(state)}
    one = found["s1"]
    assert one.loss == (min(losses), max(losses))
    assert one.unfed == max(0, len(HOLDINGS["s1"]) - (9 - max(losses)))
    for hunger in one.hunger:
        row = state.board.famine_row(hunger.shortage)
        assert row is not None
        assert hunger.provinces == min(row.provinces or 0, 2)
        assert hunger.extra_farmers == row.extra_farmers
    blank = position(board=unread_board(), grain={"s3": 0})
    hungry = next(one for one in aloud.winters(blank.state) if one.seat == "s3")
    assert hungry.loss is None
    assert hungry.hunger[0].provinces is None


@pytest.mark.rule("W-WINTER-10")
def test_a_shortage_that_is_fixed_is_not_told_anew() -> None:
    """In the famine Ada, who lacked two, has lost a province: the next revolt is as strong."""
    state = position(
        grain={"s1": len(HOLDINGS["s1"]) - 1, "s2": 0}, markers={"cinderholt": 1}
    ).state
    short = (Shortage("s1", 2, 2, 3),)
    hungry = replace(state, phase="famine", season="winter", shortages=short)
    found = {one.seat: one.unfed for one in aloud.winters(hungry)}
    assert found == {"s1": 2, "s2": 0, "s3": 0, "s4": 0}
    row = state.board.famine_row(2)
    assert row is not None
    assert aloud.unrest(hungry)[0].famine == 1 + (row.extra_farmers or 0)
    new_year = replace(state, phase="events", season="winter", year_events=(), event="")
    assert {one.loss for one in aloud.winters(new_year)} == {None}


@pytest.mark.rule("W-SCORE-4", "W-SCORE-5")
def test_who_holds_a_majority_and_what_would_change_it() -> None:
    """As said: so many more buildings, and the points change hands."""
    holdings = {"s1": {"cinderholt": 4, "brackwater": 3}, "s2": {"aldermoor": 3}}
    built = {"cinderholt": ("palace",), "brackwater": ("palace",), "aldermoor": ("palace",)}
    play = position(holdings, buildings=built)
    contest = next(one for one in aloud.contests(play.state) if one.building == "palace")
    assert contest.region == "northmark"
    assert contest.counts == (("s1", 2), ("s2", 1))
    assert contest.holders == (("s1", 3),)
    assert dict(contest.to_share) == {"s2": 1, "s3": 2, "s4": 2}
    assert dict(contest.to_lead) == {"s2": 2, "s3": 3, "s4": 3}
    scored = {one.seat: one for one in winter_scores(play.state)}
    assert sum(one.points for one in scored["s1"].majorities) == 3
    tied = position(
        {"s1": {"cinderholt": 4}, "s2": {"aldermoor": 3}},
        buildings={"cinderholt": ("church",), "aldermoor": ("church",)},
    )
    (contest,) = aloud.contests(tied.state)
    assert contest.holders == (("s1", 1), ("s2", 1))
    assert dict(contest.to_lead)["s1"] == 1
    unplaced = position(board=unread_board(), buildings={"cinderholt": ("church",)})
    assert aloud.contests(unplaced.state) == ()

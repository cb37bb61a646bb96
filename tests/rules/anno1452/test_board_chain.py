"""Majorities, Principality cards, titles, prestige: what follows from a change by itself."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from turmwart.games.anno1452.board import Unknown, learn
from turmwart.games.anno1452.chain import settle_consequences
from turmwart.games.anno1452.commands import Build, EnterPrinted, GoOn
from turmwart.games.anno1452.data import board_from_tables
from turmwart.games.anno1452.estates import city_room, estate_room
from turmwart.games.anno1452.events_board import (
    CityLost,
    EstateRemoved,
    PrestigeChanged,
    PrincipalityPassed,
    TitleLost,
)
from turmwart.games.anno1452.majority import due_holder, leader
from turmwart.games.anno1452.prestige import change
from turmwart.games.anno1452.rules import asked
from turmwart.games.anno1452.setup import Settings
from turmwart.games.anno1452.state import Claim, Holder
from turmwart.table.printed_anno1452 import data
from turmwart.table.scenarios.anno1452.position import Position
from turmwart.table.scenarios.anno1452.run import Run

from .cards_play import laid
from .rounds_play import Play, position
from .test_board_actions import rule_of


@pytest.mark.rule("A-MAJ-1", "A-MAJ-2", "A-MAJ-3", "A-MAJ-4")
def test_the_majority_of_every_possible_region() -> None:
    """Against the words of the rule: more than each other player and than the unbuilt places."""
    for limit in range(2, 7):
        for counts in product(range(limit + 1), repeat=3):
            if sum(counts) > limit:
                continue
            named = dict(zip(("s1", "s2", "s3"), counts, strict=True))
            rivals = (*counts, limit - sum(counts))
            first = [
                seat
                for n, seat in enumerate(named)
                if all(rivals[n] > other for m, other in enumerate(rivals) if m != n)
            ]
            assert len(first) <= 1
            assert leader(named, limit) == (first[0] if first else "")


@pytest.mark.rule("A-MAJ-8", "A-MAJ-9", "A-CARD-MARR-7")
def test_a_claim_goes_before_the_majority_and_the_later_before_the_earlier() -> None:
    """Blue has the majority; red's claim, then green's, holds the card."""
    position = Position(("red", "blue", "green"))
    position.limit("schwaben", 4)
    position.estates("schwaben", {"blue": 3})
    assert due_holder(position.state, "schwaben") == "s2"
    position.claim("red", "schwaben", "marriage-dagmar")
    assert due_holder(position.state, "schwaben") == "s1"
    position.claim("green", "schwaben", "marriage-therese")
    assert due_holder(position.state, "schwaben") == "s3"


@pytest.mark.rule("A-MAJ-10", "A-ASK-3", "A-ASK-4")
def test_the_loser_loses_before_the_gainer_gains() -> None:
    """One list of events, each with old and new value."""
    position = Position(("red", "blue"))
    position.limit("bayern", 4)
    position.estates("bayern", {"red": 3, "blue": 1})
    position.holder("bayern", "blue")
    events = settle_consequences(position.state)
    assert events == (
        PrincipalityPassed("bayern", "s2", "s1"),
        PrestigeChanged("s2", -1, 10, 9, 0, 0, "card_lost", "bayern"),
        PrestigeChanged("s1", 1, 10, 11, 0, 0, "card_gained", "bayern"),
    )


@pytest.mark.rule("A-CARD-TITLE-4", "A-CARD-TITLE-3", "A-MAJ-12")
def test_titles_fall_with_their_city_and_their_card() -> None:
    """Red loses his City in Westfalen and his card of Böhmen: both titles, four points."""
    position = Position(("red", "blue"))
    position.limit("boehmen", 2)
    city = position.estate("red", "westfalen", city=True)
    first = position.estate("red", "boehmen")
    position.estate("red", "boehmen")
    position.holder("boehmen", "red")
    position.in_front("red", "title-koeln")
    position.in_front("red", "title-boehmen")
    run = Run(position.state)
    run.follow(CityLost(city, "card"))
    assert run.happened(TitleLost) == [TitleLost("s1", "title-koeln")]
    run.follow(EstateRemoved(run.state.estate(first), "mutual"))
    assert run.state.player("s1").titles == ()
    assert run.state.player("s1").prestige == 10 - 2 - 1 - 2
    assert run.state.discards == ("title-koeln", "title-boehmen")


@pytest.mark.rule("A-PRES-1", "A-PRES-2", "A-PRES-3", "A-PRES-4")
@pytest.mark.parametrize("delta", range(-25, 26))
def test_prestige_stays_in_its_bounds(delta: int) -> None:
    """Points and Gold always account for all of a change."""
    position = Position(("red", "blue"))
    position.player("red", prestige=7, gold=23)
    (event,) = change(position.state, "s1", delta, "card") or (None,)
    if event is None:
        assert delta == 0
        return
    assert 0 <= event.now <= 20
    run = Run(position.state)
    run.take((event,))
    assert event.now - event.was + event.gold // 5 - event.unpaid == delta
    assert run.state.player("s2").gold == 15 + 5 * event.unpaid
    assert run.state.player("s1").gold == 23 + event.gold >= 0


@pytest.mark.rule("A-PRES-5")
def test_all_or_nothing() -> None:
    """Three points owed, Gold for two: by this setting nothing is paid."""
    position = Position(("red", "blue"), Settings(insolvency="all_or_nothing"))
    position.player("red", prestige=0, gold=12)
    (event,) = change(position.state, "s1", -3, "card")
    assert (event.gold, event.unpaid) == (0, 3)


@pytest.mark.rule("A-MAJ-14", "A-DATA-8")
def test_a_limit_is_asked_only_where_it_decides_and_only_once() -> None:
    """A second Estate in Tirol needs no limit; a third does, and is built with the answer."""
    real = board_from_tables(data("principalities"), data("cards"))
    position = Position(("red", "blue"), board=real)
    position.estate("blue", "tirol")
    position.turn("red", 3)
    run = Run(position.state)
    assert asked(run.state) is None
    run.do(Build("s1", "tirol"))
    assert asked(run.state) is None
    run.do(Build("s1", "tirol"))
    need = asked(run.state)
    assert need is not None
    assert (need.key, need.field) == ("tirol", "estate_limit")
    assert run.state.wish is not None
    assert rule_of(run, Build("s1", "bayern")) == "A-MAJ-14"
    run.do(EnterPrinted("region", "tirol", "estate_limit", 3))
    assert run.state.wish is None
    assert len(run.state.within("tirol")) == 3
    assert run.state.holder("tirol") == "s1"
    assert rule_of(run, EnterPrinted("region", "tirol", "estate_limit", 4)) == "A-DATA-8"


@pytest.mark.rule("A-COMP-9", "A-COMP-10", "A-COMP-11", "A-DATA-8")
def test_room_is_asked_only_where_it_decides() -> None:
    """The first two Estates always fit, a seventh never; so does a City that a card presupposes."""
    position = Position(
        ("red", "blue"), board=board_from_tables(data("principalities"), data("cards"))
    )
    assert estate_room(position.state, "tirol")
    position.estates("tirol", {"red": 2})
    with pytest.raises(Unknown):
        estate_room(position.state, "tirol")
    position.estates("tirol", {"blue": 4})
    assert not estate_room(position.state, "tirol")
    assert city_room(position.state, "westfalen")
    with pytest.raises(Unknown):
        city_room(position.state, "tirol")
    position.estate("red", "westfalen", city=True)
    with pytest.raises(Unknown):
        city_room(position.state, "westfalen")


@pytest.mark.rule("A-COMP-10", "A-INV-2")
def test_a_limit_that_the_table_read_counts_more_than_what_a_card_presupposes() -> None:
    """A shield without a tower that the table insists on has no room for a City."""
    real = board_from_tables(data("principalities"), data("cards"))
    read = learn(real, "region", "westfalen", "city_limit", 0)
    position = Position(("red", "blue"), board=read)
    assert not city_room(position.state, "westfalen")


@pytest.mark.rule("A-MAJ-14")
def test_the_flow_waits_for_a_limit() -> None:
    """Two Estates against none, limit unknown: 2 and 3 decide otherwise than 4 and more."""
    real = board_from_tables(data("principalities"), data("cards"))
    position = Position(("red", "blue"), board=real)
    position.estates("tirol", {"red": 2})
    position.turn("red")
    run = Run(position.state)
    run.follow()
    assert asked(run.state) is not None
    assert run.state.holder("tirol") == ""
    run.do(EnterPrinted("region", "tirol", "estate_limit", 3))
    assert asked(run.state) is None
    assert run.state.holder("tirol") == "s1"


def test_a_wish_that_a_value_forbids_is_dropped_with_its_rule() -> None:
    """Red wants to build where two stand; the digit turns out to be 2."""
    real = board_from_tables(data("principalities"), data("cards"))
    position = Position(("red", "blue"), board=real)
    position.estates("savoyen", {"red": 1, "blue": 1})
    position.turn("red")
    run = Run(position.state)
    run.do(Build("s1", "savoyen"))
    events = run.do(EnterPrinted("region", "savoyen", "estate_limit", 2))
    assert [getattr(event, "rule", None) for event in events] == [None, "A-ACT-BUILD-2"]
    assert run.state.wish is None
    assert run.state.acting is not None
    assert run.state.acting.left == 1


@pytest.mark.rule("A-MAJ-7", "A-MAJ-14", "A-DATA-8")
def test_cards_that_nobody_needs_to_ask_about_pass_before_a_limit_is_asked() -> None:
    """Two marriages end at once; the majority behind the second card hangs on an unread limit."""
    state = position({"s1": ["bayern"], "s2": ["tirol"], "s3": ["schwaben"] * 2}, phase="prestige")
    known, unread = "bayern", "schwaben"
    ids = state.board.region_ids
    assert ids.index(known) < ids.index(unread)
    regions = tuple(
        replace(one, estate_limit=None) if one.id == unread else one for one in state.board.regions
    )
    state = laid(laid(state, "s1", marriage="marriage-barbara"), "s2", marriage="marriage-dagmar")
    run = Play(
        replace(
            state,
            row=2,
            board=replace(state.board, regions=regions),
            claims=(Claim(known, "s1", "marriage-barbara"), Claim(unread, "s2", "marriage-dagmar")),
            holders=(Holder(known, "s1"), Holder(unread, "s2")),
        )
    )
    run.do(GoOn())
    assert [one.region for one in run.happened(PrincipalityPassed)] == [known]
    need = asked(run.state)
    assert need is not None
    assert (need.key, need.field) == (unread, "estate_limit")
    run.do(EnterPrinted("region", unread, "estate_limit", 3))
    assert (run.state.holder(known), run.state.holder(unread)) == ("", "s3")

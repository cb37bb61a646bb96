"""Chapter 17, step 2: the Emperor's favor, and favors the table books by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from turmwart.games.wallenstein import GAME
from turmwart.games.wallenstein.board import FAVOR_KINDS, EventFacts, learn
from turmwart.games.wallenstein.chronicle import chronicle
from turmwart.games.wallenstein.commands import (
    CorrectLedger,
    CorrectPrinted,
    EnterPrinted,
    MoveArmies,
    RevealPlan,
)
from turmwart.games.wallenstein.court_commands import (
    CancelEvent,
    ChooseFavor,
    CorrectCourtiers,
    FinishFavor,
    ForbidAttack,
    PlaceFavor,
)
from turmwart.games.wallenstein.court_events import (
    AttackForbidden,
    CourtEnded,
    EventCancelled,
    FavorArmies,
    FavorBuilt,
    FavorEnded,
    FavorGranted,
    FavorPassed,
    FavorPlaced,
    FavorTaken,
    FavorWithoutEffect,
)
from turmwart.games.wallenstein.court_state import Courtiers, Protection
from turmwart.games.wallenstein.data import with_learnt
from turmwart.games.wallenstein.events import (
    BattleBegan,
    PrintedLearnt,
    RuleWaived,
    SubstitutesUsed,
    TaxCollected,
    ValueFlagged,
)
from turmwart.kernel.cubes import Cubes
from turmwart.table.report import FORMATS

from .court_tables import at_court, audience, court_of, courtiers, favor_board
from .tables import Play, demo_board, unread_board

CARD = 9


def before_the_emperor(**printed: int | str) -> Play:
    """Ada takes favor 9, whose print is given; nobody else is at court."""
    board = favor_board(CARD, **printed)
    play = audience(at_court(antechamber={"s1": 4}, favors=(CARD,), board=board))
    return play.do(ChooseFavor("s1", CARD))


@pytest.mark.rule("W-COURT-26", "W-COURT-27", "W-COURT-28", "W-COURT-31")
def test_a_card_costs_courtiers_and_none_need_be_taken() -> None:
    """All courtiers enter the hall; what is left of them goes back."""
    play = audience(at_court(antechamber={"s1": 6, "s2": 3}, favors=(15, 9, 4)))
    assert courtiers(play, "s1") == Courtiers("s1", 1, 0, 6)
    assert play.refused(ChooseFavor("s2", 9)).rule == "W-COURT-24"
    assert play.refused(ChooseFavor("s1", 14)).rule == "W-COURT-27"
    play.do(ChooseFavor("s1", 9))  # costs 3, armies in favor 9 need no choice
    assert play.only(FavorTaken) == FavorTaken("s1", 9, 3)
    assert courtiers(play, "s1").supply == 4
    assert play.refused(ChooseFavor("s2", 15)).rule == "W-COURT-28"
    play.do(ChooseFavor("s2", 0))
    assert play.only(FavorPassed).reason == ""
    assert play.only(CourtEnded).left_over == (15, 4)
    assert court_of(play).gone == (9, 15, 4)
    assert courtiers(play, "s1") == Courtiers("s1", 4, 3, 0)
    assert courtiers(play, "s2") == Courtiers("s2", 4, 3, 0)


@pytest.mark.rule("W-COURT-28")
def test_who_can_pay_for_no_card_is_passed_with_the_reason() -> None:
    """One courtier buys nothing."""
    play = at_court(antechamber={"s1": 1, "s2": 2}, favors=(15, 4))
    audience(play)
    assert [(e.seat, e.reason) for e in play.happened(FavorPassed)] == [
        ("s2", "W-COURT-28"),
        ("s1", "W-COURT-28"),
    ]


@pytest.mark.rule("W-COURT-30")
def test_the_step_ends_with_the_last_card() -> None:
    """Who has not come by then gets no turn."""
    play = audience(at_court(antechamber={"s1": 5, "s2": 4}, favors=(9,)))
    play.do(ChooseFavor("s1", 9))
    assert play.state.phase == "actions"
    assert not play.happened(FavorPassed)
    assert courtiers(play, "s2").antechamber == 4


@pytest.mark.rule("W-COURT-25", "W-COURT-34", "W-CUBE-9")
def test_the_order_is_fixed_when_the_step_begins() -> None:
    """A correction changes who has most, not who comes; without courtiers nobody comes."""
    play = audience(at_court(antechamber={"s1": 4, "s2": 3, "s3": 2}, favors=(1, 2, 3)))
    play.do(CorrectCourtiers("s3", 7, "counted"), CorrectCourtiers("s2", 0, "counted"))
    assert court_of(play).waiting == ("s1", "s2", "s3")
    assert play.refused(CorrectCourtiers("s1", 4, "counted")).rule == "W-CUBE-9"
    assert play.refused(CorrectCourtiers("s2", 0, " ")).rule == "W-CUBE-12"
    play.do(ChooseFavor("s1", 0))
    passed = [(e.seat, e.reason) for e in play.happened(FavorPassed)]
    assert passed == [("s1", ""), ("s2", "W-COURT-25")]
    assert play.prompt("choose_favor").seat == "s3"


@pytest.mark.rule("W-COURT-29")
def test_coins_grain_points_courtiers() -> None:
    """At once; the card leaves the game."""
    for kind, what, value in (
        ("thalers", "thalers", 6),
        ("grain", "grain", 4),
        ("victory_points", "points", 3),
    ):
        ended = before_the_emperor(kind=kind, value=value)
        granted = ended.only(FavorGranted)
        assert (granted.what, granted.amount) == (what, value)
        assert ended.only(FavorEnded).number == CARD
        before = {"thalers": 10, "grain": 20, "points": 0}[what]
        assert getattr(ended.state.player("s1"), what) == before + value
    play = before_the_emperor(kind="courtiers", value=9)
    assert play.only(FavorGranted).amount == 7
    assert courtiers(play, "s1").antechamber == 7


@pytest.mark.rule("W-COURT-29")
def test_points_of_a_favor_are_among_the_sources_of_the_score() -> None:
    """No winter brought them, so the report names them apart."""
    ended = before_the_emperor(kind="victory_points", value=3)
    told = chronicle((ended.state, event) for event in ended.events)
    assert told.favored == (("s1", 3),)
    name = ended.state.player("s1").name
    assert f"{name} 3" in FORMATS[".md"](told, "t")
    assert f"score,,,{name},favors,3,3" in FORMATS[".csv"](told, "t").splitlines()


@pytest.mark.rule("W-COURT-29", "W-OPEN-29", "W-OPEN-5", "W-BONUS-10")
def test_what_can_be_done_of_a_favor_is_done() -> None:
    """Armies as many as there are; coins by substitutes; grain to the end of its track."""
    play = before_the_emperor(kind="armies_to_tray", value=70)
    assert play.only(FavorArmies).armies == 55
    assert play.at("tray") == Cubes.of(red=55)
    play = before_the_emperor(kind="thalers", value=130)
    assert play.only(SubstitutesUsed).count == 10
    board = learn(
        favor_board(CARD, kind="grain", value=9), "board", "grain_track", "grain_track_max", 23
    )
    play = audience(at_court(antechamber={"s1": 4}, favors=(CARD,), board=board))
    assert play.do(ChooseFavor("s1", CARD)).only(FavorGranted).amount == 3


@pytest.mark.rule("W-COURT-29", "W-ACT-8")
def test_a_building_without_pay() -> None:
    """Where a site is free and none of the kind stands; the player chooses."""
    play = before_the_emperor(kind="free_building", building="palace")
    assert play.refused(PlaceFavor("s1", "dunmere")).rule == "W-COURT-29"
    assert play.refused(PlaceFavor("s2", "cinderholt")).rule == "W-COURT-24"
    assert play.refused(ChooseFavor("s1", 0)).rule == "W-PHASE-1"
    play.do(PlaceFavor("s1", "cinderholt"))
    assert play.only(FavorBuilt) == FavorBuilt("s1", CARD, "cinderholt", "palace")
    assert play.state.stock.palace == 27
    assert play.state.player("s1").thalers == 10


@pytest.mark.rule("W-COURT-29", "W-OPEN-29")
def test_a_building_for_which_there_is_no_place() -> None:
    """The card is spent all the same."""
    board = favor_board(CARD, kind="free_building", building="palace")
    play = at_court({"s1": {"cinderholt": 2}}, antechamber={"s1": 4}, favors=(CARD,), board=board)
    (full,) = (p for p in play.state.provinces if p.id == "cinderholt")
    provinces = tuple(
        replace(p, buildings=("palace",)) if p == full else p for p in play.state.provinces
    )
    stock = replace(play.state.stock, palace=27)
    play = audience(Play(replace(play.state, provinces=provinces, stock=stock)))
    play.do(ChooseFavor("s1", CARD))
    assert play.only(FavorWithoutEffect).number == CARD
    assert play.state.phase == "actions"


@pytest.mark.rule("W-DATA-2", "W-ACT-7")
def test_sites_that_nobody_read_are_asked_before_a_building() -> None:
    """A province has at least one; the second building waits for the number."""
    board = learn(unread_board(), "favor", str(CARD), "number", CARD)
    board = learn(board, "favor", str(CARD), "kind", "free_building")
    board = learn(board, "favor", str(CARD), "building", "church")
    play = at_court(antechamber={"s1": 4}, favors=(CARD,), board=board)
    built = tuple(
        replace(p, buildings=("palace",)) if p.id == "cinderholt" else p
        for p in play.state.provinces
    )
    stock = replace(play.state.stock, palace=27)
    play = audience(Play(replace(play.state, provinces=built, stock=stock)))
    play.do(ChooseFavor("s1", CARD), PlaceFavor("s1", "cinderholt"))
    assert "printed_sites" in play.prompt_names(must=True)
    play.do(EnterPrinted("province", "cinderholt", "sites", 1))
    assert play.only(FavorPlaced).province == ""
    play.do(PlaceFavor("s1", "brackwater"))
    assert play.only(FavorBuilt).province == "brackwater"


@pytest.mark.rule("W-COURT-29")
def test_armies_into_a_province() -> None:
    """From the own supply, into one own province of choice."""
    play = before_the_emperor(kind="armies", value=4)
    play.do(PlaceFavor("s1", "brackwater"))
    assert play.armies("brackwater") == 7
    assert play.state.supply("s1") == 51


@pytest.mark.rule("W-MOVE-9", "W-COURT-29")
@pytest.mark.parametrize(
    ("kind", "move", "free"),
    [("immune_move_a", "move_a", "move_b"), ("immune_both", "both", "")],
)
def test_a_favor_forbids_attacks_for_the_season(kind: str, move: str, free: str) -> None:
    """The target is not offered; who enters it all the same waives the rule: the log says it."""
    play = before_the_emperor(kind=kind)
    assert play.only(AttackForbidden) == AttackForbidden("s1", move, "")
    state = replace(play.state, order=("s2", "s1", "s3", "s4"))
    for action in ("move_a", "move_b"):
        cards = (action, *(a for a in state.action_cards if a != action))
        play = Play(replace(state, action_cards=cards[:5]))
        play.do(RevealPlan("s2", "dunmere"))
        attack = MoveArmies("s2", "cinderholt", 2)
        if action == free:
            play.do(attack)
            continue
        (slot, _) = play.prompt("move").slots
        assert "cinderholt" not in [option.value for option in slot.options]  # type: ignore[union-attr]
        objection = play.refused(attack)
        assert (objection.rule, objection.waivable) == ("W-MOVE-9", True)
        play.do(replace(attack, waived=("W-MOVE-9",)))
        assert play.only(RuleWaived).rule == "W-MOVE-9"
        assert play.happened(BattleBegan)
    play = before_the_emperor(kind=kind).finish_season()
    assert play.state.protections == ()


@pytest.mark.rule("W-COURT-29", "W-OPEN-32")
def test_a_cancelled_event_applies_no_more() -> None:
    """For this season; the card leaves as usual."""
    board = favor_board(CARD, kind="cancel_event")
    card = board.events[0].id
    event = EventFacts(card, "tax_max", 1, grain_loss=2)
    play = at_court(antechamber={"s1": 4}, favors=(CARD,), board=board, event=event)
    play = audience(play)
    assert play.state.event_facts() == event
    play.do(ChooseFavor("s1", CARD))
    assert play.only(EventCancelled).reason == ""
    assert play.state.event_facts() is None
    assert GAME.view(play.state, None).event_cancelled
    play.to_action("collect_tax").do(RevealPlan("s1", "cinderholt"))
    (taxed,) = play.happened(TaxCollected)
    assert taxed.after_event == taxed.printed
    assert f"event:{card}:value" not in play.state.used_values
    play.finish_season()
    assert not play.state.event_cancelled
    assert card in play.state.used_events


@pytest.mark.rule("W-DATA-2", "W-DATA-8", "W-OBS-12")
def test_an_effect_is_asked_once_and_remembered() -> None:
    """When the card is taken, not before; the next game knows it."""
    play = audience(at_court(antechamber={"s1": 4}, favors=(CARD,), board=favor_board(CARD)))
    assert "favor_kind" not in play.prompt_names()
    play.do(ChooseFavor("s1", CARD))
    assert play.prompt_names(must=True) == ["favor_kind"]
    play.do(EnterPrinted("favor", "9", "kind", "thalers"))
    assert play.prompt_names(must=True) == ["favor_value"]
    learnt = list(play.happened(PrintedLearnt))
    play.do(EnterPrinted("favor", "9", "value", 5))
    learnt += play.happened(PrintedLearnt)
    assert play.only(FavorGranted).amount == 5
    values = [(e.kind, e.key, e.field, e.value) for e in learnt]
    facts = with_learnt(unread_board(), values).favor(CARD)
    assert (facts.kind, facts.value) == ("thalers", 5)
    assert play.refused(EnterPrinted("favor", "9", "value", 5)).rule == "W-DATA-2"
    assert play.refused(EnterPrinted("favor", "99", "value", 5)).rule == "W-DATA-1"
    play.do(CorrectPrinted("favor", "9", "value", 6))
    assert play.only(ValueFlagged).was == 5


@pytest.mark.rule("W-DATA-8", "W-OPEN-5", "W-CUBE-12")
def test_a_favor_booked_by_hand() -> None:
    """Its words are kept; armies go from the supply to the tray; then the table says it is done."""
    play = before_the_emperor(kind="free_text", text="two armies for the tray")
    assert play.prompt("finish_favor").seat == "s1"
    by_hand = {"correct_money", "correct_grain", "correct_points", "correct_courtiers",
               "correct_ledger", "forbid_attack", "cancel_event"}  # fmt: skip
    assert by_hand <= set(play.prompt_names())
    play.do(
        CorrectLedger("supply", "tray", Cubes.of(red=2), "favor 9"),
        ForbidAttack("dunmere", "both", "favor 9"),
        ForbidAttack("s3", "move_b", "favor 9"),
        CancelEvent("favor 9"),
        CorrectCourtiers("s1", 2, "favor 9"),
    )
    assert play.at("tray") == Cubes.of(red=2)
    assert play.state.protections == (Protection("dunmere", "both"), Protection("s3", "move_b"))
    assert play.refused(FinishFavor("s2")).rule == "W-COURT-24"
    assert play.refused(PlaceFavor("s1", "cinderholt")).rule == "W-PHASE-1"
    play.do(FinishFavor("s1"))
    assert court_of(play).gone == (CARD,)
    for wrong in (
        ForbidAttack("nobody", "both", "x"),
        ForbidAttack("s1", "always", "x"),
        ForbidAttack("s1", "both", " "),
    ):
        assert play.refused(wrong).rule in ("W-MOVE-9", "W-CUBE-12")
    assert play.refused(CancelEvent("twice")).rule == "W-PHASE-1"
    assert play.refused(FinishFavor("s1")).rule == "W-PHASE-1"


def test_the_demo_cards_are_of_all_kinds() -> None:
    """So that demos show each."""
    assert {facts.kind for facts in demo_board().favors} == set(FAVOR_KINDS)
    assert [facts.number for facts in demo_board().favors] == list(range(1, 22))

"""Chapters 18 to 20: conservation, corrections, unknown printed values."""

from __future__ import annotations

from dataclasses import replace

import pytest

from turmwart.games.wallenstein import GAME
from turmwart.games.wallenstein.board import EventFacts, FamineRow, known, learn
from turmwart.games.wallenstein.commands import (
    CorrectBuildings,
    CorrectGrain,
    CorrectLedger,
    CorrectMarkers,
    CorrectMoney,
    CorrectPoints,
    CorrectPrinted,
    DenyNeighbours,
    DrawFamineCards,
    EnterPrinted,
    LayEvents,
    MoveArmies,
    NameProvince,
    OrderFamine,
    RevealPlan,
    TakeCard,
)
from turmwart.games.wallenstein.data import board_from_demo, board_from_tables, with_learnt
from turmwart.games.wallenstein.events import (
    BattleBegan,
    GrainCollected,
    PointsScored,
    PrintedLearnt,
    ProvinceEmptied,
    TaxCollected,
    ValueDoubted,
    ValueFlagged,
)
from turmwart.games.wallenstein.invariants import invariants
from turmwart.games.wallenstein.prompts import prompts
from turmwart.games.wallenstein.setup import Options
from turmwart.games.wallenstein.whereabouts_commands import LoseCubes
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.prompt import command_of

from .tables import (
    HOLDINGS,
    Play,
    demo_board,
    position,
    printed,
    real_board,
    setup,
    started,
    table,
    unread_board,
)


def unknown(field: str, province: str = "cinderholt") -> Play:
    """A table that does not know a printed value of Cinderholt."""
    actions = {"tax": "collect_tax", "grain": "collect_grain", "sites": "build_church"}
    board = printed(demo_board(), province, **{field: None})
    return position(board=board, first=actions[field], buildings={"cinderholt": ("palace",)})


# -- conservation ---------------------------------------------------------------------------------


@pytest.mark.rule("W-CUBE-1", "W-CUBE-2", "W-CUBE-3", "W-CUBE-4", "W-CUBE-10", "W-CUBE-11")
def test_broken_books_are_found() -> None:
    """Each law is broken once, and named."""
    state = position().state
    ledger = state.ledger

    def broken(**changes: object) -> set[str]:
        return {text.split(":")[0] for text in invariants(replace(state, **changes))}  # type: ignore[arg-type]

    assert broken() == set()
    more = replace(ledger, places=(*ledger.places, ("tower", Cubes.of(red=1))))
    assert broken(ledger=more) == {"W-CUBE-1"}
    fewer = ledger.move("supply", "province:dunmere", Cubes.of(green=1))
    assert broken(ledger=fewer) == {"W-CUBE-2", "W-CUBE-3"}
    mixed = ledger.move("supply", "province:dunmere", Cubes.of(red=1))
    assert broken(ledger=mixed) == {"W-CUBE-3"}
    held = ledger.move("supply", "hand", Cubes.of(red=1))
    assert broken(ledger=held) == {"W-CUBE-4"}
    assert broken(bank=0) == {"W-CUBE-10"}
    assert broken(stock=replace(state.stock, markers=41)) == {"W-CUBE-10"}
    assert broken(stock=replace(state.stock, palace=27)) == {"W-CUBE-10"}
    stray = ledger.move("supply", "province:lowbarrow", Cubes.of(red=1))
    assert broken(ledger=stray) == {"W-CUBE-11"}


@pytest.mark.rule("W-CUBE-12")
def test_cubes_are_corrected_with_a_reason() -> None:
    """T15: from any place to any, never without a reason, never more than lie there."""
    play = position(tower=Cubes.of(red=2))
    assert play.refused(CorrectLedger("tower", "tray", Cubes.of(red=1), " ")).rule == "W-CUBE-12"
    assert play.refused(CorrectLedger("tower", "tray", Cubes.of(red=3), "seen")).rule == "W-CUBE-1"
    assert play.refused(CorrectLedger("tower", "moon", Cubes.of(red=1), "seen")).rule == "W-CUBE-12"
    play.do(CorrectLedger("tower", "supply", Cubes.of(red=1), "lay on the floor"))
    assert play.at("tower") == Cubes.of(red=1)
    assert play.refused(CorrectLedger("supply", "hand", Cubes.of(red=1), "why")).rule == "W-CUBE-4"


@pytest.mark.rule("W-CUBE-1")
def test_a_refused_correction_names_the_place() -> None:
    """In words, and a province by its name, not as the ledger calls them."""
    one = Cubes.of(purple=1)
    for place, name in (("tower", "@wallenstein.place.tower"), ("province:dunmere", "Dunmere")):
        for command in (CorrectLedger(place, "supply", one, "seen"), LoseCubes(place, one)):
            assert dict(position().refused(command).values)["place"] == name


@pytest.mark.rule("W-CUBE-2", "W-CUBE-3")
def test_a_correction_cannot_break_a_province() -> None:
    """No farmers, no second colour."""
    play = position()
    green = CorrectLedger("supply", "province:dunmere", Cubes.of(green=1), "seen")
    red = CorrectLedger("supply", "province:dunmere", Cubes.of(red=1), "seen")
    assert play.refused(green).rule == "W-CUBE-2"
    assert play.refused(red).rule == "W-CUBE-3"


@pytest.mark.rule("W-CUBE-11", "W-CARD-1")
def test_a_correction_moves_ownership_with_the_cubes() -> None:
    """The last two armies leave Elmscar: church and marker go, the card is in the pile."""
    play = position(buildings={"elmscar": ("church",)}, markers={"elmscar": 1})
    play.do(CorrectLedger("province:elmscar", "supply", Cubes.of(blue=2), "moved long ago"))
    assert play.only(ProvinceEmptied).province == "elmscar"
    assert play.state.card_place("elmscar") == "pile"
    play.do(CorrectLedger("supply", "province:elmscar", Cubes.of(red=1), "red stands there"))
    assert play.state.card_place("elmscar") == "s1"


@pytest.mark.rule("W-OBS-9")
def test_what_was_gathered_can_be_corrected() -> None:
    """The table found four blue armies in Dunmere where the books had three."""
    play = position().do(RevealPlan("s1", "cinderholt"), MoveArmies("s1", "dunmere", 3))
    play.do(CorrectLedger("supply", "hand", Cubes.of(blue=1), "one more stood there"))
    assert play.at("hand") == Cubes.of(red=3, blue=4)
    play.throw(red=1, blue=4)
    assert play.armies("dunmere") == 3


@pytest.mark.rule("W-CUBE-12")
def test_groups_are_corrected_by_undoing() -> None:
    """Before the tower is filled the groups are counted by their sites."""
    play = started(setup(4))
    early = CorrectLedger("supply", "tray", Cubes.of(red=1), "fell down")
    assert play.refused(early).rule == "W-PHASE-1"


@pytest.mark.rule("W-CARD-4")
def test_a_card_lost_between_bids_and_actions_leaves_an_empty_space() -> None:
    """The books are corrected while the tiles are chosen: plans lie already."""
    play = position(first="build_church")
    play = Play(replace(play.state, phase="tiles", bid_groups=(("s1",),), order=()))
    play.do(CorrectLedger("province:elmscar", "supply", Cubes.of(blue=2), "was never there"))
    assert play.state.player("s2").lost_cards == 1


@pytest.mark.rule("W-WINTER-8")
def test_famine_passes_a_province_that_a_correction_took() -> None:
    """Two are in the queue; the second is emptied by hand while the first is thrown."""
    rows = (FamineRow(1, None, 2, 1),)
    board = replace(demo_board(), famine=rows)
    play = position(board=board, season="autumn", grain={"s1": 4})
    play = Play(replace(play.state, year_events=play.state.year_events[2:])).finish_season()
    play.do(OrderFamine("s1", ("brackwater", "cinderholt")))
    play.do(CorrectLedger("province:cinderholt", "supply", Cubes.of(red=4), "was never there"))
    play.throw(red=3)
    assert play.state.famine is None
    assert play.state.phase == "events"


# -- by hand --------------------------------------------------------------------------------------


@pytest.mark.rule("W-DATA-8", "W-CUBE-10")
def test_consequences_of_a_card_are_booked_by_hand() -> None:
    """Thalers (against the bank), grain, points, markers and buildings."""
    play = position()
    play.do(CorrectMoney("s1", 13, "the event"))
    assert play.state.bank == 160 - 43
    play.do(CorrectGrain("s2", 4, "the event"), CorrectPoints("s3", 6, "the event"))
    play.do(CorrectMarkers("dunmere", 2, "the event"))
    play.do(CorrectBuildings("dunmere", ("church", "palace"), "the event"))
    state = play.state
    assert (state.player("s2").grain, state.player("s3").points) == (4, 6)
    assert state.province("dunmere").buildings == ("palace", "church")
    assert (state.stock.palace, state.stock.church, state.stock.markers) == (27, 25, 40)
    for wrong in (
        CorrectMoney("s1", -1, "no"),
        CorrectMarkers("lowbarrow", 1, "neutral"),
        CorrectBuildings("dunmere", ("palace", "palace"), "two"),
        CorrectPoints("s9", 1, "nobody"),
    ):
        assert not play.refused(wrong).waivable


@pytest.mark.rule("W-ACT-7")
def test_more_buildings_than_sites_are_doubted() -> None:
    """Wickerbrook has one site: a second building is entered only on the table's word."""
    play = position().do(CorrectBuildings("wickerbrook", ("palace",), "forgotten"))
    refusal = play.refused(CorrectBuildings("wickerbrook", ("palace", "church"), "two"))
    assert (refusal.rule, refusal.waivable) == ("W-ACT-7", True)
    play.do(
        CorrectBuildings("wickerbrook", ("palace", "church"), "misprint", waived=("W-ACT-7",)),
        CorrectBuildings("wickerbrook", ("palace", "trading_house"), "another"),
    )
    assert play.state.province("wickerbrook").buildings == ("palace", "trading_house")


@pytest.mark.rule("W-REVOLT-7")
def test_a_card_effect_may_take_markers() -> None:
    """Three markers become one."""
    play = position(markers={"dunmere": 3}).do(CorrectMarkers("dunmere", 1, "a church calms"))
    assert play.state.province("dunmere").markers == 1


# -- unknown values -------------------------------------------------------------------------------


@pytest.mark.rule("W-DATA-1", "W-DATA-2", "W-OBS-13")
@pytest.mark.parametrize("field", ["tax", "grain", "sites"])
def test_an_unknown_value_is_asked_once_and_used_at_once(field: str) -> None:
    """The action waits for exactly that value, then goes on by itself."""
    play = unknown(field).do(RevealPlan("s1", "cinderholt"))
    assert play.prompt_names(must=True) == [f"printed_{field}"]
    assert play.refused(RevealPlan("s2", "money")).rule == "W-PHASE-1"
    play.do(EnterPrinted("province", "cinderholt", field, 3))
    assert play.state.turn == 1
    assert getattr(play.state.facts("cinderholt"), field) == 3
    if field == "sites":
        assert play.state.province("cinderholt").buildings == ("palace", "church")
    else:
        assert [e.gained for e in play.events if isinstance(e, TaxCollected | GrainCollected)] == [
            3
        ]
    again = play.refused(EnterPrinted("province", "cinderholt", field, 2))
    assert again.rule == "W-DATA-2"


@pytest.mark.rule("W-DATA-2")
def test_a_value_that_no_rule_needs_is_not_asked() -> None:
    """A first building always has a site; an unaffordable one needs no number."""
    board = printed(demo_board(), "cinderholt", sites=None, tax=None)
    play = position(board=board, first="build_church").do(RevealPlan("s1", "cinderholt"))
    assert play.state.province("cinderholt").buildings == ("church",)
    poor = position(
        board=board,
        first="build_church",
        thalers={"s1": 1},
        buildings={"cinderholt": ("palace",)},
    ).do(RevealPlan("s1", "cinderholt"))
    assert poor.state.turn == 1


@pytest.mark.rule("W-DATA-2")
def test_learnt_values_are_used_in_later_games() -> None:
    """What one table entered, the next board knows."""
    play = unknown("tax").do(RevealPlan("s1", "cinderholt"))
    play.do(EnterPrinted("province", "cinderholt", "tax", 6))
    learnt = play.only(PrintedLearnt)
    later = with_learnt(
        printed(demo_board(), "cinderholt", tax=None),
        [(learnt.kind, learnt.key, learnt.field, learnt.value)],
    )
    assert later.province("cinderholt").tax == 6


@pytest.mark.rule("W-DATA-3")
def test_a_corrected_value_is_flagged_where_it_was_used() -> None:
    """Tax of 3 was collected; corrected to 4 it is flagged. Grain was not used: no flag."""
    play = position(first="collect_tax").do(RevealPlan("s1", "cinderholt"))
    play.do(CorrectPrinted("province", "cinderholt", "tax", 4))
    assert play.only(ValueFlagged).was == 3
    assert play.state.facts("cinderholt").tax == 4
    assert [flag.field for flag in GAME.view(play.state, None).flags] == ["tax"]
    play.do(CorrectPrinted("province", "cinderholt", "grain", 4))
    assert play.happened(ValueFlagged) == []
    nothing = replace(play.state, board=printed(play.state.board, "dunmere", tax=None))
    assert Play(nothing).refused(CorrectPrinted("province", "dunmere", "tax", 4)).rule == "W-DATA-3"


@pytest.mark.rule("W-DATA-3", "W-OPEN-20")
@pytest.mark.parametrize(("short", "flagged"), [(7, True), (9, True), (6, False)])
def test_a_corrected_famine_row_is_flagged_for_every_shortage_it_served(
    short: int, flagged: bool
) -> None:
    """The last row serves seven and more; it goes by seven when it is corrected."""
    state = replace(position().state, used_values=(f"famine:{short}:provinces",))
    play = Play(state).do(CorrectPrinted("famine", "7", "provinces", 2))
    assert [flag.field for flag in play.state.flags] == ["provinces"] * flagged


@pytest.mark.rule("W-DATA-4")
@pytest.mark.parametrize(("value", "doubted"), [(7, False), (8, True), (2, True)])
def test_implausible_values_warn_and_stand(value: int, doubted: bool) -> None:
    """Tax runs from 3 to 7 as far as is known."""
    play = unknown("tax").do(RevealPlan("s1", "cinderholt"))
    play.do(EnterPrinted("province", "cinderholt", "tax", value))
    assert bool(play.happened(ValueDoubted)) is doubted
    assert play.only(TaxCollected).gained == value


@pytest.mark.rule("W-DATA-1")
@pytest.mark.parametrize(
    ("kind", "key", "field", "value"),
    [
        ("province", "cinderholt", "tax", "many"),
        ("province", "atlantis", "tax", 3),
        ("province", "cinderholt", "region", "atlantis"),
        ("event", "tithe", "kind", "earthquake"),
        ("famine", "0", "provinces", 1),
        ("weather", "today", "rain", 1),
    ],
)
def test_what_is_not_printed_cannot_be_entered(
    kind: str, key: str, field: str, value: int | str
) -> None:
    """Wrong words and wrong things are refused for good."""
    board = replace(unread_board(), regions=demo_board().regions)
    play = position(board=board)
    assert not play.refused(EnterPrinted(kind, key, field, value)).waivable


@pytest.mark.rule("W-DATA-5", "W-OPEN-2")
def test_unknown_borders_are_taken_on_the_tables_word() -> None:
    """A move is accepted and stored, symmetric; a later denial corrects it."""
    board = unread_board()
    play = position(board=board).do(RevealPlan("s1", "cinderholt"))
    play.do(MoveArmies("s1", "dunmere", 2))
    learnt = play.only(PrintedLearnt)
    assert (learnt.kind, learnt.key, learnt.field) == ("neighbours", "cinderholt", "dunmere")
    assert play.happened(BattleBegan)
    assert "cinderholt" in play.state.facts("dunmere").neighbours
    play.throw(red=1).do(DenyNeighbours("dunmere", "cinderholt"))
    play.to_action("move_b").do(RevealPlan("s1", "cinderholt", waived=("W-PLAN-4",)))
    assert play.state.facts("cinderholt").denied == ("dunmere",)
    moved = position(board=learn(board, "neighbours", "dunmere", "cinderholt", "no"))
    moved.do(RevealPlan("s1", "cinderholt"))
    assert moved.refused(MoveArmies("s1", "dunmere", 2)).rule == "W-MOVE-1"


@pytest.mark.rule("W-OPEN-2")
def test_borders_the_sources_prove() -> None:
    """Anhalt and Kursachsen; the three of Konstanz, which are all it has."""
    board = real_board()
    assert board.province("kursachsen").neighbours == ("anhalt",)
    konstanz = board.province("konstanz")
    assert konstanz.neighbours == ("augsburg", "breisgau", "wuerttemberg")
    assert konstanz.neighbours_complete
    assert not board.province("anhalt").neighbours_complete


@pytest.mark.rule("W-DATA-6")
def test_regions_are_asked_before_scoring() -> None:
    """Only of the province that bears a building."""
    board = printed(printed(demo_board(), "cinderholt", region=None), "dunmere", region=None)
    play = position(board=board, season="autumn", buildings={"cinderholt": ("palace",)})
    play = Play(replace(play.state, year_events=play.state.year_events[2:])).finish_season()
    assert play.prompt_names(must=True) == ["printed_region"]
    assert play.prompt("printed_region").values == (("province", "Cinderholt"),)
    play.do(EnterPrinted("province", "cinderholt", "region", "northmark"))
    assert play.only(PointsScored).scores[0].points == 2 + 1 + 3


@pytest.mark.rule("W-DATA-7", "W-OPEN-4")
def test_a_famine_row_is_asked_when_needed_with_the_siblings_as_a_suggestion() -> None:
    """Grain 5, loss 4: one short, which is no known row; the suggestion is only shown."""
    famine, suggestion = real_board().famine, real_board().famine_suggestion
    assert famine == (FamineRow(2, 2, 1, 2),)
    board = replace(demo_board(), famine=famine, famine_suggestion=suggestion)
    play = position(board=board, season="autumn", grain={"s1": 5})
    play = Play(replace(play.state, year_events=play.state.year_events[2:])).finish_season()
    asked = ["famine_provinces_suggested", "famine_extra_farmers_suggested"]
    assert play.prompt_names(must=True) == asked
    assert dict(play.prompt(asked[0]).values) == {"shortage": 1, "suggestion": 1}
    play.do(EnterPrinted("famine", "1", "provinces", 1))
    assert play.prompt_names(must=True) == asked[1:]
    play.do(EnterPrinted("famine", "1", "extra_farmers", 2))
    play.do(DrawFamineCards("s1", ("brackwater",)))
    assert play.state.battle is not None
    assert play.state.battle.thrown == Cubes.of(red=3, green=2)
    assert play.state.board.famine_row(1) == FamineRow(1, 1, 1, 2)


@pytest.mark.rule("W-OPEN-20")
def test_an_open_ended_row_goes_on_and_a_closed_one_does_not() -> None:
    """Row 7+ serves 12; after a last row of 6, 7 is unknown."""
    board = demo_board()
    assert board.famine_row(12) == FamineRow(7, None, 3, 3)
    assert replace(board, famine=board.famine[:-1]).famine_row(7) is None


@pytest.mark.rule("W-OPEN-3", "W-DATA-8")
def test_an_event_card_is_entered_when_it_first_appears() -> None:
    """Two unread cards: kind, then what the kind needs; a card of free text is the table's own."""
    events = demo_board().events
    unread = (EventFacts(events[0].id), EventFacts(events[1].id), *events[2:])
    play = started(setup(4, replace(demo_board(), events=unread)))
    play = Play(replace(play.state, phase="events", throws=1))
    play.do(LayEvents(tuple(e.id for e in events[:4])))
    assert play.prompt_names(must=True) == ["printed_kind", "printed_kind"]
    play.do(EnterPrinted("event", events[0].id, "kind", "building_defence"))
    assert play.prompt_names(must=True) == ["printed_building", "printed_value", "printed_kind"]
    play.do(
        EnterPrinted("event", events[0].id, "building", "church"),
        EnterPrinted("event", events[0].id, "value", 2),
        EnterPrinted("event", events[1].id, "kind", "free_text"),
        EnterPrinted("event", events[1].id, "text", "Everybody gains a thaler"),
    )
    assert play.state.phase == "action_cards"
    assert play.state.board.event(events[0].id) == EventFacts(
        events[0].id, "building_defence", 2, "church"
    )


@pytest.mark.rule("W-DATA-3")
def test_a_corrected_kind_asks_for_what_it_needs() -> None:
    """Grain at most 3 was really a church that protects: the building is asked at once."""
    play = position()
    play.do(CorrectPrinted("event", "blight", "kind", "building_no_attack"))
    assert play.prompt_names(must=True) == ["printed_building"]
    play.do(EnterPrinted("event", "blight", "building", "church"))
    assert play.prompt_names(must=True) == ["reveal_plan"]


@pytest.mark.rule("W-OPEN-3")
def test_the_real_deck_knows_one_card() -> None:
    """Tax at most 5; its grain loss is not known, and no card of the sibling is taken over."""
    first, *others = real_board().events
    assert (first.kind, first.value, first.grain_loss) == ("tax_max", 5, None)
    assert all(e == EventFacts(e.id) for e in others)


@pytest.mark.rule("W-DATA-2", "W-PARTS-2")
def test_a_province_that_no_data_name() -> None:
    """The table names it and drafts it; a name twice, or a 46th province, is refused."""
    play = started(setup(4, real_board()))
    play.do(NameProvince("Hessen-Kassel"))
    learnt = play.only(PrintedLearnt)
    assert (learnt.key, learnt.field, learnt.value) == ("province_36", "label", "Hessen-Kassel")
    assert play.refused(NameProvince("Anhalt")).rule == "W-PARTS-3"
    display = play.prompt("lay_display")
    play.do(command_of(GAME, display, {"cards": ["anhalt", "mark"]}))
    play.do(TakeCard("s1", "province_36"))
    assert play.state.label("province_36") == "Hessen-Kassel"
    for number in range(9):
        play.do(NameProvince(f"Land {number}"))
    refusal = play.refused(NameProvince("One too many"))
    assert (refusal.rule, refusal.waivable) == ("W-PARTS-2", False)


# -- prompts --------------------------------------------------------------------------------------


@pytest.mark.rule("W-OBS-3", "W-OBS-4", "W-OBS-5", "W-OBS-6")
def test_answers_to_prompts_make_commands() -> None:
    """A season's layout, bids and tiles, entered by nothing but answers to the prompts."""
    play = position(options=Options())
    state = replace(play.state, phase="action_cards", event="", action_cards=(), tiles=(), order=())
    players = tuple(replace(p, bid="", space=0) for p in state.players)
    play = Play(replace(state, players=players))
    actions = ["move_b", "move_a", "recruit_5", "recruit_3", "build_church"]
    tiles = ["six_armies", "plus_1_attack", "plus_1_defence", "plus_1_grain", "plus_1_thaler"]
    bids = {"s1": "money_2", "s2": "money_2", "s3": "none", "s4": "money_0"}
    answers: list[tuple[str, dict[str, object]]] = [
        ("lay_action_cards", {"actions": actions}),
        ("lay_bonus_tiles", {"tiles": tiles}),
        ("plan_and_draw_event", {"card": play.state.year_events[0]}),
        ("reveal_bids", {"bids": bids, "waived": ["W-PLAN-8", "W-PLAN-10"]}),
        ("draw_commanders", {"order": ["s2", "s1"]}),
        ("choose_tile", {"tile": "plus_1_grain"}),
        ("choose_tile", {"tile": "plus_1_attack"}),
        ("choose_tile", {"tile": "six_armies"}),
        ("choose_tile", {"tile": "plus_1_thaler"}),
        ("reveal_plan", {"card": "wickerbrook"}),
        ("move", {"target": "tarnholme", "armies": 1}),
        ("throw", {"fallen": {"purple": 1}}),
    ]
    for name, answer in answers:
        play.do(command_of(GAME, play.prompt(name), answer))
    assert play.state.order == ("s4", "s1", "s2", "s3")
    assert play.state.card_place("tarnholme") == "s4"


def test_corrections_are_offered_as_prompts_at_any_time() -> None:
    """Each is answered once, by its slots alone."""
    play = position(tower=Cubes.of(red=1))
    answers: dict[str, dict[str, object]] = {
        "stray": {"fallen": {"red": 1}},
        "correct_ledger": {
            "source": "tray", "target": "supply", "cubes": {"red": 1}, "reason": "taken"},
        "correct_money": {"seat": "s1", "thalers": 3, "reason": "paid"},
        "correct_grain": {"seat": "s1", "grain": 3, "reason": "seen"},
        "correct_points": {"seat": "s1", "points": 3, "reason": "seen"},
        "correct_markers": {"province": "dunmere", "markers": 1, "reason": "seen"},
        "correct_buildings": {"province": "dunmere", "buildings": ["church"], "reason": "seen"},
        "correct_province": {"key": "dunmere", "field": "tax", "value": 5},
        "correct_region": {"key": "dunmere", "value": "northmark"},
        "correct_event": {"key": "blight", "field": "grain_loss", "value": 2},
        "correct_event_kind": {"key": "blight", "value": "grain_min"},
        "correct_famine": {"key": "1", "field": "provinces", "value": 2},
        "deny_neighbours": {"first": "dunmere", "second": "elmscar"},
        "grain_track": {"value": 18},
        "correct_grain_track": {"value": 17},
    }  # fmt: skip
    for name, answer in answers.items():
        play.do(command_of(GAME, play.prompt(name), answer))
    assert play.state.board.grain_track_max == 17
    assert known(play.state.board, "neighbours", "elmscar", "dunmere") == "no"
    assert play.state.player("s1").thalers == 3


def test_prompts_of_a_seat_are_its_own_and_the_tables() -> None:
    """s2 is not asked what s1 has to do."""
    state = position().state
    assert {p.seat for p in prompts(state, "s2")} == {""}
    assert {p.seat for p in prompts(state, "s1")} == {"", "s1"}


# -- data -----------------------------------------------------------------------------------------


def test_tables_that_cannot_be_are_refused() -> None:
    """Each fault names what is wrong."""
    with pytest.raises(ValueError, match="invention"):
        board_from_demo({**table("demo-board"), "invention": False})
    lacking = {k: v for k, v in table("provinces").items() if k != "totals"}
    files = (table("events"), table("famine"), table("setup"))
    with pytest.raises(ValueError, match="totals"):
        board_from_tables(lacking, *files)
    odd = table("provinces")
    odd["province"][0]["adjacent"] = ["atlantis"]
    with pytest.raises(ValueError, match="atlantis"):
        board_from_tables(odd, *files)
    with pytest.raises(ValueError, match="nothing printed"):
        learn(demo_board(), "weather", "today", "rain", 1)


def test_the_demo_board_is_an_invention_that_hangs_together() -> None:
    """Marked as such, symmetric, connected with and without the eight, no real name in it."""
    board = demo_board()
    assert board.invention
    assert sum(p.excluded_with_3 for p in board.provinces) == 8
    real = {p.label for p in real_board().provinces}
    assert not real & {p.label for p in board.provinces}
    for gone in (set(), {p.id for p in board.provinces if p.excluded_with_3}):
        left = {p.id: set(p.neighbours) - gone for p in board.provinces if p.id not in gone}
        assert all(one in left[other] for one, others in left.items() for other in others)
        reached, todo = {"dunmere"}, ["dunmere"]
        while todo:
            new = left[todo.pop()] - reached
            reached |= new
            todo.extend(new)
        assert reached == set(left)
    kinds = {e.kind for e in board.events}
    assert kinds == {
        "tax_max", "tax_min", "grain_max", "grain_min", "neutral_defence",
        "building_defence", "building_no_attack", "recruit_yield",
    }  # fmt: skip
    assert [board.famine_row(n) is not None for n in range(1, 30)] == [True] * 29


def test_holdings_of_the_tests_are_on_the_demo_board() -> None:
    """Cinderholt borders Dunmere and Brackwater, and not Ravensike."""
    borders = demo_board().province("cinderholt").neighbours
    assert {"dunmere", "brackwater", "lowbarrow", "kestrelby"} == set(borders)
    assert all(demo_board().province(p) for held in HOLDINGS.values() for p in held)

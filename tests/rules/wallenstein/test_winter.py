"""Chapters 14 to 16: winter, scoring, year's end, game end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from turmwart.games.wallenstein import GAME
from turmwart.games.wallenstein.board import FamineRow
from turmwart.games.wallenstein.commands import (
    CorrectGrain,
    CorrectMoney,
    CorrectPoints,
    CorrectPrinted,
    DrawFamineCards,
    EmptyTower,
    LayEvents,
    OrderFamine,
    ReportThrow,
)
from turmwart.games.wallenstein.events import (
    FamineCardsDrawn,
    FamineEnded,
    GameEnded,
    GrainLost,
    PointsScored,
    ShortagesFixed,
    YearEnded,
)
from turmwart.games.wallenstein.scoring import majority_points, ranking
from turmwart.games.wallenstein.state import Place
from turmwart.kernel.cubes import Cubes

from .tables import HOLDINGS, Holdings, Play, demo_board, position

# On the demo board: Brackwater, Cinderholt, Kestrelby, Lowbarrow in Northmark.
THREE = {"cinderholt": 4, "brackwater": 3, "kestrelby": 2}


def winter(
    holdings: Holdings = HOLDINGS,
    *,
    grain: Mapping[str, int] | None = None,
    loss: int = 0,
    year: int = 1,
    order: tuple[str, ...] = (),
    rows: tuple[FamineRow, ...] = (),
    **given: object,
) -> Play:
    """Autumn ends and nobody has done anything; the last card shows ``loss``."""
    board = demo_board()
    last = board.events[0].id
    events = tuple(replace(e, grain_loss=loss) if e.id == last else e for e in board.events)
    board = replace(board, events=events, famine=rows or board.famine)
    play = position(holdings, board=board, season="autumn", grain=grain, order=order, year=year,
                    **given)  # type: ignore[arg-type]  # fmt: skip
    state = play.state
    used = tuple(card for card in state.year_events if card not in (last, state.event))
    play = Play(replace(state, year_events=(last, state.event), used_events=used))
    return play.finish_season()


def scores(play: Play) -> dict[str, int]:
    """Points of the winter just scored."""
    return {score.seat: score.points for score in play.only(PointsScored).scores}


@pytest.mark.rule("W-WINTER-1", "W-WINTER-2", "W-OPEN-21")
def test_the_last_card_costs_everybody_grain() -> None:
    """Loss 3: 7 becomes 4, 2 becomes 0; the card's event has no effect."""
    play = winter(loss=3, grain={"s1": 7, "s2": 7, "s3": 4, "s4": 2})
    lost = play.only(GrainLost)
    assert lost.card == demo_board().events[0].id
    assert dict(lost.grain) == {"s1": 4, "s2": 4, "s3": 1, "s4": 0}
    assert play.state.event == ""


@pytest.mark.rule("W-WINTER-3", "W-WINTER-4", "W-WINTER-10")
def test_shortages_are_provinces_minus_grain() -> None:
    """s1: 3 provinces, 1 grain: 2 short, one province, two farmers. s2 is even, s3 1 short."""
    grain = {"s1": 1, "s2": 2, "s3": 0, "s4": 1}
    play = winter({**HOLDINGS, "s1": THREE}, grain=grain)
    found = play.only(ShortagesFixed).shortages
    assert [(s.seat, s.shortage, s.provinces, s.extra_farmers) for s in found] == [
        ("s1", 2, 1, 2),
        ("s3", 1, 1, 1),
    ]
    play.do(DrawFamineCards("s1", ("cinderholt",))).throw()
    assert [(s.seat, s.shortage) for s in play.state.shortages] == [("s3", 1)]


@pytest.mark.rule("W-DATA-3", "W-WINTER-4")
def test_a_famine_row_of_no_revolts_is_flagged_as_well() -> None:
    """By mistake a shortage of 1 sent nobody into revolt; whoever was short is named again."""
    rows = (FamineRow(1, 1, 0, 1), FamineRow(2, 2, 1, 2))
    play = winter(grain={"s1": 1, "s2": 2, "s3": 1, "s4": 1}, rows=rows)
    assert play.only(ShortagesFixed).shortages == ()
    play.do(CorrectPrinted("famine", "1", "provinces", 1))
    play.do(CorrectPrinted("famine", "2", "provinces", 2))
    assert [(flag.key, flag.field) for flag in play.state.flags] == [("1", "provinces")]


@pytest.mark.rule("W-WINTER-5", "W-OBS-11")
def test_the_left_neighbour_draws() -> None:
    """s2 draws one card of s1's hand; a foreign card, or two, cannot be it."""
    play = winter({**HOLDINGS, "s1": THREE}, grain={"s1": 1})
    assert play.prompt("draw_famine_cards").seat == "s2"
    assert play.refused(DrawFamineCards("s1", ("dunmere",))).rule == "W-WINTER-5"
    assert play.refused(DrawFamineCards("s1", ("cinderholt", "kestrelby"))).rule == "W-WINTER-4"
    assert play.refused(DrawFamineCards("s3", ("ravensike",))).rule == "W-WINTER-7"
    play.do(DrawFamineCards("s1", ("kestrelby",)))
    assert play.only(FamineCardsDrawn).drawn_by == "s2"


@pytest.mark.rule("W-WINTER-6")
def test_the_player_orders_the_own_revolts() -> None:
    """Three short: two provinces; the second drawn comes first."""
    play = winter({**HOLDINGS, "s1": THREE}, grain={"s1": 0})
    play.do(DrawFamineCards("s1", ("cinderholt", "kestrelby")))
    assert play.refused(OrderFamine("s1", ("kestrelby",))).rule == "W-WINTER-6"
    play.do(OrderFamine("s1", ("kestrelby", "cinderholt")))
    assert play.state.battle is not None
    assert play.state.battle.province == "kestrelby"
    play.throw()
    assert play.state.battle is not None
    assert play.state.battle.province == "cinderholt"


@pytest.mark.rule("W-WINTER-7")
def test_players_follow_one_another_in_the_autumn_order() -> None:
    """Order s3, s1: s3 finishes before s1 begins."""
    play = winter(grain={"s1": 1, "s3": 0}, order=("s4", "s3", "s2", "s1"))
    assert play.state.famine is not None
    assert play.state.famine.seat == "s3"
    assert play.state.battle is not None
    assert play.state.battle.province == "ravensike"
    play.throw()
    assert play.only(FamineEnded).seat == "s3"
    assert play.state.famine.seat == "s1"


@pytest.mark.rule("W-WINTER-8", "W-BATTLE-8")
def test_a_famine_revolt_throws_markers_and_additional_farmers() -> None:
    """One marker and one additional farmer; all four armies; the tray as ever."""
    play = winter(
        grain={"s1": 1}, markers={"cinderholt": 1}, tray=Cubes.of(yellow=1), tower=Cubes.of(green=1)
    ).do(DrawFamineCards("s1", ("cinderholt",)))
    assert play.state.battle is not None
    assert play.state.battle.kind == "famine"
    assert play.state.battle.thrown == Cubes.of(red=4, green=2)
    assert play.at("hand") == Cubes.of(red=4, green=2, yellow=1)


@pytest.mark.rule("W-WINTER-9", "W-REVOLT-8", "W-SCORE-1")
def test_after_the_revolts() -> None:
    """A held province keeps card and markers; a devastated one is lost before scoring."""
    held = winter(grain={"s1": 1}, markers={"cinderholt": 1})
    held.do(DrawFamineCards("s1", ("cinderholt",)))
    held.do(ReportThrow(Cubes.of(red=4, green=1)))
    assert held.state.card_place("cinderholt") == "s1"
    assert held.state.last_battle is not None
    assert held.state.last_battle.markers_after == 1
    assert scores(held)["s1"] == 2
    lost = winter(grain={"s1": 1}).do(DrawFamineCards("s1", ("cinderholt",))).throw(green=1)
    assert lost.state.card_place("cinderholt") == "pile"
    assert scores(lost)["s1"] == 1


@pytest.mark.rule("W-WINTER-11", "W-OPEN-20")
def test_all_provinces_revolt_if_the_table_asks_for_more() -> None:
    """Two provinces, a row that wants four, open-ended below: no card is drawn."""
    rows = (FamineRow(1, None, 4, 1),)
    play = winter(grain={"s1": 0}, rows=rows)
    assert play.only(FamineCardsDrawn).provinces == ("brackwater", "cinderholt")
    assert play.prompt_names(must=True) == ["order_famine"]


@pytest.mark.rule("W-SCORE-2", "W-SCORE-3", "W-SCORE-4", "W-SCORE-7")
def test_points_of_a_winter() -> None:
    """s1: two provinces, three buildings, both majorities of Northmark. s2 has second most."""
    held = {**HOLDINGS, "s2": {"dunmere": 3, "kestrelby": 2}}
    built = {
        "cinderholt": ("palace", "church"),
        "brackwater": ("palace",),
        "kestrelby": ("palace",),
    }
    play = winter(held, buildings=built)
    score = next(s for s in play.only(PointsScored).scores if s.seat == "s1")
    assert (score.provinces, score.buildings) == (2, 3)
    assert [(m.building, m.points) for m in score.majorities] == [("palace", 3), ("church", 2)]
    assert scores(play) == {"s1": 10, "s2": 3, "s3": 1, "s4": 1}


@pytest.mark.rule("W-SCORE-4")
def test_regions_are_scored_separately() -> None:
    """One palace each in two regions: three points for both owners."""
    play = winter(buildings={"cinderholt": ("palace",), "dunmere": ("palace",)})
    assert scores(play) == {"s1": 6, "s2": 6, "s3": 1, "s4": 1}


@pytest.mark.rule("W-SCORE-5", "W-SCORE-6", "W-OPEN-23", "W-SCORE-7")
@pytest.mark.parametrize(
    ("counts", "value", "points"),
    [
        ({"s1": 2, "s2": 1}, 3, {"s1": 3}),
        ({"s1": 2, "s2": 2, "s3": 1}, 3, {"s1": 2, "s2": 2}),
        ({"s1": 1, "s2": 1, "s3": 1}, 2, {"s1": 1, "s2": 1, "s3": 1}),
        ({"s1": 1, "s2": 1}, 1, {"s1": 0, "s2": 0}),
        ({"s1": 0, "s2": 0}, 3, {}),
    ],
)
def test_majorities(counts: dict[str, int], value: int, points: dict[str, int]) -> None:
    """Alone: full value. Tied: one less each. None at all: nothing."""
    assert majority_points(counts, value) == points


@pytest.mark.rule("W-SCORE-8")
def test_both_winters_add_up() -> None:
    """One point a province, twice."""
    first = winter()
    assert [p.points for p in first.state.players] == [2, 2, 1, 1]
    autumn = position(season="autumn", year=2)
    players = tuple(replace(p, points=5) for p in autumn.state.players)
    second = Play(replace(autumn.state, players=players)).finish_season()
    assert [p.points for p in second.state.players] == [7, 7, 6, 6]


@pytest.mark.rule("W-YEAREND-1", "W-REVOLT-7")
def test_the_first_winter_ends() -> None:
    """Grain to 0, markers off the board, commanders back, four new events to turn up."""
    play = winter(markers={"cinderholt": 2, "dunmere": 1})
    assert play.happened(YearEnded)
    assert {p.grain for p in play.state.players} == {0}
    assert {p.markers for p in play.state.provinces} == {0}
    assert play.state.stock.markers == 42
    assert {p.space for p in play.state.players} == {0}
    assert play.prompt_names(must=True) == ["lay_events"]


@pytest.mark.rule("W-YEAREND-1", "W-YEAREND-2")
def test_used_events_do_not_come_again() -> None:
    """The four of the first year are refused in the second."""
    play = winter()
    cards = tuple(e.id for e in play.state.board.events)
    refusal = play.refused(LayEvents((cards[0], *cards[4:7])))
    assert refusal.rule == "W-YEAREND-2"
    assert play.refused(LayEvents(cards[4:7])).rule == "W-YEAREND-1"
    play.do(LayEvents(cards[4:8]))
    assert (play.state.year, play.state.season) == (2, "spring")


@pytest.mark.rule("W-YEAREND-3", "W-YEAREND-4")
def test_everything_else_stays_over_the_year() -> None:
    """Armies, buildings, thalers, tower and tray."""
    inside, lying = Cubes.of(red=2, green=3), Cubes.of(blue=1)
    play = winter(tower=inside, tray=lying, buildings={"cinderholt": ("church",)})
    play.do(LayEvents(tuple(e.id for e in play.state.board.events[4:8])))
    assert (play.at("tower"), play.at("tray")) == (inside, lying)
    assert play.state.province("cinderholt").buildings == ("church",)
    assert play.armies("cinderholt") == 4
    assert [p.thalers for p in play.state.players] == [10, 10, 10, 10]
    assert play.state.phase == "action_cards"


@pytest.mark.rule("W-END-1", "W-END-2")
def test_the_second_winter_ends_the_game() -> None:
    """Most points win."""
    play = winter({**HOLDINGS, "s2": {"dunmere": 3, "elmscar": 2, "marrowgate": 1}}, year=2)
    assert play.state.phase == "over"
    assert play.state.ranking[0] == Place(1, "s2", 3, 10)
    assert GAME.view(play.state, None).ranking == play.state.ranking


@pytest.mark.rule("W-END-3", "W-END-4", "W-OPEN-24")
def test_ties_go_by_thalers_and_are_shared_then() -> None:
    """s1 and s2 have as many points, s2 more thalers; s3 and s4 share the third place."""
    play = winter(year=2, thalers={"s1": 4, "s2": 5, "s3": 7, "s4": 7})
    assert [(p.place, p.seat) for p in ranking(play.state)] == [
        (1, "s2"),
        (2, "s1"),
        (3, "s3"),
        (3, "s4"),
    ]


@pytest.mark.rule("W-END-2", "W-END-3", "W-DATA-8")
def test_what_is_corrected_after_the_end_makes_a_new_ranking() -> None:
    """Points that were moved wrongly, then thalers that break the tie."""
    play = winter(year=2)
    first, second = (place.points for place in play.state.ranking[:2])
    play.do(CorrectPoints("s4", first, "the marker slipped"))
    play.do(CorrectMoney("s4", 11, "counted again"))
    assert play.state.ranking[0] == Place(1, "s4", first, 11)
    assert play.state.ranking[1].points == first > 0 < second
    play.do(CorrectGrain("s4", 3, "no matter"))
    assert not play.happened(GameEnded)


@pytest.mark.rule("W-END-5", "W-BATTLE-35")
def test_the_tower_is_emptied_and_counted_only_now() -> None:
    """Every colour must count 62 and the farmers 20; then all is in the box (T16)."""
    everything = Cubes.of(red=62, blue=62, yellow=62, purple=62, green=20)
    assert position().refused(EmptyTower(everything)).rule == "W-BATTLE-35"
    play = winter(year=2, tower=Cubes.of(red=3))
    refusal = play.refused(EmptyTower(everything - Cubes.of(red=1)))
    assert (refusal.rule, refusal.waivable) == ("W-END-5", True)
    play.do(EmptyTower(everything))
    assert play.at("box") == everything
    assert list(GAME.legal(play.state, None)) == []

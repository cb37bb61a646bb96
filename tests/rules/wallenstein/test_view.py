"""What the screens get to show."""

from __future__ import annotations

from dataclasses import replace

import pytest

from turmwart.games.wallenstein import GAME
from turmwart.games.wallenstein.board import EventFacts
from turmwart.games.wallenstein.commands import (
    CorrectMarkers,
    CorrectMoney,
    EnterLineup,
    LayDisplay,
    MoveArmies,
    NameProvince,
    ReportStray,
    RevealPlan,
)
from turmwart.games.wallenstein.events import SubstitutesUsed
from turmwart.games.wallenstein.setup import Options
from turmwart.games.wallenstein.view import Lead, View
from turmwart.games.wallenstein.whereabouts_commands import Recount, TipOutTower
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.prompt import CubeCount
from turmwart.texts import say

from .tables import Play, demo_board, position, printed, real_board, setup, started


def seen(play: Play) -> View:
    """The table screen's view."""
    view: View = GAME.view(play.state, None)
    return view


def test_whose_turn_and_which_step() -> None:
    """Draft, tiles, the steps of an action, a throw."""
    draft = started(setup(4)).do(LayDisplay(("dunmere", "elmscar")))
    assert (seen(draft).active, seen(draft).step, seen(draft).action_index) == ("s1", "", -1)
    play = position()
    assert (seen(play).active, seen(play).step, seen(play).action_index) == ("s1", "reveal", 0)
    play.do(RevealPlan("s1", "cinderholt"))
    assert seen(play).step == "move"
    play.do(MoveArmies("s1", "dunmere", 2))
    assert (seen(play).active, seen(play).step) == ("s1", "battle")
    play.throw()
    assert (seen(play).active, seen(play).step) == ("s2", "reveal")
    for _ in range(3):
        play.skip()
    assert (seen(play).step, seen(play).action_index) == ("turn_up", 1)
    tiles = Play(replace(position().state, phase="tiles", bid_groups=(("s3",), ("s1",))))
    assert seen(tiles).active == "s3"


def test_an_action_that_waits_for_a_printed_value() -> None:
    """The step is the execution, and the province's income is unknown."""
    board = printed(demo_board(), "cinderholt", tax=None)
    play = position(first="collect_tax", board=board).do(RevealPlan("s1", "cinderholt"))
    assert seen(play).step == "execute"
    held = {p.id: p for p in seen(play).players[0].provinces}
    assert held["cinderholt"].tax is None
    assert held["cinderholt"].printed_tax is None


def test_what_each_province_would_bring_now() -> None:
    """Tax at most 5 and the thaler tile: 6 of Dunmere's 6, 5 of Elmscar's 4; grain as printed."""
    event = EventFacts("test", "tax_max", 5, grain_loss=0)
    play = position(event=event, tiles={"s2": "plus_1_thaler"}, markers={"dunmere": 3})
    held = {p.id: p for p in seen(play).players[1].provinces}
    assert (held["dunmere"].tax, held["dunmere"].printed_tax) == (6, 6)
    assert (held["elmscar"].tax, held["elmscar"].printed_tax) == (5, 4)
    assert (held["dunmere"].grain, held["elmscar"].grain) == (2, 5)
    assert (held["dunmere"].armies, held["dunmere"].region) == (3, "mirreland")
    assert (held["dunmere"].revolt_farmers, held["elmscar"].revolt_farmers) == (3, 0)
    few = position(markers={"dunmere": 3}, tower=Cubes.of(green=18))
    assert seen(few).players[1].provinces[0].revolt_farmers == 2


def test_majorities_as_they_stand() -> None:
    """s1 leads with palaces of Northmark alone and shares the church."""
    held = {"s1": {"cinderholt": 2, "brackwater": 2}, "s2": {"kestrelby": 2}, "s3": {}, "s4": {}}
    built = {
        "cinderholt": ("palace", "church"),
        "brackwater": ("palace",),
        "kestrelby": ("church",),
    }
    first, second, third, _ = seen(position(held, buildings=built)).players
    assert first.leads == (
        Lead("northmark", "palace", 2, True, False),
        Lead("northmark", "church", 1, True, True),
    )
    assert second.leads == (Lead("northmark", "church", 1, True, True),)
    assert third.leads == ()


@pytest.mark.parametrize("season", ["spring", "autumn"])
def test_shortage_is_shown_before_winter(season: str) -> None:
    """Two provinces and no grain yet: two short."""
    assert seen(position(season=season, grain={"s1": 0})).players[0].shortage == 2


def test_farmers_who_helped_are_named() -> None:
    """Only in a battle between players, without markers, and if any fell."""

    def helped(markers: int, **fallen: int) -> bool:
        play = position(markers={"dunmere": markers}, tower=Cubes.of(green=2))
        play.do(RevealPlan("s1", "cinderholt"), MoveArmies("s1", "dunmere", 2)).throw(**fallen)
        record = seen(play).last_battle
        assert record is not None
        return record.farmers_helped

    assert helped(0, green=1, blue=1)
    assert not helped(1, green=1, blue=1)
    assert not helped(0, blue=1)
    play = position(tower=Cubes.of(green=2))
    play.do(RevealPlan("s1", "cinderholt"), MoveArmies("s1", "lowbarrow", 2)).throw(green=1)
    assert play.state.last_battle is not None
    assert not play.state.last_battle.farmers_helped


@pytest.mark.rule("W-OPEN-22")
def test_substitutes_are_noticed_exactly_when_they_are_needed() -> None:
    """The last thaler and the last marker are no substitutes; the next ones are."""
    play = position(markers={"dunmere": 40})
    play.do(CorrectMarkers("cinderholt", 2, "seen"))
    assert play.happened(SubstitutesUsed) == []
    play.do(CorrectMarkers("elmscar", 1, "seen"))
    assert play.only(SubstitutesUsed) == SubstitutesUsed("markers", 1)
    assert (seen(play).substitutes_markers, seen(play).markers_stock) == (1, -1)
    play.do(CorrectMoney("s1", 130, "found"))
    assert play.happened(SubstitutesUsed) == []
    assert seen(play).bank == 0
    play.do(CorrectMoney("s1", 133, "found"))
    assert play.only(SubstitutesUsed) == SubstitutesUsed("thalers", 3)
    assert seen(play).substitutes_thalers == 3
    last = position(first="collect_tax", markers={"dunmere": 41}).do(RevealPlan("s1", "cinderholt"))
    assert last.happened(SubstitutesUsed) == []


def test_naming_a_province_is_a_must_only_when_no_known_card_is_left() -> None:
    """On the real board 29 provinces of a game of three have names."""
    play = started(setup(3, real_board()))
    deck = [p.id for p in play.state.provinces if p.in_play]
    play.do(LayDisplay((deck[0], deck[1])))
    assert "name_province" in play.prompt_names(must=False)
    owned = tuple(replace(p, owner="s1") if p.in_play else p for p in play.state.provinces)
    shown = GAME.prompts(replace(play.state, provinces=owned), None)
    assert "wallenstein.prompt.name_province" in [p.id for p in shown if p.must]


@pytest.mark.rule("W-OPEN-6", "W-DATA-2")
@pytest.mark.parametrize("lineup", [False, True])
def test_a_table_that_knows_no_province_by_name(lineup: bool) -> None:
    """Everything can be named at the table: the draft or the line-up goes through."""
    nameless = replace(demo_board(), provinces=(), lineups=())
    play = started(setup(4, nameless))
    assert play.prompt_names(must=True) == ["lay_display", "name_province"]
    while play.state.phase != "fill":
        commands = list(GAME.legal(play.state, None))
        lines = [c for c in commands if isinstance(c, EnterLineup)]
        names = [c for c in commands if isinstance(c, NameProvince)]
        play.do((lines if lineup and lines else names or commands)[0])
        if lineup and play.state.phase == "display" and len(play.state.provinces) >= 32:
            rows = tuple((f"group_{n}", f"province_{n}") for n in range(1, 9))
            play.do(EnterLineup("s1", rows))
        elif lineup and play.state.phase == "display":
            play.do(NameProvince(f"Land {len(play.state.provinces)}"))
    assert all(len(play.state.owned(seat)) == 8 for seat in play.state.seats)


def test_prompts_name_year_and_space() -> None:
    """The first event layout is of year 1, the first action is the first of ten."""
    play = started(setup(4))
    events = Play(replace(play.state, phase="events", throws=1)).prompt("lay_events")
    assert dict(events.values) == {"year": 1, "count": 4}
    reveal = position().prompt("reveal_plan")
    assert dict(reveal.values) == {
        "player": "Ada", "action": "@wallenstein.action.move_a", "space": 1,
    }  # fmt: skip


@pytest.mark.rule("W-OPEN-31")
@pytest.mark.parametrize("fights", [False, True])
def test_no_prompt_shows_what_a_hidden_tower_holds(*, fights: bool) -> None:
    """Neither what is inside nor the most that can fall, while the witnesses know both."""
    inside = Cubes.of(red=3, blue=2)
    for choice, told in (("never", False), ("on_request", True)):
        play = position(tower=inside, options=Options(show_tower_content=choice))
        if fights:
            play.do(RevealPlan("s1", "cinderholt"), MoveArmies("s1", "dunmere", 3))
        slots = [slot for p in GAME.prompts(play.state, None) for slot in p.slots]
        counts = [slot for slot in slots if isinstance(slot, CubeCount)]
        shown = [s.expected for s in counts] + [s.bounds for s in counts if not s.hidden]
        most = inside + play.at("hand")
        assert (inside in shown, most in shown) == (told, told)
        assert most in [slot.bounds for slot in counts if slot.tower]
        assert all(set(s.colours) == set(play.state.colours) for s in counts if s.hidden)


@pytest.mark.rule("W-OPEN-31", "W-CUBE-5")
def test_no_refusal_tells_what_a_hidden_tower_holds() -> None:
    """Too many is refused as ever, but how many there can be is not told."""
    lots = Cubes.of(red=9)
    for choice, told in (("never", False), ("on_request", True)):
        play = position(tower=Cubes.of(red=3), options=Options(show_tower_content=choice))
        for command in (ReportStray(lots), TipOutTower(lots), Recount("tray", lots, "tower")):
            objection = play.refused(command)
            assert (objection.rule, "most" in dict(objection.values)) == ("W-CUBE-5", told)
            assert ("3" in say(objection.detail, "en", **dict(objection.values))) == told

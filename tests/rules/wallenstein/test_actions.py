"""Chapters 5, 8, 9 and 10: bonus tiles, executing, the ten actions, movement."""

from __future__ import annotations

from dataclasses import replace

import pytest

from turmwart.games.wallenstein.board import EventFacts
from turmwart.games.wallenstein.commands import MoveArmies, Pass, RevealPlan
from turmwart.games.wallenstein.events import (
    ActionNotExecuted,
    ArmiesMoved,
    BattleBegan,
    Built,
    GrainCollected,
    MarkerPlaced,
    MoveDeclined,
    Recruited,
    SubstitutesUsed,
    TaxCollected,
)
from turmwart.games.wallenstein.setup import Options
from turmwart.kernel.cubes import Cubes

from .tables import HOLDINGS, Play, demo_board, position, printed


def collected(play: Play) -> TaxCollected | GrainCollected:
    """The collection of the last command."""
    (event,) = (e for e in play.events if isinstance(e, TaxCollected | GrainCollected))
    return event


@pytest.mark.rule("W-EXEC-1")
def test_only_whose_turn_it_is_may_act() -> None:
    """Turn order s3, s1, s4, s2: s1 waits for s3."""
    play = position(order=("s3", "s1", "s4", "s2"))
    assert play.refused(RevealPlan("s1", "money")).rule == "W-EXEC-1"
    play.do(RevealPlan("s3", "money"), RevealPlan("s1", "money"))


@pytest.mark.rule("W-EXEC-5", "W-ACT-4")
@pytest.mark.parametrize(
    ("action", "cost"),
    [
        ("build_palace", 3),
        ("build_church", 2),
        ("build_trading_house", 1),
        ("recruit_5", 3),
        ("recruit_3", 2),
        ("recruit_1_move", 1),
    ],
)
def test_too_few_thalers_means_nothing_at_all(action: str, cost: int) -> None:
    """One thaler short: nothing is paid, nothing is done."""
    play = position(first=action, thalers={"s1": cost - 1}).do(RevealPlan("s1", "cinderholt"))
    assert play.only(ActionNotExecuted).reason == "W-ACT-4"
    assert play.state.player("s1").thalers == cost - 1
    assert play.armies("cinderholt") == 4
    assert play.state.province("cinderholt").buildings == ()


@pytest.mark.rule("W-EXEC-6", "W-ACT-5", "W-ACT-6")
@pytest.mark.parametrize(
    ("action", "building", "cost"),
    [("build_palace", "palace", 3), ("build_church", "church", 2),
     ("build_trading_house", "trading_house", 1)],
)  # fmt: skip
def test_building(action: str, building: str, cost: int) -> None:
    """The price goes to the bank, the building from the stock to a site."""
    play = position(first=action, thalers={"s1": cost})
    stock, bank = getattr(play.state.stock, building), play.state.bank
    play.do(RevealPlan("s1", "cinderholt"))
    assert play.only(Built).cost == cost
    assert play.state.player("s1").thalers == 0
    assert play.state.bank == bank + cost
    assert play.state.province("cinderholt").buildings == (building,)
    assert getattr(play.state.stock, building) == stock - 1


@pytest.mark.rule("W-ACT-7")
def test_one_building_for_each_site() -> None:
    """Cinderholt has two sites and both are taken."""
    both = {"cinderholt": ("palace", "church")}
    play = position(first="build_trading_house", buildings=both)
    play.do(RevealPlan("s1", "cinderholt"))
    assert play.only(ActionNotExecuted).reason == "W-ACT-8"


@pytest.mark.rule("W-ACT-8")
def test_never_two_buildings_of_a_kind() -> None:
    """A second church is refused although a site is free."""
    play = position(first="build_church", buildings={"cinderholt": ("church",)})
    play.do(RevealPlan("s1", "cinderholt"))
    assert play.only(ActionNotExecuted).reason == "W-ACT-8"
    assert play.state.player("s1").thalers == 10


@pytest.mark.rule("W-ACT-9", "W-OPEN-22")
def test_an_empty_stock_builds_nothing() -> None:
    """All 26 churches are elsewhere."""
    play = position(first="build_church")
    elsewhere = [p.id for p in play.state.provinces if p.owner is None][:26]
    full = {**HOLDINGS, "s4": dict.fromkeys(elsewhere, 1)}
    play = position(full, first="build_church", buildings=dict.fromkeys(elsewhere, ("church",)))
    assert play.state.stock.church == 0
    play.do(RevealPlan("s1", "cinderholt"))
    assert play.only(ActionNotExecuted).reason == "W-ACT-9"


@pytest.mark.rule("W-ACT-1", "W-EXEC-8")
def test_only_in_own_provinces() -> None:
    """A card that left the player cannot be turned up."""
    play = position(first="build_church")
    refusal = play.refused(RevealPlan("s1", "dunmere"))
    assert (refusal.rule, refusal.waivable) == ("W-ACT-1", False)


@pytest.mark.rule("W-ACT-10", "W-ACT-11", "W-ACT-14")
@pytest.mark.parametrize(("action", "gained"), [("collect_tax", 6), ("collect_grain", 2)])
def test_collecting_brings_what_is_printed_and_a_marker(action: str, gained: int) -> None:
    """Dunmere prints 6 thalers and 2 grain."""
    play = position(first=action, order=("s2", "s1", "s3", "s4"), grain={"s2": 5})
    bank = play.state.bank
    play.do(RevealPlan("s2", "dunmere"))
    player = play.state.player("s2")
    tax = action == "collect_tax"
    assert collected(play).gained == gained
    assert (player.thalers, player.grain) == ((10 + gained, 5) if tax else (10, 5 + gained))
    assert (player.income_thalers, player.income_grain) == ((gained, 0) if tax else (0, gained))
    assert play.state.bank == (bank - gained if tax else bank)
    assert play.state.province("dunmere").markers == 1


@pytest.mark.rule("W-ACT-12", "W-BONUS-9")
@pytest.mark.parametrize(
    ("action", "kind", "value", "tile", "after", "gained"),
    [
        ("collect_tax", "tax_max", 5, "", 5, 5),
        ("collect_tax", "tax_max", 6, "", 6, 6),
        ("collect_tax", "tax_min", 7, "", 7, 7),
        ("collect_tax", "tax_min", 5, "", 6, 6),
        ("collect_tax", "tax_max", 5, "plus_1_thaler", 5, 6),
        ("collect_tax", "grain_max", 1, "", 6, 6),
        ("collect_grain", "grain_max", 1, "plus_1_grain", 1, 2),
        ("collect_grain", "grain_min", 4, "", 4, 4),
        ("collect_grain", "tax_max", 1, "", 2, 2),
    ],
)
def test_events_cap_or_raise_then_the_tile(
    action: str, kind: str, value: int, tile: str, after: int, gained: int
) -> None:
    """On 6 thalers and 2 grain printed."""
    play = position(
        first=action,
        order=("s2", "s1", "s3", "s4"),
        event=EventFacts("test", kind, value, grain_loss=0),
        tiles={"s2": tile},
    ).do(RevealPlan("s2", "dunmere"))
    income = collected(play)
    assert (income.after_event, income.gained) == (after, gained)


@pytest.mark.rule("W-BONUS-3")
def test_one_thaler_more() -> None:
    """The tile helps its owner alone, and with tax alone."""
    play = position(first="collect_tax", tiles={"s1": "plus_1_thaler"})
    play.do(RevealPlan("s1", "cinderholt"))
    assert play.only(TaxCollected).gained == 4
    play.do(RevealPlan("s2", "dunmere"))
    assert play.only(TaxCollected).gained == 6


@pytest.mark.rule("W-BONUS-4")
def test_one_grain_more() -> None:
    """Cinderholt prints 3 grain."""
    play = position(first="collect_grain", tiles={"s1": "plus_1_grain"})
    play.do(RevealPlan("s1", "cinderholt"))
    assert play.only(GrainCollected).gained == 4


@pytest.mark.rule("W-ACT-13", "W-REVOLT-1")
def test_markers_are_judged_before_the_collection() -> None:
    """Without a marker there is no revolt although the collection itself places one."""
    play = position(first="collect_tax").do(RevealPlan("s1", "cinderholt"))
    assert play.happened(MarkerPlaced)
    assert not play.happened(BattleBegan)
    play = position(first="collect_tax", markers={"cinderholt": 1})
    play.do(RevealPlan("s1", "cinderholt"))
    assert play.only(BattleBegan).battle.kind == "revolt"


@pytest.mark.rule("W-ACT-2", "W-ACT-15", "W-ACT-16")
@pytest.mark.parametrize(("action", "armies", "cost"), [("recruit_5", 5, 3), ("recruit_3", 3, 2)])
def test_recruiting(action: str, armies: int, cost: int) -> None:
    """From the supply to the province, without any limit there (T5)."""
    play = position({**HOLDINGS, "s1": {"cinderholt": 40}}, first=action)
    supply = play.state.supply("s1")
    play.do(RevealPlan("s1", "cinderholt"))
    assert play.only(Recruited).cost == cost
    assert play.state.player("s1").thalers == 10 - cost
    assert play.armies("cinderholt") == 40 + armies
    assert play.state.supply("s1") == supply - armies


@pytest.mark.rule("W-ACT-3")
def test_a_supply_too_small_recruits_nothing() -> None:
    """Four armies are left for the five-army action."""
    play = position({**HOLDINGS, "s1": {"cinderholt": 58}}, first="recruit_5")
    play.do(RevealPlan("s1", "cinderholt"))
    assert play.only(ActionNotExecuted).reason == "W-ACT-3"
    assert play.state.player("s1").thalers == 10


@pytest.mark.rule("W-ACT-3", "W-OPEN-19")
@pytest.mark.parametrize(("tile", "placed"), [("", 3), ("six_armies", 6)])
def test_an_event_changes_what_recruiting_places(tile: str, placed: int) -> None:
    """Five armies place three; the tile then sets six, by the default."""
    event = EventFacts("test", "recruit_yield", recruit_5=3, recruit_3=2, grain_loss=0)
    play = position(first="recruit_5", event=event, tiles={"s1": tile})
    play.do(RevealPlan("s1", "cinderholt"))
    assert play.only(Recruited).armies == placed
    play = position({**HOLDINGS, "s1": {"cinderholt": 60}}, first="recruit_3", event=event)
    play.do(RevealPlan("s1", "cinderholt"))
    assert play.only(Recruited).armies == 2


@pytest.mark.rule("W-BONUS-5")
@pytest.mark.parametrize(("without", "armies"), [(False, 6), (True, 5)])
def test_six_armies_for_the_price_of_five(without: bool, armies: int) -> None:
    """The owner may place six, and need not."""
    play = position(first="recruit_5", tiles={"s1": "six_armies"})
    assert [slot.name for slot in play.prompt("reveal_plan").slots] == ["card", "without_tile"]
    play.do(RevealPlan("s1", "cinderholt", without_tile=without))
    assert play.only(Recruited).armies == armies
    assert play.only(Recruited).cost == 3
    assert play.refused(RevealPlan("s2", "dunmere", without_tile=True)).rule == "W-BONUS-5"


@pytest.mark.rule("W-BONUS-10", "W-OPEN-18")
def test_the_sixth_army_is_left_out_with_five_in_the_supply() -> None:
    """57 armies are on the map: five are placed."""
    play = position(
        {**HOLDINGS, "s1": {"cinderholt": 57}}, first="recruit_5", tiles={"s1": "six_armies"}
    ).do(RevealPlan("s1", "cinderholt"))
    assert play.only(Recruited).armies == 5


@pytest.mark.rule("W-ACT-17", "W-MOVE-4")
def test_one_army_and_a_move_to_an_own_province() -> None:
    """Pay 1, place 1, then move 4 of the 5 to Brackwater; a neutral target is refused."""
    play = position(first="recruit_1_move").do(RevealPlan("s1", "cinderholt"))
    assert play.state.player("s1").thalers == 9
    assert play.armies("cinderholt") == 5
    refusal = play.refused(MoveArmies("s1", "lowbarrow", 1))
    assert refusal.rule == "W-MOVE-4"
    targets = [o.value for o in play.prompt("move_own").slots[0].options]  # type: ignore[union-attr]
    assert targets == ["brackwater"]
    play.do(MoveArmies("s1", "brackwater", 4))
    assert (play.armies("cinderholt"), play.armies("brackwater")) == (1, 7)


@pytest.mark.rule("W-ACT-17")
def test_the_move_of_the_one_army_action_is_free() -> None:
    """Even a strict table may place the army and stay; without a target it ends by itself."""
    strict = Options(move_optional=False)
    play = position(first="recruit_1_move", options=strict).do(RevealPlan("s1", "cinderholt"))
    play.do(Pass("s1"))
    assert play.armies("cinderholt") == 5
    play = position(first="recruit_1_move", order=("s3", "s1", "s2", "s4"))
    play.do(RevealPlan("s3", "ravensike"))
    assert play.happened(MoveDeclined)
    assert play.armies("ravensike") == 3


@pytest.mark.rule("W-ACT-18", "W-ACT-19", "W-MOVE-5", "W-OBS-8")
@pytest.mark.parametrize("action", ["move_a", "move_b"])
def test_moves_reach_own_neutral_and_foreign_provinces(action: str) -> None:
    """Own: armies just join. Neutral and foreign: a battle. Both moves alike."""
    own = position(first=action).do(RevealPlan("s1", "cinderholt"))
    own.do(MoveArmies("s1", "brackwater", 2))
    assert own.only(ArmiesMoved).armies == 2
    for target, kind in (("lowbarrow", "neutral"), ("dunmere", "player")):
        play = position(first=action).do(RevealPlan("s1", "cinderholt"))
        play.do(MoveArmies("s1", target, 2))
        assert play.only(BattleBegan).battle.kind == kind


@pytest.mark.rule("W-MOVE-1")
def test_a_move_goes_to_a_neighbour() -> None:
    """Ravensike is far; the table may insist."""
    play = position().do(RevealPlan("s1", "cinderholt"))
    refusal = play.refused(MoveArmies("s1", "ravensike", 1))
    assert (refusal.rule, refusal.waivable) == ("W-MOVE-1", True)
    play.do(MoveArmies("s1", "ravensike", 1, waived=("W-MOVE-1",)))
    assert play.only(BattleBegan).battle.province == "ravensike"
    assert play.refused(MoveArmies("s1", "cinderholt", 1)).rule == "W-BATTLE-3"
    fresh = position().do(RevealPlan("s1", "cinderholt"))
    refusal = fresh.refused(MoveArmies("s1", "cinderholt", 1))
    assert (refusal.rule, refusal.waivable) == ("W-MOVE-1", False)


@pytest.mark.rule("W-MOVE-1", "W-DATA-5")
def test_one_complete_list_of_neighbours_settles_a_border() -> None:
    """Of Dunmere all neighbours are known, of Cinderholt none: Dunmere's list decides."""
    board = demo_board()
    for other in ("dunmere", "brackwater", "kestrelby", "lowbarrow"):
        left = tuple(n for n in board.province(other).neighbours if n != "cinderholt")
        board = printed(board, other, neighbours=left)
    board = printed(board, "cinderholt", neighbours=(), neighbours_complete=False)
    board = printed(board, "ravensike", neighbours_complete=False)
    play = position(board=board).do(RevealPlan("s1", "cinderholt"))
    assert play.refused(MoveArmies("s1", "dunmere", 1)).rule == "W-MOVE-1"
    half = printed(board, "dunmere", neighbours_complete=False)
    position(board=half).do(RevealPlan("s1", "cinderholt"), MoveArmies("s1", "dunmere", 1))


@pytest.mark.rule("W-MOVE-2", "W-OPEN-9")
def test_one_army_stays_in_the_province_they_leave() -> None:
    """Of four armies three may go; the target keeps none back."""
    play = position().do(RevealPlan("s1", "cinderholt"))
    refusal = play.refused(MoveArmies("s1", "brackwater", 4))
    assert (refusal.rule, refusal.waivable) == ("W-MOVE-2", False)
    assert play.refused(MoveArmies("s1", "brackwater", 0)).rule == "W-MOVE-2"
    play.do(MoveArmies("s1", "brackwater", 3))
    assert play.armies("cinderholt") == 1


@pytest.mark.rule("W-MOVE-3")
def test_a_move_has_one_target() -> None:
    """After the first armies moved, the turn is over."""
    play = position().do(RevealPlan("s1", "cinderholt"), MoveArmies("s1", "brackwater", 1))
    assert play.refused(MoveArmies("s1", "lowbarrow", 1)).rule == "W-PHASE-1"


@pytest.mark.rule("W-MOVE-6")
def test_a_province_with_one_army_cannot_move() -> None:
    """The action is not executed, and no move is asked for."""
    play = position({**HOLDINGS, "s1": {"cinderholt": 1}}).do(RevealPlan("s1", "cinderholt"))
    assert play.only(ActionNotExecuted).reason == "W-MOVE-2"
    assert play.state.turn == 1


@pytest.mark.rule("W-MOVE-7")
def test_armies_placed_and_moved_in_may_move_on() -> None:
    """Three are recruited in Brackwater, four move into it, six of ten go on in move B."""
    play = position(first="recruit_3").do(RevealPlan("s1", "brackwater"))
    play.to_action("move_a").do(RevealPlan("s1", "cinderholt"), MoveArmies("s1", "brackwater", 3))
    assert play.armies("brackwater") == 9
    play.to_action("move_b")
    play.do(RevealPlan("s1", "brackwater", waived=("W-PLAN-4",)), MoveArmies("s1", "kestrelby", 8))
    assert play.only(BattleBegan).battle.thrown == Cubes.of(red=8, green=1)


@pytest.mark.rule("W-MOVE-8", "W-OPEN-13")
def test_a_move_may_move_nothing_unless_the_table_is_strict() -> None:
    """The option turns it into an objection the table may waive."""
    play = position().do(RevealPlan("s1", "cinderholt"), Pass("s1"))
    assert play.happened(MoveDeclined)
    strict = position(options=Options(move_optional=False)).do(RevealPlan("s1", "cinderholt"))
    refusal = strict.refused(Pass("s1"))
    assert (refusal.rule, refusal.waivable) == ("W-MOVE-8", True)
    strict.do(Pass("s1", waived=("W-MOVE-8",)))


@pytest.mark.rule("W-MOVE-9")
def test_an_event_may_forbid_attacks() -> None:
    """Dunmere has a church and cannot be attacked; own provinces with one can be entered."""
    event = EventFacts("test", "building_no_attack", building="church", grain_loss=0)
    churches = {"dunmere": ("church",), "brackwater": ("church",)}
    play = position(event=event, buildings=churches).do(RevealPlan("s1", "cinderholt"))
    targets = [o.value for o in play.prompt("move").slots[0].options]  # type: ignore[union-attr]
    assert "dunmere" not in targets
    assert "brackwater" in targets
    refusal = play.refused(MoveArmies("s1", "dunmere", 2))
    assert (refusal.rule, refusal.waivable) == ("W-MOVE-9", True)
    play.do(MoveArmies("s1", "brackwater", 2))


@pytest.mark.rule("W-SETUP-3")
def test_excluded_provinces_cannot_be_entered() -> None:
    """With three players Brackwater, Cinderholt's neighbour, does not exist."""
    holdings = {"s1": {"cinderholt": 4}, "s2": {"dunmere": 3}, "s3": {"elmscar": 2}}
    play = position(holdings, players=3).do(RevealPlan("s1", "cinderholt"))
    refusal = play.refused(MoveArmies("s1", "brackwater", 1))
    assert (refusal.rule, refusal.waivable) == ("W-SETUP-3", False)
    targets = [o.value for o in play.prompt("move").slots[0].options]  # type: ignore[union-attr]
    assert targets == ["dunmere", "kestrelby", "lowbarrow"]


@pytest.mark.rule("W-OPEN-22")
def test_coins_and_markers_run_short() -> None:
    """Tax of 6 with 2 thalers in the bank: four substitutes, and the ledger goes on."""
    money = {"s1": 50, "s2": 50, "s3": 50, "s4": 8}
    play = position(first="collect_tax", order=("s2", "s1", "s3", "s4"), thalers=money)
    play.do(RevealPlan("s2", "dunmere"))
    assert play.only(SubstitutesUsed) == SubstitutesUsed("thalers", 4)
    assert play.state.bank == -4
    money["s4"] = 4
    play = position(first="collect_tax", order=("s2", "s1", "s3", "s4"), thalers=money)
    play.do(RevealPlan("s2", "dunmere"))
    assert play.state.bank == 0
    assert play.happened(SubstitutesUsed) == []
    play = position(first="collect_tax", markers={"brackwater": 42})
    play.do(RevealPlan("s1", "cinderholt"))
    assert play.only(SubstitutesUsed) == SubstitutesUsed("markers", 1)


@pytest.mark.rule("W-OPEN-21")
def test_the_grain_track_has_no_end_until_the_table_enters_one() -> None:
    """At 20 grain three more are booked; with an end of 21 only one is."""
    play = position(first="collect_grain").do(RevealPlan("s1", "cinderholt"))
    assert play.state.player("s1").grain == 23
    short = replace(demo_board(), grain_track_max=21)
    play = position(first="collect_grain", board=short).do(RevealPlan("s1", "cinderholt"))
    assert play.state.player("s1").grain == 21


def test_a_province_far_from_everything_has_no_move() -> None:
    """All neighbours known, none of them a possible target: the action is not executed."""
    alone = printed(demo_board(), "cinderholt", neighbours=(), neighbours_complete=True)
    for other in demo_board().province("cinderholt").neighbours:
        facts = alone.province(other)
        alone = printed(
            alone, other, neighbours=tuple(n for n in facts.neighbours if n != "cinderholt")
        )
    play: Play = position(board=alone).do(RevealPlan("s1", "cinderholt"))
    assert play.only(ActionNotExecuted).reason == "W-MOVE-1"

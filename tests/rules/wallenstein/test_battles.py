"""Chapters 11 and 12: revolts and battles."""

from __future__ import annotations

import pytest

from turmwart.games.wallenstein import GAME
from turmwart.games.wallenstein.battle import settle
from turmwart.games.wallenstein.board import EventFacts
from turmwart.games.wallenstein.commands import (
    CorrectMarkers,
    CorrectMoney,
    CorrectPrinted,
    MoveArmies,
    Pass,
    ReportStray,
    ReportThrow,
    RevealPlan,
)
from turmwart.games.wallenstein.events import (
    BattleBegan,
    BattleSettled,
    IncomeReturned,
    SubstitutesUsed,
    TaxCollected,
    ThrowReported,
    TrayLifted,
)
from turmwart.games.wallenstein.setup import Options
from turmwart.games.wallenstein.state import Battle, BattleRecord, Gathering
from turmwart.kernel.cubes import Cubes

from .tables import HOLDINGS, Play, position

NOTHING = Cubes()


def attack(target: str = "dunmere", armies: int = 3, **given: object) -> Play:
    """s1 (red) attacks from Cinderholt; Dunmere is s2's (blue), Lowbarrow neutral."""
    play = position(**given)  # type: ignore[arg-type]
    return play.do(RevealPlan("s1", "cinderholt"), MoveArmies("s1", target, armies))


def revolt(markers: int = 2, **given: object) -> Play:
    """s1 collects tax (3) in Cinderholt with four armies."""
    play = position(first="collect_tax", markers={"cinderholt": markers}, **given)  # type: ignore[arg-type]
    return play.do(RevealPlan("s1", "cinderholt"))


def battle(play: Play) -> Battle:
    """The battle whose cubes are in the hand."""
    assert play.state.battle is not None
    return play.state.battle


def record(play: Play) -> BattleRecord:
    """How the last battle was decided."""
    return play.only(BattleSettled).record


# -- outcomes: (fallen, markers) -> outcome, to supply, to province, stays ------------------------

PLAYER_ROWS = [
    # A > D + F: the attacker wins and keeps A - (D + F)
    (Cubes.of(red=3), 0, "attacker_wins", NOTHING, Cubes.of(red=3), NOTHING),
    (
        Cubes.of(red=3, blue=2),
        0,
        "attacker_wins",
        Cubes.of(red=2, blue=2),
        Cubes.of(red=1),
        NOTHING,
    ),
    (
        Cubes.of(red=4, blue=1, green=2, yellow=2),
        0,
        "attacker_wins",
        Cubes.of(red=3, blue=1, green=2),
        Cubes.of(red=1),
        Cubes.of(yellow=2),
    ),
    # farmers are third party with markers
    (
        Cubes.of(red=2, blue=1, green=4),
        1,
        "attacker_wins",
        Cubes.of(red=1, blue=1),
        Cubes.of(red=1),
        Cubes.of(green=4),
    ),
    # D + F > A with D >= 1: the defender wins, losses from the farmers first
    (
        Cubes.of(red=1, blue=3),
        0,
        "defender_wins",
        Cubes.of(red=1, blue=1),
        Cubes.of(blue=2),
        NOTHING,
    ),
    (
        Cubes.of(red=3, blue=2, green=2),
        0,
        "defender_wins",
        Cubes.of(red=3, green=2, blue=1),
        Cubes.of(blue=1),
        NOTHING,
    ),
    (
        Cubes.of(red=1, blue=2, green=3),
        0,
        "defender_wins",
        Cubes.of(red=1, green=3),
        Cubes.of(blue=2),
        NOTHING,
    ),
    (Cubes.of(blue=1), 2, "defender_wins", NOTHING, Cubes.of(blue=1), NOTHING),
    # ties: equal, nothing at all, farmers alone
    (Cubes.of(red=2, blue=2), 0, "tie", Cubes.of(red=2, blue=2), NOTHING, NOTHING),
    (
        Cubes.of(red=2, blue=1, green=1),
        0,
        "tie",
        Cubes.of(red=2, blue=1, green=1),
        NOTHING,
        NOTHING,
    ),
    (Cubes.of(yellow=1), 0, "tie", NOTHING, NOTHING, Cubes.of(yellow=1)),
    (Cubes.of(red=1, green=2), 0, "tie", Cubes.of(red=1, green=2), NOTHING, NOTHING),
    (Cubes.of(green=1), 0, "tie", Cubes.of(green=1), NOTHING, NOTHING),
    (
        Cubes.of(red=1, blue=1, green=2),
        1,
        "tie",
        Cubes.of(red=1, blue=1),
        NOTHING,
        Cubes.of(green=2),
    ),
]


@pytest.mark.rule("W-BATTLE-14", "W-BATTLE-15", "W-BATTLE-18", "W-BATTLE-19", "W-BATTLE-20")
@pytest.mark.rule("W-BATTLE-21", "W-BATTLE-22", "W-BATTLE-23", "W-BATTLE-24", "W-BATTLE-25")
@pytest.mark.parametrize(
    ("fallen", "markers", "outcome", "supply", "province", "stays"), PLAYER_ROWS
)
def test_player_against_player(
    fallen: Cubes, markers: int, outcome: str, supply: Cubes, province: Cubes, stays: Cubes
) -> None:
    """Red attacks blue."""
    decided = settle("player", fallen, "red", "blue", "green", markers)
    assert decided.outcome == outcome
    assert (decided.to_supply, decided.to_province, decided.stays) == (supply, province, stays)
    assert decided.devastated == (outcome == "tie")
    assert supply + province + stays == fallen


@pytest.mark.rule("W-BATTLE-15")
def test_a_revolt_marker_that_was_forgotten_keeps_the_farmers_out() -> None:
    """Dunmere bears a marker, as the table sees when the cubes are in the hand already."""
    play = attack(tower=Cubes.of(green=1)).do(CorrectMarkers("dunmere", 1, "forgotten"))
    assert battle(play).markers == 1
    play.do(ReportThrow(Cubes.of(red=2, blue=1, green=1)))
    assert (record(play).outcome, record(play).stays) == ("attacker_wins", Cubes.of(green=1))
    assert play.state.province("dunmere").markers == 1


@pytest.mark.rule("W-BATTLE-16", "W-BATTLE-29", "W-BATTLE-30")
@pytest.mark.parametrize(
    ("red", "green", "outcome", "left"),
    [(3, 0, "attacker_wins", 3), (3, 2, "attacker_wins", 1), (2, 2, "tie", 0),
     (0, 0, "tie", 0), (0, 1, "defender_wins", 0), (2, 3, "defender_wins", 0)],
)  # fmt: skip
def test_player_against_neutral(red: int, green: int, outcome: str, left: int) -> None:
    """Farmers defend, markers or not; blue is third party."""
    fallen = Cubes.of(red=red, green=green, blue=1)
    decided = settle("neutral", fallen, "red", "green", "green")
    assert decided.outcome == outcome
    assert (decided.attacker, decided.defender) == (red, green)
    assert decided.to_province == Cubes.of(red=left)
    assert decided.to_supply == Cubes.of(red=red - left, green=green)
    assert decided.stays == Cubes.of(blue=1)
    assert not decided.devastated


@pytest.mark.rule("W-BATTLE-17", "W-BATTLE-31", "W-BATTLE-32")
@pytest.mark.parametrize("kind", ["revolt", "famine"])
@pytest.mark.parametrize(
    ("red", "green", "outcome", "left"),
    [(3, 0, "defender_wins", 3), (3, 2, "defender_wins", 1), (2, 2, "tie", 0),
     (0, 0, "tie", 0), (0, 1, "attacker_wins", 0), (2, 3, "attacker_wins", 0)],
)  # fmt: skip
def test_farmers_against_player(kind: str, red: int, green: int, outcome: str, left: int) -> None:
    """Farmers attack whatever markers there are; a tie devastates like a defeat."""
    fallen = Cubes.of(red=red, green=green, blue=1)
    decided = settle(kind, fallen, "green", "red", "green", markers=3)
    assert decided.outcome == outcome
    assert (decided.attacker, decided.defender) == (green, red)
    assert decided.to_province == Cubes.of(red=left)
    assert decided.to_supply == Cubes.of(red=red - left, green=green)
    assert decided.stays == Cubes.of(blue=1)
    assert decided.devastated == (left == 0)


def test_there_are_four_kinds() -> None:
    """Another kind is a mistake of the caller."""
    with pytest.raises(ValueError, match="no kind"):
        settle("siege", NOTHING, "red", "blue", "green")


# -- what goes into the hand ----------------------------------------------------------------------


@pytest.mark.rule("W-BATTLE-4", "W-BATTLE-5", "W-BATTLE-11", "W-CUBE-3", "W-CUBE-4", "W-CUBE-7")
def test_everything_is_gathered_in_one_hand() -> None:
    """Armies that moved in, all of the owner's, and every cube of the tray (T7, T8)."""
    play = attack(tray=Cubes.of(yellow=2, green=1))
    assert battle(play).gathered == (
        Gathering("province:cinderholt", Cubes.of(red=3)),
        Gathering("province:dunmere", Cubes.of(blue=3)),
        Gathering("tray", Cubes.of(yellow=2, green=1)),
    )
    assert battle(play).thrown == Cubes.of(red=3, blue=3)
    assert play.at("hand") == Cubes.of(red=3, blue=3, yellow=2, green=1)
    assert play.at("province:dunmere") == NOTHING
    assert play.at("tray") == NOTHING
    assert play.state.card_place("dunmere") == "s2"
    play.throw()
    assert play.at("hand") == NOTHING


@pytest.mark.rule("W-BATTLE-6", "W-BATTLE-2")
@pytest.mark.parametrize(("event", "farmers"), [(None, 1), (3, 3)])
def test_one_farmer_defends_a_neutral_province(event: int | None, farmers: int) -> None:
    """An event may change the number."""
    facts = EventFacts("test", "neutral_defence", event, grain_loss=0) if event else None
    play = attack("lowbarrow", event=facts)
    assert battle(play).kind == "neutral"
    assert (battle(play).attacker, battle(play).defender) == ("s1", "farmers")
    assert battle(play).thrown == Cubes.of(red=3, green=farmers)


@pytest.mark.rule("W-BATTLE-7", "W-REVOLT-3", "W-REVOLT-4")
def test_a_revolt_throws_as_many_farmers_as_markers() -> None:
    """Two markers, four armies; the farmers attack and come from their supply."""
    play = revolt(2, tray=Cubes.of(green=1, blue=1))
    assert (battle(play).attacker, battle(play).defender) == ("farmers", "s1")
    assert battle(play).thrown == Cubes.of(red=4, green=2)
    assert play.at("hand") == Cubes.of(red=4, green=3, blue=1)
    assert play.at("supply")["green"] == 17


@pytest.mark.rule("W-BATTLE-9", "W-BONUS-6", "W-BONUS-8")
@pytest.mark.parametrize("target", ["dunmere", "lowbarrow"])
def test_one_army_more_to_attack(target: str) -> None:
    """In both moves, against players and neutral provinces."""
    play = attack(target, tiles={"s1": "plus_1_attack"})
    assert battle(play).thrown["red"] == 4
    play.throw().to_action("move_b")
    play.do(RevealPlan("s1", "brackwater"), MoveArmies("s1", "kestrelby", 2))
    assert battle(play).thrown["red"] == 3


@pytest.mark.rule("W-BATTLE-10", "W-BONUS-7")
def test_one_army_more_to_defend_against_players_only() -> None:
    """s2 is attacked: four blue. The same tile does not help against a revolt."""
    play = attack(tiles={"s2": "plus_1_defence"})
    assert battle(play).thrown == Cubes.of(red=3, blue=4)
    play = revolt(1, tiles={"s1": "plus_1_defence"})
    assert battle(play).thrown == Cubes.of(red=4, green=1)


@pytest.mark.rule("W-BONUS-10")
def test_no_tile_army_from_an_empty_supply() -> None:
    """All 62 armies are on the map or in the tower."""
    full = {**HOLDINGS, "s1": {"cinderholt": 62}}
    play = attack(holdings=full, tiles={"s1": "plus_1_attack"})
    assert battle(play).thrown["red"] == 3


@pytest.mark.rule("W-BATTLE-2")
def test_an_event_may_arm_a_building() -> None:
    """A defender with a palace throws one army more, an attacker none."""
    event = EventFacts("test", "building_defence", 1, "palace", grain_loss=0)
    both = {"dunmere": ("palace",), "cinderholt": ("palace",)}
    assert battle(attack(event=event, buildings=both)).thrown == Cubes.of(red=3, blue=4)
    assert battle(attack(event=event)).thrown == Cubes.of(red=3, blue=3)


@pytest.mark.rule("W-DATA-3", "W-BATTLE-2", "W-BATTLE-6")
@pytest.mark.parametrize(
    ("kind", "target", "buildings", "flagged"),
    [
        ("neutral_defence", "lowbarrow", {}, True),
        ("neutral_defence", "dunmere", {"dunmere": ("palace",)}, False),
        ("building_defence", "dunmere", {"dunmere": ("palace",)}, True),
        ("building_defence", "dunmere", {}, False),
        ("tax_max", "lowbarrow", {}, False),
    ],
)
def test_a_number_of_the_event_is_flagged_where_cubes_were_poured_by_it(
    kind: str, target: str, buildings: dict[str, tuple[str, ...]], flagged: bool
) -> None:
    """The card was read wrongly, and the battle it bore on has begun."""
    building = "palace" if kind == "building_defence" else None
    event = EventFacts("test", kind, 2, building, grain_loss=0)
    play = attack(target, event=event, buildings=buildings)
    play.do(CorrectPrinted("event", play.state.event, "value", 3))
    assert [flag.field for flag in play.state.flags] == ["value"] * flagged


@pytest.mark.rule("W-BATTLE-37", "W-OPEN-15")
@pytest.mark.parametrize(("inside", "thrown", "missing"), [(18, 2, 3), (20, 0, 5)])
def test_not_enough_farmers(inside: int, thrown: int, missing: int) -> None:
    """Five markers, too few farmers in the supply: as many as there are, the shortfall is shown."""
    play = revolt(5, tower=Cubes.of(green=inside))
    assert battle(play).thrown["green"] == thrown
    assert battle(play).farmers_missing == missing
    assert ("missing", missing) in play.prompt("throw").values


@pytest.mark.rule("W-BATTLE-37")
def test_farmers_of_the_tray_do_not_fill_the_gap() -> None:
    """One in the supply, four in the tray, three markers: five go in."""
    play = revolt(3, tower=Cubes.of(green=15), tray=Cubes.of(green=4))
    assert battle(play).thrown["green"] == 1
    assert battle(play).farmers_missing == 2
    assert play.at("hand")["green"] == 5


# -- the throw ------------------------------------------------------------------------------------


@pytest.mark.rule("W-BATTLE-1", "W-BATTLE-12", "W-BATTLE-13", "W-OBS-9")
def test_only_what_lies_in_the_tray_counts() -> None:
    """Three red go in, one comes out and with it two red from inside; two blue stay inside."""
    play = attack(tower=Cubes.of(red=5)).throw(red=3, blue=1)
    assert (record(play).attacker_strength, record(play).defender_strength) == (3, 1)
    assert play.armies("dunmere") == 2
    assert play.at("tower") == Cubes.of(red=5, blue=2)


@pytest.mark.rule("W-BATTLE-3")
def test_nothing_happens_before_the_battle_is_resolved() -> None:
    """While the hand is full, only the throw can be entered."""
    play = attack()
    assert play.prompt_names(must=True) == ["throw"]
    assert play.refused(RevealPlan("s2", "money")).rule == "W-BATTLE-3"
    assert play.refused(MoveArmies("s1", "brackwater", 1)).rule == "W-BATTLE-3"
    assert play.refused(Pass("s1")).rule == "W-BATTLE-3"
    play.throw(red=1).do(RevealPlan("s2", "money"))


@pytest.mark.rule("W-CUBE-5", "W-CUBE-6")
def test_no_more_can_fall_than_went_in() -> None:
    """Seven red: three thrown, three inside. The table must count again, waiving is no way out."""
    play = attack(tower=Cubes.of(red=3))
    refusal = play.refused(ReportThrow(Cubes.of(red=7), waived=("W-CUBE-5",)))
    assert (refusal.rule, refusal.waivable) == ("W-CUBE-5", False)
    assert dict(refusal.values) == {"colour": "@colour.red", "fallen": 7, "most": 6}
    bounds = play.prompt("throw").slots[0].bounds  # type: ignore[union-attr]
    assert bounds == Cubes.of(red=6, blue=3)
    play.throw(red=6)
    assert play.at("tower") == Cubes.of(blue=3)


@pytest.mark.rule("W-CUBE-8")
def test_a_throw_may_hold_all_of_a_colour() -> None:
    """60 red move, one stays, one comes by the tile."""
    full = {**HOLDINGS, "s1": {"cinderholt": 61}}
    play = attack(armies=60, holdings=full, tiles={"s1": "plus_1_attack"})
    assert play.at("hand")["red"] == 61
    play.throw(red=61, blue=1)
    assert play.armies("dunmere") == 60


@pytest.mark.rule("W-BATTLE-33", "W-BATTLE-34", "W-CUBE-14")
def test_after_a_battle_only_third_party_cubes_are_in_the_tray() -> None:
    """Victorious farmers of a revolt go to their supply, yellow stays."""
    play = revolt(2, tray=Cubes.of(yellow=1), tower=Cubes.of(green=3))
    play.throw(red=1, green=4, yellow=1)
    settled = record(play)
    assert play.at("tray") == settled.stays == Cubes.of(yellow=1)
    assert settled.to_supply + settled.to_province + settled.stays == settled.fallen
    assert play.at("supply")["green"] == 19
    assert play.at("province:cinderholt") == NOTHING


@pytest.mark.rule("W-CUBE-13")
def test_each_throw_is_one_record() -> None:
    """Thrown, from the tray, fallen, witness, outcome and destinations, all in one place."""
    play = attack(tray=Cubes.of(yellow=2))
    play.do(ReportThrow(Cubes.of(red=2, yellow=1), witness="tower"))
    settled = play.state.last_battle
    assert settled is not None
    assert settled.number == play.state.throws == 2
    assert settled.battle.thrown == Cubes.of(red=3, blue=3)
    assert settled.battle.tray == Cubes.of(yellow=2)
    assert settled.fallen == Cubes.of(red=2, yellow=1)
    assert settled.witness == "tower"
    assert settled.to_province == Cubes.of(red=2)
    assert play.only(ThrowReported).thrown == Cubes.of(red=3, blue=3, yellow=2)


@pytest.mark.rule("W-BATTLE-36", "W-CUBE-15", "W-OPEN-26", "W-OBS-10")
def test_a_late_cube_stays_in_the_tray_for_the_next_throw() -> None:
    """After the battle is closed a blue cube falls: T10, then thrown in the next battle (T8)."""
    play = attack(tower=Cubes.of(blue=2)).throw(red=2)
    play.do(ReportStray(Cubes.of(blue=1)))
    assert play.at("tray") == Cubes.of(blue=1)
    assert play.armies("dunmere") == 2
    play.to_action("move_b")
    play.do(RevealPlan("s1", "brackwater"), MoveArmies("s1", "kestrelby", 2))
    assert battle(play).tray == Cubes.of(blue=1)
    assert play.at("tray") == NOTHING
    assert play.refused(ReportStray(Cubes.of(yellow=1))).rule == "W-CUBE-5"


@pytest.mark.rule("W-BATTLE-36")
def test_a_cube_that_slips_out_before_the_throw_joins_the_hand() -> None:
    """The tray is lifted out completely before a throw."""
    play = attack(tower=Cubes.of(blue=2)).do(ReportStray(Cubes.of(blue=1)))
    assert play.only(TrayLifted).cubes == Cubes.of(blue=1)
    assert play.at("hand") == Cubes.of(red=3, blue=4)
    assert play.throw(red=1).only(BattleSettled).record.battle.tray == Cubes.of(blue=1)


# -- what becomes of the province -----------------------------------------------------------------


@pytest.mark.rule("W-BATTLE-26", "W-OPEN-28", "W-CARD-3")
def test_a_conquered_province_keeps_buildings_and_markers() -> None:
    """Red wins: owner, card, palace and the two markers are red's."""
    play = attack(buildings={"dunmere": ("palace",)}, markers={"dunmere": 2}).throw(red=3)
    stands = play.state.province("dunmere")
    assert (stands.owner, stands.buildings, stands.markers) == ("s1", ("palace",), 2)
    assert play.state.card_place("dunmere") == "s1"
    assert play.at("province:dunmere") == Cubes.of(red=3)


@pytest.mark.rule("W-BATTLE-27", "W-BATTLE-28", "W-CARD-5", "W-REVOLT-7")
def test_a_tie_devastates() -> None:
    """Palace and markers return to their stocks, nobody owns it, the card goes to the pile."""
    play = attack(buildings={"dunmere": ("palace",)}, markers={"dunmere": 2})
    palaces, markers = play.state.stock.palace, play.state.stock.markers
    play.throw(red=2, blue=2)
    stands = play.state.province("dunmere")
    assert (stands.owner, stands.buildings, stands.markers) == (None, (), 0)
    assert play.state.card_place("dunmere") == "pile"
    assert play.state.stock.palace == palaces + 1
    assert play.state.stock.markers == markers + 2
    assert record(play).buildings_removed == ("palace",)
    assert play.at("province:dunmere") == NOTHING


@pytest.mark.rule("W-BATTLE-20")
def test_a_defender_who_wins_keeps_everything() -> None:
    """Blue holds Dunmere with two armies."""
    play = attack(buildings={"dunmere": ("palace",)}).throw(red=1, blue=3)
    stands = play.state.province("dunmere")
    assert (stands.owner, stands.buildings) == ("s2", ("palace",))
    assert play.armies("dunmere") == 2
    assert play.armies("cinderholt") == 1


@pytest.mark.rule("W-BATTLE-29", "W-CARD-2")
def test_a_neutral_province_is_taken_with_its_card() -> None:
    """Three red against one farmer: two red and the card."""
    play = attack("lowbarrow")
    assert play.state.card_place("lowbarrow") == "pile"
    play.throw(red=3, green=1)
    assert play.state.card_place("lowbarrow") == "s1"
    assert play.armies("lowbarrow") == 2


@pytest.mark.rule("W-BATTLE-30", "W-CUBE-11")
def test_a_neutral_province_that_holds_stays_empty() -> None:
    """A tie: all cubes to the supplies, nothing in the province."""
    play = attack("lowbarrow").throw(red=1, green=1)
    assert play.state.province("lowbarrow").owner is None
    assert play.at("province:lowbarrow") == NOTHING


@pytest.mark.rule("W-REVOLT-2", "W-REVOLT-6", "W-OPEN-14")
@pytest.mark.parametrize(("keep", "thalers"), [(True, 13), (False, 10)])
def test_income_of_a_lost_revolt(keep: bool, thalers: int) -> None:
    """Tax of 3 is taken first and kept, unless the table plays otherwise."""
    play = revolt(2, options=Options(keep_income_on_lost_revolt=keep))
    assert play.only(TaxCollected).gained == 3
    assert play.state.player("s1").thalers == 13
    play.throw(green=2)
    assert play.state.player("s1").thalers == thalers
    assert bool(play.happened(IncomeReturned)) is not keep
    assert play.state.province("cinderholt").owner is None
    assert play.state.player("s1").income_thalers == thalers - 10


@pytest.mark.rule("W-OPEN-14", "W-CUBE-10")
def test_no_more_income_goes_back_than_there_is() -> None:
    """The coins were counted again between the collection and the throw: one is left."""
    play = revolt(2, options=Options(keep_income_on_lost_revolt=False))
    play.do(CorrectMoney("s1", 1, "counted")).throw(green=2)
    assert play.state.player("s1").thalers == 0
    play = revolt(2, options=Options(keep_income_on_lost_revolt=False))
    play.do(CorrectMoney("s1", 0, "counted")).throw(green=2)
    assert not play.happened(IncomeReturned)


@pytest.mark.rule("W-REVOLT-5", "W-ACT-14")
def test_a_beaten_revolt_adds_a_marker() -> None:
    """Two markers become three, by the last one of the stock or a substitute."""
    play = revolt(2).throw(red=3, green=1)
    assert play.state.province("cinderholt").markers == 3
    assert play.armies("cinderholt") == 2
    assert play.state.stock.markers == 42 - 3
    empty = revolt(42).throw(red=4)
    assert empty.only(SubstitutesUsed) == SubstitutesUsed("markers", 1)


@pytest.mark.rule("W-REVOLT-1")
def test_grain_too_may_cause_a_revolt() -> None:
    """Grain is taken, then the farmers rise."""
    play = position(first="collect_grain", markers={"cinderholt": 1})
    play.do(RevealPlan("s1", "cinderholt"))
    assert play.only(BattleBegan).battle.grain == 3
    assert play.state.player("s1").grain == 23


# -- custody of cards -----------------------------------------------------------------------------


@pytest.mark.rule("W-CARD-4", "W-EXEC-8", "W-EXEC-7")
def test_a_lost_card_leaves_an_empty_space() -> None:
    """s2 loses Dunmere in move A: it cannot act there, and one of its spaces may be empty."""
    play = attack().throw(red=3)
    play.to_action("collect_tax").do(RevealPlan("s1", "money"))
    assert play.refused(RevealPlan("s2", "dunmere")).rule == "W-ACT-1"
    play.do(RevealPlan("s2", "none"))
    assert play.state.player("s2").empty_spaces == 1
    play.to_action("move_b").skip()
    assert play.refused(RevealPlan("s2", "none")).rule == "W-PLAN-7"


@pytest.mark.rule("W-CARD-6", "W-OPEN-27")
def test_a_conquered_card_hosts_no_action_this_season() -> None:
    """It is in the hand, but planning is over; next season it is free."""
    play = attack().throw(red=3).to_action("collect_tax")
    refusal = play.refused(RevealPlan("s1", "dunmere"))
    assert (refusal.rule, refusal.waivable) == ("W-CARD-6", True)
    play.finish_season()
    assert play.state.province("dunmere").used == ""


@pytest.mark.rule("W-CARD-7")
def test_the_pile_is_never_drawn_from() -> None:
    """After set-up no command takes a card of the pile; a conquest names it."""
    play = position()
    assert play.refused(RevealPlan("s1", "lowbarrow")).rule == "W-ACT-1"
    assert play.state.card_place("lowbarrow") == "pile"


@pytest.mark.rule("W-CARD-1")
def test_card_and_armies_agree_after_every_battle() -> None:
    """Everybody holds exactly the cards of provinces with own armies."""
    play = attack().throw(red=3).to_action("collect_tax")
    for stands in play.state.provinces:
        colours = tuple(play.at(f"province:{stands.id}"))
        owner = [p.seat for p in play.state.players if (p.colour,) == colours]
        place = play.state.card_place(stands.id)
        assert place == (owner[0] if owner else "pile")


def test_a_tile_army_that_the_owner_lacks_does_not_stop_the_battle() -> None:
    """Blue has no army left in the supply: the battle is fought without the tile's army."""
    full = {**HOLDINGS, "s2": {"dunmere": 61, "elmscar": 1}}
    play = attack(holdings=full, tiles={"s2": "plus_1_defence"})
    assert battle(play).thrown == Cubes.of(red=3, blue=61)


@pytest.mark.rule("W-OPEN-31")
@pytest.mark.parametrize(
    ("option", "shown", "asked"),
    [("on_request", True, True), ("always", True, False), ("never", False, False)],
)
def test_content_of_the_tower(option: str, shown: bool, asked: bool) -> None:
    """Shown on request, always or never."""
    play = position(tower=Cubes.of(red=2), options=Options(show_tower_content=option))
    tower = GAME.view(play.state, None).tower
    assert tower.tower == (Cubes.of(red=2) if shown else None)
    assert tower.on_request is asked


def test_view_names_the_battle_and_what_to_take_from_the_tray() -> None:
    """The battle screen needs no more than the view."""
    play = attack()
    assert GAME.view(play.state, None).battle == battle(play)
    play.throw(red=2, blue=1)
    view = GAME.view(play.state, None)
    assert view.battle is None
    assert view.last_battle is not None
    assert view.last_battle.to_province == Cubes.of(red=1)
    assert view.last_battle.to_supply == Cubes.of(red=1, blue=1)

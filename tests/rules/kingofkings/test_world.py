"""Map, terrain, units, possession, isolation, alliances."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kok_world import counts, force, play, results, setup_of, state_of, with_orders, world_after

from turmwart.games.kingofkings import GAME
from turmwart.games.kingofkings.isolation import isolated
from turmwart.games.kingofkings.setup import Setup, Status
from turmwart.games.kingofkings.tables import CODES
from turmwart.games.kingofkings.world import World
from turmwart.kernel.chance import no_rolls
from turmwart.table.kingofkings.tables import shipped_rules

TERRAIN = {
    "K": (3, 3, 0, 1, None),
    "E": (2, 2, 0, 1, None),
    "G": (2, 1, 0, 1, None),
    "D": (0, 0, 0, 1, None),
    "P": (1, 0, 0, 1, None),
    "W": (1, 0, 3, 2, 25),
    "B": (2, 1, 1, 2, 20),
    "H": (1, 0, 0, 3, 15),
    "M": (2, 1, 1, 2, 25),
    "S": (1, 0, 0, 3, 20),
    "1": (3, 10, 0, 1, 20),
    "2": (4, 15, 0, 1, 20),
    "3": (5, 20, 0, 1, 20),
}
"""Letter -> food, WP, wood, cost, ceiling; section 3 of the specification."""


def refused(setup: Setup) -> str:
    with pytest.raises(ValueError) as caught:
        GAME.start(setup)
    return str(caught.value)


@pytest.mark.rule("K-MAP-7", "K-UNIT-8", "K-ORDER-14")
def test_what_no_map_may_begin_with() -> None:
    """Ships inland, two castles in a province written apart, a leader who is called 9."""
    inland = state_of(["EE~"], [("1/1", 1, "1 FU"), ("2/1", 2, "1 SC")]).setup
    ships = replace(inland.stacks[1], x=1)
    assert "1/1: ships" in refused(replace(inland, stacks=(inland.stacks[0], ships)))
    castle = replace(inland.stacks[0], counts=(0, 0, 0, 1, 0, 0))
    assert "one castle" in refused(replace(inland, stacks=(castle, castle)))
    named = replace(inland.tribes[0], leader="9")
    assert "leader" in refused(replace(inland, tribes=(named, *inland.tribes[1:])))


@pytest.mark.rule("K-TERR-1", "K-TERR-2", "K-TERR-5", "K-TERR-6", "K-MAP-6")
def test_the_terrain_table() -> None:
    """13 rows of 5 values; cities feed; only three give wood; the sea gives nothing."""
    rows = {t.letter: t for t in shipped_rules().terrains}
    sea = rows.pop("~")
    assert {k: (t.food, t.wp, t.wood, t.cost, t.ceiling) for k, t in rows.items()} == TERRAIN
    assert (sea.food, sea.wp, sea.wood, sea.ceiling, sea.sea) == (0, 0, 0, None, True)
    assert [k for k, t in rows.items() if t.city] == ["1", "2", "3"]
    assert len([k for k, t in rows.items() if not t.city]) == 10


@pytest.mark.rule("K-UNIT-1", "K-UNIT-2")
def test_the_unit_table() -> None:
    """Hit, armour, movement, cost in WP and wood, food; in fighting order, ships last."""
    found = [
        (u.code, u.hit, u.armour, u.movement, u.cost_wp, u.cost_wood, u.eats)
        for u in shipped_rules().units
    ]
    assert found == [
        ("BO", 45, 0, 2, 6, 0, 1),
        ("FU", 35, 0, 2, 6, 0, 1),
        ("RE", 50, 15, 3, 12, 0, 1),
        ("BU", 45, 15, 0, 12, 0, 0),
        ("GE", 50, 15, 3, 0, 0, 0),
        ("SC", 66, 0, 10, 0, 10, 0),
    ]


@pytest.mark.rule("K-MAP-1", "K-OPTION-2")
def test_size_of_map_and_number_of_tribes() -> None:
    """50 x 50 fields and 50 tribes can be; one more of each cannot."""
    units = [("1/1", 1, "1 FU")]
    GAME.start(setup_of(["E" * 50] * 50, units, players=range(1, 51)))
    assert "50" in refused(setup_of(["E" * 51], units))
    assert "50" in refused(setup_of(["E"] * 51, units))
    assert "50" in refused(setup_of(["E"], units, players=range(1, 52)))
    assert "no other" in refused(setup_of(["EE", "E"], units))
    assert "X" in refused(setup_of(["X"], units))


@pytest.mark.rule("K-MAP-3", "K-MAP-4", "K-MAP-5", "K-MAP-7")
def test_corner_neighbours_edges_and_coasts() -> None:
    """1/1 is in the north-west; four neighbours, no wrapping; a coast lies at the sea."""
    world = World(state_of(["E~E", "EEE", "EEE"], [("2/2", 1, "1 FU")]), no_rolls)
    corner, middle = world.cell(1, 1), world.cell(2, 2)
    assert corner is not None
    assert middle is not None
    assert corner.terrain.key == "plain"
    assert [c.at if c else None for c in corner.near] == [None, (1, 2), None, (2, 1)]
    assert [c.at for c in middle.near if c] == [(2, 1), (2, 3), (1, 2), (3, 2)]
    assert world.cell(0, 1) is None
    assert world.cell(4, 1) is None
    assert corner.coastal()
    assert middle.coastal()
    assert not any(cell.coastal() for cell in world.rows[2])


@pytest.mark.rule("K-MAP-8")
def test_the_game_master_changes_the_terrain_table() -> None:
    """Farmland that gives 9 WP does so, and the report prints the table in force."""
    setup = setup_of(["K"], [("1/1", 1, "1 FU")])
    rich = tuple(replace(t, wp=9) if t.letter == "K" else t for t in setup.rules.terrains)
    setup = replace(setup, rules=replace(setup.rules, terrains=rich))
    state = GAME.apply(None, GAME.start(setup)[0])
    assert GAME.view(state, "1").terrains == rich
    assert play(state).tribe(1).wp == 9  # type: ignore[union-attr]


@pytest.mark.rule("K-UNIT-12", "K-UNIT-13", "K-UNIT-14", "K-POSS-2")
def test_ships_in_harbour_need_no_crew_and_castles_stay() -> None:
    """Ships alone on a coast stay afloat, hold nothing and fight for nobody."""
    state = state_of(
        ["EE~", "EE~", "EEE"],
        [("1/1", 1, "2 FU"), ("2/1", 1, "5 SC"), ("2/2", 2, "1 BU 1 FU"), ("2/3", 2, "1 FU")],
    )
    assert state.place(2, 1).owner == 0
    orders = ["SEE 2 2 BURG 1 SCHIFF 1 O", "RAUB 2 2 BURG 1 N", "LAND 2 2 BURG 1 W"]
    world = world_after(state, {2: orders})
    assert results(world, 2) == ["no-ships", "no-units", "no-units"]
    after = play(state)
    assert force(after, "2/1", 1) == counts("5 SC")
    # Whoever enters takes the province without a battle; the ships perish.
    taken = play(state, {2: ["LAND 2 2 FUSS 1 N"]})
    assert taken.record is not None
    assert taken.record.battles == ()
    assert force(taken, "2/1", 1) == counts("")


@pytest.mark.rule("K-POSS-9", "K-POSS-10")
def test_nobody_owns_the_sea_and_no_province_holds_two_players() -> None:
    """Fleets of two players who are no enemies lie in one field; after battles one side is left."""
    rows = ["~EE", "EEE"]
    units = [
        ("1/1", 1, "1 FU 1 SC"),
        ("1/1", 2, "1 FU 1 SC"),
        ("2/1", 1, "3 FU"),
        ("3/1", 2, "1 FU"),
    ]
    state = state_of(rows, [*units, ("2/2", 1, "1 FU"), ("3/2", 2, "1 FU")], both=[(1, 2, 1)])
    after = play(state, {1: ["ALL 2 0", "LAND 2 1 FUSS 3 O"]})
    assert after.place(1, 1).owner == 0
    assert [f.player for f in after.place(1, 1).forces] == [1, 2]
    for place in after.places:
        holders = {f.player for f in place.forces if any(f.counts[:5])}
        assert len(holders) <= 1 or place.owner == 0
    assert (
        "belongs to 1"
        in GAME.invariants(replace(after, places=(replace(after.place(1, 1), owner=1),)))[0]
    )


@pytest.mark.rule("K-ISO-7", "K-BUILD-6", "K-SEA-4", "K-ISO-10")
def test_what_an_isolated_province_may_do() -> None:
    """NAME, ALL, SPI and VERT go; building, giving away and going to sea do not; a fleet may."""
    rows = ["ED~", "DDD", "D~D"]
    state = state_of(
        rows,
        [("1/1", 1, "2 FU"), ("2/3", 1, "1 FU 1 SC"), ("3/2", 2, "1 FU")],
        stock={1: {"wp": 20, "wood": 10}},
        both=[(1, 2, 0)],
    )
    lines = [
        "NAME 1 1 Fels",
        "ALL 2 1",
        "SPI 3 2",
        "VERT 1 1 G",
        "EIN 1 1 FUSS",
        "ABT 1 1 2",
        "SEE 1 1 FUSS 1 SCHIFF 1 O",
        "LAND 2 3 FUSS 1 N",
    ]
    world = world_after(state, {1: lines})
    assert results(world, 1) == [
        *("ok", "ok", "ok", "ok"),
        *("isolated", "isolated", "isolated", "ok@2/2"),
    ]
    fleet = world.cell(2, 3)
    assert fleet is not None
    assert not isolated(world, fleet)


@pytest.mark.rule("K-SEA-4")
def test_a_fleet_sails_once_and_not_after_a_march() -> None:
    """A second SEE is refused, and so is one of units that came by land."""
    state = state_of(["E~~", "E~~"], [("1/1", 1, "2 FU 2 SC"), ("1/2", 1, "1 FU 1 SC")])
    lines = ["SEE 1 1 FUSS 1 SCHIFF 1 O", "SEE 2 1 FUSS 1 SCHIFF 1 O", "LAND 1 1 FUSS 1 S"]
    world = world_after(state, {1: [*lines, "SEE 1 2 FUSS 1 SCHIFF 1 O"]})
    assert results(world, 1) == ["ok@2/1", "already-moved", "ok@1/2", "already-moved"]


@pytest.mark.rule("K-SEA-2", "K-SEA-6", "K-ORDER-25")
def test_a_fleet_that_comes_back_to_its_field_has_moved() -> None:
    """Out and back is a movement like any other: it has a result and is not made twice."""
    state = state_of(["E~~", "E~~"], [("2/1", 1, "2 FU 2 SC"), ("1/1", 1, "1 FU")])
    lines = ["SEE 2 1 FUSS 1 SCHIFF 1 O W", "SEE 2 1 FUSS 1 SCHIFF 1 O", "LAND 2 1 FUSS 1 W"]
    world = world_after(state, {1: lines})
    assert results(world, 1) == ["ok@2/1", "already-moved", "ok@1/1"]


@pytest.mark.rule("K-ALLY-1", "K-ALLY-3", "K-ALLY-6", "K-ALLY-8")
@pytest.mark.parametrize("status", range(6))
def test_what_each_status_allows(status: int) -> None:
    """0 blocks and may be attacked; 1 to 4 let pass and may not; 5 joins."""
    state = state_of(
        ["EEEE", "EEEE"],
        [("1/1", 1, "2 RE"), ("1/2", 1, "1 FU"), ("2/1", 2, "1 FU"), ("2/2", 2, "1 FU")],
        both=[(1, 2, status)] if status else [],
    )
    lines = ["RAUB 1 2 FUSS 1 O", "LAND 1 1 REITER 1 O O", "LAND 1 1 REITER 1 O"]
    found = results(world_after(state, {1: lines}), 1)
    if status == 0:
        assert found == ["ok@2/2", "blocked@2/1", "ok@2/1"]
    else:
        assert found == ["ally-target", "ok@3/1", "ok@2/1" if status == 5 else "ally-target"]


def test_a_status_above_5_cannot_be() -> None:
    """Nor one towards oneself."""
    setup = setup_of(["EE"], [("1/1", 1, "1 FU"), ("2/1", 2, "1 FU")])
    for wrong in (Status(1, 2, 6), Status(1, 1, 1), Status(1, 3, 1)):
        assert "status" in refused(replace(setup, statuses=(wrong,)))


@pytest.mark.rule("K-ALLY-13")
def test_a_battle_begun_is_fought_although_peace_is_made() -> None:
    """The status rises to 1 after the attack; the battle takes place."""
    state = state_of(
        ["EEE", "EEE"],
        [("1/1", 1, "4 FU"), ("1/2", 1, "1 FU"), ("2/1", 2, "1 FU"), ("3/1", 2, "1 FU")],
    )
    after = play(state, {1: ["LAND 1 1 FUSS 4 O", "ALL 2 1"], 2: ["ALL 1 1", "VERT 3 1 G"]})
    assert after.record is not None
    assert [b.at for b in after.record.battles] == [(2, 1)]
    assert GAME.view(after, "1").standings[0].in_force == 1


@pytest.mark.rule("K-MOVE-18", "K-ORDER-25", "K-ORDER-11")
def test_one_result_for_each_line_and_item() -> None:
    """The cause of the stop first, then remarks by alphabet; items for themselves."""
    state = state_of(["EE~E", "EEEE"], [("1/1", 1, "2 FU 1 BU"), ("1/2", 1, "1 FU")])
    lines = ["LAND 1 1 FUSS 9 BURG 1 SCHIFF 1 O O", "VERT 1 1 G 9 9 G 2 2 F", "LUND 1 1"]
    world = world_after(state, {1: lines})
    assert results(world, 1) == [
        "sea-step+castle-stays+fewer-units+ships-not-overland@2/1",
        "ok | off-map | not-owner",
        "unknown-order",
    ]
    assert [line.number for line in world.lines] == [1, 2, 3]


@pytest.mark.rule("K-SUPPLY-5")
@pytest.mark.parametrize(("store", "kept"), [(0, 0), (2, 2), (9, 5)])
def test_food_left_over(store: int, kept: int) -> None:
    """6 food from two farmlands, one eater: 5 are left, and lost beyond the store."""
    state = state_of(
        ["KK"], [("1/1", 1, "1 FU"), ("2/1", 1, "1 BU")], options={"store_food": store}
    )
    assert play(state).tribe(1).food == kept  # type: ignore[union-attr]


def test_orders_are_not_mixed_up_between_sheets() -> None:
    """Two sheets of two players stay with their writers."""
    state = state_of(["EE"], [("1/1", 1, "1 FU"), ("2/1", 2, "1 FU")])
    both = with_orders(state, {2: ["VERT 2 1 F"], 1: ["VERT 1 1 G"]})
    assert [(s.player, s.lines) for s in both.sheets] == [
        (1, ("VERT 1 1 G",)),
        (2, ("VERT 2 1 F",)),
    ]
    assert len(CODES) == 6

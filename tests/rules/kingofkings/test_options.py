"""Each of the 35 options, switched; and what the game master sets, changes and corrects."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest
from kok_world import (
    counts,
    do,
    fixed,
    force,
    play,
    results,
    setup_of,
    state_of,
    with_orders,
    world_after,
)

from turmwart.games.kingofkings import GAME
from turmwart.games.kingofkings import commands as cmd
from turmwart.games.kingofkings.options import (
    CHOICES,
    NAMES,
    RANGES,
    Options,
    fault_of,
    read_value,
    with_option,
)
from turmwart.games.kingofkings.points import ending
from turmwart.games.kingofkings.seafight import losses
from turmwart.games.kingofkings.state import State
from turmwart.games.kingofkings.tables import RE, SC
from turmwart.games.kingofkings.viewing import option_text
from turmwart.kernel.chance import no_rolls
from turmwart.kernel.decision import Objection
from turmwart.table.kingofkings.tables import data


@pytest.mark.rule("K-OPTION-1")
def test_options_are_those_of_the_data_file() -> None:
    """35 keys; choices and ranges as there; defaults, or else suggestions."""
    rows = data()["option"]
    assert tuple(rows) == NAMES
    assert len(NAMES) == 35
    for name, row in rows.items():
        default = getattr(Options(), name)
        expected = row.get("default", row.get("suggestion", default))
        assert default == (tuple(expected) if isinstance(expected, list) else expected), name
        assert CHOICES.get(name) == (tuple(row["values"]) if row["type"] == "choice" else None)
        assert RANGES.get(name) == (tuple(row["range"]) if row["type"] == "int" else None)
        assert read_value(name, option_text(default)) == default


@pytest.mark.parametrize("name", [*NAMES, "no_such"])
def test_what_an_option_cannot_be_is_refused(name: str) -> None:
    """With the values that can stand; as text too."""
    for wrong in ("", "xyz", -1, 10_000, (1, 2), (1, 2, 1000)):
        assert fault_of(name, wrong)
        with pytest.raises(ValueError, match=name):
            with_option(Options(), name, wrong)
    with pytest.raises(ValueError, match=name):
        read_value(name, "no such value")


ONE = [("1/1", 1, "1 FU")]
PAIR = [("1/1", 1, "1 FU"), ("2/1", 2, "1 FU")]
OWN = [("1/1", 1, "1 FU"), ("2/1", 1, "1 FU")]


def _mode(o: dict[str, Any]) -> Any:
    state = state_of(["EEEE"], [("1/1", 1, "1 FU"), ("4/1", 2, "1 FU")], options=o)
    return [(s.x, s.owner) for s in GAME.view(state, "1").fields]


def _limit(o: dict[str, Any]) -> Any:
    return results(world_after(state_of(["E"], ONE, options=o), {1: ["VERT 1 1 G"] * 3}), 1)


def _general(o: dict[str, Any]) -> Any:
    stock = {1: {"vp": 10}}
    state = state_of(["EE"], [("1/1", 1, "1 FU 1 GE"), ("2/1", 1, "1 FU")], options=o, stock=stock)
    return results(world_after(state, {1: ["EIN 1 1 GENERAL 2 1 GENERAL"]}), 1)


def _home(o: dict[str, Any]) -> Any:
    state = state_of(
        ["EEE"], [("1/1", 1, "2 FU"), ("2/1", 1, "1 FU")], options=o, stock={1: {"wp": 9}}
    )
    return results(world_after(state, {1: ["LAND 1 1 FUSS 1 O O", "EIN 3 1 FUSS"]}), 1)


def _stores(o: dict[str, Any]) -> Any:
    stock = {1: {"wp": 50, "wood": 50, "food": 5}}
    tribe = play(
        state_of(["KK"], [("1/1", 1, "1 FU"), ("2/1", 1, "1 BU")], options=o, stock=stock)
    ).tribes[0]
    return tribe.wp, tribe.wood, tribe.food


def _points(o: dict[str, Any]) -> Any:
    state = state_of(
        ["KKE", "~~E"], [("1/1", 1, "2 FU"), ("2/1", 1, "1 FU"), ("3/1", 2, "1 FU")], options=o
    )
    after = play(state, {1: ["LAND 1 1 U FUSS 1 O O"]}, fixed(1, 100))
    return [s.points for s in after.record.statistics] if after.record else None


def _spies(o: dict[str, Any]) -> Any:
    state = state_of(["EE"], ONE, options=o, stock={1: {"wp": 5}})
    return results(world_after(state, {1: ["SPI 1 1 2 1"]}), 1)


def _end(o: dict[str, Any]) -> Any:
    return [ending(replace(Options(), **o), r, {1: vp}) for r, vp in ((20, 0), (3, 99), (3, 150))]


def _entry(o: dict[str, Any]) -> Any:
    return results(
        world_after(
            state_of(["EH"], [("1/1", 1, "2 FU 1 GE")], options=o), {1: ["LAND 1 1 FUSS 1 O"]}
        ),
        1,
    )


def _castle(o: dict[str, Any]) -> Any:
    state = state_of(
        ["EE", "EE"],
        [("1/1", 1, "3 FU"), ("1/2", 1, "1 FU"), ("2/1", 2, "1 BU"), ("2/2", 2, "1 FU")],
        options=o,
    )
    after = play(state, {1: ["LAND 1 1 FUSS 3 O"]}, fixed(100, 100, 100, 100))
    return [s.chance for s in after.record.battles[0].rounds[0].shots] if after.record else None


def _siege(o: dict[str, Any]) -> Any:
    return force(play(state_of(["3"], [("1/1", 1, "4 FU")], options=o)), "1/1", 1)


def _landing(o: dict[str, Any]) -> Any:
    state = state_of(
        ["~EE"], [("1/1", 1, "3 FU 3 SC"), ("2/1", 2, "1 FU"), ("3/1", 2, "1 FU")], options=o
    )
    after = play(state, {1: ["LAND 1 1 G FUSS 3 SCHIFF 3 O"]}, fixed(1))
    return after.record.battles[0].tactics if after.record else None


def _rounding(o: dict[str, Any]) -> Any:
    rounding = o.get("sea_loss_rounding", "half_up")
    return losses([*counts("3 FU")], 4, 1, rounding), losses([*counts("1 FU")], 4, 3, rounding)


def _admiral(o: dict[str, Any]) -> Any:
    state = state_of(["~~"], [("1/1", 1, "1 GE 1 SC"), ("2/1", 2, "1 FU 1 SC")], options=o)
    world = world_after(state, {1: ["SEE 1 1 GE 1 SC 1 O"]}, roll=fixed(70, 1, 1))
    return [r.chance for r in world.sea_battles[0].rolls]


def _crew(o: dict[str, Any]) -> Any:
    return force(
        play(state_of(["~E"], [("1/1", 1, "1 FU 4 SC"), ("2/1", 1, "1 FU")], options=o)), "1/1", 1
    )[SC]


def _placed(o: dict[str, Any]) -> Any:
    state = state_of(["EE"], OWN, options=o, stock={1: {"wp": 6}})
    return results(world_after(state, {1: ["EIN 1 1 FUSS", "LAND 1 1 FUSS 1 O"]}), 1)


def _allied(o: dict[str, Any]) -> Any:
    state = state_of(["EE"], PAIR, options=o)
    world = world_after(state, {1: ["ALL 2 1"], 2: ["VERT 2 1 G"]})
    return world.in_force(1, 2), world.in_force(2, 1)


def _overstep(o: dict[str, Any]) -> Any:
    world = world_after(state_of(["EE"], PAIR, options=o), {1: ["ALL 2 4"]})
    return world.status.get((1, 2), 0)


def _timing(o: dict[str, Any]) -> Any:
    state = state_of(
        ["EEE"],
        [("1/1", 1, "1 FU"), ("2/1", 1, "2 FU"), ("3/1", 2, "1 FU")],
        options=o,
        both=[(1, 2, 1)],
    )
    return results(world_after(state, {1: ["ALL 2 0", "LAND 2 1 FUSS 1 O"]}), 1)


def _passage(o: dict[str, Any]) -> Any:
    two = state_of(
        ["EEE", "EEE"], [("1/1", 1, "3 FU"), ("1/2", 1, "1 FU"), ("2/1", 2, "1 FU")], options=o
    )
    return results(world_after(two, {1: ["LAND 1 1 FUSS 2 O O"]}), 1)


def _neutral(o: dict[str, Any]) -> Any:
    state = state_of(["EEE"], OWN, options=o)
    return results(world_after(state, {1: ["RAUB 2 1 FUSS 1 O"]}), 1)


def _vert(o: dict[str, Any]) -> Any:
    return (
        play(
            state_of(["EE"], OWN, options=o),
            {1: ["VERT 1 1 G"]},
        )
        .place(1, 1)
        .tactic
    )


def _morale(o: dict[str, Any]) -> Any:
    state = state_of(["EE"], OWN, options=o)
    state = replace(state, tribes=(replace(state.tribes[0], morale=4),))
    after = play(state)
    return after.record.statistics[0].morale if after.record else None


def _rotation(o: dict[str, Any]) -> Any:
    state = state_of(["EE"], PAIR, options=o, round_number=2)
    world = world_after(state, {1: ["VERT 1 1 G"], 2: ["VERT 2 1 G"]})
    return [line.player for line in world.lines]


def _npc(o: dict[str, Any]) -> Any:
    state = state_of(
        ["KE~3"], [("1/1", 1, "1 FU"), ("4/1", 2, "2 FU"), ("2/1", 1, "1 FU")], options=o, npc=[2]
    )
    after = play(state)
    return [s.points for s in after.record.statistics] if after.record else None


SWITCHED: list[tuple[str, Any, Any, Any, Any]] = [
    ("report_mode", "zine", _mode, [(1, 1), (2, 0)], [(1, 1), (4, 2)]),
    ("orders_per_round", 1, _limit, ["ok"] * 3, ["limit-orders", "limit-orders", "ok"]),
    ("max_generals", 1, _general, ["ok | no-general-due"], ["no-general-due | no-general-due"]),
    ("vp_per_general", 11, _general, ["ok | no-general-due"], ["no-general-due | no-general-due"]),
    ("home_builds_only", True, _home, ["ok@3/1", "ok"], ["ok@3/1", "not-home"]),
    ("store_wp", 50, _stores, (11, 9, 0), (56, 9, 0)),
    ("store_wood", 20, _stores, (11, 9, 0), (11, 20, 0)),
    ("store_food", 7, _stores, (11, 9, 0), (11, 9, 7)),
    ("vp_points_troops", (9, 5, 1), _points, None, 0),
    ("vp_points_provinces", (9, 5, 1), _points, None, 1),
    ("vp_points_morale", (9, 5, 1), _points, None, 2),
    ("vp_points_wp", (9, 5, 1), _points, None, 3),
    ("spy_actions_total", 1, _spies, ["ok | ok"], ["ok | limit-spi"]),
    ("end_by", "points", _end, [True, False, False], [False, False, True]),
    ("end_rounds", 3, _end, [True, False, False], [True, True, True]),
    ("move_entry", "full_cost", _entry, ["ok@2/1"], ["exhausted"]),
    ("castle_hit_bonus", 0, _castle, [15, 15, 15, 55], [15, 15, 15, 50]),
    ("siege_mode", "none", _siege, counts("3 FU"), counts("4 FU")),
    ("siege_amount", 3, _siege, counts("3 FU"), counts("1 FU")),
    ("landing_tactic", "order_or_T", _landing, "FT", "GT"),
    ("sea_general_bonus", True, _admiral, [66, 66], [76, 66]),
    ("crew_rule", False, _crew, 2, 4),
    ("place_and_move", False, _placed, ["ok", "ok@2/1"], ["ok", "already-moved"]),
    ("ally_view", "own", _allied, (0, 0), (1, 0)),
    ("ally_overstep", "reject", _overstep, 1, 0),
    ("ally_timing", "next_round", _timing, ["ok", "ok@3/1"], ["ok", "ally-target"]),
    ("passage_counts", "standing_and_moving", _passage, ["blocked@2/1"], ["ok@3/1"]),
    ("raid_neutral", False, _neutral, ["ok@3/1"], ["neutral-target"]),
    ("vert_persist", False, _vert, "G", "T"),
    ("morale_scope", "game", _morale, 0, 4),
    ("order_rotation", "rotate", _rotation, [1, 2], [2, 1]),
]
"""Option, value, what is looked at, what it is by default, what it is then."""


@pytest.mark.parametrize(
    ("name", "value", "look", "before", "after"),
    SWITCHED,
    ids=lambda v: v if isinstance(v, str) else "",
)
def test_the_option_makes_this_difference(
    name: str, value: Any, look: Any, before: Any, after: Any
) -> None:
    """As listed; for points, the category named gives 9 instead of 3 to the first place."""
    if name.startswith("vp_points"):
        first, then = look({}), look({name: value})
        for one, other in zip(first, then, strict=True):
            for n, points in enumerate(one):
                wanted = {3: 9, 2: 5, 1: 1, 0: 0}[points] if n == after else points
                assert other[n] == wanted
        assert any(points[after] == 3 for points in first)
        return
    if name.startswith("end_"):
        assert [over for over, _ in look({})] == before
        assert [over for over, _ in look({name: value})] == after
        return
    assert look({}) == before
    assert look({name: value}) == after


def test_the_remaining_options() -> None:
    """End by points, percent of a siege, rounding aboard, ranking of NPC and of 0."""
    by_points = {"end_by": "points", "end_points": 50}
    assert [over for over, _ in _end(by_points)] == [False, True, True]
    assert _siege({"siege_mode": "percent", "siege_amount": 50}) == counts("2 FU")
    assert _rounding({})[0] == [*counts("2 FU")]
    assert _rounding({"sea_loss_rounding": "down"}) == ([*counts("3 FU")], [*counts("1 FU")])
    assert _rounding({"sea_loss_rounding": "up"})[1] == [*counts("")]
    assert _npc({}) == [(3, 3, 0, 3), (0, 0, 0, 0)]
    assert _npc({"npc_ranked": True}) == [(3, 3, 0, 2), (2, 2, 0, 3)]
    assert _points({"vp_needs_positive": False})[1][2] > _points({})[1][2]


@pytest.mark.rule("K-OPTION-3")
def test_a_later_change_is_an_event_and_stands_in_the_next_report() -> None:
    """Not in the one after that."""
    state = do(state_of(["EE"], OWN), cmd.SetOption("store_wp", "7"))
    assert state.options.store_wp == 7
    after = play(state)
    told = [one.what for one in GAME.view(after, "1").corrections]
    assert told == ["kingofkings.correction.option"]
    assert GAME.view(play(after), "1").corrections == ()
    wrong = GAME.decide(state, cmd.SetOption("store_wp", "many"), no_rolls)
    assert isinstance(wrong, Objection)


@pytest.mark.rule("K-OPTION-4")
def test_a_game_starts_from_what_the_setup_says() -> None:
    """Positions, units, stocks and names; what cannot be is refused with its place."""
    state = state_of(["EE"], [("1/1", 1, "2 FU 1 GE"), ("2/1", 2, "1 RE")], stock={1: {"wp": 4}})
    assert force(state, "1/1", 1) == counts("2 FU 1 GE")
    assert (state.tribes[0].wp, state.tribes[1].wp) == (4, 0)
    for units, said in (
        ([("3/1", 1, "1 FU")], "outside"),
        ([("1/1", 1, "1 FU"), ("1/1", 2, "1 FU")], "two tribes"),
        ([("1/1", 1, "2 BU")], "castle"),
    ):
        with pytest.raises(ValueError, match=said):
            GAME.start(setup_of(["EE"], units))


@pytest.mark.rule("K-OPTION-5")
def test_a_tribe_that_nobody_plays_defends_itself_and_obeys_the_game_master() -> None:
    """Without orders it stands with T; a sheet for it is carried out; a dropped player is one."""
    units = [("1/1", 1, "1 FU"), ("1/2", 1, "1 FU"), ("2/1", 2, "2 FU"), ("3/1", 2, "1 FU")]
    state = do(state_of(["EEE", "EEE"], units), cmd.DropTribe(2))
    assert state.tribes[1].npc
    after = play(state, {1: ["LAND 1 1 AT O"]}, fixed(100))
    assert after.record is not None
    assert after.record.battles[0].tactics == "TT"
    assert results(play(state, {2: ["VERT 2 1 G"]}), 2) == ["ok"]


@pytest.mark.rule("K-ORDER-15", "K-REPORT-10")
def test_tribes_join_units_are_corrected_and_names_replaced() -> None:
    """Each with its reason in the next report, to those concerned."""
    state = state_of(["EEE~"], OWN)
    state = do(state, cmd.AddTribe(7, "Olga", 3, 1))
    state = do(state, cmd.CorrectUnits(3, 1, 7, "RE", 2, "forgotten"))
    state = do(state, cmd.CorrectStock(7, "wp", 12, "start"))
    state = do(state, cmd.Rename(0, 0, 1, "Harald", "did not fit"))
    state = do(state, cmd.Rename(1, 1, 1, "Haithabu", "did not fit"))
    assert force(state, "3/1", 7)[RE] == 2
    assert (state.tribes[0].leader, state.tribes[1].wp) == ("Harald", 12)
    assert state.place(1, 1).name == "Haithabu"
    kinds = [one.what.rsplit(".", 1)[1] for one in GAME.view(state, "7").corrections]
    assert kinds == ["joined", "units", "stock", "leader"]
    kinds = [one.what.rsplit(".", 1)[1] for one in GAME.view(state, "1").corrections]
    assert kinds == ["joined", "leader", "province"]
    nobodys = do(state_of(["EEE~"], OWN), cmd.Rename(3, 1, 1, "Einsam", "did not fit"))
    for seat in ("1", None):
        assert GAME.view(nobodys, seat).corrections == ()


@pytest.mark.rule("K-ORDER-15")
@pytest.mark.parametrize(
    "command",
    [
        cmd.AddTribe(1, "X", 3, 1),
        cmd.AddTribe(8, "X", 1, 1),
        cmd.AddTribe(8, "X", 4, 1),
        cmd.AddTribe(8, "X\nY", 3, 1),
        cmd.AddTribe(8, "", 3, 1),
        cmd.DropTribe(9),
        cmd.CorrectUnits(9, 9, 1, "FU", 1, ""),
        cmd.CorrectUnits(1, 1, 1, "BU", 2, ""),
        cmd.CorrectUnits(1, 1, 1, "XX", 1, ""),
        cmd.CorrectUnits(1, 1, 1, "SC", 1, ""),
        cmd.CorrectUnits(2, 1, 1, "FU", 1, ""),
        cmd.CorrectStock(1, "gold", 1, ""),
        cmd.CorrectStock(1, "wp", -1, ""),
        cmd.Rename(1, 1, 1, "1234", ""),
        cmd.Rename(1, 1, 1, "Haus\nHof", ""),
        cmd.Rename(4, 1, 1, "Seeburg", ""),
        cmd.Rename(0, 0, 9, "Olaf", ""),
        cmd.HandIn(9, ""),
        cmd.ConfirmLine(1, 1),
    ],
    ids=lambda c: type(c).__name__,
)
def test_what_cannot_be_is_refused_and_changes_nothing(command: Any) -> None:
    """An objection with a rule and a text, not to be waived."""
    state: State = state_of(["EEE~"], PAIR)
    refused = GAME.decide(state, command, no_rolls)
    assert isinstance(refused, Objection)
    assert not refused.waivable
    assert refused.rule.startswith("K-")


def test_every_option_is_switched_here() -> None:
    """31 in the table, the rest in one test."""
    listed = {name for name, *_ in SWITCHED}
    rest = {"end_points", "sea_loss_rounding", "vp_needs_positive", "npc_ranked"}
    assert listed | rest == {field.name for field in fields(Options)}
    assert with_orders(state_of(["E"], ONE), {}).sheets == ()

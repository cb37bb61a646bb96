"""Compact kinds of battles; each gathers, throws and settles by the rules."""

from __future__ import annotations

from typing import Any

from turmwart.games.wallenstein.board import BUILDINGS, Board
from turmwart.games.wallenstein.commands import ReportThrow, RevealPlan
from turmwart.games.wallenstein.events import BattleBegan, BattleSettled
from turmwart.games.wallenstein.state import TILES, Gathering, State
from turmwart.kernel.cubes import Cubes
from turmwart.table.scenarios.run import Refused, Unsound
from turmwart.table.scenarios.values import Either, Reader, shown
from turmwart.table.scenarios.wallenstein.board import learn_event, learn_province, open_board
from turmwart.table.scenarios.wallenstein.described import described, owner_said
from turmwart.table.scenarios.wallenstein.fight import Fight, begin_fight, fight_position
from turmwart.table.scenarios.wallenstein.position import Position, actions_first
from turmwart.table.scenarios.wallenstein.run import Run
from turmwart.table.scenarios.wallenstein.seats import GREEN, Seats

TYPES = ("player", "neutral", "revolt", "famine")


def battle(given: Reader) -> dict[str, Any]:
    """A whole battle: what goes in, what falls, who wins, where every cube goes."""
    seats, fight, board = _read(given)
    run = Run(fight_position(seats, fight, board).state())
    before = run.state
    begin_fight(run, fight)
    began = run.newest(BattleBegan)
    if began is None:
        raise Unsound("scenario.reason.no_battle")
    gathered = began.battle
    if gathered.thrown != fight.thrown:
        raise given.fault(
            "thrown",
            "scenario.not_thrown",
            found=shown(gathered.thrown.as_dict()),
            said=shown(fight.thrown.as_dict()),
        )
    moved = given.whole_or_none("armies_moved")
    if moved is not None:
        sent = from_place(gathered.gathered, f"province:{gathered.source}").total
        if moved != sent:
            raise given.fault("armies_moved", "scenario.not_so", found=moved, known=sent)
    found: dict[str, Any] = {
        "from_supply": seats.counted(from_place(gathered.gathered, "supply").as_dict()),
        "thrown": seats.counted(gathered.thrown.as_dict()),
        "farmers_missing": gathered.farmers_missing,
        "objection": None,
    }
    try:
        run.do(ReportThrow(fight.fallen))
    except Refused as refused:
        if refused.objection.rule != "W-CUBE-5":
            raise
        return {**found, "objection": refused.objection.rule}
    settled = run.newest(BattleSettled)
    if settled is None:
        raise Unsound("scenario.reason.not_settled")
    return {**found, **described(seats, run.state, settled.record), **_moved(seats, before, run)}


def _moved(seats: Seats, before: State, run: Run) -> dict[str, Any]:
    """Where cubes, card and income went in the course of the battle."""
    settled = run.newest(BattleSettled)
    assert settled is not None
    province = settled.record.battle.province
    inside, left = before.ledger.at("tower"), run.state.ledger.at("tower")
    change = {c: left[c] - inside[c] for c in sorted({*inside, *left})}
    was, now = before.card_place(province), run.state.card_place(province)
    card: Any = None
    if was != now:
        card = {"from": _card(seats, was), "to": _card(seats, now)}
    defender = settled.record.battle.defender
    kept = 0
    if settled.record.battle.kind == "revolt":
        one, two = before.player(defender), run.state.player(defender)
        kept = two.thalers - one.thalers + two.grain - one.grain
    return {
        "tower_change": seats.counted(change),
        "tower_after": seats.counted(left.as_dict()),
        "tray_after": seats.counted(run.state.ledger.at("tray").as_dict()),
        "card": card,
        "income_kept": kept,
    }


def _card(seats: Seats, place: str) -> Either:
    return owner_said(seats, place) if place in seats.ids else Either((place,))


def from_place(gathered: tuple[Gathering, ...], place: str) -> Cubes:
    return Cubes.sum(part.cubes for part in gathered if part.place == place)


def _read(given: Reader) -> tuple[Seats, Fight, Board]:
    kind = given.word("type", TYPES)
    sides = [given.text("attacker")] if kind in ("player", "neutral") else []
    sides += [given.text("defender")] if kind != "neutral" else []
    for optional in ("attacker", "defender"):
        if optional in given and given.text(optional) not in (*sides, GREEN, "farmers", "neutral"):
            raise given.fault(optional, "scenario.no_side", found=given.text(optional), kind=kind)
    keys = ("thrown", "tray_before", "fallen", "tower_before", "supply")
    parts = {key: given.reader(key) for key in keys}
    named = [*sides, *(key for part in parts.values() for key in part.keys)]
    count = given.whole_or_none("players", 3, 5)
    seats = Seats.named(named, count, given.at, given.where)
    attacker = seats.of(sides[0], given.at, given.where) if kind in ("player", "neutral") else ""
    defender = seats.of(sides[-1], given.at, given.where) if kind != "neutral" else ""
    cubes = {key: seats.cubes(part) for key, part in parts.items()}
    province = given.text("province", "vogtland")
    fight = Fight(
        kind,
        province,
        attacker,
        defender,
        thrown=cubes["thrown"],
        tray=cubes["tray_before"],
        fallen=cubes["fallen"],
        tower=cubes["tower_before"] if "tower_before" in given else None,
        source=given.text("from", "") if kind in ("player", "neutral") else "",
        markers=given.whole("revolt_markers", 0, 0, 42),
        buildings=given.words("buildings", BUILDINGS),
        tiles=_tiles(given, seats, attacker, defender),
        supplies={
            seats.cube_colour(key, given.at, parts["supply"].where): parts["supply"].whole(key)
            for key in parts["supply"].keys
        },
    )
    board = learn_event(open_board(), given, "event")
    board = learn_province(board, province)
    if kind in ("player", "neutral"):
        fight.action = given.word("action", ("move_a", "move_b"), "move_a")
    if kind == "revolt":
        fight.action = given.word("action", ("collect_tax", "collect_grain"), "collect_tax")
        income = given.whole("income_taken", 4)
        what = "tax" if fight.action == "collect_tax" else "grain"
        board = learn_province(board, province, **{what: income})
    if kind == "famine":
        fight.extra_farmers = given.whole_or_none("extra_farmers")
    return seats, fight, board


def _tiles(given: Reader, seats: Seats, attacker: str, defender: str) -> dict[str, str]:
    tiles: dict[str, str] = {}
    tile = given.word("bonus_tile", TILES, "")
    if tile:
        tiles[defender if tile == "plus_1_defence" or not attacker else attacker] = tile
    part = given.reader("bonus_tiles")
    for key in part.keys:
        tiles[seats.of(key, part.at, part.where)] = part.word(key, TILES)
    return tiles


def revolt_throw(given: Reader) -> dict[str, Any]:
    """Whether a collection causes a revolt, what is thrown, and what each end leaves."""
    action = given.word("action", ("collect_tax", "collect_grain"))
    province = given.text("province")
    what = "tax" if action == "collect_tax" else "grain"
    board = learn_event(open_board(), given, "event")
    board = learn_province(board, province, **{what: given.whole(f"printed_{what}", 4)})
    player = [given.text("player")] if "player" in given else []
    tray_part, tower_part = given.reader("tray_before"), given.reader("tower_before")
    named = [*player, *tray_part.keys, *tower_part.keys]
    seats = Seats.named(named, None, given.at, given.where)
    actor = seats.ids[0]
    position = Position(seats, board, actions=actions_first(action), event="event_1")
    position.tray, position.tower = seats.cubes(tray_part), seats.cubes(tower_part)
    stand = position.own(province, actor, given.whole("armies_in_province", least=1, most=62))
    stand.markers = given.whole("revolt_markers", 0, 0, 42)
    stand.buildings = given.words("buildings", BUILDINGS)
    state = position.state()
    run = Run(state)
    run.do(RevealPlan(actor, province))
    began = run.newest(BattleBegan)
    if began is None:
        return {"revolt": False, "revolt_markers_after": run.state.province(province).markers}
    thrown, colour = began.battle.thrown, seats.colour(actor)
    whole_tray = began.battle.tray == state.ledger.at("tray")
    tray: Any = seats.counted(began.battle.tray.as_dict())
    return {
        "revolt": True,
        "throw": {
            "player_armies": thrown[colour],
            "farmers": thrown[GREEN],
            "tray": Either((tray, "all")) if whole_tray else tray,
        },
        "if_player_wins": _ending(run.state, thrown.only(colour), actor, province),
        "if_farmers_win": _ending(run.state, Cubes(), actor, province),
    }


def _ending(state: State, fallen: Cubes, actor: str, province: str) -> dict[str, Any]:
    run = Run(state)
    run.do(ReportThrow(fallen))
    after = run.state.province(province)
    return {
        "keeps_province": after.owner == actor,
        "revolt_markers": after.markers,
        "armies_in_province": run.state.armies(province),
    }

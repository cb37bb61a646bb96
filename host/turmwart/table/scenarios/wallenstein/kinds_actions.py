"""Compact kinds of the ten actions; each runs the rules on a small position."""

from __future__ import annotations

from typing import Any

from turmwart.games.wallenstein.board import BUILDINGS
from turmwart.games.wallenstein.commands import ReportThrow, RevealPlan
from turmwart.games.wallenstein.events import (
    BattleBegan,
    BattleSettled,
    Built,
    GrainCollected,
    Recruited,
    TaxCollected,
)
from turmwart.games.wallenstein.state import BUILDINGS_TOTAL, TILES
from turmwart.table.scenarios.run import Unsound
from turmwart.table.scenarios.values import Reader
from turmwart.table.scenarios.wallenstein.board import learn_event, learn_province, open_board
from turmwart.table.scenarios.wallenstein.position import (
    AMPLE,
    Position,
    actions_first,
)
from turmwart.table.scenarios.wallenstein.run import Run
from turmwart.table.scenarios.wallenstein.seats import Seats, player_of

COLLECTING = ("collect_tax", "collect_grain")
RECRUITING = ("recruit_5", "recruit_3", "recruit_1_move")


def income(given: Reader) -> dict[str, Any]:
    """What a collection brings: printed, after the event, gained."""
    action = given.word("action", COLLECTING)
    what = "tax" if action == "collect_tax" else "grain"
    run, _ = _collecting(given, action, given.whole(f"printed_{what}"))
    gained = _collected(run)
    return {
        "printed": gained.printed,
        "after_event": gained.after_event,
        "thalers_gained": gained.gained if what == "tax" else 0,
        "grain_gained": gained.gained if what == "grain" else 0,
        "revolt": bool(run.happened(BattleBegan)),
    }


def collect(given: Reader) -> dict[str, Any]:
    """Whether a collection causes a revolt, and the markers after it."""
    action = given.word("action", COLLECTING)
    what = "tax" if action == "collect_tax" else "grain"
    printed = given.whole(f"printed_{what}", 4)
    run, province = _collecting(given, action, printed)
    gained = _collected(run)
    revolt = bool(run.happened(BattleBegan))
    found: dict[str, Any] = {
        "revolt": revolt,
        "thalers_gained": gained.gained if what == "tax" else 0,
        "grain_gained": gained.gained if what == "grain" else 0,
    }
    if not revolt:
        return {**found, "revolt_markers_after": run.state.province(province).markers}
    if "fallen" in given:
        seats = Seats.named(player_of(given), 4, given.at, given.where)
        run.do(ReportThrow(seats.cubes(given.reader("fallen"))))
        settled = run.newest(BattleSettled)
        if settled is None:
            raise Unsound("scenario.reason.not_settled")
        found["outcome"] = settled.record.outcome
        found["keeps_province"] = run.state.province(province).owner == seats.ids[0]
        found["revolt_markers_after"] = run.state.province(province).markers
    return found


def _collecting(given: Reader, action: str, printed: int) -> tuple[Run, str]:
    """A run in which the first player has just collected."""
    province = given.text("province")
    board = learn_event(open_board(), given, "event")
    what = "tax" if action == "collect_tax" else "grain"
    board = learn_province(board, province, **{what: printed})
    seats = Seats.named(player_of(given), 4, given.at, given.where)
    actor = seats.ids[0]
    position = Position(seats, board, actions=actions_first(action))
    position.event = "event_1"
    stand = position.own(province, actor, given.whole("armies_in_province", 3, 1, 60))
    stand.markers = given.whole("revolt_markers", 0, 0, 42)
    position.holding(actor).tile = given.word("bonus_tile", TILES, "")
    run = Run(position.state())
    run.do(RevealPlan(actor, province))
    return run, province


def _collected(run: Run) -> TaxCollected | GrainCollected:
    gained: TaxCollected | GrainCollected | None = run.newest(TaxCollected)
    gained = gained or run.newest(GrainCollected)
    if gained is None:
        raise Unsound("scenario.reason.not_collected")
    return gained


def build(given: Reader) -> dict[str, Any]:
    """Which buildings may be built in a province."""
    province = given.text("province")
    sites = given.whole("sites", least=1, most=3)
    standing = given.words("buildings", BUILDINGS)
    thalers = given.whole("thalers", AMPLE)
    markers = given.whole("revolt_markers", 0)
    left = given.reader("stock")
    stock = {kind: left.whole(kind, most=28) for kind in BUILDINGS if kind in left}
    legal: dict[str, bool] = {}
    paid: dict[str, int] = {}
    free = 0
    for kind in BUILDINGS:
        seats = Seats.named(player_of(given), 4, given.at, given.where)
        actor = seats.ids[0]
        board = learn_province(open_board(), province, sites=sites)
        position = Position(seats, board, actions=actions_first(f"build_{kind}"))
        stand = position.own(province, actor)
        stand.buildings, stand.markers = standing, markers
        position.holding(actor).thalers = thalers
        _use_up(position, stock, standing)
        run = Run(position.state())
        free = (run.state.facts(province).sites or 0) - len(run.state.province(province).buildings)
        run.do(RevealPlan(actor, province))
        legal[kind] = bool(run.happened(Built))
        paid[kind] = thalers - run.state.player(actor).thalers
    return {"free_sites": free, "legal": legal, "paid": paid}


def _use_up(position: Position, stock: dict[str, int], standing: tuple[str, ...]) -> None:
    """Let all buildings of a kind but those in ``stock`` stand in other players' provinces."""
    owner = position.seats.ids[1]
    for kind, left in stock.items():
        away = BUILDINGS_TOTAL[kind] - left - (1 if kind in standing else 0)
        if away < 0:
            raise Unsound(
                "scenario.reason.only", "stock", kind, total=BUILDINGS_TOTAL[kind], what=kind
            )
        here = [p for p in position.stands if position.stands[p].owner == owner]
        for province in (here + position.spare(max(0, away - len(here))))[:away]:
            stand = position.own(province, owner)
            stand.buildings = (*stand.buildings, kind)


def recruit(given: Reader) -> dict[str, Any]:
    """What recruiting makes of each case: one of ``cases``, or the case itself."""
    if "cases" not in given:
        found = _recruit(given)
        return {**found, "results": [found]}
    return {"results": [_recruit(case) for case in given.readers("cases")]}


def _recruit(case: Reader) -> dict[str, Any]:
    action = case.word("action", RECRUITING)
    province = case.text("province", "vogtland")
    board = learn_province(learn_event(open_board(), case, "event"), province)
    seats = Seats.named(player_of(case), 4, case.at, case.where)
    actor = seats.ids[0]
    position = Position(seats, board, actions=actions_first(action), event="event_1")
    before = case.whole("armies_in_province", 1, 1, 62)
    position.own(province, actor, before)
    position.holding(actor).thalers = case.whole("thalers", AMPLE)
    position.holding(actor).tile = case.word("bonus_tile", TILES, "")
    supply = case.whole_or_none("supply", most=62)
    if supply is not None:
        position.supplies[seats.colour(actor)] = supply
    run = Run(position.state())
    run.do(RevealPlan(actor, province, without_tile=case.flag("without_tile", False)))
    return {
        "executed": bool(run.happened(Recruited)),
        "thalers": run.state.player(actor).thalers,
        "placed": run.state.armies(province) - before,
        "supply": run.state.supply(actor),
        "armies_in_province": run.state.armies(province),
    }

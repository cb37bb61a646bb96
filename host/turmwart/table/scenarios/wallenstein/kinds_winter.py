"""Compact kinds of winter: grain loss, famine, scoring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from turmwart.games.wallenstein.board import BUILDINGS, Board
from turmwart.games.wallenstein.commands import RevealPlan
from turmwart.games.wallenstein.events import BattleBegan, FamineCardsDrawn, GrainLost
from turmwart.games.wallenstein.scoring import VALUES
from turmwart.games.wallenstein.state import Score
from turmwart.table.scenarios.run import Unsound
from turmwart.table.scenarios.values import Either, Reader, whole
from turmwart.table.scenarios.wallenstein.board import (
    learn_famine,
    learn_province,
    learn_region,
    open_board,
)
from turmwart.table.scenarios.wallenstein.fight import starve
from turmwart.table.scenarios.wallenstein.position import Position
from turmwart.table.scenarios.wallenstein.run import Run
from turmwart.table.scenarios.wallenstein.seats import GREEN, Seats
from turmwart.table.scenarios.wallenstein.winter import autumn_ends

KIND_OF = {points: kind for kind, points in VALUES.items()}


def _into_winter(position: Position) -> Run:
    run = Run(position.state())
    for seat in run.state.order[run.state.turn :]:
        run.do(RevealPlan(seat, "money"))
    return run


def grain_loss(given: Reader) -> dict[str, Any]:
    """Every player's grain after the loss."""
    card = given.reader("card")
    loss = card.whole("grain_loss")
    part = given.reader("grain_before")
    seats = Seats.named(part.keys, None, part.at, part.where)
    position = Position(seats, open_board())
    for key in part.keys:
        position.holding(seats.of(key, part.at, part.where)).grain = part.whole(key)
    autumn_ends(position, loss)
    lost = _into_winter(position).newest(GrainLost)
    if lost is None:
        raise Unsound("scenario.reason.no_loss")
    return {"grain_after": seats.said(dict(lost.grain)), "loss": lost.loss}


def famine(given: Reader) -> dict[str, Any]:
    """Shortage, provinces in revolt and the throw of the first of them."""
    drawn = given.text("drawn", "anhalt")
    owned, grain = _hunger(given)
    player = [given.text("player")] if "player" in given else []
    seats = Seats.named(player, None, given.at, given.where)
    hungry = seats.ids[0]
    position = Position(
        seats, _famine_table(given, learn_province(open_board(), drawn), owned - grain)
    )
    armies = given.whole("armies_in_province", 3, 1, 62)
    stand = position.own(drawn, hungry, armies)
    stand.markers = given.whole("revolt_markers_on_drawn_province", 0, 0, 42)
    for province in position.spare(owned - 1):
        position.own(province, hungry)
    autumn_ends(position)
    position.holding(hungry).grain = grain
    run = _into_winter(position)
    shortage = next((s for s in run.state.shortages if s.seat == hungry), None)
    if shortage is None:
        return {"shortage": 0, "provinces_in_revolt": 0, "farmers_thrown": 0, "armies_thrown": 0}
    others = [p.id for p in run.state.owned(hungry) if p.id != drawn]
    starve(run, hungry, (drawn, *others)[: min(shortage.provinces, owned)])
    cards, began = run.newest(FamineCardsDrawn), run.newest(BattleBegan)
    if began is None:
        raise Unsound("scenario.reason.no_famine")
    thrown = began.battle.thrown
    total = thrown[seats.colour(hungry)]
    left = run.state.left_neighbour(hungry)
    by: Any = "-" if cards is None else seats.say(cards.drawn_by)
    if cards is None or cards.drawn_by == left:
        by = Either(("left_neighbour", by))
    return {
        "shortage": shortage.shortage,
        "provinces_in_revolt": min(shortage.provinces, owned),
        "card_drawn_by": by,
        "farmers_thrown": thrown[GREEN],
        "armies_thrown": Either((total, "all_in_province")) if total == armies else total,
    }


def _famine_table(given: Reader, board: Board, shortage: int) -> Board:
    """The board with the row that is given; without one, with its own rows.

    Raises:
        Fault: a row for another shortage than there is.
    """
    if "famine_row" not in given:
        return board
    row = given.reader("famine_row")
    short, revolts = row.whole("short", least=1), row.whole("provinces")
    extra = row.whole("extra_farmers")
    if 0 < shortage != short:
        raise row.fault("short", "scenario.not_so", found=short, known=shortage)
    return learn_famine(board, short, provinces=revolts, extra_farmers=extra)


def _hunger(given: Reader) -> tuple[int, int]:
    """Own provinces and grain, as given or as the shortage needs them."""
    shortage = given.whole_or_none("shortage")
    owned = given.whole_or_none("provinces", least=1, most=30)
    grain = given.whole_or_none("grain_after_loss")
    if shortage is None:
        if owned is None or grain is None:
            raise given.fault("provinces", "scenario.hunger")
        return owned, grain
    if owned is None:
        owned = shortage + (grain or 0)
    if grain is None:
        grain = owned - shortage
    if grain < 0 or owned - grain != shortage:
        raise given.fault("shortage", "scenario.hunger")
    return owned, grain


def score_region(given: Reader) -> dict[str, Any]:
    """Majority points of every player in one region."""
    part = given.reader("buildings")
    seats = Seats.named(part.keys, None, part.at, part.where)
    position = Position(seats, learn_region(open_board(), "region_1"))
    for key in part.keys:
        seat = seats.of(key, part.at, part.where)
        built = part.reader(key)
        counts = {kind: built.whole(kind, 0, 0, 28) for kind in BUILDINGS}
        for n in range(max(counts.values())):
            kinds = tuple(kind for kind in BUILDINGS if counts[kind] > n)
            _own_in(position, "region_1", seat, kinds)
    autumn_ends(position)
    scores = _scores(position)
    points = {
        seat: {
            kind: sum(m.points for m in score.majorities if m.building == kind)
            for kind in BUILDINGS
        }
        for seat, score in scores.items()
    }
    total = {seat: sum(by_kind.values()) for seat, by_kind in points.items()}
    return {"points": seats.said(points), "totals": seats.said(total)}


def score_total(given: Reader) -> dict[str, Any]:
    """Points of one player in a winter: provinces, buildings, majorities."""
    provinces = given.whole("provinces", least=0, most=30)
    buildings = given.whole("buildings", least=0, most=30)
    given.need("majority_points")
    majorities = [
        whole(item, f"{given.place('majority_points')}[{n}]", 0, 3)
        for n, item in enumerate(given.items("majority_points"), 1)
    ]
    majorities = [points for points in majorities if points]
    seats = Seats.named([], None, given.at, given.where)
    me, rival = seats.ids[0], seats.ids[1]
    position = Position(seats, open_board())
    mine = _lay_majorities(position, majorities, buildings, me, rival)
    if mine > provinces:
        raise given.fault("provinces", "scenario.score_total", found=provinces, least=mine)
    for _ in range(provinces - mine):
        _own_in(position, "elsewhere", me, ())
    autumn_ends(position)
    score = _scores(position)[me]
    return {
        "points": score.points,
        "province_points": score.provinces,
        "building_points": score.buildings,
        "majority_points": sum(m.points for m in score.majorities),
    }


def _lay_majorities(
    position: Position, majorities: list[int], buildings: int, me: str, rival: str
) -> int:
    """Give ``me`` exactly these majorities with ``buildings`` buildings.

    Every majority has a region column of its own; buildings left over stand where the rival has
    more. Returns how many provinces that took.
    """
    won: list[list[str]] = []
    for points in majorities:
        kind = KIND_OF[points]
        region = next((kinds for kinds in won if kind not in kinds), None)
        if region is None:
            region = []
            won.append(region)
        region.append(kind)
    left = buildings - len(majorities)
    if left < 0:
        raise Unsound("scenario.reason.few_buildings", "buildings")
    used = 0
    for n, kinds in enumerate(won):
        beaten = [kind for kind in BUILDINGS if kind not in kinds][:left]
        left -= len(beaten)
        _own_in(position, f"region_{n}", me, (*kinds, *beaten))
        _beat(position, f"region_{n}", rival, tuple(beaten))
        used += 1
    while left:
        beaten = list(BUILDINGS[:left])
        left -= len(beaten)
        _own_in(position, f"lost_{used}", me, tuple(beaten))
        _beat(position, f"lost_{used}", rival, tuple(beaten))
        used += 1
    return used


def _beat(position: Position, region: str, rival: str, kinds: tuple[str, ...]) -> None:
    for _ in range(2 if kinds else 0):
        _own_in(position, region, rival, kinds)


def _own_in(position: Position, region: str, seat: str, kinds: tuple[str, ...]) -> None:
    """Give a player one more province, in a region, with buildings."""
    province = f"province_of_{region}_{len(position.stands) + 1}"
    position.board = learn_region(position.board, region)
    position.board = learn_province(position.board, province, region=region, sites=3)
    position.own(province, seat).buildings = kinds


def _scores(position: Position) -> Mapping[str, Score]:
    for seat in position.seats.ids:
        owned = sum(1 for stand in position.stands.values() if stand.owner == seat)
        position.holding(seat).grain = owned
    run = _into_winter(position)
    return {score.seat: score for score in run.state.scores}

"""Winter scores of random boards equal those of an independent, simple-minded scorer."""

from __future__ import annotations

import random
from typing import Any

import pytest

from turmwart.games.wallenstein.scoring import winter_scores
from turmwart.games.wallenstein.state import BUILDINGS_TOTAL, State
from turmwart.table.scenarios.tree import Leaf
from turmwart.table.scenarios.wallenstein.board import open_board
from turmwart.table.scenarios.wallenstein.position import Position
from turmwart.table.scenarios.wallenstein.seats import Seats

BOARDS = 500
KINDS = ("palace", "church", "trading_house")


def _random_state(rng: random.Random) -> State:
    """Provinces of few regions crowded with buildings, so that ties are common."""
    words = ("red", "blue", "yellow", "purple", "black")[: rng.randint(3, 5)]
    seats = Seats.named(words, None, Leaf(1, None), "")
    board = open_board()
    position = Position(seats, board)
    free = position.spare(37)
    density = rng.random() * 0.8
    left = dict(BUILDINGS_TOTAL)
    for province in rng.sample(free, rng.randint(0, len(free))):
        stand = position.own(province, rng.choice(seats.ids), rng.randint(1, 3))
        sites = board.province(province).sites or len(KINDS)
        wished = [k for k in rng.sample(KINDS, len(KINDS)) if left[k] and rng.random() < density]
        stand.buildings = tuple(k for k in KINDS if k in wished[:sites])
        for kind in stand.buildings:
            left[kind] -= 1
    return position.state()


def _by_hand(state: State, seat: str) -> int:
    """W-SCORE-2 to W-SCORE-7, counted as one would at the table."""
    points = 0
    for province in state.provinces:
        if province.owner == seat:
            points += 1 + len(province.buildings)
    for region in {facts.region for facts in state.board.provinces}:
        for kind, worth in (("palace", 3), ("church", 2), ("trading_house", 1)):
            mine = _count(state, region, kind, seat)
            others = [_count(state, region, kind, o) for o in state.seats if o != seat]
            if mine == 0 or any(theirs > mine for theirs in others):
                continue
            points += worth - 1 if mine in others else worth
    return points


def _count(state: State, region: Any, kind: str, seat: str) -> int:
    regions = {facts.id: facts.region for facts in state.board.provinces}
    return sum(
        1
        for province in state.provinces
        if province.owner == seat and regions[province.id] == region and kind in province.buildings
    )


@pytest.mark.rule("W-SCORE-2", "W-SCORE-3", "W-SCORE-4", "W-SCORE-5", "W-SCORE-6", "W-SCORE-7")
def test_winter_scores_equal_a_count_by_hand() -> None:
    """500 random boards; shared firsts of every kind occur among them."""
    rng = random.Random(11)
    shared = dict.fromkeys(KINDS, 0)
    for _ in range(BOARDS):
        state = _random_state(rng)
        for score in winter_scores(state):
            assert score.points == _by_hand(state, score.seat)
            for majority in score.majorities:
                full = {"palace": 3, "church": 2, "trading_house": 1}[majority.building]
                shared[majority.building] += majority.points < full
    assert all(count > 100 for count in shared.values()), shared

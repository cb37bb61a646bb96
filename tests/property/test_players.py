"""The simple players: purposeful, and the same again after an interruption."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from turmwart.games.registry import load
from turmwart.games.wallenstein.commands import ReportThrow
from turmwart.games.wallenstein.events import BattleSettled
from turmwart.games.wallenstein.setup import Seat, Setup
from turmwart.games.wallenstein.state import State
from turmwart.kernel.canon import canonical_json, from_plain, state_hash
from turmwart.kernel.chance import no_rolls
from turmwart.kernel.fold import fold
from turmwart.table.players import Players, throw_for_tests
from turmwart.table.printed import demo_board

GAME = load("wallenstein")
COLOURS = ("red", "blue", "yellow", "purple", "black")
MOST_STEPS = 1500


def _start(number: int) -> State:
    seats = tuple(Seat(f"s{n}", c, c) for n, c in enumerate(COLOURS[:number], 1))
    state: State = fold(GAME, None, GAME.start(Setup(seats, "s1", demo_board())))
    return state


def _step(state: State, players: Players, throws: int) -> tuple[State, tuple[Any, ...]]:
    """One command; every throw has a generator of its own, as the twin's does."""
    command = players.next(state)
    if command is None:
        command = ReportThrow(throw_for_tests(state, random.Random(f"{throws}:{state.throws}")))
    events = GAME.decide(state, command, no_rolls)
    assert isinstance(events, tuple), (command, events)
    return fold(GAME, state, events), events


def _play(state: State, seed: int, throws: int = 1) -> tuple[State, Counter[str]]:
    players, happened = Players(seed), Counter[str]()
    for _ in range(MOST_STEPS):
        if state.phase == "over":
            return state, happened
        state, events = _step(state, players, throws)
        happened.update(type(event).__name__ for event in events)
        happened.update(e.record.battle.kind for e in events if isinstance(e, BattleSettled))
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("number", [3, 4, 5])
@pytest.mark.parametrize("seed", [1, 7])
def test_a_game_is_worth_watching(number: int, seed: int) -> None:
    """Two winters; players build, recruit, collect, conquer, defend and starve."""
    state, happened = _play(_start(number), seed)
    assert happened["PointsScored"] == 2
    assert happened["Built"] >= 5 * number
    assert happened["Recruited"] >= 5 * number
    assert happened["TaxCollected"] >= 2 * number
    assert happened["GrainCollected"] >= 2 * number
    assert happened["player"] >= 3
    assert happened["neutral"] >= 3
    assert all(player.points > 0 for player in state.players)


def test_same_seed_same_game_other_seed_another() -> None:
    """The seed alone decides what players do."""
    first, _ = _play(_start(4), 3)
    again, _ = _play(_start(4), 3)
    other, _ = _play(_start(4), 4)
    assert state_hash(first) == state_hash(again)
    assert state_hash(first) != state_hash(other)


@pytest.mark.parametrize("stop", [5, 40, 111, 260])
def test_a_resumed_game_goes_on_as_it_would_have(stop: int) -> None:
    """New players on a state read back from its stored form."""
    whole, _ = _play(_start(3), 5)
    state, players = _start(3), Players(5)
    for _ in range(stop):
        state, _events = _step(state, players, 1)
    stored: State = from_plain(State, _plain(state))
    resumed, _ = _play(stored, 5)
    assert state_hash(resumed) == state_hash(whole)


def test_throws_stay_within_what_can_fall() -> None:
    """Never more of a colour than hand and tower hold; about 2/3 and 1/3 of them fall."""
    rng = random.Random(2)
    state, players = _start(5), Players(2)
    fallen = most = 0
    while state.phase != "over":
        if state.awaiting_throw:
            bounds = state.ledger.at("hand") + state.ledger.at("tower")
            cubes = throw_for_tests(state, rng)
            assert cubes <= bounds
            fallen, most = fallen + cubes.total, most + bounds.total
        state, _ = _step(state, players, 2)
    assert 0.25 < fallen / most < 0.67


def _plain(state: State) -> Any:
    return json.loads(canonical_json(state))

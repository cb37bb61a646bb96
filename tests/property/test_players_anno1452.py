"""The simple players of Anno 1452: purposeful, and the same again after an interruption."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from turmwart.games.anno1452.setup import Seat, Settings, Setup
from turmwart.games.anno1452.state import State
from turmwart.games.registry import load
from turmwart.kernel.canon import canonical_json, from_plain, state_hash
from turmwart.kernel.chance import no_rolls
from turmwart.kernel.fold import fold
from turmwart.table.players_anno1452 import AnnoPlayers, deck
from turmwart.table.printed_anno1452 import demo_board

GAME = load("anno1452")
COLOURS = ("red", "blue", "green", "yellow")
MOST_STEPS = 2500
SHORT = Settings(final_year="1378")


def _start(number: int) -> State:
    seats = tuple(Seat(f"s{n}", c.title(), c) for n, c in enumerate(COLOURS[:number], 1))
    state: State = fold(GAME, None, GAME.start(Setup(seats, demo_board(), SHORT)))
    return state


def _step(state: State, players: AnnoPlayers) -> tuple[State, tuple[Any, ...]]:
    command = players.next(state)
    events = GAME.decide(state, command, no_rolls)
    assert isinstance(events, tuple), (command, events)
    return fold(GAME, state, events), events


def _play(state: State, seed: int) -> tuple[State, Counter[str]]:
    players, happened = AnnoPlayers(seed), Counter[str]()
    for _ in range(MOST_STEPS):
        if state.phase == "over":
            assert players.next(state) is None
            return state, happened
        # All that is not seen lies in the deck; nobody draws what somebody holds.
        assert sum(deck(state).values()) == state.deck
        assert all(len(one.known) == one.hand for one in state.players)
        state, events = _step(state, players)
        happened.update(type(event).__name__ for event in events)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("number", [2, 4])
def test_a_game_is_worth_watching(number: int) -> None:
    """Players build, settle, attack, marry, found Cities and play reactions; a King is crowned."""
    state, happened = _play(_start(number), 5)
    assert happened["EstatePlaced"] >= 5 * number
    assert happened["CitizensPlaced"] >= 2 * number
    assert happened["BattleEnded"] >= number
    assert happened["CardPlayed"] >= 3 * number
    assert happened["MarriageEnded"] >= 2
    assert happened["CityFounded"] >= 1
    assert happened["Crowned"] >= 2
    assert all(one.points > 0 for one in state.ranking)


def test_a_resumed_game_goes_on_as_it_would_have() -> None:
    """New players on a state read back from its stored form; another seed plays another game."""
    whole, _ = _play(_start(3), 7)
    state, players = _start(3), AnnoPlayers(7)
    for _ in range(90):
        state, _events = _step(state, players)
    stored: State = from_plain(State, json.loads(canonical_json(state)))
    resumed, _ = _play(stored, 7)
    assert state_hash(resumed) == state_hash(whole)
    other, _ = _play(stored, 8)
    assert state_hash(other) != state_hash(whole)

"""Light bookkeeping: battles, coins, grain, points."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

from turmwart.games.registry import load
from turmwart.games.wallenstein.light import things as t
from turmwart.games.wallenstein.setup import Seat
from turmwart.kernel.canon import from_plain, to_plain
from turmwart.kernel.chance import no_rolls
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.decision import Objection
from turmwart.kernel.fold import fold
from turmwart.server.wallenstein_light import scene
from turmwart.server.words import Words as ServerWords
from turmwart.texts import say_with

GAME = load("wallenstein_light")
SEATS = tuple(Seat(f"s{n}", c, c) for n, c in enumerate(("red", "blue", "yellow"), 1))


def played(state: Any, *commands: Any) -> Any:
    """The state after commands that must be accepted."""
    for command in commands:
        events = GAME.decide(state, command, no_rolls)
        assert isinstance(events, tuple), events
        for event in events:
            assert from_plain(type(event), to_plain(event)) == event
            state = GAME.apply(state, event)
            said = say_with(*GAME.describe(event, state))
            assert "{" not in said
            assert "[" not in said
        assert GAME.invariants(state) == ()
    return state


def begun() -> Any:
    return fold(GAME, None, GAME.start(t.LightSetup(SEATS, 18)))


@pytest.mark.rule("W-BATTLE-15", "W-BATTLE-20", "W-BATTLE-32")
def test_battles_are_decided_as_in_the_whole_game() -> None:
    state = played(begun(), t.BeginFight("s1", "s2"))
    state = played(state, t.ReportThrow(Cubes.of(red=2, blue=1, green=2, yellow=1)))
    assert (state.last.outcome, state.last.defending) == ("defender_wins", 3)
    assert state.last.stays == Cubes.of(yellow=1)
    state = played(state, t.BeginFight("s1", "s2", markers=True))
    state = played(state, t.ReportThrow(Cubes.of(red=2, blue=1, green=2)))
    assert (state.last.outcome, state.last.to_province) == ("attacker_wins", Cubes.of(red=1))
    state = played(state, t.BeginFight(t.FARMERS, "s3"), t.ReportThrow(Cubes.of(green=1)))
    assert state.last.devastated
    assert state.battles == 3


def test_what_cannot_be_is_refused() -> None:
    state = begun()
    for command in (
        t.BeginFight("s1", "s1"),
        t.ReportThrow(Cubes()),
        t.EnterBooks((("thalers_s9", 1),)),
        t.EnterBooks((("thalers_s1", -1),)),
    ):
        assert isinstance(GAME.decide(state, command, no_rolls), Objection), command
    fighting = played(state, t.BeginFight("s1", t.FARMERS))
    for command in (t.ReportThrow(Cubes.of(green=21)), t.NextSeason(), t.EnterBooks(())):
        assert isinstance(GAME.decide(fighting, command, no_rolls), Objection), command


@pytest.mark.rule("W-YEAREND-1", "W-END-3", "W-END-4")
def test_two_years_with_their_books_make_a_ranking() -> None:
    state = begun()
    winter = (t.NextSeason(), t.NextSeason(), t.NextSeason(), t.NextSeason())
    state = played(state, *winter)
    assert [p.must for p in GAME.prompts(state, None)] == [True]
    state = played(state, t.EnterBooks((("points_s2", 9), ("grain_s2", 4))))
    assert (state.year, state.season, state.player("s2").grain) == (2, "spring", 0)
    state = played(state, *winter, t.EnterBooks((("points_s1", 9), ("thalers_s1", 3))))
    assert state.over
    assert GAME.prompts(state, None) == ()
    assert GAME.view(state, None).ranking == ((1, "s2"), (2, "s1"), (3, "s3"))


def test_the_web_view_shows_battles_and_books() -> None:
    state = played(begun(), t.BeginFight("s1", t.FARMERS))
    assert scene(GAME.view(state, None), ServerWords("en", GAME.name)).battle is not None
    state = played(state, t.ReportThrow(Cubes.of(red=2, green=1)))
    shown = scene(GAME.view(state, None), ServerWords("en", GAME.name))
    assert shown.battle is None
    assert shown.last_battle is not None
    assert [side.strength for side in shown.last_battle.sides] == [2, 1]
    assert [row.name for row in shown.scores.rows] == ["red", "blue", "yellow"]


def test_random_games_end_and_every_legal_command_is_accepted() -> None:
    chance = random.Random(3)
    for _ in range(3):
        state = begun()
        for _ in range(200):
            legal = list(islice(GAME.legal(state, None), 40))
            if not legal:
                break
            state = played(state, chance.choice((*legal, *legal[-2:], *legal[-2:])))
        assert state.over

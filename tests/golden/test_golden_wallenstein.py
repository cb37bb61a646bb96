"""Games of Wallenstein whose course is kept: the same commands bring the same events and end.

A line of a file is a step: the command as ``[name, fields]``, fields of no default in their order,
and the names of the events it brings; at the end of a season, of a year and of the game, what lies
on the table stands beside it. After a change that is meant, ``TURMWART_RENEW_GOLDEN=1`` writes the
files anew; read the difference before it is committed.
"""

from __future__ import annotations

import json
import os
import random
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import pytest

from turmwart.games.registry import load
from turmwart.games.wallenstein.commands import ReportThrow
from turmwart.games.wallenstein.court_events import CourtEnded
from turmwart.games.wallenstein.events import GameEnded, SeasonEnded, YearEnded
from turmwart.games.wallenstein.setup import Options, Seat, Setup
from turmwart.games.wallenstein.state import State
from turmwart.kernel.canon import from_plain, state_hash, to_plain
from turmwart.kernel.chance import no_rolls
from turmwart.kernel.fold import fold
from turmwart.table.players import Players, throw_for_tests
from turmwart.table.printed import demo_board, shipped_board

FOLDER = Path(__file__).parent / "wallenstein"
GAME = load("wallenstein")
COLOURS = ("red", "blue", "yellow", "purple", "black")
RENEW = bool(os.environ.get("TURMWART_RENEW_GOLDEN"))
MOST_STEPS = 3000
MARKS = (SeasonEnded, YearEnded, GameEnded, CourtEnded)
"""Events at which the table is looked at."""

STRICT = {
    "move_optional": False,
    "keep_income_on_lost_revolt": False,
    "bid_before_actions": True,
    "show_tower_content": "never",
    "settle_seconds": 0,
}

GAMES: dict[str, tuple[int, str, dict[str, Any]]] = {
    **{f"{count}-{n}": (count, "demo", {}) for count in (3, 4, 5) for n in (1, 2)},
    "4-asked": (4, "wallenstein", {}),
    "5-house-rules": (5, "demo", STRICT),
    **{
        f"court-{count}-{n}": (count, "demo", {"imperial_court": True})
        for count in (3, 4, 5)
        for n in (1, 2, 3)
    },
    "court-3-asked": (3, "wallenstein", {"imperial_court": True}),
    "court-4-house-rules": (4, "demo", {"imperial_court": True, **STRICT}),
    "court-5-house-rules": (5, "demo", {"imperial_court": True, **STRICT}),
}
"""Players, board, options of each game; its name is the file's, its number the seed."""

BOARDS = {"demo": demo_board, "wallenstein": shipped_board}


def _start(name: str) -> State:
    players, board, options = GAMES[name]
    seats = tuple(Seat(f"s{n}", c.title(), c) for n, c in enumerate(COLOURS[:players], 1))
    setup = Setup(seats, "s2", BOARDS[board](), Options(**options))
    state: State = fold(GAME, None, GAME.start(setup))
    return state


def _played(name: str) -> list[dict[str, Any]]:
    """The game as simple players play it now."""
    seed = list(GAMES).index(name)
    rng, players, state = random.Random(seed), Players(seed), _start(name)
    lines: list[dict[str, Any]] = []
    for _ in range(MOST_STEPS):
        command = players.next(state)
        if state.awaiting_throw:
            command = ReportThrow(throw_for_tests(state, rng))
        if command is None:
            return lines
        state, line = _step(state, command)
        lines.append(line)
    raise AssertionError("the game does not end")


def _step(state: State, command: Any) -> tuple[State, dict[str, Any]]:
    events = GAME.decide(state, command, no_rolls)
    assert isinstance(events, tuple), (command, events)
    for event in events:
        state = GAME.apply(state, event)
        assert GAME.invariants(state) == (), event
    line: dict[str, Any] = {"do": _said(command), "events": [type(e).__name__ for e in events]}
    if any(isinstance(event, MARKS) for event in events):
        line["table"] = _table(state)
    return state, line


def _said(command: Any) -> list[Any]:
    plain = to_plain(command)
    needed = [one.name for one in fields(command) if one.default is MISSING]
    return [type(command).__name__, *(plain[name] for name in needed)]


def _command(said: list[Any]) -> Any:
    cls = GAME.commands[said[0]]
    needed = [one.name for one in fields(cls) if one.default is MISSING]
    return from_plain(cls, dict(zip(needed, said[1:], strict=True)))


def _table(state: State) -> dict[str, Any]:
    """What lies on the table, in few words, and the hash of all of it."""
    seen: dict[str, Any] = {
        "phase": f"{state.year} {state.season} {state.phase}",
        "players": {
            p.seat: [p.points, p.thalers, p.grain, len(state.owned(p.seat)), state.supply(p.seat)]
            for p in state.players
        },
        "tower": state.ledger.at("tower").as_dict(),
        "tray": state.ledger.at("tray").as_dict(),
        "stock": [state.stock.palace, state.stock.church, state.stock.trading_house],
        "hash": state_hash(state)[:16],
    }
    if state.court is not None:
        seen["courtiers"] = {c.seat: [c.antechamber, c.supply] for c in state.court.courtiers}
        seen["favors gone"] = list(state.court.gone)
    if state.ranking:
        seen["ranking"] = [[place.place, place.seat, place.points] for place in state.ranking]
    return seen


@pytest.mark.parametrize("name", GAMES)
def test_the_same_commands_bring_the_same_game(name: str) -> None:
    """Event by event, season by season, to the last point; all laws hold at each event."""
    file = FOLDER / f"{name}.jsonl"
    if RENEW:
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in _played(name))
        FOLDER.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    state = _start(name)
    for number, text in enumerate(file.read_text("utf-8").splitlines(), 1):
        expected = json.loads(text)
        state, line = _step(state, _command(expected["do"]))
        assert line == expected, f"step {number}"
    assert state.phase == "over"


def test_twenty_games_are_kept() -> None:
    """With and without the Court, of every number of players; no file is left over."""
    assert {file.stem for file in FOLDER.glob("*.jsonl")} == set(GAMES)
    assert len(GAMES) == 20
    for court in (True, False):
        counts = {n for n, _, o in GAMES.values() if o.get("imperial_court", False) == court}
        assert counts == {3, 4, 5}

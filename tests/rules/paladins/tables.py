"""Positions of Paladins, and commands on them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from turmwart.games.paladins import GAME
from turmwart.games.paladins.board import Board
from turmwart.games.paladins.change import with_player
from turmwart.games.paladins.reading import letters, multiset
from turmwart.games.paladins.setup import Seat, Setup
from turmwart.games.paladins.state import State
from turmwart.kernel.chance import no_rolls
from turmwart.kernel.decision import Objection
from turmwart.table.printed_paladins import demo_board

NAMES = ("Anna", "Ben", "Cleo", "Dora")
COLOURS = ("red", "blue", "green", "yellow")


def setup(players: int = 2, mode: str = "full", board: Board | None = None, **more: Any) -> Setup:
    """What a table starts from."""
    seats = tuple(Seat(f"s{n + 1}", NAMES[n], COLOURS[n]) for n in range(players))
    return Setup(seats, board or demo_board(), mode, **more)


def begun(players: int = 2, mode: str = "full", board: Board | None = None) -> State:
    """A table at the very start."""
    state: State | None = None
    for event in GAME.start(setup(players, mode, board)):
        state = GAME.apply(state, event)
    assert state is not None
    return state


def at(state: State, step: str = "actions", **changes: Any) -> State:
    """The same table in another sub-phase; in full mode it is the first player's action."""
    turn = "s1" if step == "actions" and state.mode == "full" else ""
    return replace(state, step=step, turn=turn, **changes)


def having(state: State, workers: str = "", seat: str = "s1", **changes: Any) -> State:
    """The same table with a player's fields changed; workers by their letters."""
    if workers:
        changes["workers"] = multiset(letters(workers))
    return with_player(state, seat, **changes)


def acting(workers: str = "wgbrkvw", mode: str = "full", **changes: Any) -> State:
    """Anna has workers and may act."""
    return having(at(begun(mode=mode)), workers, **changes)


def decided(state: State, command: Any) -> Any:
    """What the rules say."""
    return GAME.decide(state, command, no_rolls)


def done(state: State, *commands: Any) -> State:
    """The table after commands that the rules take; every law holds after each."""
    for command in commands:
        events = decided(state, command)
        assert not isinstance(events, Objection), events
        for event in events:
            state = GAME.apply(state, event)
        assert GAME.invariants(state) == ()
    return state


def refusal(state: State, command: Any) -> str:
    """The rule that speaks against a command."""
    objection = decided(state, command)
    assert isinstance(objection, Objection), objection
    return objection.rule

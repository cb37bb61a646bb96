"""Whole games of Wallenstein with random legal play: nothing raises, breaks or is lost.

A share runs every time; ``TURMWART_GAMES=100`` runs a hundred games.
"""

from __future__ import annotations

import dataclasses
import json
import os
import random
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from turmwart.games.registry import load
from turmwart.games.wallenstein.board import Board, EventFacts
from turmwart.games.wallenstein.commands import ReportThrow
from turmwart.games.wallenstein.setup import Options, Seat, Setup
from turmwart.journal import codec
from turmwart.journal.store import Journal
from turmwart.kernel.canon import canonical_json, from_plain, state_hash, to_plain
from turmwart.kernel.chance import no_rolls
from turmwart.kernel.decision import Objection
from turmwart.kernel.fold import fold, replay
from turmwart.kernel.prompt import (
    Choice,
    CubeCount,
    Number,
    Prompt,
    Several,
    Sheet,
    Slot,
    Text,
    command_of,
)
from turmwart.table.palette import default_palette
from turmwart.table.players import Players, throw_for_tests
from turmwart.table.printed import demo_board, shipped_board
from turmwart.table.table import Done, Table

GAMES = int(os.environ.get("TURMWART_GAMES", "5"))
UNDO_POINTS = 20
MOST_STEPS = 3000
LEGAL_TRIED = 6
"""Legal commands tried at each step, beside the one that is played."""

LEGAL_SEEN = 400
COLOURS = ("red", "blue", "yellow", "purple", "black")
GAME = load("wallenstein")


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game_keeps_every_law(seed: int, tmp_path: Path) -> None:
    """From the draft to the end, back and forth, and once all the way back."""
    rng = random.Random(seed)
    journal = Journal.open(tmp_path / "games.db")
    table = Table.create(
        journal, "t", GAME, _setup(rng, seed), palette=default_palette(), clock=count().__next__
    )
    first = table.hash()
    hashes = [first]
    players = Players(seed)
    undo_at = set(rng.sample(range(20, 240), UNDO_POINTS))
    undone = 0
    for step in range(MOST_STEPS):
        if table.state.phase == "over":
            break
        _try_legal(table.state, rng)
        _play(table, players, rng)
        hashes.append(table.hash())
        _show(table, rng)
        if step in undo_at:
            undone += _back_and_forth(table, hashes, rng)
    assert table.state.phase == "over"
    assert undone == UNDO_POINTS
    assert state_hash(replay(GAME, codec.steps(GAME, journal.read("t")))) == hashes[-1]
    while table.undo_step is not None:
        assert isinstance(table.undo(), Done)
        hashes.pop()
        assert table.hash() == hashes[-1]
    assert table.hash() == first
    table.close()
    again = Table.open(journal, "t", GAME, palette=default_palette(), clock=count().__next__)
    assert again.hash() == first
    again.close()
    journal.close()


def _setup(rng: random.Random, seed: int) -> Setup:
    """Three to five players; every second game with the Imperial Court; printed data complete in
    half of the games, in a quarter half known, in a quarter none but names: what lacks is asked."""
    number = rng.randint(3, 5)
    seats = tuple(Seat(f"s{n}", c, c) for n, c in enumerate(COLOURS[:number], 1))
    kind = rng.random()
    board = demo_board()
    if kind < 0.5:
        board = shipped_board() if kind < 0.25 else _half_known(board, rng)
    options = Options(imperial_court=seed % 2 == 1)
    return Setup(seats, rng.choice(seats).seat, board, options)


def _half_known(board: Board, rng: random.Random) -> Board:
    """``board`` as a table holds it that has entered about half of what is printed."""

    def some(facts: Any, *fields: str) -> Any:
        return dataclasses.replace(facts, **{f: None for f in fields if rng.random() < 0.5})

    borders = {frozenset((p.id, other)) for p in board.provinces for other in p.neighbours}
    known = {border for border in sorted(borders, key=sorted) if rng.random() < 0.5}
    provinces = tuple(
        dataclasses.replace(
            some(p, "tax", "grain", "sites"),
            neighbours=tuple(n for n in p.neighbours if frozenset((p.id, n)) in known),
            neighbours_complete=all(frozenset((p.id, n)) in known for n in p.neighbours),
        )
        for p in board.provinces
    )
    return dataclasses.replace(
        board,
        provinces=provinces,
        events=tuple(e if rng.random() < 0.5 else EventFacts(e.id) for e in board.events),
        famine=tuple(row for row in board.famine if rng.random() < 0.5),
        favors=tuple(f for f in board.favors if rng.random() < 0.5),
        lineups=tuple(line for line in board.lineups if rng.random() < 0.5),
        grain_track_max=None,
    )


def _show(table: Table, rng: random.Random) -> None:
    """Every screen can be made, of plain data, and every event has its line in the log."""
    seat = rng.choice((None, *table.state.seats))
    assert to_plain(table.view(seat))["type"] == "View"
    assert all(prompt.seat in ("", seat) or seat is None for prompt in table.prompts(seat))
    assert table.log(1)


def _back_and_forth(table: Table, hashes: list[str], rng: random.Random) -> int:
    """Undo a few steps, fold the journal anew, and go on from there or after a redo."""
    steps = rng.randint(1, 5)
    for _ in range(steps):
        assert isinstance(table.undo(), Done)
        hashes.pop()
    stored = codec.steps(GAME, table.journal.read(table.name))
    assert state_hash(replay(GAME, stored)) == table.hash() == hashes[-1]
    if rng.random() < 0.5:
        for _ in range(steps):
            assert isinstance(table.redo(), Done)
            hashes.append(table.hash())
    return 1


def _try_legal(state: Any, rng: random.Random) -> None:
    """Legal commands are accepted, for the whole table and seat by seat."""
    if state.phase == "over" and state.cleared:
        return
    commands = list(islice(GAME.legal(state, None), LEGAL_SEEN))
    assert commands, state.phase
    for command in rng.sample(commands, min(LEGAL_TRIED, len(commands))):
        decided = GAME.decide(state, command, no_rolls)
        assert isinstance(decided, tuple), (command, decided)
        after = fold(GAME, state, decided)
        assert GAME.invariants(after) == (), command
    seat = rng.choice(state.seats)
    for command in islice(GAME.legal(state, seat), LEGAL_TRIED):
        assert getattr(command, "seat", seat) == seat


def _play(table: Table, players: Players, rng: random.Random) -> None:
    """One step: a simple player's, a random legal one, or a random answer to any prompt."""
    command = _random_answer(table.state, rng) if rng.random() < 0.1 else None
    if command is None or rng.random() < 0.7:
        command = players.next(table.state) if rng.random() < 0.5 else None
    if command is None and table.state.awaiting_throw:
        command = ReportThrow(throw_for_tests(table.state, rng))
    if command is None:
        command = rng.choice(list(islice(GAME.legal(table.state, None), LEGAL_SEEN)))
    done = table.do(command)
    assert isinstance(done, Done), (command, done)


def _random_answer(state: Any, rng: random.Random) -> Any | None:
    """A random answer to any prompt, due or optional; it is accepted or objected to.

    Returns:
        The command if it was accepted, perhaps with a rule waived.
    """
    prompts = [prompt for prompt in GAME.prompts(state, None) if _answerable(prompt)]
    assert state.phase == "over" or any(prompt.must for prompt in prompts)
    prompt = rng.choice(prompts)
    command = command_of(GAME, prompt, _answers(prompt, rng))
    decided = GAME.decide(state, command, no_rolls)
    waived: tuple[str, ...] = ()
    while isinstance(decided, Objection) and decided.waivable:
        assert decided.rule not in waived
        waived = (*waived, decided.rule)
        command = dataclasses.replace(command, waived=waived)
        decided = GAME.decide(state, command, no_rolls)
    if isinstance(decided, Objection):
        return None
    assert isinstance(decided, tuple)
    assert GAME.invariants(fold(GAME, state, decided)) == (), command
    assert tuple(_as_stored(event) for event in decided) == decided
    return command


def _as_stored(event: Any) -> Any:
    """An event as it comes back from its canonical form."""
    return from_plain(type(event), json.loads(canonical_json(event)))


def _answerable(prompt: Prompt) -> bool:
    """Whether there is something to choose; a card that no data name must be named first."""
    rows = [row for slot in prompt.slots if isinstance(slot, Sheet) for row in slot.rows]
    choices = [slot for slot in (*prompt.slots, *rows) if isinstance(slot, Choice)]
    lists = [slot for slot in prompt.slots if isinstance(slot, Several)]
    return all(c.options for c in choices) and all(len(s.options) >= s.least for s in lists)


def _answers(prompt: Prompt, rng: random.Random) -> dict[str, Any]:
    return {slot.name: _answer(slot, rng) for slot in prompt.slots}


def _answer(slot: Slot, rng: random.Random) -> Any:
    if isinstance(slot, Choice):
        return rng.choice(slot.options).value
    if isinstance(slot, Several):
        number = min(len(slot.options), rng.randint(slot.least, max(slot.least, slot.most)))
        return [option.value for option in rng.sample(slot.options, number)]
    if isinstance(slot, Number):
        least = slot.least if slot.least is not None else -2
        most = slot.most if slot.most is not None else least + 9
        return rng.randint(least, max(least, most))
    if isinstance(slot, CubeCount):
        return {c: rng.randint(0, n) for c, n in slot.bounds.counts}
    if isinstance(slot, Text):
        return rng.choice(("", "counted again", "Ä" * 10))
    if isinstance(slot, Sheet):
        return {row.name: _answer(row, rng) for row in slot.rows}
    raise AssertionError(f"no answer for {slot}")

"""Whole games of Anno 1452 with random legal play: nothing raises, breaks, leaks or is lost.

A share runs every time; ``TURMWART_ANNO_GAMES=1000`` runs a thousand games.
"""

from __future__ import annotations

import os
import random
import tomllib
from collections import Counter
from dataclasses import fields, replace
from importlib.resources import files
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from turmwart.games.anno1452.board import Board
from turmwart.games.anno1452.data import board_from_tables
from turmwart.games.anno1452.events_board import GoldChanged, IncomePaid, PrestigeChanged
from turmwart.games.anno1452.setup import CHOICES, VARIANTS, Placed, Seat, Settings, Setup
from turmwart.games.anno1452.state import State
from turmwart.games.registry import load
from turmwart.journal import codec
from turmwart.journal.store import Journal
from turmwart.kernel.canon import canonical_json, from_plain, state_hash, to_plain
from turmwart.kernel.chance import RollRequest
from turmwart.kernel.decision import Objection
from turmwart.kernel.fold import fold, replay
from turmwart.table.palette import default_palette
from turmwart.table.printed_anno1452 import demo_board
from turmwart.table.table import Done, Table

GAMES = int(os.environ.get("TURMWART_ANNO_GAMES", "8"))
MOST_STEPS = 9000
COLOURS = ("red", "blue", "green", "yellow")
GAME = load("anno1452")
RARE = {"Pass": 0.3, "BookDeal": 0.3, "DropWish": 0.1, "StopEarly": 0.02, "TellHand": 0.2}
"""Weights of commands that would otherwise come too often; all others weigh 1."""


def shipped_board() -> Board:
    """The printed values of the real game as shipped: most of them unknown."""
    folder = files("turmwart.games.anno1452")
    tables = [
        tomllib.loads(folder.joinpath(f"data/{name}.toml").read_text("utf-8"))
        for name in ("principalities", "cards")
    ]
    return board_from_tables(*tables)


def random_settings(rng: random.Random, players: int) -> Settings:
    """Any settings that may be played with."""
    changes: dict[str, Any] = {}
    for field in fields(Settings):
        if field.name in CHOICES:
            changes[field.name] = rng.choice(CHOICES[field.name])
        elif field.type == "bool":
            changes[field.name] = rng.random() < 0.3
    variants = [one for one in VARIANTS if rng.random() < 0.3]
    if players != 2 and "B" in variants:
        variants.remove("B")
    if "G1" in variants and "G2" in variants:
        variants.remove("G2")
    changes["dice_available"] = rng.choice((6, 6, 1, 10, 21))
    return Settings(variants=tuple(variants), **changes)


def random_setup(rng: random.Random) -> Setup:
    """Two to four players, with or without Ottokar, on the made-up board or the shipped one."""
    players = rng.choice((2, 3, 4))
    board = rng.choice((demo_board(), demo_board(), shipped_board()))
    seats = tuple(Seat(f"s{n}", c.title(), c) for n, c in enumerate(COLOURS[:players], 1))
    settings = random_settings(rng, players) if rng.random() < 0.8 else Settings()
    setup = Setup(seats, board, settings)
    if players < 4 and rng.random() < 0.4:
        placed = tuple(
            Placed(facts.id, facts.city_limit != 0 and n < 8, 2 if n < 8 else 1)
            for n, facts in enumerate(board.regions)
        )
        setup = replace(setup, ottokar=placed, ottokar_colour="black")
    return setup


def pick(legal: list[Any], rng: random.Random) -> Any:
    """A legal command: first its kind, then one of that kind."""
    kinds = sorted({type(command).__name__ for command in legal})
    kind = rng.choices(kinds, [RARE.get(one, 1.0) for one in kinds])[0]
    return rng.choice([command for command in legal if type(command).__name__ == kind])


def play(state: State, rng: random.Random) -> tuple[Any, tuple[Any, ...]]:
    """A random legal command and its events; dice are rolled."""
    legal = list(GAME.legal(state, None))
    assert legal, (state.phase, state.stack)
    command = pick(legal, rng)
    decided = GAME.decide(state, command, lambda stream, index, chance: rng.randint(1, chance))
    assert not isinstance(decided, Objection | RollRequest), (command, decided)
    assert decided, command
    return command, decided


@pytest.mark.rule("A-INV-1", "A-INV-2", "A-INV-3", "A-INV-4", "A-INV-5", "A-INV-6", "A-INV-7")
@pytest.mark.rule("A-INV-8", "A-INV-9", "A-INV-10", "A-COMP-14")
@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game_keeps_every_law(seed: int) -> None:
    """From set-up to the last victory point; events survive the journal, undo is exact."""
    rng = random.Random(seed)
    events = GAME.start(random_setup(rng))
    state = fold(GAME, None, events)
    for step in range(MOST_STEPS):
        assert GAME.invariants(state) == (), (seed, step)
        if state.phase == "over":
            break
        command, events = play(state, rng)
        before = canonical_json(state) if rng.random() < 0.005 else None
        after = state
        gold = _gold(state)
        for event in events:
            after = GAME.apply(after, event)
            gold += _coined(event, len(state.players))
            assert _gold(after) == gold, event
            if step % 5 == 0:
                # Cards of regions may lie wrong until the chain is through.
                broken = (law for law in GAME.invariants(after) if "A-INV-9" not in law)
                assert not list(broken), event
        if rng.random() < 0.05:
            for event in events:
                assert from_plain(type(event), to_plain(event)) == event
            assert from_plain(type(command), to_plain(command)) == command
        if before is not None:
            assert canonical_json(state) == before
            assert from_plain(State, to_plain(after)) == after
        state = after
    assert state.phase == "over", (seed, state.phase)
    assert state.ranking


def _gold(state: State) -> int:
    return sum(player.gold for player in state.players)


def _coined(event: Any, players: int) -> int:
    """Gold that an event brings from the bank to all players together."""
    match event:
        case GoldChanged(delta=delta):
            return delta
        case PrestigeChanged(gold=gold, unpaid=unpaid):
            return gold + 5 * unpaid * (players - 1)
        case IncomePaid(incomes=incomes):
            return sum(income.gold for income in incomes)
    return 0


def test_a_game_at_a_table_is_undone_step_by_step(tmp_path: Path) -> None:
    """Stored, read back, and taken back to its beginning."""
    rng = random.Random(1452)
    journal = Journal.open(tmp_path / "games.db")
    seats = tuple(Seat(f"s{n}", c.title(), c) for n, c in enumerate(COLOURS[:3], 1))
    settings = Settings(final_year="1378")
    table = Table.create(
        journal,
        "t",
        GAME,
        Setup(seats, demo_board(), settings),
        palette=default_palette(),
        clock=count().__next__,
    )
    states = [table.state]
    while table.state.phase != "over" and len(states) < MOST_STEPS:
        command = pick(list(GAME.legal(table.state, None)), rng)
        done = table.do(command, roll=lambda stream, index, chance: rng.randint(1, chance))
        assert isinstance(done, Done), (command, done)
        states.append(table.state)
    assert table.state.phase == "over"
    assert state_hash(replay(GAME, codec.steps(GAME, journal.read("t")))) == table.hash()
    for expected in reversed(states[:-1]):
        assert isinstance(table.undo(), Done)
        assert table.state == expected
    assert table.undo_step is None
    assert isinstance(table.redo(), Done)
    assert state_hash(states[1]) == table.hash()
    table.close()
    journal.close()


@pytest.mark.rule("A-STATE-9", "A-ASK-1")
@pytest.mark.parametrize("seed", range(2))
def test_other_hands_never_leak(seed: int) -> None:
    """Two worlds that differ only in another seat's cards look alike to everybody else."""
    rng = random.Random(seed)
    state: State = fold(GAME, None, GAME.start(random_setup(rng)))
    compared: Counter[str] = Counter()
    for _ in range(MOST_STEPS):
        if state.phase == "over":
            break
        holder = rng.choice(state.players)
        if holder.hand and rng.random() < 0.15:
            other = _with_hand(state, holder.seat, rng)
            for seat in (None, *(p.seat for p in state.players if p.seat != holder.seat)):
                assert GAME.view(state, seat) == GAME.view(other, seat)
                assert GAME.prompts(state, seat) == GAME.prompts(other, seat), seat
                legal = list(islice(GAME.legal(state, seat), 60))
                assert legal == list(islice(GAME.legal(other, seat), 60)), seat
                for command in rng.sample(legal, min(3, len(legal))):
                    if getattr(command, "seat", "") != holder.seat:
                        assert _decided(state, command) == _decided(other, command), command
                compared[state.phase] += 1
            own = GAME.view(other, holder.seat).players[int(holder.seat[1:]) - 1]
            assert tuple(c.id for c in own.cards) == other.player(holder.seat).known
        _, events = play(state, rng)
        for event in events:
            state = GAME.apply(state, event)
            _, values = GAME.describe(event, state)
            assert not {"ids", "known"} & set(dict(values))
    assert compared["round"] > 10
    assert compared["cards"] > 10


def _decided(state: State, command: Any) -> Any:
    return GAME.decide(state, command, lambda stream, index, chance: 1 + index % chance)


def _with_hand(state: State, seat: str, rng: random.Random) -> State:
    """The same game, but the seat told other cards of its hand."""
    held = [
        card.id
        for card in state.board.cards
        if card.kind in ("special", "reaction", "marriage", "title")
    ]
    known = tuple(rng.sample(held, min(state.player(seat).hand, 4)))
    players = tuple(
        replace(player, known=known) if player.seat == seat else player for player in state.players
    )
    return replace(state, players=players)

"""Small worlds of King of Kings for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from turmwart.games.kingofkings import GAME
from turmwart.games.kingofkings.commands import HandIn, PlayRound
from turmwart.games.kingofkings.options import Options
from turmwart.games.kingofkings.playing import run
from turmwart.games.kingofkings.setup import Land, Setup, Stack, Status, TribeStart
from turmwart.games.kingofkings.state import State
from turmwart.games.kingofkings.tables import CODES
from turmwart.games.kingofkings.world import World
from turmwart.kernel.chance import Roll, RollRequest
from turmwart.kernel.decision import Objection
from turmwart.kernel.fold import fold
from turmwart.table.dealer import Seeded
from turmwart.table.kingofkings.tables import shipped_rules

Units = Sequence[tuple[str, int, str]]


def counts(text: str) -> tuple[int, ...]:
    """``"2 FU 1 GE"`` as counts in the order of the codes."""
    words = text.split()
    found = dict.fromkeys(CODES, 0)
    for number, code in zip(words[::2], words[1::2], strict=True):
        found[code] += int(number)
    return tuple(found[code] for code in CODES)


def setup_of(
    rows: Sequence[str],
    units: Units,
    *,
    options: Mapping[str, Any] | None = None,
    both: Sequence[tuple[int, int, int]] = (),
    stock: Mapping[int, Mapping[str, int]] | None = None,
    lands: Sequence[Land] = (),
    players: Sequence[int] = (),
    npc: Sequence[int] = (),
    round_number: int = 1,
    seed: str = "seed",
) -> Setup:
    """A setup with units ``("x/y", player, "2 FU")`` and mutual statuses ``(a, b, value)``."""
    stock = stock or {}
    stacks = []
    for at, player, text in units:
        x, y = map(int, at.split("/"))
        stacks.append(Stack(x, y, player, counts(text)))
    numbers = {stack.player for stack in stacks} | set(players) | set(stock)
    return Setup(
        name="test",
        rules=shipped_rules(),
        options=replace(Options(), **(options or {})),
        rows=tuple(rows),
        tribes=tuple(
            TribeStart(n, f"T{n}", npc=n in npc, **stock.get(n, {})) for n in sorted(numbers)
        ),
        stacks=tuple(stacks),
        lands=tuple(lands),
        statuses=tuple(Status(*pair, value) for a, b, value in both for pair in ((a, b), (b, a))),
        seed=seed,
        round=round_number,
    )


def state_of(rows: Sequence[str], units: Units, **more: Any) -> State:
    """The state before the first round."""
    state: State = fold(GAME, None, GAME.start(setup_of(rows, units, **more)))
    return state


def do(state: State, command: Any, roll: Roll | None = None) -> State:
    """Carry out a command that must be possible."""
    rolls = roll or Seeded(state.setup.seed, state.round)
    decided = GAME.decide(state, command, rolls)
    assert not isinstance(decided, Objection | RollRequest), decided
    after: State = fold(GAME, state, decided)
    assert GAME.invariants(after) == ()
    return after


def with_orders(state: State, orders: Mapping[int, Sequence[str]]) -> State:
    """The state after all these sheets were handed in."""
    for player, lines in orders.items():
        state = do(state, HandIn(player, "\n".join(lines)))
    return state


def play(
    state: State, orders: Mapping[int, Sequence[str]] | None = None, roll: Roll | None = None
) -> State:
    """The state after a round with these orders."""
    return do(with_orders(state, orders or {}), PlayRound(), roll)


def fixed(*values: int) -> Roll:
    """Rolls in the order in which they are asked for; the last one for ever."""
    left = list(values)
    given: dict[tuple[str, int], int] = {}

    def roll(stream: str, index: int, chance: int) -> int:
        assert chance == 100
        if (stream, index) not in given:
            given[stream, index] = left.pop(0) if len(left) > 1 else left[0]
        return given[stream, index]

    return roll


def world_after(
    state: State,
    orders: Mapping[int, Sequence[str]],
    until: int = 2,
    roll: Roll | None = None,
) -> World:
    """The world after the phases 1 to ``until``."""
    return run(with_orders(state, orders), roll or fixed(100), until)


def results(source: World | State, player: int) -> list[str]:
    """Results of a player's lines, in the order in which they arose."""
    lines = source.lines if isinstance(source, World) else source.record.lines  # type: ignore[union-attr]
    return [line.result for line in lines if line.player == player]


def force(state: State, at: str, player: int) -> tuple[int, ...]:
    """Units of a player in a field."""
    x, y = map(int, at.split("/"))
    found = [f.counts for f in state.place(x, y).forces if f.player == player]
    return found[0] if found else (0,) * len(CODES)

"""Tables of Wallenstein on the made-up board, played by chance up to a moment worth looking at."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from turmwart.games.wallenstein import GAME
from turmwart.games.wallenstein.setup import Options, Seat, Setup
from turmwart.journal.store import Journal
from turmwart.kernel.cubes import Cubes
from turmwart.table.palette import default_palette
from turmwart.table.printed import demo_board
from turmwart.table.table import Done, Table

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")
COLOURS = ("red", "blue", "yellow", "purple", "black")
_CHOICES = 400
_STEPS = 3000


def new_table(
    journal: Journal,
    clock: Callable[[], int],
    players: int = 4,
    name: str = "evening",
    **options: Any,
) -> Table:
    """A table at the very start."""
    seats = tuple(Seat(f"s{n + 1}", NAMES[n], COLOURS[n]) for n in range(players))
    setup = Setup(seats, "s1", demo_board(), Options(**options))
    return Table.create(journal, name, GAME, setup, palette=default_palette(), clock=clock)


def play(table: Table, until: Callable[[Table], bool], seed: int = 1) -> None:
    """Play allowed commands by chance until something holds.

    Raises:
        AssertionError: the game ended first.
    """
    chance = random.Random(seed)
    for _ in range(_STEPS):
        if until(table):
            return
        commands = list(islice(_allowed(table, chance), _CHOICES))
        assert commands, "the game ended"
        assert isinstance(table.do(chance.choice(commands)), Done)
    raise AssertionError("it never came")


def _allowed(table: Table, chance: random.Random) -> Iterator[Any]:
    state = table.state
    if state.awaiting_throw:
        inside, hand = state.ledger.at("tower"), state.ledger.at("hand")
        fallen = _falls(hand, 2, 3, chance) + _falls(inside, 1, 3, chance)
        yield GAME.commands["ReportThrow"](fallen)
        return
    yield from GAME.legal(state, None)


def _falls(cubes: Cubes, share: int, of: int, chance: random.Random) -> Cubes:
    return Cubes.from_counts(
        {colour: sum(chance.randrange(of) < share for _ in range(n)) for colour, n in cubes.counts}
    )

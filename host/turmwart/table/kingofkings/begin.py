"""How a game begins: on a map made by a seed or read from a file, with a secret seed of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from turmwart.errors import InputError
from turmwart.games.kingofkings import GAME
from turmwart.games.kingofkings.options import Options
from turmwart.games.kingofkings.setup import Setup
from turmwart.journal.store import Journal
from turmwart.table.dealer import new_seed
from turmwart.table.kingofkings.mapfile import read_map
from turmwart.table.kingofkings.mapgen import make_map
from turmwart.table.palette import default_palette
from turmwart.table.table import Table

TRIBES, WIDTH, HEIGHT, SEED = 6, 20, 14, "1"
"""Of a map for which nothing else is said."""
MOST_BYTES = 1_000_000


def on_seed(
    name: str | None, seed: str, width: int, height: int, tribes: int, options: Options
) -> Setup:
    """A game on a map made by a seed; the seed of its rolls is drawn.

    Args:
        name: of the game; None: after the map.
        seed: of the map.
        width: of the map.
        height: of the map.
        tribes: how many.
        options: of the game.

    Raises:
        InputError: no such map can be made.
    """
    made = make_map(seed, width, height, tribes, options)
    return replace(made, name=name or made.name, seed=new_seed())


def from_file(file: str) -> Setup:
    """The game that a map file describes; the seed of its rolls is drawn.

    Raises:
        InputError: it cannot be read or played.
    """
    try:
        text = read_bytes(file).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("kok.not_text", file=file) from None
    return read_map(text, file, new_seed())


def begin(journal: Journal, name: str, setup: Setup, clock: Callable[[], int]) -> Table:
    """A new table.

    Raises:
        JournalError: the name is taken.
        ValueError: the setup cannot be played.
    """
    return Table.create(journal, name, GAME, setup, palette=default_palette(), clock=clock)


def read_bytes(file: str) -> bytes:
    """What a file holds, as far as ``MOST_BYTES`` and one more.

    Raises:
        InputError: it cannot be read.
    """
    try:
        with Path(file).open("rb") as opened:
            return opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputError("kok.unreadable", file=file, why=error.strerror) from None

"""Name -> game, imported on demand."""

from __future__ import annotations

from importlib import import_module

from turmwart.errors import InputError
from turmwart.kernel.game import Game

NAMES = ("wallenstein", "anno1452", "paladins", "kingofkings")
_PARTS = {"wallenstein_light": "wallenstein.light"}
"""Other ways to keep the books of a game, by the name in journals."""


def load(name: str) -> Game:
    """The game called ``name``.

    Raises:
        InputError: there is no such game; the error names those there are.
    """
    if name not in NAMES and name not in _PARTS:
        raise InputError("game.unknown", name=name, known=", ".join(NAMES))
    game: Game = import_module(f"turmwart.games.{_PARTS.get(name, name)}").GAME
    return game

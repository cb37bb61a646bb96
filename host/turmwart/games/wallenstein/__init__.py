"""Wallenstein, second edition: the base game for three to five players."""

from turmwart.games.wallenstein.apply import apply
from turmwart.games.wallenstein.commands import COMMANDS
from turmwart.games.wallenstein.describe import describe
from turmwart.games.wallenstein.events import EVENTS
from turmwart.games.wallenstein.invariants import invariants
from turmwart.games.wallenstein.legal import legal
from turmwart.games.wallenstein.prompts import prompts
from turmwart.games.wallenstein.rules import decide, start
from turmwart.games.wallenstein.setup import Setup
from turmwart.games.wallenstein.viewing import view
from turmwart.kernel.game import Game

GAME = Game(
    "wallenstein",
    start,
    prompts,
    legal,
    decide,
    apply,
    view,
    invariants,
    describe,
    Setup,
    COMMANDS,
    EVENTS,
)

__all__ = ["GAME"]

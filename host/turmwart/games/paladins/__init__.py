"""Paladins of the West Kingdom: one to four players, in three modes."""

from turmwart.games.paladins.apply import apply
from turmwart.games.paladins.commands import COMMANDS
from turmwart.games.paladins.describe import describe
from turmwart.games.paladins.events import EVENTS
from turmwart.games.paladins.invariants import invariants
from turmwart.games.paladins.legal import legal
from turmwart.games.paladins.prompts import prompts
from turmwart.games.paladins.rules import decide, start
from turmwart.games.paladins.setup import Setup
from turmwart.games.paladins.viewing import view
from turmwart.kernel.game import Game

GAME = Game(
    "paladins",
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

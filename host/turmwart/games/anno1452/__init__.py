"""Anno 1452: two to four players, with the Ottokar scenario and the variants A to I."""

from turmwart.games.anno1452.apply import apply
from turmwart.games.anno1452.commands import COMMANDS
from turmwart.games.anno1452.describe import describe
from turmwart.games.anno1452.events import EVENTS
from turmwart.games.anno1452.invariants import invariants
from turmwart.games.anno1452.legal import legal
from turmwart.games.anno1452.prompts import prompts
from turmwart.games.anno1452.rules import decide, start
from turmwart.games.anno1452.setup import Setup
from turmwart.games.anno1452.viewing import view
from turmwart.kernel.game import Game

GAME = Game(
    "anno1452",
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

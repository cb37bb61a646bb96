"""King of Kings, 6th edition: the play-by-mail game, adjudicated by the host."""

from turmwart.games.kingofkings.apply import apply
from turmwart.games.kingofkings.commands import COMMANDS
from turmwart.games.kingofkings.describe import describe
from turmwart.games.kingofkings.events import EVENTS
from turmwart.games.kingofkings.invariants import invariants
from turmwart.games.kingofkings.prompts import legal, prompts
from turmwart.games.kingofkings.rules import decide, start
from turmwart.games.kingofkings.setup import Setup
from turmwart.games.kingofkings.viewing import view
from turmwart.kernel.game import Game

GAME = Game(
    "kingofkings",
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

"""Wallenstein in light bookkeeping: battles, coins, grain and points, and nothing else."""

from turmwart.games.wallenstein.light.prompts import legal, prompts, view
from turmwart.games.wallenstein.light.rules import (
    apply,
    decide,
    describe,
    invariants,
    start,
)
from turmwart.games.wallenstein.light.things import COMMANDS, EVENTS, LightSetup
from turmwart.kernel.game import Game

GAME = Game(
    "wallenstein_light",
    start,
    prompts,
    legal,
    decide,
    apply,
    view,
    invariants,
    describe,
    LightSetup,
    COMMANDS,
    EVENTS,
)

__all__ = ["GAME"]

"""Positions at the end of autumn, from which the rules go on into winter by themselves."""

from __future__ import annotations

from turmwart.games.wallenstein.state import ACTIONS
from turmwart.table.scenarios.wallenstein.board import learn
from turmwart.table.scenarios.wallenstein.position import Position

WINTER_CARD = "event_2"


def autumn_ends(position: Position, grain_loss: int = 0, year: int = 1) -> None:
    """Put a position before the last turns of the last action of autumn."""
    position.board = learn(position.board, "event", WINTER_CARD, "grain_loss", grain_loss)
    position.year, position.season = year, "autumn"
    position.actions, position.actions_done = ACTIONS, len(ACTIONS) - 1
    position.event = "event_1"
    position.year_events = ("event_1", WINTER_CARD)
    position.used_events = ("event_3", "event_4")
    if year == 2:
        position.used_events = tuple(f"event_{n}" for n in range(3, 9))

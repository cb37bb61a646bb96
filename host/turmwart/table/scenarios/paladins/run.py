"""A run of Paladins."""

from __future__ import annotations

from turmwart.games.paladins.state import State
from turmwart.table.scenarios import run


class Run(run.Run[State]):
    """A game of Paladins that a scenario plays."""

    def __init__(self, state: State) -> None:
        super().__init__("paladins", state)

"""A run of Anno 1452."""

from __future__ import annotations

from typing import Any

from turmwart.games.anno1452.flow import consequences
from turmwart.games.anno1452.state import State
from turmwart.kernel.fold import fold
from turmwart.table.scenarios import run


class Run(run.Run[State]):
    """A game of Anno 1452 that a scenario plays."""

    def __init__(self, state: State) -> None:
        super().__init__("anno1452", state)

    def follow(self, *events: Any) -> tuple[Any, ...]:
        """Let events happen without a command, and then what follows from them.

        Raises:
            Broken: a law of conservation does not hold afterwards.
        """
        after = fold(self.game, self.state, events)
        return self.take((*events, *consequences(after)))

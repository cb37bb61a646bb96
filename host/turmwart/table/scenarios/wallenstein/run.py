"""A run of Wallenstein."""

from __future__ import annotations

from turmwart.games.wallenstein.state import State
from turmwart.kernel.prompt import CubeCount, Prompt
from turmwart.table.scenarios import run


class Run(run.Run[State]):
    """A game of Wallenstein that a scenario plays."""

    def __init__(self, state: State) -> None:
        super().__init__("wallenstein", state)

    def prompt(self, command: str) -> Prompt | None:
        """The prompt that leads to a command; None where there is none."""
        return next((p for p in self.prompts() if p.command == command), None)

    def throw_slot(self) -> CubeCount | None:
        """What the table must report of a throw; None while no throw is due."""
        prompt = self.prompt("ReportThrow")
        slots = prompt.slots if prompt is not None else ()
        return next((slot for slot in slots if isinstance(slot, CubeCount)), None)

    def newest(self, kind: type[run.Event]) -> run.Event | None:
        """The last event of a kind; None where there was none."""
        happened = self.happened(kind)
        return happened[-1] if happened else None

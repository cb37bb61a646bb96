"""The long form's steps for Paladins."""

from __future__ import annotations

from typing import Any

from turmwart.kernel.decision import Objection
from turmwart.kernel.prompt import Prompt
from turmwart.table.scenarios import steps
from turmwart.table.scenarios.paladins.observed import observed, prompt_words
from turmwart.table.scenarios.paladins.position import Position
from turmwart.table.scenarios.paladins.run import Run


class Player(steps.Player[Run, Position]):
    """Plays the steps of a scenario of Paladins."""

    def observed(self, objection: Objection | None) -> dict[str, Any]:
        """What ``expect`` is compared with."""
        return observed(self.run, self.position, objection)

    def prompts(self) -> dict[str, Prompt]:
        """The prompts that are asked now, by their words."""
        return prompt_words(self.run)

    def value(self, name: str, value: Any) -> Any:
        """A player's name made his seat."""
        if name == "seat" and value in self.position.names:
            return self.position.seat(value)
        return value

"""The long form's steps for Anno 1452."""

from __future__ import annotations

from typing import Any

from turmwart.games.anno1452.state import OTTOKAR
from turmwart.kernel.decision import Objection
from turmwart.kernel.prompt import Prompt
from turmwart.table.scenarios import steps
from turmwart.table.scenarios.anno1452.observed import observed, prompt_words
from turmwart.table.scenarios.anno1452.position import Position
from turmwart.table.scenarios.anno1452.run import Run

OF_SEATS = ("seat", "first", "second", "husband", "owner")
"""Fields of commands that name a player; scenarios name his colour."""


class Player(steps.Player[Run, Position]):
    """Plays the steps of a scenario of Anno 1452."""

    def observed(self, objection: Objection | None) -> dict[str, Any]:
        """What ``expect`` is compared with."""
        return observed(self.run, self.position, objection)

    def prompts(self) -> dict[str, Prompt]:
        """The prompts that are asked now, by their words."""
        return prompt_words(self.run)

    def default_prompt(self, prompts: dict[str, Prompt]) -> str:
        """The first that must be answered, else the first."""
        must = (word for word, prompt in prompts.items() if prompt.must)
        return next(must, super().default_prompt(prompts))

    def value(self, name: str, value: Any) -> Any:
        """Colours made seats, in lists too."""
        if name in OF_SEATS and (value in self.position.colours or value == OTTOKAR):
            return self.position.seat(value)
        if isinstance(value, list):
            seats = self.position.colours
            return [self.position.seat(one) if one in seats else one for one in value]
        return value

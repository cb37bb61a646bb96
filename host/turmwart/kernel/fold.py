"""Events folded to state; undo and redo are events themselves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from turmwart.kernel.game import Game


@dataclass(frozen=True, slots=True)
class Undone:
    """Step ``step`` was taken back; nothing is rewritten."""

    step: int


@dataclass(frozen=True, slots=True)
class Redone:
    """Step ``step``, taken back before, holds again."""

    step: int


@dataclass(frozen=True, slots=True)
class Step:
    """Events of one command; undone as a whole.

    Attributes:
        number: number of the step, from 1, in order of its first appearance.
        events: events of the game, or one ``Undone`` or ``Redone``.
    """

    number: int
    events: tuple[Any, ...]


def fold(game: Game, state: Any, events: Iterable[Any]) -> Any:
    """Apply ``events`` to ``state`` (None before the first event)."""
    for event in events:
        state = game.apply(state, event)
    return state


class Timeline:
    """Which steps hold and which could be redone, as steps come in one after another."""

    def __init__(self) -> None:
        self.holding: list[Step] = []
        self.undone: list[Step] = []

    def add(self, step: Step) -> None:
        """Take in a step.

        Raises:
            ValueError: an undo of a step that is not the last one holding, or a redo of one that
                is not the last one undone.
        """
        match step.events:
            case (Undone(step=number),):
                if not self.holding or self.holding[-1].number != number:
                    raise ValueError(f"step {number} is not the last one that holds")
                self.undone.append(self.holding.pop())
            case (Redone(step=number),):
                if not self.undone or self.undone[-1].number != number:
                    raise ValueError(f"step {number} is not the last one taken back")
                self.holding.append(self.undone.pop())
            case _:
                self.holding.append(step)
                self.undone.clear()


def replay(game: Game, steps: Iterable[Step]) -> Any:
    """The state after all steps, undone ones left out; None where nothing holds.

    Raises:
        ValueError: the steps are no possible history.
    """
    timeline = Timeline()
    for step in steps:
        timeline.add(step)
    state = None
    for step in timeline.holding:
        state = fold(game, state, step.events)
    return state

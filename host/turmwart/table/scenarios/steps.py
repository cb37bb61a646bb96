"""The long form's steps that games share: commands, answers to prompts, undo."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import fields
from typing import Any, Generic, TypeVar

from turmwart.kernel.canon import from_plain
from turmwart.kernel.decision import Objection
from turmwart.kernel.fold import fold
from turmwart.kernel.prompt import Prompt, command_of
from turmwart.table.scenarios import tree
from turmwart.table.scenarios.run import Run, refusal_of
from turmwart.table.scenarios.values import Difference, Fault, Reader, compare, unknown_word

R = TypeVar("R", bound=Run[Any])
P = TypeVar("P")
KINDS = ("do", "answer", "undo")


class Player(ABC, Generic[R, P]):
    """Plays the steps of a scenario on a run.

    Args:
        run: at the given position.
        position: the position, which knows the names of the players.
    """

    def __init__(self, run: R, position: P) -> None:
        self.run = run
        self.position = position
        self._base = run.state
        self._steps: list[tuple[Any, ...]] = []

    @abstractmethod
    def observed(self, objection: Objection | None) -> dict[str, Any]:
        """What ``expect`` is compared with."""

    @abstractmethod
    def prompts(self) -> dict[str, Prompt]:
        """The prompts that are asked now, by their words."""

    def default_prompt(self, prompts: dict[str, Prompt]) -> str:
        """The word of the prompt that is meant where none is named; empty: there is none."""
        return next(iter(prompts), "")

    @abstractmethod
    def value(self, name: str, value: Any) -> Any:
        """The value of a field or an answer, the names of players made their seats."""

    def play(self, step: Reader) -> tuple[list[Difference], bool]:
        """Play one step.

        Returns:
            What differs, and whether the steps after it can be played.

        Raises:
            Fault: the step is not of one kind, or names what there is not.
        """
        kinds = [kind for kind in KINDS if kind in step]
        if len(kinds) != 1:
            raise Fault("scenario.step", step.at, step.where, known=", ".join(KINDS))
        expected = step.node("expect")
        wanted = expected.get("objection") if isinstance(expected, tree.Mapping) else None
        objection: Objection | None = None
        if kinds[0] == "undo":
            self._undo(step)
        else:
            command = self._named(step) if kinds[0] == "do" else self._answer(step)
            decided = self.run.decide(command)
            if isinstance(decided, Objection):
                objection, self.run.last = decided, ()
            else:
                self._steps.append(self.run.take(decided))
        refusal_wanted = isinstance(wanted, tree.Leaf) and wanted.value is not None
        if objection is not None and not refusal_wanted:
            return [refusal_of(step.at.line, step.where, kinds[0], objection)], False
        found = self.observed(objection)
        differences = compare(expected, found, step.place("expect")) if expected else []
        return differences, objection is not None or not refusal_wanted

    def _undo(self, step: Reader) -> None:
        """Take back steps and fold the game anew from its events."""
        count = step.whole("undo", 1, 1)
        if len(self._steps) < count:
            raise step.fault("undo", "scenario.no_step", found=count, most=len(self._steps))
        del self._steps[-count:]
        self.run.state = self._base
        for events in self._steps:
            self.run.state = fold(self.run.game, self.run.state, events)
        self.run.last = ()

    def _named(self, step: Reader) -> Any:
        """The command that ``do`` names, its fields from the other keys."""
        name = step.word("do", tuple(self.run.game.commands))
        cls = self.run.game.commands[name]
        plain: dict[str, Any] = {}
        for field in fields(cls):
            if field.name in step:
                plain[field.name] = self.value(field.name, tree.plain(step.need(field.name)))
        try:
            return from_plain(cls, plain)
        except ValueError as error:
            raise step.fault("do", "scenario.command", reason=error) from None

    def _answer(self, step: Reader) -> Any:
        """The command that answers a prompt; ``prompt`` names it where there are several."""
        prompts = self.prompts()
        name = step.text("prompt", self.default_prompt(prompts))
        if name not in prompts:
            raise unknown_word(step.at, step.place("prompt"), name, tuple(prompts))
        node = step.need("answer")
        said = tree.plain(node) if isinstance(node, tree.Mapping) else {}
        answers = {key: self.value(key, value) for key, value in said.items()}
        try:
            return command_of(self.run.game, prompts[name], answers)
        except ValueError as error:
            raise step.fault("answer", "scenario.command", reason=error) from None

"""Runs commands through the rules, as a table would."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from turmwart.games.registry import load
from turmwart.games.wallenstein.state import State
from turmwart.kernel.chance import RollRequest, no_rolls
from turmwart.kernel.decision import Objection
from turmwart.kernel.fold import fold
from turmwart.kernel.game import Game
from turmwart.kernel.prompt import CubeCount, Prompt
from turmwart.table.scenarios.values import Difference
from turmwart.texts import say

Event = TypeVar("Event")


class Refused(Exception):
    """A rule spoke against a command that the scenario rests on."""

    def __init__(self, command: Any, objection: Objection) -> None:
        super().__init__(objection.rule)
        self.command = command
        self.objection = objection


class Broken(Exception):
    """A law of conservation does not hold after a command; a defect of the rules."""


class Run:
    """A game that a scenario plays.

    Attributes:
        state: the state now.
        events: all events since the run began.
        last: events of the last command.
    """

    def __init__(self, state: State) -> None:
        self.game: Game = load("wallenstein")
        self.state = state
        self.events: list[Any] = []
        self.last: tuple[Any, ...] = ()

    def decide(self, command: Any) -> tuple[Any, ...] | Objection:
        """What the rules say to a command, without carrying it out."""
        decided = self.game.decide(self.state, command, no_rolls)
        if isinstance(decided, RollRequest):
            raise Broken("the rules asked for a roll")
        return decided

    def objects(self, command: Any) -> Objection | None:
        """The objection to a command; None where it may be carried out."""
        decided = self.decide(command)
        return decided if isinstance(decided, Objection) else None

    def do(self, command: Any) -> tuple[Any, ...]:
        """Carry out a command.

        Raises:
            Refused: a rule speaks against it.
            Broken: a law of conservation does not hold afterwards.
        """
        decided = self.decide(command)
        if isinstance(decided, Objection):
            raise Refused(command, decided)
        return self.take(decided)

    def take(self, events: Sequence[Any]) -> tuple[Any, ...]:
        """Apply events.

        Raises:
            Broken: a law of conservation does not hold afterwards.
        """
        self.state = fold(self.game, self.state, events)
        self.last = tuple(events)
        self.events.extend(events)
        broken = self.game.invariants(self.state)
        if broken:
            raise Broken("; ".join(broken))
        return self.last

    def prompts(self, seat: str | None = None) -> tuple[Prompt, ...]:
        """What the table must or may do now."""
        return self.game.prompts(self.state, seat)

    def prompt(self, command: str) -> Prompt | None:
        """The prompt that leads to a command; None where there is none."""
        return next((p for p in self.prompts() if p.command == command), None)

    def throw_slot(self) -> CubeCount | None:
        """What the table must report of a throw; None while no throw is due."""
        prompt = self.prompt("ReportThrow")
        slots = prompt.slots if prompt is not None else ()
        return next((slot for slot in slots if isinstance(slot, CubeCount)), None)

    def happened(self, kind: type[Event]) -> list[Event]:
        """All events of a kind since the run began."""
        return [event for event in self.events if isinstance(event, kind)]

    def newest(self, kind: type[Event]) -> Event | None:
        """The last event of a kind; None where there was none."""
        happened = self.happened(kind)
        return happened[-1] if happened else None


def refusal_of(line: int, where: str, what: str, objection: Objection) -> Difference:
    """The difference that an objection makes where none was expected."""
    named = ", ".join(f"{name}={value}" for name, value in objection.values)
    told = f"{objection.rule} ({named})" if named else objection.rule
    return Difference(line, where, "", say("scenario.refused", where=where, what=what, rule=told))

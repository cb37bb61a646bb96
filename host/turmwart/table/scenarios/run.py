"""Runs commands through the rules, as a table would; the same for every game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from turmwart.games.registry import load
from turmwart.kernel.chance import Roll, RollRequest, no_rolls
from turmwart.kernel.decision import Objection
from turmwart.kernel.fold import fold
from turmwart.kernel.game import Game
from turmwart.kernel.prompt import Prompt
from turmwart.table.scenarios.values import Difference
from turmwart.texts import say, say_with

S = TypeVar("S")
Event = TypeVar("Event")


class Unsound(Exception):
    """What is given cannot lie on a table, such as more cubes of a colour than there are.

    Attributes:
        place: keys in ``given`` that lead to what is wrong.
    """

    def __init__(self, text_id: str, *place: str, **values: object) -> None:
        super().__init__(say_with(text_id, values.items()))
        self.place = place


class Refused(Exception):
    """A rule spoke against a command that the scenario rests on."""

    def __init__(self, command: Any, objection: Objection) -> None:
        super().__init__(objection.rule)
        self.command = command
        self.objection = objection


class Broken(Exception):
    """A law of conservation does not hold after a command; a defect of the rules."""


class Run(Generic[S]):
    """A game that a scenario plays; each game has a class of its own for what only it asks.

    Args:
        name: of the game.
        state: where the scenario begins.

    Attributes:
        state: the state now.
        events: all events since the run began.
        last: events of the last command.
    """

    def __init__(self, name: str, state: S) -> None:
        self.game: Game = load(name)
        self.state = state
        self.events: list[Any] = []
        self.last: tuple[Any, ...] = ()

    def decide(self, command: Any, roll: Roll = no_rolls) -> tuple[Any, ...] | Objection:
        """What the rules say to a command, without carrying it out.

        Raises:
            Broken: the rules asked for a roll that nobody gave.
        """
        decided = self.game.decide(self.state, command, roll)
        if isinstance(decided, RollRequest):
            raise Broken(f"the rules ask for a roll of {decided.stream}")
        return decided

    def objects(self, command: Any) -> Objection | None:
        """The objection to a command; None where it may be carried out."""
        decided = self.decide(command)
        return decided if isinstance(decided, Objection) else None

    def do(self, command: Any, roll: Roll = no_rolls) -> tuple[Any, ...]:
        """Carry out a command.

        Raises:
            Refused: a rule speaks against it.
            Broken: a law of conservation does not hold afterwards.
        """
        decided = self.decide(command, roll)
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

    def happened(self, kind: type[Event]) -> list[Event]:
        """All events of a kind since the run began."""
        return [event for event in self.events if isinstance(event, kind)]


def refusal_of(line: int, where: str, what: str, objection: Objection) -> Difference:
    """The difference that an objection makes where none was expected."""
    named = ", ".join(f"{name}={value}" for name, value in objection.values)
    told = f"{objection.rule} ({named})" if named else objection.rule
    return Difference(line, where, "", say("scenario.refused", where=where, what=what, rule=told))

"""What makes a game: functions without clock, chance or files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from turmwart.kernel.chance import Roll, RollRequest
from turmwart.kernel.decision import Objection

if TYPE_CHECKING:
    from turmwart.kernel.prompt import Prompt


@dataclass(frozen=True, slots=True)
class Game:
    """A game as the table knows it.

    Attributes:
        name: name in the registry, prefix of its event types and text ids.
        start: ``start(setup) -> events``; the setup carries every printed value and option the
            game reads. Raises ValueError where the setup cannot be played.
        prompts: ``prompts(state, seat) -> prompts``; seat None: what the table screen shows.
        legal: ``legal(state, seat) -> commands``, lazily: all where they can be listed, a few
            good ones where not.
        decide: ``decide(state, command, roll) -> events | Objection | RollRequest``.
        apply: ``apply(state | None, event) -> state``; never objects.
        view: ``view(state, seat) -> view``: what that seat may see; None: the table screen.
        invariants: ``invariants(state) -> broken``: text of each law of conservation that does
            not hold; empty when all do. The table checks it at every step.
        describe: ``describe(event, state) -> (text id, values)``: the line of the log for an
            event, with the state after it.
        setup: class of the setup.
        commands: command classes by name.
        events: event classes by name.
    """

    name: str
    start: Callable[[Any], tuple[Any, ...]]
    prompts: Callable[[Any, str | None], tuple[Prompt, ...]]
    legal: Callable[[Any, str | None], Iterator[Any]]
    decide: Callable[[Any, Any, Roll], tuple[Any, ...] | Objection | RollRequest]
    apply: Callable[[Any, Any], Any]
    view: Callable[[Any, str | None], Any]
    invariants: Callable[[Any], tuple[str, ...]]
    describe: Callable[[Any, Any], tuple[str, tuple[tuple[str, int | str], ...]]]
    setup: type
    commands: dict[str, type]
    events: dict[str, type]

"""Events one after the other, each with the state that the earlier ones made."""

from __future__ import annotations

from collections.abc import Iterable

from turmwart.games.anno1452.apply import apply
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.state import State


class Unfolding:
    """Collects events; ``state`` is always the state after the last one."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._events: list[Event] = []

    def add(self, *events: Event) -> None:
        """Let events happen."""
        self.extend(events)

    def extend(self, events: Iterable[Event]) -> None:
        """Let events happen."""
        for event in events:
            self.state = apply(self.state, event)
            self._events.append(event)

    @property
    def events(self) -> tuple[Event, ...]:
        """All events so far."""
        return tuple(self._events)

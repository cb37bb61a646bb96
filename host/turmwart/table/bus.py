"""Tells all who listen what happened at the table."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Committed:
    """A step is in the journal.

    Attributes:
        version: the table's version after it.
        step: its number.
        events: what happened; one ``Undone`` or ``Redone`` where a step was taken back or
            restored.
    """

    version: int
    step: int
    events: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class ReadingChanged:
    """The tower saw something, or its reading was booked."""


@dataclass(frozen=True, slots=True)
class LinkChanged:
    """The tower came, went or restarted; ``text_id`` says so."""

    text_id: str
    values: tuple[tuple[str, int | str], ...] = ()


@dataclass(frozen=True, slots=True)
class CameraChanged:
    """The camera came or went, the scene moves or is still, or dice were read."""


Message = Committed | ReadingChanged | LinkChanged | CameraChanged
Listener = Callable[[Message], None]


class Bus:
    """Calls every listener in order of subscription; one that fails does not silence the rest.

    Attributes:
        link: the last news of the tower, for who begins to listen later; None: there are none.
    """

    def __init__(self) -> None:
        self.link: LinkChanged | None = None
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Listen from now on; call what is returned to stop."""
        self._listeners.append(listener)

        def stop() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return stop

    def publish(self, message: Message) -> None:
        """Tell everyone. Errors of a listener are logged: the step is stored already."""
        if isinstance(message, LinkChanged):
            self.link = message
        for listener in tuple(self._listeners):
            try:
                listener(message)
            except Exception:  # noqa: BLE001 - logged with its trace; the others must still hear
                _log.exception("a listener failed on %s", type(message).__name__)

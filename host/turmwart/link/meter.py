"""Figures of an open link: where board time lies in host time, and how late events come."""

from __future__ import annotations

from turmwart.link.clock import BoardClock
from turmwart.link.delays import Delays
from turmwart.link.outputs import Connected, CubePassed, Event, PassageSeen


class Meter:
    """Watches the events of a link; begins anew with each boot of the board.

    Attributes:
        clock: board time -> host time.
        delays: of cubes and passages, against the fastest frames.
    """

    def __init__(self) -> None:
        self._boot: int | None = None
        self.clock = BoardClock()
        self.delays = Delays()

    def heard(self, event: Event, now_ms: int) -> None:
        """An event has just come in, at host time ``now_ms``."""
        if isinstance(event, Connected) and event.boot != self._boot:
            self._boot = event.boot
            self.clock = BoardClock()
        elif isinstance(event, CubePassed | PassageSeen):
            self.clock.saw(event.message.ticks_ms, now_ms)
            self.delays.add(self.clock.delay_ms(event.message.ticks_ms, now_ms))

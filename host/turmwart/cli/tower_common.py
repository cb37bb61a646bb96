"""What the ``turmwart tower`` commands share: an open link whose events are taken one by one."""

from __future__ import annotations

import argparse
import queue
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from turmwart.errors import LinkError
from turmwart.link.discovery import AUTO, locate
from turmwart.link.outputs import (
    BoardFault,
    Connected,
    CubePassed,
    Ended,
    Event,
    GapFound,
    PassageSeen,
    StateTold,
)
from turmwart.link.transport import Transport
from turmwart.texts import say
from turmwart_fw import FIRMWARE
from turmwart_wire import messages

ANSWER_S = 5.0
"""How long a board may take to answer."""
LONGEST_WAIT_S = 60.0
"""A wait without an end is cut into such pieces, which every system can count."""


@dataclass(frozen=True, slots=True)
class Heard:
    """An event of the link.

    Attributes:
        at_ms: host time (``time.monotonic``) at which it was handed over.
        event: itself.
        old: whether it waited on the board since before this command.
    """

    at_ms: int
    event: Event
    old: bool


class Listening:
    """An open link of a command; acknowledges nothing by itself.

    So what waits on the board for a table stays there.

    Attributes:
        transport: the link.
        waiting: events that waited on the board when it answered first.
    """

    def __init__(self, port: str) -> None:
        self._queue: queue.SimpleQueue[tuple[int, Event]] = queue.SimpleQueue()
        self._kept: list[Heard] = []
        self._old: dict[int, int] = {}
        self._next: dict[int, int] = {}
        self.waiting = 0
        self.transport = Transport(port, self._take, lambda boot: None)

    def connected(self) -> None:
        """Wait until the board has answered, and until what waited there has come.

        Raises:
            LinkError: it does not answer, or speaks another protocol.
        """
        self.transport.wait_connected(ANSWER_S)
        self.until(lambda heard: isinstance(heard.event, Connected), ANSWER_S)
        boot = self.transport.status.boot or 0
        self.reach(boot, self._old.get(boot, 0), ANSWER_S)

    def reach(self, boot: int, count: int, timeout_s: float) -> bool:
        """Wait until the first ``count`` events of a boot have come; they stay to be taken.

        Returns:
            False where they did not within ``timeout_s`` seconds.
        """
        deadline = time.monotonic() + timeout_s
        while self._next.get(boot, 0) < count:
            heard = self._wait(deadline)
            if heard is None:
                return False
            self._kept.append(heard)
        return True

    def take(self) -> list[Heard]:
        """All that has come and was not taken yet."""
        while (heard := self._wait(0.0)) is not None:
            self._kept.append(heard)
        taken, self._kept = self._kept, []
        return taken

    def peek(self) -> tuple[Heard, ...]:
        """What was kept back by ``until`` and ``reach``; it stays to be taken."""
        return tuple(self._kept)

    def during(self, seconds: float) -> Iterator[Heard]:
        """What comes within the next ``seconds``, as it comes."""
        deadline = time.monotonic() + seconds
        yield from self.take()
        while (heard := self._wait(deadline)) is not None:
            yield heard

    def until(self, wanted: Callable[[Heard], bool], timeout_s: float) -> Heard | None:
        """Wait for an event; the others stay to be taken. None where it does not come."""
        deadline = time.monotonic() + timeout_s
        while (heard := self._wait(deadline)) is not None:
            if wanted(heard):
                return heard
            self._kept.append(heard)
        return None

    def state(self, timeout_s: float = ANSWER_S) -> messages.State | None:
        """The board's word on how it does; None where it does not come."""
        self.transport.ask(messages.STATE_ASK)
        heard = self.until(lambda heard: isinstance(heard.event, StateTold), timeout_s)
        return heard.event.message if heard and isinstance(heard.event, StateTold) else None

    def acknowledge(self, heard: Heard) -> None:
        """Let the board forget an event and all before it."""
        event = heard.event
        if isinstance(event, CubePassed | PassageSeen | BoardFault):
            self.transport.acknowledge(event.boot, event.count)

    def _take(self, event: Event) -> None:
        """Called by the link's thread."""
        self._queue.put((time.monotonic_ns() // 1_000_000, event))

    def _queued(self, deadline: float) -> tuple[int, Event] | None:
        while True:
            left = deadline - time.monotonic()
            try:
                return self._queue.get(timeout=min(max(0.0, left), LONGEST_WAIT_S))
            except queue.Empty:
                if left <= 0:
                    return None

    def _wait(self, deadline: float) -> Heard | None:
        """The next event; None where none has come by the deadline.

        Raises:
            LinkError: the link has ended by itself.
        """
        taken = self._queued(deadline)
        if taken is None:
            return None
        at_ms, event = taken
        if isinstance(event, Ended):
            raise event.error
        if isinstance(event, Connected) and event.boot not in self._old:
            # A board that starts anew while we listen has nothing old.
            first = not self._old
            self.waiting = event.waiting if first else self.waiting
            self._old[event.boot] = event.expected + (event.waiting if first else 0)
        old = False
        if isinstance(event, CubePassed | PassageSeen | BoardFault):
            old = event.count < self._old.get(event.boot, 0)
            self._next[event.boot] = event.count + 1
        elif isinstance(event, GapFound):
            old = event.boot not in self._old or event.last < self._old[event.boot]
            self._next[event.boot] = event.last + 1
        return Heard(at_ms, event, old)


@contextmanager
def listening(arguments: argparse.Namespace, twin_speed: float = 1.0) -> Iterator[Listening]:
    """An open link to the board that a command names, which has answered.

    Args:
        arguments: of the command.
        twin_speed: of a simulated tower, times real time; 0: as fast as it can.

    Raises:
        LinkError: there is no board, or it does not answer, or speaks another protocol.
    """
    link = Listening(locate(port_spec(arguments, twin_speed)))
    try:
        link.connected()
        firmware = link.transport.status.firmware
        if firmware not in (None, FIRMWARE):
            complain(
                say(
                    "cli.tower.other_firmware",
                    found=version(firmware or 0),
                    known=version(FIRMWARE),
                )
            )
        yield link
    finally:
        link.transport.close()


def port_spec(arguments: argparse.Namespace, twin_speed: float) -> str:
    """The port that was named, or a twin's folder, else ``auto``.

    A simulated tower is started where none runs in the folder.

    Raises:
        TwinError: it does not start.
    """
    folder = getattr(arguments, "twin", None)
    if folder is None:
        return str(getattr(arguments, "port", None) or AUTO)
    from turmwart.twin.hands import start_twin

    start_twin(Path(folder), arguments.seed, twin_speed)
    return str(folder)


def lanes_of(link: Listening) -> int:
    """How many lanes the board has.

    Raises:
        LinkError: it does not say so.
    """
    state = link.state()
    if state is None:
        raise LinkError("cli.tower.no_state", port=link.transport.status.port)
    return len(state.bus_errors)


def version(firmware: int) -> str:
    """A firmware's version in words: ``2.0`` for 0x0200."""
    return f"{firmware >> 8}.{firmware & 0xFF}"


def complain(line: str) -> None:
    """Say something beside the output."""
    print(f"turmwart: {line}", file=sys.stderr, flush=True)

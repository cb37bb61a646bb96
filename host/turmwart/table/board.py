"""The board under the tower, joined to a table: what it reports is stored, then acknowledged."""

from __future__ import annotations

import asyncio
from pathlib import Path

from turmwart.errors import TurmwartError
from turmwart.link.outputs import (
    BoardFault,
    Connected,
    CubePassed,
    Disconnected,
    Ended,
    Event,
    GapFound,
    Mismatch,
    PassageSeen,
    Rebooted,
)
from turmwart.link.transport import Status, Transport
from turmwart.table.bus import LinkChanged
from turmwart.table.pending import BOOT, CUBE, FAULT, GAP, REBOOT, Seen
from turmwart.table.table import Table
from turmwart.texts import say_error

RETRY_S = 1.0


class Board:
    """A tower's board at a table, from ``open`` to ``close``.

    The link's thread only hands events over; they are stored in the table's loop, all that have
    come meanwhile in one transaction, and then acknowledged.

    Args:
        table: the table it reports to.
        port: path of the serial port.
        device: name of the board in the journal; the same whatever port it is plugged into.

    Raises:
        LinkError: the port cannot be opened.
    """

    def __init__(self, table: Table, port: str | Path, device: str) -> None:
        self._table = table
        self._device = device
        self._loop = asyncio.get_running_loop()
        self._queue: list[Event] = []
        self._progress = asyncio.Event()
        self._heard: dict[int, int] = {}
        self._not_stored: TurmwartError | None = None
        journal = table.journal
        self._transport = Transport(
            port,
            self._hand_over,
            lambda boot: journal.next_count(device, boot),
            journal.last_boot(device),
        )

    @property
    def status(self) -> Status:
        """How the link stands."""
        return self._transport.status

    async def close(self) -> None:
        """Let go of the port; what the board still holds comes at the next opening."""
        await asyncio.to_thread(self._transport.close)
        self._take()
        # What could not be stored now is the board's to tell; the table may soon be another's.
        self._queue.clear()
        self._not_stored = None
        self._table.linked = False

    async def connected(self, timeout_s: float) -> None:
        """Wait until the board has answered.

        Raises:
            LinkError: it does not within ``timeout_s`` seconds, or speaks another protocol.
        """
        await asyncio.to_thread(self._transport.wait_connected, timeout_s)

    async def heard(self, events: int, timeout_s: float) -> bool:
        """Wait until the first ``events`` events of the present boot are stored.

        Returns:
            False where they were not within ``timeout_s`` seconds.

        Raises:
            JournalError: they came and could not be stored, not even by the end of that time.
        """
        try:
            async with asyncio.timeout(timeout_s):
                while self._heard.get(self.status.boot or 0, 0) < events:
                    self._progress.clear()
                    await self._progress.wait()
        except TimeoutError:
            if self._not_stored is not None:
                raise self._not_stored from None
            return False
        return True

    def _hand_over(self, event: Event) -> None:
        """Called by the link's thread."""
        self._loop.call_soon_threadsafe(self._enqueue, event)

    def _enqueue(self, event: Event) -> None:
        if not self._queue:
            self._loop.call_soon(self._take)
        self._queue.append(event)

    def _take(self) -> None:
        events, self._queue = self._queue, []
        try:
            seen = [s for event in events if (s := self._seen(event)) is not None]
            if seen:
                self._table.take_evidence(seen)
        except TurmwartError as error:
            # A full disk, say: the board still holds them, and so do we until they are stored.
            self._not_stored = error
            self._queue = [*events, *self._queue]
            self._loop.call_later(RETRY_S, self._take)
            self._table.bus.publish(LinkChanged("tower.link.not_stored"))
            return
        if self._not_stored is not None:
            self._not_stored = None
            # Screens that still show the warning shall know that it is over.
            self._table.bus.publish(LinkChanged("tower.link.stored"))
        for boot, count in self._stored(events).items():
            self._heard[boot] = max(count + 1, self._heard.get(boot, 0))
            self._transport.acknowledge(boot, count)
        for event in events:
            self._tell(event)
        self._progress.set()

    def _stored(self, events: list[Event]) -> dict[int, int]:
        """Boot -> the last of its counts that is safe now."""
        counts: dict[int, int] = {}
        for event in events:
            if isinstance(event, CubePassed | PassageSeen | BoardFault):
                counts[event.boot] = event.count
            elif isinstance(event, GapFound):
                counts[event.boot] = event.last
        return counts

    def _seen(self, event: Event) -> Seen | None:
        match event:
            case CubePassed() | PassageSeen():
                return Seen(self._device, event.boot, event.count, CUBE, bytes(event.payload))
            case BoardFault():
                return Seen(self._device, event.boot, event.count, FAULT, bytes(event.payload))
            case GapFound():
                return Seen(self._device, event.boot, event.first, GAP, last=event.last)
            case Rebooted():
                return Seen(self._device, event.new, 0, REBOOT)
            case Connected() if self._table.journal.last_boot(self._device) != event.boot:
                # So that a later restart is known for one, though this boot saw no cube.
                return Seen(self._device, event.boot, 0, BOOT)
            case _:
                return None

    def _tell(self, event: Event) -> None:
        if isinstance(event, Disconnected | Mismatch | Ended):
            self._table.linked = False
        match event:
            case Connected():
                self._heard[event.boot] = max(event.expected, self._heard.get(event.boot, 0))
                self._table.linked = True
                self._table.bus.publish(LinkChanged("tower.link.connected"))
            case Disconnected():
                self._table.bus.publish(LinkChanged("tower.link.gone"))
            case Rebooted():
                self._table.bus.publish(LinkChanged("tower.link.rebooted"))
            case Mismatch():
                values = (("board", event.found), ("host", event.known))
                older = event.found < event.known
                text_id = "tower.link.mismatch" if older else "tower.link.newer_board"
                self._table.bus.publish(LinkChanged(text_id, values))
            case Ended():
                reason = say_error(event.error)
                self._table.bus.publish(LinkChanged("tower.link.ended", (("reason", reason),)))
            case _:
                pass

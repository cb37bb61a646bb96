"""Events wait here, each with its own count, until the host has stored them."""

import struct

from turmwart_wire import messages

from . import edge, lane

ROOM = 72 * 1024
"""Bytes by default: an hour of play without a host; docs/tower.md has the arithmetic."""

_HEAD = 2  # length and kind before each payload
_LONGEST = _HEAD + messages.PASSAGE_SIZE_MAX
_WRAP = 0  # as a length: the next event stands at the beginning
_CUBE_ROOM = _HEAD + messages.CUBE_SIZE


class Outbox:
    """A ring of events as long as they are; allocates nothing after it was made.

    When there is no room, the oldest events give way, which the host sees as ``oldest`` beyond
    what it expects.

    Args:
        capacity: at most so many events; 0: as many as there is room for.
        room: bytes; 0: enough for ``capacity`` cubes, or ``ROOM``.

    Attributes:
        oldest: count of the oldest event kept; equals ``next`` if there is none.
        next: count that the next event will get.
        unsent: count of the next event to send.
        evicted: how many gave way unacknowledged since boot.
    """

    def __init__(self, capacity: int = 0, room: int = 0) -> None:
        self._capacity = capacity
        if room == 0:
            # One more than fits exactly: the end of the ring may stay unused.
            room = ROOM if capacity == 0 else max((capacity + 1) * _CUBE_ROOM, 2 * _LONGEST)
        self._room = room
        self._ring = bytearray(room)
        self._oldest_at = 0
        self._unsent_at = 0
        self._next_at = 0
        self.oldest = 0
        self.next = 0
        self.unsent = 0
        self.evicted = 0

    def put_cube(self, sensor: int, ticks_ms: int, st) -> None:
        """Keep a cube that has left a lane without beams.

        Args:
            sensor: index of the sensor.
            ticks_ms: board time.
            st: state of the edge detection, see ``edge``.
        """
        struct.pack_into(
            messages.CUBE_FORMAT,
            self._ring,
            self._claim(messages.CUBE, messages.CUBE_SIZE),
            sensor,
            ticks_ms & (messages.TICKS_PERIOD - 1),
            st[edge.SAMPLES],
            st[edge.CLEAR],
            st[edge.RED],
            st[edge.GREEN],
            st[edge.BLUE],
        )

    def put_fault(self, code: int, detail: int) -> None:
        """Keep a fault: one of ``messages.FAULT_*`` and its detail, u16."""
        struct.pack_into(
            messages.FAULT_FORMAT,
            self._ring,
            self._claim(messages.FAULT, messages.FAULT_SIZE),
            code,
            detail & 0xFFFF,
        )

    def put_passage(self, number: int, of) -> None:
        """Keep a passage.

        Args:
            number: of the lane.
            of: the ``lane.Lane`` that tells it.
        """
        passage, empty, told = of.passage, of.empty, of.samples.told
        samples = passage[lane.KEPT]
        size = messages.PASSAGE_HEAD_SIZE + samples * messages.PASSAGE_SAMPLE_SIZE
        at = self._claim(messages.PASSAGE, size)
        ring = self._ring
        struct.pack_into(
            messages.PASSAGE_FORMAT,
            ring,
            at,
            number,
            passage[lane.FLAGS],
            passage[lane.TICKS_MS],
            passage[lane.A_DARK],
            passage[lane.AB],
            passage[lane.B_DARK],
            passage[lane.GAP],
            passage[lane.COUNT],
            empty[0],
            empty[1],
            empty[2],
            empty[3],
            samples,
        )
        at += messages.PASSAGE_HEAD_SIZE
        for index in range(5 * samples):
            value = told[index]
            ring[at] = value & 0xFF
            ring[at + 1] = (value >> 8) & 0xFF
            at += 2

    def encode_unsent(self, out, encode_into) -> int:
        """Write the frame of the next event to send into ``out``.

        Returns:
            Length of the frame in bytes; 0 if everything was sent.
        """
        count = self.unsent
        if count == self.next:
            return 0
        at = self._unsent_at
        size = self._ring[at]
        self._pass_over()
        return encode_into(out, self._ring[at + 1], count, self._ring, at + _HEAD, size)

    def acknowledge(self, seq: int) -> bool:
        """Free all events before the one whose count ends in ``seq``.

        Returns:
            Whether any was freed; a seq that is not in the outbox frees nothing.
        """
        freed = (seq - self.oldest) & 0xFFFF
        if freed == 0 or freed > self.next - self.oldest:
            return False
        for _ in range(freed):
            self._free()
        return True

    def rewind(self) -> None:
        """Send everything again that is not acknowledged."""
        self.unsent = self.oldest
        self._unsent_at = self._oldest_at

    def rewind_to(self, seq: int) -> None:
        """Send again from the event on whose count ends in ``seq``, or all if it is not here."""
        self.rewind()
        ahead = (seq - self.oldest) & 0xFFFF
        if ahead <= self.next - self.oldest:
            for _ in range(ahead):
                self._pass_over()

    def _pass_over(self) -> None:
        """Go on from the event to be sent next to the one behind it."""
        at = self._unsent_at + _HEAD + self._ring[self._unsent_at]
        self.unsent += 1
        # Looked up at once: what marks the end of the ring may be written over later.
        self._unsent_at = at if self.unsent == self.next else self._begin(at)

    def _begin(self, at: int) -> int:
        """Return where the event really stands whose place begins at ``at``."""
        return 0 if self._room - at < _HEAD or self._ring[at] == _WRAP else at

    def _free(self) -> None:
        at = self._oldest_at + _HEAD + self._ring[self._oldest_at]
        self.oldest += 1
        self._oldest_at = at if self.oldest == self.next else self._begin(at)
        if self.unsent < self.oldest:
            self.unsent = self.oldest
            self._unsent_at = self._oldest_at

    def _evict(self) -> None:
        self._free()
        self.evicted += 1

    def _claim(self, kind: int, size: int) -> int:
        if self._capacity and self.next - self.oldest == self._capacity:
            self._evict()
        need = _HEAD + size
        at = self._next_at
        if self._room - at < need:
            # Does not fit before the end; what still stands there goes first.
            while self.oldest != self.next and self._oldest_at >= at:
                self._evict()
            if self._room - at >= _HEAD:
                self._ring[at] = _WRAP
            at = 0
            if self.oldest == self.next:
                self._oldest_at = 0
            if self.unsent == self.next:
                self._unsent_at = 0
        while self.oldest != self.next and at <= self._oldest_at < at + need:
            self._evict()
        if self.oldest == self.next:
            self._oldest_at = at
        if self.unsent == self.next:
            self._unsent_at = at
        self._ring[at] = size
        self._ring[at + 1] = kind
        self._next_at = at + need
        self.next += 1
        return at + _HEAD

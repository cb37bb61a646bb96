"""Events wait here, each with its own count, until the host has stored them."""

import struct

from turmwart_wire import messages

from . import edge

CAPACITY = 256
"""Slots by default: more than a whole tower of cubes."""

_SLOT = 16  # one byte of kind and the longest assured payload


class Outbox:
    """A ring of slots; allocates nothing after it was made.

    The event with count ``n`` stands in slot ``n % capacity``. When all slots are taken, the oldest
    event gives way, which the host sees as ``oldest`` beyond what it expects.

    Attributes:
        oldest: count of the oldest event kept; equals ``next`` if there is none.
        next: count that the next event will get.
        unsent: count of the next event to send.
    """

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._slots = bytearray(capacity * _SLOT)
        self.oldest = 0
        self.next = 0
        self.unsent = 0

    def put_cube(self, sensor: int, ticks_ms: int, st) -> None:
        """Keep a cube that has left.

        Args:
            sensor: index of the sensor.
            ticks_ms: board time.
            st: state of the edge detection, see ``edge``.
        """
        struct.pack_into(
            messages.CUBE_FORMAT,
            self._slots,
            self._claim(messages.CUBE),
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
            messages.FAULT_FORMAT, self._slots, self._claim(messages.FAULT), code, detail & 0xFFFF
        )

    def encode_unsent(self, out, encode_into) -> int:
        """Write the frame of the next event to send into ``out``.

        Returns:
            Length of the frame in bytes; 0 if everything was sent.
        """
        count = self.unsent
        if count == self.next:
            return 0
        self.unsent = count + 1
        slot = (count % self._capacity) * _SLOT
        kind = self._slots[slot]
        size = messages.CUBE_SIZE if kind == messages.CUBE else messages.FAULT_SIZE
        return encode_into(out, kind, count, self._slots, slot + 1, size)

    def acknowledge(self, seq: int) -> bool:
        """Free all events before the one whose count ends in ``seq``.

        Returns:
            Whether any was freed; a seq that is not in the outbox frees nothing.
        """
        freed = (seq - self.oldest) & 0xFFFF
        if freed == 0 or freed > self.next - self.oldest:
            return False
        self.oldest += freed
        if self.unsent < self.oldest:
            self.unsent = self.oldest
        return True

    def rewind(self) -> None:
        """Send everything again that is not acknowledged."""
        self.unsent = self.oldest

    def rewind_to(self, seq: int) -> None:
        """Send again from the event on whose count ends in ``seq``, or all if it is not here."""
        ahead = (seq - self.oldest) & 0xFFFF
        self.unsent = self.oldest + (ahead if ahead <= self.next - self.oldest else 0)

    def _claim(self, kind: int) -> int:
        if self.next - self.oldest == self._capacity:
            self.oldest += 1
            if self.unsent < self.oldest:
                self.unsent = self.oldest
        slot = (self.next % self._capacity) * _SLOT
        self._slots[slot] = kind
        self.next += 1
        return slot + 1

"""The light beams: interrupts note each change, the main loop takes the notes out.

An interrupt only writes into a ring that was made once; what it means is found out later, so that
a change is timed within microseconds whatever the main loop is doing.
"""

from array import array

EDGES = 256
"""Room for so many changes; a cube makes four."""

A = 0
B = 1


class Beam:
    """One beam's end of the ring.

    Args:
        gate: the ring.
        lane: number of the lane.
        beam: ``A`` or ``B``.
        pin: has ``value``.
        dark_level: what the pin reads while something is in the beam.
    """

    def __init__(self, gate, lane: int, beam: int, pin, dark_level: int) -> None:
        self._gate = gate
        self._code = lane << 2 | beam << 1
        self._value = pin.value  # bound once: an interrupt must not allocate
        self._dark_level = dark_level
        self.on_edge = self._on_edge

    def _on_edge(self, _pin) -> None:
        """Note the present level; called by a hard interrupt."""
        self._gate.note(self._code | (1 if self._value() == self._dark_level else 0))

    @property
    def dark(self) -> bool:
        """Whether something is in the beam now."""
        return self._value() == self._dark_level


class Gate:
    """The ring of changes.

    Args:
        clock: has ``ticks_us``.
        edges: how many changes it holds.

    Attributes:
        lost: changes that found no room since boot.
        muted: while true, changes are not noted (the LEDs are being tested).
        code, ticks_us: what ``take`` took.
    """

    def __init__(self, clock, edges: int = EDGES) -> None:
        self._ticks_us = clock.ticks_us
        self._size = edges
        self._codes = bytearray(edges)
        self._ticks = array("i", bytes(4 * edges))
        self._head = 0
        self._tail = 0
        self.lost = 0
        self.muted = False
        self.code = 0
        self.ticks_us = 0

    def note(self, code: int) -> None:
        """Write one change; called by a hard interrupt, allocates nothing."""
        if self.muted:
            return
        head = self._head
        following = head + 1
        if following == self._size:
            following = 0
        if following == self._tail:
            self.lost += 1
            return
        self._codes[head] = code
        self._ticks[head] = self._ticks_us()
        self._head = following  # last, so that the main loop never sees half a note

    def take(self) -> bool:
        """Take the oldest change into ``code`` and ``ticks_us``; False if there is none.

        ``code`` is lane << 2 | beam << 1 | dark.
        """
        tail = self._tail
        if tail == self._head:
            return False
        self.code = self._codes[tail]
        self.ticks_us = self._ticks[tail]
        tail += 1
        self._tail = 0 if tail == self._size else tail
        return True

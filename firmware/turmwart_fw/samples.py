"""The latest samples of one lane, and of a cube that stands there for long its brightest ones.

A ring as long as any passage of a cube that slides. While something stands in the lane its first
samples would soon be written over, so the ring is thinned instead: of each two old neighbours the
one that differs more from the empty window stays, and what is new is kept whole. Nothing is
allocated after it was made.
"""

from array import array

from turmwart_wire import messages

ROOM = 64
"""Samples kept: 307 ms at one step of integration."""
_OLD = 48  # of these half go when the ring is thinned
_MOST = 32767


class Samples:
    """A ring of samples.

    Args:
        clock: has ``ticks_diff``.

    Attributes:
        counts: clear, red, green, blue of each sample above the baseline.
        place: index of the sample to be taken in next; its counts begin at four times that.
        told: what ``gather`` chose: end after a moment in 100 us and four counts of each.
        found, chosen: how many samples belonged to the span, how many of them were chosen.
    """

    def __init__(self, clock) -> None:
        self._diff = clock.ticks_diff
        self._end = array("i", bytes(4 * ROOM))
        self._full = bytearray(ROOM)
        self._held = 0
        self._marked = bytearray(ROOM)
        self.counts = array("i", bytes(4 * 4 * ROOM))
        self.place = 0
        self.told = array("i", bytes(4 * 5 * messages.PASSAGE_SAMPLES_MAX))
        self.found = 0
        self.chosen = 0

    def clear(self) -> None:
        """Forget all."""
        self._held = 0

    def took(self, end_us: int, full: int) -> None:
        """Keep the sample whose counts were written at ``place``.

        Args:
            end_us: when its integration ended.
            full: 1 if a channel stood at its end.
        """
        self._end[self.place] = end_us
        self._full[self.place] = full
        self.place = 0 if self.place + 1 == ROOM else self.place + 1
        if self._held < ROOM:
            self._held += 1

    def make_room(self, since_us: int) -> None:
        """See that the next sample takes the place of none that ended after ``since_us``."""
        if self._held == ROOM and self._diff(self._end[self.place], since_us) > 0:
            self._thin()

    def _at(self, step: int) -> int:
        """Index of the sample so many steps after the oldest."""
        index = self.place - self._held + step
        return index + ROOM if index < 0 else index

    def _thin(self) -> None:
        counts = self.counts
        for to in range(_OLD // 2):
            first = self._at(2 * to)
            second = self._at(2 * to + 1)
            brighter = abs(counts[4 * second]) > abs(counts[4 * first])
            self._copy(second if brighter else first, self._at(to))
        for step in range(_OLD, ROOM):
            self._copy(self._at(step), self._at(step - _OLD // 2))
        self.place = self._at(ROOM - _OLD // 2)
        self._held = ROOM - _OLD // 2

    def _copy(self, source: int, to: int) -> None:
        self._end[to] = self._end[source]
        self._full[to] = self._full[source]
        for channel in range(4):
            self.counts[4 * to + channel] = self.counts[4 * source + channel]

    def gather(self, start_us: int, from_us: int, until_us: int, length_us: int) -> bool:
        """Choose samples of a span of time into ``told``, evenly spread over it.

        Args:
            start_us: a moment.
            from_us, until_us: begin and end of the span after that moment.
            length_us: of the integration of one sample.

        Returns:
            Whether a channel of one of them stood at its end.
        """
        marked = self._marked
        full = False
        self.found = 0
        for step in range(self._held):
            index = self._at(step)
            end_us = self._diff(self._end[index], start_us)
            if end_us > from_us and end_us - length_us < until_us:
                marked[self.found] = index
                self.found += 1
                if self._full[index]:
                    full = True
        number = min(self.found, messages.PASSAGE_SAMPLES_MAX)
        for which in range(number):
            step = which if number == self.found else which * (self.found - 1) // (number - 1)
            self._tell(which, marked[step], start_us)
        self.chosen = number
        return full

    def _tell(self, which: int, index: int, start_us: int) -> None:
        told = self.told
        offset = self._diff(self._end[index], start_us) // 100
        told[5 * which] = min(max(offset, 0), 65535)
        for channel in range(4):
            value = self.counts[4 * index + channel]
            told[5 * which + 1 + channel] = min(max(value, -_MOST), _MOST)

"""Board time -> host time, from nothing but the times at which frames came in.

A frame can be late but never early. So of all frames of a few seconds the least delayed one tells
most; through those of many such spans goes a line: its slope is the drift of the two clocks, its
height their offset. Pure: both times are handed in.
"""

from __future__ import annotations

from itertools import combinations
from statistics import median

from turmwart_wire.messages import TICKS_PERIOD

SPAN_MS = 10_000
"""Length of one span of board time."""
SPANS = 60
"""So many spans are remembered: ten minutes of talk, however long it took."""
DRIFT_MAX = 500e-6
"""Beyond any crystal and its temperature; what seems more is delay, not drift."""
DRIFT_FROM_SPANS = 6
"""Spans that are needed before the drift is believed."""
JUMP_MS = 5_000
"""A frame earlier than can be by so much means that one of the clocks was set."""

_HALF = TICKS_PERIOD // 2


class BoardClock:
    """One boot of a board seen from the host's clock.

    Both clocks are in milliseconds. Ticks start anew after ``TICKS_PERIOD``; they are unrolled
    against the last one, so two frames may lie up to 6 days apart, in either order.
    """

    def __init__(self) -> None:
        self._last: int | None = None
        self._spans: dict[int, tuple[int, int]] = {}
        self._line: tuple[float, float, float] | None = None

    @property
    def known(self) -> bool:
        """Whether anything was seen yet."""
        return bool(self._spans)

    @property
    def drift_ppm(self) -> float:
        """How much faster the host's clock runs than the board's, in millionths."""
        return 1e6 * self._fitted()[2] if self.known else 0.0

    def saw(self, ticks_ms: int, host_ms: int) -> None:
        """A frame made at board time ``ticks_ms`` has come in at host time ``host_ms``."""
        board_ms = self._unrolled(ticks_ms)
        if self.known and self._at(board_ms) - host_ms > JUMP_MS:
            self._spans.clear()
        self._last = board_ms if self._last is None else max(self._last, board_ms)
        span = board_ms // SPAN_MS
        offset = host_ms - board_ms
        best = self._spans.get(span)
        if best is not None and best[1] <= offset:
            return
        self._spans[span] = (board_ms, offset)
        self._line = None
        if len(self._spans) > SPANS:
            del self._spans[min(self._spans)]

    def host_ms(self, ticks_ms: int) -> float:
        """Host time of a moment in board time.

        Raises:
            ValueError: no frame was seen yet.
        """
        if not self.known:
            raise ValueError("no frame was seen yet")
        return self._at(self._unrolled(ticks_ms))

    def delay_ms(self, ticks_ms: int, host_ms: int) -> float:
        """How much later a frame came than the fastest ones do, >= 0.

        Raises:
            ValueError: no frame was seen yet.
        """
        return max(0.0, host_ms - self.host_ms(ticks_ms))

    def _at(self, board_ms: int) -> float:
        from_ms, offset, drift = self._fitted()
        return board_ms + offset + drift * (board_ms - from_ms)

    def _fitted(self) -> tuple[float, float, float]:
        if self._line is None:
            points = [self._spans[span] for span in sorted(self._spans)]
            drift = _drift(points)
            from_ms = points[-1][0]
            # No frame is early: the line lies below all points and touches one.
            offset = min(offset - drift * (at - from_ms) for at, offset in points)
            self._line = float(from_ms), offset, drift
        return self._line

    def _unrolled(self, ticks_ms: int) -> int:
        if self._last is None:
            return ticks_ms
        return self._last + (ticks_ms - self._last + _HALF) % TICKS_PERIOD - _HALF


def _drift(points: list[tuple[int, int]]) -> float:
    """The median slope between all pairs, which a few late spans cannot bend."""
    if len(points) < DRIFT_FROM_SPANS:
        return 0.0
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in combinations(points, 2)]
    return max(-DRIFT_MAX, min(DRIFT_MAX, median(slopes)))

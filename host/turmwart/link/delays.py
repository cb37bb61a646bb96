"""How late events come in: the last ones, and their percentiles."""

from __future__ import annotations

from collections import deque

KEPT = 2048


class Delays:
    """The delays of the last ``KEPT`` events, in milliseconds."""

    def __init__(self) -> None:
        self._kept: deque[float] = deque(maxlen=KEPT)

    def add(self, delay_ms: float) -> None:
        """Take in the delay of one event."""
        self._kept.append(delay_ms)

    def at(self, share: float) -> float | None:
        """The delay that ``share`` (0..1) of the events did not exceed; None without any event."""
        if not self._kept:
            return None
        ordered = sorted(self._kept)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

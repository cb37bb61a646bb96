"""Questions to the board that are repeated until it answers."""

from __future__ import annotations

from turmwart.link.outputs import Send
from turmwart_wire import messages

AGAIN_MS = {
    messages.STATE_ASK: 500,
    messages.KEEP: 2_000,
    messages.SELFTEST: 5_000,
}
"""After so long without an answer the question is put again; a self-test waits for stillness."""


class Asking:
    """What was asked and is not answered yet; the same question waits only once."""

    def __init__(self) -> None:
        self._asked_ms: dict[tuple[int, int], int | None] = {}
        self._heard: set[int] = set()

    def add(self, kind: int, argument: int) -> None:
        """A new question.

        Raises:
            ValueError: no question of this protocol.
        """
        if kind not in AGAIN_MS:
            raise ValueError(f"kind {kind:#x} is no question")
        if kind == messages.SELFTEST:
            self._heard.clear()
        self._asked_ms[kind, 0 if kind == messages.STATE_ASK else argument] = None

    def due(self, now_ms: int) -> tuple[Send, ...]:
        """The questions to put now."""
        sends = []
        for (kind, argument), asked_ms in self._asked_ms.items():
            if asked_ms is None or now_ms - asked_ms >= AGAIN_MS[kind]:
                self._asked_ms[kind, argument] = now_ms
                payload = b"" if kind == messages.STATE_ASK else messages.pack_byte(argument)
                sends.append(Send(kind, 0, payload))
        return tuple(sends)

    def answered(self, kind: int, argument: int = 0, lanes: int = 0) -> None:
        """An answer came: of one lane where the question was a self-test of all ``lanes``."""
        self._asked_ms.pop((kind, argument), None)
        if kind == messages.SELFTEST:
            self._heard.add(argument)
            if self._heard.issuperset(range(lanes)):
                self._asked_ms.pop((kind, messages.ALL_SENSORS), None)

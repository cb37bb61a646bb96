"""A tap in a serial line: relays its bytes and notes when each counted frame came by."""

from __future__ import annotations

import os
import pty
import select
import threading
import time
import tty
from pathlib import Path
from types import TracebackType
from typing import Any

from turmwart_wire.frame import Decoder
from turmwart_wire.messages import ASSURED

_TICK_S = 0.5
_CHUNK = 65_536


class Tap:
    """Stands between a board's terminal and the host, from ``with`` to its end.

    Args:
        beyond: the board's terminal.
        here: where the host finds the line; a symbolic link is made there.

    Attributes:
        delays_ms: from a frame at the terminal until :meth:`stored` was told of it.
    """

    def __init__(self, beyond: str | Path, here: Path) -> None:
        self.port = str(here)
        self.delays_ms: list[float] = []
        self._board = os.open(beyond, os.O_RDWR | os.O_NOCTTY)
        self._near, self._far = pty.openpty()
        tty.setraw(self._board)
        tty.setraw(self._far)
        here.symlink_to(os.ttyname(self._far))
        self._decoder: Any = Decoder()
        self._seen: dict[int, float] = {}
        self._next = 0
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._relay, name="tap", daemon=True)

    def __enter__(self) -> Tap:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._closing.set()
        self._thread.join()
        for descriptor in (self._board, self._near, self._far):
            os.close(descriptor)

    def stored(self, upto: int) -> None:
        """All events before the count ``upto`` are stored and told now."""
        now = time.monotonic()
        with self._lock:
            while self._next < upto:
                came = self._seen.pop(self._next & 0xFFFF, None)
                if came is not None:
                    self.delays_ms.append(1000 * (now - came))
                self._next += 1

    def _relay(self) -> None:
        while not self._closing.is_set():
            ready, _, _ = select.select([self._board, self._near], [], [], _TICK_S)
            if self._board in ready:
                data = os.read(self._board, _CHUNK)
                now = time.monotonic()
                _write(self._near, data)
                with self._lock:
                    for kind, seq, _ in self._decoder.feed(data):
                        if kind in ASSURED:
                            self._seen.setdefault(seq, now)
            if self._near in ready:
                _write(self._board, os.read(self._near, _CHUNK))


def _write(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]

"""The serial port: a thread of its own moves bytes between the board and a session.

A port that vanishes is looked for until it is back, also under a symbolic link that names another
device by then. Nothing here touches the table: events are handed to a function.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

import serial

from turmwart.errors import LinkError
from turmwart.link.outputs import Connected, Disconnected, Event, Mismatch, Output, Send
from turmwart.link.session import Session, check_config
from turmwart_wire.frame import Decoder, encode
from turmwart_wire.messages import Config

BAUD = 115_200

_READ_S = 0.05
_WRITE_S = 0.2
_RETRY_S = 0.2
_LOOK_S = 0.5


@dataclass(frozen=True, slots=True)
class Status:
    """How the link stands.

    Attributes:
        connected: whether the board answers.
        port: path it was opened by.
        boot: boot id of the board; None before it answered.
        frames: good frames received.
        damaged: damaged frames received and skipped.
        doubled: events that came again and were dropped.
        gaps: gaps found.
        openings: how often the port was opened.
    """

    connected: bool
    port: str
    boot: int | None
    frames: int
    damaged: int
    doubled: int
    gaps: int
    openings: int


class Transport:
    """An open link; ``close`` ends it.

    Args:
        port: path of a device, or of a symbolic link to one.
        on_event: takes each event; called by the link's own thread, and must return soon.
        known: see ``Session``; called by the link's own thread.
        last_boot: see ``Session``.
        baud: bits per second; a USB board does not care.

    Raises:
        LinkError: ``link.no_port`` or ``link.port_refused``. A port that vanishes later is no
            error.
    """

    def __init__(
        self,
        port: str | Path,
        on_event: Callable[[Event], None],
        known: Callable[[int], int | None],
        last_boot: int | None = None,
        *,
        baud: int = BAUD,
    ) -> None:
        self._path = str(port)
        self._on_event = on_event
        self._baud = baud
        self._session = Session(known, last_boot)
        self._decoder: Any = Decoder()
        self._past_frames = 0
        self._past_damaged = 0
        self._openings = 0
        self._torn = True
        self._looked_s = 0.0
        self._mismatch: Mismatch | None = None
        self._answered = threading.Event()
        self._closing = threading.Event()
        # Guards the port against being closed while another thread wakes it, and what waits.
        self._lock = threading.Lock()
        self._acks: dict[int, int] = {}
        self._configs: list[Config] = []
        self._serial: Any = None
        if not os.path.exists(self._path):
            raise LinkError("link.no_port", port=self._path)
        try:
            self._serial = self._opened()
        except (serial.SerialException, OSError) as error:
            raise LinkError("link.port_refused", port=self._path, reason=str(error)) from None
        self._thread = threading.Thread(target=self._run, name="link", daemon=True)
        self._thread.start()

    @property
    def status(self) -> Status:
        """How the link stands just now."""
        return Status(
            connected=self._session.connected,
            port=self._path,
            boot=self._session.boot,
            frames=self._past_frames + self._decoder.good,
            damaged=self._past_damaged + self._decoder.bad,
            doubled=self._session.doubled,
            gaps=self._session.gaps,
            openings=self._openings,
        )

    def wait_connected(self, timeout_s: float) -> None:
        """Wait until the board has answered.

        Raises:
            LinkError: ``link.no_board`` where it did not within ``timeout_s`` seconds,
                ``link.mismatch`` where it speaks another protocol.
        """
        if not self._answered.wait(timeout_s):
            raise LinkError("link.no_board", port=self._path, seconds=f"{timeout_s:g}")
        if self._mismatch is not None:
            found, known = self._mismatch.found, self._mismatch.known
            raise LinkError("link.mismatch", port=self._path, found=found, known=known)

    def acknowledge(self, boot: int, count: int) -> None:
        """An event and all before it are stored; the board may forget them. Any thread."""
        with self._lock:
            idle = not self._acks
            self._acks[boot] = max(count, self._acks.get(boot, count))
            if idle:
                self._wake()

    def configure(self, config: Config) -> None:
        """Have the board take over a configuration; repeated until it has. Any thread.

        Raises:
            ValueError: a value out of range.
        """
        check_config(config)
        with self._lock:
            self._configs.append(config)
            self._wake()

    def close(self) -> None:
        """Close the port and end the thread; a second call does nothing."""
        with self._lock:
            self._closing.set()
            self._wake()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def __enter__(self) -> Transport:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _wake(self) -> None:
        if self._serial is not None:
            self._serial.cancel_read()

    def _opened(self) -> Any:
        port = serial.Serial(
            self._path, self._baud, timeout=_READ_S, write_timeout=_WRITE_S, exclusive=True
        )
        self._past_frames += self._decoder.good
        self._past_damaged += self._decoder.bad
        self._decoder = Decoder()
        self._openings += 1
        self._torn = True
        self._looked_s = time.monotonic()
        return port

    def _run(self) -> None:
        try:
            self._guarded(self._greet)
            while not self._closing.is_set():
                if self._serial is None:
                    self._look_for_port()
                else:
                    self._guarded(self._turn)
        finally:
            self._part()

    def _guarded(self, work: Callable[[], None]) -> None:
        """Do some work at the port; if it vanishes meanwhile, part from it."""
        try:
            work()
        except (serial.SerialException, OSError):
            self._part()
            self._on_event(Disconnected())

    def _greet(self) -> None:
        self._emit(self._session.opened(_now_ms()))

    def _look_for_port(self) -> None:
        try:
            port = self._opened()
        except (serial.SerialException, OSError):
            self._closing.wait(_RETRY_S)
            return
        with self._lock:
            self._serial = port
        self._guarded(self._greet)

    def _turn(self) -> None:
        with self._lock:
            acks, self._acks = self._acks, {}
            configs, self._configs = self._configs, []
        for boot, count in acks.items():
            self._emit(self._session.stored(boot, count))
        for config in configs:
            self._emit(self._session.configure(config))
        self._emit(self._session.tick(_now_ms()))
        self._read()
        self._look_whether_moved()

    def _read(self) -> None:
        """Take the bytes that are there and hand on what is in them."""
        chunk = self._serial.read(self._serial.in_waiting or 1)
        for kind, seq, payload in self._decoder.feed(chunk):
            self._emit(self._session.on_frame(kind, seq, payload))

    def _look_whether_moved(self) -> None:
        """A link that names another device by now, or nothing: raise what a lost port raises."""
        now_s = time.monotonic()
        if now_s - self._looked_s < _LOOK_S:
            return
        self._looked_s = now_s
        if os.stat(self._path).st_rdev != os.fstat(self._serial.fileno()).st_rdev:
            raise OSError("the link names another device")

    def _emit(self, outputs: Iterable[Output]) -> None:
        for output in outputs:
            if isinstance(output, Send):
                self._write(output)
                continue
            if isinstance(output, Mismatch):
                self._mismatch = output
            elif isinstance(output, Connected):
                self._mismatch = None
            if isinstance(output, Connected | Mismatch):
                self._answered.set()
            self._on_event(output)

    def _write(self, send: Send) -> None:
        # A zero ends whatever was torn off before this frame.
        start = b"\0" if self._torn else b""
        self._torn = True
        try:
            self._serial.write(start + encode(send.kind, send.seq, send.payload))
        except serial.SerialTimeoutException:
            # A board that does not read: the frame is lost, as on any bad line.
            return
        self._torn = False

    def _part(self) -> None:
        with self._lock:
            port, self._serial = self._serial, None
        self._session.closed()
        if port is not None:
            port.close()


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000

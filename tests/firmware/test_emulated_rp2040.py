"""The board's files on an emulated RP2040 with the official MicroPython.

Runs where ``TURMWART_UF2`` names a MicroPython UF2 for the Pico (from MicroPython's download page)
and ``rp2040py[fs]`` is installed. Time on the emulated board is its own: nothing here asserts on
wall time.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest
import serial

from turmwart_fw import FIRMWARE
from turmwart_wire import frame, messages

SOURCES = Path(__file__).parents[2] / "firmware"
BOARD = Path(__file__).parent / "emulated" / "board.py"
DEADLINE_S = 300  # the emulator is some twenty times slower than the board

UF2 = os.environ.get("TURMWART_UF2", "")

pytestmark = [
    pytest.mark.skipif(not UF2, reason="TURMWART_UF2 names no MicroPython UF2"),
    pytest.mark.skipif(
        find_spec("rp2040py") is None or find_spec("littlefs") is None,
        reason="rp2040py[fs] is not installed",
    ),
]


def file_system(image: Path) -> None:
    """Put the firmware's files on a disk as ``mpremote fs cp`` would."""
    from littlefs import LittleFS

    disk = LittleFS(block_size=4096, block_count=352, disk_version=0x00020001)
    for package in ("turmwart_wire", "turmwart_fw"):
        disk.mkdir(package)
    for path in sorted(SOURCES.rglob("*.py")):
        folder = path.parent.name
        if folder not in ("turmwart_wire", "turmwart_fw", "on-board") or path.stem == "manifest":
            continue
        name = path.name if folder == "on-board" else f"{folder}/{path.name}"
        with disk.open(name, "wb") as file:
            file.write(path.read_bytes())
    image.write_bytes(bytes(disk.context.buffer))


def test_samples_arrive_from_the_emulated_board(tmp_path: Path) -> None:
    """Boot, HELLO, REPLAY, samples of all lanes and STATE from the real start file."""
    image = tmp_path / "fs.img"
    file_system(image)
    log = tmp_path / "log"
    with log.open("w") as complaints:
        emulator = subprocess.Popen(
            [
                *(sys.executable, "-m", "rp2040py", "micropython"),
                *("--board-spec", f"{BOARD}:BOARD", "--image", UF2),
                *("--littlefs", str(image), "--pty"),
            ],
            stdin=subprocess.DEVNULL,
            stdout=complaints,
            stderr=subprocess.STDOUT,
        )
    deadline = time.monotonic() + DEADLINE_S
    try:
        while not (found := re.search(r"listening on (\S+)", log.read_text())):
            assert emulator.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.05)
        decoder = frame.Decoder()
        samples: list[messages.Sample] = []
        states: list[messages.State] = []
        asked = False
        with serial.Serial(found[1], timeout=0.2) as port:
            while len({sample.sensor for sample in samples}) < 4 or not states:
                assert time.monotonic() < deadline, (log.read_text(), samples, decoder.bad)
                for kind, seq, payload in decoder.feed(port.read(256)):
                    if kind == messages.HELLO and not asked:
                        assert messages.unpack_hello(payload).protocol == messages.PROTOCOL
                        port.write(frame.encode(messages.REPLAY, 0, messages.pack_seq(0)))
                        port.write(frame.encode(messages.STATE_ASK, 0))
                        asked = True
                    elif kind == messages.SAMPLE:
                        samples.append(messages.unpack_sample(payload))
                    elif kind == messages.STATE:
                        states.append(messages.unpack_state(payload))
                    elif kind in messages.ASSURED:
                        port.write(frame.encode(messages.ACK, 0, messages.pack_seq(seq + 1)))
    finally:
        emulator.kill()
        emulator.wait()
    assert {sample[1:] for sample in samples} <= {(10, 4, 4, 3), (300, 190, 55, 60)}
    assert states[0].firmware == FIRMWARE
    assert len(states[0].bus_errors) == 4

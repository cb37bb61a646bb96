"""Runs the real firmware in a process of its own, before the stand-in hardware."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import IO

from turmwart.errors import TwinError
from turmwart.twin.physics import Drop
from turmwart.twin.port import Terminal

HEAP = "512k"
"""A Pico's, for 64 bits, where all but the outbox takes twice the room, and the stand-in's own."""
INTERPRETERS = ("auto", "micropython", "cpython")

_MAIN = Path(__file__).parent / "on-micropython" / "main.py"


def interpreter_command(interpreter: str) -> list[str]:
    """Return how to start the wished interpreter.

    Args:
        interpreter: one of ``INTERPRETERS``; ``auto`` takes MicroPython where it is installed.

    Raises:
        TwinError: MicroPython is wished for and not installed.
    """
    if interpreter == "cpython":
        return [sys.executable]
    if find_spec("micropython_unix") is not None:
        return [sys.executable, "-m", "micropython_unix", "-X", f"heapsize={HEAP}"]
    if interpreter == "micropython":
        raise TwinError("twin.no_micropython", platform=sys.platform)
    return [sys.executable]


def _source_roots() -> list[str]:
    roots = []
    for package in ("turmwart_wire", "turmwart_fw"):
        spec = find_spec(package)
        if spec is None or spec.origin is None:
            raise TwinError("twin.no_firmware", package=package)
        roots.append(str(Path(spec.origin).parent.parent))
    return sorted(set(roots))


@dataclass(frozen=True, slots=True)
class Setting:
    """What the stand-in hardware is told at its start.

    Args:
        lanes: number of lanes.
        beams: whether they have light beams.
        seed: of its noise.
        noise: of the sensors, 1 is a good one.
        ambient, drift, flicker, flicker_hz: foreign light, see ``disturbance``.
        clocks: how fast each lane's sensor runs.
        bus_errors: transfers of 1000 that fail.
        bus_outages: of each sensor in an hour.
        flash: folder that stands for the board's flash.
        board: id of the board.
        resets: since power-on.
        cause: of this start, ``messages.RESET_*``.
    """

    lanes: int
    beams: bool
    seed: int
    noise: float
    ambient: float
    drift: float
    flicker: float
    flicker_hz: float
    clocks: tuple[float, ...]
    bus_errors: float
    bus_outages: float
    flash: str
    board: str
    resets: int
    cause: int


class Firmware:
    """One boot of the board.

    Args:
        interpreter: one of ``INTERPRETERS``.
        speed: times real time; 0: as fast as the host acknowledges.
        setting: of the hardware.
        log: where its complaints go.

    Attributes:
        terminal: the board's serial port; the board has its far end.
        reports: file descriptor to wait on before ``read_reports``.
    """

    def __init__(self, interpreter: str, speed: float, setting: Setting, log: IO[str]) -> None:
        command = interpreter_command(interpreter)
        roots = _source_roots()
        environment = {
            **os.environ,
            "MICROPYPATH": ":".join([str(_MAIN.parent), *roots, ".frozen"]),
            "PYTHONPATH": os.pathsep.join(roots),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        self.terminal = Terminal()
        commands_far, self._commands = os.pipe()
        self.reports, reports_far = os.pipe()
        self._heard = b""
        try:
            self._process = subprocess.Popen(
                [
                    *(*command, str(_MAIN), str(commands_far), str(reports_far)),
                    str(speed),
                ],
                stdin=self.terminal.far,
                stdout=self.terminal.far,
                stderr=log,
                pass_fds=(commands_far, reports_far),
                env=environment,
            )
        finally:
            os.close(commands_far)
            os.close(reports_far)
            self.terminal.let_go_far()
        self._command(json.dumps(asdict(setting)) + "\n")

    def drop(self, number: int, drop: Drop) -> None:
        """Let cubes pass the lanes; ``done NUMBER`` is reported when they have."""
        lines = [
            f"cube {cube.lane} {_numbers(cube.window_us)} {_numbers(cube.profile)} {cube.seed}"
            for cube in sorted(drop.cubes, key=lambda cube: cube.window_us)
        ]
        lines += [f"dark {each.lane} {each.beam} {_numbers(each.span_us)}" for each in drop.darks]
        if drop.brown_out_us is not None:
            lines.append(f"dip {drop.brown_out_us}")
        end_us = max((cube.end_us for cube in drop.cubes), default=0)
        self._command("".join(f"{line}\n" for line in [*lines, f"go {number} {end_us}"]))

    def set_speed(self, speed: float) -> None:
        """Change the speed: times real time; 0: as fast as the host acknowledges."""
        self._command(f"speed {speed}\n")

    def _command(self, text: str) -> None:
        data = memoryview(text.encode())
        try:
            while data:
                data = data[os.write(self._commands, data) :]
        except BrokenPipeError:
            # The board has just died; its reports end too, and a new one is started.
            return

    def read_reports(self) -> list[list[str]] | None:
        """Take what was reported, as lists of words; None when the board has died."""
        data = os.read(self.reports, 4096)
        if not data:
            return None
        *lines, self._heard = (self._heard + data).split(b"\n")
        return [line.decode().split() for line in lines]

    def stop(self) -> None:
        """End this boot at once, as when the power goes."""
        self._process.kill()
        self._process.wait()
        os.close(self._commands)
        os.close(self.reports)
        self.terminal.close()


def _numbers(values: tuple[int, ...]) -> str:
    return " ".join(str(value) for value in values)

"""The firmware's process in the twin: the real ``turmwart_fw`` before stand-in hardware.

Standard input and output are the serial port. Arguments: file descriptor on which commands come,
file descriptor for reports, speed (times real time; 0: as fast as the host acknowledges).

Commands, one a line: ``cube START SPEED SIZE DISTANCE CLEAR RED GREEN BLUE SEED`` (see
``standin.PassingCube``; START is relative to the next cycle of the sensor), ``go NUMBER`` sets the
cubes named since the last one going, ``speed X`` changes the speed. Reports: ``boot INTERPRETER
VERSION FIRMWARE BOOT`` and, when all its cubes have passed, ``done NUMBER EVENTS``. The process
ends when the commands do.
"""

import os
import select
import sys
import time

from standin import Clock, Light, PassingCube, Tcs34725Bus

from turmwart_fw import FIRMWARE
from turmwart_fw.app import App
from turmwart_fw.port import StreamPort

UNACKNOWLEDGED_MAX = 8  # beyond, even the fastest twin falls back to real time
IDLE_WAIT_MS = 20
SETTLE_CYCLES = 3

ON_MICROPYTHON = sys.implementation.name == "micropython"


def wall_us() -> int:
    """Return a steady clock in microseconds."""
    if ON_MICROPYTHON:
        return time.ticks_us()  # pyright: ignore[reportReturnType]  # opaque in the stubs
    # The stubs are those of MicroPython, which has no monotonic_ns.
    return time.monotonic_ns() // 1000  # pyright: ignore[reportAttributeAccessIssue]


def poller_of(stream, events):
    """Return a function of a timeout in ms that yields something when ``stream`` is ready."""
    poller = select.poll()
    poller.register(stream, events)
    return poller.ipoll if ON_MICROPYTHON else poller.poll


class Board:
    """Firmware, stand-in hardware and the passing of time."""

    def __init__(self, commands, reports, speed: float) -> None:
        self._commands = commands
        self._reports = reports
        self._speed = speed
        reader = open(0, "rb", buffering=0)
        writer = open(1, "wb", buffering=0)
        port = StreamPort(
            reader, writer, poller_of(reader, select.POLLIN), poller_of(writer, select.POLLOUT)
        )
        waker = select.poll()
        waker.register(reader, select.POLLIN)
        waker.register(commands, select.POLLIN)
        self._wait_ms = waker.poll
        self._command_waits = poller_of(commands, select.POLLIN)
        boot = os.urandom(4)
        self._clock = Clock()
        self._light = Light(int.from_bytes(boot, "little"))
        self._bus = Tcs34725Bus(self._clock, self._light)
        self._app = App([self._bus], port, self._clock, boot)
        self._coming = []
        self._drops = []
        self._anchor()
        version = ".".join(str(part) for part in sys.implementation.version[:3])
        self._report(
            "boot %s %s %d %d"
            % (sys.implementation.name, version, FIRMWARE, int.from_bytes(boot, "little"))
        )

    def run(self) -> None:
        """Work until the commands end."""
        while self._obey():
            self._app.step()
            self._settle()
            self._pass_time()

    def _obey(self) -> bool:
        for _ in self._command_waits(0):
            words = self._commands.readline().split()
            if not words:
                return False
            if words[0] == b"cube":
                self._coming.append([int(word) for word in words[1:]])
            elif words[0] == b"speed":
                self._speed = float(words[1])
                self._anchor()
            else:
                self._go(int(words[1]))
        return True

    def _go(self, number: int) -> None:
        base_us = self._bus.next_ready_us()
        if self._light.cubes:
            base_us = max(base_us, self._light.cubes[-1].end_us)
        end_us = base_us
        for start, speed, size, distance, clear, red, green, blue, seed in self._coming:
            cube = PassingCube(
                base_us + start, speed, size, distance, (clear, red, green, blue), seed
            )
            end_us = cube.end_us
            self._light.cubes.append(cube)
        self._coming = []
        self._drops.append((number, end_us))
        self._anchor()

    def _settle(self) -> None:
        while self._drops:
            number, end_us = self._drops[0]
            if self._clock.now_us < end_us + SETTLE_CYCLES * self._bus.cycle_us():
                return
            self._drops.pop(0)
            self._report("done %d %d" % (number, self._app.outbox.next))

    def _pass_time(self) -> None:
        outbox = self._app.outbox
        busy = bool(self._drops)
        waiting = outbox.next - outbox.oldest
        clock = self._clock
        next_us = self._bus.ready_us or clock.now_us + 1000
        if busy and self._speed == 0 and waiting < UNACKNOWLEDGED_MAX:
            clock.now_us = max(clock.now_us, next_us)
            self._anchor()
            return
        speed = self._speed or 1.0
        if busy:
            # One cycle at a time, however late: a slow machine slows the cubes, loses none.
            wait_us = (max(next_us, clock.now_us) - self._due_us(speed)) / speed
            if wait_us >= 1000:
                self._wait_ms(int(wait_us / 1000))
            due_us = self._due_us(speed)
            if due_us > next_us:
                clock.now_us = max(clock.now_us, next_us)
                self._anchor()
            else:
                clock.now_us = max(clock.now_us, due_us)
        else:
            self._wait_ms(IDLE_WAIT_MS)
            clock.now_us = max(clock.now_us, self._due_us(speed))

    def _due_us(self, speed: float) -> int:
        return self._anchor_us + int((wall_us() - self._anchor_wall_us) * speed)

    def _anchor(self) -> None:
        self._anchor_us = self._clock.now_us
        self._anchor_wall_us = wall_us()

    def _report(self, line: str) -> None:
        self._reports.write(line.encode() + b"\n")


def main() -> None:
    """Run the board named by the arguments."""
    if ON_MICROPYTHON:
        import micropython

        micropython.kbd_intr(-1)
    commands = open(int(sys.argv[1]), "rb", buffering=0)
    reports = open(int(sys.argv[2]), "wb", buffering=0)
    board = Board(commands, reports, float(sys.argv[3]))
    try:
        board.run()
    except OSError:
        # Terminal or reports are gone: the process that holds the truth has ended.
        return


main()

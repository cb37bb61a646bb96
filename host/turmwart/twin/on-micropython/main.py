"""The firmware's process in the twin: the real ``turmwart_fw`` before stand-in hardware.

Standard input and output are the serial port. Arguments: file descriptor on which commands come,
file descriptor for reports, speed (times real time; 0: as fast as the host acknowledges).

The first command is the setting as JSON, see ``Setting`` in ``turmwart.twin.firmware``. The others,
one a line: ``cube LANE FRONT FULL THIN LEFT CLEAR RED GREEN BLUE SEED`` (see
``standin.PassingCube``), ``dark LANE BEAM FROM UNTIL`` (0: A, 1: B), ``dip AT`` (the power fails
then), ``go NUMBER END`` sets what was named since the last one going; all times in us from then on.
``speed X`` changes the speed. Reports: ``boot INTERPRETER VERSION FIRMWARE BOOT`` and, when all its
cubes have passed, ``done NUMBER EVENTS``. The process ends when the commands do.
"""

import json
import os
import select
import sys
import time

from turmwart_fw.outbox import Outbox

OUTBOX = Outbox()  # the largest piece of memory first, as on the board

from standin import (  # noqa: E402
    MULTIPLEXER,
    BeamPin,
    Clock,
    Light,
    Lights,
    MultiplexedBus,
    Noise,
    PassingCube,
    Tcs34725Bus,
)

from turmwart_fw import FIRMWARE  # noqa: E402
from turmwart_fw.app import App, Hardware  # noqa: E402
from turmwart_fw.gate import Beam, Gate  # noqa: E402
from turmwart_fw.multiplexer import Channel, Multiplexer  # noqa: E402
from turmwart_fw.port import StreamPort  # noqa: E402
from turmwart_fw.store import Store  # noqa: E402

UNACKNOWLEDGED_MAX = 8  # beyond, even the fastest twin falls back to real time
IDLE_WAIT_MS = 20
SETTLE_US = 15_000
SETTLE_MOST_US = 3_000_000
LEAD_US = 120_000
"""Before cubes come the firmware looks often again and finds the sensors' pace, as on a board it
always would: an idle twin sleeps."""
STRIDE_US = 1_200  # the fastest twin looks at the firmware at least that often

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


class TwinHardware(Hardware):
    """Beams, switches and flash of the twin."""

    def __init__(self, setting, clock, lights) -> None:
        self.gate = None
        self.pins = []
        beams = []
        if setting["beams"]:
            self.gate = Gate(clock)
            for lane in range(setting["lanes"]):
                pair = []
                for beam in range(2):
                    pin = BeamPin()
                    pair.append(Beam(self.gate, lane, beam, pin, 1))
                    pin.on_edge = pair[-1].on_edge
                    self.pins.append(pin)
                beams.append(pair)
        self.lights = Lights(lights, self.pins, beams)
        self.store = Store(setting["flash"] + "/", os)
        self.board = bytes(setting["board"][:8].encode())
        self.resets = setting["resets"]
        self.cause = setting["cause"]


class Board:
    """Firmware, stand-in hardware and the passing of time."""

    def __init__(self, commands, reports, speed: float, setting) -> None:
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
        self._lights = []
        self._chips = []
        for lane in range(setting["lanes"]):
            light = Light(
                setting["seed"] + lane,
                setting["noise"],
                setting["ambient"],
                setting["drift"],
                setting["flicker"],
                setting["flicker_hz"],
            )
            self._lights.append(light)
            self._chips.append(Tcs34725Bus(self._clock, light, setting["clocks"][lane]))
        bus = MultiplexedBus(
            self._clock,
            self._chips,
            Noise(int.from_bytes(boot, "little")),
            setting["bus_errors"],
            setting["bus_outages"],
        )
        multiplexer = Multiplexer(bus, MULTIPLEXER, lambda: None)
        buses = [Channel(multiplexer, lane) for lane in range(setting["lanes"])]
        self._hardware = TwinHardware(setting, self._clock, self._lights)
        self._app = App(buses, port, self._clock, boot, hardware=self._hardware, outbox=OUTBOX)
        self._coming = []
        self._deeds = []
        self._drops = []
        self._dead = False
        while self._app.selftest.running:
            # Nothing falls before the boot is reported, so the test of the lanes is not disturbed.
            self._app.step()
            self._clock.move_to(self._next_us())
        self._anchor()
        version = ".".join(str(part) for part in sys.implementation.version[:3])
        self._report(
            "boot %s %s %d %d"
            % (sys.implementation.name, version, FIRMWARE, int.from_bytes(boot, "little"))
        )

    def run(self) -> None:
        """Work until the commands end, the power fails or the host wants the prompt."""
        while self._obey() and not self._dead and not self._app.desk.prompt:
            self._app.step()
            self._settle()
            self._pass_time()

    def _obey(self) -> bool:
        for _ in self._command_waits(0):
            words = self._commands.readline().split()
            if not words:
                return False
            if words[0] == b"speed":
                self._speed = float(words[1])
                self._anchor()
            elif words[0] == b"go":
                self._go(int(words[1]), int(words[2]))
            elif words[0] == b"cube":
                self._coming.append([int(word) for word in words[1:]])
            else:
                self._deeds.append((words[0], [int(word) for word in words[1:]]))
        return True

    def _go(self, number: int, length_us: int) -> None:
        base_us = self._clock.now_us + LEAD_US
        if self._drops:
            base_us = max(base_us, self._drops[-1][1])
        for lane, first, full, thin, last, clear, red, green, blue, seed in self._coming:
            window_us = (base_us + first, base_us + full, base_us + thin, base_us + last)
            cube = PassingCube(window_us, (clear, red, green, blue), seed)
            self._lights[lane].cubes.append(cube)
        planned = []
        for word, numbers in self._deeds:
            if word == b"dip":
                planned.append((base_us + numbers[0], self._die, None))
            elif self._hardware.pins:
                lane, beam, since, until = numbers
                pin = self._hardware.pins[2 * lane + beam]
                planned.append((base_us + since, pin.darken, 1))
                planned.append((base_us + until, pin.darken, -1))
        self._clock.plan(planned)
        self._coming = []
        self._deeds = []
        self._drops.append((number, base_us + length_us))
        self._anchor()

    def _die(self, _) -> None:
        self._dead = True

    def _settle(self) -> None:
        while self._drops:
            number, end_us = self._drops[0]
            over_us = self._clock.now_us - end_us
            told = self._app.sampler.still or over_us >= SETTLE_MOST_US
            if over_us < SETTLE_US or not told:
                return
            self._drops.pop(0)
            self._report("done %d %d" % (number, self._app.outbox.next))

    def _next_us(self) -> int:
        """When something happens next."""
        now_us = self._clock.now_us
        next_us = now_us + STRIDE_US
        for chip in self._chips:
            if chip.ready_us is not None:
                next_us = min(next_us, chip.next_ready_us())
        if self._clock.next_us is not None:
            next_us = min(next_us, self._clock.next_us)
        return max(next_us, now_us)

    def _pass_time(self) -> None:
        outbox = self._app.outbox
        busy = bool(self._drops) or self._app.selftest.running
        waiting = outbox.next - outbox.oldest
        clock = self._clock
        if busy and self._speed == 0 and (waiting < UNACKNOWLEDGED_MAX or not self._drops):
            clock.move_to(self._next_us())
            self._anchor()
            return
        speed = self._speed or 1.0
        if busy:
            # A step at a time, however late: a slow machine slows the cubes, loses none.
            next_us = self._next_us()
            wait_us = (next_us - self._due_us(speed)) / speed
            if wait_us >= 1000:
                self._wait_ms(int(wait_us / 1000))
            due_us = self._due_us(speed)
            if due_us > next_us:
                clock.move_to(next_us)
                self._anchor()
            else:
                clock.move_to(due_us)
        else:
            self._wait_ms(IDLE_WAIT_MS)
            clock.move_to(self._due_us(speed))

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
    board = Board(commands, reports, float(sys.argv[3]), json.loads(commands.readline()))
    try:
        board.run()
    except OSError:
        # Terminal or reports are gone: the process that holds the truth has ended.
        return


main()

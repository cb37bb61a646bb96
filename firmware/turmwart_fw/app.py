"""Joins lanes, outbox and link; everything that is hardware is handed in."""

from turmwart_wire import messages

from . import FIRMWARE, selfcheck
from .desk import Desk
from .leds import StatusLed
from .link import Link
from .outbox import Outbox
from .sampler import Sampler
from .selftest import Lights, SelfTest
from .store import GOOD, NONE
from .tcs34725 import Tcs34725

ENTER_COUNTS = 32
LEAVE_COUNTS = 22
INTEGRATION_STEPS = 1
GAIN = 2  # 16 times

_REVIVE_MS = 1000


class Hardware:
    """What a board has beside buses, port and clock; these are the answers of a bare one.

    Attributes:
        gate: ring of the beams, see ``gate.Gate``; None: no lane has beams.
        lights: switches, see ``selftest.Lights``.
        store: see ``store.Store``; None: nothing can be kept.
        board: id, 8 bytes.
        resets: since power-on.
        cause: of the last start, ``messages.RESET_*``.
    """

    gate = None
    lights = Lights()
    store = None
    board = bytes(8)
    resets = 0
    cause = messages.RESET_POWER

    def feed(self) -> None:
        """Tell the watchdog that all is well."""

    def show(self, lit: int) -> None:
        """Switch the board's own LED."""


class App:
    """The whole program of the board.

    Args:
        buses: for each lane an I2C bus or a channel of a multiplexer, see ``Tcs34725``.
        port: see ``Link``.
        clock: has ``ticks_ms``, ``ticks_us``, ``ticks_diff`` and ``sleep_ms`` as MicroPython's
            ``time``.
        boot: 4 random bytes, new at each boot.
        edge_difference: compares the two forms of the hot loops, see ``selfcheck``.
        hardware: see ``Hardware``; None: a bare board.
        outbox: where events wait; None makes one of the usual size. It is the largest piece of
            memory, so a board makes it first.
    """

    def __init__(
        self,
        buses,
        port,
        clock,
        boot: bytes,
        edge_difference=selfcheck.difference,
        hardware=None,
        outbox=None,
    ) -> None:
        self._clock = clock
        self.outbox = Outbox() if outbox is None else outbox
        hardware = Hardware() if hardware is None else hardware
        self._hardware = hardware
        difference = edge_difference()
        if difference >= 0:
            self.outbox.put_fault(messages.FAULT_EDGE, difference)
        if hardware.cause == messages.RESET_WATCHDOG:
            self.outbox.put_fault(messages.FAULT_WATCHDOG, 0)
        sensors = [Tcs34725(bus, clock, INTEGRATION_STEPS, GAIN) for bus in buses]
        gate = hardware.gate
        self.sampler = Sampler(sensors, self.outbox, ENTER_COUNTS, LEAVE_COUNTS, clock, gate)
        kept = NONE if hardware.store is None else hardware.store.load(self.sampler)
        if kept not in (GOOD, NONE):
            self.outbox.put_fault(messages.FAULT_CONFIG, kept)
        self.sampler.begin()
        self.selftest = SelfTest(self.sampler, gate, hardware.lights, clock)
        self.selftest.begin()
        self.desk = Desk(
            self.sampler,
            self.outbox,
            gate,
            self.selftest,
            hardware.store,
            clock,
            FIRMWARE,
            hardware.board,
            hardware.resets,
            hardware.cause,
        )
        self.link = Link(port, self.outbox, self.sampler, FIRMWARE, boot, clock, self.desk)
        self.desk.serve(self.link)
        self._led = StatusLed(hardware.show, clock)
        self._revived_ms = clock.ticks_ms()

    def step(self) -> None:
        """Do one round: sample, then move a few bytes."""
        ticks_ms = self._clock.ticks_ms()
        self.sampler.poll(ticks_ms)
        self.selftest.step(ticks_ms)
        self.link.pump(ticks_ms)
        self.desk.count_time(ticks_ms)
        if self._clock.ticks_diff(ticks_ms, self._revived_ms) >= _REVIVE_MS:
            self._revived_ms = ticks_ms
            self.sampler.begin()
        self._led.step(
            ticks_ms,
            self.link.answered,
            self.sampler.faulty,
            self.outbox.evicted > 0,
            self.sampler.passed,
        )
        self._hardware.feed()

    def run(self) -> None:
        """Work until the power goes or the host asks for the prompt."""
        while not self.desk.prompt:
            self.step()

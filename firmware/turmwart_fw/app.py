"""Joins sensors, outbox and link; everything that is hardware is handed in."""

from turmwart_wire import messages

from . import FIRMWARE, selfcheck
from .link import Link
from .outbox import Outbox
from .sampler import Sampler
from .tcs34725 import Tcs34725

ENTER_COUNTS = 32
LEAVE_COUNTS = 22
INTEGRATION_STEPS = 1
GAIN = 2  # 16 times

_REVIVE_MS = 1000


class App:
    """The whole program of the board.

    Args:
        buses: one I2C bus for each sensor, see ``Tcs34725``.
        port: see ``Link``.
        clock: has ``ticks_ms``, ``ticks_diff`` and ``sleep_ms`` as MicroPython's ``time``.
        boot: 4 random bytes, new at each boot.
        edge_difference: compares the two forms of the edge detection, see ``selfcheck``.
    """

    def __init__(
        self, buses, port, clock, boot: bytes, edge_difference=selfcheck.edge_difference
    ) -> None:
        self._clock = clock
        self.outbox = Outbox()
        difference = edge_difference()
        if difference >= 0:
            self.outbox.put_fault(messages.FAULT_EDGE, difference)
        sensors = [Tcs34725(bus, clock, INTEGRATION_STEPS, GAIN) for bus in buses]
        self.sampler = Sampler(sensors, self.outbox, ENTER_COUNTS, LEAVE_COUNTS)
        self.sampler.begin()
        self.link = Link(port, self.outbox, self.sampler, FIRMWARE, boot, clock)
        self._revived_ms = clock.ticks_ms()

    def step(self) -> None:
        """Do one round: sample, then move a few bytes."""
        ticks_ms = self._clock.ticks_ms()
        self.sampler.poll(ticks_ms)
        self.link.pump(ticks_ms)
        if self._clock.ticks_diff(ticks_ms, self._revived_ms) >= _REVIVE_MS:
            self._revived_ms = ticks_ms
            self.sampler.begin()

    def run(self) -> None:
        """Work until the power goes."""
        while True:
            self.step()

"""A board whose lanes see so many passages a second: the real link and outbox, no sensors.

Run by MicroPython at a terminal: passages a second, passages in all, boot id.
"""

import random
import select
import struct
import sys
import time

import micropython

from turmwart_fw import lane as lanes
from turmwart_fw.lane import Lane
from turmwart_fw.link import Link
from turmwart_fw.outbox import Outbox
from turmwart_fw.port import StreamPort
from turmwart_wire import messages

LANES = 4


class Sampler:
    """Sensors that see nothing by themselves."""

    def __init__(self):
        self.raw = [bytearray(8) for _ in range(LANES)]

    def __len__(self):
        return LANES

    def configure(self, index, enter, leave, integration, gain):
        """All stay as they are."""

    def configuration_into(self, out, index, asked):
        struct.pack_into(messages.CONFIG_FORMAT, out, 0, asked, 32, 22, 1, 2)


def _port():
    readable = select.poll()
    readable.register(sys.stdin, select.POLLIN)
    writable = select.poll()
    writable.register(sys.stdout, select.POLLOUT)
    return StreamPort(sys.stdin.buffer, sys.stdout.buffer, readable.ipoll, writable.ipoll)


def main(rate: int, passages: int, boot: int) -> None:
    """Tell of passages, of one to six samples each, until the terminal goes away."""
    micropython.kbd_intr(-1)
    outbox = Outbox()
    sampler = Sampler()
    link = Link(_port(), outbox, sampler, 1, struct.pack("<I", boot), time)
    all_lanes = [Lane(number, outbox, time) for number in range(LANES)]
    start = -1
    made = 0
    while True:
        now = time.ticks_ms()
        if link.answered and start < 0:
            start = now
        if start >= 0 and made < passages and time.ticks_diff(now, start) * rate >= made * 1000:
            lane = all_lanes[made % LANES]
            passage = lane.passage
            samples = 1 + random.getrandbits(8) % 6
            passage[lanes.FLAGS] = 0
            passage[lanes.TICKS_MS] = now & (messages.TICKS_PERIOD - 1)
            passage[lanes.A_DARK] = 9_000
            passage[lanes.AB] = 12_000
            passage[lanes.B_DARK] = made
            passage[lanes.GAP] = 30
            passage[lanes.COUNT] = samples
            passage[lanes.KEPT] = samples
            outbox.put_passage(made % LANES, lane)
            made += 1
        link.pump(now)


main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))

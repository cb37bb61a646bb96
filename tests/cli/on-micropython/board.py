"""A board without sensors whose program can be asked to end: the real link and desk."""

import select
import struct
import sys
import time

import micropython

from turmwart_fw import FIRMWARE
from turmwart_fw.desk import Desk
from turmwart_fw.link import Link
from turmwart_fw.outbox import Outbox
from turmwart_fw.port import StreamPort
from turmwart_wire import messages


class Sampler:
    """One sensor that sees nothing."""

    def __init__(self):
        self.raw = [bytearray(8)]
        self.errors = [0]

    def __len__(self):
        return 1

    def configure(self, index, enter, leave, integration, gain):
        """It stays as it is."""

    def configuration_into(self, out, index, asked):
        struct.pack_into(messages.CONFIG_FORMAT, out, 0, asked, 32, 22, 1, 2)


def _port():
    readable = select.poll()
    readable.register(sys.stdin, select.POLLIN)
    writable = select.poll()
    writable.register(sys.stdout, select.POLLOUT)
    return StreamPort(sys.stdin.buffer, sys.stdout.buffer, readable.ipoll, writable.ipoll)


def main(boot: int) -> None:
    """Run until the host asks for the prompt."""
    micropython.kbd_intr(-1)
    outbox, sampler = Outbox(16), Sampler()
    desk = Desk(sampler, outbox, None, None, None, time, FIRMWARE, bytes(8), 0, 0)
    link = Link(_port(), outbox, sampler, FIRMWARE, struct.pack("<I", boot), time, desk)
    desk.link = link
    while not desk.prompt:
        link.pump(time.ticks_ms())
    micropython.kbd_intr(3)


main(int(sys.argv[1]))

"""A board on TCP: the real port, link and outbox; told what to do by lines on standard input."""

import os
import select
import socket
import struct
import sys
import time

from turmwart_fw.link import Link
from turmwart_fw.outbox import Outbox
from turmwart_fw.tcp import TcpPort
from turmwart_wire import messages


class Sampler:
    """One sensor that sees nothing."""

    def __init__(self):
        self.raw = [bytearray(8)]

    def __len__(self):
        return 1

    def configure(self, index, enter, leave, integration, gain):
        """It stays as it is."""

    def configuration_into(self, out, index, asked):
        struct.pack_into(messages.CONFIG_FORMAT, out, 0, asked, 32, 22, 1, 2)


def main(number: int, key: str) -> None:
    """Run until standard input says so."""
    server = socket.socket()
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    server.bind(socket.getaddrinfo("127.0.0.1", number)[0][-1])
    server.listen(2)
    port = TcpPort(server, select, key.encode(), time, os.urandom)
    outbox = Outbox(64)
    link = Link(port, outbox, Sampler(), 1, struct.pack("<I", 7), time)
    orders = select.poll()
    orders.register(sys.stdin, select.POLLIN)
    print("ready")
    while True:
        link.pump(time.ticks_ms())
        if not orders.poll(1):
            continue
        order, _, number = sys.stdin.readline().strip().partition(" ")
        if order == "drop":
            for _ in range(int(number)):
                at = outbox.next
                outbox.put_cube(0, at, [0, 0, 0] + [at * 7 + 1000 * k for k in range(5)])
        elif order == "cut":
            port._drop()
        elif order == "end":
            return
        waiting = outbox.next - outbox.oldest
        print(waiting, port.refused, int(port.connected), link.strays, int(link.answered))


main(int(sys.argv[1]), sys.argv[2])

"""Start on a Raspberry Pi Pico: pins, buses, port. The only file that touches ``machine``."""

import os
import select
import sys
import time

import micropython
from machine import I2C, Pin

from turmwart_fw.app import App
from turmwart_fw.port import StreamPort

# One line for each sensor: I2C block, SDA, SCL, pin of the sensor's lamp (GPIO numbers). All
# sensors have the same address, so each has a bus of its own; a second one goes to block 1.
SENSORS = ((0, 4, 5, 6),)
I2C_HZ = 400_000
SERVICE_PIN = 15
"""Tied to ground at start, the program does not start and the prompt stays reachable."""


def _stream_port():
    readable = select.poll()
    readable.register(sys.stdin, select.POLLIN)
    writable = select.poll()
    writable.register(sys.stdout, select.POLLOUT)
    return StreamPort(sys.stdin.buffer, sys.stdout.buffer, readable.ipoll, writable.ipoll)


def main() -> None:
    """Run until the power goes, or not at all while the service pin is tied to ground."""
    if Pin(SERVICE_PIN, Pin.IN, Pin.PULL_UP).value() == 0:
        return
    micropython.kbd_intr(-1)  # a byte 0x03 in a frame must not stop the program
    buses = []
    for block, sda, scl, lamp in SENSORS:
        Pin(lamp, Pin.OUT, value=1)
        buses.append(I2C(block, sda=Pin(sda), scl=Pin(scl), freq=I2C_HZ))
    App(buses, _stream_port(), time, os.urandom(4)).run()


main()

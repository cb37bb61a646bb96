"""Measure the hot loop: time of a lane and sample, and each hot form against its plain one.

Run it under MicroPython with ``MICROPYPATH=firmware:.frozen``.
"""

import time
from array import array

from turmwart_fw import _baseline_plain, _baseline_viper, _edge_plain, _edge_viper, baseline, edge
from turmwart_fw.gate import Gate
from turmwart_fw.outbox import Outbox
from turmwart_fw.sampler import Sampler
from turmwart_fw.tcs34725 import Tcs34725

ROUNDS = 20_000
EMPTY = b"\x0a\x00\x04\x00\x04\x00\x03\x00"


class Bus:
    """A bus that costs nothing, with a new sample at each look."""

    def readfrom_mem_into(self, address, command, buffer):
        if len(buffer) == 1:
            buffer[0] = 0x44 if command & 0x1F == 0x12 else 0x11
        else:
            buffer[:] = EMPTY

    def writeto_mem(self, address, command, buffer):
        pass

    def writeto(self, address, buffer):
        return 1


class Clock:
    def __init__(self):
        self.now_us = 0

    def ticks_us(self):
        return self.now_us & 0x3FFFFFFF

    def ticks_diff(self, later, earlier):
        return ((later - earlier + 0x20000000) & 0x3FFFFFFF) - 0x20000000

    def sleep_ms(self, span):
        self.now_us += 1000 * span


def lane_us(lanes, beams):
    clock = Clock()
    sensors = [Tcs34725(Bus(), clock, 1, 2) for _ in range(lanes)]
    sampler = Sampler(sensors, Outbox(room=2048), 32, 22, clock, Gate(clock) if beams else None)
    sampler.begin()
    begun = time.ticks_us()
    for number in range(ROUNDS):
        clock.now_us += 4_800
        sampler.poll(number)
    return time.ticks_diff(time.ticks_us(), begun) / ROUNDS / lanes


def call_us(function, *arguments):
    begun = time.ticks_us()
    for _ in range(ROUNDS):
        function(*arguments)
    return time.ticks_diff(time.ticks_us(), begun) / ROUNDS


raw = bytearray(EMPTY)
over = array("i", (0, 0, 0, 0))
window = edge.new_state(32, 22)
base = baseline.new_state()
for lanes in (1, 4, 8):
    print(lanes, "lanes with beams:", round(lane_us(lanes, True), 1), "us a lane and sample")
print("1 lane without beams:", round(lane_us(1, False), 1), "us a sample")
for name, plain, fast, arguments in (
    ("edge.step", _edge_plain.step, _edge_viper.step, (raw, window)),
    ("baseline.subtract", _baseline_plain.subtract, _baseline_viper.subtract, (raw, base, over)),
    ("baseline.learn", _baseline_plain.learn, _baseline_viper.learn, (raw, base)),
):
    slow_us, fast_us = call_us(plain, *arguments), call_us(fast, *arguments)
    print(name, "plain", round(slow_us, 2), "us, viper", round(fast_us, 2), "us")
spent_us = call_us(lambda: None)
print("an empty call:", round(spent_us, 2), "us")

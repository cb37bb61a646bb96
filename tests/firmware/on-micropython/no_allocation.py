"""Run the whole program of the board with a locked heap: cubes pass, frames leave, ACKs come.

Argument: number of turns of the main loop. Prints how many passages and cubes passed, and how many
events were told and acknowledged.
"""

import sys

import micropython

from turmwart_fw.outbox import Outbox

outbox = Outbox()  # the largest piece of memory first, as on the board

from turmwart_fw.app import App, Hardware  # noqa: E402
from turmwart_fw.gate import Beam, Gate  # noqa: E402
from turmwart_wire import frame, messages  # noqa: E402

TURNS = int(sys.argv[1])
WAVE = (b"\x0a\x00\x04\x00\x04\x00\x03\x00", b"\x2c\x01\xbe\x00\x37\x00\x3c\x00")
PATTERN = ((0, 1), (0, 0), (1, 1), (1, 0))


class Bus:
    """A sensor with a new sample at each look: two of an empty window, two of a cube."""

    def __init__(self):
        self.looks = 0
        self.error = OSError(5)

    def readfrom_mem_into(self, address, command, buffer):
        if len(buffer) == 1:
            buffer[0] = 0x44 if command & 0x1F == 0x12 else 0x11
            if self.looks % 97 == 96:
                self.looks += 1
                raise self.error
            return
        wave = WAVE[(self.looks >> 1) & 1]
        self.looks += 1
        for index in range(8):
            buffer[index] = wave[index]

    def writeto_mem(self, address, command, buffer):
        pass

    def writeto(self, address, buffer):
        return 1


class Clock:
    def __init__(self):
        self.now = 0

    def ticks_ms(self):
        return self.now

    def ticks_us(self):
        return self.now * 1000 & 0x3FFFFFFF

    def ticks_diff(self, later, earlier):
        return ((later - earlier + 0x20000000) & 0x3FFFFFFF) - 0x20000000

    def sleep_ms(self, span):
        self.now += span


class Pin:
    def __init__(self):
        self.level = 0

    def value(self):
        return self.level


class Port:
    """Reads the board's frames and acknowledges each event, without a heap."""

    def __init__(self):
        self._decoder = frame.Decoder()
        self._coming = bytearray(frame.FRAME_MAX)
        self._payload = bytearray(2)
        self._at = 0
        self._end = 0
        self.told = 0
        self.ask(messages.REPLAY, 0)

    def ask(self, kind, seq):
        self._payload[0] = seq & 0xFF
        self._payload[1] = seq >> 8 & 0xFF
        self._at = 0
        self._end = frame.encode_into(self._coming, kind, 0, self._payload, 0, 2)

    def get(self):
        if self._at == self._end:
            return -1
        self._at += 1
        return self._coming[self._at - 1]

    def put(self, byte):
        if self._decoder.push(byte):
            decoder = self._decoder
            if decoder.kind in messages.ASSURED and decoder.seq == self.told & 0xFFFF:
                self.told += 1
                self.ask(messages.ACK, self.told)
        return True


def with_beams(lanes):
    hardware = Hardware()
    hardware.gate = Gate(clock)
    for lane in range(lanes):
        pair = []
        for beam in range(2):
            pins.append(Pin())
            pair.append(Beam(hardware.gate, lane, beam, pins[-1], 1))
        beams.append(pair)
    return hardware


clock = Clock()
pins = []
beams = []
ports = (Port(), Port())
buses = [Bus() for _ in range(6)]
lit = App(buses[:4], ports[0], clock, b"boot", hardware=with_beams(4), outbox=outbox)
bare = App(buses[4:], ports[1], clock, b"boot", outbox=Outbox(64))


def work(turns):
    for turn in range(turns):
        clock.now += 3
        if turn % 4 == 0:
            lane = turn // 16 % 4
            beam, dark = PATTERN[turn // 4 % 4]
            pins[2 * lane + beam].level = dark
            beams[lane][beam].on_edge(None)
        lit.step()
        bare.step()


def rest():
    while ports[0].told < outbox.next or ports[1].told < bare.outbox.next:
        clock.now += 3
        lit.step()
        bare.step()


def allocate():
    return [clock.now]


micropython.heap_lock()
try:
    work(TURNS)
    rest()
finally:
    micropython.heap_unlock()
assert lit.link.strays == 0
assert bare.link.strays == 0
assert lit.sampler.faults > 0
faults = ports[0].told - lit.sampler.passed + ports[1].told - bare.sampler.passed
# The wave of the sensors goes on where no cube is, which the lanes with beams tell.
assert faults >= 0

# The lock bites: the same measure finds an allocation where there is one.
micropython.heap_lock()
try:
    allocate()
    found = False
except MemoryError:
    found = True
finally:
    micropython.heap_unlock()
assert found
print(lit.sampler.passed + bare.sampler.passed, ports[0].told + ports[1].told - faults)

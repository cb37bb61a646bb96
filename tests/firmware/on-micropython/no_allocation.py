"""Run the whole program of the board with a locked heap: cubes pass, frames leave, ACKs come."""

import micropython

from turmwart_fw.outbox import Outbox

outbox = Outbox()  # the largest piece of memory first, as on the board

from turmwart_fw.app import App  # noqa: E402
from turmwart_wire import frame, messages  # noqa: E402

CUBES = 400
WAVE = (b"\x0a\x00\x04\x00\x04\x00\x03\x00", b"\x2c\x01\xbe\x00\x37\x00\x3c\x00")


class Bus:
    """A sensor with a new sample at each look: two of an empty window, two of a cube."""

    def __init__(self):
        self.looks = 0

    def readfrom_mem_into(self, address, command, buffer):
        if len(buffer) == 1:
            buffer[0] = 0x44 if command & 0x1F == 0x12 else 0x11
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
        return self.now * 1000

    def ticks_diff(self, later, earlier):
        return later - earlier

    def sleep_ms(self, span):
        self.now += span


class Port:
    """Counts the frames that leave and has bytes ready that come."""

    def __init__(self, coming):
        self.coming = coming
        self.at = 0
        self.until = 0
        self.left = 0

    def get(self):
        if self.at == self.until:
            return -1
        self.at += 1
        return self.coming[self.at - 1]

    def put(self, byte):
        if byte == 0:
            self.left += 1
        return True


acks = bytearray(frame.encode(messages.REPLAY, 0, messages.pack_seq(0)))
ends = [len(acks)]
for seq in range(1, CUBES + 1):
    acks.extend(frame.encode(messages.ACK, 0, messages.pack_seq(seq)))
    ends.append(len(acks))

port = Port(acks)
clock = Clock()
app = App([Bus(), Bus()], port, clock, b"boot", outbox=outbox)
port.until = ends[0]


def work():
    while app.outbox.oldest < CUBES:
        clock.now += 5
        app.step()
        port.until = ends[app.outbox.unsent if app.outbox.unsent < CUBES else CUBES]


def allocate():
    return [clock.now]


micropython.heap_lock()
try:
    work()
finally:
    micropython.heap_unlock()
assert app.sampler.faults == 0
assert app.link.strays == 0
assert app.link.bad_frames == 0
assert app.outbox.oldest >= CUBES
assert port.left > CUBES

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
print(app.outbox.oldest)

"""Messages: what each kind of frame carries, its way, its assurance and its units.

All numbers are little endian. ``count`` is the number of an event since boot, from 0; its low
half is the ``seq`` of the frame that carries it.

How board and host speak:

* At boot the board sends HELLO every ``HELLO_AGAIN_MS`` until a REPLAY comes, and no event and
  no ACK counts before: so an ACK meant for an earlier boot frees nothing.
* Each REPLAY is answered by one HELLO, by CONFIG_IS for each sensor and by the events from the
  wanted one on (from the oldest if that one is not in the outbox). So a host that opens the port
  of a running board sends ``REPLAY 0`` until HELLO comes, then REPLAY with what it wants.
  REPLAY frees nothing.
* ACK bears the next expected seq and frees all events before it.
* What stays unacknowledged for ``RESEND_MS`` is sent again from the oldest on.
* HELLO, REPLAY, ACK, CONFIG and CONFIG_IS have seq 0. SAMPLE counts its own seq.
"""

import struct
from collections import namedtuple

PROTOCOL = 1
"""Number of this protocol; a host that reads another one in HELLO ends the session."""

HELLO = 0x01
REPLAY = 0x02
ACK = 0x03
CUBE = 0x10
FAULT = 0x11
SAMPLE = 0x20
CONFIG = 0x30
CONFIG_IS = 0x31

ASSURED = (CUBE, FAULT)
"""Kinds that wait in the outbox until they are acknowledged."""

ALL_SENSORS = 255
GAINS = (1, 4, 16, 60)
"""Amplification of the sensor by the gain of CONFIG, 0..3."""

STEP_US = 2400
"""One step of integration in microseconds; the chip's preparation takes as long."""

STEP_COUNTS = 1024
"""Most counts in one step of integration."""

HELLO_AGAIN_MS = 500
RESEND_MS = 500
SAMPLE_EVERY_MS = 500

TICKS_PERIOD = 1 << 30
"""Board time in ``ticks`` starts anew after so many milliseconds (12.4 days)."""

FAULT_EDGE = 1
"""The two forms of the edge detection differ; detail: index of the first differing sample."""
FAULT_SENSOR = 2
"""A sensor does not answer as one; detail: sensor | id read << 8 (0: no answer)."""
FAULT_BUS = 3
"""Reading a sensor failed; cubes may have passed unseen. detail: sensor."""
FAULT_BLOCKED = 4
"""Something has lain in a sensor's window for two seconds; detail: sensor."""

Hello = namedtuple("Hello", ("protocol", "firmware", "boot", "oldest", "next"))
"""HELLO, board to host: protocol number; firmware version, major * 256 + minor; random boot id;
count of the oldest event in the outbox; count the next event will have (no events: both equal).
"""

Cube = namedtuple("Cube", ("sensor", "ticks_ms", "samples", "clear", "red", "green", "blue"))
"""CUBE, board to host, assured: index of the sensor; board time in ms when the cube had left, below
``TICKS_PERIOD``; samples in the window, at most 65535; the brightest sample in counts."""

Fault = namedtuple("Fault", ("code", "detail"))
"""FAULT, board to host, assured: one of ``FAULT_*``, and its detail, u16."""

Sample = namedtuple("Sample", ("sensor", "clear", "red", "green", "blue"))
"""SAMPLE, board to host, not assured, gaps counted by seq: the latest sample of a sensor in counts,
every ``SAMPLE_EVERY_MS`` while nothing else waits; shows background and that the board lives."""

Config = namedtuple("Config", ("sensor", "enter", "leave", "integration", "gain"))
"""CONFIG, host to board, and CONFIG_IS, board to host: sensor or ``ALL_SENSORS``; clear counts from
which a cube is in the window, and below which it has left (leave <= enter, both >= 1); integration
in steps of 2.4 ms, 1..255; gain 0..3 for 1, 4, 16, 60 times. A CONFIG out of range changes nothing;
CONFIG_IS bears the sensor that was asked for and tells what is in force (for all: of sensor 0)."""

HELLO_FORMAT = "<BHIII"
SEQ_FORMAT = "<H"
CUBE_FORMAT = "<BIHHHHH"
FAULT_FORMAT = "<BH"
SAMPLE_FORMAT = "<BHHHH"
CONFIG_FORMAT = "<BHHBB"

CUBE_SIZE = 15
SAMPLE_SIZE = 9
CONFIG_SIZE = 7
HELLO_SIZE = 15
FAULT_SIZE = 3


def pack_hello(hello: Hello) -> bytes:
    """Make the payload of HELLO."""
    return struct.pack(HELLO_FORMAT, *hello)


def pack_seq(seq: int) -> bytes:
    """Make the payload of REPLAY and ACK; the low 16 bits of ``seq`` are sent."""
    return struct.pack(SEQ_FORMAT, seq & 0xFFFF)


def pack_cube(cube: Cube) -> bytes:
    """Make the payload of CUBE."""
    return struct.pack(CUBE_FORMAT, *cube)


def pack_fault(fault: Fault) -> bytes:
    """Make the payload of FAULT."""
    return struct.pack(FAULT_FORMAT, *fault)


def pack_sample(sample: Sample) -> bytes:
    """Make the payload of SAMPLE."""
    return struct.pack(SAMPLE_FORMAT, *sample)


def pack_config(config: Config) -> bytes:
    """Make the payload of CONFIG and CONFIG_IS."""
    return struct.pack(CONFIG_FORMAT, *config)


def _fields(message: str, layout: str, payload):
    size = struct.calcsize(layout)
    if len(payload) != size:
        raise ValueError(
            "payload of " + message + ": " + str(size) + " bytes expected, got " + str(len(payload))
        )
    return struct.unpack(layout, payload)


def unpack_hello(payload: bytes) -> Hello:
    """Read the payload of HELLO.

    A board of another protocol may say more after the first byte; so the protocol number can be
    read by ``payload[0]`` before this is called.

    Raises:
        ValueError: wrong length.
    """
    return Hello(*_fields("HELLO", HELLO_FORMAT, payload))


def unpack_seq(payload: bytes) -> int:
    """Read the payload of REPLAY and ACK: a seq, 0..65535.

    Raises:
        ValueError: wrong length.
    """
    return _fields("REPLAY or ACK", SEQ_FORMAT, payload)[0]


def unpack_cube(payload: bytes) -> Cube:
    """Read the payload of CUBE.

    Raises:
        ValueError: wrong length.
    """
    return Cube(*_fields("CUBE", CUBE_FORMAT, payload))


def unpack_fault(payload: bytes) -> Fault:
    """Read the payload of FAULT.

    Raises:
        ValueError: wrong length.
    """
    return Fault(*_fields("FAULT", FAULT_FORMAT, payload))


def unpack_sample(payload: bytes) -> Sample:
    """Read the payload of SAMPLE.

    Raises:
        ValueError: wrong length.
    """
    return Sample(*_fields("SAMPLE", SAMPLE_FORMAT, payload))


def unpack_config(payload: bytes) -> Config:
    """Read the payload of CONFIG and CONFIG_IS.

    Raises:
        ValueError: wrong length.
    """
    return Config(*_fields("CONFIG", CONFIG_FORMAT, payload))

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
* CONFIG, KEEP and SELFTEST are repeated by the host until their answer comes; doing one of them
  twice does no harm. STATE_ASK may be repeated at will.
* All kinds but CUBE, PASSAGE, FAULT and SAMPLE have seq 0. SAMPLE counts its own seq.

A lane is one way past one sensor. It has two light beams (A upstream, B downstream, the sensor's
window midway) that count and time, and a colour sensor; a lane without beams sends CUBE instead
of PASSAGE. Lane and sensor bear the same number.
"""

import struct
from collections import namedtuple

PROTOCOL = 3
"""Number of this protocol; a host that reads another one in HELLO ends the session."""

HELLO = 0x01
REPLAY = 0x02
ACK = 0x03
CUBE = 0x10
FAULT = 0x11
PASSAGE = 0x12
SAMPLE = 0x20
STATE = 0x21
CONFIG = 0x30
CONFIG_IS = 0x31
KEEP = 0x32
KEPT = 0x33
STATE_ASK = 0x41
SELFTEST = 0x42
SELFTEST_IS = 0x43
PROMPT = 0x44

ASSURED = (CUBE, FAULT, PASSAGE)
"""Kinds that wait in the outbox until they are acknowledged."""

LANES_MAX = 8
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
STATE_EVERY_MS = 10_000

TICKS_PERIOD = 1 << 30
"""Board time in ``ticks`` starts anew after so many milliseconds (12.4 days)."""

FAULT_EDGE = 1
"""Plain and fast form of the hot loops differ; detail: index of the first differing sample."""
FAULT_SENSOR = 2
"""A sensor does not answer as one; detail: lane | id read << 8 (0: no answer)."""
FAULT_BUS = 3
"""Reading a sensor failed again and again. A lane with beams goes on counting without colours (its
passages bear ``PASSAGE_BUS``); in one without, cubes may have passed unseen. detail: lane."""
FAULT_BLOCKED = 4
"""Something has stood in a beam or over a window for two seconds; detail: lane. It is counted once,
when it has gone (``PASSAGE_STOOD``)."""
FAULT_RING = 5
"""The ring of beam edges overran: passages of any lane may be missing; detail: edges lost."""
FAULT_UNSEEN = 6
"""A sensor saw a cube that no beam of its lane saw: a beam is dead or badly aimed; detail: lane."""
FAULT_CONFIG = 7
"""The configuration kept in flash was damaged, the shipped one is in force; detail: 1 unreadable,
2 wrong checksum, 3 of another format; or 16: the settings of the WLAN cannot be used."""
FAULT_BACK = 8
"""A sensor that was reported by FAULT_SENSOR or FAULT_BUS answers again; detail: lane."""
FAULT_BLIND = 9
"""Too much foreign light for a baseline, colours of this lane mean little; detail: lane."""
FAULT_WATCHDOG = 10
"""The board was started anew by its watchdog: what it had not handed over is lost; detail: 0."""

PASSAGE_ONLY_A = 1
"""Beam B saw nothing: ``b_dark_us`` is 0 and ``ab_us`` is reckoned for a cube of 9 mm."""
PASSAGE_ONLY_B = 2
"""Beam A saw nothing of its own: ``a_dark_us`` is 0 and ``ab_us`` is reckoned for 9 mm. Mostly the
second half of a pair that was one to A and two to B: see the passage before."""
PASSAGE_SATURATED = 4
"""A channel of a sample stood at the end of its range."""
PASSAGE_BUS = 8
"""The sensor was out or failed during the passage: samples may be missing."""
PASSAGE_STOOD = 16
"""Something stood in the lane for more than two seconds before it cleared."""
PASSAGE_RING = 32
"""The ring of beam edges overran during the passage: its times may be wrong."""
PASSAGE_BLIND = 64
"""Flicker or daylight too strong for a baseline."""

PASSAGE_SAMPLES_MAX = 8
"""Most samples that a PASSAGE carries."""

GAP_MORE = 65535
SPAN_US_MAX = 400_000_000

SELFTEST_PRESENT = 1
"""The sensor answers with its id."""
SELFTEST_BEAMS = 2
"""Both beams are light with their LEDs on and dark with them off; never set without beams."""
SELFTEST_LAMP = 4
"""Lamp on is brighter than lamp off."""
SELFTEST_HAS_BEAMS = 8
SELFTEST_AT_BOOT = 16
"""Measured at boot, not on request."""
SELFTEST_DISTURBED = 32
"""Cubes kept passing: measured no further than this, ask again when the tower is still."""
SELFTEST_A_LIGHT = 64
"""Beam A was light with the LEDs on."""
SELFTEST_B_LIGHT = 128

RESET_POWER = 0
RESET_WATCHDOG = 1
RESET_OTHER = 2

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
"""CONFIG, host to board, and CONFIG_IS, board to host: lane or ``ALL_SENSORS``; clear counts from
which a cube is in the window, and below which it has left (leave <= enter, both >= 1; with beams:
counts above the baseline, without: as read); integration in steps of 2.4 ms, 1..255; gain 0..3 for
1, 4, 16, 60 times. A CONFIG out of range changes nothing; CONFIG_IS bears the lane that was asked
for and tells what is in force (for all: of lane 0)."""

Passage = namedtuple(
    "Passage",
    (
        "lane",
        "flags",
        "ticks_ms",
        "a_dark_us",
        "ab_us",
        "b_dark_us",
        "gap_ms",
        "count",
        "empty",
        "samples",
    ),
)
"""PASSAGE, board to host, assured: one dark interval of beam A with its dark interval of beam B.

lane; flags, ``PASSAGE_*``; ticks_ms, board time when B became light, below ``TICKS_PERIOD``;
a_dark_us, how long A was dark; ab_us, from A dark to B dark; b_dark_us, how long B was dark (all
three at most ``SPAN_US_MAX``, which also stands for longer); gap_ms, how long A was light since its
dark interval before (``GAP_MORE``: longer, or the first); count, u16, chip samples that belong to
the passage (integrated while the cube was over the window, reckoned from A and B, as far as the
board still had them: it thins those of what stands in the lane for long); empty, (clear, red,
green, blue) in counts, what the empty window was taken for, None in a PASSAGE of protocol 2, which
did not tell it; samples, at most ``PASSAGE_SAMPLES_MAX`` of them, evenly spread over those, as
``PassageSample``.

Cubes so close that A sees one and B two come as a passage with both beams and one with
``PASSAGE_ONLY_B`` after it. Several cubes in contact are one passage whose length, beam gap times
a_dark_us / ab_us, is theirs together. Passages of one lane come in the order in which B saw them.
"""

PassageSample = namedtuple("PassageSample", ("offset_100us", "clear", "red", "green", "blue"))
"""One chip sample of a passage: end of its integration after A became dark, in 100 us (for
``PASSAGE_ONLY_B``: after the moment ab_us before B became dark); counts above the baseline, i16:
below 0 where a dark cube keeps more light off than it gives. The integration began
``Config.integration`` * 2.4 ms earlier."""

State = namedtuple(
    "State",
    (
        "uptime_s",
        "events",
        "evicted",
        "free_bytes",
        "firmware",
        "ring_lost",
        "bad_frames",
        "strays",
        "resets",
        "cause",
        "board",
        "bus_errors",
    ),
)
"""STATE, board to host, on STATE_ASK (no payload) and every ``STATE_EVERY_MS``, not assured.

All counts are since boot: uptime_s; events; evicted, events that gave way unacknowledged;
free_bytes, memory; firmware version; ring_lost, beam edges; bad_frames and strays, damaged frames
and such without sense from the host. resets since power-on and cause of the last (``RESET_*``);
board id, 8 bytes; bus_errors, failed transfers of each lane, u16 each, as many as there are lanes.
"""

SelfTest = namedtuple("SelfTest", ("lane", "flags", "dark", "lit", "noise", "full", "rate"))
"""SELFTEST_IS, board to host: for each lane after SELFTEST (lane or ``ALL_SENSORS``, u8; the whole
board is tested, all lanes are answered where all were asked for), measured when the tower is still.
lane; flags ``SELFTEST_*``; dark and lit, (clear, red, green, blue) in counts with the lamp off and
on; noise, greatest less least clear with the lamp on, in counts; full, counts at which this lane's
integration saturates; rate, samples in 10 seconds."""

Kept = namedtuple("Kept", ("what", "result"))
"""KEPT, board to host, after KEEP (u8: ``KEEP_IN_FORCE`` writes the configuration of all lanes to
flash, ``KEEP_NOTHING`` removes it, so that the shipped one is in force from the next boot on): the
same u8, and 0 done, 1 the flash refused, 2 unknown wish or a board without flash."""

PROMPT_WORD = b"prompt"
"""Payload of PROMPT, host to board: the board starts anew without its program, so that tools reach
the prompt of its interpreter (until the next start). What was not handed over is lost, so a host
asks only when all is acknowledged. Any other payload is a stray."""

KEEP_NOTHING = 0
KEEP_IN_FORCE = 1
KEPT_DONE = 0
KEPT_REFUSED = 1
KEPT_UNKNOWN = 2

HELLO_FORMAT = "<BHIII"
SEQ_FORMAT = "<H"
CUBE_FORMAT = "<BIHHHHH"
FAULT_FORMAT = "<BH"
SAMPLE_FORMAT = "<BHHHH"
CONFIG_FORMAT = "<BHHBB"
PASSAGE_FORMAT = "<BBIIIIHHHHHHB"
PASSAGE_SAMPLE_FORMAT = "<Hhhhh"
STATE_FORMAT = "<IIIIHHHHHBB8s"
SELFTEST_FORMAT = "<BBHHHHHHHHHHH"
KEPT_FORMAT = "<BB"

CUBE_SIZE = 15
PASSAGE_HEAD_SIZE = 31
_OLD_PASSAGE_HEAD = 39
_OLD_PASSAGE_SAMPLE = "<HHHHH"
PASSAGE_SAMPLE_SIZE = 10
PASSAGE_SIZE_MAX = PASSAGE_HEAD_SIZE + PASSAGE_SAMPLES_MAX * PASSAGE_SAMPLE_SIZE
STATE_HEAD_SIZE = 36
STATE_SIZE_MAX = STATE_HEAD_SIZE + 2 * LANES_MAX
SELFTEST_SIZE = 24
KEPT_SIZE = 2
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


def pack_passage(passage: Passage) -> bytes:
    """Make the payload of PASSAGE.

    Raises:
        ValueError: more than ``PASSAGE_SAMPLES_MAX`` samples.
    """
    if len(passage.samples) > PASSAGE_SAMPLES_MAX:
        raise ValueError("a PASSAGE carries at most " + str(PASSAGE_SAMPLES_MAX) + " samples")
    head = struct.pack(PASSAGE_FORMAT, *passage[:8], *passage.empty, len(passage.samples))
    return head + b"".join(
        [struct.pack(PASSAGE_SAMPLE_FORMAT, *sample) for sample in passage.samples]
    )


def pack_state(state: State) -> bytes:
    """Make the payload of STATE."""
    lanes = len(state.bus_errors)
    head = struct.pack(STATE_FORMAT, *state[:10], lanes, state.board)
    return head + struct.pack("<" + "H" * lanes, *state.bus_errors)


def pack_selftest(selftest: SelfTest) -> bytes:
    """Make the payload of SELFTEST_IS."""
    lane, flags, dark, lit, *more = selftest
    return struct.pack(SELFTEST_FORMAT, lane, flags, *dark, *lit, *more)


def pack_kept(kept: Kept) -> bytes:
    """Make the payload of KEPT."""
    return struct.pack(KEPT_FORMAT, *kept)


def pack_byte(value: int) -> bytes:
    """Make the payload of KEEP (what) and SELFTEST (lane or ``ALL_SENSORS``)."""
    return bytes((value,))


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


def unpack_passage(payload: bytes) -> Passage:
    """Read the payload of PASSAGE, of this protocol or of protocol 2, told by its length.

    Raises:
        ValueError: wrong length.
    """
    size = PASSAGE_SAMPLE_SIZE
    old = len(payload) % size == _OLD_PASSAGE_HEAD % size
    first = _OLD_PASSAGE_HEAD if old else PASSAGE_HEAD_SIZE
    if len(payload) < first:
        _fields("PASSAGE", PASSAGE_FORMAT, payload)
    number = payload[first - 1]
    whole = first + number * size
    if number > PASSAGE_SAMPLES_MAX or len(payload) != whole:
        raise ValueError(
            "payload of PASSAGE: " + str(whole) + " bytes expected, got " + str(len(payload))
        )
    layout = _OLD_PASSAGE_SAMPLE if old else PASSAGE_SAMPLE_FORMAT
    samples = tuple(
        [
            PassageSample(*struct.unpack(layout, payload[at : at + size]))
            for at in range(first, whole, size)
        ]
    )
    head = struct.unpack(PASSAGE_FORMAT, payload[:PASSAGE_HEAD_SIZE])
    empty = None if old else head[8:12]
    values = list(head[:8]) + [empty, samples]
    return Passage(*values)


def unpack_state(payload: bytes) -> State:
    """Read the payload of STATE.

    Raises:
        ValueError: wrong length.
    """
    if len(payload) < STATE_HEAD_SIZE:
        _fields("STATE", STATE_FORMAT, payload)
    head = struct.unpack(STATE_FORMAT, payload[:STATE_HEAD_SIZE])
    lanes = head[10]
    size = STATE_HEAD_SIZE + 2 * lanes
    if len(payload) != size:
        raise ValueError(
            "payload of STATE: " + str(size) + " bytes expected, got " + str(len(payload))
        )
    errors = struct.unpack("<" + "H" * lanes, payload[STATE_HEAD_SIZE:])
    told = list(head[:10]) + [head[11], errors]
    return State(*told)


def unpack_selftest(payload: bytes) -> SelfTest:
    """Read the payload of SELFTEST_IS.

    Raises:
        ValueError: wrong length.
    """
    values = _fields("SELFTEST_IS", SELFTEST_FORMAT, payload)
    return SelfTest(*(values[:2] + (values[2:6], values[6:10]) + values[10:]))


def unpack_kept(payload: bytes) -> Kept:
    """Read the payload of KEPT.

    Raises:
        ValueError: wrong length.
    """
    return Kept(*_fields("KEPT", KEPT_FORMAT, payload))


def unpack_byte(payload: bytes) -> int:
    """Read the payload of KEEP and SELFTEST.

    Raises:
        ValueError: wrong length.
    """
    return _fields("KEEP or SELFTEST", "<B", payload)[0]

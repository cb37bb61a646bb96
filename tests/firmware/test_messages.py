"""Messages: the sizes of the table, round trips, wrong lengths."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from turmwart_wire import frame, messages
from turmwart_wire.messages import (
    Config,
    Cube,
    Fault,
    Hello,
    Kept,
    Passage,
    PassageSample,
    Sample,
    SelfTest,
    State,
)

DARK, LIT = (12, 4, 4, 0xFFFF), (300, 190, 55, 60)
SAMPLES = tuple(PassageSample(10 * n, 100 + n, n, -2 * n, -0x7FFF) for n in range(8))
HEAD = (3, 20, 0x3FFFFFFF, 9_000, 12_000, 0xFFFFFFFF, 65_535, 8)

CASES = [
    (Hello(1, 0x0203, 0xDEADBEEF, 5, 70_000), messages.pack_hello, messages.unpack_hello, 15),
    (Cube(2, 0x3FFFFFFF, 65535, 1, 2, 3, 4), messages.pack_cube, messages.unpack_cube, 15),
    (Fault(3, 0x0102), messages.pack_fault, messages.unpack_fault, 3),
    (Sample(1, 10, 4, 4, 3), messages.pack_sample, messages.unpack_sample, 9),
    (Config(255, 32, 22, 1, 2), messages.pack_config, messages.unpack_config, 7),
    (Passage(*HEAD, DARK, SAMPLES), messages.pack_passage, messages.unpack_passage, 111),
    (Passage(*HEAD, DARK, SAMPLES[:1]), messages.pack_passage, messages.unpack_passage, 41),
    (Passage(*HEAD, DARK, ()), messages.pack_passage, messages.unpack_passage, 31),
    (
        State(1, 2, 3, 4, 5, 6, 7, 8, 9, 1, b"board id", (0, 65_535, 2, 3)),
        messages.pack_state,
        messages.unpack_state,
        44,
    ),
    (
        SelfTest(1, 3, DARK, LIT, 5, 1024, 2083),
        messages.pack_selftest,
        messages.unpack_selftest,
        24,
    ),
    (Kept(1, 0), messages.pack_kept, messages.unpack_kept, 2),
    (255, messages.pack_byte, messages.unpack_byte, 1),
]


@pytest.mark.parametrize(("message", "pack", "unpack", "size"), CASES)
def test_round_trip_and_size(
    message: object,
    pack: Callable[[object], bytes],
    unpack: Callable[[bytes], object],
    size: int,
) -> None:
    """Each message comes back, is as long as the table says, and fits into a frame."""
    payload = pack(message)
    assert unpack(payload) == message
    assert len(payload) == size <= frame.PAYLOAD_MAX
    with pytest.raises(ValueError, match=f"{size} bytes expected, got {size - 1}"):
        unpack(payload[:-1])


def test_bytes_of_a_cube() -> None:
    """Field by field, little endian, as the table of the architecture has it."""
    cube = Cube(
        sensor=1, ticks_ms=0x01020304, samples=3, clear=0x100, red=0x201, green=2, blue=0xFFFF
    )
    assert messages.pack_cube(cube) == bytes.fromhex("01 04030201 0300 0001 0102 0200 ffff")


def test_seq_is_the_low_half_of_a_count() -> None:
    """The 65,537th event has seq 0 again."""
    assert messages.unpack_seq(messages.pack_seq(65_536)) == 0
    assert messages.unpack_seq(messages.pack_seq(65_535)) == 65_535


def test_bytes_of_a_passage() -> None:
    """Field by field, little endian, as the table of the architecture has it."""
    passage = Passage(
        lane=2,
        flags=messages.PASSAGE_STOOD,
        ticks_ms=0x01020304,
        a_dark_us=0x0A,
        ab_us=0x0B,
        b_dark_us=0x0C,
        gap_ms=0x1234,
        count=3,
        empty=(5, 6, 7, 8),
        samples=(PassageSample(0x99, 1, 2, -1, -2),),
    )
    assert messages.pack_passage(passage) == bytes.fromhex(
        "02 10 04030201 0a000000 0b000000 0c000000 3412 0300"
        "0500 0600 0700 0800  01  9900 0100 0200 ffff feff"
    )


def test_more_samples_than_fit_are_refused() -> None:
    """Both ways: a caller's mistake, and a count on the wire that its length belies."""
    passage = Passage(*HEAD, DARK, SAMPLES)
    with pytest.raises(ValueError, match="at most 8"):
        messages.pack_passage(passage._replace(samples=(*SAMPLES, SAMPLES[0])))
    payload = bytearray(messages.pack_passage(passage))
    payload[30] = 9
    with pytest.raises(ValueError, match="121 bytes expected, got 111"):
        messages.unpack_passage(bytes(payload))


def test_a_passage_of_protocol_2_can_still_be_read() -> None:
    """A journal keeps them: peak and mean instead of the empty window, counts unsigned."""
    payload = bytes.fromhex(
        "02 10 04030201 0a000000 0b000000 0c000000 3412 0300"
        "0100 0200 0300 0400  0500 0600 0700 0800  01  9900 0100 0200 0300 ffff"
    )
    assert messages.unpack_passage(payload) == Passage(
        2, 16, 0x01020304, 10, 11, 12, 0x1234, 3, None, (PassageSample(0x99, 1, 2, 3, 0xFFFF),)
    )
    with pytest.raises(ValueError, match="49 bytes expected, got 59"):
        messages.unpack_passage(payload + bytes(10))

"""Messages: the sizes of the table, round trips, wrong lengths."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from turmwart_wire import frame, messages
from turmwart_wire.messages import Config, Cube, Fault, Hello, Sample

CASES = [
    (Hello(1, 0x0203, 0xDEADBEEF, 5, 70_000), messages.pack_hello, messages.unpack_hello, 15),
    (Cube(2, 0x3FFFFFFF, 65535, 1, 2, 3, 4), messages.pack_cube, messages.unpack_cube, 15),
    (Fault(3, 0x0102), messages.pack_fault, messages.unpack_fault, 3),
    (Sample(1, 10, 4, 4, 3), messages.pack_sample, messages.unpack_sample, 9),
    (Config(255, 32, 22, 1, 2), messages.pack_config, messages.unpack_config, 7),
]


@pytest.mark.parametrize(("message", "pack", "unpack", "size"), CASES)
def test_round_trip_and_size(
    message: tuple[int, ...],
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

"""Frames of the wire: worked example, round trip, and what damage does."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turmwart_wire import frame

KIND = st.integers(0, 255)
SEQ = st.integers(0, 0xFFFF)
PAYLOAD = st.binary(max_size=frame.PAYLOAD_MAX)
WHOLE = st.tuples(KIND, SEQ, PAYLOAD)


def test_checksum_is_the_catalogued_one() -> None:
    """CRC-16/IBM-3740 of the nine digits."""
    assert frame.crc16(b"123456789", 0, 9) == 0x29B1


def test_worked_example() -> None:
    """The example of the architecture, byte by byte."""
    encoded = frame.encode(0x10, 0x0100, b"\x01\x00\x02")
    assert encoded == bytes.fromhex("02 10 03 01 01 04 02 52 75 00")
    assert list(frame.Decoder().feed(encoded)) == [(0x10, 0x0100, b"\x01\x00\x02")]


@settings(deadline=None)
@given(st.lists(WHOLE, max_size=6), st.integers(1, 9))
def test_what_goes_in_comes_out_in_any_portions(
    frames: list[tuple[int, int, bytes]], portion: int
) -> None:
    """Frames in a row, cut anywhere, come out whole; none holds a zero but at its end."""
    encoded = [frame.encode(*each) for each in frames]
    assert all(each.index(0) == len(each) - 1 for each in encoded)
    assert all(len(each) <= frame.FRAME_MAX for each in encoded)
    stream = b"".join(encoded)
    decoder = frame.Decoder()
    found = []
    for at in range(0, len(stream), portion):
        found += decoder.feed(stream[at : at + portion])
    assert found == frames
    assert (decoder.good, decoder.bad) == (len(frames), 0)


@settings(deadline=None)
@given(st.binary(max_size=300), WHOLE)
def test_garbage_is_counted_and_the_next_frame_is_read(
    garbage: bytes, whole: tuple[int, int, bytes]
) -> None:
    """Whatever comes, nothing is raised, and after a zero the line is clear again."""
    decoder = frame.Decoder()
    found = list(decoder.feed(garbage + b"\x00" + frame.encode(*whole)))
    assert found[-1] == whole
    pieces = [piece for piece in garbage.split(b"\x00") if piece]
    assert decoder.good + decoder.bad == len(pieces) + 1


@settings(deadline=None)
@given(WHOLE, st.data())
def test_one_flipped_bit_is_always_found(
    whole: tuple[int, int, bytes], data: st.DataObject
) -> None:
    """A single flipped bit never gives a frame with other contents."""
    encoded = bytearray(frame.encode(*whole))
    at = data.draw(st.integers(0, len(encoded) - 1))
    encoded[at] ^= 1 << data.draw(st.integers(0, 7))
    decoder = frame.Decoder()
    assert list(decoder.feed(bytes(encoded) + b"\x00")) == []
    assert decoder.bad >= 1


def test_endless_frame_does_not_grow() -> None:
    """A line that never says zero is skipped up to the next zero."""
    decoder = frame.Decoder()
    assert list(decoder.feed(b"\xff" * 10_000)) == []
    assert list(decoder.feed(b"\x00" + frame.encode(1, 2, b"3"))) == [(1, 2, b"3")]
    assert (decoder.good, decoder.bad) == (1, 1)


def test_too_long_payload_is_refused() -> None:
    """A caller's mistake is told, not sent."""
    with pytest.raises(ValueError, match="120"):
        frame.encode(1, 0, bytes(frame.PAYLOAD_MAX + 1))


def test_same_vectors_on_micropython(on_micropython: Callable[..., str], tmp_path: Path) -> None:
    """The same source gives the same bytes on the board's interpreter."""
    chance = random.Random(5)
    vectors = tmp_path / "vectors"
    with vectors.open("w") as file:
        for number in range(500):
            size = number % (frame.PAYLOAD_MAX + 1)
            payload = bytes(chance.choice((0, 0, 1, 0x7F, 0xFF, 0x33)) for _ in range(size))
            kind, seq = chance.randrange(256), chance.randrange(0x10000)
            encoded = frame.encode(kind, seq, payload)
            file.write(f"{kind:x} {seq:x} {payload.hex()} {encoded.hex()}\n")
    assert on_micropython("frames.py", str(vectors)).strip() == "500"

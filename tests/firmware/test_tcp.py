"""TCP on the board: the code of a message, and what the settings make of the port."""

from __future__ import annotations

import hashlib
import hmac
import os
import random
import socket
from collections.abc import Callable
from pathlib import Path

from turmwart_fw.tcp import hmac_sha256, same

ON_BOARD = Path(__file__).parents[2] / "firmware" / "on-board"


def test_the_code_is_that_of_the_standard() -> None:
    rng = random.Random(3)
    for size in (0, 1, 16, 63, 64, 65, 200):
        key, message = rng.randbytes(size), rng.randbytes(rng.randrange(200))
        assert hmac_sha256(key, message) == hmac.digest(key, message, hashlib.sha256)
    # RFC 4231, test case 2
    code = hmac_sha256(b"Jefe", b"what do ya want for nothing?").hex()
    assert code == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"


def test_codes_are_compared_as_a_whole() -> None:
    code = os.urandom(32)
    assert same(code, bytearray(code))
    assert not same(code, code[:-1])
    for index in range(32):
        other = bytearray(code)
        other[index] ^= 1 << index % 8
        assert not same(code, other)


def test_settings_switch_tcp_on_and_never_usb_off(
    on_micropython: Callable[..., str], tmp_path: Path
) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number = probe.getsockname()[1]
    assert on_micropython("wlan_port.py", str(ON_BOARD), str(tmp_path), str(number)) == "good\n"


def test_no_settings_are_part_of_the_program() -> None:
    assert list(ON_BOARD.rglob("*.json")) == []

"""The code that a phone is pointed at."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from turmwart.server.address import code_lines, on_dark

MODULES = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}
PX_PER_MODULE = 8


def picture(lines: tuple[str, ...], ink: int) -> np.ndarray:
    """(H, W) uint8: the lines as a terminal shows them, in writing of brightness ``ink``."""
    drawn = [[MODULES[block][half] for block in line] for line in lines for half in (0, 1)]
    bright = np.where(np.array(drawn, bool), ink, 255 - ink).astype(np.uint8)
    return np.kron(bright, np.ones((PX_PER_MODULE,) * 2, np.uint8))


@pytest.mark.parametrize("url", ["http://192.168.178.20:8452/", "http://10.0.0.1:1/"])
def test_a_camera_reads_the_code(url: str) -> None:
    lines = code_lines(url)
    for shown in (picture(lines, ink=0), picture(on_dark(lines), ink=255)):
        read, _, _ = cv2.QRCodeDetector().detectAndDecode(shown)
        assert read == url


def test_the_code_fits_on_a_small_terminal() -> None:
    lines = code_lines("http://192.168.178.120:58452/")
    assert len(lines) <= 20
    assert {len(line) for line in lines} == {len(lines[0])}
    assert len(lines[0]) <= 40

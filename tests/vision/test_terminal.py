"""Pictures for terminals, read back from what would be sent."""

from __future__ import annotations

import re

import cv2
import numpy as np
import pytest

from turmwart_vision.terminal import blocks, fitted, png, sixel

FRAME = np.zeros((120, 200, 3), np.uint8)
FRAME[:60, :100] = (0, 0, 255)
FRAME[60:, 100:] = (255, 204, 51)


def from_sixel(text: str) -> np.ndarray:
    """A terminal that understands just what is needed: (H, W, 3) uint8, BGR."""
    head = re.match(r'\x1bPq"1;1;(\d+);(\d+)', text)
    assert head is not None
    width, height = (int(side) for side in head.groups())
    frame = np.zeros((height, width, 3), np.uint8)
    palette: dict[int, tuple[int, int, int]] = {}
    colour = x = y = 0
    body = text[head.end() : text.index("\x1b\\")]
    for part in re.finditer(r"#(\d+);2;(\d+);(\d+);(\d+)|#(\d+)|!(\d+)(.)|([?-~])|([$-])", body):
        if part[1]:
            red, green, blue = (round(int(part[n]) * 2.55) for n in (2, 3, 4))
            palette[int(part[1])] = (blue, green, red)
        elif part[5]:
            colour = int(part[5])
        elif part[9]:
            x, y = 0, y + (6 if part[9] == "-" else 0)
        else:
            count, sign = (int(part[6]), part[7]) if part[6] else (1, part[8])
            for bit in range(6):
                if (ord(sign) - 63) >> bit & 1:
                    frame[y + bit, x : x + count] = palette[colour]
            x += count
    return frame


def test_sixels_give_the_picture_again() -> None:
    seen = from_sixel(sixel(FRAME, 200, 120))
    assert seen.shape == FRAME.shape
    assert np.abs(seen.astype(int) - FRAME).max() <= 2
    small = from_sixel(sixel(FRAME, 100, 400))
    assert small.shape == (60, 100, 3)


def test_blocks_have_the_colours_of_the_halves() -> None:
    rows = blocks(FRAME, 40, 12)
    assert (len(rows[0]), len(rows)) == fitted((200, 120), 40, 12) == (40, 12)
    assert rows[0][0] == ((255, 0, 0), (255, 0, 0))
    assert rows[-1][-1] == ((51, 204, 255), (51, 204, 255))
    assert rows[0][-1] == ((0, 0, 0), (0, 0, 0))


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (200, 1), (3, 80), (7, 5)])
def test_any_room_is_kept_to(columns: int, rows: int) -> None:
    wide, high = fitted((200, 120), columns, rows)
    assert 1 <= wide <= columns
    assert 1 <= high <= rows
    assert len(blocks(FRAME, columns, rows)) == high


def test_a_large_picture_is_sent_small() -> None:
    seen = cv2.imdecode(np.frombuffer(png(FRAME, 50), np.uint8), cv2.IMREAD_COLOR)
    assert seen.shape == (30, 50, 3)

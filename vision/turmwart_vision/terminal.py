"""Pictures for terminals: coarse blocks for any, PNG and sixel for those that can."""

from __future__ import annotations

import cv2
import numpy as np

from turmwart_vision.pictures import Image, check_frame

Colour = tuple[int, int, int]
Cell = tuple[Colour, Colour]
"""Red, green, blue of the upper and of the lower half of a character."""
_LEVELS = 6


def fitted(size_px: tuple[int, int], columns: int, rows: int) -> tuple[int, int]:
    """Columns and rows that a picture takes in a room, its shape kept.

    Args:
        size_px: width and height of the picture.
        columns: of the room, > 0; a character is taken as twice as high as wide.
        rows: of the room, > 0.
    """
    width, height = size_px
    scale = min(columns / width, 2 * rows / height)
    return max(1, min(columns, round(width * scale))), max(1, min(rows, round(height * scale / 2)))


def blocks(frame: Image, columns: int, rows: int) -> list[list[Cell]]:
    """A picture as characters of two halves.

    Args:
        frame: (H, W, 3) uint8, BGR.
        columns: of the room.
        rows: of the room.

    Returns:
        Row by row, not more than fit.
    """
    check_frame(frame)
    wide, high = fitted((frame.shape[1], frame.shape[0]), columns, rows)
    small = cv2.resize(frame, (wide, 2 * high), interpolation=cv2.INTER_AREA)[:, :, ::-1].tolist()
    return [
        [
            ((up[0], up[1], up[2]), (low[0], low[1], low[2]))
            for up, low in zip(small[2 * row], small[2 * row + 1], strict=True)
        ]
        for row in range(high)
    ]


def png(frame: Image, longest_px: int) -> bytes:
    """A picture as PNG, made smaller where a side is longer than ``longest_px``."""
    small = _shrunk(check_frame(frame), longest_px)
    return bytes(cv2.imencode(".png", small)[1].tobytes())


def sixel(frame: Image, width_px: int, height_px: int) -> str:
    """A picture in DEC's sixels, in 216 colours.

    Args:
        frame: (H, W, 3) uint8, BGR.
        width_px: of the room.
        height_px: of the room.
    """
    height, width = check_frame(frame).shape[:2]
    scale = min(width_px / width, height_px / height)
    size = (max(1, int(width * scale)), max(6, int(height * scale) // 6 * 6))
    small = cv2.resize(frame, size, interpolation=cv2.INTER_AREA).astype(np.uint16)
    steps = (small * (_LEVELS - 1) + 127) // 255
    number = steps[:, :, 2] * _LEVELS * _LEVELS + steps[:, :, 1] * _LEVELS + steps[:, :, 0]
    parts = [f'\x1bPq"1;1;{size[0]};{size[1]}']
    for colour in np.unique(number).tolist():
        red, rest = divmod(colour, _LEVELS * _LEVELS)
        green, blue = divmod(rest, _LEVELS)
        shares = ";".join(str(round(100 * part / (_LEVELS - 1))) for part in (red, green, blue))
        parts.append(f"#{colour};2;{shares}")
    bits = (1 << np.arange(6, dtype=np.uint8))[:, None]
    for top in range(0, size[1], 6):
        band = number[top : top + 6]
        for colour in np.unique(band).tolist():
            row = ((band == colour) * bits).sum(axis=0, dtype=np.uint8) + 63
            parts.append(f"#{colour}{_packed(row.tobytes().decode('ascii'))}$")
        parts.append("-")
    parts.append("\x1b\\")
    return "".join(parts)


def _packed(row: str) -> str:
    """Runs of four and more as ``!count character``."""
    out: list[str] = []
    at = 0
    while at < len(row):
        end = at + 1
        while end < len(row) and row[end] == row[at]:
            end += 1
        count = end - at
        out.append(f"!{count}{row[at]}" if count > 3 else row[at] * count)
        at = end
    return "".join(out)


def _shrunk(frame: Image, longest_px: int) -> Image:
    scale = longest_px / max(frame.shape[:2])
    if scale >= 1:
        return frame
    size = (max(1, round(frame.shape[1] * scale)), max(1, round(frame.shape[0] * scale)))
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)

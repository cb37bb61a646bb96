"""Tells from a picture's header whether parts of it may be transparent."""

from __future__ import annotations

import struct

from turmwart_vision.headers import tiff_fields

_TIFF_BITS, _TIFF_COLOURS, _TIFF_SAMPLES, _TIFF_PLANES, _TIFF_FORM = 258, 262, 277, 284, 339
_BMP_MASKS = 3
"""Compression of a BMP whose header says which bits are which colour."""


def has_alpha(data: bytes) -> bool:
    """Is it a PNG, WebP, GIF, BMP or TIFF with transparency, as far as its header says?

    Args:
        data: the whole file.
    """
    for starts, reader in (
        (b"\x89PNG", _png),
        (b"RIFF", _webp),
        (b"GIF8", _gif),
        (b"BM", _bmp),
        (b"II*\0", _tiff),
        (b"MM\0*", _tiff),
    ):
        if data.startswith(starts):
            try:
                return reader(data)
            except (struct.error, IndexError):
                return False
    return False


def _png(data: bytes) -> bool:
    return data[25] in (4, 6) or b"tRNS" in data[: data.find(b"IDAT")]


def _webp(data: bytes) -> bool:
    if data[8:16] == b"WEBPVP8L":
        return bool(data[24] & 0x10)
    return data[8:16] == b"WEBPVP8X" and bool(data[20] & 0x10)


def _gif(data: bytes) -> bool:
    """Does an extension before the first picture name a colour that is none?"""
    flags = data[10]
    at = 13 + (3 << (flags & 7) + 1 if flags & 0x80 else 0)
    while data[at] == 0x21:
        if data[at + 1] == 0xF9 and data[at + 3] & 1:
            return True
        at += 2
        while data[at]:
            at += data[at] + 1
        at += 1
    return False


def _bmp(data: bytes) -> bool:
    (header,) = struct.unpack_from("<I", data, 14)
    bits, compression = struct.unpack_from("<HI", data, 28)
    if header < 56 or bits != 32 or compression != _BMP_MASKS:
        return False
    return bool(struct.unpack_from("<I", data, 66)[0])


def _tiff(data: bytes) -> bool:
    """Red, green, blue and a fourth, side by side, in numbers that are unpacked as they are."""
    fields = tiff_fields(data)
    return (
        fields.get(_TIFF_COLOURS) == 2
        and fields.get(_TIFF_SAMPLES) == 4
        and fields.get(_TIFF_PLANES, 1) == 1
        and fields.get(_TIFF_BITS) in (8, 16)
        and fields.get(_TIFF_FORM, 1) == 1
    )

"""Reads the size of a picture from its first bytes, before anything is unpacked.

Pictures come from strangers. A file of some kilobytes may unpack to gigabytes, so its size is
taken from the header, by code that allocates nothing.
"""

from __future__ import annotations

import re
import struct
import zlib

_JPEG_SIZES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
_TIFF_TILE = (322, 323)
_TIFF_WHOLE = {3: ("H", 2), 4: ("I", 1)}
"""Kinds of whole numbers: how they are stored, and how many fit into 4 bytes."""
_JPEG_BARE = frozenset({0x01, *range(0xD0, 0xD9)})
_JPEG_MARKER = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]", re.DOTALL)
"""A marker that ends a scan: no stuffed byte, no filling, no restart."""


def size_of(data: bytes) -> tuple[int, int] | None:
    """Width and height in px of a JPEG, PNG, WebP, BMP, GIF, TIFF or PNM picture.

    Args:
        data: the whole file.

    Returns:
        Width and height as the header states them; None where it is none of these formats, or
        its header is damaged.
    """
    for starts, reader in (
        (b"\xff\xd8\xff", _jpeg),
        (b"\x89PNG\r\n\x1a\n", _png),
        (b"RIFF", _webp),
        (b"BM", _bmp),
        (b"GIF8", _gif),
        (b"II*\0", _tiff),
        (b"MM\0*", _tiff),
        (b"P5", _pnm),
        (b"P6", _pnm),
    ):
        if data.startswith(starts):
            try:
                size = reader(data)
            except (struct.error, IndexError, ValueError):
                return None
            return size if size is not None and min(size) > 0 else None
    return None


def is_torn(data: bytes) -> bool:
    """Does a JPEG, PNG or WebP lack its end, or does a PNG's own checksum say that it is damaged?

    Some of such files decode all the same, with dice missing at the bottom.
    """
    if data.startswith(b"\xff\xd8\xff"):
        return jpeg_end(data) is None
    if data.startswith(b"\x89PNG"):
        return not _png_is_whole(data)
    if data.startswith(b"RIFF") and len(data) >= 8:
        return len(data) < 8 + int(struct.unpack_from("<I", data, 4)[0])
    return False


def jpeg_end(data: bytes) -> int | None:
    """Where the first picture of a JPEG file ends; telephones append a film, or other pictures.

    Args:
        data: the whole file.

    Returns:
        Number of the byte after its end marker; None where it has none.
    """
    at = 2
    # Within a scan and between segments alike the next marker is looked for; what lies within a
    # segment, such as a thumbnail with an end of its own, is passed over.
    while marker := _JPEG_MARKER.search(data, at):
        kind = data[marker.end() - 1]
        if kind == 0xD9:
            return marker.end()
        at = marker.end()
        if kind not in _JPEG_BARE:
            at += int.from_bytes(data[at : at + 2], "big")
    return None


def _png_is_whole(data: bytes) -> bool:
    at = 8
    while at + 12 <= len(data):
        length = int(struct.unpack_from(">I", data, at)[0])
        end = at + 8 + length
        if end + 4 > len(data):
            return False
        if zlib.crc32(data[at + 4 : end]) != int(struct.unpack_from(">I", data, end)[0]):
            return False
        if data[at + 4 : at + 8] == b"IEND":
            return True
        at = end + 4
    return False


def tiff_fields(data: bytes) -> dict[int, int]:
    """The whole numbers in the first directory of a TIFF: tag -> value, of several the first.

    Raises:
        struct.error: it is cut short.
    """
    order = "<" if data[:2] == b"II" else ">"
    start = int(struct.unpack_from(order + "I", data, 4)[0])
    fields: dict[int, int] = {}
    for n in range(int(struct.unpack_from(order + "H", data, start)[0])):
        at = start + 2 + 12 * n
        tag, kind, count = struct.unpack_from(order + "HHI", data, at)
        if kind not in _TIFF_WHOLE:
            continue
        form, most = _TIFF_WHOLE[kind]
        # As many as fit stand in the entry itself, more of them elsewhere.
        where = at + 8 if count <= most else int(struct.unpack_from(order + "I", data, at + 8)[0])
        if where + struct.calcsize(form) <= len(data):
            fields[tag] = int(struct.unpack_from(order + form, data, where)[0])
    return fields


def _jpeg(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return None
        kind = data[at + 1]
        if kind == 0xFF:
            at += 1
        elif kind in _JPEG_BARE:
            at += 2
        elif kind in _JPEG_SIZES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return int(width), int(height)
        else:
            length = int(struct.unpack_from(">H", data, at + 2)[0])
            if length < 2:
                return None
            at += 2 + length
    return None


def _png(data: bytes) -> tuple[int, int] | None:
    if data[12:16] != b"IHDR":
        return None
    width, height = struct.unpack_from(">II", data, 16)
    return int(width), int(height)


def _webp(data: bytes) -> tuple[int, int] | None:
    kind = data[8:16]
    if kind == b"WEBPVP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return int(width) & 0x3FFF, int(height) & 0x3FFF
    if kind == b"WEBPVP8L":
        bits = int(struct.unpack_from("<I", data, 21)[0])
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"WEBPVP8X":
        sides = [int.from_bytes(data[at : at + 3], "little") + 1 for at in (24, 27)]
        return (sides[0], sides[1]) if len(data) >= 30 else None
    return None


def _bmp(data: bytes) -> tuple[int, int] | None:
    if int(struct.unpack_from("<I", data, 14)[0]) == 12:
        width, height = struct.unpack_from("<HH", data, 18)
    else:
        width, height = struct.unpack_from("<ii", data, 18)
    return int(width), abs(int(height))


def _gif(data: bytes) -> tuple[int, int] | None:
    width, height = struct.unpack_from("<HH", data, 6)
    return int(width), int(height)


def _tiff(data: bytes) -> tuple[int, int] | None:
    sides = tiff_fields(data)
    if 256 not in sides or 257 not in sides:
        return None
    # A tile takes its room whole, however little of it the picture fills.
    wide, high = (sides.get(tag, 0) for tag in _TIFF_TILE)
    return max(sides[256], wide), max(sides[257], high)


def _pnm(data: bytes) -> tuple[int, int] | None:
    words: list[bytes] = []
    for line in data[2:512].splitlines():
        words += line.split(b"#")[0].split()
        if len(words) >= 2:
            return int(words[0]), int(words[1])
    return None

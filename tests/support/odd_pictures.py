"""Picture files as strangers send them: damaged, tiny, huge, grey, deep, CMYK, clear, animated."""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Frame = NDArray[np.uint8]


def encoded(ending: str, frame: NDArray[np.integer], *options: int) -> bytes:
    """A picture as OpenCV encodes it."""
    done, data = cv2.imencode(ending, frame, list(options))
    if not done:
        raise ValueError(f"{ending} cannot be written")
    return data.tobytes()


def damaged(data: bytes, dice: random.Random) -> bytes:
    """A JPEG with bytes in the middle of its scan overwritten, lost or exchanged."""
    start = data.rfind(b"\xff\xda") + 20
    torn = bytearray(data)
    length = dice.choice((40, 150, 400))
    at = dice.randrange(start, max(start + 1, len(torn) - 2 * length - 20))
    match dice.randrange(4):
        case 0:
            torn[at : at + length] = bytes(length)
        case 1:
            torn[at : at + length] = dice.randbytes(length)
        case 2:
            del torn[at : at + length]
        case _:
            torn[at : at + length] = torn[at + length : at + 2 * length]
    return bytes(torn)


def png_chunk(kind: bytes, body: bytes) -> bytes:
    """A chunk of a PNG with its checksum."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def flat_png(width: int, height: int, bits: int, colour: int, *extra: bytes) -> bytes:
    """A PNG of one colour of any size, made without ever holding it.

    Args:
        width: in px.
        height: in px.
        bits: of each channel, 8 or 16.
        colour: 0 grey, 2 RGB, 6 RGB and alpha.
        extra: chunks before the picture's data.
    """
    channels = {0: 1, 2: 3, 6: 4}[colour]
    packer = zlib.compressobj(1)
    line = b"\0" + b"\x90" * (width * channels * bits // 8)
    body = b"".join(packer.compress(line) for _ in range(height)) + packer.flush()
    head = struct.pack(">IIBBBBB", width, height, bits, colour, 0, 0, 0)
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            png_chunk(b"IHDR", head),
            *extra,
            png_chunk(b"IDAT", body),
            png_chunk(b"IEND", b""),
        ]
    )


def animated_png(frame: Frame, count: int = 3) -> bytes:
    """An APNG: the frame, then darker ones."""
    height, width = frame.shape[:2]
    parts = [b"\x89PNG\r\n\x1a\n"]
    parts.append(png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)))
    parts.append(png_chunk(b"acTL", struct.pack(">II", count, 0)))
    serial = 0
    for n in range(count):
        control = struct.pack(">IIIIIHHBB", serial, width, height, 0, 0, 1, 10, 0, 0)
        parts.append(png_chunk(b"fcTL", control))
        serial += 1
        lines = (frame // (n + 1))[:, :, ::-1]
        body = zlib.compress(b"".join(b"\0" + line.tobytes() for line in lines), 1)
        if n == 0:
            parts.append(png_chunk(b"IDAT", body))
        else:
            parts.append(png_chunk(b"fdAT", struct.pack(">I", serial) + body))
            serial += 1
    return b"".join([*parts, png_chunk(b"IEND", b"")])


def animation(ending: str, frame: Frame, count: int, folder: Path) -> bytes:
    """An animated GIF or WebP."""
    film = cv2.Animation()
    film.frames = [np.roll(frame, 9 * n, axis=1) for n in range(count)]
    film.durations = [100] * count
    file = folder / f"animation{ending}"
    if not cv2.imwriteanimation(str(file), film):
        raise ValueError(f"{ending} cannot be written")
    data = file.read_bytes()
    file.unlink()
    return data


def cmyk_jpeg(width: int, height: int, *, progressive: bool = False) -> bytes:
    """A baseline or progressive JPEG of four inks, grey from a coarse ramp: only mean values.

    The mean of a block is one of few levels, so the Huffman table has few codes.
    """

    def segment(kind: int, body: bytes) -> bytes:
        return struct.pack(">BBH", 0xFF, kind, len(body) + 2) + body

    inks = b"".join(bytes((n, 0x11, 0)) for n in range(1, 5))
    # Codes of 2 bits: categories 0, 3; of the alternating part only "no more" in one bit.
    means = segment(0xC4, b"\x00" + bytes((0, 2, *([0] * 14))) + b"\x00\x03")
    rest = segment(0xC4, b"\x10" + bytes((1, *([0] * 15))) + b"\x00")
    scan_inks = b"".join(bytes((n, 0x00)) for n in range(1, 5))
    blocks = ((width + 7) // 8) * ((height + 7) // 8)
    up, down, same = "01101", "01010", "00"
    end = "" if progressive else "0"
    row = [up, same, down, same]
    bits = "".join(row[n % 4] + end + (same + end) * 3 for n in range(8))
    whole, left = divmod(blocks, 8)
    pattern = bits * 8
    data = int(pattern, 2).to_bytes(len(pattern) // 8, "big") * (whole // 8)
    tail = bits * (whole % 8)
    tail += "".join(row[n % 4] + end + (same + end) * 3 for n in range(left))
    tail += "1" * (-len(tail) % 8)
    data += int(tail, 2).to_bytes(len(tail) // 8, "big") if tail else b""
    data = data.replace(b"\xff", b"\xff\0")
    spectral = b"\x00\x00\x00" if progressive else b"\x00\x3f\x00"
    return b"".join(
        [
            b"\xff\xd8",
            segment(0xEE, b"Adobe\x00\x64\x00\x00\x00\x00\x00"),
            segment(0xDB, b"\x00" + b"\x10" * 64),
            segment(
                0xC2 if progressive else 0xC0, struct.pack(">BHHB", 8, height, width, 4) + inks
            ),
            means,
            b"" if progressive else rest,
            segment(0xDA, b"\x04" + scan_inks + spectral),
            data,
            b"\xff\xd9",
        ]
    )


def write_odd(
    folder: Path, count: int, photographs: list[bytes], seed: int, huge: int
) -> dict[str, str]:
    """Fill a folder with odd pictures.

    Args:
        folder: is there and empty.
        count: how many files.
        photographs: JPEG files to start from.
        seed: of the choices.
        huge: how many of them are at the limit of what is read, or beyond.

    Returns:
        Name of each file -> its kind: ``damaged`` may not be sure, ``broken`` must be refused,
        ``whole`` must be read.
    """
    dice = random.Random(seed)
    kinds: dict[str, str] = {}
    whole: list[tuple[str, Callable[[Frame], bytes]]] = [
        ("grey.png", lambda f: encoded(".png", f[:, :, 1])),
        ("grey.jpg", lambda f: encoded(".jpg", f[:, :, 1])),
        ("deep.png", lambda f: encoded(".png", f.astype(np.uint16) * 257)),
        ("deep.tiff", lambda f: encoded(".tiff", f.astype(np.uint16) * 257)),
        ("clear.png", lambda f: encoded(".png", np.dstack([f, f[:, :, 0]]))),
        ("clear.webp", lambda f: encoded(".webp", np.dstack([f, f[:, :, 0]]))),
        ("inks.jpg", lambda f: cmyk_jpeg(f.shape[1], f.shape[0])),
        ("inks-progressive.jpg", lambda f: cmyk_jpeg(f.shape[1], f.shape[0], progressive=True)),
        ("progressive.jpg", lambda f: encoded(".jpg", f, cv2.IMWRITE_JPEG_PROGRESSIVE, 1)),
        ("restarts.jpg", lambda f: encoded(".jpg", f, cv2.IMWRITE_JPEG_RST_INTERVAL, 4)),
        ("moving.png", animated_png),
        ("moving.gif", lambda f: animation(".gif", f[::4, ::4].copy(), 3, folder)),
        ("moving.webp", lambda f: animation(".webp", f[::4, ::4].copy(), 3, folder)),
        ("tiny.png", lambda f: encoded(".png", f[:1, :1].copy())),
        ("thin.jpg", lambda f: encoded(".jpg", f[:2].copy())),
        ("small.bmp", lambda f: encoded(".bmp", f[:9, :7].copy())),
    ]
    large: list[tuple[str, str, Callable[[], bytes]]] = [
        ("whole", "huge-deep-clear.png", lambda: flat_png(4400, 4500, 16, 6)),
        ("whole", "huge-inks.jpg", lambda: cmyk_jpeg(7700, 7700, progressive=True)),
        ("whole", "huge.jpg", lambda: _huge_jpeg()),
        ("whole", "wide.png", lambda: flat_png(60_000, 900, 8, 2)),
        ("broken", "beyond.png", lambda: flat_png(30_000, 30_000, 8, 0)),
        ("broken", "beyond-clear.png", lambda: flat_png(7700, 7700, 16, 6)),
        ("whole", "huge-grey.png", lambda: flat_png(7700, 7700, 16, 0)),
    ]
    for n in range(count):
        photograph = photographs[n % len(photographs)]
        if n < huge:
            kind, name, huge_one = large[n % len(large)]
            data = huge_one()
        elif n % 3 == 0:
            kind, name, data = "damaged", "damaged.jpg", damaged(photograph, dice)
        elif n % 3 == 1:
            kind, (name, make) = "whole", whole[n // 3 % len(whole)]
            frame = cv2.imdecode(np.frombuffer(photograph, np.uint8), cv2.IMREAD_COLOR)
            data = make(np.asarray(frame, np.uint8))
        else:
            kind, name = "broken", "cut.jpg"
            data = photograph[: dice.randrange(0, len(photograph) * 9 // 10)]
        name = f"{n:03}-{name}"
        (folder / name).write_bytes(data)
        kinds[name] = kind
    return kinds


def _huge_jpeg() -> bytes:
    tile = np.random.default_rng(1).integers(0, 255, (77, 77, 3), np.uint8)
    frame = cv2.resize(tile, (7700, 7700), interpolation=cv2.INTER_LINEAR)
    return encoded(".jpg", frame, cv2.IMWRITE_JPEG_PROGRESSIVE, 1, cv2.IMWRITE_JPEG_QUALITY, 60)

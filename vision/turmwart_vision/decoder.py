"""Unpacks a picture, and hears what the decoder complains of.

libjpeg goes on after damage, with grey or shifted blocks where dice may have lain, and says so only
on the process's standard error; so that is where it is heard.
"""

from __future__ import annotations

import os
import re
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart_vision.headers import jpeg_end

Decoded = NDArray[np.integer | np.floating]

_COMPLAINTS = (
    b"orrupt JPEG data",
    b"remature end of JPEG",
    b"nvalid JPEG",
    b"nconsistent progress",
)
_TALK = (b"libpng ", b"Invalid SOS parameters", b"Unknown Adobe color transform")
"""What lines of the decoders begin with that say nothing of the picture they gave."""
_FILLED = re.compile(rb"Corrupt JPEG data: (\d+) extraneous bytes before marker 0xd9\s*")
_ERRORS = 2
"""The number of standard error, whatever Python made of ``sys.stderr``."""
_lock = threading.Lock()


class Damaged(Exception):
    """The decoder gave nothing, or complained of what it was given."""


def decode(data: bytes, mode: int) -> Decoded:
    """Unpack the first picture of a file.

    Args:
        data: the whole file; its header was looked at.
        mode: one of OpenCV's ``IMREAD_`` modes.

    Raises:
        Damaged: it cannot be unpacked, or only with parts made up.
    """
    heard: list[bytes] = []
    try:
        with _hearing(heard):
            decoded = cv2.imdecode(np.frombuffer(data, np.uint8), mode)
    except (cv2.error, MemoryError) as error:
        raise Damaged from error
    said = b"".join(heard).splitlines()
    if decoded is None or any(_complains(line) and not _is_filled(line, data) for line in said):
        raise Damaged
    return np.asarray(decoded)


@contextmanager
def _hearing(heard: list[bytes]) -> Iterator[None]:
    """Collect what the block writes to standard error; what is not the decoder's is written on."""
    with _lock, tempfile.TemporaryFile(buffering=0) as aside:
        try:
            kept = os.dup(_ERRORS)
        except OSError:
            # Started without a standard error; the number may belong to another file by now.
            yield
            return
        try:
            os.dup2(aside.fileno(), _ERRORS)
            try:
                yield
            finally:
                os.dup2(kept, _ERRORS)
            aside.seek(0)
            said = aside.read()
            heard.append(said)
            others = [line for line in said.splitlines(keepends=True) if not _is_own(line)]
            if others:
                # Another thread's words that fell into the gap, such as a screen being drawn.
                os.write(kept, b"".join(others))
        finally:
            os.close(kept)


def _complains(line: bytes) -> bool:
    return any(complaint in line for complaint in _COMPLAINTS)


def _is_own(line: bytes) -> bool:
    """Is it a decoder's own word, which nobody at the screen is to see?"""
    return line.startswith(_TALK) or _complains(line)


def _is_filled(line: bytes, data: bytes) -> bool:
    """Does a complaint mean only that zeros fill the room before the end of a JPEG?

    Bytes of another kind there are what a damaged scan left over.
    """
    filled, end = _FILLED.fullmatch(line), jpeg_end(data)
    if filled is None or end is None:
        return False
    count = int(filled[1])
    return data[end - 2 - count : end - 2] == bytes(count)

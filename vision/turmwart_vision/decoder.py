"""Unpacks a picture, and hears what the decoder complains of.

libjpeg goes on after damage, with grey or shifted blocks where dice may have lain, and says so only
on the process's standard error; so that is where it is heard. It says nothing where damaged data
hold more than the picture needs. So the end of each scan is cut off for a trial: a whole scan
misses its last bits, and a decoder that does not complain then never came to them.
"""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart_vision.headers import scans

Decoded = NDArray[np.integer | np.floating]

_COMPLAINTS = (
    b"orrupt JPEG data",
    b"remature end of JPEG",
    b"nvalid JPEG",
    b"nconsistent progress",
)
_CUT = 2
"""Bytes: the last of a scan holds at least one bit that is needed, and some encoders add one."""
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
    decoded, sound = _attempt(data, mode)
    if decoded is None or not sound:
        raise Damaged
    if any(_attempt(trial, cv2.IMREAD_REDUCED_GRAYSCALE_8)[1] for trial in cut_scans(data)):
        raise Damaged
    return decoded


def cut_scans(data: bytes) -> Iterator[bytes]:
    """For each scan of a JPEG: the file up to its end, with its last bits missing.

    Args:
        data: the whole file; for one that is no JPEG nothing comes.
    """
    if not data.startswith(b"\xff\xd8\xff"):
        return
    for _, end in scans(data):
        cut = end
        for _ in range(_CUT):
            # A byte 0xFF of the data is followed by a stuffed zero; both go.
            cut -= 2 if data[cut - 2 : cut] == b"\xff\0" else 1
        yield data[:cut] + b"\xff\xd9"


def _attempt(data: bytes, mode: int) -> tuple[Decoded | None, bool]:
    """What the decoder makes of ``data``, and whether it was content."""
    heard: list[bytes] = []
    try:
        with _hearing(heard):
            decoded = cv2.imdecode(np.frombuffer(data, np.uint8), mode)
    except (cv2.error, MemoryError):
        return None, False
    if decoded is None:
        return None, False
    return np.asarray(decoded), not _complains(b"".join(heard))


@contextmanager
def _hearing(heard: list[bytes]) -> Iterator[None]:
    """Collect what the block writes to standard error; what is no complaint is written on."""
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
            others = [line for line in said.splitlines(keepends=True) if not _complains(line)]
            if others:
                # Another thread's words that fell into the gap, such as a screen being drawn.
                os.write(kept, b"".join(others))
        finally:
            os.close(kept)


def _complains(said: bytes) -> bool:
    return any(complaint in said for complaint in _COMPLAINTS)

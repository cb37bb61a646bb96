"""Pictures from files and bytes that nobody vouches for, and back to files."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart_vision.alpha import has_alpha
from turmwart_vision.decoder import Damaged, Decoded, decode
from turmwart_vision.errors import VisionError
from turmwart_vision.headers import is_torn, size_of

Image = NDArray[np.uint8]

# A telephone's picture has 12 to 50 million pixels, and as JPEG up to 25 MB.
MAX_PIXELS = 60_000_000
MAX_BYTES = 64_000_000
_STRIP = 64
_WRITES = (".png", ".jpg", ".jpeg", ".webp", ".bmp")


def check_frame(frame: object) -> Image:
    """The frame itself, if it is one.

    Raises:
        ValueError: it is no (H, W, 3) array of uint8; the message names shape and dtype.
    """
    shape = getattr(frame, "shape", None)
    dtype = getattr(frame, "dtype", None)
    if (
        not isinstance(frame, np.ndarray)
        or frame.dtype != np.uint8
        or frame.ndim != 3
        or frame.shape[2] != 3
        or min(frame.shape[:2]) < 1
    ):
        raise ValueError(f"frame must be (H, W, 3) of uint8, got shape {shape} of {dtype}")
    return frame


def load_image(source: str | Path | bytes) -> Image:
    """Read a picture.

    Grey pictures, 16 bits a channel and transparency become plain BGR (transparent parts white);
    the camera's orientation is honoured; of an animation the first picture is taken.

    Args:
        source: path of a file, or the bytes of one.

    Returns:
        (H, W, 3) uint8, BGR.

    Raises:
        VisionError: ``not_found``, ``not_allowed``, ``unreadable`` (damaged, or cut short),
            ``not_a_picture`` (another format), ``too_large`` (bytes or pixels). A JPEG is
            damaged where its decoder had to make up any part of it.
    """
    name = "-" if isinstance(source, bytes) else str(source)
    data = source if isinstance(source, bytes) else _bytes_of(Path(source))
    if len(data) > MAX_BYTES:
        raise VisionError("too_large", path=name, found=len(data), limit=MAX_BYTES, unit="B")
    size = size_of(data)
    if size is None:
        raise VisionError("not_a_picture", path=name)
    clear = has_alpha(data)
    # A fourth channel, and perhaps 16 bits of each, are unpacked as they are: up to 8 B a pixel.
    limit = MAX_PIXELS // 3 if clear else MAX_PIXELS
    if size[0] * size[1] > limit:
        raise VisionError("too_large", path=name, found=size[0] * size[1], limit=limit, unit="px")
    if is_torn(data):
        raise VisionError("unreadable", path=name)
    mode = cv2.IMREAD_UNCHANGED if clear else cv2.IMREAD_COLOR
    try:
        return check_frame(_plain(decode(data, mode)))
    except Damaged as error:
        raise VisionError("unreadable", path=name) from error


def encode_jpeg(frame: Image) -> bytes:
    """A frame as it is kept: JPEG of quality 95, so that pips of few px survive.

    Args:
        frame: (H, W, 3) uint8, BGR.

    Raises:
        ValueError: wrong shape or dtype.
        VisionError: ``unreadable`` where the encoder refuses it, such as a side over 65,500 px.
    """
    check_frame(frame)
    done, encoded = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 95])
    if not done:
        raise VisionError("unreadable", path="-")
    return encoded.tobytes()


def save_image(path: str | Path, frame: Image) -> None:
    """Write a picture; the format follows the ending of the name.

    Args:
        path: ends in .png, .jpg, .jpeg, .webp or .bmp; its folder exists.
        frame: (H, W, 3) uint8, BGR.

    Raises:
        ValueError: wrong shape or dtype.
        VisionError: ``not_written``.
    """
    target = Path(path)
    check_frame(frame)
    if target.suffix.lower() not in _WRITES:
        raise VisionError("not_written", path=str(target))
    done, encoded = cv2.imencode(target.suffix.lower(), frame)
    if not done:
        raise VisionError("not_written", path=str(target))
    try:
        target.write_bytes(encoded.tobytes())
    except OSError as error:
        raise VisionError("not_written", path=str(target)) from error


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            # One byte more than allowed tells a file that is too large from one that just fits.
            return file.read(MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise VisionError("not_found", path=str(path)) from error
    except PermissionError as error:
        raise VisionError("not_allowed", path=str(path)) from error
    except (OSError, ValueError) as error:
        raise VisionError("unreadable", path=str(path)) from error


def _plain(decoded: Decoded) -> Image:
    if decoded.ndim == 2:
        decoded = decoded[:, :, None]
    height, width, channels = decoded.shape
    plain = np.empty((height, width, 3), np.uint8)
    # Strip by strip: what is made on the way would take several times the picture's room.
    for top in range(0, height, _STRIP):
        strip = decoded[top : top + _STRIP]
        if strip.dtype == np.uint16:
            strip = (strip // 256).astype(np.uint8)
        colours = strip[:, :, :3] if channels >= 3 else strip[:, :, :1]
        if channels in (2, 4):
            alpha = strip[:, :, -1:].astype(np.uint16)
            colours = (colours.astype(np.uint16) * alpha + 255 * (255 - alpha)) // 255
        plain[top : top + _STRIP] = colours
    return plain

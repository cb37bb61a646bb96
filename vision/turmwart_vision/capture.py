"""Opens a camera, a film, a stream or pictures, and hands out the frames."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import cv2
import numpy as np

from turmwart_vision.errors import VisionError
from turmwart_vision.files import FOLDER, kind_of
from turmwart_vision.pictures import Image, load_image

# A decoder's own words would be written across the screen; what matters is said by VisionError.
# FFmpeg reads the setting when the first source is opened.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)

OPEN_TIMEOUT_MS = 5_000
READ_TIMEOUT_MS = 3_000
CAMERA, STREAM, FILM, PICTURES = "camera", "stream", "film", "pictures"
DEFAULT_SIZE_PX = (1280, 720)
"""Asked of a camera device: left alone it sends 640 x 480, in which dice are small."""
_ENDINGS = frozenset(
    {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".gif", ".tif", ".tiff", ".pgm", ".ppm"}
)
_DIGITS = 20
_DEVICE = re.compile(r"/dev/video(\d+)")
_SECRET = re.compile(r"(?<=://)[^/@\s]*@")
_V4L2_MANUAL, _V4L2_AUTO = 1.0, 3.0
"""Values of ``CAP_PROP_AUTO_EXPOSURE`` as Video4Linux counts them."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a camera is asked for; what is None is left as it is, but for the size.

    Attributes:
        exposure: in the driver's own unit (Video4Linux: 100 us); fixed from then on.
        focus: in the driver's own unit; fixed from then on.
        size_px: width and height; None: DEFAULT_SIZE_PX, and no word where the driver has another.
        fps: frames per second.
        lock: keep exposure and focus at what they are now, where no value is given.
    """

    exposure: float | None = None
    focus: float | None = None
    size_px: tuple[int, int] | None = None
    fps: float | None = None
    lock: bool = False


def public_name(source: int | str | Path) -> str:
    """A source as it may be shown and stored: the address of a stream without its password."""
    return _SECRET.sub("", str(source))


class Capture:
    """Frames from one source; use it in a ``with`` block, or call ``close``.

    A source is the index of a camera, a device path, the address of a stream (``http://``,
    ``rtsp://``), the path of a film or a picture, a folder of pictures (in the order of their
    names), or a numbered sequence of them (``shot_%04d.png``).

    Attributes:
        source: the source, as it may be shown.
        kind: CAMERA, STREAM, FILM or PICTURES. What comes from the first two is gone when it is
            not read in time; of the others each frame waits.
        refused: names of what was wished and the driver did not do: ``"exposure"``, ``"focus"``,
            ``"size"``, ``"fps"``.
    """

    def __init__(self, source: int | str | Path, wish: Wish | None = None) -> None:
        """Open the source.

        Args:
            source: as above; a text of digits alone is an index.
            wish: what a camera is asked for; None: nothing, not even a size.

        Raises:
            VisionError: ``no_camera`` where it cannot be opened, ``not_found`` for a file that
                is not there, ``not_allowed``, ``no_frame`` for a folder without pictures, and
                what ``load_image`` raises for a single picture.
        """
        text = str(source)
        self.source = public_name(text)
        self.refused: tuple[str, ...] = ()
        self._device: cv2.VideoCapture | None = None
        self._still: Image | None = None
        self._files: list[Path] = []
        index = _index_of(text)
        if index is not None:
            self.kind = CAMERA
            self._device = self._opened(index)
        elif "://" in text:
            self.kind = STREAM
            limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_TIMEOUT_MS]
            limits += [cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_TIMEOUT_MS]
            self._device = self._opened(text, cv2.CAP_FFMPEG, limits)
        elif "%" in text and not os.path.lexists(text):
            self.kind = PICTURES
            self._device = self._opened(text, cv2.CAP_IMAGES)
        else:
            self.kind = self._open_file(Path(text))
        if wish is not None:
            self.refused = self._ask(wish)

    def _open_file(self, path: Path) -> str:
        if kind_of(path) == FOLDER:
            self._files = _pictures_in(path)
            if not self._files:
                raise VisionError("no_frame", source=self.source)
            return PICTURES
        if path.suffix.lower() in _ENDINGS:
            self._still = load_image(path)
            return PICTURES
        self._device = self._opened(str(path))
        return FILM

    def _opened(self, *what: Any) -> cv2.VideoCapture:
        try:
            device = cv2.VideoCapture(*what)
        except cv2.error as error:
            # Not even asked: no camera has such a number.
            raise VisionError("no_camera", source=self.source) from error
        if not device.isOpened():
            device.release()
            raise VisionError("no_camera", source=self.source)
        return device

    @property
    def fps(self) -> float:
        """Frames per second as the source states them; 0 where it does not."""
        stated = 0.0 if self._device is None else float(self._device.get(cv2.CAP_PROP_FPS))
        return stated if np.isfinite(stated) and 0 < stated <= 1000 else 0.0

    @property
    def exposure(self) -> float | None:
        """The camera's exposure in the driver's unit; None where the driver does not tell."""
        if self._device is None or self.kind != CAMERA:
            return None
        value = float(self._device.get(cv2.CAP_PROP_EXPOSURE))
        return value if value > 0 else None

    def read(self) -> Image | None:
        """The next frame, (H, W, 3) uint8, BGR; None at the end, or when the source is gone.

        Raises:
            VisionError: what ``load_image`` says of a picture of a folder; the next call goes on
                with the one after it.
        """
        if self._files:
            return load_image(self._files.pop(0))
        if self._still is not None:
            frame, self._still = self._still, None
            return frame
        if self._device is None:
            return None
        got, image = self._device.read()
        if not got or image is None:
            return None
        if image.ndim == 2:
            image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
        return np.asarray(image[:, :, :3], np.uint8)

    def frames(self) -> Iterator[Image]:
        """All frames that follow, until the end."""
        while (frame := self.read()) is not None:
            yield frame

    def close(self) -> None:
        """Give the source back; a second time does nothing."""
        self._still = None
        self._files = []
        if self._device is not None:
            self._device.release()
            self._device = None

    def _ask(self, wish: Wish) -> tuple[str, ...]:
        refused: list[str] = []
        if not self._fix_size(wish.size_px or DEFAULT_SIZE_PX) and wish.size_px is not None:
            refused.append("size")
        if wish.fps is not None and not self._set(cv2.CAP_PROP_FPS, wish.fps):
            refused.append("fps")
        if (wish.exposure is not None or wish.lock) and not self._fix_exposure(wish.exposure):
            refused.append("exposure")
        if (wish.focus is not None or wish.lock) and not self._fix_focus(wish.focus):
            refused.append("focus")
        return tuple(refused)

    def _fix_size(self, size_px: tuple[int, int]) -> bool:
        """Whether frames have the size; a camera device is asked for it."""
        device = self._device
        if device is None:
            # Pictures, each of a size of its own.
            return True
        sides = (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
        if self.kind == CAMERA:
            # Uncompressed, a large picture goes a few times a second through USB, or not at all.
            device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            for side, length in zip(sides, size_px, strict=True):
                device.set(side, length)
        # Drivers take both sides together, so it is looked at when both are said.
        return tuple(round(device.get(side)) for side in sides) == size_px

    def _fix_exposure(self, value: float | None) -> bool:
        if not self._set(cv2.CAP_PROP_AUTO_EXPOSURE, _V4L2_MANUAL):
            return False
        if value is None or self._set(cv2.CAP_PROP_EXPOSURE, value):
            return True
        # A camera left at manual with a value it does not know might stay black.
        self._set(cv2.CAP_PROP_AUTO_EXPOSURE, _V4L2_AUTO)
        return False

    def _fix_focus(self, value: float | None) -> bool:
        fixed = self._set(cv2.CAP_PROP_AUTOFOCUS, 0)
        return fixed and (value is None or self._set(cv2.CAP_PROP_FOCUS, value))

    def _set(self, what: int, value: float) -> bool:
        """Ask the driver, and look whether it did: many say yes and do nothing."""
        device = self._device
        if device is None or self.kind != CAMERA or not device.set(what, value):
            return False
        return abs(float(device.get(what)) - value) <= max(1.0, 0.02 * abs(value))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _pictures_in(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix.lower() in _ENDINGS)
    except OSError as error:
        raise VisionError("not_allowed", path=str(folder)) from error


def _index_of(text: str) -> int | None:
    # One with thousands of digits is no number to Python; no camera has it either.
    if text.isdecimal() and len(text) <= _DIGITS:
        return int(text)
    if not text.startswith("/dev/"):
        return None
    # Names that outlive replugging (/dev/v4l/by-id/...) are links to the numbered device.
    device = _DEVICE.fullmatch(str(Path(text).resolve()))
    return int(device.group(1)) if device else None

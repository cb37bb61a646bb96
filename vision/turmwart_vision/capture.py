"""Opens a camera, a film, a stream or a picture, and hands out its frames."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from turmwart_vision.errors import VisionError
from turmwart_vision.pictures import Image, load_image

# What is missing is said by VisionError, once; OpenCV would say it a second time in its own words.
cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)

OPEN_TIMEOUT_MS = 5_000
READ_TIMEOUT_MS = 5_000
_PICTURES = frozenset(
    {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".gif", ".tif", ".tiff", ".pgm", ".ppm"}
)


class Capture:
    """Frames from one source; use it in a ``with`` block, or call ``close``.

    A source is the index of a camera, the path of a film or a picture, a numbered sequence of
    pictures (``shot_%04d.png``), a device path, or the address of a stream.
    """

    def __init__(self, source: int | str | Path) -> None:
        """Open the source.

        Args:
            source: as above; a text of digits alone is an index.

        Raises:
            VisionError: ``no_camera`` where it cannot be opened, ``not_found`` for a file that
                is not there, and what ``load_image`` raises for a picture.
        """
        self.source = str(source)
        self._device: cv2.VideoCapture | None = None
        self._still: Image | None = None
        text = self.source
        if text.isdecimal():
            self._device = self._opened(cv2.VideoCapture(int(text)))
            return
        is_stream, is_sequence = "://" in text, "%" in text
        if not is_stream and not is_sequence and not Path(text).exists():
            raise VisionError("not_found", path=text)
        if not is_stream and not is_sequence and Path(text).suffix.lower() in _PICTURES:
            self._still = load_image(text)
        elif is_sequence and not is_stream:
            self._device = self._opened(cv2.VideoCapture(text, cv2.CAP_IMAGES))
        elif is_stream:
            limits = [
                cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
                OPEN_TIMEOUT_MS,
                cv2.CAP_PROP_READ_TIMEOUT_MSEC,
                READ_TIMEOUT_MS,
            ]
            self._device = self._opened(cv2.VideoCapture(text, cv2.CAP_FFMPEG, limits))
        else:
            self._device = self._opened(cv2.VideoCapture(text))

    def _opened(self, device: cv2.VideoCapture) -> cv2.VideoCapture:
        if not device.isOpened():
            device.release()
            raise VisionError("no_camera", source=self.source)
        return device

    def read(self) -> Image | None:
        """The next frame, (H, W, 3) uint8, BGR; None at the end, or when the source is gone."""
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
        if self._device is not None:
            self._device.release()
            self._device = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

"""Writes frames without loss."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Self

import cv2

from turmwart_vision.errors import VisionError
from turmwart_vision.pictures import Image, check_frame, save_image

FILM = ".mkv"


def check_record(path: Path) -> None:
    """Refuse a name that nothing can be recorded into, before anything is opened or removed.

    Args:
        path: see ``Recorder``.

    Raises:
        VisionError: ``not_recorded``: another ending.
    """
    if path.suffix.lower() not in (FILM, ""):
        raise VisionError("not_recorded", path=str(path))


class Recorder:
    """Frames into a film (FFV1 in Matroska) or a folder of PNG files.

    Both give the same frames again, to the bit.

    Args:
        path: ends in ``.mkv``, or has no ending: a folder, which is made.
        fps: frames per second of the film, > 0.

    Raises:
        VisionError: ``not_written``, or ``not_recorded`` for another ending.
    """

    def __init__(self, path: Path, fps: float) -> None:
        self._path = path
        self._fps = fps
        self._film: cv2.VideoWriter | None = None
        self._size: tuple[int, int] | None = None
        self._count = 0
        check_record(path)
        if not path.suffix:
            try:
                path.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise VisionError("not_written", path=str(path)) from error

    def write(self, frame: Image) -> None:
        """Write the next frame, of the size of the first.

        Raises:
            ValueError: wrong shape or dtype.
            VisionError: ``not_written``.
        """
        height, width = check_frame(frame).shape[:2]
        if not self._path.suffix:
            save_image(self._path / f"frame_{self._count:06d}.png", frame)
            self._count += 1
            return
        if self._film is None:
            codec = cv2.VideoWriter.fourcc(*"FFV1")
            self._film = cv2.VideoWriter(str(self._path), codec, self._fps, (width, height))
            self._size = (width, height)
            if not self._film.isOpened():
                raise VisionError("not_written", path=str(self._path))
        if self._size != (width, height):
            # The writer would leave such a frame out without a word.
            raise VisionError("not_written", path=str(self._path))
        self._film.write(frame)
        self._count += 1

    def close(self) -> None:
        """Finish the film; a second time does nothing.

        Raises:
            VisionError: ``not_written``: the film was not stored to its end.
        """
        if self._film is None:
            return
        self._film.release()
        self._film = None
        # The writer goes on without a word where the disk is full; then the film's head, which is
        # written last, does not say how long it is.
        film = cv2.VideoCapture(str(self._path))
        stored = film.get(cv2.CAP_PROP_FRAME_COUNT)
        film.release()
        if stored < max(1, self._count - 1):
            raise VisionError("not_written", path=str(self._path))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self.close()
        except VisionError:
            # What ended the block before says more.
            if kind is None:
                raise

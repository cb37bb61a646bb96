"""The one door to the camera: pictures in files and from cameras, and what is read in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from turmwart.errors import CameraError
from turmwart.texts import say
from turmwart_vision.api import Capture, DiceReading, VisionError, load_image, read_dice, save_image
from turmwart_vision.api import annotate as draw

__all__ = ["DiceReading", "cameras", "open_camera", "read_picture"]

CAMERAS_TRIED = 4


def read_picture(file: Path, marked: Path | None = None) -> DiceReading:
    """Read the dice in a picture file.

    Args:
        file: the picture.
        marked: file for a copy with the dice marked; None for none.

    Raises:
        CameraError: the picture cannot be read, or the copy not be written.
    """
    with _in_our_words():
        frame = load_image(file)
        reading = read_dice(frame)
        if marked is not None:
            banner = say("camera.banner.sure" if reading.sure else "camera.banner.unsure")
            save_image(marked, draw(frame, reading, banner))
        return reading


def open_camera(spec: str) -> Capture:
    """Open a camera by its number, or a picture or film by its file.

    Raises:
        CameraError: it does not answer, or the file cannot be read.
    """
    with _in_our_words():
        return Capture(int(spec) if spec.isdecimal() else spec)


def cameras() -> tuple[int, ...]:
    """Numbers of the cameras that answer, of the first few."""
    found = []
    for index in range(CAMERAS_TRIED):
        if not Path(f"/dev/video{index}").exists() and Path("/dev").is_dir():
            continue
        try:
            Capture(index).close()
        except VisionError:
            continue
        found.append(index)
    return tuple(found)


@contextmanager
def _in_our_words() -> Iterator[None]:
    try:
        yield
    except VisionError as error:
        raise CameraError(f"camera.{error.code}", **error.values) from None

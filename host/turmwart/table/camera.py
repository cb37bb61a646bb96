"""The one door to the camera: pictures in files and from cameras, and what is read in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from turmwart.errors import CameraError
from turmwart.texts import has, say
from turmwart_vision.api import (
    Capture,
    DiceReading,
    VisionError,
    has_seam,
    load_image,
    read_dice,
    save_image,
)
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
        if has_seam(frame):
            # Unpacked without complaint, and yet some of it is not what the camera saw.
            reading = reading.doubted("damaged")
        if marked is not None:
            save_image(marked, draw(frame, reading, in_words(reading)))
        return reading


def in_words(reading: DiceReading, language: str = "en") -> str:
    """A reading in one line, such as ``3 dice: 2 5 6, sure``."""
    count = len(reading.dice)
    text = "none" if count == 0 else "one" if count == 1 else "some"
    values = " ".join(str(value) for value in reading.values)
    sure = "@camera.reading.sure" if reading.sure else "@camera.reading.unsure"
    line = say(f"camera.reading.{text}", language, count=count, values=values, sure=sure)
    why = reasons_in_words(reading, language)
    return say("camera.reading.because", language, reading=line, why=why) if why else line


def reasons_in_words(reading: DiceReading, language: str = "en") -> str:
    """Why a reading is not sure; empty where it is, or nothing more can be said."""
    ids = [f"camera.reason.{reason}" for reason in reading.reasons]
    return ", ".join(say(text_id, language) for text_id in ids if has(text_id))


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

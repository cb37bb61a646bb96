"""The one door to the camera: pictures in files and from cameras, and what is read in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from turmwart.errors import CameraError
from turmwart.texts import has, say
from turmwart_vision.api import (
    FILE,
    FOLDER,
    PAPERS_MM,
    Capture,
    DiceReading,
    FoundMat,
    Image,
    Recorder,
    VisionError,
    Wish,
    check_record,
    find_mat,
    has_seam,
    kind_of,
    load_image,
    mat_of,
    mat_pdf,
    read_dice,
    save_image,
)
from turmwart_vision.api import annotate as draw

__all__ = [
    "DiceReading",
    "FoundMat",
    "Source",
    "Wish",
    "cameras",
    "check_record",
    "in_words",
    "look_for_mat",
    "mat_file",
    "open_camera",
    "our_words",
    "picture_at",
    "read_picture",
    "reasons_in_words",
    "recording",
    "sources",
]

CAMERAS_TRIED = 4
_SYSTEM = Path("/sys/class/video4linux")


@dataclass(frozen=True, slots=True)
class Source:
    """A camera that was found.

    Attributes:
        index: by which it can be opened.
        path: of its device; empty where the system has none.
        name: as its driver calls it; empty where it does not say.
        answers: whether it could be opened; else another program may use it.
    """

    index: int
    path: str
    name: str
    answers: bool


def picture_at(named: str) -> Path:
    """The path of a picture file that somebody named.

    Raises:
        CameraError: nothing is there, one may not look, or it is no file.
    """
    path = Path(named)
    with our_words():
        kind = kind_of(path)
    if kind == FOLDER:
        raise CameraError("camera.is_folder", path=named)
    if kind != FILE:
        # To read a pipe would be to wait for whoever writes into it.
        raise CameraError("camera.not_a_picture", path=named)
    return path


def read_picture(file: Path, marked: Path | None = None) -> DiceReading:
    """Read the dice in a picture file.

    Args:
        file: the picture.
        marked: file for a copy with the dice marked; None for none.

    Raises:
        CameraError: the picture cannot be read, or the copy not be written.
    """
    with our_words():
        frame = load_image(file)
        reading = read_dice(frame)
        if has_seam(frame):
            # Unpacked without complaint, and yet some of it is not what the camera saw.
            reading = reading.doubted("damaged")
        if marked is not None:
            save_image(marked, draw(frame, reading, in_words(reading)))
        return reading


def in_words(reading: DiceReading, language: str = "") -> str:
    """A reading in one line, such as ``3 dice: 2 5 6, sure``."""
    count = len(reading.dice)
    text = "none" if count == 0 else "one" if count == 1 else "some"
    values = " ".join(str(value) for value in reading.values)
    sure = "@camera.reading.sure" if reading.sure else "@camera.reading.unsure"
    line = say(f"camera.reading.{text}", language, count=count, values=values, sure=sure)
    why = reasons_in_words(reading, language)
    return say("camera.reading.because", language, reading=line, why=why) if why else line


def reasons_in_words(reading: DiceReading, language: str = "") -> str:
    """Why a reading is not sure; empty where it is, or nothing more can be said."""
    ids = [f"camera.reason.{reason}" for reason in reading.reasons]
    return ", ".join(say(text_id, language) for text_id in ids if has(text_id))


def open_camera(spec: str, wish: Wish | None = None) -> Capture:
    """Open a camera by its number or device, a stream, film or pictures.

    Raises:
        CameraError: it does not answer, or the file cannot be read.
    """
    with our_words():
        return Capture(spec, wish)


def sources() -> tuple[Source, ...]:
    """The cameras of this computer, those too that do not answer now."""
    if _SYSTEM.is_dir() or Path("/dev/video0").exists():
        paths = sorted(Path("/dev").glob("video[0-9]*"), key=lambda p: int(p.name[5:]))
        indices = [(int(path.name[5:]), str(path)) for path in paths]
    elif Path("/dev").is_dir() and Path("/proc").is_dir():
        indices = []
    else:
        indices = [(index, "") for index in range(CAMERAS_TRIED)]
    found = []
    for index, path in indices:
        answers = _answers(index)
        if path or answers:
            found.append(Source(index, path, _driver_name(index), answers))
    return tuple(found)


def cameras() -> tuple[int, ...]:
    """Numbers of the cameras that answer."""
    return tuple(source.index for source in sources() if source.answers)


def _answers(index: int) -> bool:
    try:
        Capture(index).close()
    except VisionError:
        return False
    return True


def _driver_name(index: int) -> str:
    try:
        return (_SYSTEM / f"video{index}" / "name").read_text("utf-8", "replace").strip()
    except OSError:
        return ""


def look_for_mat(frame: Image) -> FoundMat | None:
    """The printed tray mat in a frame; None where it is not seen."""
    return find_mat(frame)


def mat_file(path: Path, paper: str, force: bool = False) -> None:
    """Write the tray mat as a PDF.

    Args:
        path: of the file.
        paper: ``"A4"`` or ``"Letter"``.
        force: replace what is there.

    Raises:
        CameraError: no such paper, the file is there already, or cannot be written.
    """
    if paper not in PAPERS_MM:
        raise CameraError("camera.bad_paper", paper=paper, known=", ".join(PAPERS_MM))
    lines = [say("camera.mat.title", paper=paper), say("camera.mat.print"), say("camera.mat.use")]
    data = mat_pdf(mat_of(paper), lines)
    try:
        with path.open("wb" if force else "xb") as file:
            file.write(data)
    except FileExistsError:
        raise CameraError("camera.exists", path=str(path)) from None
    except OSError as error:
        raise CameraError("camera.not_written", path=str(path)) from error


@contextmanager
def recording(path: Path, fps: float) -> Iterator[Callable[[Image], None]]:
    """A record that frames can be written into, all of one size.

    Args:
        path: ends in ``.mkv`` for a film (FFV1); without an ending a folder of PNG files is made.
        fps: frames per second of the film.

    Raises:
        CameraError: it cannot be written.
    """
    with our_words(), Recorder(path, fps) as recorder:
        yield recorder.write


@contextmanager
def our_words() -> Iterator[None]:
    """Within the block what the vision says becomes an error of this program."""
    try:
        yield
    except VisionError as error:
        raise CameraError(f"camera.{error.code}", **error.values) from None

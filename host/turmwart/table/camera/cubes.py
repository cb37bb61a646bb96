"""Cubes in pictures: counted, in words, and the palettes learnt from a table's own cubes."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from turmwart.errors import CameraError, InputError
from turmwart.table.camera import our_words
from turmwart.texts import has, say, say_colour
from turmwart_vision.api import (
    COLOURS,
    TOO_CLOSE,
    ColourCount,
    Colours,
    CubePalette,
    CubeReading,
    Image,
    annotate_cubes,
    count_cubes,
    cube_colours,
    default_palette,
    find_mat,
    has_seam,
    learn_palette,
    load_image,
    load_palette,
    palette_text,
    save_image,
    too_close,
    white_of_card,
    white_of_mat,
    without_markers,
)

__all__ = [
    "COLOURS",
    "ColourCount",
    "CubePalette",
    "CubeReading",
    "Learnt",
    "count_frame",
    "count_picture",
    "counts_in_words",
    "default_palette",
    "learn",
    "read_palette",
    "shipped_palette",
    "white_of",
    "write_palette",
]

White = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Learnt:
    """A palette of a table's own cubes, and how well it will do.

    Attributes:
        palette: what was learnt.
        cubes: colour -> how many cubes it was learnt from.
        close: pairs that are hard to tell, with the spreads between them, worst first.
        least: spreads that would do.
    """

    palette: CubePalette
    cubes: Mapping[str, int]
    close: tuple[tuple[str, str, float], ...]
    least: float = TOO_CLOSE


def count_frame(
    frame: Image,
    palette: CubePalette | None = None,
    mm_per_px: float | None = None,
    white: White | None = None,
) -> CubeReading:
    """Count the cubes in a frame; where no scale is known, a tray mat in it tells scale and light.

    Args:
        frame: (H, W, 3) uint8, BGR.
        palette: the colours there may be; None: the shipped palette.
        mm_per_px: scale of a frame that is cut to the tray, > 0.
        white: what white gives in this light, BGR; None: the mat or the palette tell.
    """
    if mm_per_px is None:
        frame, mm_per_px, seen_white = _mat(frame)
        white = white or seen_white
    return count_cubes(frame, palette, mm_per_px=mm_per_px, white_bgr=white)


def count_picture(
    file: Path,
    palette: CubePalette | None = None,
    white: White | None = None,
    marked: Path | None = None,
) -> CubeReading:
    """Count the cubes in a picture file; a tray mat in it tells scale and light.

    Args:
        file: the picture.
        palette: the colours there may be; None: the shipped palette.
        white: what white gives in this light, BGR; None: the mat or the palette tell.
        marked: file for a copy with the cubes marked; None for none.

    Raises:
        CameraError: the picture cannot be read, or the copy not be written.
    """
    with our_words():
        frame = load_image(file)
        reading = count_frame(frame, palette, white=white)
        if has_seam(frame):
            # Unpacked without complaint, and yet some of it is not what the camera saw.
            reading = reading.doubted("damaged")
        if marked is not None:
            save_image(marked, annotate_cubes(frame, reading, counts_alone(reading)))
        return reading


def counts_in_words(reading: CubeReading, language: str = "") -> str:
    """A reading in one line, such as ``3: 2 red, 1 blue, sure``, with the reasons for doubt."""
    line = counts_alone(reading, language)
    ids = [f"cubes.reason.{reason}" for reason in reading.reasons]
    why = ", ".join(say(text_id, language) for text_id in ids if has(text_id))
    return say("cubes.reading.because", language, reading=line, why=why) if why else line


def counts_alone(reading: CubeReading, language: str = "") -> str:
    """The same without the reasons: short enough for a picture."""
    counts = ", ".join(
        say(
            "cubes.reading.colour",
            language,
            count=each.count,
            colour=say_colour(each.colour, language),
        )
        for each in reading.present
    )
    sure = "@cubes.reading.sure" if reading.sure else "@cubes.reading.unsure"
    text = "cubes.reading.some" if reading.cubes else "cubes.reading.none"
    return say(text, language, count=len(reading.cubes), counts=counts, sure=sure)


def white_of(file: Path) -> White:
    """What white gives in the light of a picture of a white card.

    Raises:
        CameraError: the picture cannot be read.
        InputError: it shows no white card.
    """
    with our_words():
        white = white_of_card(load_image(file))
    if white is None:
        raise InputError("cli.cubes.no_white", path=str(file))
    return white


def learn(pictures: Sequence[tuple[str, Path]], white: White | None = None) -> Learnt:
    """Learn a palette.

    Args:
        pictures: colour and picture, cubes of that colour alone; a colour may come again.
        white: what white gives in their light, BGR; None: a mat in one of the pictures tells.

    Raises:
        CameraError: a picture cannot be read.
        InputError: a colour that no cube has, or a picture without cubes.
    """
    samples: dict[str, list[Colours]] = {}
    for colour, file in pictures:
        if colour not in COLOURS:
            raise InputError("cli.cubes.bad_colour", colour=colour, known=", ".join(COLOURS))
        with our_words():
            frame = load_image(file)
            bare, scale, seen_white = _mat(frame)
            white = white or seen_white
            seen = cube_colours(bare, scale)
        if not len(seen):
            raise InputError("cli.cubes.no_cube", path=str(file))
        samples.setdefault(colour, []).append(seen)
    palette = learn_palette(samples, white)
    numbers = {name: sum(len(seen) for seen in samples[name]) for name in palette.names}
    return Learnt(palette, numbers, too_close(palette))


def shipped_palette(names: Sequence[str] | None = None) -> CubePalette:
    """The shipped palette, or of it the colours ``names``.

    Raises:
        InputError: a colour that no cube has.
    """
    palette = default_palette()
    if names is None:
        return palette
    for name in names:
        if name not in COLOURS:
            raise InputError("cli.cubes.bad_colour", colour=name, known=", ".join(COLOURS))
    return palette.only(names)


def read_palette(file: Path) -> CubePalette:
    """A palette that was kept.

    Raises:
        CameraError: there is none, or it is damaged.
    """
    with our_words():
        return load_palette(file)


def write_palette(file: Path, palette: CubePalette) -> None:
    """Keep a palette; the file there was is replaced in one step.

    Raises:
        CameraError: it cannot be written.
    """
    fresh = file.with_name(f"{file.name}.new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(palette_text(palette), "utf-8")
        os.replace(fresh, file)
    except OSError as error:
        raise CameraError("camera.not_written", path=str(file)) from error


def _mat(frame: Image) -> tuple[Image, float | None, White | None]:
    """The picture without the tray mat's markers, its scale and white, where the mat is seen."""
    mat = find_mat(frame)
    if mat is None:
        return frame, None, None
    white = white_of_mat(frame, mat)
    return without_markers(frame, mat, white), mat.mm_per_px, white

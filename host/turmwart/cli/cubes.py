"""``turmwart cubes``: cubes in photographs of the tray, and the palette of a table's own."""

from __future__ import annotations

import argparse
import csv
import json
import re
import sys
from pathlib import Path

from turmwart.cli.camera_common import made_folder, marked_copies
from turmwart.cli.common import at_terminal, journal_path
from turmwart.errors import CameraError, InputError
from turmwart.table.camera import picture_at
from turmwart.table.camera.cubes import (
    COLOURS,
    CubePalette,
    CubeReading,
    count_picture,
    counts_in_words,
    learn,
    read_palette,
    shipped_palette,
    white_of,
    write_palette,
)
from turmwart.texts import decimal, say, say_colour, say_error

BAD_INPUT = 2
FOLDER = "palettes"
"""Folder of the palettes, beside the journal."""
SHIPPED = "shipped"


def run(arguments: argparse.Namespace) -> int:
    """Count the cubes of every picture named, or learn a palette.

    Returns:
        0, or 2 where a picture cannot be read or its marked copy not be written: it has one line
        on standard error and no row, and the others are read all the same.

    Raises:
        CameraError: the folder for marked ones cannot be made, or a palette is damaged.
        InputError: no picture is named, no such palette, or a white that it cannot use.
    """
    if arguments.learn is not None:
        return _learn(arguments)
    if not arguments.images:
        raise InputError("cli.cubes.no_images")
    palette = palette_named(arguments.palette, journal_path(arguments))
    if arguments.white and palette.learnt and palette.white is None:
        raise InputError("cli.cubes.white_unused", name=arguments.palette)
    white = white_of(Path(arguments.white)) if arguments.white else None
    folder = made_folder(arguments.annotate)
    rows = csv.writer(sys.stdout, lineterminator="\n")
    if arguments.format == "csv":
        rows.writerow(("file", "colour", "count", "sure", "ms"))
    code = 0
    marked = marked_copies(arguments.images, folder, "cubes")
    for file, copy in zip(arguments.images, marked, strict=True):
        try:
            seen = count_picture(picture_at(file), palette, white, copy)
        except CameraError as error:
            code = BAD_INPUT
            print(f"turmwart: {say_error(error)}", file=sys.stderr)
            continue
        if arguments.format == "csv":
            rows.writerows(_rows(file, seen))
        elif arguments.format == "json":
            print(json.dumps(_plain(file, seen)))
        else:
            reading = counts_in_words(seen)
            print(say("cli.cubes.row", file=file, reading=reading, ms=round(seen.ms)))
        sys.stdout.flush()
    return code


def palette_named(named: str | None, journal: Path) -> CubePalette:
    """The palette a command names: a file, one that was learnt, the shipped one, or colours of it.

    Args:
        named: a path that ends in .toml or names a folder, a name, ``SHIPPED``, or colours with
            commas between them; None: the shipped one.
        journal: path of the journal, beside which the learnt ones lie.

    Raises:
        CameraError: the file is not there or damaged.
        InputError: no such palette, or no colour.
    """
    if named is None or named == SHIPPED:
        return shipped_palette()
    if named.endswith(".toml") or Path(named).name != named:
        return read_palette(Path(named))
    if "," in named or named in COLOURS:
        names = [word.strip() for word in named.split(",") if word.strip()]
        if not names:
            raise InputError("cli.cubes.no_colours", known=", ".join(COLOURS))
        return shipped_palette(names)
    path = _path_of(journal, named)
    if not path.is_file():
        own = sorted(file.stem for file in path.parent.glob("*.toml"))
        known = ", ".join([SHIPPED, *own])
        raise InputError("cli.cubes.no_palette", name=named, path=str(path), known=known)
    return read_palette(path)


def _learn(arguments: argparse.Namespace) -> int:
    """Learn a palette from pictures of one colour each, keep it, and say how well it will do.

    Raises:
        CameraError: a picture cannot be read, or the palette not be written.
        InputError: bad name, no picture, a colour that no cube has, or a picture without cubes.
    """
    path = _path_of(journal_path(arguments), arguments.learn)
    pairs = [_pair(word, arguments.learn) for word in arguments.images]
    if not pairs and at_terminal():
        pairs = _asked()
    if not pairs:
        raise InputError("cli.cubes.learn_how", name=arguments.learn, known=", ".join(COLOURS))
    white = white_of(Path(arguments.white)) if arguments.white else None
    learnt = learn(pairs, white)
    write_palette(path, learnt.palette)
    for colour, number in learnt.cubes.items():
        print(say("cli.cubes.learnt", colour=say_colour(colour), count=number))
    for one, other, apart in learnt.close:
        spreads = decimal(apart)
        line = say("cli.cubes.too_close", one=one, other=other, apart=spreads, least=learnt.least)
        print(line)
    if not learnt.close:
        print(say("cli.cubes.all_apart"))
    if learnt.palette.white is None:
        print(say("cli.cubes.no_light"))
    print(say("cli.cubes.kept", path=str(path), name=arguments.learn))
    return 0


def _pair(word: str, name: str) -> tuple[str, Path]:
    """Colour and picture of ``COLOUR=FILE``.

    Raises:
        InputError: it is none.
    """
    colour, equals, file = word.partition("=")
    if not (colour and equals and file):
        raise InputError("cli.cubes.learn_how", name=name, known=", ".join(COLOURS))
    return colour, Path(file)


def _asked() -> list[tuple[str, Path]]:
    """What the person at the terminal says for each colour."""
    print(say("cli.cubes.learn_ask"))
    answers = [
        (colour, _ask(say("cli.cubes.learn_file", colour=say_colour(colour)))) for colour in COLOURS
    ]
    return [(colour, Path(answer)) for colour, answer in answers if answer]


def _ask(question: str) -> str:
    try:
        return input(question).strip()
    except EOFError:
        return ""


def _path_of(journal: Path, name: str) -> Path:
    """The file of a palette.

    Raises:
        InputError: no name for one.
    """
    if name == SHIPPED or name in COLOURS or not re.fullmatch(r"[\w-]{1,60}", name):
        raise InputError("cli.cubes.bad_name", name=name)
    return journal.absolute().parent / FOLDER / f"{name}.toml"


def _rows(file: str, seen: CubeReading) -> list[tuple[str, str, int, str, int]]:
    sure, ms = "true" if seen.sure else "false", round(seen.ms)
    found = [(file, each.colour, each.count, sure, ms) for each in seen.present]
    return found or [(file, "none", 0, sure, ms)]


def _plain(file: str, seen: CubeReading) -> dict[str, object]:
    return {
        "file": file,
        "counts": {each.colour: each.count for each in seen.present},
        "sure": seen.sure,
        "reasons": list(seen.reasons),
        "ms": round(seen.ms, 1),
        "colours": [
            {
                "colour": each.colour,
                "count": each.count,
                "chances": [list(chance) for chance in each.chances],
                "reasons": list(each.reasons),
            }
            for each in seen.counts
        ],
        "cubes": [
            {
                "colour": cube.colour,
                "centre_px": [round(x, 1) for x in cube.centre_px],
                "side_px": round(cube.side_px, 1),
                "doubt": round(cube.doubt, 3),
                "raised": cube.raised,
            }
            for cube in seen.cubes
        ],
    }

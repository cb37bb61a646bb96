"""``turmwart dice``: the upper faces in photographs."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from pathlib import Path

from turmwart.cli.camera_common import made_folder, marked_copies
from turmwart.cli.common import journal_path
from turmwart.errors import CameraError, InputError
from turmwart.journal.store import Journal
from turmwart.table.camera import DiceReading, in_words, picture_at, read_picture
from turmwart.texts import say, say_error

BAD_INPUT = 2
EXPORT = "export-corrections"


def run(arguments: argparse.Namespace) -> int:
    """Read every picture named; print one row each.

    Returns:
        0, or 2 where a picture cannot be read or its marked copy not be written: it has one line
        on standard error and no row, and the others are read all the same.

    Raises:
        CameraError: the folder for marked ones cannot be made.
    """
    if arguments.images[0] == EXPORT and not Path(EXPORT).exists():
        return _export(arguments)
    folder = made_folder(arguments.annotate)
    rows = csv.writer(sys.stdout, lineterminator="\n")
    if arguments.format == "csv":
        rows.writerow(("file", "values", "sure", "ms"))
    code = 0
    marked = marked_copies(arguments.images, folder, "dice")
    for file, copy in zip(arguments.images, marked, strict=True):
        try:
            seen = read_picture(picture_at(file), copy)
        except CameraError as error:
            code = BAD_INPUT
            print(f"turmwart: {say_error(error)}", file=sys.stderr)
            continue
        if arguments.format == "csv":
            rows.writerow((file, _values(seen), "true" if seen.sure else "false", round(seen.ms)))
        elif arguments.format == "json":
            print(json.dumps(_plain(file, seen)))
        else:
            print(say("cli.dice.row", file=file, reading=in_words(seen), ms=round(seen.ms)))
        sys.stdout.flush()
    return code


def _export(arguments: argparse.Namespace) -> int:
    """Write the corrected pictures of the journal as labelled data.

    Raises:
        InputError: not one folder is named.
        TurmwartError: the journal cannot be read, or the folder not be written.
    """
    from turmwart.table.camera.labels import export_labels

    if len(arguments.images) != 2:
        raise InputError("cli.dice.export_how")
    folder = Path(arguments.images[1])
    with Journal.open(journal_path(arguments), readonly=True) as journal:
        count = export_labels(journal, folder)
    print(say("cli.dice.exported", count=count, folder=folder))
    return 0


def _values(seen: DiceReading) -> str:
    return " ".join(str(value) for value in seen.values)


def _plain(file: str, seen: DiceReading) -> dict[str, object]:
    return {
        "file": file,
        "values": list(seen.values),
        "sure": seen.sure,
        "reasons": list(seen.reasons),
        "ms": round(seen.ms, 1),
        "dice": [
            {
                "value": die.value,
                "centre_px": [round(x, 1) for x in die.centre_px],
                "box_px": [[round(x, 1) for x in corner] for corner in die.box],
                "doubt": round(die.doubt, 3),
            }
            for die in seen.dice
        ],
    }

"""Corrected pictures of a journal as labelled data: pictures, and one row a die."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path
from typing import Any

from turmwart.errors import CameraError
from turmwart.journal.store import Journal
from turmwart.table.camera.calibration import of_plain
from turmwart.table.pending import PICTURE
from turmwart_vision.api import load_image, rectify

COLUMNS = ("file", "die", "value", "read", "centre_x", "centre_y", "reader")
_UNDONE, _REDONE = "kernel/Undone", "kernel/Redone"


def export_labels(journal: Journal, folder: Path) -> int:
    """Write the pictures that were corrected while keeping was switched on.

    Those of a throw that was taken back are left out: perhaps the correction was what was wrong.

    Args:
        journal: all its tables are looked through.
        folder: is made; gets ``<sha256>.jpg`` files and ``labels.csv``.

    Returns:
        How many pictures.

    Raises:
        CameraError: the folder cannot be written.
        JournalError: a picture is missing or damaged.
    """
    labelled: dict[str, dict[str, Any]] = {}
    for info in journal.tables():
        taken_back = _taken_back(journal, info.name)
        for row in journal.evidence(info.name):
            if row.id in taken_back:
                continue
            # A table that was imported has left its pictures behind.
            if row.kind == PICTURE and not row.device.startswith(f"{info.name}: "):
                payload: dict[str, Any] = json.loads(row.payload)
                if payload["label"]:
                    # Of a picture that was corrected twice the last word counts.
                    labelled[payload["sha256"]] = payload
    try:
        folder.mkdir(parents=True, exist_ok=True)
        rows: list[tuple[object, ...]] = [COLUMNS]
        for sha256, payload in labelled.items():
            jpeg = journal.picture(sha256)
            (folder / f"{sha256}.jpg").write_bytes(jpeg)
            rows += _rows(f"{sha256}.jpg", jpeg, payload)
        # Put in its place when all is written: a table of labels is never half one.
        fresh = folder / "labels.csv.new"
        with fresh.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)
        os.replace(fresh, folder / "labels.csv")
    except OSError as error:
        raise CameraError("camera.not_written", path=str(error.filename or folder)) from error
    return len(labelled)


def _taken_back(journal: Journal, table: str) -> set[int]:
    """Ids of the evidence on which steps rest, but none that holds."""
    rests: dict[int, set[int]] = {}
    holds: dict[int, bool] = {}
    for row in journal.read(table):
        if row.type in (_UNDONE, _REDONE):
            holds[int(json.loads(row.payload)["step"])] = row.type == _REDONE
        else:
            rests.setdefault(row.step, set()).update(row.evidence)
            holds[row.step] = True
    held = {row_id for step, ids in rests.items() if holds[step] for row_id in ids}
    return {row_id for ids in rests.values() for row_id in ids} - held


def _rows(file: str, jpeg: bytes, payload: dict[str, Any]) -> list[tuple[object, ...]]:
    right = {int(place): int(value) for place, value in payload["corrections"]}
    frame = load_image(jpeg)
    try:
        # The reader saw the tray cut out; the picture that is kept is the camera's own.
        cut = rectify(frame, of_plain(payload["camera"]).calibration)
    except ValueError:
        # A calibration that does not fit was kept all the same; the reader saw the whole picture.
        cut = rectify(frame, None)
    dice = payload["dice"]
    places = cut.back([die["centre_px"] for die in dice]) if dice else ()
    return [
        (file, n + 1, right.get(n, die["value"]), die["value"], *map(_px, at), payload["reader"])
        for n, (die, at) in enumerate(zip(dice, places, strict=True))
    ]


def _px(place: float) -> float:
    return round(float(place), 1)

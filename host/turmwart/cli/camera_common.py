"""What the camera commands share: the source that was named, and what is known of it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, count
from pathlib import Path

from turmwart.cli.common import journal_path
from turmwart.errors import CameraError
from turmwart.journal.store import Journal
from turmwart.table.camera import Wish
from turmwart.table.camera.calibration import CameraSettings, load


def settings_of(arguments: argparse.Namespace, source: str) -> CameraSettings:
    """What the journal knows of a camera, with what the command wishes now.

    Raises:
        CameraError: what was kept of it cannot be used.
        JournalError: the journal cannot be read.
    """
    path = journal_path(arguments)
    if path.exists():
        with Journal.open(path, readonly=True) as journal:
            kept = load(journal, source)
    else:
        kept = CameraSettings()
    return replace(kept, wish=_wished(arguments, kept.wish))


def _wished(arguments: argparse.Namespace, kept: Wish) -> Wish:
    """What the command names; exposure and focus belong together, the size stands for itself."""
    exposure, focus, lock = arguments.exposure, arguments.focus, arguments.lock
    size = arguments.size or kept.size_px
    if exposure is None and focus is None and not lock:
        return replace(kept, size_px=size)
    return Wish(exposure, focus, size, lock=lock)


def made_folder(named: str | None) -> Path | None:
    """The folder for marked copies, made if need be; None where none is named.

    Raises:
        CameraError: it cannot be made.
    """
    if not named:
        return None
    folder = Path(named)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CameraError("camera.not_written", path=str(folder)) from error
    return folder


def marked_copies(images: Sequence[str], folder: Path | None, word: str) -> list[Path | None]:
    """A file for each marked copy; no two are the same, and none is a picture to be read.

    Args:
        images: the pictures named.
        folder: for the copies; None: there are none.
        word: that their names end with.
    """
    if folder is None:
        return [None] * len(images)
    # Path.resolve would raise where links lead in a circle.
    taken = {Path(os.path.realpath(image)) for image in images}
    copies: list[Path | None] = []
    for image in images:
        stem = Path(image).stem
        tails = chain(("",), map("-{}".format, count(2)))
        copy = next(
            p for t in tails if (p := (folder / f"{stem}-{word}{t}.png").resolve()) not in taken
        )
        taken.add(copy)
        copies.append(copy)
    return copies

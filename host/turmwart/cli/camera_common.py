"""What the camera commands share: the source that was named, and what is known of it."""

from __future__ import annotations

import argparse

from turmwart.cli.common import journal_path
from turmwart.journal.store import Journal
from turmwart.table.calibration import CameraSettings, load
from turmwart.table.camera import Wish


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
    wished = wish_of(arguments)
    return kept if wished is None else CameraSettings(kept.calibration, wished)


def wish_of(arguments: argparse.Namespace) -> Wish | None:
    """The exposure and focus that the command names; None where it names none."""
    exposure, focus, lock = arguments.exposure, arguments.focus, arguments.lock
    if exposure is None and focus is None and not lock:
        return None
    return Wish(exposure, focus, lock=lock)

"""``turmwart camera calibrate``: place, scale and lens from the printed tray mat."""

from __future__ import annotations

import argparse
import time

from turmwart.cli.camera_common import settings_of
from turmwart.cli.common import journal_path
from turmwart.errors import CameraError
from turmwart.journal.store import Journal
from turmwart.table.camera import FoundMat, look_for_mat, open_camera, our_words
from turmwart.table.camera.calibration import CameraSettings, save
from turmwart.texts import decimal, say

MATS = 10
WAIT_S = 10.0


def run(arguments: argparse.Namespace) -> int:
    """Look at the mat several times; keep the best look for this camera.

    Raises:
        CameraError: no camera, no picture from it, a damaged one, or no mat in its pictures.
        JournalError: it cannot be kept.
    """
    settings = settings_of(arguments, arguments.source)
    seen: list[FoundMat] = []
    frames = 0
    deadline = time.monotonic() + WAIT_S
    with our_words(), open_camera(arguments.source, settings.wish) as capture:
        refused = capture.refused
        for frame in capture.frames():
            frames += 1
            found = look_for_mat(frame)
            if found is not None:
                seen.append(found)
            if len(seen) >= MATS or time.monotonic() > deadline:
                break
        source = capture.source
    if not frames:
        raise CameraError("camera.no_frame", source=source)
    if not seen:
        raise CameraError("camera.no_mat", source=source)
    best = min(seen, key=lambda mat: (-mat.markers, mat.error_px))
    _tell(best, source)
    for name in refused:
        print(say("cli.camera.refused", what=f"@camera.wish.{name}"))
    with Journal.open(journal_path(arguments)) as journal:
        save(journal, arguments.source, CameraSettings(best.calibration, settings.wish))
    print(say("cli.camera.kept", source=source))
    return 0


def _tell(mat: FoundMat, source: str) -> None:
    width, height = mat.calibration.size_mm
    print(
        say(
            "cli.camera.mat_seen",
            source=source,
            paper=mat.paper,
            markers=mat.markers,
            width=round(width),
            height=round(height),
        )
    )
    scale, error = decimal(mat.mm_per_px, 3), decimal(mat.error_px, 2)
    lens = decimal(mat.calibration.lens, 3, signed=True)
    print(say("cli.camera.figures", scale=scale, error=error, lens=lens))
    print(
        say(
            "cli.camera.light",
            light=round(mat.light),
            clipped=f"{100 * mat.clipped:.0f}",
            blur=decimal(mat.blur_px),
        )
    )
    for advice in mat.advice:
        print(say(f"cli.camera.advice.{advice}"))
    if not mat.advice:
        print(say("cli.camera.advice.none"))

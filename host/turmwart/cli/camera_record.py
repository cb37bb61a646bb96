"""``turmwart camera record``: frames of a camera without loss, to be read again later."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from turmwart.cli.camera_common import settings_of
from turmwart.errors import CameraError
from turmwart.table.camera import check_record, open_camera, our_words, recording
from turmwart.texts import say

_RATE_FRAMES = 8
"""From so many frames the rate is taken, where the camera does not state it."""


def run(arguments: argparse.Namespace) -> int:
    """Record until the time is up, the source ends, or Ctrl+C.

    Raises:
        CameraError: no camera, no picture from it, a damaged one, or the file cannot be written.
    """
    path = Path(arguments.file)
    with our_words():
        check_record(path)
    if path.exists() and not arguments.force:
        raise CameraError("camera.exists", path=str(path))
    settings = settings_of(arguments, arguments.source)
    with our_words(), open_camera(arguments.source, settings.asked) as capture:
        first = []
        start = time.monotonic()
        for frame in capture.frames():
            first.append(frame)
            if len(first) >= _RATE_FRAMES:
                break
        if not first:
            raise CameraError("camera.no_frame", source=capture.source)
        seconds = max(time.monotonic() - start, 1e-3)
        fps = capture.fps or round(min(120.0, len(first) / seconds), 1)
        if path.exists():
            _remove(path)
        count = 0
        with recording(path, fps) as write:
            print(say("cli.camera.recording", path=path, fps=fps), flush=True)
            try:
                for frame in first:
                    write(frame)
                    count += 1
                while time.monotonic() - start < arguments.seconds:
                    following = capture.read()
                    if following is None:
                        break
                    write(following)
                    count += 1
            except KeyboardInterrupt:
                print()
    print(say("cli.camera.recorded", path=path, count=count))
    return 0


def _remove(path: Path) -> None:
    """Make room for a new record; of a folder only the frames of an old one go."""
    try:
        if path.is_dir():
            for frame in path.glob("frame_*.png"):
                frame.unlink()
        else:
            path.unlink()
    except OSError as error:
        raise CameraError("camera.not_written", path=str(path)) from error

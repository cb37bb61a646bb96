"""``turmwart camera mat``: the tray mat as a PDF to print."""

from __future__ import annotations

import argparse
from pathlib import Path

from turmwart.table.camera import mat_file
from turmwart.texts import say


def run(arguments: argparse.Namespace) -> int:
    """Write the mat.

    Raises:
        CameraError: the file is there already, or cannot be written.
    """
    path = Path(arguments.file)
    mat_file(path, arguments.paper, arguments.force)
    print(say("cli.camera.mat_written", path=path, paper=arguments.paper))
    return 0

"""``turmwart camera list``: the cameras of this computer."""

from __future__ import annotations

import argparse

from turmwart.table.camera import sources
from turmwart.texts import say


def run(arguments: argparse.Namespace) -> int:
    """Print one line a camera; where there is none, what else can be named."""
    del arguments
    found = sources()
    for source in found:
        text = "cli.camera.listed" if source.answers else "cli.camera.listed_silent"
        print(say(text, index=source.index, path=source.path or "-", name=source.name or "-"))
    if not found:
        print(say("cli.camera.none_found"))
    return 0

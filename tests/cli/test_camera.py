"""``turmwart camera`` and the batch of ``turmwart dice``, over files and a stream of loopback."""

from __future__ import annotations

import csv
import io
import os
import pty
import re
import subprocess
import sys
import threading
from pathlib import Path

import cv2
import numpy as np
import pytest
from dice_scenes import rolling, write_film
from mjpeg_world import mjpeg_camera

from turmwart.cli import main
from turmwart.cli.camera_show import Screen
from turmwart.journal.store import Journal
from turmwart.table.camera.calibration import load
from turmwart.table.camera.eye import Eye
from turmwart_vision.api import Capture, draw_mat, load_image, mat_of, rectify, save_image

PICTURES = Path(__file__).parents[1] / "vision" / "pictures"
THREE = PICTURES / "byler_09_095628.jpg"


@pytest.fixture
def at(tmp_path: Path) -> list[str]:
    """A journal of its own."""
    return ["--journal", str(tmp_path / "journal.sqlite")]


def aslant(path: Path, paper: str = "A4") -> Path:
    """A mat on a table, photographed."""
    drawn = draw_mat(mat_of(paper), 4)
    height, width = drawn.shape[:2]
    there = np.array([(260, 110), (1020, 100), (1100, 660), (150, 620)], np.float32)
    flat = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = cv2.getPerspectiveTransform(flat, there)
    save_image(
        path, cv2.warpPerspective(drawn, matrix, (1280, 720), borderValue=(60, 80, 70)) // 5 * 4
    )
    return path


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["camera", "list"]) == 0
    assert capsys.readouterr().out.strip()


def test_show_a_film(tmp_path: Path, at: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    film = write_film(tmp_path / "roll.mkv", rolling(load_image(THREE)))
    assert main(["camera", "show", str(film), *at]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "something moves" in "".join(lines)
    assert any(line.startswith("3 dice: 4 4 5") for line in lines)
    assert "at its end" in lines[-1]


def test_show_so_many_frames(at: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with mjpeg_camera(load_image(THREE)) as camera:
        assert main(["camera", "show", camera.url, "--frames", "3", *at]) == 0
    assert "opened" in capsys.readouterr().out


def test_show_so_many_frames_of_no_camera(
    at: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A script does not wait for a camera that never answers."""
    assert main(["camera", "show", "77", "--frames", "3", *at]) == 2
    assert "No camera answers as 77" in capsys.readouterr().err


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_show_ends_where_reading_failed(
    at: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(capture: Capture) -> None:
        raise RuntimeError(f"no frame of {capture.source}")

    monkeypatch.setattr(Capture, "read", broken)
    assert main(["camera", "show", str(THREE), *at]) == 2
    assert "no frame of" in capsys.readouterr().err


def test_labels_stand_where_their_dice_are() -> None:
    """Two on one row: each label takes as many columns as it has letters."""

    class Sight:
        number = 1

        def words(self) -> str:
            return "2 dice"

        def blocks(self, columns: int, rows: int) -> list[list[object]]:
            return [[((0, 0, 0), (0, 0, 0))] * columns for _ in range(rows)]

        def marks(self, columns: int, rows: int) -> list[tuple[int, int, str]]:
            return [(2, 0, "1:4"), (10, 0, "2:5")]

    eye = Eye("0")
    eye.seen = Sight()  # type: ignore[assignment]
    row = Screen(eye, None).drawn(20, 6)[3]
    shown = re.sub(r"\x1b\[[\d;]*m", "", row)
    assert shown == "▀▀1:4▀▀▀▀▀2:5▀▀▀▀▀▀▀"


def test_show_in_a_terminal_until_q(at: list[str]) -> None:
    """The picture in blocks, the words, and q leaves."""
    keyboard, terminal = pty.openpty()
    argv = [sys.executable, "-m", "turmwart", "camera", "show", str(THREE), *at]
    shown = bytearray()
    with subprocess.Popen(argv, stdin=terminal, stdout=terminal, stderr=terminal) as process:
        os.close(terminal)
        alarm = threading.Timer(90, process.kill)
        alarm.start()
        pressed = False
        try:
            while chunk := _read(keyboard):
                shown += chunk
                if not pressed and b"3 dice: 4 4 5" in shown and "▀".encode() in shown:
                    os.write(keyboard, b"q")
                    pressed = True
        finally:
            alarm.cancel()
            os.close(keyboard)
    assert pressed, shown.decode(errors="replace")
    assert process.returncode == 0


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:
        # Linux says so when the other side has closed it.
        return b""


def test_calibrate_and_read_with_it(
    tmp_path: Path, at: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    picture = aslant(tmp_path / "mat.png", "Letter")
    assert main(["camera", "calibrate", str(picture), *at]) == 0
    out = capsys.readouterr().out
    assert "Letter" in out
    assert "8 of 8" in out
    with Journal.open(at[1], readonly=True) as journal:
        kept = load(journal, str(picture)).calibration
    assert kept is not None
    assert kept.size_mm == pytest.approx((207.4, 143.9))
    assert (rectify(load_image(picture), kept).mm_per_px or 0) == pytest.approx(0.25, rel=0.3)


def test_a_size_that_was_named_is_kept(
    tmp_path: Path, at: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Exposure and focus, which were kept, are not forgotten for it."""
    picture = str(aslant(tmp_path / "mat.png"))
    assert main(["camera", "calibrate", picture, "--exposure", "150", *at]) == 0
    assert main(["camera", "calibrate", picture, "--size", "1920x1080", *at]) == 0
    with Journal.open(at[1], readonly=True) as journal:
        wish = load(journal, picture).wish
    assert (wish.exposure, wish.size_px) == (150, (1920, 1080))
    with pytest.raises(SystemExit):
        main(["camera", "calibrate", picture, "--size", "1920", *at])
    assert "1280x720" in capsys.readouterr().err


def test_calibrate_without_a_mat(at: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["camera", "calibrate", str(THREE), *at]) == 2
    assert "camera mat" in capsys.readouterr().err


def test_record_a_stream_without_loss(tmp_path: Path, at: list[str]) -> None:
    film, folder = tmp_path / "out.mkv", tmp_path / "frames"
    with mjpeg_camera(load_image(THREE)) as camera:
        for target in (film, folder):
            assert main(["camera", "record", str(target), "0.5", "--source", camera.url, *at]) == 0
        assert main(["camera", "record", str(film), "0.5", "--source", camera.url, *at]) == 2
        before = film.stat().st_mtime_ns
        argv = ["camera", "record", str(film), "0.3", "--force", "--source", camera.url, *at]
        assert main(argv) == 0
        assert film.stat().st_mtime_ns != before
    with Capture(film) as capture:
        assert len(list(capture.frames())) >= 8
    with Capture(folder) as capture:
        assert len(list(capture.frames())) >= 8


def test_what_a_record_refuses(
    tmp_path: Path, at: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    film = tmp_path / "out.mkv"
    assert main(["camera", "record", str(film), "1", "--source", "97", *at]) == 2
    assert not film.exists()
    assert main(["camera", "record", "out.avi", "1", "--source", str(THREE), *at]) == 2
    assert ".mkv" in capsys.readouterr().err


def test_a_name_that_is_no_record_costs_nobody_a_file(
    tmp_path: Path, at: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """With --force too the ending is looked at before anything is removed."""
    film = tmp_path / "roll.mp4"
    film.write_bytes(b"somebody's film")
    argv = ["camera", "record", str(film), "1", "--force", "--source", str(THREE), *at]
    assert main(argv) == 2
    assert ".mkv" in capsys.readouterr().err
    assert film.read_bytes() == b"somebody's film"


@pytest.mark.parametrize("action", [["calibrate"], ["record", "out", "1", "--source"]])
def test_a_damaged_picture_of_a_folder_is_said(
    tmp_path: Path, at: list[str], action: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "shots"
    folder.mkdir()
    (folder / "a.jpg").write_bytes(b"no picture")
    assert main(["camera", *action, str(folder), *at]) == 2
    assert "a.jpg is no picture" in capsys.readouterr().err


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_mat_is_not_written_over(
    tmp_path: Path, paper: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mat.pdf"
    argv = ["camera", "mat", str(file), "--paper", paper]
    assert main(argv) == 0
    assert file.read_bytes().startswith(b"%PDF-1.4")
    assert main(argv) == 2
    assert "--force" in capsys.readouterr().err
    assert main([*argv, "--force"]) == 0
    assert main(["camera", "mat", str(tmp_path / "no" / "mat.pdf")]) == 2


def test_a_batch_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line for each file that cannot be read, rows for the others, exit 2."""
    (tmp_path / "torn.jpg").write_bytes(THREE.read_bytes()[:9000])
    (tmp_path / "notes.png").write_text("no picture")
    files = [tmp_path / "torn.jpg", THREE, tmp_path / "gone.jpg", tmp_path / "notes.png"]
    files.append(PICTURES / "matteo_nodice.jpg")
    assert main(["dice", *map(str, files), "--format", "csv"]) == 2
    said = capsys.readouterr()
    rows = list(csv.DictReader(io.StringIO(said.out)))
    assert [row["file"] for row in rows] == [str(files[1]), str(files[4])]
    assert rows[1]["values"] == ""
    lines = said.err.splitlines()
    assert len(lines) == 3
    for line, name in zip(lines, ("torn.jpg", "gone.jpg", "notes.png"), strict=True):
        assert name in line


@pytest.mark.parametrize("command", ["dice", "cubes"])
def test_a_batch_goes_on_after_a_path_that_is_no_file(
    tmp_path: Path,
    at: list[str],
    command: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A name too long, a link in a circle, a folder, a pipe, a folder that one may not enter."""
    os.mkfifo(tmp_path / "pipe.jpg")
    (tmp_path / "loop.jpg").symlink_to(tmp_path / "loop.jpg")
    closed = tmp_path / "closed" / "a.jpg"
    real = os.stat

    def refusing(path: object, **how: object) -> os.stat_result:
        if str(path) == str(closed):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, **how)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(os, "stat", refusing)
    files = [tmp_path / name for name in ("x" * 300 + ".jpg", "loop.jpg", "", "pipe.jpg")]
    argv = [command, *map(str, files), str(closed), str(THREE), "--format", "csv", *at]
    assert main([*argv, "--annotate", str(tmp_path / "marked")]) == 2
    said = capsys.readouterr()
    words = ("no file", "no file", "is a folder", "is no picture", "may not be read")
    for line, word in zip(said.err.splitlines(), words, strict=True):
        assert word in line
    assert str(THREE) in said.out


def test_pictures_without_dice_are_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dice", str(PICTURES / "matteo_nodice.jpg"), "--format", "csv"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split(",")[1:3] == ["", "false"]


def test_export_of_corrections(
    tmp_path: Path, at: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    Journal.open(at[1]).close()
    assert main(["dice", "export-corrections", str(tmp_path / "labels"), *at]) == 0
    assert (tmp_path / "labels" / "labels.csv").read_text().startswith("file,die,value,read")
    assert main(["dice", "export-corrections", *at]) == 2
    assert "export-corrections DIR" in capsys.readouterr().err

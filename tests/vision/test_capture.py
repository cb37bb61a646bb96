"""Frames from films, sequences, streams and pictures, and from cameras that are not there."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from turmwart_vision.api import Capture, VisionError, save_image

COUNT = 6
FRAMES = [np.full((48, 64, 3), (40 * n, 90, 200 - 30 * n), np.uint8) for n in range(COUNT)]


@pytest.fixture
def film(tmp_path: Path) -> Path:
    path = tmp_path / "film.mkv"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"FFV1"), 25, (64, 48))
    assert writer.isOpened()
    for frame in FRAMES:
        writer.write(frame)
    writer.release()
    return path


class Stream(http.server.BaseHTTPRequestHandler):
    """A camera of the network: JPEG after JPEG, then it hangs up."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        for frame in FRAMES:
            body = cv2.imencode(".jpg", frame)[1].tobytes()
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(body)}\r\n\r\n"
            self.wfile.write(head.encode() + body + b"\r\n")
        self.wfile.write(b"--frame--\r\n")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def stream() -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/video.mjpg"
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_film_without_loss(film: Path) -> None:
    with Capture(film) as capture:
        seen = list(capture.frames())
    assert len(seen) == COUNT
    for frame, sent in zip(seen, FRAMES, strict=True):
        assert frame.dtype == np.uint8
        # FFV1 itself is lossless; the way through YUV costs a few steps.
        assert np.abs(frame.astype(int) - sent).max() <= 6


def test_a_sequence_of_pictures(tmp_path: Path) -> None:
    for n, frame in enumerate(FRAMES):
        save_image(tmp_path / f"shot_{n:04d}.png", frame)
    with Capture(str(tmp_path / "shot_%04d.png")) as capture:
        seen = list(capture.frames())
    assert len(seen) == COUNT
    assert all(np.array_equal(a, b) for a, b in zip(seen, FRAMES, strict=True))


def test_a_single_picture_is_one_frame(tmp_path: Path) -> None:
    save_image(tmp_path / "one.png", FRAMES[2])
    with Capture(tmp_path / "one.png") as capture:
        frame = capture.read()
        assert frame is not None
        assert np.array_equal(frame, FRAMES[2])
        assert capture.read() is None


def test_a_stream_over_http(stream: str) -> None:
    with Capture(stream) as capture:
        seen = list(capture.frames())
    # The decoder may keep the last frame when the line ends without a new boundary.
    assert len(seen) >= COUNT - 1
    for frame, sent in zip(seen, FRAMES, strict=False):
        assert np.abs(frame.astype(int) - sent).max() <= 12


def test_after_closing_nothing_comes(film: Path) -> None:
    capture = Capture(film)
    assert capture.read() is not None
    capture.close()
    capture.close()
    assert capture.read() is None


@pytest.mark.parametrize("source", [97, "97"])
def test_a_camera_that_is_not_there(source: int | str) -> None:
    with pytest.raises(VisionError) as refused:
        Capture(source)
    assert refused.value.code == "no_camera"
    assert refused.value.values == {"source": "97"}


def test_files_that_are_not_there_or_no_film(tmp_path: Path) -> None:
    (tmp_path / "broken.mkv").write_bytes(b"no film" * 50)
    (tmp_path / "broken.png").write_bytes(b"no picture")
    for name, code in (
        ("missing.mkv", "not_found"),
        ("broken.mkv", "no_camera"),
        ("broken.png", "not_a_picture"),
        ("none_%04d.png", "no_camera"),
    ):
        with pytest.raises(VisionError) as refused:
            Capture(tmp_path / name)
        assert refused.value.code == code


def test_names_that_nothing_can_have(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(folder: Path) -> Iterator[Path]:
        raise PermissionError(13, "Permission denied", str(folder))

    monkeypatch.setattr(Path, "iterdir", closed)
    for source, code in (
        ("99999999999", "no_camera"),
        ("9" * 5000, "not_found"),
        ("x" * 300, "not_found"),
        ("%" * 300, "no_camera"),
        (tmp_path, "not_allowed"),
    ):
        with pytest.raises(VisionError) as refused:
            Capture(source)
        assert refused.value.code == code, source


def test_a_stream_that_nobody_sends() -> None:
    server = http.server.HTTPServer(("127.0.0.1", 0), Stream)
    port = server.server_address[1]
    server.server_close()
    with pytest.raises(VisionError) as refused:
        Capture(f"http://127.0.0.1:{port}/")
    assert refused.value.code == "no_camera"

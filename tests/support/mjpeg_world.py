"""A camera of the network on loopback, whose behaviour the test commands."""

from __future__ import annotations

import http.server
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import cv2
import numpy as np
from numpy.typing import NDArray

Frame = NDArray[np.uint8]
_VARIANTS = 7


class MjpegCamera:
    """Sends its scene again and again, as MJPEG over HTTP.

    Attributes:
        scene: what it sees; each frame gets a little noise of its own.
        fps: frames per second.
        stalled: it keeps the line open and sends nothing.
        corrupt: bytes in the middle of each JPEG are overwritten.
        sent: how many frames it sent.
        port: stays the same over ``unplug`` and ``plug``.
    """

    def __init__(self, scene: Frame, fps: float = 40.0) -> None:
        self.scene = scene
        self.fps = fps
        self.stalled = False
        self.corrupt = False
        self.sent = 0
        self._coded: list[bytes] = []
        self._coded_of: Frame | None = None
        self._cut = threading.Event()
        self._random = np.random.default_rng(3)
        self._server: http.server.ThreadingHTTPServer | None = None
        self._thread: threading.Thread | None = None
        self.port = 0
        self.plug()

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}/video.mjpg"

    def cut(self) -> None:
        """Hang up on all who look; they may call again."""
        self._cut.set()
        self._cut = threading.Event()

    def unplug(self) -> None:
        """Hang up, and answer no more calls."""
        self.cut()
        if self._server is not None and self._thread is not None:
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()
            self._server = None

    def plug(self) -> None:
        """Answer calls again."""
        camera = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                with suppress(ConnectionError):
                    camera._serve(self)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self._server.daemon_threads = True
        self.port = int(self._server.server_address[1])
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    def _serve(self, request: http.server.BaseHTTPRequestHandler) -> None:
        cut = self._cut
        request.send_response(200)
        request.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        request.end_headers()
        while not cut.wait(1 / self.fps):
            if self.stalled:
                continue
            body = self._jpeg()
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(body)}\r\n\r\n"
            request.wfile.write(head.encode() + body + b"\r\n")
            self.sent += 1

    def _jpeg(self) -> bytes:
        if self._coded_of is not self.scene:
            # Noise of its own for several frames; making it for each would cost more than 15 fps.
            self._coded = [self._noisy() for _ in range(_VARIANTS)]
            self._coded_of = self.scene
        body = bytearray(self._coded[self.sent % _VARIANTS])
        if self.corrupt:
            at = int(self._random.integers(len(body) // 3, 2 * len(body) // 3))
            body[at : at + 60] = self._random.bytes(60)
        return bytes(body)

    def _noisy(self) -> bytes:
        noise = self._random.normal(0, 3, self.scene.shape)
        frame = np.clip(self.scene + noise, 0, 255).astype(np.uint8)
        return bytes(cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes())


@contextmanager
def mjpeg_camera(scene: Frame, fps: float = 40.0) -> Iterator[MjpegCamera]:
    """A camera for the length of a block."""
    camera = MjpegCamera(scene, fps)
    try:
        yield camera
    finally:
        camera.unplug()


def until(condition: object, timeout_s: float = 20.0) -> None:
    """Wait until a condition holds.

    Raises:
        TimeoutError: it does not within ``timeout_s`` seconds.
    """
    if not callable(condition):
        raise TypeError("a condition is called")
    deadline = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError("it did not come true")
        time.sleep(0.01)

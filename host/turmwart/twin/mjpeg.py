"""A stream of JPEG pictures over HTTP on this computer, as cameras of the network send it."""

from __future__ import annotations

import http.server
import socket
import threading
from collections.abc import Callable

PATH = "/tray.mjpg"
_SEPARATOR = "frame"
_UNSENT_BYTES = 32_768
"""Pictures must not queue up before one who looks slowly: what is late is left out."""


class Stream:
    """Sends pictures to all who call, until it is closed.

    Attributes:
        port: on 127.0.0.1; it stays the same over ``unplug`` and ``plug``.
    """

    def __init__(self, picture: Callable[[], bytes], fps: float) -> None:
        """Begin.

        Args:
            picture: gives the next picture, a JPEG; called from the threads that send.
            fps: pictures per second to each caller, > 0.

        Raises:
            OSError: no port is free.
        """
        self.port = 0
        self._picture = picture
        self._pause_s = 1 / fps
        self._cut = threading.Event()
        self._server: http.server.ThreadingHTTPServer | None = None
        self.plug()

    @property
    def url(self) -> str:
        """Where the stream is."""
        return f"http://127.0.0.1:{self.port}{PATH}"

    @property
    def plugged(self) -> bool:
        """Whether calls are answered."""
        return self._server is not None

    def plug(self) -> None:
        """Answer calls; a second time does nothing."""
        if self._server is not None:
            return
        stream, self._cut = self, threading.Event()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                stream._answer(self)

            def log_message(self, *_: object) -> None:
                """Say nothing: the twin's log is for what went wrong."""

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self._server.daemon_threads = True
        self.port = int(self._server.server_address[1])
        threading.Thread(
            target=self._server.serve_forever, args=(0.05,), name="stream", daemon=True
        ).start()

    def unplug(self) -> None:
        """Hang up on all who look, and answer no more calls; a second time does nothing."""
        self._cut.set()
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def _answer(self, request: http.server.BaseHTTPRequestHandler) -> None:
        if request.path != PATH:
            request.send_error(404)
            return
        cut = self._cut
        request.connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNSENT_BYTES)
        request.send_response(200)
        request.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={_SEPARATOR}")
        request.end_headers()
        try:
            while not cut.wait(self._pause_s):
                body = self._picture()
                head = f"--{_SEPARATOR}\r\nContent-Type: image/jpeg\r\n"
                head += f"Content-Length: {len(body)}\r\n\r\n"
                request.wfile.write(head.encode() + body + b"\r\n")
        except ConnectionError:
            # Who looked has gone; that is how such a stream ends.
            return

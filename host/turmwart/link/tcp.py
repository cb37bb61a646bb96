"""The way to the board over TCP: shows that it knows the key, then looks like a serial port.

What both sides say before the first frame stands in ``turmwart_fw.tcp``. The key comes from the
environment or from a file, never from the command line, where every user of the machine reads it.
"""

from __future__ import annotations

import hmac
import os
import select
import socket
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from turmwart.errors import LinkError
from turmwart_fw.tcp import ACCEPTED, GREETING, KEY_MIN, NONCE_SIZE, REFUSED

SCHEME = "tcp://"
KEY = "TURMWART_TOWER_KEY"
"""Environment variable that holds the key."""
KEY_FILE = "tower.key"
"""File that holds it where the variable is not set; see ``key_file``."""

_CONNECT_S = 3.0
_GREETING_S = 3.0
_CHUNK = 4096


def is_tcp(port_spec: str) -> bool:
    """Whether a port is meant that is reached over the network."""
    return port_spec.startswith(SCHEME)


def address(port_spec: str) -> tuple[str, int]:
    """Host and port of ``tcp://HOST:PORT``.

    Raises:
        LinkError: ``link.tcp.bad_address``.
    """
    try:
        parts = urlsplit(port_spec)
        host, port = parts.hostname, parts.port
        # What finds its address would fail at such a name, with an error that is no OSError.
        (host or "").encode("idna")
    except ValueError:
        host, port = None, None
    if not host or not port or parts.path not in ("", "/") or parts.username or parts.query:
        raise LinkError("link.tcp.bad_address", port=port_spec)
    return host, port


def key_file(environ: Mapping[str, str]) -> Path:
    """The file of the key: in ``$TURMWART_HOME``, else in the user's folder of settings."""
    if home := environ.get("TURMWART_HOME"):
        return Path(home) / KEY_FILE
    settings = environ.get("XDG_CONFIG_HOME")
    return (Path(settings) if settings else Path.home() / ".config") / "turmwart" / KEY_FILE


def tower_key(environ: Mapping[str, str] | None = None) -> bytes:
    """The key that this machine shares with the board.

    Args:
        environ: None: that of the process.

    Raises:
        LinkError: ``link.tcp.no_key`` where there is none, ``link.tcp.bad_key`` where it is too
            short or cannot be read.
    """
    environ = os.environ if environ is None else environ
    file = key_file(environ)
    text = environ.get(KEY, "")
    if not text:
        try:
            text = file.read_text(encoding="utf-8")
        except FileNotFoundError:
            raise LinkError("link.tcp.no_key", variable=KEY, file=str(file)) from None
        except (OSError, UnicodeDecodeError) as error:
            raise LinkError(
                "link.tcp.bad_key", source=str(file), least=KEY_MIN, reason=str(error)
            ) from None
    source = KEY if environ.get(KEY) else str(file)
    try:
        key = text.strip().encode()
    except UnicodeEncodeError as error:
        # Bytes of the environment that are no text; not shown, as they may be nearly the key.
        raise LinkError(
            "link.tcp.bad_key", source=source, least=KEY_MIN, reason=error.reason
        ) from None
    if len(key) < KEY_MIN:
        raise LinkError(
            "link.tcp.bad_key", source=source, least=KEY_MIN, reason=f"{len(key)} < {KEY_MIN}"
        )
    return key


class TcpLine:
    """An open connection that the board has accepted; used like a ``serial.Serial``.

    Args:
        port_spec: ``tcp://HOST:PORT``.
        key: see ``tower_key``.
        read_s: how long ``read`` waits at most, in seconds.
        write_s: how long ``write`` may take, in seconds.

    Raises:
        LinkError: ``link.tcp.no_port``, ``link.tcp.refused`` or ``link.tcp.wrong_key``.
    """

    def __init__(self, port_spec: str, key: bytes, read_s: float, write_s: float) -> None:
        self._read_s = read_s
        self._write_s = write_s
        try:
            self._socket = socket.create_connection(address(port_spec), _CONNECT_S)
        except OSError as error:
            raise LinkError("link.tcp.no_port", port=port_spec, reason=_why(error)) from None
        try:
            verdict = self._shake_hands(key)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError as error:
            self._socket.close()
            raise LinkError("link.tcp.refused", port=port_spec, reason=_why(error)) from None
        if verdict != ACCEPTED:
            self._socket.close()
            raise LinkError("link.tcp.wrong_key", port=port_spec, variable=KEY, file=KEY_FILE)
        self._socket.setblocking(False)
        self._bell, self._rope = socket.socketpair()
        self._rope.setblocking(False)

    @property
    def in_waiting(self) -> int:
        """How many bytes one ``read`` may take."""
        return _CHUNK

    def read(self, size: int) -> bytes:
        """Take up to ``size`` bytes; none where none come in time or somebody rings.

        Raises:
            OSError: the connection has ended.
        """
        ready, _, _ = select.select([self._socket, self._bell], [], [], self._read_s)
        if self._bell in ready:
            self._bell.recv(_CHUNK)
        if self._socket not in ready:
            return b""
        try:
            data = self._socket.recv(size)
        except BlockingIOError:
            return b""
        if not data:
            raise ConnectionResetError("the board has closed the connection")
        return data

    def write(self, data: bytes) -> None:
        """Send all bytes.

        Raises:
            OSError: the connection has ended, or takes nothing any more.
        """
        deadline = time.monotonic() + self._write_s
        while data:
            left = max(0.0, deadline - time.monotonic())
            _, ready, _ = select.select([], [self._socket], [], left)
            if not ready:
                raise TimeoutError("the board takes nothing any more")
            with suppress(BlockingIOError):
                data = data[self._socket.send(data) :]

    def cancel_read(self) -> None:
        """Have a ``read`` end at once. Any thread."""
        with suppress(BlockingIOError):  # the bell rings already
            self._rope.send(b"\0")

    def close(self) -> None:
        """End the connection."""
        for end in (self._socket, self._bell, self._rope):
            end.close()

    def _shake_hands(self, key: bytes) -> bytes:
        """Answer the board's question; what it says to that.

        Raises:
            OSError: it is no tower, or it does not speak, or hangs up.
        """
        deadline = time.monotonic() + _GREETING_S
        if self._exactly(len(GREETING), deadline) != GREETING:
            raise ConnectionError("this is no tower")
        nonce = self._exactly(NONCE_SIZE, deadline)
        self._socket.sendall(hmac.digest(key, nonce, "sha256"))
        verdict = self._exactly(1, deadline)
        if verdict not in (ACCEPTED, REFUSED):
            raise ConnectionError("this is no tower")
        return verdict

    def _exactly(self, size: int, deadline: float) -> bytes:
        data = b""
        while len(data) < size:
            self._socket.settimeout(max(0.001, deadline - time.monotonic()))
            part = self._socket.recv(size - len(data))
            if not part:
                raise ConnectionResetError("the connection was closed")
            data += part
        return data


def _why(error: OSError) -> str:
    return error.strerror or str(error)

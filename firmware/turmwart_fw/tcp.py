"""The same bytes over TCP, for whoever knows the key; see ``port.StreamPort`` for the interface.

How a connection begins::

    board   GREETING (6 bytes), nonce (32 random bytes)
    client  HMAC-SHA256(key, nonce) (32 bytes)
    board   1 and frames from now on, or 0 and the end

Until then the board says nothing of itself, and what comes is no frame. The newest client that
knows the key is served: the one before may be dead without having said so.
"""

import hashlib

GREETING = b"TURM1 "
NONCE_SIZE = 32
ANSWER_SIZE = 32
ACCEPTED = b"\x01"
REFUSED = b"\x00"
KEY_MIN = 16

_IPPROTO_TCP = 6  # the library does not name these two everywhere
_TCP_NODELAY = 1
_BLOCK = 64
_ANSWER_MS = 1_000
_STUCK_MS = 5_000
_IN_SIZE = 128
_OUT_SIZE = 512
_LOOK_MS = 20


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """The code of a message (RFC 2104); the board's library has no ``hmac``."""
    if len(key) > _BLOCK:
        key = hashlib.sha256(key).digest()
    padded = key + bytes(_BLOCK - len(key))
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded))
    inner.update(message)
    outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in padded))
    outer.update(inner.digest())
    return outer.digest()


def same(one, other) -> bool:
    """Whether two codes are equal; takes equally long whichever byte differs."""
    if len(one) != len(other):
        return False
    difference = 0
    for index in range(len(one)):
        difference |= one[index] ^ other[index]
    return difference == 0


class _Guest:
    """A connection; a guest until it has shown that it knows the key, then the client."""

    def __init__(self, connection, poll, expected: bytes, ticks_ms: int) -> None:
        self.connection = connection
        self.poll = poll
        self.expected = expected
        self.since_ms = ticks_ms
        self.answer = bytearray(ANSWER_SIZE)
        self.size = 0


class TcpPort:
    """A port over the one client that knows the key.

    Args:
        server: listening socket; is made non-blocking.
        select: has ``poll`` and the flags, as the module.
        key: shared with the host, at least ``KEY_MIN`` bytes.
        clock: has ``ticks_ms`` and ``ticks_diff``.
        random: function of a number, gives so many random bytes.

    Attributes:
        refused: connections that did not know the key.
        connected: whether a client is served.

    Raises:
        ValueError: the key is too short.
    """

    def __init__(self, server, select, key: bytes, clock, random) -> None:
        if len(key) < KEY_MIN:
            raise ValueError("the key is too short")
        server.setblocking(False)
        self._server = server
        self._select = select
        self._key = key
        self._clock = clock
        self._random = random
        self._calls = self._poll(server, select.POLLIN)
        self._looked_ms = clock.ticks_ms()
        self._guest = None
        self._client = None
        self._in = bytearray(_IN_SIZE)
        self._in_at = 0
        self._in_end = 0
        self._out = bytearray(_OUT_SIZE)
        self._out_at = 0
        self._out_end = 0
        self._moved_ms = 0
        self.refused = 0

    @property
    def connected(self) -> bool:
        """Whether a client is served."""
        return self._client is not None

    def get(self) -> int:
        """Take one byte, 0..255, or -1 if there is none."""
        if self._in_at == self._in_end:
            self._serve()
            if self._in_at == self._in_end:
                return -1
        byte = self._in[self._in_at]
        self._in_at += 1
        return byte

    def put(self, byte: int) -> bool:
        """Hand on one byte; False if it would have to wait or there is nobody."""
        if self._client is None:
            return False
        if self._out_end == _OUT_SIZE:
            return False
        self._out[self._out_end] = byte
        self._out_end += 1
        return True

    def _poll(self, connection, flags: int):
        poll = self._select.poll()
        poll.register(connection, flags)
        return poll

    def _serve(self) -> None:
        """Move what needs no waiting; look for new connections now and then."""
        ticks_ms = self._clock.ticks_ms()
        if self._client is not None:
            try:
                self._move(self._client, ticks_ms)
            except OSError:
                self._drop()
        if self._clock.ticks_diff(ticks_ms, self._looked_ms) >= _LOOK_MS:
            self._looked_ms = ticks_ms
            if self._guest is None:
                self._look(ticks_ms)
            else:
                self._hear(self._guest, ticks_ms)

    def _move(self, client, ticks_ms: int) -> None:
        """Exchange bytes with the client.

        Raises:
            OSError: it is gone, or has taken nothing for ``_STUCK_MS``.
        """
        select = self._select
        waiting = self._out_at != self._out_end
        if not waiting:
            self._moved_ms = ticks_ms
        for _, flags in client.poll.ipoll(0):
            if waiting and flags & select.POLLOUT:
                size = self._out_end - self._out_at
                written = client.connection.write(self._out, self._out_at, size)
                if written:
                    self._moved_ms = ticks_ms
                    self._out_at += written
                    if self._out_at == self._out_end:
                        self._out_at = self._out_end = 0
            if flags & ~select.POLLOUT:
                size = client.connection.readinto(self._in)
                if size == 0:
                    raise OSError
                self._in_at = 0
                self._in_end = size or 0
        if self._clock.ticks_diff(ticks_ms, self._moved_ms) >= _STUCK_MS:
            raise OSError

    def _drop(self) -> None:
        client, self._client = self._client, None
        self._in_at = self._in_end = self._out_at = self._out_end = 0
        if client is not None:
            _close(client.connection)

    def _look(self, ticks_ms: int) -> None:
        for _ in self._calls.ipoll(0):
            try:
                connection, _ = self._server.accept()
            except OSError:
                return  # who called has hung up meanwhile
            try:
                connection.setblocking(False)
                _send_at_once(connection)
                nonce = self._random(NONCE_SIZE)
                # A fresh connection has room for so little.
                connection.write(GREETING + nonce)
            except OSError:
                _close(connection)
                return
            poll = self._poll(connection, self._select.POLLIN)
            self._guest = _Guest(connection, poll, hmac_sha256(self._key, nonce), ticks_ms)
            return

    def _hear(self, guest, ticks_ms: int) -> None:
        """Take what there is of the answer, and judge it once it is whole."""
        try:
            for _ in guest.poll.ipoll(0):
                # No byte beyond the answer: what follows are frames.
                part = guest.connection.read(ANSWER_SIZE - guest.size)
                if part == b"":
                    raise OSError
                for byte in part or b"":
                    guest.answer[guest.size] = byte
                    guest.size += 1
            if guest.size == ANSWER_SIZE:
                self._judge(guest, ticks_ms)
            elif self._clock.ticks_diff(ticks_ms, guest.since_ms) >= _ANSWER_MS:
                raise OSError
        except OSError:
            self.refused += 1
            self._guest = None
            _close(guest.connection)

    def _judge(self, guest, ticks_ms: int) -> None:
        """Serve who knows the key.

        Raises:
            OSError: it does not.
        """
        if not same(guest.answer, guest.expected):
            guest.connection.write(REFUSED)
            raise OSError
        guest.connection.write(ACCEPTED)
        self._drop()
        guest.poll.modify(guest.connection, self._select.POLLIN | self._select.POLLOUT)
        self._client, self._guest = guest, None
        self._moved_ms = ticks_ms


class SharedPort:
    """TCP while a client is served there, else USB.

    Args:
        usb: see ``port.StreamPort``.
        tcp: see ``TcpPort``.
    """

    def __init__(self, usb, tcp) -> None:
        self._usb = usb
        self._tcp = tcp

    def get(self) -> int:
        """Take one byte, 0..255, or -1 if there is none."""
        byte = self._tcp.get()
        return byte if byte >= 0 or self._tcp.connected else self._usb.get()

    def put(self, byte: int) -> bool:
        """Hand on one byte; False if it would have to wait."""
        return (self._tcp if self._tcp.connected else self._usb).put(byte)


def _send_at_once(connection) -> None:
    """Do not gather small frames: each would wait for the host's word on the one before."""
    try:
        connection.setsockopt(_IPPROTO_TCP, _TCP_NODELAY, 1)
    except (OSError, ValueError):
        return  # a library without it: frames come, some of them later


def _close(connection) -> None:
    try:
        connection.close()
    except OSError:
        return  # it was gone already

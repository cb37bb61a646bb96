"""Frames: body ``kind u8 | seq u16 | payload | crc u16``, COBS encoded, closed by a zero byte.

Runs unchanged on CPython and on MicroPython. ``encode_into`` and ``Decoder.push`` allocate
nothing, so the board may use them beside its sampling; ``encode`` and ``Decoder.feed`` are the
comfortable forms for the host.
"""

from array import array

PAYLOAD_MAX = 120
"""Longest payload in bytes."""

BODY_MIN = 5
BODY_MAX = 3 + PAYLOAD_MAX + 2
FRAME_MAX = BODY_MAX + 2
"""Longest frame in bytes: body, one byte of COBS, the closing zero."""


def _crc_table():
    table = array("H", bytes(512))
    for value in range(256):
        crc = value << 8
        for _ in range(8):
            crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
        table[value] = crc & 0xFFFF
    return table


_CRC_TABLE = _crc_table()


def crc16(data, start: int, stop: int) -> int:
    """Compute CRC-16/IBM-3740 over ``data[start:stop]``.

    Args:
        data: bytes, bytearray or array of u8.
        start: first index.
        stop: index after the last.

    Returns:
        The checksum, 0..0xFFFF; 0x29B1 for ``b"123456789"``.
    """
    table = _CRC_TABLE
    crc = 0xFFFF
    for i in range(start, stop):
        crc = ((crc & 0xFF) << 8) ^ table[(crc >> 8) ^ data[i]]
    return crc


def encode_into(out, kind: int, seq: int, payload, start: int, size: int) -> int:
    """Write one frame into ``out`` without allocating.

    Args:
        out: bytearray of at least ``FRAME_MAX`` bytes.
        kind: kind of message, 0..255.
        seq: sequence number; its low 16 bits are sent.
        payload: bytes-like; ``size`` bytes from ``start`` on are sent.
        start: where the payload begins in ``payload``.
        size: length of the payload in bytes, 0..``PAYLOAD_MAX``.

    Returns:
        Length of the frame in bytes, the closing zero included.

    Raises:
        ValueError: ``size`` is beyond ``PAYLOAD_MAX``.
    """
    if size < 0 or size > PAYLOAD_MAX:
        raise ValueError("payload of a frame has at most 120 bytes")
    # The body is shorter than 254 bytes, so COBS adds exactly one byte, in front.
    out[1] = kind
    out[2] = seq & 0xFF
    out[3] = (seq >> 8) & 0xFF
    for i in range(size):
        out[4 + i] = payload[start + i]
    end = 4 + size
    crc = crc16(out, 1, end)
    out[end] = crc & 0xFF
    out[end + 1] = crc >> 8
    end += 2
    out[end] = 0
    following_zero = end
    i = end - 1
    while i > 0:
        if out[i] == 0:
            out[i] = following_zero - i
            following_zero = i
        i -= 1
    out[0] = following_zero
    return end + 1


def encode(kind: int, seq: int, payload: bytes = b"") -> bytes:
    """Make one frame.

    Args:
        kind: kind of message, 0..255.
        seq: sequence number; its low 16 bits are sent.
        payload: 0..``PAYLOAD_MAX`` bytes.

    Returns:
        The frame, the closing zero included.

    Raises:
        ValueError: ``payload`` is too long.
    """
    out = bytearray(FRAME_MAX)
    return bytes(out[: encode_into(out, kind, seq, payload, 0, len(payload))])


class Decoder:
    """Takes bytes as they come and finds the frames in them.

    Never raises on what comes: a damaged frame is skipped and counted in ``bad``.

    Attributes:
        bad: frames skipped since the start: torn, too long, too short or with a wrong checksum.
        good: frames read since the start.
        kind: kind of the frame that ``push`` has just completed.
        seq: its sequence number, 0..65535.
        size: length of its payload in bytes, which stands in ``body[3 : 3 + size]``.
        body: the decoded body; overwritten by the next byte that is pushed.
    """

    def __init__(self) -> None:
        self.bad = 0
        self.good = 0
        self.kind = 0
        self.seq = 0
        self.size = 0
        self.body = bytearray(BODY_MAX)
        self._length = 0
        self._left = 0
        self._begun = False
        self._spoilt = False

    def push(self, byte: int) -> bool:
        """Take one byte, 0..255, without allocating.

        Returns:
            True when this byte completed a good frame, which then stands in the attributes.
        """
        if byte == 0:
            return self._close()
        if self._left:
            self._left -= 1
        else:
            self._left = byte - 1
            if not self._begun:
                self._begun = True
                return False
            byte = 0
        if self._length < BODY_MAX:
            self.body[self._length] = byte
            self._length += 1
        else:
            self._spoilt = True
        return False

    def _close(self) -> bool:
        begun = self._begun
        length = self._length
        whole = self._left == 0 and not self._spoilt and length >= BODY_MIN
        self._begun = False
        self._spoilt = False
        self._length = 0
        self._left = 0
        if not begun:
            return False
        body = self.body
        if not whole or crc16(body, 0, length - 2) != body[length - 2] | (body[length - 1] << 8):
            self.bad += 1
            return False
        self.good += 1
        self.kind = body[0]
        self.seq = body[1] | (body[2] << 8)
        self.size = length - BODY_MIN
        return True

    def feed(self, chunk):
        """Take bytes in any portions and yield the frames completed by them.

        Args:
            chunk: bytes-like, any length.

        Yields:
            ``(kind, seq, payload)``: int, int 0..65535, bytes.
        """
        for byte in chunk:
            if self.push(byte):
                yield self.kind, self.seq, bytes(self.body[3 : 3 + self.size])

"""The serial port on standard input and output, byte by byte.

``poll`` promises room for one byte only; so one byte is written for each promise, and a host that
does not read never stops the sampling.
"""


class StreamPort:
    """A port over two streams.

    Args:
        reader: has ``readinto`` and gives what is there.
        writer: has ``write``.
        readable: function of a timeout in ms, yields something if ``reader`` has a byte.
        writable: the same if ``writer`` takes a byte.
    """

    def __init__(self, reader, writer, readable, writable) -> None:
        self._reader = reader
        self._writer = writer
        self._readable = readable
        self._writable = writable
        self._byte = bytearray(1)

    def get(self) -> int:
        """Take one byte, 0..255, or -1 if there is none."""
        for _ in self._readable(0):
            if self._reader.readinto(self._byte) == 1:
                return self._byte[0]
        return -1

    def put(self, byte: int) -> bool:
        """Hand on one byte; False if it would have to wait."""
        for _ in self._writable(0):
            self._byte[0] = byte
            return self._writer.write(self._byte) == 1
        return False

"""A host that stores each cube in a file before it acknowledges it, until it is killed.

``python victim.py PORT FILE``.
"""

from __future__ import annotations

import os
import sys

from conftest import Reader

from turmwart_wire import messages


class StoringReader(Reader):
    """Stores what it reads as a host must: first the disk, then the acknowledgement."""

    def __init__(self, port: str, file: int) -> None:
        super().__init__(port)
        self._file = file

    def store(self, cube: messages.Cube) -> None:
        """Append one line of the boot and the cube."""
        line = f"{self.boot} {' '.join(str(number) for number in cube)}\n"
        os.write(self._file, line.encode())


def main() -> None:
    """Read for ever."""
    file = os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    reader = StoringReader(sys.argv[1], file)
    while True:
        reader.read_on()


main()

"""Pseudo-terminals: the board's port as the host sees it."""

from __future__ import annotations

import fcntl
import os
import sys
import termios
import tty
from pathlib import Path


class Terminal:
    """A raw pseudo-terminal, both of its ends held open.

    Holding the far end keeps the near one readable when nobody else has it open, and keeps what
    was written for the next who opens it, as a board's buffer does.
    """

    def __init__(self) -> None:
        self.near, self.far = os.openpty()
        tty.setraw(self.far)
        os.set_blocking(self.near, False)
        self.name = os.ttyname(self.far)

    def read(self) -> bytes:
        """Take what the far end has written, b"" if nothing."""
        try:
            return os.read(self.near, 4096)
        except OSError:  # nothing there, or the last holder of the far end has gone
            return b""

    def write(self, data: bytes | bytearray) -> int:
        """Hand bytes to the far end.

        Returns:
            How many were taken; the rest has to wait.
        """
        try:
            return os.write(self.near, data)
        except BlockingIOError:
            return 0

    def unread(self) -> int:
        """Return how many bytes wait at the far end for somebody to read them."""
        counted = fcntl.ioctl(self.far, termios.FIONREAD, b"\0" * 4)
        return int.from_bytes(counted, sys.byteorder)

    def let_go_far(self) -> None:
        """Close the far end here, once a child holds it."""
        if self.far >= 0:
            os.close(self.far)
            self.far = -1

    def close(self) -> None:
        """Close both ends; whoever has the far one open sees a hang-up."""
        self.let_go_far()
        os.close(self.near)


def publish(link: Path, terminal: Terminal) -> None:
    """Let the symbolic link ``link`` name the terminal, in one step."""
    fresh = link.with_name(link.name + ".new")
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(terminal.name)
    os.replace(fresh, link)

"""``turmwart camera show``: how a source stands and what is read in it, live."""

from __future__ import annotations

import argparse
import queue
import select
import shutil
import sys
import threading
from typing import Any

from turmwart.cli.camera_common import settings_of
from turmwart.cli.common import at_terminal
from turmwart.cli.tower_monitor import full_screen
from turmwart.errors import CameraError
from turmwart.table.camera.eye import Eye
from turmwart.texts import say

_DRAW_S = 0.2
_HOME, _CLEAR_DOWN, _CLEAR_LINE = "\x1b[H", "\x1b[J", "\x1b[K"
_SIZE = (80, 24)


class Screen:
    """What is shown, and when it is enough.

    Args:
        eye: the camera.
        most: frames after which it is enough; None: until it ends or somebody says so.
    """

    def __init__(self, eye: Eye, most: int | None) -> None:
        self.eye = eye
        self.over = threading.Event()
        self.lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._most = most
        self._frames = 0
        self._last = ""
        self._number = 0

    def looked(self, frame: Any) -> None:
        """A frame was watched."""
        del frame
        if self._most is not None and self._frames >= self._most:
            # All that was to be said of the frames before is said.
            self.over.set()
        self._frames += 1

    def heard(self) -> None:
        """State or reading changed: put what is new into words."""
        status = self.eye.status()
        if status != self._last:
            self._last = status
            self.lines.put(status)
        seen = self.eye.seen
        if seen is not None and seen.number != self._number:
            self._number = seen.number
            self.lines.put(seen.words())
        never_there = self._most is not None and not self._frames
        code = self.eye.state.code
        if code in ("ended", "failed") or (code == "gone" and never_there):
            self.over.set()

    def drawn(self, width: int, height: int) -> list[str]:
        """Status, reading and the picture in coarse blocks."""
        seen = self.eye.seen
        words = seen.words() if seen is not None else say("cli.camera.no_reading")
        lines = [self.eye.status()[:width], words[:width], say("cli.camera.keys")[:width]]
        if seen is None:
            return lines
        room = max(1, height - len(lines))
        picture = [
            [f"\x1b[38;2;{a[0]};{a[1]};{a[2]};48;2;{b[0]};{b[1]};{b[2]}m▀" for a, b in row]
            for row in seen.blocks(width, room)
        ]
        for column, place, text in seen.marks(width, room):
            # One cell for each letter: what is written into a row must not move the rest of it.
            label = [f"\x1b[0m{text}", *[""] * (len(text) - 1)]
            picture[place][column : column + len(text)] = label
        return [*lines, *("".join(row) + "\x1b[0m" for row in picture)]


def run(arguments: argparse.Namespace) -> int:
    """Show until ``q``, the end of the source, or so many frames.

    Raises:
        CameraError: what is known of the camera cannot be used; reading its pictures failed; or so
            many frames were asked for and it never gave one, where a person at the terminal would
            wait for it.
    """
    eye = Eye(arguments.source, settings_of(arguments, arguments.source))
    screen = Screen(eye, arguments.frames)
    # Asked beforehand: while a picture is unpacked, standard error is no terminal.
    live = arguments.frames is None and at_terminal()
    with eye.watched(screen.heard, screen.looked):
        try:
            if live:
                with full_screen():
                    _live(screen)
            else:
                _lines(screen)
        except KeyboardInterrupt:
            print()
        state = eye.state
    fatal = state.code == "failed" or (state.code == "gone" and arguments.frames is not None)
    if fatal and state.error is not None:
        raise CameraError(f"camera.{state.error.code}", **state.error.values)
    return 0


def _lines(screen: Screen) -> None:
    while True:
        over = screen.over.is_set()
        try:
            print(screen.lines.get(timeout=0.0 if over else _DRAW_S), flush=True)
        except queue.Empty:
            if over:
                return


def _live(screen: Screen) -> None:
    while True:
        size = shutil.get_terminal_size(_SIZE)
        lines = screen.drawn(size.columns, size.lines)
        text = "\r\n".join(line + _CLEAR_LINE for line in lines)
        sys.stdout.write(_HOME + text + _CLEAR_DOWN)
        sys.stdout.flush()
        if select.select([sys.stdin], [], [], _DRAW_S)[0]:
            key = sys.stdin.read(1)
            if key in ("q", ""):
                return
            if key == "n":
                screen.eye.read_now()

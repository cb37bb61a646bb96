"""Watches a source in threads of its own: comes back by itself when the camera does."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Generic

from turmwart_vision.capture import FILM, PICTURES, Capture, Wish, public_name
from turmwart_vision.errors import VisionError
from turmwart_vision.live import DONE, R, Shot, Watcher
from turmwart_vision.pictures import Image
from turmwart_vision.seams import has_seam

RETRY_S = (0.5, 1.0, 2.0, 5.0)
STALL_S = 2.0
_JOIN_S = 10.0

OPENING, MOVING, STILL, READ, STALLED, GONE, ENDED, SKIPPED, FAILED = (
    "opening",
    "moving",
    "still",
    "read",
    "stalled",
    "gone",
    "ended",
    "skipped",
    "failed",
)


@dataclass(frozen=True, slots=True)
class State:
    """How a source stands.

    Attributes:
        code: OPENING; MOVING, STILL, READ while frames come; STALLED when none came for STALL_S;
            GONE, and tried again; ENDED, at the end of a film or of the pictures; SKIPPED for a
            picture of a folder, or a frame, that cannot be read; FAILED where reading itself broke,
            which is a defect: nothing more comes.
        error: why it is GONE or FAILED, or the picture SKIPPED.
        refused: what the driver refused when it was opened.
    """

    code: str
    error: VisionError | None = None
    refused: tuple[str, ...] = ()


class Feed(Generic[R]):
    """A source that is watched from now on until ``close``.

    One thread takes frames, so that none is older than a moment when it is read; another watches
    and reads. Of a film or of pictures every frame is taken; of a camera the latest.

    Args:
        source: see ``Capture``.
        watch: made anew whenever the source is opened, so that no frame from before is compared.
        hear: called from the watching thread with each change of state and each reading.
        wish: what the camera is asked for.
        look: called with each frame that is watched, from the same thread; for a live picture.
    """

    def __init__(
        self,
        source: int | str | Path,
        watch: Callable[[], Watcher[R]],
        hear: Callable[[State | Shot[R]], None],
        wish: Wish | None = None,
        look: Callable[[Image], None] | None = None,
    ) -> None:
        self.source = public_name(source)
        self._source = source
        self._make_watch = watch
        self._hear = hear
        self._wish = wish
        self._look = look
        self._stop = threading.Event()
        self._at_once = threading.Event()
        self._change = threading.Condition()
        self._frame: Image | None = None
        self._told: list[State] = []
        self._over = False
        self._waits = False
        self._alone = False
        self._threads = [
            threading.Thread(target=self._take_frames, name="camera", daemon=True),
            threading.Thread(target=self._watch_frames, name="camera-watch", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def read_now(self) -> None:
        """Read the next frame without waiting until the scene is still."""
        self._at_once.set()

    def close(self) -> None:
        """Stop; a frame the driver still waits for is not waited for longer than it takes."""
        self._stop.set()
        with self._change:
            self._change.notify_all()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(_JOIN_S)

    # -- the thread that takes frames -----------------------------------------------------------

    def _take_frames(self) -> None:
        try:
            self._take_until_closed()
        except Exception as error:
            self._tell(self._failed(error))
            raise
        finally:
            with self._change:
                self._over = True
                self._change.notify_all()

    def _take_until_closed(self) -> None:
        failures = 0
        while not self._stop.is_set():
            try:
                with Capture(self._source, self._wish) as capture:
                    self._tell(State(OPENING, refused=capture.refused))
                    if self._drain(capture):
                        failures = 0
                    finite = capture.kind in (FILM, PICTURES)
                error = VisionError("no_frame", source=self.source)
            except VisionError as refused:
                finite, error = False, refused
            if finite:
                self._tell(State(ENDED))
                break
            if not self._stop.is_set():
                self._tell(State(GONE, error))
                self._stop.wait(RETRY_S[min(failures, len(RETRY_S) - 1)])
                failures += 1

    def _drain(self, capture: Capture) -> bool:
        """Take frames until there are no more; whether there were any."""
        any_came = False
        self._waits = capture.kind in (FILM, PICTURES)
        self._alone = capture.kind == PICTURES
        while not self._stop.is_set():
            try:
                frame = capture.read()
            except VisionError as error:
                self._tell(State(SKIPPED, error))
                continue
            if frame is None:
                break
            any_came = True
            with self._change:
                self._change.wait_for(self._room)
                self._frame = frame
                self._change.notify_all()
        if self._waits:
            with self._change:
                self._change.wait_for(lambda: self._frame is None or self._stop.is_set())
        return any_came

    def _room(self) -> bool:
        return self._frame is None or not self._waits or self._stop.is_set()

    def _failed(self, error: Exception) -> State:
        """Whoever waits for dice must hear of it; the trace goes to the thread's own hook."""
        return State(FAILED, VisionError("failed", source=self.source, reason=repr(error)))

    def _tell(self, state: State) -> None:
        with self._change:
            self._told.append(state)
            if state.code == GONE:
                # A picture of before that waits still would bring the camera back for a while.
                self._frame = None
            self._change.notify_all()

    # -- the thread that watches ----------------------------------------------------------------

    def _watch_frames(self) -> None:
        try:
            self._watch_until_closed()
        except Exception as error:
            self._hear(self._failed(error))
            raise

    def _watch_until_closed(self) -> None:
        watch = self._make_watch()
        code = ""
        while not self._stop.is_set():
            with self._change:
                came = self._change.wait_for(self._news, None if code in _QUIET else STALL_S)
                told, self._told = self._told, []
                # What was told before the frame is heard before it.
                frame, self._frame = (None, self._frame) if told else (self._frame, None)
                over = self._over and frame is None and self._frame is None
                self._change.notify_all()
            for state in told:
                if state.code == OPENING:
                    watch = self._make_watch()
                code = code if state.code == SKIPPED else state.code
                self._hear(state)
            if frame is not None:
                try:
                    code = self._step(watch, frame, code)
                except VisionError as error:
                    self._hear(State(SKIPPED, error))
            elif over and not told:
                return
            elif not came and not self._stop.is_set():
                code = STALLED
                watch = self._make_watch()
                self._hear(State(STALLED))

    def _news(self) -> bool:
        return bool(self._told or self._frame is not None or self._over or self._stop.is_set())

    def _step(self, watch: Watcher[R], frame: Image, before: str) -> str:
        """Watch one frame; tell what changed; the code of the state after it."""
        if self._look is not None:
            self._look(frame)
        if self._alone:
            seen = watch.at_once(frame, still=True)
            if has_seam(frame):
                seen = replace(seen, reading=seen.reading.doubted("damaged"))
            self._hear(seen)
            return READ
        if self._at_once.is_set():
            self._at_once.clear()
            self._hear(watch.at_once(frame))
        shot = watch.step(frame)
        code = READ if watch.state == DONE else watch.state
        if code != before:
            self._hear(State(code))
        if shot is not None:
            self._hear(shot)
        return code


_QUIET = ("", GONE, ENDED, STALLED)
"""States in which nobody expects a frame soon."""

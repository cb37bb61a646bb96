"""The camera at a table: what it sees now, what was read, and the picture that is kept of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from turmwart.journal.rows import NewEvidence
from turmwart.table.bus import CameraChanged
from turmwart.table.camera import in_words, reasons_in_words
from turmwart.table.camera.calibration import CameraSettings, plain
from turmwart.table.pending import PICTURE
from turmwart.table.table import Table
from turmwart.texts import say
from turmwart_vision.api import (
    READER,
    Cell,
    DiceReading,
    Feed,
    Shot,
    State,
    Watch,
    annotate,
    blocks,
    fitted,
    png,
    public_name,
    read_dice,
    same_scene,
    sixel,
)

PAYLOAD_FORMAT = 1

_BLIND = frozenset({"bright", "damaged", "dark", "frames_differ", "motion"})
"""Reasons for which a picture without dice does not show an empty box."""
_BEGINS = ("opening", "stalled")
"""States after which "moving" says only that nothing was compared yet."""

Corrections = Sequence[tuple[int, int]]
"""(place from 0, value) of dice that the table corrected."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """Dice that the camera showed, ready to be looked at.

    Attributes:
        shot: picture and reading.
        number: how many were seen before it; another number is another picture.
    """

    shot: Shot[DiceReading]
    number: int

    @property
    def values(self) -> tuple[int, ...]:
        """The upper faces, from left to right: the order in which dice are numbered."""
        return tuple(die.value for die in self.shot.reading.dice)

    @property
    def sure(self) -> bool:
        """Whether the reader vouches for it."""
        return self.shot.reading.sure

    def words(self, language: str = "", corrections: Corrections = ()) -> str:
        """The reading in one line, corrected."""
        if not corrections:
            return in_words(self.shot.reading, language)
        values = " ".join(str(value) for value in sorted(self._corrected(corrections).values))
        count = len(self.values)
        return say("camera.reading.corrected", language, count=count, values=values)

    def why(self, language: str = "") -> str:
        """Why it is not sure."""
        return reasons_in_words(self.shot.reading, language)

    def fitted(self, columns: int, rows: int) -> tuple[int, int]:
        """Columns and rows that the picture takes in a room."""
        return fitted(self.size_px, columns, rows)

    def blocks(self, columns: int, rows: int) -> list[list[Cell]]:
        """The part of the picture where the dice lie, as characters of two halves."""
        left, top, right, bottom = self._part(columns, rows)
        return blocks(self.shot.frame[top:bottom, left:right], columns, rows)

    def marks(
        self, columns: int, rows: int, corrections: Corrections = ()
    ) -> list[tuple[int, int, str]]:
        """Column, row and text of what is to be written over the blocks: number and value."""
        left, top, right, bottom = self._part(columns, rows)
        wide, high = fitted((right - left, bottom - top), columns, rows)
        found = []
        for number, die in enumerate(self._corrected(corrections).dice, start=1):
            x, y = die.centre_px
            text = f"{number}:{die.value}"
            column = round((x - left) / (right - left) * wide - len(text) / 2)
            row = int((y - top) / (bottom - top) * high)
            found.append((max(0, min(wide - len(text), column)), max(0, min(high - 1, row)), text))
        return found

    def png(self, longest_px: int, corrections: Corrections = ()) -> bytes:
        """The annotated picture as PNG."""
        return png(self._drawn(corrections), longest_px)

    def sixel(self, width_px: int, height_px: int, corrections: Corrections = ()) -> str:
        """The annotated picture in sixels."""
        return sixel(self._drawn(corrections), width_px, height_px)

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return self.shot.reading.size_px

    def _part(self, columns: int, rows: int) -> tuple[int, int, int, int]:
        """Left, top, right, bottom in px of what holds all dice, with the shape of a room."""
        width, height = self.size_px
        corners = [corner for die in self.shot.reading.dice for corner in die.box]
        if not corners:
            return 0, 0, width, height
        across, down = [x for x, _ in corners], [y for _, y in corners]
        first = self.shot.reading.dice[0].box
        rim = 1.5 * max(abs(first[0][0] - first[2][0]), abs(first[0][1] - first[2][1]))
        wide = max(across) - min(across) + 2 * rim
        high = max(down) - min(down) + 2 * rim
        shape = columns / (2 * rows)
        wide, high = min(width, max(wide, high * shape)), min(height, max(high, wide / shape))
        left = _within((min(across) + max(across) - wide) / 2, width - wide)
        top = _within((min(down) + max(down) - high) / 2, height - high)
        return left, top, left + max(1, int(wide)), top + max(1, int(high))

    def _drawn(self, corrections: Corrections) -> Any:
        return annotate(self.shot.frame, self._corrected(corrections), numbered=True)

    def _corrected(self, corrections: Corrections) -> DiceReading:
        right = dict(corrections)
        dice = tuple(
            replace(die, value=right.get(place, die.value))
            for place, die in enumerate(self.shot.reading.dice)
        )
        return replace(self.shot.reading, dice=dice)


def _within(place: float, most: float) -> int:
    return int(max(0.0, min(place, most)))


def _surer(held: Seen, later: Seen) -> Seen:
    """Of two pictures of the same dice the sure one; ``held``, which the table sees, by default."""
    # Dice that read in another order would have other numbers, and corrections go by these.
    better = later.sure and not held.sure and later.values == held.values
    return later if better else held


class Eye:
    """A camera at a table; it may come and go, and the game goes on by hand.

    Args:
        source: what ``Capture`` opens.
        settings: what is known of the camera.
        read: reads the dice of a frame.
        keep_corrections: mark corrected pictures as labelled data.
    """

    def __init__(
        self,
        source: str,
        settings: CameraSettings | None = None,
        read: Callable[[Any, float | None], DiceReading] = read_dice,
        keep_corrections: bool = False,
    ) -> None:
        self.source = public_name(source)
        self.seen: Seen | None = None
        self.state = State("opening")
        self._source = source
        self._settings = settings or CameraSettings()
        self._read = read
        self._keep = keep_corrections
        self._feed: Feed[DiceReading] | None = None
        self._numbers = 0
        self._booked: Seen | None = None
        self._aside: Seen | None = None
        self._refused: tuple[str, ...] = ()

    def status(self, language: str = "") -> str:
        """How the camera stands, in one line."""
        values: dict[str, object] = {"source": self.source}
        error = self.state.error
        if error is not None:
            values["why"] = say(f"camera.{error.code}", language, **error.values)
        status = say(f"camera.state.{self.state.code}", language, **values)
        if not self._refused:
            return status
        names = ", ".join(say(f"camera.wish.{name}", language) for name in self._refused)
        return say("camera.state.refused", language, status=status, refused=names)

    def read_now(self) -> None:
        """Read the next frame, still or not; booked dice lying there are on offer again."""
        self._booked = None
        if self._feed is not None:
            self._feed.read_now()

    def forget(self) -> bool:
        """What was seen is booked: the same dice lying there are no new throw.

        Returns:
            Whether anything was seen; if not, what was booked before stays so.
        """
        seen = self.seen or self._aside
        if seen is None:
            return False
        self._booked, self.seen, self._aside = seen, None, None
        return True

    def recall(self) -> None:
        """What was booked last was taken back: its dice are on offer, unless others are."""
        booked, self._booked = self._booked, None
        if booked is None or self.seen is not None or self._aside is not None:
            return
        if self.state.code == "moving":
            self._aside = booked
        else:
            self.seen = booked

    @contextmanager
    def watched(
        self, changed: Callable[[], None], look: Callable[[Any], None] | None = None
    ) -> Iterator[None]:
        """Watch for as long as the block runs, without a table.

        Args:
            changed: called from the camera's thread after each change.
            look: called from it with each frame.
        """

        def hear(said: State | Shot[DiceReading]) -> None:
            self._take(said)
            changed()

        def looked(frame: Any) -> None:
            if look is not None:
                look(frame)
                changed()

        self._feed = self._opened(hear, looked)
        try:
            yield
        finally:
            feed, self._feed = self._feed, None
            feed.close()

    async def accompany(self, table: Table) -> None:
        """Watch until cancelled; tell the table's listeners what changes."""
        loop = asyncio.get_running_loop()
        self.seen = self._booked = self._aside = None

        def hear(said: State | Shot[DiceReading]) -> None:
            # The loop may end while the camera's thread still has something to say.
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._hear, table, said)

        self._feed = self._opened(hear)
        try:
            await asyncio.Event().wait()
        finally:
            feed, self._feed = self._feed, None
            await asyncio.to_thread(feed.close)

    def _opened(
        self,
        hear: Callable[[State | Shot[DiceReading]], None],
        look: Callable[[Any], None] | None = None,
    ) -> Feed[DiceReading]:
        calibration = self._settings.calibration
        return Feed(
            self._source, lambda: Watch(self._read, calibration), hear, self._settings.asked, look
        )

    def _hear(self, table: Table, said: State | Shot[DiceReading]) -> None:
        self._take(said)
        table.bus.publish(CameraChanged())

    def _take(self, said: State | Shot[DiceReading]) -> None:
        held = self.seen or self._aside
        if isinstance(said, State):
            if said.code == "moving" and self.state.code not in _BEGINS:
                # What lies there may be something else when it has come to rest.
                self.seen, self._aside = None, held
            if said.code == "opening":
                self._refused = said.refused
            self.state = said
            return
        self.seen = self._aside = None
        reading = said.reading
        if not reading.dice:
            if _BLIND & set(reading.reasons):
                self._aside = held
            else:
                # An empty box is no throw, and what lay in it before was taken away.
                self._booked = None
        elif self._booked is not None and same_scene(self._booked.shot.reading, reading):
            return
        elif held is not None and same_scene(held.shot.reading, reading):
            self.seen = _surer(held, Seen(said, held.number))
        else:
            self._numbers += 1
            self.seen = Seen(said, self._numbers)

    def keep(self, table: Table, seen: Seen, corrections: Corrections = ()) -> int:
        """Store the picture and its reading in the table's journal.

        Returns:
            Id of the evidence, for the throw that rests on it.

        Raises:
            JournalError: it cannot be stored.
        """
        reading, shot, settings = seen.shot.reading, seen.shot, self._settings
        if "calibration" in reading.reasons:
            # It did not fit: the places are those of the whole picture.
            settings = replace(settings, calibration=None)
        payload = {
            "format": PAYLOAD_FORMAT,
            "sha256": table.journal.put_picture(shot.jpeg),
            "reader": READER,
            "sure": reading.sure,
            "reasons": list(reading.reasons),
            "frames": shot.frames,
            "dice": [
                {
                    "value": die.value,
                    "centre_px": [round(x, 1) for x in die.centre_px],
                    "box_px": [[round(x, 1) for x in corner] for corner in die.box],
                    "doubt": round(die.doubt, 3),
                }
                for die in reading.dice
            ],
            "camera": plain(settings),
            "corrections": [list(pair) for pair in corrections],
            "label": bool(corrections) and self._keep,
        }
        row = NewEvidence(
            table.name,
            f"camera:{self.source}",
            0,
            seen.number,
            PICTURE,
            json.dumps(payload, sort_keys=True).encode(),
            table.now_ms(),
        )
        (row_id,) = table.journal.append_evidence([row])
        if row_id is None:
            raise ValueError("a picture is never a double")
        return row_id

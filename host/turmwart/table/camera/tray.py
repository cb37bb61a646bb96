"""The camera above the tray: counts the cubes of a throw beside the tower's sensor."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from turmwart.errors import InputError, JournalError
from turmwart.journal.rows import NewEvidence
from turmwart.table import testimony
from turmwart.table.bus import CameraChanged, Committed, Message, ReadingChanged
from turmwart.table.camera.calibration import CameraSettings, of_plain, plain
from turmwart.table.camera.cubes import count_frame, counts_in_words
from turmwart.table.pending import TRAY
from turmwart.table.table import Table
from turmwart.texts import say, say_colour
from turmwart.tower import sight
from turmwart_vision.api import (
    AGREE_FRAMES,
    COUNTER,
    Cell,
    ColourCount,
    Cube,
    CubePalette,
    CubeReading,
    CubeWatch,
    Feed,
    Frozen,
    Image,
    Shot,
    State,
    VisionError,
    annotate_cubes,
    blocks,
    default_palette,
    fitted,
    load_image,
    png,
    public_name,
    rectify,
    sixel,
)

PAYLOAD_FORMAT = 1
IN_FLIGHT = 4
"""Pictures that may still be on their way, in driver or network, when something happens."""
_REASONS = {"motion": sight.MOVING, "dark": sight.DARK, "calibration": sight.NO_MAT}
"""Reasons of the counter that blind the witness, in the witness's own words."""
_MOVES = "moving"
_WATCHES = ("opening", _MOVES, "still", "read", "skipped")
"""States in which a picture may come soon."""

Counter = Callable[[Image, float | None], CubeReading]


@dataclass(frozen=True, slots=True, eq=False)
class SeenTray:
    """A picture of the tray, counted; ready to be looked at.

    Attributes:
        shot: picture and count.
        number: another number is another picture.
        since: number of the frame at which its counting began.
    """

    shot: Shot[CubeReading]
    number: int
    since: int

    @property
    def values(self) -> tuple[int, ...]:
        """It has no dice."""
        return ()

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return self.shot.reading.size_px

    def words(self, language: str = "", corrections: Any = ()) -> str:
        """The count in one line."""
        del corrections
        return counts_in_words(self.shot.reading, language)

    def fitted(self, columns: int, rows: int) -> tuple[int, int]:
        """Columns and rows that the picture takes in a room."""
        return fitted(self.size_px, columns, rows)

    def blocks(self, columns: int, rows: int) -> list[list[Cell]]:
        """The picture as characters of two halves."""
        return blocks(self.shot.frame, columns, rows)

    def marks(self, columns: int, rows: int, corrections: Any = ()) -> list[tuple[int, int, str]]:
        """Column, row and text of what is to be written over the blocks: colours."""
        del corrections
        wide, high = self.fitted(columns, rows)
        width, height = self.size_px
        found = []
        for cube in self.shot.reading.cubes:
            x, y = cube.centre_px
            text = say_colour(cube.colour)[:2]
            column = round(x / width * wide - len(text) / 2)
            row = max(0, min(high - 1, int(y / height * high)))
            found.append((max(0, min(wide - len(text), column)), row, text))
        return found

    def png(self, longest_px: int, corrections: Any = ()) -> bytes:
        """The annotated picture as PNG."""
        del corrections
        return png(self._drawn(), longest_px)

    def sixel(self, width_px: int, height_px: int, corrections: Any = ()) -> str:
        """The annotated picture in sixels."""
        del corrections
        return sixel(self._drawn(), width_px, height_px)

    def _drawn(self) -> Image:
        return annotate_cubes(self.shot.frame, self.shot.reading)


class TrayEye:
    """A camera above the tray of a table; it may come and go, and the sensor goes on.

    It counts while a throw waits to be booked and the tray is still, and once more where the tower
    told something afterwards: only a picture later than the tower's last word is a witness.

    Args:
        source: what ``Capture`` opens.
        settings: what is known of the camera.
        palette: the colours there may be; None: what is shipped. Of it those are taken that the
            game's cubes have; it must have all of them.
        count: counts the cubes of a frame, in place of the counter.
        frames: how many pictures of a tray at rest must be counted.
    """

    def __init__(
        self,
        source: str,
        settings: CameraSettings | None = None,
        palette: CubePalette | None = None,
        count: Counter | None = None,
        frames: int = AGREE_FRAMES,
    ) -> None:
        self.source = public_name(source)
        self.seen: SeenTray | None = None
        self.state = State("opening")
        self._source = source
        self._settings = settings or CameraSettings()
        self._palette = palette or default_palette()
        self._count = count
        self._agree_frames = frames
        self._table: Table | None = None
        self._feed: Feed[CubeReading] | None = None
        self._frames = 0
        self._counted_at: list[int] = []
        self._frozen = Frozen()
        self._stands = False
        self._code = ""
        self._after = 0
        self._due = False
        self._emptied = False
        self._wanted = False
        self._kept: tuple[int, SeenTray | None] | None = None

    # -- what it shows --------------------------------------------------------------------------

    def status(self, language: str = "") -> str:
        """How the camera stands, in one line."""
        values: dict[str, object] = {"source": self.source}
        error = self.state.error
        if error is not None:
            values["why"] = say(f"camera.{error.code}", language, **error.values)
        code = "frozen" if self._stands and self.state.code in _WATCHES else self.state.code
        return say(f"tray.state.{code}", language, **values)

    def read_now(self) -> None:
        """Count the next frame, still or not."""
        if self._feed is not None:
            self._feed.read_now()

    # -- what it says as a witness --------------------------------------------------------------

    def count(self, *, alone: bool) -> sight.CameraCount | None:
        """What lies in the tray, by a picture later than the tower's last word; else None.

        Args:
            alone: nobody else says that cubes were poured: only after the tray was seen empty
                since the last step it is believed that what lies there has fallen.
        """
        seen = self.seen
        if seen is None or not self._sees or seen.since < self._after:
            return None
        if alone and not self._emptied:
            return None
        return count_of(seen.shot.reading)

    def keep(self, table: Table) -> int:
        """Store the picture and its count in the table's journal.

        Returns:
            Id of the evidence, for the throw that rests on it.

        Raises:
            JournalError: it cannot be stored.
            ValueError: nothing was seen yet.
        """
        seen = self.seen
        if seen is None:
            raise ValueError("no picture of the tray to keep")
        reading, shot = seen.shot.reading, seen.shot
        payload = {
            "format": PAYLOAD_FORMAT,
            "sha256": table.journal.put_picture(shot.jpeg),
            "counter": COUNTER,
            "frames": shot.frames,
            "count": testimony.plain(count_of(reading)),
            "cubes": [
                {
                    "colour": cube.colour,
                    "centre_px": [round(x, 1) for x in cube.centre_px],
                    "side_px": round(cube.side_px, 1),
                    "doubt": round(cube.doubt, 3),
                }
                for cube in reading.cubes
            ],
            "camera": plain(self._settings),
        }
        row = NewEvidence(
            table.name,
            f"camera:{self.source}",
            0,
            seen.number,
            TRAY,
            json.dumps(payload, sort_keys=True).encode(),
            table.now_ms(),
        )
        (row_id,) = table.journal.append_evidence([row])
        if row_id is None:
            raise ValueError("a picture is never a double")
        return row_id

    def kept(self, table: Table, row_id: int) -> SeenTray | None:
        """A picture that was stored, with the cubes counted in it; None where it cannot be shown.

        A table may have been imported without its pictures.
        """
        if self._kept is None or self._kept[0] != row_id:
            self._kept = (row_id, _stored(table, row_id))
        return self._kept[1]

    async def witnessed(self, timeout_s: float) -> bool:
        """Wait until a picture later than the tower's last word is counted.

        Args:
            timeout_s: how long.

        Returns:
            Whether there is one; at once not, where the camera is gone.
        """
        table = self._table
        if table is None:
            return False
        changed = asyncio.Event()
        stop = table.bus.subscribe(
            lambda message: changed.set() if isinstance(message, CameraChanged) else None
        )
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(timeout_s):
                    while self._sees and self.count(alone=False) is None:
                        await changed.wait()
                        changed.clear()
        finally:
            stop()
        return self.count(alone=False) is not None

    # -- beside a table -------------------------------------------------------------------------

    async def accompany(self, table: Table) -> None:
        """Watch until cancelled; be the table's witness, and tell its listeners what changes.

        Raises:
            InputError: the palette lacks a colour of the game's cubes.
        """
        loop = asyncio.get_running_loop()
        count = self._count or self._counter(table)
        self.seen, self._table, self._kept = None, table, None
        numbers = iter(range(1, 1 << 62))

        def read(frame: Image, mm_per_px: float | None) -> CubeReading:
            self._counted_at.append(self._frames)
            return count(frame, mm_per_px)

        def look(frame: Image) -> None:
            self._frames += 1
            stands = self._frozen.step(frame)
            if stands != self._stands:
                self._stands = stands
                hear(State(self._code or "opening"))
            if self._due and self._frames > self._after and self._code != _MOVES:
                # The tower told something since the tray was counted, and nothing moves.
                self._due = False
                self.read_now()

        def hear(said: State | Shot[CubeReading]) -> None:
            # The loop may end while the camera's thread still has something to say.
            seen = None
            if isinstance(said, State):
                self._code = said.code
            else:
                since = self._counted_at[-said.frames :][0]
                self._counted_at.clear()
                seen = SeenTray(said, next(numbers), since)
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._take, table, said if seen is None else seen)

        calibration = self._settings.calibration
        self._wanted = _waits(table)
        stop = table.bus.subscribe(lambda message: self._mark(table, message))
        table.tray = self
        self._feed = Feed(
            self._source,
            lambda: CubeWatch(
                read,
                calibration,
                agree_frames=self._agree_frames,
                wanted=lambda: self._wanted,
            ),
            hear,
            self._settings.asked,
            look,
        )
        try:
            await asyncio.Event().wait()
        finally:
            stop()
            table.tray = self._table = None
            feed, self._feed = self._feed, None
            await asyncio.to_thread(feed.close)

    @property
    def _sees(self) -> bool:
        return self.state.code in _WATCHES and not self._stands

    def _mark(self, table: Table, message: Message) -> None:
        """What the tray was counted as before this is no witness any more."""
        if isinstance(message, ReadingChanged | Committed):
            self._wanted = self._due = _waits(table)
            self._after = self._frames + IN_FLIGHT
        if isinstance(message, Committed):
            self._emptied = False

    def _take(self, table: Table, said: State | Shot[CubeReading] | SeenTray) -> None:
        if isinstance(said, State):
            self.state = said
            if not self._sees or said.code == _MOVES:
                # What lies there may be something else already.
                self.seen = None
        elif isinstance(said, SeenTray):
            self.seen = said
            blind = sight.BLINDING & set(count_of(said.shot.reading).reasons)
            if not said.shot.reading.cubes and not blind and said.since >= self._after:
                self._emptied = True
        table.bus.publish(CameraChanged())

    def _counter(self, table: Table) -> Counter:
        palette = of_the_game(self._palette, table.state)

        def counter(frame: Image, mm_per_px: float | None) -> CubeReading:
            return count_frame(frame, palette, mm_per_px)

        return counter


def count_of(reading: CubeReading) -> sight.CameraCount:
    """A reading as the witnesses take it: chances in per mille."""
    rows = []
    for each in reading.counts:
        chances = [(number, round(1000 * chance)) for number, chance in each.chances]
        kept = tuple((number, permille) for number, permille in chances if permille)
        rows.append(sight.ColourCount(each.colour, kept or ((each.count, 1000),)))
    reasons = tuple(_REASONS.get(reason, reason) for reason in reading.reasons)
    return sight.CameraCount(tuple(rows), reading.sure, reasons)


def _stored(table: Table, row_id: int) -> SeenTray | None:
    """A stored picture of the tray, as it was when it was counted."""
    try:
        payload = next(
            json.loads(row.payload)
            for row in table.journal.evidence(table.name, row_id - 1)
            if row.id == row_id
        )
        jpeg = table.journal.picture(payload["sha256"])
        count = testimony.of_plain(payload["count"])
        frame = load_image(jpeg)
        with suppress(ValueError):
            # Counted whole, where the calibration did not suit the picture.
            frame = rectify(frame, of_plain(payload["camera"]).calibration).frame
        cubes = tuple(_cube(each) for each in payload["cubes"])
    except (JournalError, VisionError, LookupError, TypeError, ValueError, AttributeError):
        return None
    counts = tuple(
        ColourCount(
            row.colour,
            count.likeliest[row.colour],
            tuple((number, permille / 1000) for number, permille in row.chances),
        )
        for row in count.counts
    )
    words = {witness: counter for counter, witness in _REASONS.items()}
    reasons = tuple(words.get(reason, reason) for reason in count.reasons)
    height, width = frame.shape[:2]
    reading = CubeReading(cubes, counts, count.sure, 0.0, (width, height), reasons)
    return SeenTray(Shot(jpeg, frame, reading), -row_id, 0)


def _cube(kept: dict[str, Any]) -> Cube:
    x, y = kept["centre_px"]
    centre = (float(x), float(y))
    return Cube(str(kept["colour"]), centre, float(kept["side_px"]), float(kept["doubt"]), False)


def _waits(table: Table) -> bool:
    """Whether cubes are to be booked."""
    return table.throw_prompt is not None or table.stray_waits


def of_the_game(palette: CubePalette, state: Any) -> CubePalette:
    """Of a palette the colours that the cubes of a game's ``state`` have; all where it has none.

    Raises:
        InputError: the palette lacks one of them.
    """
    ledger = getattr(state, "ledger", None)
    colours: Collection[str] = () if ledger is None else set(ledger.total())
    lacking = sorted(set(colours) - set(palette.names))
    if lacking:
        named = ", ".join(say_colour(colour) for colour in lacking)
        raise InputError("tray.palette_lacks", colours=named)
    return palette.only(colours) if colours else palette

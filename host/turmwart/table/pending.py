"""What the tower saw that no step rests on yet."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace

from turmwart.journal.rows import EvidenceRow, NewEvidence
from turmwart.kernel.cubes import Cubes
from turmwart.table.palette import PaletteAt, by_lane
from turmwart.table.testimony import of_plain
from turmwart.tower.colour import Palette, Sample, classify
from turmwart.tower.light import LightSample, peak_blur
from turmwart.tower.passage import Judged, Passage, judge_all
from turmwart.tower.reading import Reading, read
from turmwart.tower.sight import CameraCount
from turmwart_wire import messages
from turmwart_wire.messages import unpack_cube, unpack_fault, unpack_passage

PICTURE = "picture"
"""A picture of the camera: evidence of a roll, nothing the tower saw."""
TRAY = "tray"
"""A picture of the tray with the cubes counted in it: nothing the tower saw either."""
BOOT = "boot"
CUBE = "cube"
"""What passed a lane: the payload of a CUBE frame, or of a PASSAGE frame, which is longer."""
GAP = "gap"
REBOOT = "reboot"
FAULT = "fault"

APART_MS = 5_000
"""Cubes that fall so long before or after the others are no part of the throw, or a late one."""
_LATELY = 60
"""Passages by which it is judged whether a lane still tells anything."""
Asked = Hashable
"""Which throw the tower is asked for: equal for a throw that is asked for again after an undo."""
_CHANNELS = ("clear", "red", "green", "blue")
_LOSING = (GAP, REBOOT)
"""Kinds after which cubes may have fallen unseen."""
_HARMLESS_FAULTS = (messages.FAULT_CONFIG, messages.FAULT_BACK)
_LANE_FAULTS = (
    messages.FAULT_SENSOR,
    messages.FAULT_BUS,
    messages.FAULT_BLOCKED,
    messages.FAULT_BLIND,
)
"""Faults of a lane's sensor: where beams count, they take colours, but hide no cube."""
_CUBE_FAULTS = (messages.FAULT_BLOCKED, messages.FAULT_RING, messages.FAULT_UNSEEN)
"""Faults that come of cubes that pass."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One thing a board reported.

    Attributes:
        device: which board, as the link names it.
        boot: its boot id.
        count: number of the event since boot, from 0.
        kind: ``BOOT``, ``CUBE``, ``GAP``, ``REBOOT`` or ``FAULT``.
        payload: as it came over the wire.
        last: last count of a gap.
    """

    device: str
    boot: int
    count: int
    kind: str
    payload: bytes = b""
    last: int | None = None

    def row(self, table: str, at: int) -> NewEvidence:
        """As the journal keeps it."""
        return NewEvidence(
            table=table,
            device=self.device,
            boot=self.boot,
            count=self.count,
            kind=self.kind,
            payload=self.payload,
            at=at,
            last=self.last,
        )


def passage_of(message: messages.Passage) -> Passage:
    """What a PASSAGE frame tells, as the tower's judge reads it."""
    flags = message.flags
    only_a = bool(flags & messages.PASSAGE_ONLY_A)
    only_b = bool(flags & messages.PASSAGE_ONLY_B)
    return Passage(
        lane=message.lane,
        ticks_ms=message.ticks_ms,
        a_dark_us=0 if only_b else message.a_dark_us,
        ab_us=message.ab_us,
        b_dark_us=0 if only_a else message.b_dark_us,
        gap_ms=None if message.gap_ms == messages.GAP_MORE else message.gap_ms,
        samples=tuple(
            LightSample(
                100 * sample.offset_100us,
                dict(zip(_CHANNELS, sample[1:], strict=True)),
            )
            for sample in message.samples
        ),
        empty=message.empty and dict(zip(_CHANNELS, message.empty, strict=True)),
        saturated=bool(flags & messages.PASSAGE_SATURATED),
        dim=bool(flags & messages.PASSAGE_BLIND),
        stood=bool(flags & messages.PASSAGE_STOOD),
        torn=bool(flags & messages.PASSAGE_RING),
    )


@dataclass(frozen=True, slots=True)
class _Fault:
    """A fault, and the lane it is about where it is about one."""

    code: int
    lane: int


@dataclass(frozen=True, slots=True)
class _Cube:
    """The peak sample of a cube in a lane without beams."""

    lane: int
    sample: Sample


_What = _Cube | Passage | _Fault | None


@dataclass(frozen=True, slots=True)
class _Row:
    """One row of evidence, read."""

    device: str
    boot: int
    kind: str
    what: _What


@dataclass(frozen=True, slots=True)
class _TakenBack:
    """A throw that was taken back, and what it rested on.

    Attributes:
        step: number of the step that had booked it.
        asked: which throw it was.
        towers: rows of the tower.
        latest: of these, the last ones that were new to a step that booked the throw.
        trays: pictures of the tray.
    """

    step: int
    asked: Asked
    towers: frozenset[int] = frozenset()
    latest: frozenset[int] = frozenset()
    trays: frozenset[int] = frozenset()


_NO_THROW = _TakenBack(0, None)


class Pending:
    """Evidence that waits: new, or of a throw that was taken back.

    Throws that were taken back lie in a pile, the one undone last on top. What one of them rested
    on is offered to the same throw again and to no other.

    Attributes:
        asked: the throw that the tower is asked for now; None where it is asked for none.
    """

    def __init__(self) -> None:
        self.asked: Asked = None
        self._seen: dict[int, _Row] = {}
        self._beams: set[tuple[str, int]] = set()
        self._new: set[int] = set()
        self._first: dict[int, int] = {}
        self._trays: dict[int, CameraCount | None] = {}
        self._undone: list[_TakenBack] = []

    @staticmethod
    def load(rows: Iterable[EvidenceRow]) -> Pending:
        """All evidence of a table, none of it claimed yet."""
        pending = Pending()
        for row in rows:
            pending._take(row.id, row.device, row.boot, row.kind, row.payload)
        return pending

    def add(self, row_id: int, seen: Seen) -> None:
        """Take in evidence that has just been stored."""
        self._take(row_id, seen.device, seen.boot, seen.kind, seen.payload)

    def claim(self, step: int, ids: Iterable[int]) -> None:
        """A step rests on this evidence now."""
        for row_id in self._new.intersection(ids):
            self._first[row_id] = step
            self._new.remove(row_id)

    def give_back(self, step: int, asked: Asked, ids: Iterable[int]) -> None:
        """A throw was taken back.

        Args:
            step: number of the step that had booked it.
            asked: which throw it was.
            ids: the evidence it rested on; none where the table had counted.
        """
        rested = set(ids)
        towers, trays = frozenset(self._seen.keys() & rested), self._trays.keys() & rested
        last = max((self._first[row_id] for row_id in towers), default=0)
        latest = frozenset(row_id for row_id in towers if self._first[row_id] == last)
        self._undone.append(_TakenBack(step, asked, towers, latest, frozenset(trays)))

    def restore(self, step: int) -> None:
        """A step that was taken back holds again."""
        if self._undone and self._undone[-1].step == step:
            self._undone.pop()

    def corrected(self, asked: Asked, now: Asked) -> None:
        """Cubes of the throw that is waited for were corrected: it is asked for otherwise now."""
        self._undone = [
            replace(one, asked=now) if one.asked == asked else one for one in self._undone
        ]

    def booked(self, asked: Asked) -> None:
        """A throw was booked: it needs what it rested on before no longer.

        Throws above it were before it in the game, and are not thrown again any more. Where none
        is the same, it came in place of the one on top.
        """
        same = self._place(asked)
        del self._undone[-1 if same is None else same :]

    def rests_on_tower(self, ids: Iterable[int]) -> bool:
        """Whether the tower told any of this evidence, or a picture of the tray is among it."""
        return any(row_id in self._seen or row_id in self._trays for row_id in ids)

    @property
    def taken_back(self) -> bool:
        """Whether throws were taken back that were not booked again."""
        return bool(self._undone)

    @property
    def ids(self) -> tuple[int, ...]:
        """Ids of all of the tower's evidence that waits, oldest first."""
        return tuple(sorted(self._new | self._offered.towers))

    @property
    def new(self) -> bool:
        """Whether anything waits that no undone step had used before."""
        return bool(self._new)

    @property
    def new_ids(self) -> frozenset[int]:
        """Ids of what waits that no undone step had used before."""
        return frozenset(self._new)

    @property
    def tells_of_cubes(self) -> bool:
        """Whether any evidence that waits comes of cubes that passed; a restart, say, does not."""
        rows = [self._seen[row_id] for row_id in self.ids]
        return any(
            row.what.code in _CUBE_FAULTS
            if isinstance(row.what, _Fault)
            else row.kind == GAP or row.what is not None
            for row in rows
        )

    @property
    def tray_ids(self) -> tuple[int, ...]:
        """Ids of the tray's pictures of the throw, where it was taken back."""
        return tuple(sorted(self._offered.trays))

    @property
    def tray_count(self) -> CameraCount | None:
        """What the camera counted of the throw that was taken back; None where it saw nothing, or
        where that was altered."""
        trays = self._offered.trays
        return self._trays[max(trays)] if trays else None

    @property
    def tray_altered(self) -> bool:
        """Whether what the camera counted of the throw that was taken back was altered."""
        return bool(self._offered.trays) and self.tray_count is None

    def add_tray(self, row_id: int, count: CameraCount | None) -> None:
        """Take in a picture of the tray that was stored; None for its count: it was altered."""
        self._trays[row_id] = count

    def reading(self, palette: Palette | PaletteAt) -> Reading | None:
        """The sensor's reading of what is new, else of the throw taken back; None without either.

        Args:
            palette: of the cubes that can be there, for all lanes alike or for each.
        """
        offered = self._offered
        # Poured twice and booked once, it is as open as before which of the two counts.
        waits = self._new or set(offered.latest)
        if not waits:
            return None
        found = self._judged(waits, palette)
        judged = [one for _, one in found]
        returned = self._judged(self._before if self._new else offered.towers - waits, palette)
        lanes, before = self._lanes(waits)
        return replace(
            read(judged),
            blind=self._blind(waits),
            lost=any(self._hides(row_id) for row_id in waits),
            returned=read(one for _, one in returned).cubes,
            lanes=lanes,
            lanes_before=before,
            apart=self._apart(found),
        )

    def fallen(self, palette: Palette | PaletteAt) -> tuple[str, ...]:
        """Colours of the cubes that wait, in the order they fell, as far as they were seen."""
        judged = self._judged(self.ids, palette)
        return tuple(c.colour for _, j in judged for c in j.cubes if c.colour)

    def _take(self, row_id: int, device: str, boot: int, kind: str, payload: bytes) -> None:
        if kind == TRAY:
            count = None
            # Of a file that somebody altered: then the camera is no witness, and that is told.
            with suppress(LookupError, TypeError, ValueError, AttributeError):
                count = of_plain(json.loads(payload)["count"])
            self.add_tray(row_id, count)
        if kind in (BOOT, PICTURE, TRAY):
            return
        what = _read(kind, payload)
        if isinstance(what, Passage):
            self._beams.add((device, what.lane))
        self._seen[row_id] = _Row(device, boot, kind, what)
        self._new.add(row_id)

    def _place(self, asked: Asked) -> int | None:
        """Where in the pile this throw lies; of several that are the same the topmost."""
        places = (n for n in range(len(self._undone) - 1, -1, -1))
        return next((n for n in places if self._undone[n].asked == asked), None)

    @property
    def _offered(self) -> _TakenBack:
        """The throw that the tower is asked for, as it was taken back."""
        same = self._place(self.asked)
        return _NO_THROW if same is None else self._undone[same]

    @property
    def _before(self) -> frozenset[int]:
        """Rows of the throw that new ones may repeat: nobody knows that of another throw either."""
        top = self._undone[-1] if self._undone else _NO_THROW
        return top.towers if self._place(self.asked) is None else self._offered.towers

    def _judged(self, ids: Iterable[int], palette: Palette | PaletteAt) -> list[tuple[int, Judged]]:
        """What passed, in the order it did, with the row where it began.

        Each lane of each boot of a board is judged by itself.
        """
        at = by_lane(palette)
        runs: dict[tuple[str, int, int], list[tuple[int, Passage]]] = {}
        judged: list[tuple[int, Judged]] = []
        for row_id in sorted(ids):
            row = self._seen[row_id]
            if isinstance(row.what, _Cube):
                sample = row.what.sample
                found = classify(sample, at(row.what.lane), blur=peak_blur(sample.clear))
                judged.append((row_id, Judged((found,), 0, "")))
            elif isinstance(row.what, Passage):
                run = (row.device, row.boot, row.what.lane)
                runs.setdefault(run, []).append((row_id, row.what))
        for (_, _, lane), passages in runs.items():
            together = judge_all([passage for _, passage in passages], at(lane))
            judged += [(passages[one.first][0], one) for one in together]
        return sorted(judged, key=lambda pair: pair[0])

    def _lanes(self, waits: set[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """How often each lane of the board told something: what waits, and of late before it.

        A lane counts as there where it or one with a higher number ever told anything. Empty where
        there is one only, or more than one board.
        """
        rows = sorted(self._seen.items())
        if len({row.device for _, row in rows}) != 1:
            return (), ()
        told = [
            (row_id in waits, row.what.lane)
            for row_id, row in rows
            if isinstance(row.what, _Cube | Passage)
        ]
        faults = [row.what for _, row in rows if isinstance(row.what, _Fault)]
        faulty = [fault.lane for fault in faults if fault.code in _LANE_FAULTS]
        there = max((*(lane for _, lane in told), *faulty), default=0) + 1
        if there == 1:
            return (), ()
        now = [lane for waiting, lane in told if waiting]
        before = [lane for waiting, lane in told if not waiting][-_LATELY:]
        lanes = range(there)
        return tuple(map(now.count, lanes)), tuple(map(before.count, lanes))

    def _apart(self, found: list[tuple[int, Judged]]) -> Cubes | None:
        """Cubes that fell well before or after all others; None where times do not tell."""
        bunches: list[list[Judged]] = []
        last: tuple[_Row, Passage] | None = None
        for row_id, judged in found:
            row = self._seen[row_id]
            if not isinstance(row.what, Passage):
                return None
            if last is not None and (row.device, row.boot) != (last[0].device, last[0].boot):
                return None
            late = last is None or _apart_ms(last[1], row.what) > APART_MS
            if late:
                bunches.append([])
            bunches[-1].append(judged)
            last = (row, row.what)
        if not bunches:
            return None
        most = max(bunches, key=lambda bunch: sum(len(judged.cubes) for judged in bunch))
        return read(one for bunch in bunches if bunch is not most for one in bunch).cubes

    def _blind(self, ids: Iterable[int]) -> bool:
        """Whether a sensor went out and has not come back."""
        out: set[tuple[str, int]] = set()
        for row_id in sorted(ids):
            row = self._seen[row_id]
            if isinstance(row.what, _Fault):
                lane = (row.device, row.what.lane)
                if row.what.code in (messages.FAULT_SENSOR, messages.FAULT_BUS):
                    out.add(lane)
                elif row.what.code == messages.FAULT_BACK:
                    out.discard(lane)
        return bool(out)

    def _hides(self, row_id: int) -> bool:
        """Whether cubes may have fallen unseen where this was told."""
        row = self._seen[row_id]
        if not isinstance(row.what, _Fault):
            return row.kind in _LOSING
        if row.what.code in _LANE_FAULTS:
            return (row.device, row.what.lane) not in self._beams
        return row.what.code not in _HARMLESS_FAULTS


def _read(kind: str, payload: bytes) -> _What:
    try:
        if kind == CUBE:
            if len(payload) >= messages.PASSAGE_HEAD_SIZE:
                return passage_of(unpack_passage(payload))
            cube = unpack_cube(payload)
            return _Cube(cube.sensor, Sample(cube.clear, cube.red, cube.green, cube.blue))
        if kind == FAULT:
            fault = unpack_fault(payload)
            return _Fault(fault.code, fault.detail & 0xFF)
    except ValueError:
        # Of another protocol, or of a file that somebody altered: what it hides nobody can say.
        return _Fault(0, 0)
    return None


def _apart_ms(first: Passage, second: Passage) -> int:
    """Board time between two passages, whichever came first."""
    apart = (second.ticks_ms - first.ticks_ms) % messages.TICKS_PERIOD
    return min(apart, messages.TICKS_PERIOD - apart)

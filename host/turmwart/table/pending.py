"""What the tower saw that no step rests on yet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from turmwart.journal.rows import EvidenceRow, NewEvidence
from turmwart.kernel.cubes import Cubes
from turmwart.tower.colour import Palette, Sample, Sorted, classify
from turmwart.tower.witness import DOUBT_LIMIT, Reading
from turmwart_wire.messages import unpack_cube

BOOT = "boot"
CUBE = "cube"
GAP = "gap"
REBOOT = "reboot"
FAULT = "fault"

_LOSING = (GAP, REBOOT, FAULT)
"""Kinds after which cubes may have fallen unseen."""


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


def sample_of(payload: bytes) -> Sample:
    """The peak sample in the payload of a CUBE frame.

    Raises:
        ValueError: not a CUBE payload.
    """
    cube = unpack_cube(payload)
    return Sample(cube.clear, cube.red, cube.green, cube.blue)


class Pending:
    """Evidence that waits: new, or given back by an undo."""

    def __init__(self) -> None:
        self._seen: dict[int, tuple[str, Sample | None]] = {}
        self._free: set[int] = set()
        self._returned: set[int] = set()

    @staticmethod
    def load(rows: Iterable[EvidenceRow]) -> Pending:
        """All evidence of a table, none of it claimed yet."""
        pending = Pending()
        for row in rows:
            pending._take(row.id, row.kind, row.payload)
        return pending

    def add(self, row_id: int, seen: Seen) -> None:
        """Take in evidence that has just been stored."""
        self._take(row_id, seen.kind, seen.payload)

    def claim(self, ids: Iterable[int]) -> None:
        """A step rests on this evidence now."""
        self._free.difference_update(ids)
        self._returned.difference_update(ids)

    def give_back(self, ids: Iterable[int]) -> None:
        """The step that rested on it was taken back: it is offered again."""
        self._free.update(ids)
        self._returned.update(ids)

    @property
    def ids(self) -> tuple[int, ...]:
        """Ids of all evidence that waits, oldest first."""
        return tuple(sorted(self._free))

    @property
    def new(self) -> bool:
        """Whether anything waits that no undone step had used before."""
        return bool(self._free - self._returned)

    @property
    def cubes_seen(self) -> int:
        """Number of cubes that wait to be booked."""
        return sum(1 for row_id in self._free if self._seen[row_id][0] == CUBE)

    def reading(self, palette: Palette) -> Reading | None:
        """The sensor's reading of all that waits; None where nothing does."""
        if not self._free:
            return None
        new = self._free - self._returned
        cubes, doubtful = self._sort(new or self._free, palette)
        returned = self._sort(self._returned, palette)[0] if new else Cubes()
        kinds = {self._seen[row_id][0] for row_id in new or self._free}
        return Reading(
            cubes=cubes,
            doubtful=doubtful,
            lost=bool(kinds & set(_LOSING)),
            returned=returned,
        )

    def fallen(self, palette: Palette) -> tuple[str, ...]:
        """Colours of the cubes that wait, in the order they fell."""
        return tuple(
            classify(sample, palette).colour
            for row_id in self.ids
            if (sample := self._seen[row_id][1]) is not None
        )

    def _take(self, row_id: int, kind: str, payload: bytes) -> None:
        if kind == BOOT:
            return
        self._seen[row_id] = (kind, sample_of(payload) if kind == CUBE else None)
        self._free.add(row_id)

    def _sort(self, ids: Iterable[int], palette: Palette) -> tuple[Cubes, tuple[Sorted, ...]]:
        counts: dict[str, int] = {}
        doubtful = []
        for row_id in sorted(ids):
            sample = self._seen[row_id][1]
            if sample is None:
                continue
            found = classify(sample, palette)
            counts[found.colour] = counts.get(found.colour, 0) + 1
            if found.doubt >= DOUBT_LIMIT:
                doubtful.append(found)
        return Cubes.from_counts(counts), tuple(doubtful)

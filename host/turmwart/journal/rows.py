"""What goes into the journal and what comes out of it, as frozen rows.

Every ``at`` is a time of the wall clock in milliseconds since 1970-01-01 UTC.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableInfo:
    """One table of the journal.

    Attributes:
        version: number of its events; the next one gets ``version + 1``.
        steps: number of its steps, undone ones and undos included.
        last_at: when its last event came; ``created_at`` while it has none.
    """

    name: str
    game: str
    created_at: int
    last_at: int
    version: int
    steps: int


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event ready to be stored.

    Attributes:
        type: such as ``"wallenstein/BattleSettled"`` or ``"kernel/Undone"``.
        schema: number of the shape of the payload, from 1.
        payload_json: canonical JSON of the event.
    """

    type: str
    schema: int
    payload_json: str


@dataclass(frozen=True, slots=True)
class EventRow:
    """A stored event.

    Attributes:
        version: place among the events of its table, gapless from 1.
        step: number of the step it belongs to, from 1.
        payload: canonical JSON.
        by: who entered it: a seat, a device, a player.
        evidence: ids of the evidence that the step rests on; on the first event of the step.
    """

    version: int
    step: int
    type: str
    schema: int
    payload: str
    at: int
    by: str
    evidence: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class NewEvidence:
    """Evidence to be stored.

    Attributes:
        table: name of the table that was open.
        device: name of the device; the same for a board whatever port it is plugged into.
        boot: boot id of the board; 0 where the device has none.
        count: the event's count since boot; for a gap the first count lost.
        kind: ``"cube"``, ``"fault"`` and ``"gap"`` are unique by device, boot and count; other
            kinds, such as ``"picture"``, may repeat.
        payload: raw, as it came from the device.
        last: the last count covered, where that is not ``count`` (a gap).
    """

    table: str
    device: str
    boot: int
    count: int
    kind: str
    payload: bytes
    at: int
    last: int | None = None


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """Stored evidence; ``last`` equals ``count`` unless it is a gap."""

    id: int
    device: str
    boot: int
    count: int
    last: int
    kind: str
    payload: bytes
    at: int


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays; the id outlives tables."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Learnt:
    """A printed value that a table entered: ``field`` of the thing ``key`` of its ``kind``.

    Attributes:
        value_json: the value as JSON.
        origin: where it comes from, such as the table's name.
    """

    kind: str
    key: str
    field: str
    value_json: str
    at: int
    origin: str

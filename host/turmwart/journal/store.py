"""What is in the journal: appending and reading; with ``file`` the only one that speaks SQLite.

Everything that changes the journal is one transaction, on the disk (write-ahead log, full sync)
before the call returns.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

from turmwart.errors import JournalConflict, JournalError
from turmwart.journal.file import LONGEST_NAME, execute, faults_of, opened
from turmwart.journal.hold import Hold
from turmwart.journal.rows import (
    EventRow,
    EvidenceRow,
    Learnt,
    NewEvidence,
    Person,
    StoredEvent,
    TableInfo,
)
from turmwart.journal.schema import (
    BOARD_KINDS,
)

_TABLES = """
SELECT t.name, t.game, t.created_at, coalesce(max(e.at), t.created_at),
       coalesce(max(e.version), 0), coalesce(max(e.step), 0)
FROM tables t LEFT JOIN events e ON e.table_id = t.id
"""
_INSERT_EVIDENCE = """
INSERT INTO evidence (table_id, device, boot, count, last, kind, payload, at, crc)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (device, boot, count) WHERE kind IN ('cube', 'fault', 'gap') DO NOTHING
"""


class Journal:
    """An open journal; make one with ``Journal.open``. Its methods may be called by any thread."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._db = connection
        self._lock = threading.RLock()

    @staticmethod
    def open(path: str | Path, *, create: bool = True, readonly: bool = False) -> Journal:
        """Open the journal in the file ``path``, and make it if there is none.

        Args:
            path: the file; folders above it are made.
            create: False where a missing file is an error.
            readonly: True: nothing is made or written, and every change is refused.

        Raises:
            JournalError: ``journal.missing``, ``journal.unreadable``, ``journal.not_a_journal``,
                ``journal.newer`` (names both versions) or ``journal.corrupt``; the file is
                untouched.
        """
        path = Path(path)
        return Journal(path, opened(path, create=create, readonly=readonly))

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        with self._lock:
            self._db.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def tables(self) -> tuple[TableInfo, ...]:
        """All tables, the one used last first."""
        rows = self._rows(f"{_TABLES} GROUP BY t.id ORDER BY 4 DESC, t.name")
        return tuple(TableInfo(*row) for row in rows)

    def table(self, name: str) -> TableInfo:
        """The table called ``name``.

        Raises:
            JournalError: ``journal.no_table``; names those there are.
        """
        rows = self._rows(f"{_TABLES} WHERE t.name = ? GROUP BY t.id", name)
        if not rows:
            raise self._no_table(name)
        return TableInfo(*rows[0])

    def create_table(self, name: str, game: str, at: int) -> None:
        """Begin a table without events.

        Args:
            name: 1 to 80 printable characters, the first and last no blank.
            game: name of the game in the registry.
            at: milliseconds since 1970 UTC.

        Raises:
            JournalError: ``journal.bad_name`` or ``journal.table_exists``.
        """
        with self._transaction():
            self._create_table(name, game, at)

    def begin_table(self, name: str, game: str, at: int) -> None:
        """Say of which game a table that has no events yet is, and since when.

        What was killed before its first step may have been about to begin another one.

        Args:
            name: a table that is held.
            game: name of the game in the registry.
            at: milliseconds since 1970 UTC.

        Raises:
            JournalError: no such table, or ``journal.table_exists`` where it has begun meanwhile.
        """
        with self._transaction():
            if self.table(name).version:
                raise JournalError("journal.table_exists", name=name)
            self._db.execute(
                "UPDATE tables SET game = ?, created_at = ? WHERE name = ?", (game, at, name)
            )

    def refuse_taken(self, name: str) -> None:
        """Object to a name under which no game can begin; nothing is stored.

        Raises:
            JournalError: ``journal.bad_name``, or ``journal.table_exists`` where one has begun.
        """
        _refuse_name(name)
        if any(info.name == name and info.version for info in self.tables()):
            raise JournalError("journal.table_exists", name=name)

    def hold(self, name: str) -> Hold:
        """Hold a table for this process, so that no second one plays on it.

        Raises:
            TableBusy: another process holds it; the error names it.
            JournalError: there is no such table.
        """
        self._table_id(name)
        return Hold(self.path, name)

    def append(
        self,
        name: str,
        expected_version: int,
        step: int,
        events: Sequence[StoredEvent],
        at: int,
        by: str,
        evidence: Sequence[int] = (),
    ) -> int:
        """Store the events of one step, all or none.

        Args:
            name: the table.
            expected_version: the version the writer has seen; 0 for an empty table.
            step: number of the step, one past the last one.
            events: at least one.
            at: milliseconds since 1970 UTC.
            by: who entered it.
            evidence: ids of stored evidence that the step rests on.

        Returns:
            The new version: ``expected_version`` plus the number of events.

        Raises:
            JournalConflict: the table is not at ``expected_version``.
            JournalError: no such table, or the file cannot be written.
            ValueError: no events, or a step out of order.
        """
        if not events:
            raise ValueError("a step needs at least one event")
        rows = [
            EventRow(
                expected_version + place + 1,
                step,
                event.type,
                event.schema,
                event.payload_json,
                at,
                by,
                tuple(evidence) if place == 0 else (),
            )
            for place, event in enumerate(events)
        ]
        with self._transaction():
            table = self.table(name)
            if table.version != expected_version:
                raise JournalConflict(
                    "journal.conflict", name=name, expected=expected_version, found=table.version
                )
            if step != table.steps + 1:
                raise ValueError(f"step {step} does not follow step {table.steps}")
            self._insert_events(self._table_id(name), rows)
        return rows[-1].version

    def read(self, name: str, after: int = 0) -> tuple[EventRow, ...]:
        """The events of a table in order, those with a version above ``after``.

        Raises:
            JournalError: no such table; ``journal.damaged_row`` where a stored row is not
                what was written; ``journal.version_gap`` where one is missing.
        """
        with self._lock:
            table_id = self._table_id(name)
            links: dict[int, list[int]] = {}
            for version, evidence_id in self._rows(
                "SELECT version, evidence_id FROM event_evidence WHERE table_id = ? "
                "AND version > ? ORDER BY version, place",
                table_id,
                after,
            ):
                links.setdefault(version, []).append(evidence_id)
            stored = self._rows(
                "SELECT version, step, type, schema, payload, at, entered_by, crc FROM events "
                "WHERE table_id = ? AND version > ? ORDER BY version",
                table_id,
                after,
            )
        rows = []
        for wanted, (*columns, crc) in enumerate(stored, start=after + 1):
            if _crc(columns) != crc:
                raise JournalError("journal.damaged_row", name=name, row=columns[0])
            if columns[0] != wanted:
                raise JournalError("journal.version_gap", name=name, row=columns[0], wanted=wanted)
            rows.append(EventRow(*(*columns, tuple(links.get(columns[0], ())))))
        return tuple(rows)

    def append_evidence(self, rows: Sequence[NewEvidence]) -> tuple[int | None, ...]:
        """Store evidence, all or none.

        Returns:
            The id of each row; None for a double of what is stored already (same device, boot
            and count, of kind cube, fault or gap).

        Raises:
            JournalError: no such table, or the file cannot be written.
        """
        with self._transaction():
            return tuple(self._insert_evidence(self._table_id(row.table), row) for row in rows)

    def evidence(self, table: str, after: int = 0) -> tuple[EvidenceRow, ...]:
        """The evidence of a table in the order it was stored, with an id above ``after``.

        Raises:
            JournalError: no such table, or ``journal.damaged_row``.
        """
        with self._lock:
            stored = self._rows(
                "SELECT id, device, boot, count, last, kind, payload, at, crc FROM evidence "
                "WHERE table_id = ? AND id > ? ORDER BY id",
                self._table_id(table),
                after,
            )
        rows = []
        for id_, *columns, crc in stored:
            if _crc(columns) != crc:
                raise JournalError("journal.damaged_row", name=table, row=id_)
            rows.append(EvidenceRow(id_, *columns))
        return tuple(rows)

    def next_count(self, device: str, boot: int) -> int | None:
        """One past the highest count stored of this boot of a board; None if there is none."""
        rows = self._rows(
            "SELECT last + 1 FROM evidence WHERE device = ? AND boot = ? "
            f"AND {_OF_BOARD} ORDER BY count DESC LIMIT 1",
            device,
            boot,
        )
        return _int_or_none(rows[0][0]) if rows else None

    def last_boot(self, device: str) -> int | None:
        """The boot id of the latest evidence of a board, of whatever kind; None if there is none.

        So evidence that the board was connected to, or rebooted, tells it as well as a cube.
        """
        rows = self._rows(
            "SELECT boot FROM evidence WHERE device = ? ORDER BY id DESC LIMIT 1", device
        )
        return _int_or_none(rows[0][0]) if rows else None

    def put_picture(self, jpeg: bytes) -> str:
        """Store a picture; the same one twice takes its room once.

        Returns:
            SHA-256 of the bytes, 64 hex digits.
        """
        sha256 = hashlib.sha256(jpeg).hexdigest()
        with self._transaction():
            self._db.execute(
                "INSERT INTO pictures VALUES (?, ?) ON CONFLICT DO NOTHING", (sha256, jpeg)
            )
        return sha256

    def picture(self, sha256: str) -> bytes:
        """A stored picture.

        Raises:
            JournalError: ``journal.no_picture``, also where its bytes are no longer the same.
        """
        rows = self._rows("SELECT jpeg FROM pictures WHERE sha256 = ?", sha256)
        if not rows or hashlib.sha256(rows[0][0]).hexdigest() != sha256:
            raise JournalError("journal.no_picture", sha256=sha256)
        return bytes(rows[0][0])

    def add_person(self, name: str) -> int:
        """Store a person; two may have the same name.

        Returns:
            The id, which outlives tables.

        Raises:
            JournalError: ``journal.bad_name``.
        """
        _refuse_name(name)
        with self._transaction():
            return _rowid(self._db.execute("INSERT INTO persons (name) VALUES (?)", (name,)))

    def persons_named(self, names: Sequence[str]) -> tuple[int, ...]:
        """Ids of the persons of these names; who is not known yet is stored, all or nobody.

        Raises:
            JournalError: ``journal.bad_name``.
        """
        for name in names:
            _refuse_name(name)
        known = {person.name: person.id for person in reversed(self.persons())}
        with self._transaction():
            for name in names:
                if name not in known:
                    insert = "INSERT INTO persons (name) VALUES (?)"
                    known[name] = _rowid(self._db.execute(insert, (name,)))
        return tuple(known[name] for name in names)

    def persons(self) -> tuple[Person, ...]:
        """All persons by name."""
        rows = self._rows("SELECT id, name FROM persons ORDER BY name, id")
        return tuple(Person(*row) for row in rows)

    def seat_person(self, table: str, seat: str, person: int) -> None:
        """Write down who sits on a seat; the last entry counts.

        Raises:
            JournalError: no such table, or ``journal.no_person``.
        """
        with self._transaction():
            if not self._rows("SELECT 1 FROM persons WHERE id = ?", person):
                raise JournalError("journal.no_person", person=person)
            self._db.execute(
                "INSERT INTO seats VALUES (?, ?, ?) "
                "ON CONFLICT DO UPDATE SET person_id = excluded.person_id",
                (self._table_id(table), seat, person),
            )

    def seats(self, table: str) -> dict[str, Person]:
        """Seat -> person, in order of the seat.

        Raises:
            JournalError: no such table.
        """
        rows = self._rows(
            "SELECT s.seat, p.id, p.name FROM seats s JOIN persons p ON p.id = s.person_id "
            "WHERE s.table_id = ? ORDER BY s.seat",
            self._table_id(table),
        )
        return {seat: Person(id_, name) for seat, id_, name in rows}

    def learn(
        self,
        game: str,
        copy: str,
        kind: str,
        key: str,
        field: str,
        value_json: str,
        at: int,
        origin: str,
    ) -> None:
        """Keep a printed value that a table entered, for one copy of a game.

        Args:
            game: name of the game.
            copy: which copy of it, as the table calls it.
            kind: kind of thing, such as ``"province"``.
            key: its id in the data files.
            field: which of its values, such as ``"income"``.
            value_json: the value as JSON.
            at: milliseconds since 1970 UTC.
            origin: where it comes from, such as the table's name.

        Raises:
            ValueError: ``value_json`` is no JSON.
        """
        json.loads(value_json)
        with self._transaction():
            self._db.execute(
                "INSERT INTO printed (game, copy, kind, key, field, value, at, origin) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (game, copy, kind, key, field, value_json, at, origin),
            )

    def learnt(self, game: str, copy: str) -> tuple[Learnt, ...]:
        """The printed values of a copy of a game, each as it was entered last."""
        rows = self._rows(
            "SELECT kind, key, field, value, at, origin FROM printed WHERE id IN "
            "(SELECT max(id) FROM printed WHERE game = ? AND copy = ? GROUP BY kind, key, field) "
            "ORDER BY kind, key, field",
            game,
            copy,
        )
        return tuple(Learnt(*row) for row in rows)

    def setting(self, key: str) -> str | None:
        """A setting such as ``"language"``; None while nobody chose it."""
        rows = self._rows("SELECT value FROM settings WHERE key = ?", key)
        return str(rows[0][0]) if rows else None

    def set_setting(self, key: str, value: str) -> None:
        """Keep a setting."""
        with self._transaction():
            self._db.execute(
                "INSERT INTO settings VALUES (?, ?) "
                "ON CONFLICT DO UPDATE SET value = excluded.value",
                (key, value),
            )

    def restore(
        self,
        name: str,
        game: str,
        created_at: int,
        evidence: Sequence[tuple[int, NewEvidence]],
        events: Sequence[EventRow],
    ) -> None:
        """Store a whole table that comes from elsewhere, all or none.

        Args:
            name: a name that is free.
            game: name of the game.
            created_at: milliseconds since 1970 UTC.
            evidence: pairs of the id that ``events`` use and the evidence; it gets a new id.
            events: checked rows, versions gapless from 1.

        Raises:
            JournalError: ``journal.bad_name`` or ``journal.table_exists``.
            ValueError: doubled evidence, or an event that names evidence that is not given.
        """
        with self._transaction():
            table_id = self._create_table(name, game, created_at)
            ids: dict[int, int] = {}
            for old, row in evidence:
                new = self._insert_evidence(table_id, row)
                if new is None:
                    raise ValueError(f"evidence {old} is a double")
                ids[old] = new
            missing = sorted({old for row in events for old in row.evidence} - set(ids))
            if missing:
                raise ValueError(f"no evidence {missing[0]}")
            self._insert_events(table_id, events, ids)

    def verify(self, name: str | None = None) -> tuple[JournalError, ...]:
        """Read everything and tell what is wrong; nothing is changed.

        Args:
            name: look at this table only; the file itself is looked at in any case.

        Returns:
            One error for each problem; empty if all is well.

        Raises:
            JournalError: no such table, or the file cannot be read at all.
        """
        problems = [
            JournalError(
                "journal.corrupt", path=str(self.path), reason=" ".join(str(row[0]).split())
            )
            for row in self._rows("PRAGMA integrity_check")
            if row[0] != "ok"
        ]
        problems += [
            JournalError("journal.dangling", path=str(self.path), where=str(row[0]))
            for row in self._rows("PRAGMA foreign_key_check")
        ]
        if name is None:
            problems += self._damaged_pictures()
        names = [row.name for row in self.tables()] if name is None else [self.table(name).name]
        for each in names:
            problems += self._problems_of(each)
        return tuple(problems)

    def _problems_of(self, name: str) -> Iterator[JournalError]:
        try:
            events = self.read(name)
            self.evidence(name)
        except JournalError as error:
            yield error
            return
        step = 0
        for row in events:
            if row.step not in (step, step + 1) or row.step == 0:
                yield JournalError("journal.step_order", name=name, row=row.version, step=row.step)
            step = row.step
            try:
                json.loads(row.payload)
            except ValueError:
                yield JournalError("journal.bad_payload", name=name, row=row.version)

    def _damaged_pictures(self) -> Iterator[JournalError]:
        for (sha256,) in self._rows("SELECT sha256 FROM pictures ORDER BY sha256"):
            try:
                self.picture(sha256)
            except JournalError as error:
                yield error

    def _create_table(self, name: str, game: str, at: int) -> int:
        _refuse_name(name)
        if self._rows("SELECT 1 FROM tables WHERE name = ?", name):
            raise JournalError("journal.table_exists", name=name)
        return _rowid(
            self._db.execute(
                "INSERT INTO tables (name, game, created_at) VALUES (?, ?, ?)", (name, game, at)
            )
        )

    def _insert_events(
        self, table_id: int, rows: Sequence[EventRow], ids: dict[int, int] | None = None
    ) -> None:
        for row in rows:
            columns = (row.version, row.step, row.type, row.schema, row.payload, row.at, row.by)
            self._db.execute(
                "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (table_id, *columns, _crc(columns)),
            )
            for place, evidence_id in enumerate(row.evidence):
                linked = evidence_id if ids is None else ids[evidence_id]
                self._db.execute(
                    "INSERT INTO event_evidence VALUES (?, ?, ?, ?)",
                    (table_id, row.version, place, linked),
                )

    def _insert_evidence(self, table_id: int, row: NewEvidence) -> int | None:
        last = row.count if row.last is None else row.last
        columns = (row.device, row.boot, row.count, last, row.kind, row.payload, row.at)
        cursor = self._db.execute(_INSERT_EVIDENCE, (table_id, *columns, _crc(columns)))
        return _rowid(cursor) if cursor.rowcount else None

    def _table_id(self, name: str) -> int:
        rows = self._rows("SELECT id FROM tables WHERE name = ?", name)
        if not rows:
            raise self._no_table(name)
        return int(rows[0][0])

    def _no_table(self, name: str) -> JournalError:
        known = ", ".join(row[0] for row in self._rows("SELECT name FROM tables ORDER BY name"))
        return JournalError("journal.no_table", name=name, known=known or "-")

    def _rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        with self._lock, faults_of(self.path):
            return execute(self._db, sql, values).fetchall()

    @contextmanager
    def together(self) -> Iterator[None]:
        """All that is stored within is one transaction: all of it, or nothing.

        Raises:
            JournalError: the file cannot be written.
        """
        with self._transaction():
            yield

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._lock:
            with faults_of(self.path):
                within = self._db.in_transaction
                if not within:
                    execute(self._db, "BEGIN IMMEDIATE")
            if within:
                # A part of what is stored together; no other thread comes in between.
                yield
                return
            try:
                with faults_of(self.path):
                    yield
                    self._db.execute("COMMIT")
            except BaseException:
                # SQLite has ended it by itself where the disk is full or broken.
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise


_OF_BOARD = f"kind IN {BOARD_KINDS}"


def _refuse_name(name: str) -> None:
    if not 1 <= len(name) <= LONGEST_NAME or name != name.strip() or not name.isprintable():
        raise JournalError("journal.bad_name", name=ascii(name), most=LONGEST_NAME)


def _crc(columns: Sequence[object]) -> int:
    """CRC-32 over a row's columns: a flipped bit in the file must not become a cube."""
    plain = [column.hex() if isinstance(column, bytes) else column for column in columns]
    return zlib.crc32(json.dumps(plain).encode())


def _rowid(cursor: sqlite3.Cursor) -> int:
    if cursor.lastrowid is None:
        raise ValueError("nothing was inserted")
    return cursor.lastrowid


def _int_or_none(value: object) -> int | None:
    return value if isinstance(value, int) else None

"""The tables of the journal file, and what its first bytes say of it."""

from __future__ import annotations

APPLICATION_ID = 0x5475726D
""""Turm"; stands at byte 68 of the file."""

SCHEMA_VERSION = 1
"""Stands at byte 60 of the file, as ``user_version``."""

BOARD_KINDS = ("cube", "fault", "gap")
"""Evidence that a board counts, and that is therefore unique by device, boot and count."""

CHECKED_AT_OPEN = ("tables", "events", "event_evidence", "evidence", "persons", "seats", "printed")
"""All but the pictures, whose size would make opening slow."""

SCHEMA = """
CREATE TABLE tables (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE events (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    version INTEGER NOT NULL CHECK (version >= 1),
    step INTEGER NOT NULL CHECK (step >= 1),
    type TEXT NOT NULL,
    schema INTEGER NOT NULL CHECK (schema >= 1),
    payload TEXT NOT NULL,
    at INTEGER NOT NULL,
    entered_by TEXT NOT NULL,
    crc INTEGER NOT NULL,
    PRIMARY KEY (table_id, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE evidence (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    device TEXT NOT NULL,
    boot INTEGER NOT NULL,
    count INTEGER NOT NULL,
    last INTEGER NOT NULL CHECK (last >= count),
    kind TEXT NOT NULL,
    payload BLOB NOT NULL,
    at INTEGER NOT NULL,
    crc INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX evidence_once ON evidence (device, boot, count)
    WHERE kind IN ('cube', 'fault', 'gap');
CREATE INDEX evidence_by_table ON evidence (table_id, id);
CREATE TABLE event_evidence (
    table_id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    place INTEGER NOT NULL,
    evidence_id INTEGER NOT NULL REFERENCES evidence (id),
    PRIMARY KEY (table_id, version, place),
    FOREIGN KEY (table_id, version) REFERENCES events (table_id, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE pictures (
    sha256 TEXT PRIMARY KEY,
    jpeg BLOB NOT NULL
) STRICT;
CREATE TABLE persons (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL
) STRICT;
CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat TEXT NOT NULL,
    person_id INTEGER NOT NULL REFERENCES persons (id),
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE printed (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    copy TEXT NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    field TEXT NOT NULL,
    value TEXT NOT NULL,
    at INTEGER NOT NULL,
    origin TEXT NOT NULL
) STRICT;
CREATE INDEX printed_by_copy ON printed (game, copy, kind, key, field, id);
CREATE TABLE settings (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
"""

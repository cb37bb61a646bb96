"""The journal's file: found, made and looked through before it is opened; its faults in our words.

A file that is not a journal, is newer than this program or is damaged is looked at without being
written to, and refused.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from turmwart.errors import JournalError
from turmwart.journal.schema import APPLICATION_ID, CHECKED_AT_OPEN, SCHEMA, SCHEMA_VERSION

LONGEST_NAME = 80
"""Characters of a table's name."""

_MAGIC = b"SQLite format 3\0"
_PATIENCE_S = 10.0
_TRY_S = 0.02


def opened(path: Path, *, create: bool = True, readonly: bool = False) -> sqlite3.Connection:
    """A connection to the journal in the file ``path``; see ``Journal.open``.

    Raises:
        JournalError: ``journal.missing``, ``journal.unreadable``, ``journal.not_a_journal``,
            ``journal.newer`` (names both versions) or ``journal.corrupt``; the file is untouched.
    """
    if not _exists(path):
        if readonly or not create:
            raise JournalError("journal.missing", path=str(path))
        _create(path)
    _refuse_by_first_bytes(path)
    _refuse_by_content(path)
    mode = "rw"
    if readonly:
        # In a folder where nothing may be made, SQLite could not even read the log's index.
        still = not _logged(path) and not os.access(path.absolute().parent, os.W_OK)
        mode = "ro&immutable=1" if still else "ro"
    with faults_of(path):
        return _connect(path, mode)


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    address = f"file:{quote(os.fsencode(path.absolute()))}?mode={mode}"
    connection = sqlite3.connect(
        address,
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        timeout=_TRY_S,
    )
    for pragma in ("foreign_keys = ON", "synchronous = FULL", "trusted_schema = OFF"):
        execute(connection, f"PRAGMA {pragma}")
    return connection


def execute(
    connection: sqlite3.Connection, sql: str, values: Sequence[object] = ()
) -> sqlite3.Cursor:
    """Carry out one statement; wait while another process writes.

    SQLite's own waiting grows to 100 ms between tries and starves beside a busy writer, so it is
    cut short and begun anew.

    Raises:
        sqlite3.Error: the statement failed, or the other one does not end.
    """
    deadline = time.monotonic() + _PATIENCE_S
    while True:
        try:
            return connection.execute(sql, values)
        except sqlite3.OperationalError as error:
            busy = _code(error) == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > deadline:
                raise


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:
        # No right to look into its folder, or a name longer than there can be.
        reason = error.strerror or str(error)
        raise JournalError("journal.unreadable", path=str(path), reason=reason) from None


def _log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _logged(path: Path) -> bool:
    return _exists(_log_of(path))


def _create(path: Path) -> None:
    """Make an empty journal; it gets its name only when it is whole."""
    log = _log_of(path)
    if _exists(log) and log.stat().st_size > 0:
        # SQLite would take the orphan's pages for pages of the new file.
        raise JournalError("journal.orphan_log", path=str(log))
    draft = path.with_name(f".{path.name}-{os.getpid()}-{threading.get_ident()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(draft, isolation_level=None)) as connection:
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            connection.executescript(SCHEMA)
            connection.execute("PRAGMA journal_mode = WAL")
        _publish(draft, path)
    except (OSError, sqlite3.Error) as error:
        raise JournalError("journal.unwritable", path=str(path), reason=str(error)) from None
    finally:
        with suppress(OSError):
            draft.unlink()


def _publish(draft: Path, path: Path) -> None:
    try:
        os.link(draft, path)
    except FileExistsError:
        return  # Another process was faster, and its journal is as good.
    except OSError:
        # A file system without hard links.
        draft.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _refuse_by_first_bytes(path: Path) -> None:
    try:
        with path.open("rb") as file:
            head = file.read(100)
    except OSError as error:
        reason = error.strerror or str(error)
        raise JournalError("journal.unreadable", path=str(path), reason=reason) from None
    application = int.from_bytes(head[68:72], "big")
    if len(head) < 100 or not head.startswith(_MAGIC) or application != APPLICATION_ID:
        raise JournalError("journal.not_a_journal", path=str(path))
    _refuse_version(path, int.from_bytes(head[60:64], "big", signed=True))


def _refuse_version(path: Path, found: int) -> None:
    if found > SCHEMA_VERSION:
        raise JournalError("journal.newer", path=str(path), found=found, known=SCHEMA_VERSION)
    if found < 1:
        raise JournalError("journal.corrupt", path=str(path), reason=f"schema version {found}")


def _refuse_by_content(path: Path) -> None:
    """Look through the file by a connection that cannot write.

    A file without a log beside it is taken as unchanging, so that SQLite makes no files there.
    """
    mode = "ro" if _logged(path) else "ro&immutable=1"
    with faults_of(path), closing(_connect(path, mode)) as db:
        # A later program may have raised the number in the log only.
        _refuse_version(path, int(execute(db, "PRAGMA user_version").fetchone()[0]))
        for table in CHECKED_AT_OPEN:
            # Names are read from the index alone; only the thorough check looks what it holds.
            check = "integrity_check" if table == "tables" else "quick_check"
            found = execute(db, f"PRAGMA {check}('{table}')").fetchone()[0]
            if found != "ok":
                reason = " ".join(str(found).split())
                raise JournalError("journal.corrupt", path=str(path), reason=reason)


@contextmanager
def faults_of(path: Path) -> Iterator[None]:
    """Turn what SQLite says of the file into errors of the journal.

    Raises:
        JournalError: ``journal.bad_name``, ``journal.closed``, ``journal.corrupt``,
            ``journal.locked``, ``journal.unreadable`` or ``journal.unwritable``.
        ValueError: a row does not fit the others.
    """
    try:
        yield
    except UnicodeEncodeError as error:
        # Bytes of a command line that are no text; SQLite takes nothing else for a name.
        name = ascii(error.object)
        raise JournalError("journal.bad_name", name=name, most=LONGEST_NAME) from None
    except UnicodeDecodeError as error:
        # Damaged bytes in a name, or in what SQLite itself says of them.
        raise JournalError("journal.corrupt", path=str(path), reason=str(error)) from None
    except sqlite3.ProgrammingError as error:
        raise JournalError("journal.closed", path=str(path), reason=str(error)) from None
    except sqlite3.IntegrityError as error:
        raise ValueError(f"{path.name}: {error}") from None
    except sqlite3.DatabaseError as error:
        text_id = _BY_CODE.get(_code(error), "journal.corrupt")
        raise JournalError(text_id, path=str(path), reason=str(error)) from None


def _code(error: sqlite3.Error) -> int:
    """SQLite's primary code; 0 where the fault is Python's own, such as text that is no UTF-8."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


_BY_CODE = {
    sqlite3.SQLITE_BUSY: "journal.locked",
    sqlite3.SQLITE_LOCKED: "journal.locked",
    sqlite3.SQLITE_READONLY: "journal.unwritable",
    sqlite3.SQLITE_FULL: "journal.unwritable",
    sqlite3.SQLITE_PERM: "journal.unwritable",
    sqlite3.SQLITE_IOERR: "journal.unreadable",
    sqlite3.SQLITE_CANTOPEN: "journal.unreadable",
}

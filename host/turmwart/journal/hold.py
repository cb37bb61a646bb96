"""The lock by which one process holds a table; it dies with the process."""

from __future__ import annotations

import fcntl
import hashlib
import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from turmwart.errors import JournalError, TableBusy


class Hold:
    """A table held by this process until ``release``, or until the process ends in any way.

    Args:
        journal: path of the journal; the lock file lies beside it.
        name: name of the table.

    Raises:
        TableBusy: another holder has the table; the error names its process, 0 if that is not
            known yet.
        JournalError: the lock file cannot be made.
    """

    def __init__(self, journal: Path, name: str) -> None:
        # The hash makes any name, of any length and any alphabet, safe as the name of a file.
        digest = hashlib.sha256(name.encode()).hexdigest()[:16]
        self.name = name
        self._path = journal.with_name(f"{journal.name}-hold-{digest}")
        self._handle: int | None = _lock(self._path, name)

    def release(self) -> None:
        """Give the table free; a second call does nothing."""
        if self._handle is not None:
            self._path.unlink(missing_ok=True)
            os.close(self._handle)
            self._handle = None

    def __enter__(self) -> Hold:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()


def _lock(path: Path, name: str) -> int:
    while True:
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise JournalError("journal.unwritable", path=str(path), reason=str(error)) from None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(handle, 20, 0).decode("ascii", "replace").strip()
            os.close(handle)
            pid = int(holder) if holder.isdecimal() else 0
            raise TableBusy("journal.busy", name=name, pid=pid) from None
        # A holder that let go in between has removed this very file: then it locks nobody out.
        if _same_file(handle, path):
            # The number only tells others whom to ask; on a full disk the lock itself does.
            with suppress(OSError):
                os.ftruncate(handle, 0)
                os.pwrite(handle, f"{os.getpid()}\n".encode(), 0)
            return handle
        os.close(handle)


def _same_file(handle: int, path: Path) -> bool:
    try:
        there = os.stat(path)
    except FileNotFoundError:
        return False
    return os.path.samestat(there, os.fstat(handle))

"""Several processes at one journal, and processes that are killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from turmwart.errors import TableBusy
from turmwart.journal.store import Journal

WRITER = """
import sys
from turmwart.journal.rows import NewEvidence, StoredEvent
from turmwart.journal.store import Journal

journal = Journal.open(sys.argv[1])
version, step = journal.table("Monday").version, journal.table("Monday").steps
while True:
    step += 1
    count = journal.next_count("tower", 7) or 0
    ids = journal.append_evidence(
        [NewEvidence("Monday", "tower", 7, count + n, "cube", b"raw", 5) for n in range(3)]
    )
    events = [StoredEvent("bag/Taken", 1, '{"n":%d}' % n) for n in range(1 + step % 3)]
    version = journal.append("Monday", version, step, events, 5, "s1", ids)
    print(version, step, ids[-1], flush=True)
"""

HOLDER = """
import sys
from turmwart.journal.store import Journal

hold = Journal.open(sys.argv[1]).hold(sys.argv[2])
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def running(script: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A Python process with a script of its own; killed at the end if it still runs."""
    process = subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def line_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


@pytest.mark.parametrize("lines", [1, 40, 120])
def test_what_was_acknowledged_before_a_kill_is_found(
    journal: Journal, path: Path, lines: int
) -> None:
    """A writer is killed thrice in the midst; each goes on where the one before was killed."""
    journal.create_table("Monday", "bag", 10)
    journal.close()
    for _ in range(3):
        with running(WRITER, str(path)) as writer:
            heard = [line_of(writer) for _ in range(lines)]
            os.kill(writer.pid, signal.SIGKILL)
            assert writer.stdout is not None
            # What the pipe still holds was acknowledged too; the last line may be torn.
            heard += [line for line in writer.stdout if line.endswith("\n")]
            assert writer.wait() == -signal.SIGKILL
        version, step, evidence_id = map(int, heard[-1].split())
        with Journal.open(path, create=False) as again:
            assert again.verify() == ()
            rows, evidence = again.read("Monday"), again.evidence("Monday")
            assert rows[version - 1].step == step
            # Steps are whole: beside the acknowledged ones at most the one under way.
            assert rows[-1].step in (step, step + 1)
            by_step = [sum(row.step == n for row in rows) for n in range(1, rows[-1].step + 1)]
            assert by_step == [1 + n % 3 for n in range(1, rows[-1].step + 1)]
            assert evidence[evidence_id - 1].id == evidence_id
            assert len(evidence) % 3 == 0


def test_a_table_is_held_by_one_process(journal: Journal, path: Path) -> None:
    journal.create_table("Monday", "bag", 10)
    journal.create_table("Ünnep/../1", "bag", 10)
    with running(HOLDER, str(path), "Monday") as holder:
        assert line_of(holder) == "held\n"
        with pytest.raises(TableBusy) as caught:
            journal.hold("Monday")
        assert caught.value.text_id == "journal.busy"
        assert caught.value.values == {"name": "Monday", "pid": holder.pid}
        with journal.hold("Ünnep/../1"):
            assert all(file.parent == path.parent for file in path.parent.rglob("*"))


def test_a_hold_dies_with_its_process(journal: Journal, path: Path) -> None:
    journal.create_table("Monday", "bag", 10)
    with running(HOLDER, str(path), "Monday") as holder:
        assert line_of(holder) == "held\n"
        os.kill(holder.pid, signal.SIGKILL)
        holder.wait()
        with journal.hold("Monday"), running(HOLDER, str(path), "Monday") as late:
            assert line_of(late) == ""
            assert late.wait() == 1


def test_a_released_table_can_be_held_again(journal: Journal) -> None:
    journal.create_table("Monday", "bag", 10)
    first = journal.hold("Monday")
    with pytest.raises(TableBusy):
        journal.hold("Monday")
    first.release()
    second = journal.hold("Monday")
    first.release()
    with pytest.raises(TableBusy):
        journal.hold("Monday")
    second.release()


def test_two_processes_write_their_tables_at_once(journal: Journal, path: Path) -> None:
    journal.create_table("Monday", "bag", 10)
    journal.create_table("Tuesday", "bag", 10)
    tuesday = WRITER.replace("Monday", "Tuesday").replace("tower", "other tower")
    with running(WRITER, str(path)) as one, running(tuesday, str(path)) as two:
        for _ in range(50):
            assert line_of(one)
            assert line_of(two)
    assert journal.verify() == ()
    assert min(table.steps for table in journal.tables()) >= 50

"""Files that are no journal, too new or damaged: one error, and not a byte is changed."""

from __future__ import annotations

import itertools
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from turmwart.errors import JournalError
from turmwart.journal.rows import NewEvidence, StoredEvent
from turmwart.journal.schema import SCHEMA_VERSION
from turmwart.journal.store import Journal
from turmwart.texts import say_error


def refused(path: Path) -> JournalError:
    """The error of opening ``path``, after seeing that the folder stays as it was."""
    before = {file.name: file.read_bytes() for file in path.parent.iterdir() if file.is_file()}
    with pytest.raises(JournalError) as caught:
        Journal.open(path)
    assert {f.name: f.read_bytes() for f in path.parent.iterdir() if f.is_file()} == before
    assert not say_error(caught.value).startswith("[")
    assert str(path) in say_error(caught.value)
    return caught.value


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a closed journal of some 60 pages."""
    path = tmp_path_factory.mktemp("template") / "journal.sqlite"
    with Journal.open(path) as journal:
        journal.create_table("Monday", "bag", 10)
        for step in range(1, 101):
            event = StoredEvent("bag/Opened", 1, f'{{"cubes":{{"red":{step}}},"x":"{"y" * 900}"}}')
            journal.append("Monday", step - 1, step, [event], 20, "s1")
            journal.append_evidence(
                [NewEvidence("Monday", "tower", 7, step, "cube", bytes(500), 20)]
            )
    return path.read_bytes()


@pytest.fixture
def filled(template: bytes, path: Path) -> Path:
    """A closed journal."""
    path.write_bytes(template)
    return path


def test_a_missing_file(path: Path) -> None:
    for options in ({"create": False}, {"readonly": True}):
        with pytest.raises(JournalError) as caught:
            Journal.open(path, **options)
        assert caught.value.text_id == "journal.missing"
    assert list(path.parent.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"Dear diary\n" * 100, b"SQLite format 3\0", bytes(4096)])
def test_a_file_of_something_else(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert refused(path).text_id == "journal.not_a_journal"


@pytest.mark.parametrize("mode", ["WAL", "DELETE"])
def test_a_database_of_another_program(path: Path, mode: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA journal_mode = {mode}")
        connection.execute("CREATE TABLE events (id INTEGER)")
    assert refused(path).text_id == "journal.not_a_journal"


def test_a_folder(tmp_path: Path) -> None:
    assert refused(tmp_path).text_id == "journal.unreadable"


def test_a_newer_journal(filled: Path) -> None:
    with closing(sqlite3.connect(filled, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    error = refused(filled)
    assert error.text_id == "journal.newer"
    assert error.values["found"] == SCHEMA_VERSION + 1
    assert error.values["known"] == SCHEMA_VERSION


def test_a_newer_journal_whose_number_stands_in_the_log_only(filled: Path) -> None:
    with closing(sqlite3.connect(filled, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
        assert filled.read_bytes()[60:64] == SCHEMA_VERSION.to_bytes(4, "big")
        main = filled.read_bytes()
        with pytest.raises(JournalError) as caught:
            Journal.open(filled)
        assert caught.value.text_id == "journal.newer"
        assert filled.read_bytes() == main


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_truncated_journal(filled: Path, share: float) -> None:
    whole = filled.read_bytes()
    filled.write_bytes(whole[: int(len(whole) * share)])
    assert refused(filled).text_id == "journal.corrupt"


def test_a_journal_without_its_tables(filled: Path) -> None:
    with closing(sqlite3.connect(filled, isolation_level=None)) as connection:
        connection.execute("DROP TABLE event_evidence")
    assert refused(filled).text_id == "journal.corrupt"


def look_for_tuesday(path: Path) -> None:
    """Open a journal and ask for a table that it does not hold."""
    with Journal.open(path, readonly=True) as journal:
        assert all(isinstance(info.name, str) for info in journal.tables())
        journal.table("Tuesday")


def test_a_page_in_the_place_of_another(filled: Path) -> None:
    """Each page is sound, but holds other rows; what is said of it is one line."""
    whole = filled.read_bytes()
    pages = [whole[at : at + 4096] for at in range(0, len(whole), 4096)]
    found = set()
    for one, other in itertools.combinations(range(1, len(pages)), 2):
        swapped = list(pages)
        swapped[one], swapped[other] = pages[other], pages[one]
        filled.write_bytes(b"".join(swapped))
        with pytest.raises(JournalError) as caught:
            look_for_tuesday(filled)
        found.add(caught.value.text_id)
        assert "\n" not in say_error(caught.value)
    assert found <= {"journal.corrupt", "journal.no_table"}


@pytest.mark.parametrize("seed", range(60))
def test_flipped_bytes_are_refused_or_found(filled: Path, seed: int) -> None:
    """Wherever 40 bits are flipped: refused at the door, or named by ``verify``, or harmless.

    Harmless is what leaves every row as it was; it is never a crash of another kind, and never
    another event than the one that was stored.
    """
    with Journal.open(filled, readonly=True) as journal:
        events, evidence = journal.read("Monday"), journal.evidence("Monday")
    damaged = bytearray(filled.read_bytes())
    choice = random.Random(seed)
    for _ in range(40):
        damaged[choice.randrange(len(damaged))] ^= 1 << choice.randrange(8)
    filled.write_bytes(damaged)
    found = looked_through(filled)
    assert filled.read_bytes() == bytes(damaged)
    assert found in REFUSALS or found == (events, evidence)


REFUSALS = (
    "journal.corrupt",
    "journal.damaged_row",
    "journal.dangling",
    "journal.newer",
    "journal.no_table",
    "journal.not_a_journal",
    "journal.step_order",
    "journal.version_gap",
)


def looked_through(path: Path) -> object:
    """The id of the first error, or what the table holds."""
    try:
        with Journal.open(path, readonly=True) as journal:
            for problem in journal.verify():
                return problem.text_id
            return journal.read("Monday"), journal.evidence("Monday")
    except JournalError as error:
        return error.text_id


def test_the_log_of_a_journal_that_is_gone(filled: Path) -> None:
    filled.with_name(f"{filled.name}-wal").write_bytes(b"old pages")
    filled.unlink()
    with pytest.raises(JournalError) as caught:
        Journal.open(filled)
    assert caught.value.text_id == "journal.orphan_log"
    assert not filled.exists()


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalError) as caught:
        Journal.open(tmp_path / "file" / "journal.sqlite")
    assert caught.value.text_id == "journal.unwritable"

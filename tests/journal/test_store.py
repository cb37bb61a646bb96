"""Appending, reading and the other drawers of the journal."""

from __future__ import annotations

import errno
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from turmwart.errors import JournalConflict, JournalError, TableBusy
from turmwart.journal.place import default_path
from turmwart.journal.rows import EventRow, NewEvidence, Person, StoredEvent, TableInfo
from turmwart.journal.store import Journal
from turmwart.texts import has

ONE = StoredEvent("bag/Opened", 1, '{"cubes":{}}')
TWO = StoredEvent("bag/Taken", 2, '{"seat":"s1"}')


def cube(count: int, boot: int = 7, payload: bytes = b"raw", kind: str = "cube") -> NewEvidence:
    return NewEvidence("Monday", "tower", boot, count, kind, payload, 50)


@pytest.fixture
def monday(journal: Journal) -> Journal:
    journal.create_table("Monday", "bag", 10)
    return journal


def test_events_come_back_as_they_went_in(monday: Journal, path: Path) -> None:
    assert monday.append("Monday", 0, 1, [ONE, TWO], 20, "s1") == 2
    assert monday.append("Monday", 2, 2, [TWO], 30, "s2") == 3
    monday.close()
    with Journal.open(path, create=False) as again:
        assert again.read("Monday") == (
            EventRow(1, 1, ONE.type, 1, ONE.payload_json, 20, "s1"),
            EventRow(2, 1, TWO.type, 2, TWO.payload_json, 20, "s1"),
            EventRow(3, 2, TWO.type, 2, TWO.payload_json, 30, "s2"),
        )
        assert [row.version for row in again.read("Monday", after=2)] == [3]
        assert again.tables() == (TableInfo("Monday", "bag", 10, 30, 3, 2),)


def test_tables_lie_apart_and_the_latest_comes_first(monday: Journal) -> None:
    monday.create_table("Tuesday", "bag", 15)
    monday.append("Monday", 0, 1, [ONE], 20, "s1")
    assert [table.name for table in monday.tables()] == ["Monday", "Tuesday"]
    assert monday.read("Tuesday") == ()
    assert monday.table("Tuesday") == TableInfo("Tuesday", "bag", 15, 15, 0, 0)


def test_a_stale_writer_is_refused_and_nothing_is_stored(monday: Journal) -> None:
    monday.append("Monday", 0, 1, [ONE], 20, "s1")
    with pytest.raises(JournalConflict) as caught:
        monday.append("Monday", 0, 2, [TWO], 21, "s2")
    assert caught.value.values == {"name": "Monday", "expected": 0, "found": 1}
    assert len(monday.read("Monday")) == 1


def test_two_writers_at_one_file_conflict(monday: Journal, path: Path) -> None:
    with Journal.open(path) as other:
        other.append("Monday", 0, 1, [ONE], 20, "other")
        with pytest.raises(JournalConflict):
            monday.append("Monday", 0, 1, [ONE], 20, "s1")
        assert monday.append("Monday", 1, 2, [TWO], 20, "s1") == 2
        assert [row.by for row in other.read("Monday")] == ["other", "s1"]


def test_a_step_out_of_order_or_without_events_is_the_callers_mistake(monday: Journal) -> None:
    with pytest.raises(ValueError, match="step 2"):
        monday.append("Monday", 0, 2, [ONE], 20, "s1")
    with pytest.raises(ValueError, match="at least one"):
        monday.append("Monday", 0, 1, [], 20, "s1")


def test_unknown_tables_are_named_with_those_there_are(monday: Journal) -> None:
    for ask in (monday.table, monday.read, monday.evidence, monday.hold, monday.seats):
        with pytest.raises(JournalError) as caught:
            ask("Sunday")
        assert caught.value.text_id == "journal.no_table"
        assert caught.value.values == {"name": "Sunday", "known": "Monday"}


@pytest.mark.parametrize("name", ["", " x", "x\n", "a" * 81, "\ud800", "\x1b[2J"])
def test_a_name_must_be_printable(journal: Journal, name: str) -> None:
    with pytest.raises(JournalError) as caught:
        journal.create_table(name, "bag", 10)
    assert caught.value.text_id == "journal.bad_name"
    assert journal.tables() == ()


def test_a_name_is_free_or_not(monday: Journal) -> None:
    with pytest.raises(JournalError) as caught:
        monday.create_table("Monday", "bag", 11)
    assert caught.value.text_id == "journal.table_exists"


def test_evidence_is_stored_once(monday: Journal) -> None:
    first = monday.append_evidence([cube(0), cube(1), cube(1)])
    assert first == (1, 2, None)
    assert monday.append_evidence([cube(1), cube(1, boot=8), cube(2)]) == (None, 3, 4)
    assert [(row.boot, row.count) for row in monday.evidence("Monday")] == [
        (7, 0),
        (7, 1),
        (8, 1),
        (7, 2),
    ]
    assert [row.id for row in monday.evidence("Monday", after=3)] == [4]


def test_what_is_not_counted_by_a_board_may_repeat(monday: Journal) -> None:
    picture = NewEvidence("Monday", "camera", 0, 0, "picture", b"sha", 50)
    assert monday.append_evidence([picture, picture]) == (1, 2)
    assert monday.next_count("camera", 0) is None


def test_the_next_count_is_past_cubes_faults_and_gaps(monday: Journal) -> None:
    assert monday.next_count("tower", 7) is None
    assert monday.last_boot("tower") is None
    monday.append_evidence([cube(0), cube(1, kind="fault")])
    assert monday.next_count("tower", 7) == 2
    monday.append_evidence([NewEvidence("Monday", "tower", 7, 2, "gap", b"", 50, last=65_540)])
    assert monday.next_count("tower", 7) == 65_541
    monday.append_evidence([cube(0, boot=9)])
    assert (monday.next_count("tower", 7), monday.next_count("tower", 9)) == (65_541, 1)
    assert monday.last_boot("tower") == 9
    monday.append_evidence([cube(0, boot=10, kind="boot")])
    assert monday.last_boot("tower") == 10
    assert monday.next_count("tower", 10) is None
    assert monday.next_count("other tower", 7) is None


def test_evidence_of_an_unknown_table_leaves_nothing(monday: Journal) -> None:
    lost = NewEvidence("Sunday", "tower", 7, 1, "cube", b"", 50)
    with pytest.raises(JournalError):
        monday.append_evidence([cube(0), lost])
    assert monday.evidence("Monday") == ()


def test_events_name_evidence_that_is_there(monday: Journal) -> None:
    monday.append_evidence([cube(0), cube(1)])
    monday.append("Monday", 0, 1, [ONE, TWO], 20, "s1", evidence=[2, 1])
    assert [row.evidence for row in monday.read("Monday")] == [(2, 1), ()]
    with pytest.raises(ValueError, match="FOREIGN KEY"):
        monday.append("Monday", 2, 2, [ONE], 20, "s1", evidence=[3])
    assert monday.table("Monday").version == 2


def test_what_is_stored_together_is_stored_as_a_whole(monday: Journal, path: Path) -> None:
    """A process that is killed, or an error, in the middle leaves nothing; then all of it is."""

    def store(*, fails: bool) -> None:
        with monday.together():
            monday.set_setting("language", "de")
            monday.learn("bag", "ours", "province", "a", "income", "3", 1, "Monday")
            with closing(sqlite3.connect(path)) as other:
                assert other.execute("SELECT count(*) FROM printed").fetchone() == (0,)
            if fails:
                raise RuntimeError("killed")

    with pytest.raises(RuntimeError, match="killed"):
        store(fails=True)
    assert (monday.setting("language"), monday.learnt("bag", "ours")) == (None, ())
    store(fails=False)
    assert monday.setting("language") == "de"
    assert len(monday.learnt("bag", "ours")) == 1


def test_pictures_are_kept_by_their_hash(journal: Journal) -> None:
    sha256 = journal.put_picture(b"\xff\xd8jpeg")
    assert journal.put_picture(b"\xff\xd8jpeg") == sha256
    assert journal.picture(sha256) == b"\xff\xd8jpeg"
    with pytest.raises(JournalError) as caught:
        journal.picture("0" * 64)
    assert caught.value.text_id == "journal.no_picture"


def test_persons_outlive_tables(monday: Journal) -> None:
    anna, other_anna = monday.add_person("Anna"), monday.add_person("Anna")
    assert anna != other_anna
    monday.seat_person("Monday", "s2", anna)
    monday.seat_person("Monday", "s1", anna)
    monday.seat_person("Monday", "s1", other_anna)
    assert monday.seats("Monday") == {"s1": Person(other_anna, "Anna"), "s2": Person(anna, "Anna")}
    assert monday.persons() == (Person(anna, "Anna"), Person(other_anna, "Anna"))
    with pytest.raises(JournalError) as caught:
        monday.seat_person("Monday", "s3", 99)
    assert caught.value.text_id == "journal.no_person"


def test_persons_of_names_are_stored_all_or_nobody(monday: Journal) -> None:
    anna = monday.add_person("Anna")
    monday.add_person("Anna")
    with pytest.raises(JournalError) as caught:
        monday.persons_named(["Ben", " "])
    assert caught.value.text_id == "journal.bad_name"
    assert [person.name for person in monday.persons()] == ["Anna", "Anna"]
    ben, first = monday.persons_named(["Ben", "Anna"])
    assert first == anna
    assert monday.persons_named(["Ben"]) == (ben,)


def test_names_under_which_no_table_can_begin(monday: Journal) -> None:
    """A table without events has not begun, so its name is free."""
    monday.refuse_taken("Tuesday")
    monday.refuse_taken("Monday")
    monday.append("Monday", 0, 1, [ONE], 20, "s1")
    for name, why in (("Monday", "journal.table_exists"), (" ", "journal.bad_name")):
        with pytest.raises(JournalError) as caught:
            monday.refuse_taken(name)
        assert caught.value.text_id == why


def test_of_printed_values_the_latest_counts(journal: Journal) -> None:
    journal.learn("bag", "ours", "province", "a", "income", "3", 1, "Monday")
    journal.learn("bag", "ours", "province", "b", "income", "5", 1, "Monday")
    journal.learn("bag", "ours", "province", "a", "income", "4", 2, "Tuesday")
    journal.learn("bag", "theirs", "province", "a", "income", "9", 3, "Friday")
    learnt = journal.learnt("bag", "ours")
    assert [(v.key, v.value_json, v.origin) for v in learnt] == [
        ("a", "4", "Tuesday"),
        ("b", "5", "Monday"),
    ]
    with pytest.raises(ValueError):
        journal.learn("bag", "ours", "province", "a", "income", "many", 1, "Monday")


def test_settings(journal: Journal) -> None:
    assert journal.setting("language") is None
    journal.set_setting("language", "hu")
    journal.set_setting("language", "de")
    assert journal.setting("language") == "de"


def test_a_folder_where_nothing_can_be_made(
    monday: Journal, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stick that is write-protected: SQLite must not be asked to make its own files there."""
    monday.close()
    before = sorted(path.parent.iterdir())
    monkeypatch.setattr("turmwart.journal.file.os.access", lambda *_: False)
    with Journal.open(path, readonly=True) as other:
        assert other.table("Monday").game == "bag"
        assert sorted(path.parent.iterdir()) == before


def test_a_table_is_held_on_a_full_disk(monday: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lock holds without the number of the process in it."""

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr("turmwart.journal.hold.os.pwrite", full)
    with monday.hold("Monday"), pytest.raises(TableBusy) as caught:
        monday.hold("Monday")
    assert caught.value.values["pid"] == 0


def test_readonly_refuses_every_change(monday: Journal, path: Path) -> None:
    monday.append("Monday", 0, 1, [ONE], 20, "s1")
    with Journal.open(path, readonly=True) as other:
        assert len(other.read("Monday")) == 1
        with pytest.raises(JournalError) as caught:
            other.append("Monday", 1, 2, [ONE], 20, "s1")
        assert caught.value.text_id == "journal.unwritable"


def test_a_closed_journal_says_so(journal: Journal) -> None:
    journal.close()
    with pytest.raises(JournalError) as caught:
        journal.tables()
    assert caught.value.text_id == "journal.closed"


def test_closing_leaves_one_file(monday: Journal, path: Path) -> None:
    monday.append("Monday", 0, 1, [ONE], 20, "s1")
    monday.hold("Monday").release()
    monday.close()
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_the_file_is_logged_and_fully_synced(journal: Journal, path: Path) -> None:
    assert path.read_bytes()[18:20] == b"\x02\x02"  # the header's words for a write-ahead log
    assert journal._rows("PRAGMA synchronous") == [(2,)]


def changed(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(sql)


def ids_of(problems: tuple[JournalError, ...]) -> list[str]:
    assert all(has(problem.text_id) for problem in problems)
    return [problem.text_id for problem in problems]


@pytest.mark.parametrize(
    ("sql", "found"),
    [
        ("DELETE FROM events WHERE version = 2", "journal.version_gap"),
        ('UPDATE events SET payload = \'{"cubes":{"red":1}}\'', "journal.damaged_row"),
        ("UPDATE events SET at = at + 1 WHERE version = 3", "journal.damaged_row"),
        ("UPDATE evidence SET payload = x'00'", "journal.damaged_row"),
        ("UPDATE pictures SET jpeg = x'00'", "journal.no_picture"),
        ("UPDATE seats SET person_id = 99", "journal.dangling"),
    ],
)
def test_verify_finds(monday: Journal, path: Path, sql: str, found: str) -> None:
    monday.append_evidence([cube(0)])
    for step in (1, 2, 3):
        monday.append("Monday", step - 1, step, [ONE], 20, "s1")
    monday.put_picture(b"jpeg")
    monday.seat_person("Monday", "s1", monday.add_person("Anna"))
    assert monday.verify() == ()
    changed(path, sql)
    assert ids_of(monday.verify()) == [found]


def test_verify_finds_steps_out_of_order_and_payloads_that_are_no_json(monday: Journal) -> None:
    rows = [
        EventRow(1, 1, "bag/Opened", 1, "{}", 1, "s1"),
        EventRow(2, 3, "bag/Opened", 1, "{", 1, "s1"),
    ]
    monday.restore("Tuesday", "bag", 1, (), rows)
    assert ids_of(monday.verify("Tuesday")) == ["journal.step_order", "journal.bad_payload"]
    assert monday.verify("Monday") == ()


def test_where_the_journal_lies() -> None:
    home = Path("/home/anna")
    assert default_path({"TURMWART_HOME": "/x"}, "linux", home) == Path("/x/journal.sqlite")
    assert default_path({"XDG_DATA_HOME": "/d"}, "linux", home) == Path(
        "/d/turmwart/journal.sqlite"
    )
    assert default_path({}, "linux", home) == home / ".local/share/turmwart/journal.sqlite"
    assert default_path({}, "darwin", home) == (
        home / "Library/Application Support/turmwart/journal.sqlite"
    )

"""Tables carried from one journal to another, and documents nobody should trust."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from turmwart.errors import InputError, JournalError, TurmwartError
from turmwart.journal import codec
from turmwart.journal.rows import NewEvidence
from turmwart.journal.store import Journal
from turmwart.journal.transfer import export_table, import_table
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.fold import Undone, replay
from turmwart.kernel.game import Game
from turmwart.texts import say_error


@pytest.fixture
def monday(journal: Journal, bag_game: Game) -> Journal:
    """A journal with a table of four steps, one undone, that rests on evidence."""
    opened, taken = bag_game.events["Opened"], bag_game.events["Taken"]
    journal.create_table("Monday", "bag", 10)
    ids = journal.append_evidence(
        [
            NewEvidence("Monday", "tower", 7, 0, "cube", b"\x00raw", 11),
            NewEvidence("Monday", "tower", 7, 1, "gap", b"", 12, last=4),
            NewEvidence("Monday", "camera", 0, 0, "picture", b"sha", 13),
        ]
    )
    history: list[list[Any]] = [
        [opened(Cubes.of(red=5))],
        [taken("s1", Cubes.of(red=1)), taken("s2", Cubes.of(red=1))],
        [Undone(2)],
        [taken("ű", Cubes.of(red=3))],
    ]
    version = 0
    for number, events in enumerate(history, start=1):
        stored = [codec.encode(bag_game, event) for event in events]
        links = [i for i in ids if i is not None] if number == 4 else []
        version = journal.append("Monday", version, number, stored, 20 + number, "s1", links)
    return journal


@pytest.fixture
def games(bag_game: Game) -> Callable[[str], Game]:
    def load(name: str) -> Game:
        if name != "bag":
            raise InputError("game.unknown", name=name, known="bag")
        return bag_game

    return load


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "other.sqlite") as opened:
        yield opened


def test_a_table_arrives_whole(
    monday: Journal, other: Journal, games: Callable[[str], Game], bag_game: Game
) -> None:
    other.create_table("Before", "bag", 1)
    other.append_evidence([NewEvidence("Before", "tower", 7, 0, "cube", b"x", 1)])
    text = export_table(monday, "Monday")
    assert import_table(other, text, games) == "Monday"
    assert other.verify() == ()
    assert other.table("Monday") == monday.table("Monday")
    there, here = monday.read("Monday"), other.read("Monday")
    assert [row.payload for row in here] == [row.payload for row in there]
    assert here[-1].evidence == (2, 3, 4)
    assert replay(bag_game, codec.steps(bag_game, here)).bag == Cubes.of(red=2)
    evidence = other.evidence("Monday")
    assert [(row.kind, row.payload, row.count, row.last, row.at) for row in evidence] == [
        ("cube", b"\x00raw", 0, 0, 11),
        ("gap", b"", 1, 4, 12),
        ("picture", b"sha", 0, 0, 13),
    ]


def test_imported_evidence_never_stands_for_a_real_board(
    monday: Journal, other: Journal, games: Callable[[str], Game]
) -> None:
    import_table(other, export_table(monday, "Monday"), games)
    assert other.next_count("tower", 7) is None
    assert other.last_boot("tower") is None


def test_a_table_can_be_imported_beside_itself(
    monday: Journal, games: Callable[[str], Game]
) -> None:
    text = export_table(monday, "Monday")
    with pytest.raises(JournalError) as caught:
        import_table(monday, text, games)
    assert caught.value.text_id == "journal.table_exists"
    assert import_table(monday, text, games, "Copy") == "Copy"
    assert import_table(monday, text, games, "Second copy") == "Second copy"
    assert [len(monday.evidence(t.name)) for t in monday.tables()] == [3, 3, 3]


def test_events_alone(monday: Journal, other: Journal, games: Callable[[str], Game]) -> None:
    import_table(other, export_table(monday, "Monday", evidence=False), games)
    assert other.evidence("Monday") == ()
    assert [row.evidence for row in other.read("Monday")] == [()] * 5


Change = Callable[[dict[str, Any]], object]

CHANGES: list[tuple[Change, str, str]] = [
    (lambda d: d.pop("format"), "journal.import.not_a_table", ""),
    (lambda d: d.update(format_version=2), "journal.import.newer", ""),
    (lambda d: d.update(format_version="1"), "journal.import.field", "format_version"),
    (lambda d: d.update(game="chess"), "game.unknown", ""),
    (lambda d: d.update(game=["bag"]), "journal.import.field", "game"),
    (lambda d: d.update(name="\x07"), "journal.bad_name", ""),
    (lambda d: d.pop("events"), "journal.import.field", "events"),
    (lambda d: d.update(evidence={}), "journal.import.field", "evidence"),
    (lambda d: d.update(created_at=2**63), "journal.import.field", "created_at"),
    (lambda d: d.update(created_at=254 * 10**12), "journal.import.field", "created_at"),
    (lambda d: d["events"][0].update(at=254 * 10**12), "journal.import.field", "events[0].at"),
    (lambda d: d["evidence"][0].update(at=254 * 10**12), "journal.import.field", "evidence[0].at"),
    (lambda d: d.update(created_at=True), "journal.import.field", "created_at"),
    (lambda d: d["events"].pop(1), "journal.import.field", "events[1].version"),
    (lambda d: d["events"][0].update(version=1.0), "journal.import.field", "events[0].version"),
    (lambda d: d["events"][2].update(step=1), "journal.import.field", "events[2].step"),
    (lambda d: d["events"][1].update(step=4), "journal.import.field", "events[1].step"),
    (lambda d: d["events"].insert(0, []), "journal.import.field", "events[0]"),
    (lambda d: d["events"][0].update(payload="{}"), "journal.import.field", "events[0].payload"),
    (lambda d: d["events"][0].update(by=None), "journal.import.field", "events[0].by"),
    (lambda d: d["events"][0].update(at=-1), "journal.import.field", "events[0].at"),
    (lambda d: d["events"][0].update(evidence=[9]), "journal.import.field", "events[0].evidence"),
    (lambda d: d["events"][0].update(evidence=[True]), "journal.import.field", "events[0].evid"),
    (lambda d: d["events"][0].update(type="bag/Burnt"), "journal.import.event", "events[0]"),
    (lambda d: d["events"][0].update(schema=2), "journal.import.event", "events[0]"),
    (lambda d: d["events"][0]["payload"].pop("cubes"), "journal.import.event", "events[0]"),
    (lambda d: d["events"][0]["payload"].update(x=1), "journal.import.event", "events[0]"),
    (lambda d: d["events"][0]["payload"]["cubes"].update(red=1), "journal.import.history", ""),
    (lambda d: d["events"][3]["payload"].update(step=1), "journal.import.history", ""),
    (lambda d: d["evidence"][0].update(payload="?"), "journal.import.field", "evidence[0].payl"),
    (lambda d: d["evidence"][0].update(payload="é"), "journal.import.field", "evidence[0].payl"),
    (lambda d: d["evidence"][1].update(last=0), "journal.import.field", "evidence[1].last"),
    (lambda d: d["evidence"][1].update(id=1), "journal.import.field", "evidence[1]"),
    (lambda d: d["evidence"][1].update(count=0), "journal.import.field", "evidence[1]"),
]


@pytest.mark.parametrize("number", range(len(CHANGES)))
def test_a_wrong_document_is_refused_whole(
    monday: Journal, other: Journal, games: Callable[[str], Game], number: int
) -> None:
    change, text_id, place = CHANGES[number]
    document = json.loads(export_table(monday, "Monday"))
    change(document)
    with pytest.raises(TurmwartError) as caught:
        import_table(other, json.dumps(document), games)
    assert caught.value.text_id == text_id
    assert str(caught.value.values.get("place", "")).startswith(place)
    assert text_id == "game.unknown" or not say_error(caught.value).startswith("[")
    assert other.tables() == ()


@pytest.mark.parametrize(
    "text", ["", "{", "null", "[]", "[" * 100_000, '{"a":NaN}', '"\\ud800"', "9" * 5000]
)
def test_text_that_is_no_document(other: Journal, games: Callable[[str], Game], text: str) -> None:
    with pytest.raises(InputError) as caught:
        import_table(other, text, games)
    assert caught.value.text_id in ("journal.import.not_json", "journal.import.not_a_table")


def test_laws_of_conservation_are_asked(
    other: Journal, games: Callable[[str], Game], bag_game: Game
) -> None:
    opened, taken = bag_game.events["Opened"], bag_game.events["Taken"]
    other.create_table("Monday", "bag", 10)
    events = [opened(Cubes.of(red=60))] + [taken("s1", Cubes.of(red=1))] * 51
    other.append("Monday", 0, 1, [codec.encode(bag_game, event) for event in events], 20, "s1")
    with pytest.raises(InputError) as caught:
        import_table(other, export_table(other, "Monday"), games, "Copy")
    assert caught.value.text_id == "journal.import.history"
    assert caught.value.values["reason"] == "too many taken"


@pytest.mark.parametrize("function", ["view", "prompts", "describe"])
def test_a_game_that_cannot_be_shown_is_refused(
    monday: Journal, other: Journal, bag_game: Game, function: str
) -> None:
    """Its events fold, but name what there is not: no screen could open it."""

    def fail(*_: object) -> NoReturn:
        raise KeyError("no seat s9")

    changed: dict[str, Any] = {function: fail}
    game = replace(bag_game, **changed)
    with pytest.raises(InputError) as caught:
        import_table(other, export_table(monday, "Monday"), lambda _: game)
    assert caught.value.text_id == "journal.import.history"
    assert other.tables() == ()


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from([-1, 0, 2**63, "", "bag/Taken", "kernel/Undone", "Monday"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=5,
)


def places_of(plain: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value in plain data."""
    pairs: Any = ()
    if isinstance(plain, dict):
        pairs = plain.items()
    elif isinstance(plain, list):
        pairs = enumerate(plain)
    for key, value in pairs:
        yield (*path, key)
        yield from places_of(value, (*path, key))


@settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_fuzzed_documents(
    monday: Journal,
    tmp_path: Path,
    games: Callable[[str], Game],
    bag_game: Game,
    data: st.DataObject,
) -> None:
    """Whatever stands anywhere: one clear error and nothing written, or a table that replays."""
    document = json.loads(export_table(monday, "Monday"))
    for _ in range(data.draw(st.integers(1, 3))):
        *path, key = data.draw(st.sampled_from(list(places_of(document))))
        inner = document
        for step in path:
            inner = inner[step]
        if data.draw(st.booleans()):
            inner[key] = data.draw(JSON)
        else:
            del inner[key]
        if not document:
            break
    with Journal.open(tmp_path / "fuzz.sqlite") as journal:
        before = journal.tables()
        name = f"Table {len(before)}"
        try:
            import_table(journal, json.dumps(document), games, name)
        except TurmwartError:
            assert journal.tables() == before
        else:
            assert journal.verify() == ()
            replay(bag_game, codec.steps(bag_game, journal.read(name)))


@pytest.mark.parametrize("seed", range(100))
def test_torn_text(
    monday: Journal, other: Journal, games: Callable[[str], Game], seed: int
) -> None:
    """Bytes cut out or changed in the text itself."""
    choice = random.Random(seed)
    text = list(export_table(monday, "Monday"))
    for _ in range(choice.randrange(1, 4)):
        start = choice.randrange(len(text))
        text[start : start + choice.randrange(3)] = choice.choice('{}[]",:0a\\ ')
    try:
        name = import_table(other, "".join(text), games)
    except TurmwartError:
        assert other.tables() == ()
    else:
        assert other.verify(name) == ()

"""Events to rows and back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

from turmwart.errors import JournalError
from turmwart.journal import codec
from turmwart.journal.rows import EventRow, StoredEvent
from turmwart.journal.store import Journal
from turmwart.journal.upcast import LIFTS, lift
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.fold import Redone, Step, Undone, replay
from turmwart.kernel.game import Game


def row_of(stored: StoredEvent, version: int = 1, step: int = 1) -> EventRow:
    return EventRow(version, step, stored.type, stored.schema, stored.payload_json, 1, "s1")


def test_events_of_game_and_kernel(bag_game: Game) -> None:
    taken = bag_game.events["Taken"]("s1", Cubes.of(red=2, blue=1))
    stored = codec.encode(bag_game, taken)
    assert stored == StoredEvent(
        "bag/Taken", 1, '{"cubes":{"blue":1,"red":2},"seat":"s1","type":"Taken"}'
    )
    assert codec.decode(bag_game, row_of(stored)) == taken
    for event in (Undone(3), Redone(3)):
        stored = codec.encode(bag_game, event)
        assert stored.type == f"kernel/{type(event).__name__}"
        assert codec.decode(bag_game, row_of(stored)) == event


def test_an_event_of_another_game_is_not_encoded(bag_game: Game) -> None:
    @dataclass(frozen=True)
    class Taken:
        seat: str

    with pytest.raises(ValueError, match="no event of bag"):
        codec.encode(bag_game, Taken("s1"))


@pytest.mark.parametrize(
    ("type_", "schema", "payload", "text_id"),
    [
        ("bag/Burnt", 1, "{}", "journal.unknown_type"),
        ("other/Taken", 1, "{}", "journal.unknown_type"),
        ("Taken", 1, "{}", "journal.unknown_type"),
        ("", 1, "{}", "journal.unknown_type"),
        ("bag/Taken", 2, '{"seat":"s1","cubes":{}}', "journal.newer_event"),
        ("bag/Taken", 1, "{}", "journal.bad_event"),
        ("bag/Taken", 1, "[]", "journal.bad_event"),
        ("bag/Taken", 1, "{", "journal.bad_event"),
        ("bag/Taken", 1, "[" * 100_000, "journal.bad_event"),
        ("bag/Taken", 1, '{"seat":1,"cubes":{}}', "journal.bad_event"),
        ("bag/Taken", 1, '{"seat":"s1","cubes":{"red":-1}}', "journal.bad_event"),
        ("kernel/Undone", 1, '{"step":1.5}', "journal.bad_event"),
    ],
)
def test_what_cannot_be_decoded(
    bag_game: Game, type_: str, schema: int, payload: str, text_id: str
) -> None:
    with pytest.raises(JournalError) as caught:
        codec.decode(bag_game, EventRow(1, 1, type_, schema, payload, 1, "s1"))
    assert caught.value.text_id == text_id
    assert caught.value.values["type"] == type_


@dataclass(frozen=True)
class Taken3:
    """The third shape: first ``who``, then ``seat``, then with a reason."""

    SCHEMA: ClassVar[int] = 3
    seat: str
    reason: str


def renamed(plain: dict[str, Any]) -> dict[str, Any]:
    return {"seat": plain["who"]}


def reasoned(plain: dict[str, Any]) -> dict[str, Any]:
    return {**plain, "reason": "none"}


def test_old_shapes_are_lifted_step_by_step(
    bag_game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIFTS, ("bag/Taken3", 1), renamed)
    monkeypatch.setitem(LIFTS, ("bag/Taken3", 2), reasoned)
    game = replace(bag_game, events={"Taken3": Taken3})
    assert codec.encode(game, Taken3("s1", "x")).schema == 3
    for schema, payload in ((1, '{"who":"s1"}'), (2, '{"seat":"s1"}')):
        row = EventRow(1, 1, "bag/Taken3", schema, payload, 1, "s1")
        assert codec.decode(game, row) == Taken3("s1", "none")
    row = EventRow(4, 1, "bag/Taken3", 1, '{"seat":"s1"}', 1, "s1")
    with pytest.raises(JournalError) as caught:
        codec.decode(game, row)
    assert caught.value.text_id == "journal.bad_event"
    assert caught.value.values["version"] == 4


def test_a_missing_lift_is_said() -> None:
    with pytest.raises(JournalError) as caught:
        lift("bag/Taken3", 1, 3, {"who": "s1"}, {("bag/Taken3", 1): renamed})
    assert caught.value.text_id == "journal.no_lift"
    assert caught.value.values == {"type": "bag/Taken3", "found": 2, "wanted": 3}


def test_rows_to_steps_to_state(journal: Journal, bag_game: Game) -> None:
    opened, taken = bag_game.events["Opened"], bag_game.events["Taken"]
    history: list[list[Any]] = [
        [opened(Cubes.of(red=5))],
        [taken("s1", Cubes.of(red=1)), taken("s2", Cubes.of(red=1))],
        [Undone(2)],
        [taken("s1", Cubes.of(red=3))],
    ]
    journal.create_table("Monday", "bag", 10)
    version = 0
    for number, events in enumerate(history, start=1):
        stored = [codec.encode(bag_game, event) for event in events]
        version = journal.append("Monday", version, number, stored, 20, "s1")
    steps = codec.steps(bag_game, journal.read("Monday"))
    assert steps == tuple(Step(n, tuple(events)) for n, events in enumerate(history, start=1))
    assert replay(bag_game, steps).bag == Cubes.of(red=2)

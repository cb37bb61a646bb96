"""What throws that were taken back rested on: offered to the same throw again, to no other."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from at_table import Tower, advance, agreed, asked, clock
from fake_tray import FakeTray

from turmwart.games.wallenstein.commands import ReportStray
from turmwart.games.wallenstein.whereabouts_commands import LoseCubes
from turmwart.journal.rows import NewEvidence
from turmwart.kernel.cubes import Cubes
from turmwart.table.palette import default_palette
from turmwart.table.pending import TRAY
from turmwart.table.table import Done, Table
from turmwart.tower.witness import Question

FILLED = Cubes.of(red=2, blue=1)
FOUGHT = Cubes.of(red=1, green=1)
COLOURS = ("red", "blue", "red")
Same = Callable[[Table], Table]


def as_it_is(table: Table) -> Table:
    return table


def reopened(table: Table) -> Table:
    """As another process finds it."""
    table.close()
    return Table.open(table.journal, table.name, table.game, palette=default_palette(), clock=clock)


@pytest.fixture(params=[as_it_is, reopened])
def later(request: pytest.FixtureRequest) -> Same:
    """The table as it goes on, or as its journal says."""
    return request.param  # type: ignore[no-any-return]


def book(table: Table, cubes: Cubes, witness: str = "table") -> int:
    """Book the throw that waits."""
    prompt = table.throw_prompt
    assert prompt is not None
    done = table.do(table.answer(prompt, cubes, witness))
    assert isinstance(done, Done)
    return done.step


def undo_to_throw(table: Table, throws: int = 1) -> None:
    """Undo until so many throws are taken back and the last of them is asked for again."""
    for _ in range(throws):
        table.undo()
        while table.throw_prompt is None:
            table.undo()


def to_throw(table: Table) -> None:
    advance(table, lambda t: t.throw_prompt is not None)


def two_taken_back(table: Table) -> Tower:
    """The tower that told of two throws, both booked and taken back."""
    tower = Tower(table)
    tower.drop(*COLOURS)
    book(table, FILLED)
    to_throw(table)
    tower.drop("red", "green")
    book(table, FOUGHT)
    undo_to_throw(table, 2)
    return tower


def rests_on(table: Table, step: int) -> set[int]:
    return {i for row in table.journal.read(table.name) if row.step == step for i in row.evidence}


def pictures(table: Table) -> list[int]:
    return [row.id for row in table.journal.evidence(table.name) if row.kind == TRAY]


def test_a_throw_poured_again_leaves_the_old_picture_to_nobody(
    throwing: Table, later: Same
) -> None:
    """Booked, undone, poured again: the next throw, undone, does not find the first picture."""
    tower, tray = Tower(throwing), FakeTray(throwing, FILLED)
    tower.drop(*COLOURS)
    book(throwing, FILLED)
    throwing.undo()
    tray.says(FILLED)
    tower.drop(*COLOURS)
    again = book(throwing, FILLED)
    old, new = pictures(throwing)
    assert rests_on(throwing, again) & {old, new} == {new}
    to_throw(throwing)
    tray.says(None)
    tower.drop("red", "green")
    book(throwing, FOUGHT)
    throwing.undo()
    table = later(throwing)
    assert agreed(table.verdict()) == (FOUGHT, "tower")
    assert table.testimony().camera is None
    book(table, FOUGHT)
    assert not rests_on(table, table.version) & {old, new}
    table.close()


def test_two_throws_taken_back_are_offered_one_after_the_other(
    throwing: Table, later: Same
) -> None:
    tower = Tower(throwing)
    tray = FakeTray(throwing, FILLED)
    tower.drop(*COLOURS)
    book(throwing, FILLED)
    to_throw(throwing)
    tray.says(FOUGHT)
    tower.drop("red", "green")
    book(throwing, FOUGHT)
    undo_to_throw(throwing, 2)
    table = later(throwing)
    assert agreed(table.verdict()) == (FILLED, "tower+camera")
    book(table, FILLED)
    assert table.fallen == ()
    to_throw(table)
    assert agreed(table.verdict()) == (FOUGHT, "tower+camera")
    book(table, FOUGHT)
    tray.says(None)
    to_throw(table)
    assert asked(table.verdict())[0] == "silent"
    table.close()


def test_what_is_poured_again_is_set_against_its_own_throw_only(throwing: Table) -> None:
    tower = two_taken_back(throwing)
    tower.drop("blue")
    sensor = throwing.testimony().sensor
    assert sensor is not None
    assert (sensor.cubes, sensor.returned) == (Cubes.of(blue=1), FILLED)


def test_poured_twice_and_taken_back_twice_is_not_one_throw(throwing: Table, later: Same) -> None:
    """The step after the undo rests on both pourings; undone too, it is asked about as before."""
    tower = Tower(throwing)
    tower.drop("red", "blue")
    book(throwing, Cubes.of(red=1, blue=1))
    throwing.undo()
    tower.drop("red")
    before = throwing.verdict()
    assert asked(before)[0] == "returned"
    book(throwing, Cubes.of(red=1))
    throwing.undo()
    table = later(throwing)
    assert table.verdict() == before
    book(table, Cubes.of(red=1))
    table.undo()
    assert table.verdict() == before
    table.close()


def test_a_picture_that_was_the_only_witness_is_offered_again(throwing: Table, later: Same) -> None:
    tray = FakeTray(throwing, FILLED)
    book(throwing, FILLED, "camera")
    tray.says(None)
    throwing.undo()
    table = later(throwing)
    assert agreed(table.verdict()) == (FILLED, "camera")
    step = book(table, FILLED, "camera")
    assert rests_on(table, step) == set(pictures(table))
    table.undo()
    other = FakeTray(table, Cubes.of(red=1, blue=1))
    assert table.testimony().by_camera == Cubes.of(red=1, blue=1)
    other.says(Cubes())
    # It lies there no longer, and may be poured again.
    assert asked(table.verdict())[0] == "silent"
    table.close()


def altered(table: Table) -> int:
    """A picture of the tray whose count somebody altered in the file."""
    row = NewEvidence(table.name, "camera:test", 0, 0, TRAY, b'{"count": {}}', clock())
    (row_id,) = table.journal.append_evidence([row])
    assert row_id is not None
    return row_id


def test_a_picture_that_was_altered_is_no_witness_and_the_table_hears_it(throwing: Table) -> None:
    prompt = throwing.throw_prompt
    assert prompt is not None
    picture = altered(throwing)
    throwing.do(throwing.answer(prompt, FILLED, "camera"), evidence=(picture,))
    throwing.undo()
    table = reopened(throwing)
    assert (table.tray_altered, table.kept_tray) == (True, picture)
    assert table.testimony().camera is None
    step = book(table, FILLED)
    assert rests_on(table, step) == {picture}
    assert not table.tray_altered
    table.close()


def test_a_throw_without_evidence_is_offered_none_of_another(throwing: Table, later: Same) -> None:
    book(throwing, FILLED)
    to_throw(throwing)
    FakeTray(throwing, FOUGHT)
    Tower(throwing).drop("red", "green")
    book(throwing, FOUGHT)
    throwing.tray = None
    undo_to_throw(throwing, 2)
    table = later(throwing)
    assert table.verdict() == Question("silent", (), Cubes())
    assert table.fallen == ()
    book(table, FILLED)
    to_throw(table)
    assert agreed(table.verdict()) == (FOUGHT, "tower+camera")
    table.close()


def test_a_throw_counted_by_hand_after_an_undo_leaves_nothing_behind(
    throwing: Table, later: Same
) -> None:
    Tower(throwing).drop(*COLOURS)
    book(throwing, FILLED)
    throwing.undo()
    book(throwing, FOUGHT)
    to_throw(throwing)
    table = later(throwing)
    assert table.verdict() == Question("silent", (), Cubes())
    table.close()


def test_redo_takes_back_what_was_offered(throwing: Table, later: Same) -> None:
    two_taken_back(throwing)
    table = later(throwing)
    redone = 0
    while isinstance(table.redo(), Done):
        redone += 1
    assert redone
    assert (table.fallen, table.throw_prompt) == ((), None)
    table.undo()
    assert agreed(table.verdict()) == (FOUGHT, "tower")
    table.close()


def test_what_fell_by_itself_is_no_part_of_the_next_throw(throwing: Table, later: Same) -> None:
    """A late drop was booked and taken back; the table goes on without it."""
    book(throwing, FILLED)
    Tower(throwing).drop("green")
    prompt = throwing.stray_prompt
    assert prompt is not None
    throwing.do(throwing.answer(prompt, Cubes.of(green=1), "tower"))
    throwing.undo()
    assert throwing.fallen == ("green",)
    to_throw(throwing)
    table = later(throwing)
    assert table.verdict() == Question("silent", (), Cubes())
    table.close()


def lost_from_hand(table: Table) -> LoseCubes:
    """One of the cubes that are to be poured is gone."""
    colour = next(iter(table.state.ledger.at("hand")))
    return LoseCubes("hand", Cubes.of(**{colour: 1}))


def fallen_before(table: Table) -> ReportStray:
    """A cube had fallen by itself before the throw, and was poured with the others."""
    colour = next(iter(table.state.ledger.at("tower")))
    return ReportStray(Cubes.of(**{colour: 1}))


@pytest.mark.parametrize("correction", [lost_from_hand, fallen_before])
def test_a_throw_whose_cubes_are_corrected_keeps_what_it_rested_on(
    throwing: Table, later: Same, correction: Callable[[Table], object]
) -> None:
    """Booked, taken back, the hand put right, booked anew: nobody need count what was seen."""
    book(throwing, FILLED)
    to_throw(throwing)
    tray = FakeTray(throwing, FOUGHT)
    Tower(throwing).drop("red", "green")
    book(throwing, FOUGHT)
    tray.says(None)
    throwing.undo()
    assert isinstance(throwing.do(correction(throwing)), Done)
    assert agreed(throwing.verdict()) == (FOUGHT, "tower+camera")
    table = later(throwing)
    assert agreed(table.verdict()) == (FOUGHT, "tower+camera")
    table.undo()
    assert agreed(table.verdict()) == (FOUGHT, "tower+camera")
    table.redo()
    book(table, FOUGHT)
    table.undo()
    table.undo()
    assert agreed(table.verdict()) == (FOUGHT, "tower+camera")
    table.close()

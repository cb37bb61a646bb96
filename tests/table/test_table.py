"""The one owner of state: steps, undo, evidence, questions."""

from __future__ import annotations

import pytest
from at_table import SEATS, Tower, advance, agreed, asked, clock, cube_payload

from turmwart.errors import JournalError, TableBusy
from turmwart.games.paladins.commands import CorrectNumber
from turmwart.games.paladins.setup import Seat
from turmwart.games.paladins.setup import Setup as PaladinsSetup
from turmwart.games.registry import load
from turmwart.games.wallenstein.setup import Setup
from turmwart.games.wallenstein.whereabouts_commands import LoseCubes
from turmwart.journal.store import Journal
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.decision import Objection
from turmwart.table.bus import Committed, Message, ReadingChanged
from turmwart.table.palette import default_palette
from turmwart.table.pending import CUBE, FAULT, GAP, REBOOT, Seen
from turmwart.table.printed import demo_board
from turmwart.table.printed_paladins import demo_board as demo_board_of_paladins
from turmwart.table.table import Done, Table
from turmwart.tower.witness import Question


def reopened(table: Table) -> Table:
    """The same table as another process finds it after this one was killed."""
    table.close()
    return Table.open(table.journal, table.name, table.game, palette=default_palette(), clock=clock)


def report(table: Table, cubes: Cubes, witness: str = "tower") -> Done:
    prompt = table.throw_prompt or table.prompts()[0]
    done = table.do(table.answer(prompt, cubes, witness))
    assert isinstance(done, Done)
    return done


def test_a_step_is_stored_before_it_is_told(table: Table) -> None:
    stored: list[int] = []
    table.bus.subscribe(lambda message: stored.append(table.journal.table("evening").version))
    advance(table, lambda t: len(stored) == 3)
    assert stored == sorted(set(stored))
    assert stored[-1] == table.version


def test_a_failing_listener_silences_nobody(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    heard: list[Message] = []

    def fail(message: Message) -> None:
        raise RuntimeError("no paper")

    table.bus.subscribe(fail)
    stop = table.bus.subscribe(heard.append)
    advance(table, lambda t: bool(heard))
    stop()
    count = len(heard)
    advance(table, lambda t: t.version > 6)
    assert len(heard) == count
    assert "no paper" in caplog.text


def test_undo_and_redo_restore_exactly(throwing: Table) -> None:
    hashes = [throwing.hash()]
    while throwing.undo_step is not None:
        assert isinstance(throwing.undo(), Done)
        hashes.append(throwing.hash())
    assert isinstance(throwing.undo(), Objection)
    assert reopened(throwing).hash() == hashes[-1]
    for before in reversed(hashes[:-1]):
        assert isinstance(throwing.redo(), Done)
        assert throwing.hash() == before
    assert isinstance(throwing.redo(), Objection)


def test_a_throw_from_the_tower(throwing: Table) -> None:
    heard: list[Message] = []
    throwing.bus.subscribe(heard.append)
    tower = Tower(throwing)
    tower.drop("red", "green", "red")
    assert heard == [ReadingChanged()]
    assert throwing.fallen == ("red", "green", "red")
    fallen = Cubes.of(red=2, green=1)
    assert agreed(throwing.verdict()) == (fallen, "tower")
    report(throwing, fallen)
    assert throwing.fallen == ()
    assert any(isinstance(message, Committed) for message in heard)
    evidence = [row.evidence for row in throwing.journal.read("evening") if row.evidence]
    assert [len(ids) for ids in evidence] == [3]


def test_the_same_cube_twice_counts_once(throwing: Table) -> None:
    cube = Seen("board", 7, 0, CUBE, cube_payload("red"))
    assert throwing.take_evidence([cube]) == 1
    assert throwing.take_evidence([cube]) == 0
    assert throwing.fallen == ("red",)


def test_undo_offers_the_evidence_again(throwing: Table) -> None:
    Tower(throwing).drop("red", "blue")
    step = throwing.throw_step
    report(throwing, Cubes.of(red=1, blue=1))
    throwing.undo()
    assert throwing.throw_step == step
    again = reopened(throwing)
    assert agreed(again.verdict()) == (Cubes.of(red=1, blue=1), "tower")
    assert not again.stray_waits
    report(again, Cubes.of(red=2))
    again.undo()
    assert agreed(again.verdict()) == (Cubes.of(red=1, blue=1), "tower")


def test_a_throw_whose_cubes_are_corrected_is_the_same_throw(throwing: Table) -> None:
    """What was poured is not poured once more."""
    step = throwing.throw_step
    assert isinstance(throwing.do(LoseCubes("hand", Cubes.of(red=1))), Done)
    assert throwing.throw_step == step
    throwing.undo()
    report(throwing, Cubes.of(red=1))
    assert throwing.throw_step != step


def test_redo_takes_the_evidence_back(throwing: Table) -> None:
    Tower(throwing).drop("red")
    report(throwing, Cubes.of(red=1))
    throwing.undo()
    throwing.redo()
    assert throwing.fallen == ()


def test_evidence_from_before_an_undo_and_new_is_asked_about(throwing: Table) -> None:
    tower = Tower(throwing)
    tower.drop("red")
    report(throwing, Cubes.of(red=1))
    throwing.undo()
    tower.drop("red")
    assert asked(throwing.verdict()) == ("returned", Cubes.of(red=2))


@pytest.mark.rule("W-BATTLE-36")
def test_a_cube_that_falls_by_itself_must_be_booked_first(throwing: Table) -> None:
    tower = Tower(throwing)
    report(throwing, Cubes())
    tower.drop("green")
    assert throwing.stray_waits
    prompt = throwing.prompts()[0]
    assert (prompt.command, prompt.must) == ("ReportStray", True)
    next_step = next(
        c for c in throwing.game.legal(throwing.state, None) if type(c).__name__ != "ReportStray"
    )
    refused = throwing.do(next_step)
    assert isinstance(refused, Objection)
    assert (refused.rule, refused.waivable) == ("W-BATTLE-36", False)
    assert agreed(throwing.verdict()) == (Cubes.of(green=1), "tower")
    report(throwing, Cubes.of(green=1))
    assert throwing.state.ledger.at("tray") == Cubes.of(green=1)
    assert not throwing.stray_waits


@pytest.mark.rule("W-BATTLE-36")
def test_a_cube_that_fell_by_itself_joins_no_throw_by_redo(throwing: Table) -> None:
    """The attack is taken back, a cube falls, the attack is wanted again: first the cube."""
    report(throwing, Cubes.of(red=2))
    advance(throwing, lambda t: t.throw_prompt is not None)
    throwing.undo()
    Tower(throwing).drop("green")
    refused = throwing.redo()
    assert isinstance(refused, Objection)
    assert refused.rule == "W-BATTLE-36"
    assert throwing.stray_waits
    report(throwing, Cubes.of(green=1))
    assert throwing.state.ledger.at("tray")["green"] == 1


@pytest.mark.rule("W-BATTLE-36")
def test_an_attack_taken_back_after_it_was_poured_is_restored(throwing: Table) -> None:
    """Whoever pressed undo by mistake has the throw again, with all that the tower told of it."""
    report(throwing, Cubes.of(red=2))
    advance(throwing, lambda t: t.throw_prompt is not None)
    tower = Tower(throwing)
    tower.drop("green")
    before = throwing.hash(), throwing.verdict()
    throwing.undo()
    assert throwing.stray_waits
    assert isinstance(throwing.redo(), Done)
    assert (throwing.hash(), throwing.verdict()) == before
    throwing.undo()
    tower.drop("green")
    assert isinstance(throwing.redo(), Objection)


@pytest.mark.rule("W-BATTLE-36")
def test_an_attack_taken_back_is_restored_by_another_process(throwing: Table) -> None:
    """The program was killed between undo and redo; what falls later is still asked about."""
    report(throwing, Cubes.of(red=2))
    advance(throwing, lambda t: t.throw_prompt is not None)
    Tower(throwing).drop("green")
    before = throwing.hash(), throwing.verdict()
    throwing.undo()
    table = reopened(throwing)
    assert table.stray_waits
    assert isinstance(table.redo(), Done)
    assert (table.hash(), table.verdict()) == before
    table.undo()
    tower = Tower(table)
    tower.count = 1
    tower.drop("green")
    again = reopened(table)
    assert isinstance(again.redo(), Objection)
    again.close()


def test_a_false_alarm_can_be_put_aside(throwing: Table) -> None:
    report(throwing, Cubes())
    Tower(throwing).drop("green")
    report(throwing, Cubes(), "table")
    assert not throwing.stray_waits
    assert not reopened(throwing).stray_waits


@pytest.mark.parametrize("kind", [GAP, REBOOT, FAULT])
def test_what_was_lost_is_asked_about(throwing: Table, kind: str) -> None:
    Tower(throwing).drop("red")
    throwing.take_evidence([Seen("board", 8, 0, kind, last=3 if kind == GAP else None)])
    assert asked(throwing.verdict()) == ("lost", Cubes.of(red=1))
    report(throwing, Cubes.of(red=2), "table")
    assert not throwing.stray_waits


def test_more_than_can_be_there_is_asked_about(throwing: Table) -> None:
    Tower(throwing).drop(*["red"] * 9)
    answer = throwing.verdict()
    assert isinstance(answer, Question)
    assert answer.kind == "impossible"
    assert "red" in answer.colours


@pytest.mark.rule("W-CUBE-5")
def test_an_impossible_count_is_refused_and_nothing_stored(throwing: Table) -> None:
    version = throwing.version
    prompt = throwing.throw_prompt
    assert prompt is not None
    refused = throwing.do(throwing.answer(prompt, Cubes.of(red=9), "table"))
    assert isinstance(refused, Objection)
    assert refused.rule == "W-CUBE-5"
    assert throwing.version == version
    assert len(throwing.journal.read("evening")) == version


def test_a_correction_to_what_is_so_already_takes_no_step(journal: Journal) -> None:
    """Nothing is stored, undo still means the step before, and redo what it took back."""
    setup = PaladinsSetup((Seat("s1", "Ada", "red"),), demo_board_of_paladins())
    game = load("paladins")
    table = Table.create(journal, "paladins", game, setup, palette=default_palette(), clock=clock)
    assert isinstance(table.do(CorrectNumber("silver", 5, "miscounted", "s1")), Done)
    assert isinstance(table.do(CorrectNumber("silver", 6, "miscounted", "s1")), Done)
    table.undo()
    before = table.version, table.undo_step, table.redo_step
    done = table.do(CorrectNumber("silver", 5, "miscounted", "s1"))
    assert isinstance(done, Done)
    assert done.events == ()
    assert (table.version, table.undo_step, table.redo_step) == before
    table.close()


def test_one_process_holds_a_table(table: Table) -> None:
    with pytest.raises(TableBusy):
        Table.open(table.journal, "evening", table.game, palette=default_palette(), clock=clock)


def test_a_setup_that_cannot_be_played_leaves_nothing(journal: Journal) -> None:
    with pytest.raises(ValueError, match="3 to 5"):
        Table.create(
            journal,
            "two",
            load("wallenstein"),
            Setup(SEATS[:2], "s1", demo_board()),
            palette=default_palette(),
            clock=clock,
        )
    assert journal.tables() == ()


def test_a_name_is_taken_once(table: Table) -> None:
    with pytest.raises(JournalError):
        Table.create(
            table.journal,
            "evening",
            table.game,
            Setup(SEATS, "s1", demo_board()),
            palette=default_palette(),
            clock=clock,
        )


def test_a_table_that_was_never_begun_says_so(journal: Journal) -> None:
    journal.create_table("empty", "wallenstein", 0)
    game = load("wallenstein")
    with pytest.raises(JournalError, match="not_begun"):
        Table.open(journal, "empty", game, palette=default_palette(), clock=clock)
    begun = Table.create(
        journal,
        "empty",
        game,
        Setup(SEATS, "s1", demo_board()),
        palette=default_palette(),
        clock=clock,
    )
    begun.close()


def test_a_table_killed_before_its_first_step_may_begin_another_game(journal: Journal) -> None:
    """Its events would be read as those of the game before, and never understood again."""
    journal.create_table("evening", "anno1452", 0)
    game = load("wallenstein")
    setup = Setup(SEATS, "s1", demo_board())
    Table.create(
        journal, "evening", game, setup, palette=default_palette(), clock=lambda: 7
    ).close()
    info = journal.table("evening")
    assert (info.game, info.created_at) == ("wallenstein", 7)
    with pytest.raises(JournalError, match="table_exists"):
        journal.begin_table("evening", "anno1452", 8)
    assert journal.table("evening").game == "wallenstein"


def test_the_log_tells_the_latest_last(throwing: Table) -> None:
    lines = throwing.log(5)
    assert len(lines) == 5
    assert [step for step, _, _ in lines] == sorted(step for step, _, _ in lines)
    assert all(text_id.startswith("wallenstein.event.") for _, text_id, _ in lines)


def test_a_sleeve_before_the_first_throw_does_not_block_the_table(table: Table) -> None:
    Tower(table).drop("black")
    assert table.stray_waits
    report(table, Cubes(), "table")
    advance(table, lambda t: t.throw_prompt is not None)


def test_what_falls_after_the_game_asks_nothing(throwing: Table) -> None:
    report(throwing, Cubes())
    advance(throwing, lambda t: not t.prompts())
    Tower(throwing).drop("red")
    assert not throwing.stray_waits
    assert throwing.prompts() == ()

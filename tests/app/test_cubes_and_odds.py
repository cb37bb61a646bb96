"""Wallenstein on the screen: the odds of a fight, and the menu that tells where cubes are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from turmwart.app.app import TurmwartApp
from turmwart.app.screens.battle import BattleScreen
from turmwart.app.screens.face import extras_of
from turmwart.app.screens.table import TableScreen
from turmwart.app.screens.wallenstein.odds import FightScreen
from turmwart.app.screens.wallenstein.quick_cards import codes_of
from turmwart.errors import JournalError
from turmwart.games.wallenstein.movement import targets
from turmwart.journal.store import Journal
from turmwart.table.fights.teacher import Teacher
from turmwart.table.table import Table
from turmwart.tower.release import RULE_OF_THUMB

from .conftest import tick
from .wallenstein import COLOURS, new_table, play

AppOf = Callable[..., TurmwartApp]


def may_attack(table: Table) -> bool:
    """A move waits that can become an attack, and a throw has taught something."""
    state = table.state
    acting = state.acting
    if acting is None or acting.step != "move" or acting.action == "recruit_1_move":
        return False
    owners = [state.province(target).owner for target in targets(state, acting)]
    # The first target is the one the form marks.
    return (
        bool(owners) and owners[0] not in (None, acting.seat) and state.armies(acting.province) > 2
    )


def test_a_table_that_is_prepared_knows_the_habit_of_its_tower(journal: Journal) -> None:
    table = new_table(journal, tick)
    extras = extras_of("wallenstein")
    assert extras is not None
    assert list(extras.prepare(table)) == []
    play(table, lambda t: t.state.throws > 2 and t.throw_prompt is not None)
    assert table.testimony().books.release not in (None, RULE_OF_THUMB)


async def test_one_key_shows_the_odds_of_the_throw_that_waits(
    journal: Journal, app_of: AppOf, look: type[Any]
) -> None:
    table = new_table(journal, tick)
    play(table, lambda t: t.state.battle is not None and t.state.battle.kind == "player")
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: isinstance(pilot.app.screen, BattleScreen))
        await seen.until(lambda: "x odds" in seen.text)
        await pilot.press("x")
        await seen.until(lambda: isinstance(pilot.app.screen, FightScreen))
        await seen.until(lambda: "Devastated" in seen.text)
        shown = seen.text
        assert "Attacker wins" in shown
        assert "Defender wins" in shown
        assert f"Throws known of this tower: {table.state.throws}." in shown
        assert all(len(line) <= 80 for line in shown.splitlines())
        await pilot.press("x")
        await seen.until(lambda: isinstance(pilot.app.screen, BattleScreen))


async def test_an_attack_that_is_typed_is_weighed_for_each_number_of_armies(
    journal: Journal, app_of: AppOf, look: type[Any]
) -> None:
    table = new_table(journal, tick)
    play(table, may_attack)
    state = table.state
    most = state.armies(state.acting.province) - 1
    code = codes_of(state.board)[targets(state, state.acting)[0]]
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: isinstance(pilot.app.screen, TableScreen))
        await pilot.press(*code, "1")
        await seen.until(lambda: "= odds" in seen.text)
        await pilot.press("equals_sign")
        await seen.until(lambda: isinstance(pilot.app.screen, FightScreen))
        await seen.until(lambda: "armies left" in seen.text)
        rows = seen.text.partition("armies left")[2].splitlines()
        wins = [int(row.split()[1]) for row in rows[1 : 1 + min(most, 8)]]
        assert wins == sorted(wins)
        await pilot.press("escape")
        await seen.until(lambda: isinstance(pilot.app.screen, TableScreen))


def expected_column(shown: str, table: Table) -> dict[str, str]:
    """What the battle's table of cubes expects of each colour."""
    column = {}
    for line in shown.splitlines():
        words = line.strip("› ").split()
        if len(words) > 4 and words[1] in (*COLOURS, "green") and words[2].isdigit():
            column[words[1]] = words[4]
    assert set(column) >= set(table.state.ledger.at("hand"))
    return column


def goes_by_a_quarter(text: str, table: Table) -> bool:
    """Whether a quarter of what is thrown is expected of each colour."""
    hand = table.state.ledger.at("hand")
    column = expected_column(text, table)
    return column == {colour: f"{0.25 * hand[colour]:.1f}" for colour in column} != {}


async def test_a_battle_expects_what_its_tower_has_taught(
    journal: Journal, app_of: AppOf, look: type[Any]
) -> None:
    """Throws of an earlier table count too; they are read ahead while the table is shown."""
    earlier = new_table(journal, tick, name="earlier")
    play(earlier, lambda t: t.state.throws == 8, seed=5)
    earlier.close()
    table = new_table(journal, tick)
    play(table, lambda t: t.state.battle is not None and t.state.battle.kind == "player")
    learnt = Teacher(table).learnt()
    assert learnt.throws == 8 + table.state.throws
    hand, inside = table.state.ledger.at("hand"), table.state.ledger.at("tower")
    chances = learnt.mean(hand.total)
    doors = {"mean_fallen": lambda thrown, inside: 77}
    async with app_of(table, **doors).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: isinstance(pilot.app.screen, BattleScreen))
        await seen.until(lambda: "expected" in seen.text)
        for colour, shown in expected_column(seen.text, table).items():
            falls = hand[colour] * chances.thrown + inside[colour] * chances.inside
            assert shown == f"{falls:.1f}"


async def test_a_tower_that_has_taught_nothing_goes_by_the_rule_of_thumb(
    journal: Journal, app_of: AppOf, look: type[Any]
) -> None:
    table = new_table(journal, tick)
    play(table, lambda t: t.throw_prompt is not None)
    assert table.state.throws == 0
    doors = {"mean_fallen": lambda thrown, inside: 0.25 * thrown}
    async with app_of(table, **doors).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "expected" in seen.text)
        assert goes_by_a_quarter(seen.text, table)


async def test_a_journal_that_cannot_be_read_leaves_the_battle_its_rule_of_thumb(
    journal: Journal, app_of: AppOf, look: type[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The battle goes on; the odds say what is wrong; nothing is read again at each drawing."""
    new_table(journal, tick, name="broken").close()
    read = []

    def broken(journal: Journal, name: str) -> Any:
        read.append(name)
        raise JournalError("journal.damaged_row", name=name, row=7)

    monkeypatch.setattr("turmwart.table.fights.teacher.taught_at", broken)
    table = new_table(journal, tick)
    play(table, lambda t: t.state.battle is not None)
    doors = {"mean_fallen": lambda thrown, inside: 0.25 * thrown}
    async with app_of(table, **doors).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "expected" in seen.text)
        assert goes_by_a_quarter(seen.text, table)
        await seen.until(lambda: len(read) == 2)  # once ahead, once for the mean
        await pilot.press("down", "plus", "minus", "up")
        await seen.until(lambda: "expected" in seen.text)
        assert len(read) == 2
        await pilot.press("x")
        await seen.until(lambda: isinstance(pilot.app.screen, FightScreen))
        await seen.until(lambda: "broken" in seen.text)


async def test_a_table_that_hides_its_tower_shows_no_odds(
    journal: Journal, app_of: AppOf, look: type[Any]
) -> None:
    table = new_table(journal, tick, show_tower_content="never")
    play(table, lambda t: t.state.battle is not None)
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: isinstance(pilot.app.screen, BattleScreen))
        await pilot.press("x")
        await pilot.pause()
        assert isinstance(pilot.app.screen, BattleScreen)
        assert "x odds" not in seen.text


async def test_a_table_that_hides_its_tower_is_not_told_how_many_can_fall(
    journal: Journal, app_of: AppOf, look: type[Any]
) -> None:
    table = new_table(journal, tick, show_tower_content="never")
    play(table, lambda t: t.state.phase == "planning" and bool(t.state.ledger.at("tower")))
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: isinstance(pilot.app.screen, TableScreen))
        await pilot.press("f8", "1")
        await seen.until(lambda: "leave them in the tray" in seen.text)
        assert "at most" not in seen.text


async def test_a_cube_is_lost_and_found_by_keys_and_undone(
    journal: Journal, app_of: AppOf, look: type[Any]
) -> None:
    table = new_table(journal, tick)
    play(table, lambda t: t.state.phase == "planning" and bool(t.state.ledger.at("tray")))
    before = table.hash()
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: isinstance(pilot.app.screen, TableScreen))
        await seen.until(lambda: "k cubes" in seen.text or "F8 cubes" in seen.text)
        await pilot.press("f8")
        await seen.until(lambda: "cubes lost" in seen.text)
        menu = seen.text
        assert all(len(line) <= 80 for line in menu.splitlines())
        for label in ("cubes fell by themselves", "tower emptied", "count the tray by hand"):
            assert label in menu
        await pilot.press("3")
        await seen.until(lambda: "under the sofa" in seen.text)
        assert all(len(line) <= 80 for line in seen.text.splitlines())
        await pilot.press("3")  # from the supplies
        await seen.until(lambda: "✓ from: the supplies" in seen.text)
        await pilot.press("1", "enter")
        await seen.until(lambda: table.hash() != before)
        lost = table.state.ledger.at("lost")
        assert lost.total == 1
        await seen.until(lambda: "Lost from" in seen.text)
        await pilot.press("f3")
        await seen.until(lambda: "Lost (1)" in seen.text)
        await pilot.press("escape", "ctrl+z")
        await seen.until(lambda: table.hash() == before)

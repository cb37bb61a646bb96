"""The throw on the screen: cubes as they fall, corrections with two keys, the outcome."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from fake_tray import FakeTray

from turmwart.app.app import TurmwartApp
from turmwart.app.screens.battle import BattleScreen
from turmwart.app.screens.table import TableScreen
from turmwart.journal.store import Journal
from turmwart.kernel.cubes import Cubes
from turmwart.table.bus import LinkChanged
from turmwart.table.table import Table

from .conftest import tick
from .toys import ReportThrow
from .wallenstein import new_table, play

AppOf = Callable[..., TurmwartApp]


def thrown(table: Table) -> list[tuple[Cubes, str]]:
    """All throws that were booked, with who counted."""
    return [(c.fallen, c.witness) for c in table.state.done if isinstance(c, ReportThrow)]


async def test_cubes_appear_and_enter_accepts_what_all_agree_on(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any], drop: Any
) -> None:
    table = toy("throw")
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: isinstance(pilot.app.screen, BattleScreen))
        assert "[R]" not in seen.text
        drop(table, "red", "blue")
        await seen.until(lambda: "Fallen (2): [R][B]" in seen.text)
        drop(table, "red")
        await seen.until(lambda: "Fallen (3): [R][B][R]" in seen.text)
        assert "seen by the tower" in seen.text
        await pilot.press("enter")
        await seen.until(lambda: isinstance(pilot.app.screen, TableScreen))
    assert thrown(table) == [(Cubes.of(red=2, blue=1), "tower")]


async def test_a_count_without_a_tower_corrects_none(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any]
) -> None:
    table = toy("throw")
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "Nothing seen yet" in seen.text)
        await pilot.press("r")
        await seen.until(lambda: "Counted by hand." in seen.text)
        assert "the tower says" not in seen.text


async def test_a_count_is_corrected_with_two_keys(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any], drop: Any
) -> None:
    table = toy("throw")
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        drop(table, "red", "blue")
        await seen.until(lambda: "Fallen (2)" in seen.text)
        await pilot.press("r", "plus")
        await seen.until(lambda: "Corrected by hand" in seen.text)
        await pilot.press("g", "3", "enter")
        await seen.until(lambda: bool(thrown(table)))
    assert thrown(table) == [(Cubes.of(red=2, blue=1, green=3), "table")]


async def test_what_was_corrected_stays_when_more_falls(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any], drop: Any
) -> None:
    table = toy("throw")
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        drop(table, "red")
        await seen.until(lambda: "Fallen (1)" in seen.text)
        await pilot.press("b", "5")
        drop(table, "blue")
        await seen.until(lambda: "Fallen (2)" in seen.text)
        await pilot.press("enter")
        await seen.until(lambda: bool(thrown(table)))
    assert thrown(table) == [(Cubes.of(red=1, blue=5), "table")]


async def test_a_question_is_asked_in_words_and_accepted_only_twice(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any], drop: Any
) -> None:
    table = toy("throw")
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        drop(table, "red")
        drop.gap(table)
        await seen.until(lambda: "The tower missed a moment" in seen.text)
        await pilot.press("enter")
        await seen.until(lambda: "Really 1 red?" in seen.text)
        assert thrown(table) == []
        await pilot.press("enter")
        await seen.until(lambda: bool(thrown(table)))
    assert thrown(table) == [(Cubes.of(red=1), "table")]


async def test_the_question_says_how_many_cubes_have_no_colour(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any], drop: Any
) -> None:
    table = toy("throw")
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        drop(table, "red")
        drop.colourless(table)
        await seen.until(lambda: "Cubes without a colour: 1." in seen.text)


async def test_more_than_can_have_fallen_is_refused(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any], drop: Any
) -> None:
    table = toy("throw")
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await pilot.press("b", "9", "enter")
        await seen.until(lambda: "At most 5 blue" in seen.text)
        assert thrown(table) == []


async def test_while_cubes_fall_enter_asks_again(
    toy: Callable[[str], Table], look: type[Any], drop: Any
) -> None:
    table = toy("throw")
    async with TurmwartApp(table=table, settle_seconds=600).run_test(
        size=(80, 24), notifications=True
    ) as pilot:
        seen = look(pilot)
        drop(table, "red")
        await seen.until(lambda: "still falling" in seen.text)
        await pilot.press("enter")
        await seen.until(lambda: "may still be falling" in seen.text)
        assert thrown(table) == []
        drop(table, "red")
        await seen.until(lambda: "Fallen (2)" in seen.text)
        await pilot.press("enter", "enter")
        await seen.until(lambda: bool(thrown(table)))
    assert thrown(table) == [(Cubes.of(red=2), "tower")]


async def test_space_pours_into_the_simulated_tower(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any], drop: Any
) -> None:
    table = toy("throw")
    let_fall = asyncio.Event()

    async def pour(poured: Table) -> None:
        await let_fall.wait()
        drop(poured, "blue")

    async with app_of(table, pour=pour).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "Space pour" in seen.text)
        await pilot.press("space")
        await seen.until(lambda: "still falling" in seen.text)
        let_fall.set()
        await seen.until(lambda: "Fallen (1): [B]" in seen.text and "still" not in seen.text)
        await pilot.press("enter")
        await seen.until(lambda: bool(thrown(table)))
    assert thrown(table) == [(Cubes.of(blue=1), "tower")]


async def test_undo_offers_the_same_cubes_again(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any], drop: Any
) -> None:
    table = toy("throw")
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        drop(table, "red", "blue")
        await seen.until(lambda: "Fallen (2)" in seen.text)
        await pilot.press("enter")
        await seen.until(lambda: "undo: ReportThrow was entered" in seen.text)
        await pilot.press("ctrl+z")
        await seen.until(lambda: "Fallen (2): [R][B]" in seen.text)
        assert thrown(table) == []


async def test_stray_cubes_are_asked_for_first(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any], drop: Any
) -> None:
    table = toy("number")
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "number text" in seen.text)
        drop(table, "green")
        await seen.until(lambda: "stray text" in seen.text)
        await pilot.press("enter")
        await seen.until(lambda: "number text" in seen.text)
    assert [(c.fallen, c.witness) for c in table.state.done] == [(Cubes.of(green=1), "tower")]


async def test_a_gap_outside_a_throw_is_a_question_too(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any], drop: Any
) -> None:
    table = toy("number")
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        drop.gap(table)
        await seen.until(lambda: "The tower missed a moment" in seen.text)
        await pilot.press("b", "2", "enter")
        await seen.until(lambda: "number text" in seen.text)
    assert [(c.fallen, c.witness) for c in table.state.done] == [(Cubes.of(blue=2), "table")]


async def test_a_doubtful_count_is_no_sooner_accepted_at_the_table(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any], drop: Any
) -> None:
    """A cube without a colour fell by itself: Enter alone does not make it the likeliest one."""
    table = toy("number")
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        drop.colourless(table)
        await seen.until(lambda: "stray text" in seen.text)
        await pilot.press("enter")
        await seen.until(lambda: "Really 1 red?" in seen.text)
        assert table.state.done == ()
        await pilot.press("enter")
        await seen.until(lambda: "number text" in seen.text)
    assert [(c.fallen, c.witness) for c in table.state.done] == [(Cubes.of(red=1), "table")]


async def test_a_doubtful_throw_is_no_sooner_accepted_at_the_table(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any], drop: Any
) -> None:
    table = toy("throw")
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        drop(table, "red")
        drop.gap(table)
        await seen.until(lambda: "The tower missed a moment" in seen.text)
        await pilot.press("escape")
        await seen.until(lambda: isinstance(pilot.app.screen, TableScreen))
        await pilot.press("enter")
        await seen.until(lambda: "Really 1 red?" in seen.text)
        assert thrown(table) == []


async def test_what_falls_while_cards_are_turned_up_is_asked_about_at_once(
    journal: Journal, app_of: AppOf, look: type[Any], drop: Any
) -> None:
    """The quick form of the action waits until the table has said what fell."""
    table = new_table(journal, tick)
    play(
        table, lambda t: t.state.throws > 2 and any(p.command == "RevealPlan" for p in t.prompts())
    )
    colour = next(iter(table.state.ledger.at("tower")))
    lies = table.state.ledger.at("tray")
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "Which card lies there?" in seen.text)
        drop(table, colour)
        await seen.until(lambda: "by themselves: leave them in the tray" in seen.text)
        await pilot.press("enter")
        await seen.until(lambda: "Which card lies there?" in seen.text)
    assert table.state.ledger.at("tray") == lies + Cubes.of(**{colour: 1})


def in_battle(table: Table) -> bool:
    """A player attacks a player, with cubes in the tray, well into the game."""
    battle = table.state.battle
    return battle is not None and battle.kind == "player" and bool(battle.tray)


@pytest.mark.rule("W-BATTLE-23", "W-BATTLE-25", "W-BATTLE-14")
async def test_wallenstein_says_who_wins_and_what_to_take_from_the_tray(
    journal: Journal, app_of: AppOf, look: type[Any], drop: Any
) -> None:
    table = new_table(journal, tick)
    play(table, in_battle)
    battle = table.state.battle
    attacker = table.state.player(battle.attacker)
    defender = table.state.player(battle.defender)
    label = table.state.label(battle.province)
    mean = {"mean_fallen": lambda thrown, inside: (2 * thrown + inside) / 3}
    async with app_of(table, **mean).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: f"{attacker.name} ({attacker.colour}) attacks" in seen.text)
        drop(table, attacker.colour, *([defender.colour] * 3))
        await seen.until(lambda: "Fallen (4)" in seen.text)
        wins = f"won by {defender.name} ({defender.colour})"
        assert f"{attacker.name} 1 : 3 {defender.name}" in seen.text
        assert wins in seen.text
        letter = {"red": "R", "blue": "B", "yellow": "Y", "purple": "P"}
        assert f"From the tray to {label}: [{letter[defender.colour]}]2" in seen.text
        await pilot.press("enter")
        await seen.until(lambda: "Booked" in seen.text)
        assert wins in seen.text
        assert f"From the tray to {label}: [{letter[defender.colour]}]2" in seen.text
        await pilot.press("enter")
        await seen.until(lambda: isinstance(pilot.app.screen, TableScreen))
    assert table.state.province(battle.province).owner == battle.defender
    assert table.state.last_battle.witness == "tower"


async def test_who_leaves_a_throw_comes_back_with_a_key(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any], drop: Any
) -> None:
    table = toy("throw")
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: isinstance(pilot.app.screen, BattleScreen))
        await pilot.press("escape")
        await seen.until(lambda: isinstance(pilot.app.screen, TableScreen))
        drop(table, "red")
        await pilot.pause(0.1)
        assert isinstance(pilot.app.screen, TableScreen)
        await pilot.press("f6")
        await seen.until(lambda: "Fallen (1)" in seen.text)


async def test_an_outcome_booked_by_others_is_shown_until_the_table_moves_on(
    journal: Journal, app_of: AppOf, look: type[Any]
) -> None:
    """A demo: its players book the throw, the screen shows what came of it, then goes on."""
    table = new_table(journal, tick)
    play(table, in_battle)
    battles = 0
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        while battles < 2:
            await seen.until(lambda: isinstance(pilot.app.screen, BattleScreen))
            throws = table.state.throws
            play(table, lambda t, before=throws: t.state.throws > before, seed=battles)
            await seen.until(lambda: "Booked" in seen.text)
            assert "From the tray" in seen.text
            play(table, lambda t: t.state.battle is not None and t.throw_prompt is not None)
            battles += 1
        await seen.until(lambda: "Nothing seen yet" in seen.text)


async def test_help_names_the_keys_that_do_something(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any]
) -> None:
    """No simulated tower, no camera, no odds; at the table the way back to the throw."""
    async with app_of(toy("throw")).run_test(size=(80, 40)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: isinstance(pilot.app.screen, BattleScreen))
        await pilot.press("f1")
        await seen.until(lambda: "book one of the likely counts" in seen.text)
        for words in ("simulated tower", "as the camera sees it", "the odds of"):
            assert words not in seen.text
        await pilot.press("escape", "escape")
        await seen.until(lambda: isinstance(pilot.app.screen, TableScreen))
        await pilot.press("f1")
        await seen.until(lambda: "back to the throw that waits" in seen.text)


async def test_a_tower_that_is_gone_is_said_in_place_until_it_is_back(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any]
) -> None:
    """On the throw's screen and on the table's, for longer than any message stays."""
    table = toy("throw")
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: isinstance(pilot.app.screen, BattleScreen))
        table.bus.publish(LinkChanged("tower.link.gone"))
        await seen.until(lambda: "The tower is gone" in str(seen.lines("fallen").visual))
        await pilot.press("escape")
        await seen.until(lambda: isinstance(pilot.app.screen, TableScreen))
        await seen.until(lambda: "The tower is gone" in str(seen.lines("log").visual))
        table.linked = True
        table.bus.publish(LinkChanged("tower.link.connected"))
        await seen.until(lambda: "The tower is gone" not in str(seen.lines("log").visual))


async def test_a_window_that_is_too_small_breaks_no_line_of_the_count(
    journal: Journal, app_of: AppOf, look: type[Any]
) -> None:
    """Columns that only inform give way, and the keys stay in sight."""
    table = new_table(journal, tick, 3)
    play(table, in_battle)
    FakeTray(table)
    async with app_of(table).run_test(size=(60, 20), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: isinstance(pilot.app.screen, BattleScreen))
        await seen.until(lambda: "Esc back" in seen.text)
        (head,) = [line for line in seen.text.splitlines() if "fallen   tower  camera" in line]
        assert head.endswith("at most")
        rows = [line for line in seen.text.splitlines() if "–       –" in line]
        assert len(rows) == len(table.throw_prompt.slots[0].bounds.counts)  # type: ignore[union-attr]

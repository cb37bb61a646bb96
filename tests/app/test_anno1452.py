"""The screens of Anno 1452: short codes, odds, battles from pictures, phases, the end."""

from __future__ import annotations

import importlib.util
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from turmwart.app.app import TurmwartApp
from turmwart.app.screens.anno1452.acting import Acting
from turmwart.app.screens.anno1452.codes import card_codes, place_codes, region_codes
from turmwart.app.screens.anno1452.phases import income_lines
from turmwart.app.words import Words
from turmwart.games.anno1452 import GAME
from turmwart.games.anno1452.state import Income, IncomeLine, State
from turmwart.games.anno1452.waiting import dice_waiting
from turmwart.journal.store import Journal
from turmwart.table.camera.eye import Eye
from turmwart.table.printed_anno1452 import demo_board, shipped_board
from turmwart.table.table import Table
from turmwart_vision.api import Watch, load_image, read_dice, save_image

from .anno1452 import acting, dice_of_a_battle, new_table, play, some_epochs_on
from .conftest import tick

_DRAWN = Path(__file__).parents[1] / "vision" / "conftest.py"
MOST_KEYS = 4


@pytest.fixture
def evening(journal: Journal) -> Table:
    """Three players, some Epochs on, before an action."""
    table = new_table(journal, tick)
    play(table, some_epochs_on)
    return table


def test_codes_are_short_and_differ() -> None:
    for board in (shipped_board(), demo_board()):
        for codes in (region_codes(board), card_codes(board)):
            assert len(set(codes.values())) == len(codes)
            assert {len(code) for code in codes.values()} == {2}
        assert region_codes(board)["bayern"] == "ba"
    assert card_codes(shipped_board())["marriage-adelheid"] == "ad"
    assert len(set(place_codes(60))) == 60


async def keys_for(
    table: Table, app_of: Callable[..., TurmwartApp], look: type[Any], first: str
) -> int:
    """Type an action by always taking what is offered first; how many keys it took."""
    before = table.version
    pressed = 0
    async with app_of(table).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "which action?" in seen.text)
        await pilot.press(first)
        pressed += 1
        words = Words()
        while table.version == before:
            entry = seen.form.draft.entries[0]
            reading = entry.reading
            key = reading.lines[0].code[len(entry.typed) - 1 :] if not reading.complete else ""
            keys = list(key) or ["enter"]
            await pilot.press(*keys)
            pressed += len(keys)
            assert pressed <= 9, (words.prompt(seen.form.draft.prompt), seen.text)
            await pilot.pause(0.05)
    return pressed


@pytest.mark.parametrize("first", ["b", "s", "a", "c", "v", "p"])
async def test_an_action_takes_at_most_four_keys(
    evening: Table, app_of: Callable[..., TurmwartApp], look: type[Any], first: str
) -> None:
    assert await keys_for(evening, app_of, look, first) <= MOST_KEYS


async def test_three_citizens_take_four_keys(
    evening: Table, app_of: Callable[..., TurmwartApp], look: type[Any]
) -> None:
    seat = evening.state.acting.seat
    before = evening.state.citizens_on_board(seat)
    async with app_of(evening).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "which action?" in seen.text)
        await pilot.press("s")
        await seen.until(lambda: "settle" in seen.text)
        for _ in range(3):
            await pilot.press(seen.form.draft.entries[0].reading.lines[0].code)
        await seen.until(lambda: evening.state.citizens_on_board(seat) == before + 3)


def test_every_action_of_a_game_has_a_code_of_at_most_four_keys(journal: Journal) -> None:
    """Each turn of a whole game; the longest way to anything that can be chosen is counted."""
    table = new_table(journal, tick)
    longest: dict[str, int] = {}
    turns = 0

    def measure(state: State) -> bool:
        nonlocal turns
        if acting(state) and state.row < 5:
            turns += 1
            read = Acting(state, GAME.prompts(state, None), Words()).read
            start = read("")
            assert start is not None
            for action in start.lines:
                first = read(action.code)
                assert first is not None
                keys = [action.code + line.code for line in first.lines] or [action.code]
                full = [key for key in keys if (r := read(key)) is not None and r.complete]
                assert full, action
                # Enter carries it out.
                most = max(len(key) for key in full) + 1
                longest[action.label] = max(longest.get(action.label, 0), most)
        return state.row == 5

    play(table, measure)
    assert turns > 20
    assert set(longest) >= {"build", "settle", "attack", "play a card", "pass"}
    assert max(longest.values()) <= MOST_KEYS, longest


async def test_a_wrong_code_is_said_and_kept_short(
    evening: Table, app_of: Callable[..., TurmwartApp], look: type[Any]
) -> None:
    async with app_of(evening).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "which action?" in seen.text)
        await pilot.press("b", "x")
        await seen.until(lambda: 'Nothing fits "bx"' in seen.text)
        await pilot.press("enter")
        await seen.until(lambda: "b is not complete yet" in seen.text)
        await pilot.press("escape")
        await seen.until(lambda: "v play a card as a City" in seen.text)
        # Nothing typed: the letters of the screen are free again.
        await pilot.press("l")
        await seen.until(lambda: "Log" in seen.text.splitlines()[0])


async def test_odds_stand_before_the_attack_and_enter_declares(
    evening: Table, app_of: Callable[..., TurmwartApp], look: type[Any]
) -> None:
    async with app_of(evening).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "which action?" in seen.text)
        await pilot.press("a", "1")
        await seen.until(lambda: "= odds" in seen.text)
        await pilot.press("equals_sign")
        await seen.until(lambda: "Attacker wins" in seen.text)
        before = seen.text
        await pilot.press("right")
        assert "Attacker wins" in seen.text
        await pilot.press(*(["down"] * 4), "space")
        await seen.until(lambda: "[x] Militia for the attacker" in seen.text)
        assert seen.text != before
        await pilot.press("escape")
        await seen.until(lambda: "which action?" in seen.text)
        assert evening.state.battle is None
        await pilot.press("equals_sign")
        await seen.until(lambda: "Attacker wins" in seen.text)
        await pilot.press("enter")
        await seen.until(lambda: evening.state.battle is not None)


async def test_odds_write_fractions_as_the_language_does(evening: Table, look: type[Any]) -> None:
    async with TurmwartApp(table=evening, language="de").run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "welche Aktion?" in seen.text)
        await pilot.press("a", "1", "equals_sign")
        await seen.until(lambda: "Angreifer siegt" in seen.text)
        assert re.search(r"\d,\d %", seen.text)
        assert not re.search(r"\d\.\d", seen.text)


@cache
def _drawing() -> Any:
    spec = importlib.util.spec_from_file_location("drawn_dice", _DRAWN)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Drawing


@dataclass
class Tray:
    """A camera above a tray in which dice are laid by hand."""

    file: Path
    eye: Eye = field(default_factory=lambda: Eye("0"))
    chance: random.Random = field(default_factory=lambda: random.Random(1452))

    def lay(self, table: Table, values: tuple[int, ...]) -> None:
        """The camera reads a picture of dice with these values, turned at random."""
        picture = _drawing()()
        for n, value in enumerate(values):
            place = (90 + 150 * (n % 4), 130 + 220 * (n // 4))
            picture.die(value, place, 60, self.chance.randrange(360))
        save_image(self.file, picture.frame)
        shot = Watch(read_dice).at_once(load_image(self.file), still=True)
        self.eye._hear(table, shot)


@pytest.mark.rule("A-DICE-7", "A-DICE-1", "A-DICE-6")
async def test_a_battle_is_fought_from_pictures(
    journal: Journal, app_of: Callable[..., TurmwartApp], look: type[Any], tmp_path: Path
) -> None:
    """All throws by the camera; one picture lacks a die and is refused, one die is corrected."""
    table = new_table(journal, tick)
    play(table, dice_of_a_battle, seed=5)
    number = table.state.battle.number
    tray = Tray(tmp_path / "dice.png")
    thrown: list[tuple[int, ...]] = []
    async with app_of(table, camera=tray.eye).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        while table.state.battle is not None:
            before = table.version
            if not dice_waiting(table.state):
                # Losses: what is proposed is taken; cards: nobody plays one.
                await pilot.press("enter")
                await pilot.pause(0.05)
                continue
            dice = dice_waiting(table.state)[0]
            faces = tuple(sorted(tray.chance.randint(1, 6) for _ in range(dice.count)))
            await seen.until(lambda: "throws" in seen.text and "Hits:" in seen.text)
            await pilot.press("enter")
            await seen.until(lambda: "No dice are read yet" in seen.text)
            if not thrown:
                tray.lay(table, (*faces, 1))
                wrong = f"{dice.count} dice expected, {dice.count + 1} seen"
                await seen.until(lambda wrong=wrong: wrong in seen.text)
                await pilot.press("enter")
                await pilot.pause(0.05)
                assert table.version == before
            tray.lay(table, faces)
            await seen.until(lambda: ", sure" in seen.text and "expected" not in seen.text)
            if len(thrown) == 1:
                faces = (faces[0] % 6 + 1, *faces[1:])
                await pilot.press("1", str(faces[0]))
                await seen.until(lambda: "corrected by hand" in seen.text)
            await pilot.press("enter")
            await seen.until(lambda before=before: table.version > before)
            thrown.append(faces)
            assert len(thrown) < 60
    ended = table.state.last_battle
    assert ended.number == number
    rolled = [one for fought in ended.rounds for one in fought.thrown]
    assert [one.values for one in rolled] == thrown
    log = " ".join(str(dict(values).get("witness", "")) for _, _, values in table.log(400))
    assert "camera" in log
    assert "hand" in log
    assert len(journal.evidence("evening")) == len(thrown)


async def test_typed_digits_and_the_dealer_throw_too(
    journal: Journal, app_of: Callable[..., TurmwartApp], look: type[Any]
) -> None:
    table = new_table(journal, tick)
    play(table, dice_of_a_battle, seed=5)
    async with app_of(table).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "Hits:" in seen.text)
        waiting = dice_waiting(table.state)
        await pilot.press(*"6" * waiting[0].count, "enter")
        await seen.until(lambda: len(dice_waiting(table.state)) == len(waiting) - 1)
        await pilot.press("enter")
        await seen.until(lambda: "roll for us" in seen.text)
        await pilot.press("r")
        await seen.until(lambda: "rolled by the companion" in seen.text)


@pytest.mark.parametrize("language", ["en", "de", "hu"])
def test_every_part_of_an_income_is_read_on_80_columns(journal: Journal, language: str) -> None:
    """Whoever has some of everything in a year of a good crop still reads what all of it brings."""
    parts = ("estates", "citizens", "cities", "principalities", "good_crop", "special_tax")
    income = Income("s1", tuple(IncomeLine(part, 12, 15) for part in parts), 90)
    view = new_table(journal, tick).view()
    lines = income_lines(view, [income], Words(language), 78, "app.anno1452.income.due")
    said = " ".join(line.plain for line in lines)
    assert "…" not in said
    assert said.count("15") == len(parts)
    assert all(len(line.plain) <= 78 for line in lines)


async def test_income_is_one_key_with_its_parts(
    journal: Journal, app_of: Callable[..., TurmwartApp], look: type[Any]
) -> None:
    table = new_table(journal, tick)
    play(table, lambda s: s.phase == "income" and not s.stack and s.row >= 2)
    due = {one.seat: one.gold for one in table.view().incomes}
    gold = {player.seat: player.gold for player in table.state.players}
    async with app_of(table).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "Income of all players" in seen.text)
        assert "Estates" in seen.text
        await pilot.press("enter")
        await seen.until(lambda: table.state.phase == "trade")
        await seen.until(lambda: "Income that was paid" in seen.text)
    assert {p.seat: p.gold for p in table.state.players} == {
        seat: gold[seat] + due[seat] for seat in gold
    }


async def test_prestige_is_shown_with_its_reasons(
    journal: Journal, app_of: Callable[..., TurmwartApp], look: type[Any]
) -> None:
    table = new_table(journal, tick)
    play(table, lambda s: s.phase == "prestige" and not s.stack and s.row >= 2)
    async with app_of(table).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "Prestige points; Enter books them" in seen.text)
        assert "Most, +1:" in seen.text
        await pilot.press("enter")
        await seen.until(lambda: table.state.phase != "prestige")


async def test_a_deal_keeps_the_words_of_the_promise(
    journal: Journal, app_of: Callable[..., TurmwartApp], look: type[Any]
) -> None:
    table = new_table(journal, tick)
    play(table, lambda s: s.phase == "pre_trade" and not s.stack)
    first, second = table.state.order[:2]
    gold = table.state.player(first).gold
    async with app_of(table).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "Is everybody done?" in seen.text)
        await pilot.press("o")
        await seen.until(lambda: "book a deal" in seen.text)
        line = next(one for one in seen.text.splitlines() if "book a deal" in one)
        await pilot.press(line.split("book a deal")[0].strip(" ›")[-1])
        await seen.until(lambda: "Book what two players" in seen.text)
        # One side, other side, 3 Gold of the one, nothing else, the words, no end, no peace.
        await pilot.press("1", "2", "3", "enter", *(["enter"] * 5))
        await pilot.press(*"salt", "enter", "enter", "1")
        await seen.until(lambda: bool(table.state.agreements))
        await pilot.press("f2")
        for _ in range(4):
            if "salt" in seen.text:
                break
            await pilot.press("right")
            await pilot.pause(0.05)
        await seen.until(lambda: "salt" in seen.text)
    assert table.state.player(first).gold == gold - 3
    assert table.state.agreements[0].words == "salt"
    assert table.state.agreements[0].seats == (first, second)

"""A new game of King of Kings from the app: the same events as of ``turmwart kok new``."""

from __future__ import annotations

import argparse
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from turmwart.app.app import TurmwartApp
from turmwart.app.screens.ask import AskScreen
from turmwart.app.screens.choose import ChooseScreen
from turmwart.app.screens.table import TableScreen
from turmwart.cli import kok
from turmwart.cli.app import doors
from turmwart.cli.main import main
from turmwart.games.kingofkings.options import CHOICES
from turmwart.journal.store import Journal
from turmwart.table.kingofkings.begin import HEIGHT, SEED, TRIBES, WIDTH
from turmwart.texts import catalogue, say

from .conftest import Look, typed

MAP = """[game]
name = Nordmeer
siege_mode = percent
[map]
KE~
EW1
[tribes]
1 Knut; wp 12
2 Olaf; npc
[units]
1/1 1 2 FU 1 GE
3/2 2 1 FU
"""
AT_80 = (80, 24)


@pytest.fixture(autouse=True)
def _seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games that begin alike, have the same seed of the rolls too."""
    monkeypatch.setattr("turmwart.table.kingofkings.begin.new_seed", lambda: "5eed" * 16)


@asynccontextmanager
async def asked(
    path: Path, language: str = "en", size: tuple[int, int] = AT_80
) -> AsyncIterator[tuple[Pilot[None], Look]]:
    """The app where the wizard of King of Kings asks for its first form."""
    with Journal.open(path) as journal:
        app = TurmwartApp(doors(journal), language=language)
        async with app.run_test(size=size, notifications=True) as pilot:
            look = Look(pilot)
            await look.until(lambda: isinstance(app.screen, ChooseScreen))
            await pilot.press("5")
            await look.until(lambda: isinstance(app.screen, AskScreen))
            await pilot.pause()
            yield pilot, look


def begun(path: Path, name: str) -> list[tuple[str, int, Any, str]]:
    """What a journal holds of a game: kind, step, payload, by whom."""
    with Journal.open(path, readonly=True) as journal:
        assert journal.table(name).game == "kingofkings"
        rows = journal.read(name)
    return [(row.type, row.step, json.loads(row.payload), row.by) for row in rows]


def by_hand(path: Path, name: str, *more: str) -> list[tuple[str, int, Any, str]]:
    """The same of a game begun by ``turmwart kok new``."""
    assert main(["kok", "new", name, *more, "--journal", str(path)]) == 0
    return begun(path, name)


@pytest.mark.rule("K-OPTION-1", "K-OPTION-2")
async def test_a_map_by_a_seed_begins_as_from_the_command_line(tmp_path: Path) -> None:
    """Name, tribes, size and seed are asked for; the starts are shown before the game begins."""
    async with asked(tmp_path / "app.sqlite") as (pilot, look):
        await pilot.press("1")
        await typed(pilot, "Nordmeer")
        await look.until(lambda: "Fields from west to east" in look.text)
        await typed(pilot, "4")
        await typed(pilot, "12")
        await typed(pilot, "10")
        await typed(pilot, "fjord")
        await look.until(lambda: "4 tribes on 12 x 10 fields" in look.text)
        assert "Within 3 steps by land of a start: provinces" in look.text
        await pilot.press("3")
        await look.until(lambda: "tribe 4:" in look.text)
        await pilot.press("enter")
        await look.until(lambda: "begin the game" in look.text)
        await pilot.press("1")
        await look.until(lambda: isinstance(pilot.app.screen, TableScreen))
        await look.until(lambda: "Nordmeer · round 1 · 0 of 4 sheets are in" in look.text)
    size = ("--tribes", "4", "--width", "12", "--height", "10", "--seed", "fjord")
    expected = by_hand(tmp_path / "cli.sqlite", "Nordmeer", *size)
    assert begun(tmp_path / "app.sqlite", "Nordmeer") == expected


@pytest.mark.rule("K-OPTION-1")
async def test_options_are_set_before_the_game_begins(tmp_path: Path) -> None:
    """A choice, a number and the points of the places; what is left alone keeps its default."""
    async with asked(tmp_path / "app.sqlite") as (pilot, look):
        await pilot.press("1")
        await pilot.press("enter")
        await look.until(lambda: "Fields from west to east" in look.text)
        await pilot.press("enter", "enter", "enter", "enter")
        await look.until(lambda: "begin the game" in look.text)
        await pilot.press("2")
        await look.until(lambda: "Orders of a tribe in a round" in look.text)
        assert "each his own (Indi)" in look.text
        await pilot.press("right", "enter")
        await typed(pilot, "12")
        await pilot.press(*["down"] * 6)
        await typed(pilot, "5, 3")
        await pilot.press(*["down"] * 25, "enter")
        await look.until(lambda: "Points for troops: 1st, 2nd, 3rd place: 5, 3 is no" in look.text)
        await pilot.press(*["up"] * 26, *["backspace"] * 4)
        await typed(pilot, "5, 3, 1")
        await pilot.press(*["down"] * 25, "enter")
        await look.until(lambda: isinstance(pilot.app.screen, TableScreen))
    options = ("report_mode=zine", "orders_per_round=12", "vp_points_troops=5,3,1")
    more = [word for option in options for word in ("--option", option)]
    expected = by_hand(tmp_path / "cli.sqlite", "campaign-1", *more)
    assert begun(tmp_path / "app.sqlite", "campaign-1") == expected


@pytest.mark.rule("K-OPTION-4")
async def test_a_map_file_that_is_mended_meanwhile_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is wrong is said in place and what was typed stays; what was shown is what begins."""
    monkeypatch.chdir(tmp_path)
    file = Path("nord.txt")
    async with asked(tmp_path / "app.sqlite") as (pilot, look):
        await pilot.press("2")
        await typed(pilot, "Fjord")
        await look.until(lambda: "Which map file?" in look.text)
        await pilot.press("enter")
        await look.until(lambda: "! Type the name of the file." in look.text)
        await typed(pilot, "nord.txt")
        await look.until(lambda: "! nord.txt cannot be read" in look.text)
        file.write_text(MAP.replace("EW1", "EW?"))
        await pilot.press("enter")
        await look.until(lambda: "! nord.txt cannot be played: row 2 of the map" in look.text)
        file.write_text(MAP)
        await pilot.press("enter")
        await look.until(lambda: "2 tribes on 3 x 2 fields" in look.text)
        assert "options" not in look.text
        file.write_text("gone")
        await pilot.press("2")
        await look.until(lambda: "tribe 2:" in look.text)
        await pilot.press("escape")
        await look.until(lambda: "begin the game" in look.text)
        await pilot.press("1")
        await look.until(lambda: isinstance(pilot.app.screen, TableScreen))
    file.write_text(MAP)
    expected = by_hand(tmp_path / "cli.sqlite", "Fjord", "--map", "nord.txt")
    assert begun(tmp_path / "app.sqlite", "Fjord") == expected


async def test_what_cannot_be_is_answered_where_it_was_typed(tmp_path: Path) -> None:
    """A taken name, none at all, too many tribes, a number out of its limits."""
    by_hand(tmp_path / "app.sqlite", "Nordmeer")
    async with asked(tmp_path / "app.sqlite") as (pilot, look):
        # With a table in the list the fifth line is the game before.
        await pilot.press("escape")
        await look.until(lambda: isinstance(pilot.app.screen, ChooseScreen))
        await pilot.press("6")
        await look.until(lambda: "Where does the map come from" in look.text)
        await pilot.press("1")
        await typed(pilot, "Nordmeer")
        await look.until(
            lambda: "! " + say("journal.table_exists", "en", name="Nordmeer")[:30] in look.text
        )
        await pilot.press(*["backspace"] * 8, "enter")
        await look.until(lambda: "! The game needs a name." in look.text)
        await typed(pilot, "Fjord")
        await look.until(lambda: "Fields from west to east" in look.text)
        await typed(pilot, "99")
        await look.until(lambda: "! Tribes: At most 50." in look.text)
        await pilot.press("backspace", "backspace")
        await typed(pilot, "50")
        await pilot.press("enter", "enter", "enter")
        await look.until(lambda: "! No map can be made: 1 to 31 tribes find a place" in look.text)
        await pilot.press("up", "up", "up", "backspace", "backspace")
        await typed(pilot, "2")
        await pilot.press("down", "down", "down", "enter")
        await look.until(lambda: "2 tribes on 20 x 14 fields" in look.text)


async def test_escape_goes_back_form_by_form(tmp_path: Path) -> None:
    """What was entered is still there; before the first form stands the list."""
    async with asked(tmp_path / "app.sqlite") as (pilot, look):
        await pilot.press("1")
        await typed(pilot, "Fjord")
        await look.until(lambda: "Fields from west to east" in look.text)
        await typed(pilot, "3")
        await pilot.press("enter", "enter", "enter")
        await look.until(lambda: "3 tribes on 20 x 14 fields" in look.text)
        await pilot.press("escape")
        await look.until(lambda: "Fields from west to east" in look.text)
        await pilot.press("escape", "escape", "escape", "escape")
        await look.until(lambda: "Where does the map come from" in look.text)
        assert "Fjord" in look.text
        await pilot.press("escape", "escape")
        await look.until(lambda: isinstance(pilot.app.screen, ChooseScreen))
    with Journal.open(tmp_path / "app.sqlite", readonly=True) as journal:
        assert list(journal.tables()) == []


@pytest.mark.parametrize("language", ["en", "de", "hu"])
async def test_all_options_are_in_words_on_80_columns(tmp_path: Path, language: str) -> None:
    """Neither names of options nor text ids stand on the screen; no label is cut."""
    async with asked(tmp_path / "app.sqlite", language) as (pilot, look):
        await pilot.press("1", "enter")
        await pilot.press("enter", "enter", "enter", "enter")
        await pilot.press("2")
        label = say("app.kingofkings.new.rules.options.report_mode", language)
        await look.until(lambda: label in look.text)
        seen = look.text
        for _ in range(34):
            await pilot.press("down")
            await pilot.pause()
            seen += look.text
        assert "[app" not in seen
        for name, row in catalogue(language).items():
            if name.startswith("app.kingofkings.new.rules.options."):
                assert row in seen
                assert name.rpartition(".")[2] not in seen


@pytest.mark.parametrize("language", ["en", "de", "hu"])
def test_each_choice_of_an_option_has_words_that_fit(language: str) -> None:
    """Beside the longest label there is room for 22 characters on 80 columns."""
    for option, choices in CHOICES.items():
        for choice in choices:
            words = catalogue(language)[f"app.kingofkings.new.option.{option}.{choice}"]
            assert len(words) <= 22


def test_the_defaults_are_those_of_the_command_line() -> None:
    """The form offers the map that ``turmwart kok new`` makes."""
    seen: list[argparse.Namespace] = []
    run, kok.run_map = kok.run_map, lambda arguments: seen.append(arguments) or 0
    try:
        main(["kok", "map"])
    finally:
        kok.run_map = run
    (found,) = seen
    assert (found.tribes, found.width, found.height, found.seed) == (TRIBES, WIDTH, HEIGHT, SEED)

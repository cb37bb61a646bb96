"""King of Kings in the app: the round is played from the screen, which shows no secret."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from kok_world import setup_of

from turmwart.app.app import TurmwartApp
from turmwart.app.doors import Doors
from turmwart.app.screens.ask import AskScreen
from turmwart.app.screens.face import face_of
from turmwart.app.screens.table import TableScreen
from turmwart.app.words import Words
from turmwart.games.kingofkings import GAME
from turmwart.games.kingofkings.commands import HandIn, PlayRound
from turmwart.journal.store import Journal
from turmwart.table.palette import default_palette
from turmwart.table.statistics import gather
from turmwart.table.table import Table

from .conftest import Look

UNITS = [("1/1", 1, "3 FU"), ("1/2", 1, "1 FU"), ("4/1", 2, "1 FU"), ("4/2", 2, "1 FU")]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Two tribes; one has handed in."""
    setup = setup_of(["EEEE", "EEEE"], UNITS, options={"end_rounds": 2})
    with Journal.open(tmp_path / "j.sqlite") as journal:
        made = Table.create(
            journal, "G", GAME, setup, palette=default_palette(), clock=lambda: 1_700_000_000_000
        )
        made.do(HandIn(1, "NAME Knut\nNAME 1 1 Geheim\nVERT 1 1 G"))
        yield made
        made.close()


def shown(table: Table, width: int = 60) -> str:
    """What the face draws of what all may see."""
    face, view, words = face_of("kingofkings"), table.view(), Words("en")
    lines = [*face.header(view, words, width), *face.overview(view, words, width)]
    assert all(len(line.plain) <= width for line in lines)
    return "\n".join(line.plain for line in lines)


async def test_rounds_are_played_from_the_screen(table: Table) -> None:
    """Enter plays the round; after the last one the winner stands there."""
    assert "round 1 · 1 of 2 sheets" in shown(table)
    async with TurmwartApp(Doors(), table=table).run_test(size=(100, 30)) as pilot:
        for number in (2, 3):
            table.do(HandIn(2, ""))
            if number > 2:
                table.do(HandIn(1, ""))
            await pilot.pause()
            await pilot.press("enter")
            await pilot.pause()
            assert table.state.round == number
    text = shown(table)
    assert "Knut (1)" in text
    assert "Won by: Knut (1)" in text
    assert "Geheim" not in text
    assert shown(table, 44)


async def test_the_table_asks_before_a_round_with_sheets_missing(table: Table) -> None:
    """Enter twice plays nothing; Escape neither; a yes plays, and undo takes the round back."""
    async with TurmwartApp(Doors(), table=table, language="en").run_test(size=(80, 24)) as pilot:
        seen = Look(pilot)
        for key in ("enter", "escape"):
            await seen.until(lambda: isinstance(pilot.app.screen, TableScreen))
            await pilot.press("enter")
            await seen.until(lambda: isinstance(pilot.app.screen, AskScreen))
            assert "1 tribe has no sheet for round 1: 2 T2. Play all the same?" in seen.text
            await pilot.press(key)
        await seen.until(lambda: isinstance(pilot.app.screen, TableScreen))
        assert table.state.round == 1
        await pilot.press("enter")
        await seen.until(lambda: isinstance(pilot.app.screen, AskScreen))
        await pilot.press("2")
        await seen.until(lambda: table.state.round == 2)
        await seen.until(lambda: "round 2" in seen.text)
        await pilot.press("u")
        await seen.until(lambda: table.state.round == 1)
        assert table.state.sheet(1) is not None


async def test_a_round_that_somebody_else_changed_is_not_played(table: Table) -> None:
    """A sheet that comes in while the table is asked makes the answer one to an old question."""
    async with TurmwartApp(Doors(), table=table).run_test(size=(80, 24)) as pilot:
        seen = Look(pilot)
        await pilot.press("enter")
        await seen.until(lambda: isinstance(pilot.app.screen, AskScreen))
        table.do(HandIn(2, ""))
        await pilot.press("2")
        await seen.until(lambda: "2 of 2 sheets are in" in seen.text)
        assert table.state.round == 1


@pytest.mark.rule("K-OPTION-5")
async def test_tribes_that_nobody_plays_grow_from_the_table_too(tmp_path: Path) -> None:
    """Their sheets are handed in first, as on the game master's screen."""
    setup = setup_of(["EEEE", "EEEE"], UNITS, npc=[2], stock={2: {"wp": 9}})
    with Journal.open(tmp_path / "j.sqlite") as journal:
        table = Table.create(journal, "G", GAME, setup, palette=default_palette(), clock=int)
        async with TurmwartApp(Doors(), table=table).run_test(size=(80, 24)) as pilot:
            seen = Look(pilot)
            await pilot.press("enter")
            await seen.until(lambda: isinstance(pilot.app.screen, AskScreen))
            await pilot.press("3")
            await seen.until(lambda: table.state.round == 2)
        assert [row.by for row in journal.read("G")][-2:] == ["npc", "table"]
        table.close()


@pytest.mark.rule("K-CHANCE-9", "K-REPORT-10")
async def test_a_roll_at_sea_is_asked_without_a_secret(tmp_path: Path) -> None:
    """In Indi mode the screen of the table does not say whose movement it is, nor where."""
    fleets = [("1/1", 1, "1 FU 1 SC"), ("2/1", 2, "3 FU 3 SC")]
    with Journal.open(tmp_path / "j.sqlite") as journal:
        table = Table.create(
            journal, "G", GAME, setup_of(["~~~"], fleets), palette=default_palette(), clock=int
        )
        table.do(HandIn(1, "SEE 1 1 FU 1 SC 1 O O"))
        table.do(HandIn(2, ""))
        async with TurmwartApp(Doors(), table=table).run_test(size=(100, 30)) as pilot:
            seen = Look(pilot)
            await seen.until(lambda: "round 1" in seen.text)
            await pilot.press("enter")
            for _ in range(3):
                await seen.until(lambda: "Roll for a sea movement" in seen.text)
                assert "detect" not in seen.text
                await pilot.press(*"50", "enter")
                await pilot.pause()
            await seen.until(lambda: table.state.round == 2)
        table.close()


async def test_a_campaign_that_is_over_stands_in_the_statistics(table: Table) -> None:
    """The first screen names the game; its page gives winner, places and points."""
    while not table.state.over:
        table.do(PlayRound())
    found = gather(table.journal)
    doors = Doors(tables=table.journal.tables, open=lambda name: table, statistics=lambda: found)
    async with TurmwartApp(doors).run_test(size=(80, 24)) as pilot:
        seen = Look(pilot)
        await seen.until(lambda: "G · King of Kings, 4 steps" in seen.text)
        await pilot.press("2")
        await seen.until(lambda: "All games" in seen.text)
        await pilot.press("right")
        await seen.until(lambda: "average" in seen.text)
        assert "King of Kings" in seen.text
        assert "1. Knut" in seen.text

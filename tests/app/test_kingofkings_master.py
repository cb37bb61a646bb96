"""The game master's screen of King of Kings: what it shows, what it does, what the table sees."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import pytest
from textual.pilot import Pilot

from turmwart.app.app import TurmwartApp
from turmwart.app.doors import Doors
from turmwart.app.screens.ask import AskScreen
from turmwart.app.screens.kingofkings.master import MasterScreen
from turmwart.app.screens.page import PageScreen
from turmwart.app.screens.table import TableScreen
from turmwart.errors import JournalError
from turmwart.games.kingofkings.commands import HandIn
from turmwart.journal.store import Journal
from turmwart.table.kingofkings.master import came_in, deadline, in_words, moment
from turmwart.table.table import Table

from .conftest import Look, typed
from .kingofkings import DOUBTFUL, SECRET, UNREADABLE, new_table

BEGAN = 1_796_000_000_000


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Of four tribes two have handed in for the second round."""
    clock = count(BEGAN, 60_000)
    with Journal.open(tmp_path / "j.sqlite") as journal:
        made = new_table(journal, lambda: next(clock))
        yield made
        made.close()


@asynccontextmanager
async def opened(table: Table, language: str = "en") -> AsyncIterator[tuple[Pilot[None], Look]]:
    """The app at the game master's screen, opened by its key and a yes."""
    app = TurmwartApp(Doors(), table=table, language=language)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        look = Look(pilot)
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        await pilot.press("g")
        await look.until(lambda: isinstance(app.screen, AskScreen))
        await pilot.press("enter")
        await look.until(lambda: isinstance(app.screen, MasterScreen))
        await pilot.pause()
        yield pilot, look


async def test_who_has_handed_in_and_until_when(table: Table) -> None:
    """A line for each tribe: when, which sheet, how many lines, how many to look at."""
    when = came_in(table)
    assert sorted(when) == [1, 2]
    assert when[1] < when[2]
    until = deadline(table.journal, table.name, 2)
    assert until is not None
    async with opened(table) as (pilot, look):
        assert f"2 of 4 sheets are in · taken in until {in_words(until)}" in look.text
        knut = next(line for line in look.text.splitlines() if "1  Knut" in line)
        assert knut.split()[3:] == [*in_words(when[1]).split(), "2", "4", "2", "!"]
        assert "3  T3" in look.text
        assert "nothing yet" in look.text
        assert "nobody plays it" in look.text
        assert f"1. {DOUBTFUL}" in look.text
        assert "VERT 1 1 G" in look.text, "what the line could have meant"
        await pilot.press("down")
        await pilot.pause()
        assert "Sheet of 2 Gudrun: nothing to look at" in look.text


async def test_the_table_stays_public_until_the_key(table: Table) -> None:
    """No sheet and no correction can be read before the key, nor after the screen is left."""
    async with opened(table) as (pilot, look):
        await pilot.press("k")
        await look.until(lambda: isinstance(pilot.app.screen, AskScreen))
        await pilot.press("2")
        await look.until(lambda: "growth points" in look.text)
        await pilot.press("1")
        await typed(pilot, "77")
        await typed(pilot, "miscounted")
        await look.until(lambda: isinstance(pilot.app.screen, MasterScreen))
        assert "Tribe 1 now has 77 wp (miscounted)" in look.text
        await pilot.press("escape")
        await look.until(lambda: isinstance(pilot.app.screen, TableScreen))
        await pilot.pause()
        assert "a step of the game master" in look.text
        await pilot.press("l")
        await look.until(lambda: isinstance(pilot.app.screen, PageScreen))
        public = look.text
        await pilot.press("escape")
        await look.until(lambda: isinstance(pilot.app.screen, TableScreen))
        public += look.text
        for secret in ("77", "miscounted", DOUBTFUL, UNREADABLE, SECRET):
            assert secret not in public
    assert table.state.tribe(1).wp == 77
    assert table.state.corrections[-1].reason == "miscounted"
    assert table.journal.read(table.name)[-1].by == "gm"


async def test_a_correction_that_cannot_be_is_said_and_typed_again(table: Table) -> None:
    """Without a reason nothing is stored; what was typed stays."""
    async with opened(table) as (pilot, look):
        version = table.version
        await pilot.press("k", "3")
        await look.until(lambda: "What is the leader of tribe 1 called?" in look.text)
        await pilot.press("enter", "enter")
        await look.until(lambda: "Say why: the journal" in look.text)
        assert table.version == version
        await pilot.press("enter")
        await typed(pilot, "asked for")
        await look.until(lambda: isinstance(pilot.app.screen, MasterScreen))
        assert table.version == version + 1
        await pilot.press("l")
        await look.until(lambda: isinstance(pilot.app.screen, PageScreen))
        assert "The leader of tribe 1 is now called Knut (asked for)" in look.text


async def test_a_doubtful_line_is_confirmed(table: Table) -> None:
    """Only the doubtful line is offered, and nothing where no line is doubtful."""
    async with opened(table) as (pilot, look):
        await pilot.press("c")
        await look.until(lambda: isinstance(pilot.app.screen, AskScreen))
        assert DOUBTFUL in look.text
        assert UNREADABLE not in look.text
        await pilot.press("enter")
        await look.until(lambda: table.state.sheet(1).confirmed == (1,))
        await look.until(lambda: isinstance(pilot.app.screen, MasterScreen))
        await pilot.pause()
        assert DOUBTFUL not in look.text
        version = table.version
        await pilot.press("c")
        await look.until(lambda: "Tribe 1 has no doubtful line" in look.text)
        assert table.version == version


async def test_reports_of_each_tribe_can_be_read(table: Table) -> None:
    """The chosen tribe's first; the game master's tells all."""
    async with opened(table) as (pilot, look):
        await pilot.press("p")
        await look.until(lambda: isinstance(pilot.app.screen, PageScreen))
        await pilot.pause()
        own = str(look.lines("lines").render())
        assert SECRET in own
        await pilot.press("right")
        await pilot.pause()
        other = str(look.lines("lines").render())
        assert "Gudrun" in other
        assert SECRET not in other
        page = pilot.app.screen.query_one("#page")
        await pilot.press("pagedown")
        await look.until(lambda: page.scroll_y > 0)


async def test_the_round_waits_for_a_yes_where_sheets_are_missing(table: Table) -> None:
    """Enter twice plays nothing; with all sheets in, Enter plays at once."""
    async with opened(table) as (pilot, look):
        await pilot.press("enter")
        await look.until(lambda: isinstance(pilot.app.screen, AskScreen))
        assert "2 tribes have no sheet for round 2: 3 T3, 4 T4" in look.text.replace("\n", " ")
        await pilot.press("enter")
        await look.until(lambda: isinstance(pilot.app.screen, MasterScreen))
        assert table.state.round == 2
        await pilot.press("enter")
        await look.until(lambda: isinstance(pilot.app.screen, AskScreen))
        await pilot.press("3")
        await look.until(lambda: table.state.round == 3)
        assert [row.by for row in table.journal.read(table.name)][-2:] == ["npc", "gm"]
        for tribe in table.state.tribes:
            table.do(HandIn(tribe.number, ""))
        await look.until(lambda: "4 of 4 sheets are in · no deadline" in look.text)
        await pilot.press("enter")
        await look.until(lambda: table.state.round == 4)


async def test_the_deadline_is_set_and_taken_away(table: Table) -> None:
    """A text that is no moment is said; the same setting as of ``turmwart kok deadline``."""
    async with opened(table) as (pilot, look):
        await pilot.press("d")
        await look.until(lambda: isinstance(pilot.app.screen, AskScreen))
        await typed(pilot, "soon")
        await look.until(lambda: "soon is no date and time" in look.text)
        await typed(pilot, "2001-02-03 04:05")
        await look.until(lambda: "the deadline passed at 2001-02-03 04:05" in look.text)
        assert deadline(table.journal, table.name, 2) == moment("2001-02-03T04:05")
        await pilot.press("d")
        await look.until(lambda: isinstance(pilot.app.screen, AskScreen))
        await typed(pilot, "-")
        await look.until(lambda: "no deadline" in look.text)
        assert deadline(table.journal, table.name, 2) is None


async def test_a_deadline_that_cannot_be_stored_is_asked_for_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise JournalError("journal.unwritable", path="evening", reason="no room")

    async with opened(table) as (pilot, look):
        await pilot.press("d")
        await look.until(lambda: isinstance(pilot.app.screen, AskScreen))
        with monkeypatch.context() as patched:
            patched.setattr(table.journal, "set_setting", full)
            await typed(pilot, "2001-02-03 04:05")
            await look.until(lambda: "no room" in look.text)
        await look.until(lambda: isinstance(pilot.app.screen, AskScreen))
        await pilot.press("enter")
        await look.until(lambda: "the deadline passed at 2001-02-03 04:05" in look.text)


@pytest.mark.parametrize("language", ["de", "hu"])
async def test_it_speaks_other_languages(table: Table, language: str) -> None:
    """Every word has a text, and every line fits into 80 characters."""
    async with opened(table, language) as (pilot, look):
        for key in ("", "s", "l", "p", "f1", "k", "c", "d"):
            if key:
                await pilot.press(key)
                await look.until(lambda: not isinstance(pilot.app.screen, MasterScreen))
                await pilot.pause()
            assert "[app." not in look.text
            assert "[kok" not in look.text
            if key:
                await pilot.press("escape")
                await look.until(lambda: isinstance(pilot.app.screen, MasterScreen))


async def test_no_web_view_of_the_whole_table(table: Table) -> None:
    """The key says where the players' own pages are; nothing is served."""
    served: list[str] = []

    async def serve(shown: Table, lan: bool) -> tuple[str, tuple[str, ...]]:
        served.append(f"{shown.name} {lan}")
        return "", ()

    app = TurmwartApp(Doors(serve=serve), table=table, language="en")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        look = Look(pilot)
        await pilot.pause()
        await pilot.press("w")
        await look.until(lambda: "Each player has a page of his own" in look.text)
    assert not served


async def test_what_the_marks_of_a_sheet_mean_is_read_to_its_end(table: Table) -> None:
    async with opened(table, "hu") as (pilot, look):
        await pilot.press("s")
        await look.until(lambda: "írója tudhatja" in " ".join(look.text.split()))

"""The Imperial Court on the screens: its page, its key, its words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from turmwart import texts
from turmwart.app.app import TurmwartApp
from turmwart.app.doors import Doors
from turmwart.app.screens.wallenstein import court
from turmwart.app.words import Words
from turmwart.journal.store import Journal
from turmwart.table.table import Table

from .conftest import tick
from .test_words import EVENT_COLOURS, made_up, names, pressing, strange_words
from .wallenstein import new_table, play

AppOf = Callable[..., TurmwartApp]


def exchanging(table: Table) -> bool:
    """Somebody is through with the exchanges, somebody is not."""
    return bool(table.state.phase == "exchanges" and table.state.turn == 1)


def choosing(table: Table) -> bool:
    """Somebody chooses a favor card."""
    state = table.state
    return bool(state.phase == "audience" and state.court.waiting and not state.court.taking)


async def test_the_court_is_one_key_away(journal: Journal, app_of: AppOf, look: type[Any]) -> None:
    """Favor cards with costs and effects, courtiers by place, cards turned up and not."""
    table = new_table(journal, tick, 3, imperial_court=True)
    play(table, exchanging, seed=2)
    court = table.view().court
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "court" in seen.text)
        assert f"Favors {court.favors[0].number} (4)" in seen.text
        await pilot.press("f9")
        await seen.until(lambda: "The Imperial Court" in seen.text)
        shown = seen.text
        for favor in court.favors:
            assert f"{favor.number:>3}  {favor.cost} courtiers: " in shown
        for one in court.courtiers:
            name = next(p.name for p in table.view().players if p.seat == one.seat)
            rows = [line.split() for line in shown.splitlines() if name in line.split()[:2]]
            assert [str(one.antechamber), str(one.hall), str(one.supply)] in [
                row[-3:] for row in rows
            ]
        assert len([line for line in shown.splitlines() if line.count("?") == 3]) == 2
        await pilot.press("escape")
        await seen.until(lambda: "The Imperial Court" not in seen.text)


@pytest.mark.parametrize("language", ["en", "de", "hu"])
def test_the_courtiers_of_five_are_read_on_80_columns(journal: Journal, language: str) -> None:
    """Everybody's number stands in the header, in two lines where one is too short."""
    table = new_table(journal, tick, 5, imperial_court=True)
    play(table, exchanging, seed=2)
    view = table.view()
    lines = court.header(view, Words(language), 78)
    said = " ".join(line.plain for line in lines)
    assert view.court is not None
    for one in view.court.courtiers:
        name = next(player.name for player in view.players if player.seat == one.seat)
        assert f"{name} {one.antechamber + one.hall}" in said
    assert len(lines) <= 2


@pytest.mark.parametrize("language", ["en", "de", "hu"])
def test_a_long_text_of_a_favor_card_is_read_to_its_end(journal: Journal, language: str) -> None:
    """As long as a table may type it, of a card that somebody took."""
    table = new_table(journal, tick, 5, imperial_court=True)
    play(table, exchanging, seed=2)
    view = table.view()
    assert view.court is not None
    said = " ".join(f"word{n:02}" for n in range(9))[:60]
    first = replace(view.court.favors[0], cost=0, seat="s1", kind="other", text=said)
    favors = (first, *view.court.favors[1:])
    lines = court.page(replace(view, court=replace(view.court, favors=favors)), Words(language), 76)
    read = " ".join(line.plain.strip() for line in lines)
    assert said in read
    assert all(line.cell_len <= 76 for line in lines)


async def test_without_the_court_there_is_no_key(
    journal: Journal, app_of: AppOf, look: type[Any]
) -> None:
    """Neither in the bar nor in the help, and pressing it does nothing."""
    table = new_table(journal, tick, 3)
    play(table, lambda t: bool(t.state.phase == "action_cards"))
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "help" in seen.text)
        assert "court" not in seen.text
        await pilot.press("f9")
        await pilot.press("f1")
        await seen.until(lambda: "the last step" in seen.text)
        assert "court" not in seen.text.lower()


@pytest.mark.parametrize(
    ("moment", "keys"),
    [(exchanging, ()), (exchanging, ("f9",)), (choosing, ()), (choosing, ("f9",))],
)
async def test_every_word_is_a_text(
    journal: Journal,
    look: type[Any],
    monkeypatch: pytest.MonkeyPatch,
    moment: Callable[[Table], bool],
    keys: tuple[str, ...],
) -> None:
    """In a made-up language nothing English is left."""
    table = new_table(journal, tick, imperial_court=True)
    play(table, moment)
    monkeypatch.setattr(texts, "catalogue", lambda language: made_up())
    async with TurmwartApp(Doors(), table=table, settle_seconds=0).run_test(
        size=(120, 40), notifications=True
    ) as pilot:
        await pilot.pause(0.05)
        await pressing(*keys)(pilot)
        shown = look(pilot).text
        assert len(shown.split()) > 10
        strange = strange_words(shown, names() | EVENT_COLOURS)
        assert strange == [], shown

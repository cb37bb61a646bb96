"""The main screen: what it always shows, at 80x24, without colour; choosing, leaving, the web."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from textual.widget import Widget

from turmwart.app.app import TurmwartApp
from turmwart.app.doors import Doors, NewSeat, NewTable, option_rows
from turmwart.app.screens.choose import ChooseScreen
from turmwart.app.screens.table import TableScreen
from turmwart.errors import TableBusy, TurmwartError
from turmwart.journal.store import Journal
from turmwart.table.bus import LinkChanged
from turmwart.table.palette import default_palette
from turmwart.table.table import Table
from turmwart.texts import LANGUAGES

from .conftest import tick
from .toys import TOY
from .wallenstein import COLOURS, NAMES, new_table, play

AppOf = Callable[..., TurmwartApp]
OPTIONS = option_rows(
    {"move_optional": True, "settle_seconds": 3, "show_tower_content": "on_request"},
    {"show_tower_content": ("on_request", "never", "always")},
)


def mid_summer(table: Table) -> bool:
    """Somebody turns up a card in summer."""
    return bool(table.state.season == "summer" and table.view().step == "reveal")


@pytest.mark.parametrize("players", [3, 5])
async def test_everything_asked_for_is_on_the_screen(
    journal: Journal, app_of: AppOf, look: type[Any], players: int
) -> None:
    table = new_table(journal, tick, players)
    play(table, mid_summer, seed=players)
    view = table.view()
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "others" in seen.text)
        shown = seen.text
        for part in ("Year 1 of 2, summer", "action 1 of 10", "turn up the card"):
            assert part in shown
        for player in view.players:
            line = next(
                line
                for line in shown.splitlines()
                if re.match(rf" *(▶ )?\d {player.name} ", line[1:])
            )
            assert line[1:].startswith("▶") == (player.seat == view.active)
            cells = line.split()
            assert f"{player.income_thalers}/{player.income_grain}" in cells
            assert str(player.thalers) in cells
            assert str(len(player.provinces)) in cells
            assert str(sum(province.armies for province in player.provinces)) in cells
            assert player.colour in line
        assert "undo:" in shown
        assert "Which card lies there?" in shown
        assert_nothing_cut(pilot.app.screen.query("*").results(Widget), 80, 24)


def assert_nothing_cut(widgets: Any, width: int, height: int) -> None:
    """Every part that is shown lies on the screen, and its lines fit into it."""
    for widget in widgets:
        if not widget.display or widget.id in (None, "page", "lines", "body", "left"):
            continue
        region = widget.region
        assert 0 <= region.x < region.right <= width, widget.id
        assert 0 <= region.y <= region.bottom <= height, widget.id
        assert widget.virtual_size.height <= max(1, region.height), widget.id


async def test_all_moments_of_a_game_fit(
    journal: Journal, app_of: AppOf, look: type[Any], drop: Any
) -> None:
    """Five players, every kind of prompt of a whole game: nothing is cut at 80x24."""
    table = new_table(journal, tick, 5)
    drawn: set[tuple[str, ...]] = set()

    def moment(table: Table) -> tuple[str, ...]:
        battle = table.state.battle
        return (table.state.phase, table.prompts()[0].id, battle.kind if battle else "")

    async with app_of(table).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)

        async def fits(part: str) -> None:
            await seen.until(lambda: part in seen.text)
            assert not re.search(r"\[[a-z]+\.[a-z_.]+", seen.text), seen.text
            assert_nothing_cut(pilot.app.screen.query("*").results(Widget), 80, 24)

        while table.state.phase != "over":
            play(table, lambda t: moment(t) not in drawn or t.state.phase == "over", seed=4)
            drawn.add(moment(table))
            if table.throw_prompt is None:
                await fits("help")
                continue
            await fits("Nothing seen yet")
            hand = table.state.ledger.at("hand")
            drop(table, *(colour for colour, n in hand.counts for _ in range(n)))
            await fits(f"Fallen ({hand.total})")
    assert len(drawn) >= 12
    assert {kind for _, _, kind in drawn} >= {"player", "neutral", "revolt", "famine"}


async def test_without_colour_every_colour_is_a_word_or_a_letter(
    journal: Journal, app_of: AppOf, look: type[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    table = new_table(journal, tick)
    play(table, mid_summer)
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "others" in seen.text)
        colours = [
            colour.get_truecolor()
            for strip in pilot.app.screen._compositor.render_strips()
            for segment in strip
            if segment.style is not None
            for colour in (segment.style.color, segment.style.bgcolor)
            if colour is not None
        ]
        assert colours
        assert all(c.red == c.green == c.blue for c in colours)
        for name, colour in zip(NAMES[:4], COLOURS[:4], strict=True):
            assert re.search(rf"{name} +\[[A-Z]\] {colour}", seen.text)


async def test_provinces_tower_and_log_are_one_key_away(
    journal: Journal, app_of: AppOf, look: type[Any]
) -> None:
    table = new_table(journal, tick)
    play(table, mid_summer)
    view = table.view()
    at = [player.seat for player in view.players].index(view.active)
    first, second = (*view.players, *view.players)[at : at + 2]
    turn = "right" if at + 1 < len(view.players) else "left"
    if turn == "left":
        second = view.players[at - 1]
    async with app_of(table, mean_fallen=lambda t, i: i / 3).run_test(
        size=(80, 24), notifications=True
    ) as pilot:
        seen = look(pilot)
        await pilot.press("p")
        await seen.until(lambda: f"{first.name} ({first.colour})" in seen.text)
        for province in first.provinces:
            assert province.label[:12] in seen.text
        await pilot.press(turn)
        await seen.until(lambda: f"{second.name} ({second.colour})" in seen.text)
        await pilot.press("p", "t")
        await seen.until(lambda: "In the tray" in seen.text)
        inside = table.state.ledger.at("tower").total
        assert f"In the tower ({inside})" in seen.text
        await pilot.press("escape", "l")
        await seen.until(lambda: "Esc back" in seen.text and "Log" in seen.text)
        await pilot.press("escape", "f1")
        await seen.until(lambda: "take the last step back" in seen.text)


async def test_a_tower_that_is_never_shown_stays_hidden(
    journal: Journal, app_of: AppOf, look: type[Any]
) -> None:
    table = new_table(journal, tick, show_tower_content="never")
    play(table, mid_summer)
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await pilot.press("t")
        await seen.until(lambda: "does not show" in seen.text)
        assert "In the tower" not in seen.text


async def test_undo_names_what_it_takes_back_and_redo_restores_it(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any]
) -> None:
    table = toy("number")
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "others" in seen.text)
        assert "undo" not in seen.text
        await pilot.press("9", "enter")
        await seen.until(lambda: "u undo: Enter was entered" in seen.text)
        await pilot.press("u")
        await seen.until(lambda: "redo: Enter was entered" in seen.text)
        assert table.state.done == ()
        await pilot.press("r")
        await seen.until(lambda: "u undo:" in seen.text)
    assert [command.number for command in table.state.done] == [9]


async def test_the_screen_follows_what_others_do(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any]
) -> None:
    """A companion acts at the table; the app only looks on."""
    table = toy("number")
    go_on = asyncio.Event()
    ended: list[str] = []

    async def companion(seen: Table) -> None:
        try:
            await go_on.wait()
            seen.do(TOY.commands["Enter"](number=5))
            await asyncio.Event().wait()
        finally:
            ended.append(seen.name)

    async with app_of(table, companions=(companion,)).run_test(
        size=(80, 24), notifications=True
    ) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "others" in seen.text)
        go_on.set()
        await seen.until(lambda: "undo: Enter was entered" in seen.text)
        # As the board's thread hands its events over: without any context of the app.
        loop = asyncio.get_running_loop()
        gone = LinkChanged("tower.link.gone")
        thread = threading.Thread(target=lambda: loop.call_soon_threadsafe(table.bus.publish, gone))
        thread.start()
        await seen.until(lambda: "The tower is gone" in seen.text)
        thread.join()
    assert ended == ["toys"]


async def test_everything_beside_a_table_ends_with_it(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any]
) -> None:
    """The companion's last act and the closing are through before the app is gone."""
    ended: list[str] = []

    async def companion(table: Table) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.01)
            ended.append("port")

    async def close_web() -> None:
        ended.append("web")

    doors = {"companions": (companion,), "closing": (close_web,)}
    async with app_of(toy("number"), **doors).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "others" in seen.text)
    assert ended == ["port", "web"]


async def test_a_companion_that_fails_says_why(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any]
) -> None:
    async def companion(table: Table) -> None:
        raise TurmwartError("game.unknown", name="chess", known="wallenstein")

    async with app_of(toy("number"), companions=(companion,)).run_test(
        size=(80, 24), notifications=True
    ) as pilot:
        seen = look(pilot)
        # In place, for longer than any message stays: nothing comes of it any more.
        await seen.until(lambda: "chess" in str(seen.lines("log").visual))


def doors_of(journal: Journal, made: list[NewTable]) -> Doors:
    """Doors to a journal; new tables are noted and opened as toys."""

    def create(new: NewTable) -> Table:
        made.append(new)
        colours = [seat.colour for seat in new.seats]
        if len(set(colours)) < len(colours):
            raise ValueError("every seat needs a colour of its own")
        return Table.create(journal, new.name, TOY, "number", palette=default_palette(), clock=tick)

    def open_table(name: str) -> Table:
        return Table.open(journal, name, TOY, palette=default_palette(), clock=tick)

    return Doors(
        tables=journal.tables,
        open=open_table,
        create=create,
        options={"wallenstein": OPTIONS},
        colours={"wallenstein": COLOURS},
    )


async def test_the_list_of_tables_keeps_its_mark_when_the_window_changes(
    journal: Journal, toy: Callable[[str], Table], look: type[Any]
) -> None:
    for name in ("monday", "friday"):
        toy("number", name).close()  # type: ignore[call-arg]
    async with TurmwartApp(doors_of(journal, [])).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "friday" in seen.text and "monday" in seen.text)
        await pilot.press("down")
        await pilot.resize_terminal(100, 30)
        await seen.until(lambda: pilot.app.screen.size.width == 100)
        await pilot.press("enter")
        await seen.until(lambda: isinstance(pilot.app.screen, TableScreen))
        assert pilot.app.screen.table.name == "monday"  # type: ignore[attr-defined]


async def test_a_table_is_resumed_by_choosing_it(
    journal: Journal, toy: Callable[[str], Table], look: type[Any]
) -> None:
    for name in ("monday", "friday"):
        made = toy("number", name)  # type: ignore[call-arg]
        made.do(TOY.commands["Enter"](number=3))
        made.close()
    async with TurmwartApp(doors_of(journal, [])).run_test(
        size=(80, 24), notifications=True
    ) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "friday" in seen.text and "monday" in seen.text)
        assert seen.text.index("friday") < seen.text.index("monday")
        await pilot.press("2")
        await seen.until(lambda: isinstance(pilot.app.screen, TableScreen))
        await seen.until(lambda: "monday" in seen.text and "undo:" in seen.text)
        await pilot.press("q")
        await seen.until(lambda: "Everything is stored" in seen.text)
        await pilot.press("2")
        await seen.until(lambda: isinstance(pilot.app.screen, ChooseScreen))
        await pilot.press("2")
        await seen.until(lambda: isinstance(pilot.app.screen, TableScreen))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_when_a_table_was_played_last_is_not_cut(look: type[Any], language: str) -> None:
    """The longest name of a game, under the name that the form proposes; a longer one ends in …."""

    def never(name: str) -> Table:
        raise AssertionError(name)

    lines = [
        SimpleNamespace(name=name, game="paladins", steps=321, last_at=1_700_000_000_000)
        for name in ("evening-1", "e" * 60)
    ]
    app = TurmwartApp(Doors(tables=lambda: lines, open=never), language=language)
    async with app.run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "evening-1" in seen.text)
        rows = [line.rstrip() for line in seen.text.split("\n")]
        assert any(re.search(r"evening-1 .* 2023-11-1\d \d\d:\d\d$", row) for row in rows)
        assert any("eeee" in row and row.endswith("…") for row in rows)


async def test_a_busy_table_says_so(look: type[Any]) -> None:
    def busy(name: str) -> Table:
        raise TableBusy("journal.busy", name=name, pid=4711)

    lines = [SimpleNamespace(name="monday", game="wallenstein", steps=3, last_at=1)]
    app = TurmwartApp(Doors(tables=lambda: lines, open=busy))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "monday" in seen.text)
        await pilot.press("1")
        await seen.until(lambda: "4711" in seen.text)
        assert isinstance(pilot.app.screen, ChooseScreen)


async def test_a_new_table_is_made_from_forms(journal: Journal, look: type[Any]) -> None:
    made: list[NewTable] = []
    async with TurmwartApp(doors_of(journal, made)).run_test(
        size=(80, 24), notifications=True
    ) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "New table" in seen.text)
        await pilot.press("1")
        await seen.until(lambda: "1 of 4" in seen.text)
        # The digit is the number of players, not a place in a list.
        await pilot.press(*"thursday", "enter", "3", "enter")
        await seen.until(lambda: "2 of 4" in seen.text)
        # The first try gives two seats the same colour and is refused; nothing is lost.
        await pilot.press(*"Ida", "enter", "enter", *"Jon", "enter", "left", "enter")
        await pilot.press("enter", "enter")
        await seen.until(lambda: "3 of 4" in seen.text)
        await pilot.press("2")
        await seen.until(lambda: "4 of 4" in seen.text)
        await pilot.press("right", "enter", "5", "enter", "right", "enter")
        await seen.until(lambda: "cannot be played" in seen.text)
        await seen.until(lambda: "4 of 4" in seen.text)
        await pilot.press("escape", "escape", "escape")
        await seen.until(lambda: "3 of 4" in seen.text)
        await pilot.press("escape")
        await seen.until(lambda: "2 of 4" in seen.text and "Jon" in seen.text)
        await pilot.press("up", "up", "right", "enter", "enter", "enter")
        await seen.until(lambda: "3 of 4" in seen.text)
        await pilot.press("enter")
        await seen.until(lambda: "4 of 4" in seen.text)
        await pilot.press("enter", "enter", "enter")
        await seen.until(lambda: isinstance(pilot.app.screen, TableScreen))
    assert made[0].seats[:2] == (NewSeat("Ida", "red"), NewSeat("Jon", "red"))
    assert made[1].seats[:2] == (NewSeat("Ida", "red"), NewSeat("Jon", "blue"))
    new = made[-1]
    assert (new.name, new.game, new.oldest) == ("thursday", "wallenstein", "s2")
    assert [seat.colour for seat in new.seats] == ["red", "blue", "yellow"]
    assert dict(new.options) == {
        "move_optional": False,
        "settle_seconds": 5,
        "show_tower_content": "never",
    }


async def test_the_web_view_opens_to_the_network_only_after_a_question(
    toy: Callable[[str], Table], app_of: AppOf, look: type[Any]
) -> None:
    asked: list[bool] = []

    async def serve(table: Table, lan: bool) -> tuple[str, list[str]]:
        asked.append(lan)
        if lan or True in asked:
            return "http://192.0.2.7:8452/", ["█▀█", "▀ ▀"]
        return "http://127.0.0.1:8452/", []

    async with app_of(toy("number"), serve=serve).run_test(
        size=(80, 24), notifications=True
    ) as pilot:
        seen = look(pilot)
        await pilot.press("w")
        await seen.until(lambda: "127.0.0.1:8452" in seen.text)
        await pilot.press("n")
        await seen.until(lambda: "(nobody can change it)" in seen.text)
        await pilot.press("enter")
        await seen.until(lambda: "127.0.0.1" in seen.text)
        assert asked == [False]
        await pilot.press("n", "2")
        await seen.until(lambda: "192.0.2.7" in seen.text and "█▀█" in seen.text)
        assert asked == [False, True]
        # Shown again to a phone that comes late, it is open still, and not asked about.
        await pilot.press("escape", "w")
        await seen.until(lambda: "192.0.2.7" in seen.text)
        await pilot.press("n")
        await pilot.pause()
        assert "(nobody can change it)" not in seen.text


async def test_wide_terminals_show_provinces_beside_the_table(
    journal: Journal, app_of: AppOf, look: type[Any]
) -> None:
    table = new_table(journal, tick)
    play(table, mid_summer)
    view = table.view()
    active = next(player for player in view.players if player.seat == view.active)
    async with app_of(table).run_test(size=(120, 40)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "Last battle" in seen.text)
        for province in active.provinces:
            assert f"│ {province.label}" in seen.text

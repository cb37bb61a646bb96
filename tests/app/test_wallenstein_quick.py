"""Wallenstein's quick forms, the screens beside them, the wizard, light bookkeeping."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from rich.style import Style

from turmwart.app.app import TurmwartApp
from turmwart.app.screens.board import BoardScreen
from turmwart.app.screens.wallenstein.chronicle import ReplayScreen, bar_style
from turmwart.app.screens.wallenstein.names import event_text, region
from turmwart.app.screens.wallenstein.printed_desk import PrintedDesk
from turmwart.app.screens.wallenstein.quick_cards import codes_of
from turmwart.app.words import Words
from turmwart.cli.main import main
from turmwart.errors import JournalError
from turmwart.games.registry import load
from turmwart.games.wallenstein import GAME
from turmwart.games.wallenstein.board import EventFacts, FamineRow
from turmwart.games.wallenstein.events import BattleSettled
from turmwart.games.wallenstein.light.things import LightSetup
from turmwart.games.wallenstein.setup import Options, Seat, Setup
from turmwart.games.wallenstein.viewing import event_view
from turmwart.games.wallenstein.wizard import Item, open_items
from turmwart.journal.store import Journal
from turmwart.table.fights.luck import fought
from turmwart.table.fights.throws import throws_of
from turmwart.table.palette import default_palette
from turmwart.table.printed import demo_board, real_board
from turmwart.table.printed_wallenstein import Book
from turmwart.table.report import FORMATS, of_table
from turmwart.table.table import Table
from turmwart.texts import LANGUAGES, say

from .conftest import tick
from .wallenstein import COLOURS, new_table, play

MOST_KEYS = 3


def revealing(table: Table) -> bool:
    """A card is to be turned up, and not for a move."""
    action = table.state.current_action()
    return table.view().step == "reveal" and bool(action) and not action.startswith("move")


@pytest.fixture
def evening(journal: Journal) -> Table:
    """Four players in the ten actions."""
    table = new_table(journal, tick)
    play(table, revealing)
    return table


def test_codes_are_two_characters_and_differ(journal: Journal) -> None:
    for board in (demo_board(), real_board(journal)):
        codes = codes_of(board)
        assert len(set(codes.values())) == len(board.provinces)
        assert {len(code) for code in codes.values()} == {2}
    # The short title before a name is not what the table calls a province.
    assert codes_of(real_board(journal))["konstanz"][0] == "k"


async def test_a_card_is_turned_up_in_at_most_three_keys(
    evening: Table, app_of: Callable[..., TurmwartApp], look: type[Any]
) -> None:
    """By code, by the beginning of a name and Enter, money in one key; all pass in one."""
    seat = evening.view().active
    unused = [p for p in evening.state.owned(seat) if not p.used]
    code = codes_of(evening.state.board)[unused[0].id]
    async with app_of(evening).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "Which card lies there?" in seen.text)
        before = evening.version
        assert len(code) <= MOST_KEYS
        await pilot.press(*code)
        await seen.until(lambda: evening.version > before)
        assert evening.state.province(unused[0].id).used
        while not revealing(evening) or not evening.state.turn:
            before = evening.version
            if evening.view().step == "reveal":
                await pilot.press("0")
            else:
                await pilot.press("1" if evening.view().step == "turn_up" else "enter")
            await pilot.pause(0.05)
            if evening.version == before:
                continue
        done = evening.state.actions_done
        await pilot.press("full_stop")
        await seen.until(lambda: evening.state.actions_done > done)


async def test_a_name_typed_wrong_is_said_and_the_screens_keys_come_back(
    evening: Table, app_of: Callable[..., TurmwartApp], look: type[Any]
) -> None:
    own = evening.state.owned(evening.view().active)
    starts = {codes_of(evening.state.board)[p.id][0] for p in own if not p.used}
    first = sorted(starts)[0]
    async with app_of(evening).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "Which card lies there?" in seen.text)
        before = evening.version
        await pilot.press(first, "q", "q", "q", "enter")
        await seen.until(lambda: f'Nothing fits "{first}qqq"' in seen.text)
        assert evening.version == before
        await pilot.press("escape", "f12")
        await seen.until(lambda: "What the table asks" in seen.text)


async def test_one_key_for_each_question(
    evening: Table, app_of: Callable[..., TurmwartApp], look: type[Any]
) -> None:
    asked = (
        "Who is next",
        "What does a province earn",
        "Where may it revolt",
        "What happens in winter",
        "Who holds which majority",
        "What lies in tower and tray",
    )
    async with app_of(evening).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "Which card lies there?" in seen.text)
        await pilot.press("f12")
        for number, question in enumerate(asked, start=1):
            await pilot.press(str(number))
            await seen.until(lambda question=question: question in seen.text)
            assert "[app." not in seen.text
            assert "{" not in seen.text
        await pilot.press("escape")
        await seen.until(lambda: "Which card lies there?" in seen.text)


def test_the_report_agrees_with_the_game(journal: Journal) -> None:
    """Each winter's sources make its points, winters make the score, curves end where it ended."""
    table = new_table(journal, tick)
    play(table, lambda t: t.state.phase == "over", seed=4)
    told = of_table(table)
    for player in table.state.players:
        winters = [one for one in told.winters if one.seat == player.seat]
        assert [sum(one.sources) for one in winters] == [one.points for one in winters]
        assert sum(one.points for one in winters) == player.points
        assert told.curve(player.seat, "points")[-1] == player.points
        assert told.curve(player.seat, "thalers")[-1] == player.thalers
        assert len(told.curve(player.seat, "armies")) == 9
    settled = [event for event in table.events() if isinstance(event, BattleSettled)]
    assert len(told.battles) == len(settled)
    whole = json.loads(FORMATS[".json"](told, "t"))
    assert len(whole["battles"]) == len(settled)
    rows = FORMATS[".csv"](told, "t").splitlines()
    curves, scores, battles = 9 * 4 * 5, 2 * 4 * 5, (2 + 4) * len(settled)
    assert len(rows) == 1 + curves + scores + battles
    given = fought(throws_of(table.history()))
    assert [one.number for one in told.battles] == [one.number for one in given]
    for battle, forecast, event in zip(told.battles, given, settled, strict=True):
        assert battle.expected is not None
        assert battle.expected.attacker_wins == forecast.given.odds.attacker_wins
        assert battle.expected.defender_left == forecast.given.defender_left.mean
        owner = {battle.attacker: 0, battle.defender: 1}.get(event.record.owner)
        assert owner is None or battle.left[1 - owner] == 0
        won = event.record.outcome != "tie" and event.record.owner is not None
        assert not won or sum(battle.left) > 0
    page = FORMATS[".md"](told, "a | b")
    assert page.startswith("# a \\| b")
    assert page.count("\n| year") >= 8 * 5


@pytest.mark.rule("W-OPEN-31")
def test_a_table_that_hides_its_tower_has_odds_only_once_it_is_over(journal: Journal) -> None:
    """The chances of a battle tell what lay in the tower."""
    table = new_table(journal, tick, show_tower_content="never")
    play(table, lambda t: any(isinstance(event, BattleSettled) for event in t.events()))
    assert [one.expected for one in of_table(table).battles] == [None]
    play(table, lambda t: t.state.phase == "over", seed=4)
    assert all(one.expected for one in of_table(table).battles)


async def test_a_damaged_table_of_the_tower_leaves_the_others_their_figures(
    journal: Journal,
    app_of: Callable[..., TurmwartApp],
    look: type[Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: Any) -> Any:
        raise JournalError("journal.damaged_row", name="broken", row=7)

    monkeypatch.setattr("turmwart.table.report.taught_elsewhere", broken)
    table = new_table(journal, tick)
    play(table, lambda t: any(isinstance(event, BattleSettled) for event in t.events()))
    play(table, lambda t: t.throw_prompt is None)
    async with app_of(table).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "quit" in seen.text)
        await pilot.press("f10")
        await seen.until(lambda: "The game in figures" in seen.text)
        await pilot.press("6")
        await seen.until(lambda: "broken" in seen.text and "battles," in seen.text)
        assert "expected" not in seen.text


def test_a_report_beside_a_damaged_table_has_no_odds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise JournalError("journal.damaged_row", name="broken", row=7)

    monkeypatch.setattr("turmwart.cli.tables.taught_elsewhere", broken)
    with Journal.open(tmp_path / "j.db") as opened:
        table = new_table(opened, tick)
        play(table, lambda t: any(isinstance(event, BattleSettled) for event in t.events()))
        table.close()
    file = tmp_path / "r.json"
    assert main(["table", "report", "evening", str(file), "--journal", str(tmp_path / "j.db")]) == 0
    assert "broken" in capsys.readouterr().err
    assert [one["expected"] for one in json.loads(file.read_text("utf-8"))["battles"]] == [None]


def test_a_report_is_written_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "j.db"
    with Journal.open(path) as opened:
        table = new_table(opened, tick, 3)
        play(table, lambda t: t.state.actions_done == 2)
        table.close()
    command = ["table", "report", "evening", "--journal", str(path)]
    command.insert(3, str(tmp_path / "r.md"))
    assert main(command) == 0
    assert "not over yet" in (tmp_path / "r.md").read_text("utf-8")
    assert main(command) == 2
    command[3] = str(tmp_path / "r.pdf")
    assert main(command) == 2
    assert "must end in" in capsys.readouterr().err


async def test_a_game_is_gone_through_step_by_step(
    evening: Table, app_of: Callable[..., TurmwartApp], look: type[Any]
) -> None:
    async with app_of(evening).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "Which card lies there?" in seen.text)
        before = evening.version
        await pilot.press("f10")
        await seen.until(lambda: "The game in figures" in seen.text)
        await pilot.press("r")
        await seen.until(lambda: isinstance(pilot.app.screen, ReplayScreen))
        screen: Any = pilot.app.screen
        last = screen.at
        await pilot.press("left", "left", "right")
        await seen.until(lambda: screen.at == last - 1)
        await pilot.press(*["up"] * (last // 10 + 1))
        await seen.until(lambda: f"step 1 of {last + 1}" in seen.text)
        assert evening.version == before


def test_the_wizard_asks_for_what_is_open_and_keeps_each_sheet(journal: Journal) -> None:
    desk = PrintedDesk(Book(journal, tick), Words())
    assert desk.asked == Item("language", "")
    desk.take(desk.asked, {"value": "hu"}, ())
    first = desk.asked
    assert first is not None
    assert first.section == "province"
    hungarian = desk.prompt(Item("province", "bremen")).slots[0]
    assert hungarian.rows[0].default == "Bréma"
    whole = {"label": "Bréma", "region": "sachsen", "tax": 4, "grain": 3, "sites": 2}
    desk.take(Item("province", "bremen"), {"values": whole | {"excluded_with_3": "yes"}}, ())
    # A sheet left empty is passed over; another evening it comes again.
    passed = desk.asked
    desk.take(passed, {"values": {"label": "Holstein"}}, ())
    assert desk.asked != passed
    again = PrintedDesk(Book(journal, tick), Words())
    assert again.asked == passed
    assert again.board.province("bremen").tax == 4
    taken = again.refusal(Item("province", "tirol"), {"values": {"label": "Bréma"}})
    assert taken is not None
    assert taken.rule == "W-PARTS-3"


@pytest.mark.rule("W-DATA-5")
def test_the_wizard_asks_about_borders_said_from_one_side(journal: Journal) -> None:
    book = Book(journal, tick)
    desk = PrintedDesk(book, Words())
    desk.take(Item("language", ""), {"value": "de"}, ())
    item = Item("neighbours", "bremen")
    assert desk.doubts(item, {"value": ["holstein"]}) == ()
    desk.take(item, {"value": ["holstein"]}, ())
    back = Item("neighbours", "holstein")
    marked = desk.prompt(back).slots[0]
    assert marked.default == ("bremen",)
    (doubt,) = desk.doubts(back, {"value": ["tirol"]})
    assert doubt.id.endswith("left_out")
    desk.take(back, {"value": ["tirol"]}, ["yes"])
    assert desk.board.province("holstein").neighbours == ("bremen", "tirol")
    (doubt,) = desk.doubts(item, {"value": ["holstein", "tirol"]}) or (None,)
    assert doubt is None or doubt.id


@pytest.mark.rule("W-OPEN-3", "W-OPEN-5", "W-DATA-7")
def test_known_rows_are_offered_and_never_forced(journal: Journal) -> None:
    desk = PrintedDesk(Book(journal, tick), Words())
    card = Item("event", "event_2")
    rows = desk.prompt(card).slots[0].options
    offered = [row.value for row in rows if str(row.value).startswith("row:")]
    assert len(offered) == 12
    assert desk.board.event("event_2").kind is None
    desk.take(card, {"row": offered[2]}, ())
    assert desk.board.event("event_2").grain_loss is not None
    assert offered[2] not in [
        row.value for row in desk.prompt(Item("event", "event_3")).slots[0].options
    ]
    shortage = desk.prompt(Item("famine", "3")).slots[0].rows
    assert [row.default for row in shortage] == [2, 2, "no"]
    assert desk.board.famine_row(3) is None
    desk.choose({"section": "favor", "key": ""})
    desk.take(Item("favor", ""), {"number": 7}, ())
    assert desk.asked == Item("favor", "7")
    desk.take(Item("favor", "7"), {"kind": "thalers"}, ())
    desk.take(Item("favor", "7"), {"values": {"value": 3}}, ())
    assert desk.board.favor(7).value == 3


async def test_the_wizard_on_the_screen(
    journal: Journal, app_of: Callable[..., TurmwartApp], look: type[Any]
) -> None:
    app = app_of(books={"wallenstein": Book(journal, tick)})
    async with app.run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        app.enter_board("wallenstein")
        await seen.until(lambda: isinstance(app.screen, BoardScreen))
        await seen.until(lambda: "In which language are your cards" in seen.text)
        await pilot.press("1")
        await seen.until(lambda: "The card of Bremen" in seen.text)
        await pilot.press("enter", "right", "enter", "4", "enter", "3", "enter", "enter", "enter")
        await seen.until(lambda: "The card of Holstein" in seen.text)
        assert Book(journal, tick).board.province("bremen").tax == 4
        await pilot.press("f5")
        await seen.until(lambda: "What do you want to enter" in seen.text)


async def test_light_bookkeeping_takes_a_battle_in_four_keys(
    journal: Journal,
    app_of: Callable[..., TurmwartApp],
    look: type[Any],
    drop: Callable[..., None],
) -> None:
    seats = tuple(Seat(f"s{n}", c, c) for n, c in enumerate(("red", "blue", "yellow"), 1))
    clock = count(1_700_000_000_000)
    table = Table.create(
        journal,
        "light",
        load("wallenstein_light"),
        LightSetup(seats, 18),
        palette=default_palette(),
        clock=lambda: next(clock),
    )
    async with app_of(table).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "Who attacks whom?" in seen.text)
        await pilot.press("r", "b")
        await seen.until(lambda: "pour all cubes" in seen.text)
        drop(table, "red", "red", "blue")
        await seen.until(lambda: "red (red) 2 : 1 blue (blue)" in seen.text)
        await pilot.press("enter")
        await seen.until(lambda: table.state.battles == 1)
        await pilot.press("enter")
        await seen.until(lambda: "Who attacks whom?" in seen.text)
        await pilot.press("n")
        await seen.until(lambda: table.state.season == "summer")
        assert "{" not in seen.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_regions_have_the_names_that_the_board_prints(journal: Journal, language: str) -> None:
    """Made-up boards have no texts; theirs are said by their ids."""
    words = Words(language)
    printed = [region(words, one.id) for one in real_board(journal).regions]
    assert printed == ["Brandenburg", "Sachsen", "Österreich", "Bayern", "Kurpfalz"]
    assert region(words, "lower_vane") == "Lower Vane"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("light", [False, True])
async def test_no_colour_is_cut_at_eighty_columns(
    journal: Journal, look: type[Any], language: str, light: bool
) -> None:
    """The longest names of colours stand in full, and the columns behind them stay in line."""
    colours = ("black", "purple", "yellow")
    seats = tuple(Seat(f"s{n}", f"Anna{n}", one) for n, one in enumerate(colours, 1))
    game: Any = GAME
    setup: Any = Setup(seats, "s1", demo_board(), Options(imperial_court=True))
    if light:
        game, setup = load("wallenstein_light"), LightSetup(seats, 15)
    table = Table.create(journal, "t", game, setup, palette=default_palette(), clock=tick)
    app = TurmwartApp(table=table, language=language)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "Anna3" in seen.text)
        rows = [line for line in seen.text.splitlines() if "Anna" in line and "[" in line]
        names = [say(f"colour.{colour}", language) for colour in colours]
        assert all(f"] {name} " in row for row, name in zip(rows, names, strict=True))
        thalers = f" {table.view().players[0].thalers} "
        assert len({row.index(thalers) for row in rows}) == 1
        if not light:
            await pilot.press("f9")
            await seen.until(lambda: say("app.wallenstein.court.title", language) in seen.text)
            assert all(f"] {name} " in seen.text for name in names)


def test_bars_of_all_players_differ_in_colour() -> None:
    shown = [Style.parse(bar_style(colour)).color for colour in COLOURS]
    assert None not in shown
    assert len({one.get_truecolor() for one in shown if one is not None}) == len(COLOURS)


def test_a_famine_row_said_to_go_on_can_be_told_that_it_ends(journal: Journal) -> None:
    """By mistake 3 was the last line; the rows after it are asked once that is set right."""
    desk = PrintedDesk(Book(journal, tick), Words())
    sheet = {"provinces": 1, "extra_farmers": 2}
    three, four = Item("famine", "3"), Item("famine", "4")
    desk.take(three, {"values": {**sheet, "open_ended": "yes"}}, ())
    assert four not in open_items(desk.board)
    desk.take(three, {"values": {**sheet, "open_ended": "no"}}, ())
    assert desk.board.famine_row(3) == FamineRow(3, 3, 1, 2)
    assert four in open_items(desk.board)
    desk.take(four, {"values": {"provinces": 2, "extra_farmers": 3, "open_ended": "no"}}, ())
    assert Book(journal, tick).board.famine_row(3) == FamineRow(3, 3, 1, 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_that_nobody_has_read_is_not_called_by_its_id(language: str) -> None:
    assert "event_3" not in event_text(event_view(EventFacts("event_3")), Words(language))

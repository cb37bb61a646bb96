"""Every kind of slot ends in the right command, by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.events import Key

from turmwart.app.app import TurmwartApp
from turmwart.app.entries import Pressed
from turmwart.app.entries.counts import CubesEntry
from turmwart.app.widgets.form import Draft
from turmwart.app.words import Words
from turmwart.errors import JournalError
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.prompt import CubeCount, Number, Prompt, Sheet, command_of
from turmwart.table.table import Table

from .toys import ASKS, TOY

CHARACTERS = {
    **dict.fromkeys(("enter", "escape", "up", "down", "left", "right", "backspace")),
    "plus": "+",
    "minus": "-",
    "space": " ",
    "question_mark": "?",
}


ROWS = pytest.mark.parametrize(
    ("mode", "keys", "field", "value"),
    [
        ("short", ["2"], "pick", "augsburg"),
        ("short", ["down", "down", "enter"], "pick", "bremen"),
        ("short", ["enter"], "pick", "anhalt"),
        ("long", [*"wu", "enter"], "pick", "württemberg"),
        ("long", [*"hd", "enter"], "pick", "hessen-darmstadt"),
        ("long", [*"lueneb", "enter"], "pick", "lüneburg"),
        ("long", ["x", "enter", "backspace", *"pas", "enter"], "pick", "passau"),
        ("long", ["b", "2"], "pick", "burgund"),
        ("several", ["3", "1", "enter"], "picks", ("anhalt", "bremen")),
        ("several", ["enter", "1", "enter"], "picks", ("anhalt",)),
        ("several", ["1", "2", "3", "enter"], "picks", ("anhalt", "augsburg")),
        ("ordered", [*"pas", "enter", *"anh", "enter", "enter"], "picks", ("passau", "anhalt")),
        ("ordered", ["2", "3", "backspace", "1", "enter"], "picks", ("augsburg", "anhalt")),
        ("number", ["enter"], "number", 4),
        ("number", ["1", "1", "enter"], "number", 11),
        ("number", ["plus", "plus", "minus", "enter"], "number", 5),
        ("number", ["9", "9", "enter", "backspace", "enter"], "number", 9),
        ("cubes", ["b", "2", "g", "r", "r", "enter"], "cubes",
         Cubes.of(blue=2, green=1, red=2)),
        ("cubes", ["r", "9", "enter", "5", "enter"], "cubes", Cubes.of(red=5)),
        ("cubes", ["enter"], "cubes", Cubes()),
        ("dice", ["6", "1", "enter", "3", "enter"], "dice", (6, 1, 3)),
        ("dice", ["6", "9", "5", "backspace", "4", "4", "enter"], "dice", (6, 4, 4)),
        ("dice", ["6", "1", "3", "5", "enter", "backspace", "backspace", "2", "enter"], "dice",
         (6, 1, 2)),
        ("text", [*"quiet", "enter"], "text", "quiet"),
        ("text", ["question_mark", "u", "space", "r", "enter"], "text", "?u r"),
        ("sheet", [*"ulm", "enter", "7", "enter", *"hi", "enter"], "sheet",
         (("first", "ulm"), ("second", 7), ("third", "hi"))),
        ("sheet", ["right", "right", "enter", "enter", "enter"], "sheet",
         (("first", "augsburg"), ("third", ""))),
        ("sheet", ["enter", "3", "enter", "enter"], "sheet", (("second", 3), ("third", ""))),
        ("sheet", ["enter", "3", "up", "left", "enter", "enter", "enter"], "sheet",
         (("first", "württemberg"), ("second", 3), ("third", ""))),
        ("plain", ["enter"], "pick", "plain"),
    ],
)  # fmt: skip


def test_a_hidden_most_is_told_by_no_colour_no_limit_and_no_digit() -> None:
    """Every colour can be entered, and any number: what is too much the rules say."""
    slot = CubeCount("fallen", Cubes.of(red=2), hidden=True, colours=("blue", "red", "green"))
    entry = CubesEntry(slot, Words("en"))
    for key in ("g", "1", "2"):
        assert entry.press(key, key) is Pressed.TAKEN
    assert entry.colours == ("blue", "red", "green")
    assert entry.answer() == {"green": 12}
    assert entry.problem is None
    assert not any("most" in line.plain for line in entry.lines(80, 9))


@ROWS
def test_keys_make_the_command(mode: str, keys: list[str], field: str, value: Any) -> None:
    """Without a screen: each way to fill in each kind of slot."""
    draft = Draft.of(ASKS[mode], Words())
    done = not draft.entries
    for key in keys:
        entry = draft.entry
        assert not done or entry is None
        if entry is not None and entry.press(key, CHARACTERS.get(key, key[:1])) is Pressed.DONE:
            done = entry.problem is None
    assert done
    assert getattr(command_of(TOY, draft.prompt, draft.answers()), field) == value


@pytest.mark.parametrize(
    ("mode", "keys", "field", "value"),
    [
        ("short", ["2"], "pick", "augsburg"),
        ("long", [*"wu", "enter"], "pick", "württemberg"),
        ("several", ["3", "1", "enter"], "picks", ("anhalt", "bremen")),
        ("ordered", [*"pas", "enter", *"anh", "enter", "enter"], "picks", ("passau", "anhalt")),
        ("number", ["1", "1", "enter"], "number", 11),
        ("cubes", ["r", "+", "g", "enter"], "cubes", Cubes.of(red=2, green=1)),
        ("dice", ["6", "1", "3", "enter"], "dice", (6, 1, 3)),
        ("text", ["question_mark", "u", "space", "r", "enter"], "text", "?u r"),
        ("sheet", [*"ulm", "enter", "7", "enter", *"hi", "enter"], "sheet",
         (("first", "ulm"), ("second", 7), ("third", "hi"))),
        ("plain", ["enter"], "pick", "plain"),
    ],
)  # fmt: skip
async def test_the_form_takes_the_keys(
    toy: Callable[[str], Table],
    app_of: Callable[[Table], TurmwartApp],
    mode: str,
    keys: list[str],
    field: str,
    value: Any,
) -> None:
    table = toy(mode)
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.press(*keys)
        await pilot.pause()
    assert [getattr(command, field) for command in table.state.done] == [value]


async def test_escape_goes_back_and_keeps_what_was_typed(
    toy: Callable[[str], Table], app_of: Callable[[Table], TurmwartApp]
) -> None:
    table = toy("two")
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.press(*"kurs", "enter", "3", "escape", "enter", "enter")
        await pilot.pause()
    assert [(c.pick, c.number) for c in table.state.done] == [("kursachsen", 3)]


async def test_an_objection_loses_nothing_and_can_be_waived(
    toy: Callable[[str], Table],
    app_of: Callable[[Table], TurmwartApp],
    look: type[Any],
) -> None:
    table = toy("two")
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await pilot.press(*"ulm", "enter", "2", "enter")
        await pilot.pause()
        assert table.state.done == ()
        assert "T-2" in seen.text
        assert "Ulm is closed." in seen.text
        assert "Pick: Ulm" in seen.text
        await pilot.press("exclamation_mark")
        await pilot.pause()
    assert [(c.pick, c.number, c.waived) for c in table.state.done] == [("ulm", 2, ("T-2",))]


async def test_an_objection_that_cannot_be_waived_offers_no_key(
    toy: Callable[[str], Table],
    app_of: Callable[[Table], TurmwartApp],
    look: type[Any],
) -> None:
    table = toy("two")
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.press(*"trier", "enter", "2", "enter", "exclamation_mark")
        await pilot.pause()
        assert "That can never be." in look(pilot).text
        assert table.state.done == ()
        await pilot.press("escape", *"mark", "enter", "enter")
        await pilot.pause()
    assert [(c.pick, c.number) for c in table.state.done] == [("mark", 2)]


async def test_others_come_by_menu_and_escape_returns_to_what_must_be_done(
    toy: Callable[[str], Table],
    app_of: Callable[[Table], TurmwartApp],
    look: type[Any],
) -> None:
    table = toy("number")
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await pilot.press("7", "o")
        await seen.until(lambda: "plain label" in seen.text)
        await pilot.press("2")
        await seen.until(lambda: "plain text" in seen.text)
        await pilot.press("escape")
        await seen.until(lambda: "number text" in seen.text)
        await pilot.press("enter")
        await pilot.pause()
    assert [command.number for command in table.state.done] == [7]


async def test_letters_belong_to_the_list_and_f_keys_to_the_screen(
    toy: Callable[[str], Table],
    app_of: Callable[[Table], TurmwartApp],
    look: type[Any],
) -> None:
    table = toy("long")
    async with app_of(table).run_test(size=(80, 24), notifications=True) as pilot:
        seen = look(pilot)
        await pilot.press(*"ul", "enter")
        await seen.until(lambda: "Ulm is closed" in seen.text)
        await pilot.press("f4")
        await seen.until(lambda: "The game began" in seen.text)
        await pilot.press("escape")
        await seen.until(lambda: "Ulm is closed" in seen.text)


async def test_a_roll_is_asked_of_the_table(
    toy: Callable[[str], Table], app_of: Callable[[Table], TurmwartApp], look: type[Any]
) -> None:
    table = toy("text")
    async with app_of(table).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await pilot.press(*"luck", "enter")
        await seen.until(lambda: "from 1 to 6" in seen.text)
        await pilot.press("7", "enter")
        await seen.until(lambda: "shows 1 to 6, not 7" in seen.text)
        await pilot.press("backspace", "5", "enter")
        await seen.until(lambda: bool(table.state.done))
    assert [command.number for command in table.state.done] == [5]


async def test_a_journal_that_cannot_be_written_loses_nothing_typed(
    toy: Callable[[str], Table],
    app_of: Callable[[Table], TurmwartApp],
    look: type[Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = toy("two")

    def full(*args: Any, **kwargs: Any) -> int:
        raise JournalError("journal.unwritable", path="evening", reason="no room")

    async with app_of(table).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        with monkeypatch.context() as patched:
            patched.setattr(table.journal, "append", full)
            await pilot.press(*"mark", "enter", "2", "enter")
            await seen.until(lambda: "no room" in seen.text)
        assert table.state.done == ()
        await pilot.press("enter")
        await seen.until(lambda: bool(table.state.done))
    assert [(c.pick, c.number) for c in table.state.done] == [("mark", 2)]


async def test_keys_that_wait_belong_to_what_comes_next(
    toy: Callable[[str], Table], app_of: Callable[..., TurmwartApp]
) -> None:
    """Typed while the program was busy: the second key does not change the first answer."""
    table = toy("short")
    async with app_of(table).run_test(size=(80, 24)) as pilot:
        for digit in ("2", "3"):
            pilot.app.post_message(Key(digit, digit))
        await pilot.pause()
        await pilot.pause()
    assert [command.pick for command in table.state.done] == ["augsburg", "bremen"]


def test_a_row_out_of_its_limits_is_said_by_enter_in_that_row() -> None:
    """Enter neither goes on nor keeps silent."""
    sheet = Sheet("map", (Number("width", 4, 50, 20), Number("height", 4, 50, 14)))
    draft = Draft.of(Prompt("toy.map", "", slots=(sheet,)), Words("en"))
    entry = draft.entries[0]
    for key in "99":
        entry.press(key, key)
    assert entry.press("enter", None) is Pressed.DONE
    assert entry.problem is not None
    assert dict(entry.problem.values) == {"row": "width", "reason": "At most 50."}

"""The forms of Anno 1452: a new table with its scenario and settings, the printed board."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from turmwart.app.app import TurmwartApp
from turmwart.app.doors import Doors, NewSeat, NewTable
from turmwart.app.screens.anno1452.board_desk import QUESTIONS, BoardDesk
from turmwart.app.screens.anno1452.new import wizard
from turmwart.app.screens.anno1452.position import placed_of
from turmwart.app.words import Words
from turmwart.cli import anno1452
from turmwart.cli.app import doors, new_table
from turmwart.errors import InputError, JournalError
from turmwart.games.anno1452 import GAME
from turmwart.games.anno1452.board import Board
from turmwart.games.anno1452.questions import naming
from turmwart.games.anno1452.setup import CHOICES, Seat, Settings, Setup
from turmwart.games.anno1452.wizard import finished
from turmwart.journal.store import Journal
from turmwart.kernel.fold import fold
from turmwart.kernel.prompt import Choice, Number, Prompt, Sheet
from turmwart.table.board_file import read, written
from turmwart.table.printed_anno1452 import Book, demo_board, laid_over, shipped_board
from turmwart.texts import LANGUAGES

from .conftest import tick

POSITION = {"bayern": "0 2 c6", "tirol": "0, 3", "oesterreich": "0 0 0 0 0"}


def answered(made: Any, *answers: dict[str, Any]) -> tuple[list[Prompt], NewTable]:
    """The forms that a wizard shows for these answers, and what it makes of them."""
    prompts = [next(made)]
    for answer in answers:
        try:
            step = made.send(answer)
        except StopIteration as end:
            return prompts, end.value
        prompts.append(step)
    raise AssertionError(prompts[-1])


def seats(*names: str) -> dict[str, Any]:
    """The sheet of the seats."""
    sheet: dict[str, Any] = {}
    for n, name in enumerate(names, 1):
        sheet |= {f"name_{n}": name, f"colour_{n}": anno1452.COLOURS[n - 1]}
    return {"seats": sheet}


def test_the_form_asks_for_all_settings_with_their_defaults(journal: Journal) -> None:
    prompts, new = answered(
        wizard(doors(journal), frozenset(), Words()),
        {"name": "salon", "players": 2},
        seats("Anna", "Bert"),
        {"final_year": "1378", "ottokar": ""},
        {"variants": ["B", "H"]},
        {"settings": {"insolvency": "all_or_nothing", "dice_available": 8}},
    )
    sheet = prompts[-1].slots[0]
    assert isinstance(sheet, Sheet)
    named = {row.name: row for row in sheet.rows}
    assert set(named) | {"final_year", "variants"} == {one.name for one in fields(Settings)}
    for name, row in named.items():
        assert isinstance(row, Choice | Number)
        assert row.default == getattr(Settings(), name)
        if name in CHOICES:
            assert isinstance(row, Choice)
            assert tuple(option.value for option in row.options) == CHOICES[name]
    table = new_table(journal, new)
    settings = table.state.settings
    assert settings.final_year == "1378"
    assert settings.variants == ("B", "H")
    assert settings.insolvency == "all_or_nothing"
    assert settings.dice_available == 8
    assert settings.loss_choice == "owner"
    table.close()


def test_every_row_and_word_of_the_form_has_a_text(journal: Journal) -> None:
    words = Words()
    for row in doors(journal).options["anno1452"]:
        assert words.known(f"app.settings.{row.name}"), row.name
        for option in getattr(row, "options", ()):
            assert words.known(option.text), option


@pytest.mark.rule("A-DATA-6", "A-OTTO-1")
def test_a_position_of_ottokar_is_typed_kept_and_played(journal: Journal) -> None:
    board = Book(journal, tick).board
    rest = [one for one in board.region_ids if one not in POSITION]
    typed = POSITION | dict.fromkeys(rest[:4], "3") | {rest[4]: "1", rest[5]: "0"}
    wrong = dict(typed, tirol="7")
    prompts, new = answered(
        wizard(doors(journal), frozenset(), Words()),
        {"name": "salon", "players": 2},
        seats("Anna", "Bert"),
        {"final_year": "1452", "ottokar": "+"},
        {"name": "picture A", "position": wrong},
        {"name": "picture A", "position": typed},
        {"colour": "black"},
        {"variants": []},
        {"settings": {}},
    )
    said = Words().prompt(prompts[4])
    assert "7 is no Estate" in said
    table = new_table(journal, new)
    assert table.state.ottokar_colour == "black"
    assert len(table.state.owned("ottokar")) == 16
    assert sum(one.citizens for one in table.state.owned("ottokar")) == 24
    table.close()
    # The next table finds the position by its name.
    assert list(Book(journal, tick).positions) == ["picture A"]
    again = NewTable(
        "two", "anno1452", new.seats, "s1", (("ottokar", "picture A"), ("variants", "H"))
    )
    other = new_table(journal, again)
    assert other.state.ottokar_colour not in ("", "red", "blue")
    other.close()
    unknown = NewTable("three", "anno1452", new.seats, "s1", (("ottokar", "picture B"),))
    with pytest.raises(InputError, match="no_position"):
        new_table(journal, unknown)


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ({"bayern": "x"}, "is no Estate"),
        ({"bayern": "4"}, "more Citizens"),
        ({"bayern": "0 0 0 0 0"}, "room for 4 Estates"),
        ({"tirol": "0"}, "16 Estates and 24 Citizens"),
    ],
)
def test_a_position_that_cannot_be_is_told(row: dict[str, str], why: str) -> None:
    said = placed_of(shipped_board(), row, Words())
    assert isinstance(said, str)
    assert why in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_regions_without_a_name_are_two_lines_of_the_menu(language: str) -> None:
    """A-DATA-1."""
    seats_ = (Seat("s1", "Anna", "red"), Seat("s2", "Bert", "blue"))
    state = fold(GAME, None, GAME.start(Setup(seats_, shipped_board(), Settings())))
    labels = [Words(language).label(prompt) for prompt in naming(state)]
    assert len(set(labels)) == 2


def test_a_table_cannot_have_two_players_of_one_colour(journal: Journal) -> None:
    twins = (NewSeat("Anna", "red"), NewSeat("Bert", "red"))
    with pytest.raises(InputError, match="colour"):
        new_table(journal, NewTable("salon", "anno1452", twins, "s1", ()))


def fill(desk: BoardDesk, stop: int = QUESTIONS) -> None:
    """Answer the open questions from the made-up board."""
    truth = demo_board()
    while (need := desk.asked) is not None and desk.done < stop:
        facts = truth.region(need.key)
        value: Any = {
            "label": facts.label,
            "estate_limit": facts.estate_limit,
            "city_limit": facts.city_limit,
            "neighbours": list(facts.neighbours),
        }[need.field]
        assert desk.refusal(need, {"value": value}) is None
        assert desk.one_sided(need, value) == ()
        desk.answer(need, value, {})


@pytest.mark.rule("A-DATA-1", "A-DATA-2", "A-DATA-3")
def test_the_board_is_entered_answer_by_answer_and_resumed(journal: Journal) -> None:
    fill(BoardDesk(Book(journal, tick), Words()), 30)
    # Another evening: what was answered is there.
    desk = BoardDesk(Book(journal, tick), Words())
    assert desk.done == 30
    fill(desk)
    assert desk.asked is None
    assert desk.finished
    assert [now for _, now, _ in desk.sums()] == [64, 32]


@pytest.mark.rule("A-DATA-2", "A-DATA-7")
def test_a_sum_that_is_off_is_named_until_it_is_corrected(journal: Journal) -> None:
    desk = BoardDesk(Book(journal, tick), Words())
    fill(desk)
    limit = desk.board.region("tirol").estate_limit
    assert limit is not None
    desk.choose({"region": "tirol", "field": "estate_limit"})
    need = desk.asked
    assert need is not None
    slot = desk.prompt(need).slots[0]
    assert isinstance(slot, Number)
    assert slot.default == limit
    desk.answer(need, limit + 1, {})
    assert not desk.finished
    assert "65" in Words().objection(desk.faults[0])
    desk.choose({"region": "tirol", "field": "estate_limit"})
    desk.answer(need, limit, {})
    assert desk.finished


@pytest.mark.rule("A-DATA-3")
async def test_a_border_named_from_one_side_is_shown(journal: Journal, look: type[Any]) -> None:
    book = Book(journal, tick)
    book.learn([("border", "bayern", "tirol", "no"), ("border", "tirol", "bayern", "no")])
    book.learn([("region", "bayern", f, v) for f, v in (("city_limit", 2), ("estate_limit", 4))])
    app = TurmwartApp(Doors(books={"anno1452": book}), board="anno1452")
    async with app.run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "Which regions border on Bayern" in seen.text)
        assert "17 of 64" in seen.text
        await pilot.press(*"tirol", "enter", "enter")
        await seen.until(lambda: "Bayern names Tirol, but" in seen.text)
        await pilot.press("1")
        await seen.until(lambda: book.board.region("bayern").listed)
    assert "tirol" in book.board.region("bayern").neighbours
    assert "bayern" in book.board.region("tirol").neighbours


async def test_an_answer_that_cannot_be_stored_is_kept_for_a_second_try(
    journal: Journal, look: type[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise JournalError("journal.unwritable", path="evening", reason="no room")

    book = Book(journal, tick)
    async with TurmwartApp(Doors(books={"anno1452": book}), board="anno1452").run_test(
        size=(80, 24)
    ) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "16 of 64" in seen.text)
        with monkeypatch.context() as patched:
            patched.setattr(book, "learn", full)
            await pilot.press("4", "enter")
            await seen.until(lambda: "no room" in seen.text)
        await pilot.press("enter")
        await seen.until(lambda: "17 of 64" in seen.text)


async def test_the_first_screen_offers_table_and_board(journal: Journal, look: type[Any]) -> None:
    async with TurmwartApp(doors(journal)).run_test(size=(80, 24)) as pilot:
        seen = look(pilot)
        await seen.until(lambda: "New table: Anno 1452" in seen.text)
        await pilot.press("6")
        await seen.until(lambda: "Board of Anno 1452" in seen.text)
        await pilot.press("escape")
        await seen.until(lambda: "New table: Anno 1452" in seen.text)


def in_order(board: Board) -> Board:
    """The board with its borders in one order, whichever was entered first."""
    regions = (
        replace(r, neighbours=tuple(sorted(r.neighbours)), denied=tuple(sorted(r.denied)))
        for r in board.regions
    )
    return replace(board, regions=tuple(regions))


@pytest.mark.rule("A-DATA-6", "A-DATA-7")
def test_a_board_and_positions_go_through_a_file(journal: Journal) -> None:
    book = Book(journal, tick)
    fill(BoardDesk(book, Words()))
    book.learn(
        [("card", "inheritance-1", "region", "tirol"), ("card", "title-koeln", "tower", "no")]
    )
    board = book.board
    citizens = [3, 3, 3, 3, 3, 3, 3, 3, *([0] * 8)]
    position = placed_of(
        board, {one: str(n) for one, n in zip(board.region_ids, citizens, strict=True)}, Words()
    )
    assert not isinstance(position, str)
    book.keep_position("picture A", position)
    text = written(board, book.positions)
    values, positions = read(text, "board.toml")
    assert in_order(laid_over(shipped_board(), values)) == in_order(board)
    assert positions == {"picture A": position}
    assert finished(laid_over(shipped_board(), values))


@pytest.mark.parametrize(
    ("text", "text_id"),
    [
        ("[[region]", "damaged"),
        ("[[region]]\nestate_limit = 3", "damaged"),
        ("", "empty"),
        ('[[region]]\nid = "nowhere"\nestate_limit = 3', "unknown"),
        ('[[region]]\nid = "bayern"\nestate_limit = 9', "misfit"),
        ('[[region]]\nid = "bayern"\nestate_limit = true', "misfit"),
        (
            '[[region]]\nid = "bayern"\nneighbours = ["tirol"]\n'
            '[[region]]\nid = "tirol"\nneighbours = ["savoyen"]\n[[region]]\nid = "savoyen"',
            "one_side",
        ),
        ('[[ottokar]]\nname = "x"', "position"),
    ],
)
def test_a_file_that_is_no_board_is_one_error(text: str, text_id: str) -> None:
    with pytest.raises(InputError) as raised:
        read(text, "board.toml")
    assert raised.value.text_id == f"anno1452_board.{text_id}"
    assert Words().error(raised.value).startswith("board.toml")

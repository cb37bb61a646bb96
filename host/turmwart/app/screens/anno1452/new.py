"""The forms for a new table of Anno 1452: players, scenario, variants, readings of the rules."""

from __future__ import annotations

import json
from collections.abc import Generator
from typing import Any

from turmwart.app.doors import Doors, NewSeat, NewTable
from turmwart.app.screens.anno1452.position import placed_of, position_rows
from turmwart.app.screens.face import Wizard, free_name
from turmwart.app.words import Words
from turmwart.games.anno1452.setup import FINAL_YEARS, VARIANTS
from turmwart.kernel.prompt import Choice, Number, Option, Prompt, Several, Sheet, Text

GAME = "anno1452"
_ID = "app.anno1452.new"
_COUNTS = (2, 4)
"""Fewest and most players."""
_NOBODY, _ENTER = "", "+"
_MOST_WITH_OTTOKAR = 3
_Asked = Generator[Prompt, dict[str, Any], Any]


def wizard(doors: Doors, taken: frozenset[str], words: Words) -> Wizard:
    """Ask for name and number, players, scenario, variants, settings.

    Args:
        doors: colours, settings and positions of the game.
        taken: names of tables there are; the name offered is a free one.
        words: the language.

    Rule: A-COMP-1, A-EPOCH-10, A-OTTO-1, section 16, section 18.
    """
    first = yield Prompt(
        f"{_ID}.table",
        "",
        slots=(Text("name", default=free_name(taken, words)), Number("players", *_COUNTS, 3)),
    )
    seats = yield from _seats(first["players"], doors, words)
    chosen: dict[str, int | str | bool] = {}
    chosen |= yield from _scenario(seats, doors, words)
    variants = tuple(Option(one, f"{_ID}.variant.{one}") for one in VARIANTS)
    answer = yield Prompt(
        f"{_ID}.variants", "", slots=(Several("variants", variants, 0, len(variants)),)
    )
    chosen["variants"] = " ".join(answer["variants"])
    rows = tuple(doors.options.get(GAME, ()))
    if rows:
        answer = yield Prompt(f"{_ID}.settings", "", slots=(Sheet("settings", rows),))
        chosen |= answer["settings"]
    return NewTable(first["name"], GAME, seats, "s1", tuple(chosen.items()))


def _seats(players: int, doors: Doors, words: Words) -> _Asked:
    colours = tuple(doors.colours.get(GAME, ()))
    options = tuple(Option(colour, label=words.colour(colour)) for colour in colours)
    rows: list[Choice | Text] = []
    for n in range(1, players + 1):
        rows.append(Text(f"name_{n}", 20, words("app.new.player", n=n)))
        rows.append(Choice(f"colour_{n}", options, colours[n - 1]))
    answer = yield Prompt(f"{_ID}.seats", "", slots=(Sheet("seats", tuple(rows)),))
    sheet = answer["seats"]
    return tuple(NewSeat(sheet[f"name_{n}"], sheet[f"colour_{n}"]) for n in range(1, players + 1))


def _scenario(seats: tuple[NewSeat, ...], doors: Doors, words: Words) -> _Asked:
    years = tuple(Option(year, f"{_ID}.year.{year}") for year in FINAL_YEARS)
    slots: tuple[Choice, ...] = (Choice("final_year", years, FINAL_YEARS[0]),)
    book = doors.books.get(GAME)
    if len(seats) <= _MOST_WITH_OTTOKAR and book is not None:
        positions = (
            Option(_NOBODY, f"{_ID}.ottokar_none"),
            *(Option(name, label=name) for name in book.positions),
            Option(_ENTER, f"{_ID}.ottokar_new"),
        )
        slots = (*slots, Choice("ottokar", positions, _NOBODY))
    answer = yield Prompt(f"{_ID}.scenario", "", slots=slots)
    chosen: dict[str, int | str | bool] = {"final_year": answer["final_year"]}
    name = answer.get("ottokar", _NOBODY)
    if name == _NOBODY:
        return chosen
    if name == _ENTER:
        name, position = yield from _position(book, words)
        chosen["ottokar_position"] = position
    taken = {seat.colour for seat in seats}
    free = [colour for colour in doors.colours.get(GAME, ()) if colour not in taken]
    options = tuple(Option(colour, label=words.colour(colour)) for colour in free)
    answer = yield Prompt(f"{_ID}.ottokar_colour", "", slots=(Choice("colour", options),))
    return {**chosen, "ottokar": name, "ottokar_colour": answer["colour"]}


def _position(book: Any, words: Words) -> _Asked:
    """Ask for a position until it can be; gives its name and the position as JSON.

    Rule: A-DATA-6.
    """
    board, wrong = book.board, ""
    name, typed = words(f"{_ID}.position_name"), dict[str, str]()
    while True:
        answer = yield Prompt(
            f"{_ID}.position_wrong" if wrong else f"{_ID}.position",
            "",
            slots=(Text("name", 30, name), Sheet("position", position_rows(board, typed))),
            rule="A-DATA-6",
            values=(
                ("why", wrong),
                *((one.id, one.label or f"@anno1452.unnamed.{one.id}") for one in board.regions),
            ),
        )
        name, typed = answer["name"] or name, answer["position"]
        placed = placed_of(board, typed, words)
        if not isinstance(placed, str):
            return name, json.dumps([[one.region, one.city, one.citizens] for one in placed])
        wrong = placed

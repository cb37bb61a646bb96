"""``turmwart`` without a command: the app, with the tables of the journal."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from turmwart.app.app import TurmwartApp
from turmwart.app.doors import Companion, Doors, NewTable, Pour, option_rows
from turmwart.cli import anno1452, paladins
from turmwart.cli.common import journal_path, need_terminal, now_ms, resume
from turmwart.cli.tower_sets import CubeSet, remember, require, shipped
from turmwart.cli.web import WEB_PORT, WebView
from turmwart.errors import InputError
from turmwart.games.registry import load
from turmwart.games.wallenstein.light.things import LightSetup
from turmwart.games.wallenstein.setup import FARMER_SHORTAGE, SHOW_TOWER, Options, Seat, Setup
from turmwart.journal.store import Journal
from turmwart.kernel.fold import fold
from turmwart.table import printed_wallenstein
from turmwart.table.printed import real_board, remember_printed
from turmwart.table.printed_anno1452 import Book
from turmwart.table.statistics import gather
from turmwart.table.table import Table
from turmwart.texts import say_colour
from turmwart.tower.release import RULE_OF_THUMB, expected

Suits = Callable[[Any], object]
"""Takes the state that a game would begin with, and raises an error where that does not suit."""
KINGOFKINGS = "kingofkings"
COLOURS = ("black", "blue", "purple", "red", "yellow")


def run(arguments: argparse.Namespace) -> int:
    """Open the app with the tables of the journal; no tower unless ``play`` names one.

    Raises:
        TurmwartError: the journal cannot be used, or there is no terminal.
    """
    need_terminal()
    with Journal.open(journal_path(arguments)) as journal:
        TurmwartApp(doors(journal)).run()
    return 0


def doors(
    journal: Journal,
    *,
    companions: Sequence[Companion] = (),
    pour: Pour | None = None,
    cubes: CubeSet | None = None,
    suits: Suits | None = None,
) -> Doors:
    """What the app is handed: the journal's tables, and what plays beside them.

    Args:
        journal: that holds the tables.
        companions: run beside each table.
        pour: pours into a simulated tower.
        cubes: that each table opened plays with from then on; None for its own.
        suits: what a new game must suit, see ``new_table``.
    """

    def open_table(name: str) -> Table:
        table = resume(journal, name, cubes)
        remember_printed(table, now_ms)
        return table

    def create(new: NewTable) -> Table:
        if new.game == KINGOFKINGS:
            from turmwart.table.kingofkings.begin import begin

            return begin(journal, new.name, new.setup, now_ms)
        return new_table(journal, new, cubes, suits)

    web = WebView(WEB_PORT)
    return Doors(
        tables=journal.tables,
        open=open_table,
        create=create,
        companions=companions,
        pour=pour,
        serve=web.show,
        closing=(web.stop,),
        mean_fallen=mean_fallen,
        options={
            "wallenstein": option_rows(option_defaults(), OPTION_CHOICES),
            anno1452.GAME: option_rows(anno1452.sheet_defaults(), anno1452.sheet_choices()),
        },
        colours={
            "wallenstein": COLOURS,
            anno1452.GAME: anno1452.COLOURS,
            paladins.GAME: paladins.COLOURS,
        },
        statistics=lambda: gather(journal),
        books={
            anno1452.GAME: Book(journal, now_ms),
            printed_wallenstein.GAME: printed_wallenstein.Book(journal, now_ms),
        },
    )


def new_table(
    journal: Journal,
    new: NewTable,
    cubes: CubeSet | None = None,
    suits: Suits | None = None,
) -> Table:
    """A new table with the real game's printed values, as far as they are known.

    Args:
        journal: that will hold it.
        new: what the table chose.
        cubes: it plays with; None for what is shipped.
        suits: what the game must suit.

    Raises:
        InputError: two players have the same name or colour, and nobody could tell them apart; or
            the cubes lack a colour; or what ``suits`` says.
        JournalError: the name is taken.
        ValueError: the setup cannot be played.
    """
    names = [seat.name for seat in new.seats]
    for name in names:
        if names.count(name) > 1:
            raise InputError("cli.play.same_name", name=name)
    colours = [seat.colour for seat in new.seats]
    for colour in colours:
        if colours.count(colour) > 1:
            raise InputError("cli.play.same_colour", colour=say_colour(colour))
    # Everything that may refuse the game comes before anything is kept of it.
    journal.refuse_taken(new.name)
    played = shipped() if cubes is None else cubes
    setup = _setup(journal, new)
    if cubes is not None and isinstance(setup, Setup | LightSetup):
        require(cubes, {setup.farmers, *(seat.colour for seat in setup.seats)})
    game = load(new.game)
    state = fold(game, None, game.start(setup))
    if suits is not None:
        suits(state)
    persons = journal.persons_named(names)
    seated = zip(setup.seats, persons, strict=True)
    setup = replace(setup, seats=tuple(replace(s, person=str(id_)) for s, id_ in seated))
    # Before, so that a table whose making is interrupted is resumed with the right set.
    remember(journal, new.name, played)
    table = Table.create(journal, new.name, game, setup, palette=played.at, clock=now_ms)
    for seat in setup.seats:
        journal.seat_person(new.name, seat.seat, int(seat.person))
    if new.game == anno1452.GAME:
        anno1452.keep_position(journal, setup, new.options, now_ms)
    remember_printed(table, now_ms)
    return table


def _setup(journal: Journal, new: NewTable) -> Any:
    """What the table begins with; who the players are is not said yet.

    Raises:
        InputError: nobody entered the position of Ottokar that is named.
        ValueError: an option cannot be what it is.
    """
    if new.game == anno1452.GAME:
        return anno1452.setup_of(journal, new.seats, new.options, now_ms)
    if new.game == paladins.GAME:
        return paladins.setup_of(journal, new.seats, new.oldest, new.options)
    return _light(journal, new) if new.game == "wallenstein_light" else _wallenstein(journal, new)


def _wallenstein(journal: Journal, new: NewTable) -> Setup:
    chosen: dict[str, Any] = dict(new.options)
    return Setup(_seats(new), new.oldest, real_board(journal), Options(**chosen))


def _seats(new: NewTable) -> tuple[Seat, ...]:
    return tuple(
        Seat(f"s{number}", seat.name, seat.colour) for number, seat in enumerate(new.seats, start=1)
    )


OPTION_CHOICES = {"show_tower_content": SHOW_TOWER, "farmer_shortage": FARMER_SHORTAGE}
"""Options of Wallenstein that are one of several words."""


def _light(journal: Journal, new: NewTable) -> LightSetup:
    seats = _seats(new)
    numbers = real_board(journal).numbers(len(seats))
    return LightSetup(seats, numbers.start_thalers, settle_seconds=Options().settle_seconds)


def option_defaults() -> dict[str, int | str | bool]:
    """Option keys of Wallenstein with their defaults."""
    return {field.name: field.default for field in dataclasses.fields(Options)}  # type: ignore[misc]


def mean_fallen(thrown: int, inside: int) -> float:
    """How many cubes of a colour fall on average, by the rule of thumb."""
    return expected(RULE_OF_THUMB, thrown, inside)

"""What a table of Anno 1452 is made of: seats, settings, printed values, Ottokar."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from turmwart.app.doors import NewSeat
from turmwart.errors import InputError
from turmwart.games.anno1452.setup import CHOICES, Placed, Seat, Settings, Setup
from turmwart.journal.store import Journal
from turmwart.table.printed_anno1452 import Book

GAME = "anno1452"
COLOURS = ("red", "blue", "green", "yellow", "black")
LEAST, MOST = 2, 4
_OTTOKAR = ("ottokar", "ottokar_colour", "ottokar_position")


def setting_defaults() -> dict[str, int | str | bool]:
    """Settings with their defaults, the variants as words with blanks between them."""
    settings = Settings()
    values = {one.name: getattr(settings, one.name) for one in fields(Settings)}
    return {**values, "variants": " ".join(settings.variants)}


def option_defaults() -> dict[str, int | str | bool]:
    """All options of a new table: settings, and Ottokar's position by name and his colour."""
    return {**setting_defaults(), "ottokar": "", "ottokar_colour": ""}


def sheet_defaults() -> dict[str, int | str | bool]:
    """The settings that stand on one sheet; year and variants are asked apart."""
    apart = ("final_year", "variants")
    return {name: value for name, value in setting_defaults().items() if name not in apart}


def sheet_choices() -> Mapping[str, Sequence[str]]:
    """Words that each of them can have."""
    return CHOICES


def setup_of(
    journal: Journal,
    seated: Sequence[NewSeat],
    options: Sequence[tuple[str, int | str | bool]],
    clock: Callable[[], int],
) -> Setup:
    """What a table begins with, printed values as far as they are known.

    Args:
        journal: that keeps the printed values and Ottokar's positions.
        seated: clockwise.
        options: as the form or the command line names them.
        clock: for the rows of the journal.

    Raises:
        InputError: nobody entered the position of Ottokar that is named.
        ValueError: the setup cannot be played.
    """
    seats = tuple(
        Seat(f"s{number}", seat.name, seat.colour) for number, seat in enumerate(seated, start=1)
    )
    chosen: dict[str, Any] = dict(options)
    book = Book(journal, clock)
    name, colour, entered = (str(chosen.pop(key, "")) for key in _OTTOKAR)
    placed: tuple[Placed, ...] = ()
    if entered:
        placed = tuple(Placed(*row) for row in json.loads(entered))
    elif name:
        positions = book.positions
        if name not in positions:
            known = ", ".join(positions) or "-"
            raise InputError("cli.anno.no_position", name=name, known=known)
        placed = positions[name]
    if placed and not colour:
        taken = {seat.colour for seat in seats}
        colour = next(one for one in COLOURS if one not in taken)
    if "variants" in chosen:
        chosen["variants"] = tuple(str(chosen["variants"]).replace(",", " ").split())
    return Setup(seats, book.board, Settings(**chosen), placed, colour if placed else "")


def keep_position(
    journal: Journal,
    setup: Setup,
    options: Sequence[tuple[str, int | str | bool]],
    clock: Callable[[], int],
) -> None:
    """Keep the position of Ottokar that was entered for a table, once that has begun.

    Args:
        journal: that keeps it.
        setup: of the table.
        options: as for ``setup_of``.
        clock: for the rows of the journal.
    """
    chosen = dict(options)
    if chosen.get("ottokar_position"):
        Book(journal, clock).keep_position(str(chosen["ottokar"]), setup.ottokar)

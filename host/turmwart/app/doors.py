"""What the app is handed: it opens no journal, no tower and no server itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from turmwart.app.graphics import BLOCKS
from turmwart.kernel.prompt import Choice, Number, Option
from turmwart.table.dealer import Dealer
from turmwart.table.statistics import Statistics
from turmwart.table.table import Table

Companion = Callable[[Table], Coroutine[Any, Any, None]]
"""Runs beside a table in the app's loop until it is closed: tower link, players of a demo."""
Pour = Callable[[Table], Awaitable[None]]
"""Pours the cubes of the throw that waits into a simulated tower."""
Serve = Callable[[Table, bool], Awaitable[tuple[str, Sequence[str]]]]
"""``serve(table, lan)`` starts the web view (again with ``lan`` to open it to the network) and
gives its address and the lines of a QR code; none where only this computer reaches it."""
OptionRow = Choice | Number


class TableLine(Protocol):
    """One table of the journal, as the first screen lists it."""

    @property
    def name(self) -> str:
        """Name of the table."""
        ...

    @property
    def game(self) -> str:
        """Name of its game."""
        ...

    @property
    def steps(self) -> int:
        """How many steps were taken."""
        ...

    @property
    def last_at(self) -> int:
        """When the last one was, in milliseconds since 1970-01-01 UTC."""
        ...


Corrections = Sequence[tuple[int, int]]
"""(place from 0, value) of dice that the table corrected."""
Cells = Sequence[Sequence[tuple[tuple[int, int, int], tuple[int, int, int]]]]
"""Rows of characters: red, green, blue of the upper and of the lower half."""


class Sight(Protocol):
    """Dice that a camera showed."""

    @property
    def number(self) -> int:
        """Another number is another picture."""
        ...

    @property
    def values(self) -> tuple[int, ...]:
        """From left to right."""
        ...

    def words(self, language: str = "", corrections: Corrections = ()) -> str:
        """The reading in one line."""
        ...

    def fitted(self, columns: int, rows: int) -> tuple[int, int]:
        """Columns and rows that the picture takes in a room."""
        ...

    def blocks(self, columns: int, rows: int) -> Cells:
        """The part of the picture where the dice lie, in coarse blocks."""
        ...

    def marks(
        self, columns: int, rows: int, corrections: Corrections = ()
    ) -> Sequence[tuple[int, int, str]]:
        """Column, row and text of what is written over the blocks."""
        ...

    def png(self, longest_px: int, corrections: Corrections = ()) -> bytes:
        """The marked picture as PNG."""
        ...

    def sixel(self, width_px: int, height_px: int, corrections: Corrections = ()) -> str:
        """The marked picture in sixels."""
        ...


class Camera(Protocol):
    """A camera that watches the dice beside a table."""

    @property
    def seen(self) -> Sight | None:
        """The dice that lie there now, as far as they are no booked throw."""
        ...

    def status(self, language: str = "") -> str:
        """How the camera stands, in one line."""
        ...

    def read_now(self) -> None:
        """Read without waiting until the scene is still."""
        ...

    def forget(self) -> bool:
        """What is seen was booked; whether there was anything."""
        ...

    def recall(self) -> None:
        """What was booked last was taken back."""
        ...

    def keep(self, table: Table, seen: Any, corrections: Corrections = ()) -> int:
        """Store a picture in the journal; the id of the evidence."""
        ...


@dataclass(frozen=True, slots=True)
class NewSeat:
    """A player of a new table, clockwise."""

    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class NewTable:
    """What the form for a new table gives.

    Attributes:
        name: name of the table.
        game: name of the game.
        seats: the players, clockwise: ``s1``, ``s2``..
        oldest: seat of the player who drafts first.
        options: option keys of the game with the values that the table chose.
        setup: what the game begins with, where the forms themselves made it; None: it is made of
            the rest.
    """

    name: str
    game: str
    seats: tuple[NewSeat, ...]
    oldest: str
    options: tuple[tuple[str, int | str | bool], ...]
    setup: Any = None


@dataclass(frozen=True, slots=True)
class Doors:
    """The ways out of the app; those that are left out have no key.

    Attributes:
        tables: the tables that can be resumed, as the journal lists them.
        open: resumes one by name; raises ``TurmwartError``.
        create: makes a new one; raises ``TurmwartError``, or ``ValueError`` where the setup
            cannot be played.
        companions: what runs beside the table that was opened.
        pour: pours a simulated throw.
        serve: starts the web view.
        closing: awaited when a table is left or the app ends, such as the end of the web view.
        mean_fallen: ``mean_fallen(thrown, inside)``: how many cubes of a colour fall on average,
            where the table's own tower has taught nothing yet.
        options: rows of the form for a new table, by game; see ``option_rows``.
        colours: colours a player can have, by game.
        books: what is known of printed boards that can be entered as a whole, by game; each is
            handed to the screen of its game.
        camera: reads rolls of six-sided dice.
        dealer: rolls where the table says so.
        graphics: the terminal's protocol for pictures, of ``app.graphics``.
        statistics: reads the games of the journal that ended; raises ``TurmwartError``.
    """

    tables: Callable[[], Sequence[TableLine]] = tuple
    open: Callable[[str], Table] | None = None
    create: Callable[[NewTable], Table] | None = None
    companions: Sequence[Companion] = ()
    pour: Pour | None = None
    serve: Serve | None = None
    closing: Sequence[Callable[[], Awaitable[None]]] = ()
    mean_fallen: Callable[[int, int], float] | None = None
    options: Mapping[str, Sequence[OptionRow]] = field(default_factory=dict)
    colours: Mapping[str, Sequence[str]] = field(default_factory=dict)
    books: Mapping[str, Any] = field(default_factory=dict)
    camera: Camera | None = None
    dealer: Dealer = field(default_factory=Dealer)
    graphics: str = BLOCKS
    statistics: Callable[[], Statistics] | None = None


def option_rows(
    defaults: Mapping[str, int | str | bool], choices: Mapping[str, Sequence[str]]
) -> tuple[OptionRow, ...]:
    """Rows of the form for a game's options.

    Args:
        defaults: key -> default: yes or no, a number, or a word.
        choices: key -> words it can have; a word without choices is no question and is left out.
    """
    rows: list[OptionRow] = []
    for key, default in defaults.items():
        if isinstance(default, bool):
            rows.append(Choice(key, (Option(True, "app.yes"), Option(False, "app.no")), default))
        elif isinstance(default, int):
            rows.append(Number(key, 0, None, default))
        elif key in choices:
            words = tuple(Option(word, f"app.option.{key}.{word}") for word in choices[key])
            rows.append(Choice(key, words, default))
    return tuple(rows)

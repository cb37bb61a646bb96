"""A table with a small game that asks for every kind of slot, and a tower told by hand."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from turmwart import texts
from turmwart.app.app import TurmwartApp
from turmwart.app.doors import Doors
from turmwart.app.screens.base import Lines
from turmwart.app.widgets.form import PromptForm
from turmwart.journal.store import Journal
from turmwart.table.palette import default_palette
from turmwart.table.pending import CUBE, GAP, Seen
from turmwart.table.table import Table
from turmwart_wire import messages
from turmwart_wire.messages import Cube, pack_cube

from .toys import TOY, TOY_TEXTS

DEADLINE_S = 10.0
_clock = iter(range(1_700_000_000_000, 1_800_000_000_000, 1000))


def tick() -> int:
    """A clock that moves by a second whenever it is looked at."""
    return next(_clock)


@pytest.fixture(autouse=True)
def _toy_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = texts.catalogue
    monkeypatch.setattr(texts, "catalogue", lambda language: shipped(language) | TOY_TEXTS)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """A fresh journal."""
    with Journal.open(tmp_path / "journal.sqlite3") as opened:
        yield opened


@pytest.fixture
def toy(journal: Journal) -> Callable[[str], Table]:
    """Makes a table of the toy in a mode."""

    def make(mode: str, name: str = "toys") -> Table:
        return Table.create(journal, name, TOY, mode, palette=default_palette(), clock=tick)

    return make


class Drop:
    """Lets cubes fall into a table's tower by hand, as the board would report them."""

    def __init__(self) -> None:
        self._count = 0

    def __call__(self, table: Table, *colours: str) -> None:
        """One cube of each colour, in this order."""
        table.take_evidence([self._seen(colour) for colour in colours])

    def gap(self, table: Table) -> None:
        """The board lost something."""
        table.take_evidence([Seen("bench", 1, self._next(), GAP)])

    def colourless(self, table: Table) -> None:
        """A cube passed both beams without a sample."""
        more = messages.GAP_MORE
        passage = messages.Passage(0, 0, 500, 9_000, 12_500, 8_400, more, 0, (0, 0, 0, 0), ())
        table.take_evidence([Seen("bench", 1, self._next(), CUBE, messages.pack_passage(passage))])

    def _seen(self, colour: str) -> Seen:
        reference = next(row for row in default_palette() if row.colour == colour)
        clear = math.exp(reference.clear)
        shares = (reference.red, reference.green, reference.blue)
        counts = [round(clear * share) for share in shares]
        number = self._next()
        payload = pack_cube(Cube(0, 100 * number, 12, round(clear), *counts))
        return Seen("bench", 1, number, CUBE, payload)

    def _next(self) -> int:
        self._count += 1
        return self._count - 1


@pytest.fixture
def drop() -> Drop:
    """A tower told by hand."""
    return Drop()


@pytest.fixture
def app_of() -> Callable[..., TurmwartApp]:
    """Makes an app for a table; throws settle at once."""

    def make(table: Table | None = None, **doors: Any) -> TurmwartApp:
        return TurmwartApp(Doors(**doors), table=table, settle_seconds=0)

    return make


KEYS = {" ": "space", "/": "slash", ".": "full_stop", "-": "minus", "_": "underscore"}
"""Characters that Textual calls otherwise."""


async def typed(pilot: Pilot[None], text: str) -> None:
    """Type a text, then Enter."""
    await pilot.press(*(KEYS.get(letter, letter) for letter in text), "enter")
    await pilot.pause()


class Look:
    """What can be read on the screen in front."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self.pilot = pilot

    @property
    def text(self) -> str:
        """The screen as lines of characters, as a terminal shows them."""
        app = self.pilot.app
        return "\n".join(
            "".join(segment.text for segment in strip).rstrip()
            for strip in app.screen._compositor.render_strips()
        )

    @property
    def form(self) -> PromptForm:
        """The form of the screen."""
        return self.pilot.app.screen.query_one(PromptForm)

    def lines(self, name: str) -> Lines:
        """A part of the screen."""
        return self.pilot.app.screen.query_one(f"#{name}", Lines)

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until something holds.

        Raises:
            AssertionError: it does not within the deadline.
        """
        deadline = time.monotonic() + DEADLINE_S
        while not true():
            assert time.monotonic() < deadline, self.text
            await self.pilot.pause(0.01)


@pytest.fixture
def look() -> type[Look]:
    """Reads a screen."""
    return Look

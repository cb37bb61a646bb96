"""Printed values: those shipped, and those a table read off its own cards and board."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from turmwart.games.anno1452 import events_board as anno1452
from turmwart.games.paladins import events as paladins
from turmwart.games.wallenstein.board import Board, Learnt
from turmwart.games.wallenstein.data import board_from_demo, board_from_tables
from turmwart.games.wallenstein.events import PrintedCorrected, PrintedLearnt
from turmwart.journal.store import Journal
from turmwart.kernel.fold import Redone, Undone
from turmwart.table.book import OWN_COPY
from turmwart.table.bus import Committed, Message
from turmwart.table.table import Table

_GAME = "wallenstein"
_LEARNING: dict[str, tuple[type[Any], ...]] = {
    _GAME: (PrintedLearnt, PrintedCorrected),
    "anno1452": (anno1452.PrintedLearnt, anno1452.PrintedCorrected),
    "paladins": (paladins.PrintedLearnt, paladins.PrintedCorrected),
}
"""Game -> its events that teach a printed value."""


def real_board(journal: Journal, copy: str = OWN_COPY) -> Board:
    """The printed values of the real game, with what earlier tables of this journal learnt."""
    learnt = [
        (row.kind, row.key, row.field, value)
        for row in journal.learnt(_GAME, copy)
        if (value := json.loads(row.value_json)) is not None
    ]
    return _board(learnt)


@cache
def shipped_board() -> Board:
    """The printed values of the real game as far as they are shipped; what is unknown is asked."""
    return _board()


def printed_names(language: str) -> dict[str, str]:
    """Province -> its name on cards of a language, as far as known: ``"de"`` or ``"hu"``."""
    key = f"name_{language}"
    return {row["id"]: row[key] for row in _data("provinces")["province"] if key in row}


def demo_board() -> Board:
    """A made-up board for demos and tests; never offered to a real table."""
    return board_from_demo(_data("demo-board"))


def remember_printed(table: Table, clock: Callable[[], int], copy: str = OWN_COPY) -> None:
    """Keep what the table enters for the next game, from now on and for all it entered so far.

    A step that is taken back takes its values back too. Tables on a made-up board teach nothing.
    """
    game = table.game.name
    if game not in _LEARNING or table.state.board.invention:
        return

    def learn(kind: str, key: str, field: str, value: int | str | None) -> None:
        known = {(r.kind, r.key, r.field): r.value_json for r in table.journal.learnt(game, copy)}
        text = json.dumps(value)
        if known.get((kind, key, field), "null") != text:
            table.journal.learn(game, copy, kind, key, field, text, clock(), table.name)

    def listen(message: Message) -> None:
        if not isinstance(message, Committed):
            return
        match message.events:
            case (Undone(step=step),):
                for name, value in _before(game, table, step).items():
                    learn(*name, value)
            case (Redone(step=step),):
                for name, value in _values(game, table.events_of(step)).items():
                    learn(*name, value)
            case events:
                for name, value in _values(game, events).items():
                    learn(*name, value)

    said = {
        name: (at, value)
        for at, event in table.dated_events()
        for name, value in _values(game, (event,)).items()
    }
    known = {(r.kind, r.key, r.field): r for r in table.journal.learnt(game, copy)}
    for name, (at, value) in said.items():
        # What another table said since then stands: this one is only resumed.
        if name not in known or known[name].origin == table.name or known[name].at <= at:
            learn(*name, value)
    table.bus.subscribe(listen)


def _values(game: str, events: Iterable[Any]) -> dict[tuple[str, str, str], int | str]:
    return {
        (event.kind, event.key, event.field): event.value
        for event in events
        if isinstance(event, _LEARNING[game])
    }


def _before(game: str, table: Table, step: int) -> dict[tuple[str, str, str], int | str | None]:
    """What was known before a step of all that it taught; None: nothing."""
    entered = _values(game, table.events_before(step))
    known: dict[tuple[str, str, str], int | str | None] = {}
    for event in table.events_of(step):
        if isinstance(event, _LEARNING[game]):
            name = (event.kind, event.key, event.field)
            # What this table corrects without having entered it was known when it began.
            known.setdefault(name, entered.get(name, getattr(event, "was", None)))
    return known


def _board(learnt: Iterable[Learnt] = ()) -> Board:
    return board_from_tables(
        _data("provinces"),
        _data("events"),
        _data("famine"),
        _data("setup"),
        learnt,
        favors=_data("favors"),
    )


@cache
def _data(name: str) -> dict[str, Any]:
    text = files("turmwart.games.wallenstein").joinpath(f"data/{name}.toml").read_text("utf-8")
    return tomllib.loads(text)

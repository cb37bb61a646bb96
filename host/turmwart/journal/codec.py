"""Events of a game to rows of the journal and back."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from turmwart.errors import JournalError
from turmwart.journal.rows import EventRow, StoredEvent
from turmwart.journal.upcast import lift
from turmwart.kernel.canon import canonical_json, from_plain
from turmwart.kernel.fold import Redone, Step, Undone
from turmwart.kernel.game import Game

KERNEL_EVENTS: dict[str, type] = {"Undone": Undone, "Redone": Redone}


def encode(game: Game, event: Any) -> StoredEvent:
    """An event of ``game``, or ``Undone`` or ``Redone``, as it is stored.

    Raises:
        ValueError: an event of another game, or one without a canonical form.
    """
    name = type(event).__name__
    for prefix, classes in _families(game).items():
        if classes.get(name) is type(event):
            return StoredEvent(f"{prefix}/{name}", _schema_of(type(event)), canonical_json(event))
    raise ValueError(f"{name} is no event of {game.name}")


def decode(game: Game, row: EventRow) -> Any:
    """The event of a row, lifted to today's shape.

    Raises:
        JournalError: ``journal.unknown_type``, ``journal.newer_event``, ``journal.no_lift`` or
            ``journal.bad_event``.
    """
    prefix, _, name = row.type.partition("/")
    cls = _families(game).get(prefix, {}).get(name)
    if cls is None:
        raise JournalError("journal.unknown_type", type=row.type, version=row.version)
    try:
        plain = json.loads(row.payload)
        if not isinstance(plain, dict):
            raise ValueError("expected an object")
        return from_plain(cls, lift(row.type, row.schema, _schema_of(cls), plain))
    except (ValueError, RecursionError) as error:
        raise JournalError(
            "journal.bad_event", type=row.type, version=row.version, reason=str(error)
        ) from None


def steps(game: Game, rows: Iterable[EventRow]) -> tuple[Step, ...]:
    """The rows as steps, for ``turmwart.kernel.fold.replay``.

    Raises:
        JournalError: a row cannot be decoded.
    """
    return tuple(
        Step(number, tuple(decode(game, row) for row in group))
        for number, group in groupby(rows, key=lambda row: row.step)
    )


def _families(game: Game) -> dict[str, dict[str, type]]:
    return {"kernel": KERNEL_EVENTS, game.name: game.events}


def _schema_of(cls: type) -> int:
    number: int = getattr(cls, "SCHEMA", 1)
    return number

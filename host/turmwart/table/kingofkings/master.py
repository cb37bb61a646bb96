"""What the game master's tools share: deadline, when sheets came in, sheets for nobody's tribes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from turmwart.games.kingofkings.commands import HandIn
from turmwart.games.kingofkings.state import State
from turmwart.games.kingofkings.viewing import view
from turmwart.journal.store import Journal
from turmwart.table.kingofkings.players import growing
from turmwart.table.table import Table

_HANDED_IN = "kingofkings.event.SheetHandedIn"
_PLAYED = "kingofkings.event.RoundPlayed"
_LOG = 10_000
"""Lines of the log that are looked through: all sheets of a round, however often handed in."""


def deadline(journal: Journal, name: str, round_number: int) -> int | None:
    """The deadline of a round in milliseconds since 1970-01-01 UTC; None where there is none."""
    kept = journal.setting(_key(name, round_number))
    return int(kept) if kept else None


def set_deadline(journal: Journal, name: str, round_number: int, at: int | None) -> None:
    """Keep the deadline of a round in milliseconds since 1970-01-01 UTC; None: take it away."""
    journal.set_setting(_key(name, round_number), "" if at is None else str(at))


def moment(text: str) -> int:
    """Local date and time, such as ``2026-12-24T18:00``, in milliseconds since 1970-01-01 UTC.

    Raises:
        ValueError: the text is none.
    """
    try:
        return int(datetime.fromisoformat(text).timestamp() * 1000)
    except (OverflowError, OSError) as error:
        raise ValueError(text) from error


def in_words(at: int) -> str:
    """A moment as local date and time."""
    return datetime.fromtimestamp(at / 1000).isoformat(" ", "minutes")


def came_in(table: Table) -> dict[int, int]:
    """When the sheet that counts came in, by tribe, in milliseconds since 1970-01-01 UTC."""
    found: dict[int, int] = {}
    for step, text_id, values in reversed(table.log(_LOG)):
        if text_id == _PLAYED:
            break
        if text_id == _HANDED_IN:
            found.setdefault(int(dict(values)["number"]), table.when(step))
    return found


def grown_sheets(state: State) -> Iterator[HandIn]:
    """Sheets for the tribes that nobody plays and the game master wrote none for.

    Rule: K-OPTION-5.
    """
    for tribe in state.tribes:
        if tribe.npc and state.sheet(tribe.number) is None:
            lines = growing(view(state, str(tribe.number)))
            yield HandIn(tribe.number, "\n".join(lines))


def _key(name: str, round_number: int) -> str:
    return f"kok:deadline:{name}:{round_number}"

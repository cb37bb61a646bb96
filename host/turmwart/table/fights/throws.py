"""The throws of a table and of its tower, taken from what the journal keeps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from turmwart.games.registry import load
from turmwart.games.wallenstein import GAME
from turmwart.games.wallenstein.events import BattleSettled, ThrowReported
from turmwart.games.wallenstein.state import BattleRecord, State
from turmwart.journal import codec
from turmwart.journal.rows import EvidenceRow
from turmwart.journal.store import Journal
from turmwart.kernel.fold import Timeline, fold
from turmwart.kernel.game import Game
from turmwart.table.pending import PICTURE, TRAY
from turmwart.table.table import Table
from turmwart.tower.learning import Fall

History = Iterable[tuple[Any, tuple[Any, ...]]]
"""The state before each step that holds, and its events, oldest first."""


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw that was booked.

    Attributes:
        before: the state while its cubes were in the hand.
        reported: what fell.
        record: what it decided; None for the filling of the tower.
    """

    before: State
    reported: ThrowReported
    record: BattleRecord | None

    @property
    def falls(self) -> tuple[Fall, ...]:
        """What it says of the tower, colour by colour."""
        thrown, inside = self.reported.thrown, self.before.ledger.at("tower")
        return tuple(
            Fall(thrown[colour], inside[colour], self.reported.fallen[colour], thrown.total)
            for colour in sorted({*thrown, *inside})
        )


def history_of(journal: Journal, name: str) -> History:
    """The history of a table that need not be open.

    Raises:
        JournalError: no such table, or its events cannot be read.
    """
    game = load(journal.table(name).game)
    timeline = Timeline()
    for step in codec.steps(game, journal.read(name)):
        timeline.add(step)
    return _folded(game, timeline)


def throws_of(history: History) -> Iterator[Throw]:
    """The throws of a history, oldest first; none where no tower of Wallenstein is in the game."""
    for before, events in history:
        for place, event in enumerate(events):
            if not isinstance(event, ThrowReported):
                continue
            records = (e.record for e in events[place:] if isinstance(e, BattleSettled))
            yield Throw(fold(GAME, before, events[:place]), event, next(records, None))


def same_tower(journal: Journal, name: str, over_by: int | None = None) -> tuple[str, ...]:
    """Other tables of Wallenstein whose cubes went through the same tower, oldest first.

    Towers with a board are known by it. Tables that never had one are taken to be of one tower
    that stands in one home.

    Args:
        journal: that holds them.
        name: of the table whose tower is meant.
        over_by: only tables where nothing happened after this time, milliseconds since 1970.
    """
    devices = devices_of(journal, name)
    found = []
    for info in sorted(journal.tables(), key=lambda info: info.created_at):
        if info.game != GAME.name or info.name == name or not info.version:
            continue
        if over_by is not None and info.last_at > over_by:
            continue
        theirs = devices_of(journal, info.name)
        if theirs & devices or theirs == devices:
            found.append(info.name)
    return tuple(found)


def taught_elsewhere(
    journal: Journal, name: str, over_by: int | None = None
) -> tuple[tuple[Fall, ...], ...]:
    """What the tower of a table did at its other tables, throw by throw; see ``same_tower``."""
    return tuple(
        falls for other in same_tower(journal, name, over_by) for falls in taught_at(journal, other)
    )


def taught_at(journal: Journal, name: str) -> tuple[tuple[Fall, ...], ...]:
    """What the tower did at a table that need not be open, throw by throw.

    Raises:
        JournalError: no such table, or its events cannot be read.
    """
    return tuple(throw.falls for throw in throws_of(history_of(journal, name)))


def taught_here(table: Table) -> tuple[tuple[Fall, ...], ...]:
    """What the tower did at an open table, throw by throw."""
    return tuple(throw.falls for throw in throws_of(table.history()))


def devices_of(journal: Journal, name: str) -> frozenset[str]:
    """The boards whose evidence a table holds.

    Raises:
        JournalError: no such table, or its evidence cannot be read.
    """
    return devices_in(journal.evidence(name))


def devices_in(evidence: Iterable[EvidenceRow]) -> frozenset[str]:
    """The boards that told ``evidence``."""
    return frozenset(row.device for row in evidence if row.kind not in (PICTURE, TRAY))


def _folded(game: Game, timeline: Timeline) -> History:
    state = None
    for step in timeline.holding:
        yield state, step.events
        state = fold(game, state, step.events)

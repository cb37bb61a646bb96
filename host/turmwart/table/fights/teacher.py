"""What the tower of an open table has taught so far, kept until there is something new."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.errors import JournalError
from turmwart.games.wallenstein import GAME
from turmwart.games.wallenstein.odds import Fight
from turmwart.table.fights.forecast import Forecast, forecast
from turmwart.table.fights.throws import devices_in, same_tower, taught_at, taught_here
from turmwart.table.table import Table
from turmwart.tower.learning import Fall, Learnt, learn, release
from turmwart.tower.release import RULE_OF_THUMB, Release

_Key = tuple[int, tuple[str, ...]]
"""The table's version, and the other tables of its tower."""


class Teacher:
    """Learns from an open table and from the other tables of its tower.

    Args:
        table: of Wallenstein.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._read: dict[str, tuple[tuple[Fall, ...], ...]] = {}
        self._devices: frozenset[str] | None = None
        self._others: tuple[str, ...] = ()
        self._learnt: tuple[_Key, Learnt] | None = None
        self._unknown_at = -1
        self._heard = 0

    def read_ahead(self) -> Iterator[None]:
        """Read the other tables of the journal, one at each step, so that nobody waits later."""
        journal = self._table.journal
        for info in journal.tables():
            if info.game != GAME.name or info.name == self._table.name or not info.version:
                continue
            try:
                self._falls(info.name)
            except JournalError:
                # It may be of another tower; where it is not, ``learnt`` says what is wrong.
                continue
            yield

    def learnt(self) -> Learnt:
        """What is known now.

        Raises:
            JournalError: another table of the tower cannot be read.
        """
        key = self._key()
        if self._learnt is None or self._learnt[0] != key:
            falls = [fall for other in self._others for fall in self._falls(other)]
            self._learnt = (key, learn((*falls, *taught_here(self._table))))
        return self._learnt[1]

    def forecast(self, fight: Fight) -> Forecast:
        """The odds of a fight with what is known now.

        Raises:
            JournalError: another table of the tower cannot be read.
        """
        return forecast(fight, self.learnt())

    def habit(self, together: int) -> Release:
        """How the tower lets go in a throw of ``together`` cubes, for its witnesses.

        Where nothing is known that is the rule of thumb; so it is for cubes that fall by
        themselves, of which no throw teaches.
        """
        learnt = self.known() if together else None
        return RULE_OF_THUMB if learnt is None else release(learnt.mean(together))

    def known(self) -> Learnt | None:
        """What is known now; None before the first throw, or where ``learnt`` raises an error."""
        if self._unknown_at == self._table.version:
            return None
        try:
            learnt = self.learnt()
        except JournalError:
            # Until the next step, so that nothing is read again with each cube and drawing.
            self._unknown_at = self._table.version
            return None
        return learnt if learnt.throws else None

    def _key(self) -> _Key:
        """What all that is known depends on; which tower it is shows once the board has spoken."""
        journal, name = self._table.journal, self._table.name
        if not self._devices:
            # Only what is new: a camera's pictures are evidence too, and large.
            fresh = journal.evidence(name, self._heard)
            devices = devices_in(fresh)
            if devices != self._devices:
                self._others = same_tower(journal, name)
                self._devices = devices
            self._heard = max((row.id for row in fresh), default=self._heard)
        return (self._table.version, self._others)

    def _falls(self, name: str) -> tuple[tuple[Fall, ...], ...]:
        if name not in self._read:
            self._read[name] = taught_at(self._table.journal, name)
        return self._read[name]

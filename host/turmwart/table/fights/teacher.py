"""What the tower of an open table has taught so far, kept until there is something new."""

from __future__ import annotations

from turmwart.games.wallenstein.odds import Fight
from turmwart.table.fights.forecast import Forecast, forecast
from turmwart.table.fights.throws import taught_elsewhere, taught_here
from turmwart.table.table import Table
from turmwart.tower.learning import Fall, Learnt, learn


class Teacher:
    """Learns from an open table and from the other tables of its tower.

    Args:
        table: of Wallenstein.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._elsewhere: tuple[tuple[Fall, ...], ...] | None = None
        self._learnt: Learnt | None = None
        self._version = -1

    def learnt(self) -> Learnt:
        """What is known now.

        Raises:
            JournalError: another table of the tower cannot be read.
        """
        table = self._table
        if self._elsewhere is None:
            self._elsewhere = taught_elsewhere(table.journal, table.name)
        if self._learnt is None or self._version != table.version:
            self._learnt = learn((*self._elsewhere, *taught_here(table)))
            self._version = table.version
        return self._learnt

    def forecast(self, fight: Fight) -> Forecast:
        """The odds of a fight with what is known now.

        Raises:
            JournalError: another table of the tower cannot be read.
        """
        return forecast(fight, self.learnt())

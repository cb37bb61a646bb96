"""What is known of one copy of a game: printed values, each stored at once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from turmwart.journal.store import Journal

OWN_COPY = "own"
"""The copy of a game that belongs to the owner of the journal."""

Learnt = tuple[str, str, str, int | str]
"""A printed value: kind, key, field, value."""

_PLACE = "board"
"""Where a value was entered that no table asked for."""


class Learning:
    """Keeps the printed values of a game.

    Args:
        journal: that keeps them.
        clock: for the rows of the journal.
        game: name of the game.
        copy: which copy of the game.
    """

    def __init__(
        self, journal: Journal, clock: Callable[[], int], game: str, copy: str = OWN_COPY
    ) -> None:
        self._journal = journal
        self._clock = clock
        self._game = game
        self._copy = copy

    @property
    def learnt(self) -> tuple[Learnt, ...]:
        """All values that tables and the game's forms entered."""
        rows = self._journal.learnt(self._game, self._copy)
        values = ((row, json.loads(row.value_json)) for row in rows)
        return tuple(
            (row.kind, row.key, row.field, value) for row, value in values if value is not None
        )

    def learn(self, values: Iterable[Learnt], place: str = _PLACE) -> None:
        """Keep values, all or none; those that are known already are not written again.

        Args:
            values: as the game's ``board.learn`` takes them.
            place: where they were entered.
        """
        known = {value[:3]: value[3] for value in self.learnt}
        # A killed process leaves no half of a sheet, or of a file, behind.
        with self._journal.together():
            for kind, key, field, value in values:
                if known.get((kind, key, field)) != value:
                    text = json.dumps(value)
                    self._journal.learn(
                        self._game, self._copy, kind, key, field, text, self._clock(), place
                    )
                    known[kind, key, field] = value

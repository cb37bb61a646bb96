"""Rolls where no dice are thrown: for King of Kings, or when the table says "roll for us"."""

from __future__ import annotations

import random

from turmwart.table.rolls import DEALER, Roll, answer


class Dealer:
    """Rolls for the table; only here does a table make chance.

    Args:
        generator: makes it; None: the system's own, which nobody can foresee.
    """

    def __init__(self, generator: random.Random | None = None) -> None:
        self._generator = generator or random.SystemRandom()

    def throw(self, roll: Roll) -> Roll:
        """The roll with its next throw, marked as the dealer's; a complete one stays as it is."""
        if roll.complete:
            return roll
        values = [self._generator.randint(1, roll.request.chance) for _ in range(roll.expected)]
        thrown = answer(roll, values, DEALER)
        if not isinstance(thrown, Roll):
            raise TypeError(f"{roll.id} refuses its own throw: {thrown}")
        return thrown

    def finish(self, roll: Roll) -> Roll:
        """The roll with all throws that were missing."""
        while not roll.complete:
            roll = self.throw(roll)
        return roll

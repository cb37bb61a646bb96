"""Rolls where no dice are thrown: for King of Kings, or when the table says "roll for us"."""

from __future__ import annotations

import hashlib
import random
import secrets

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


class Seeded:
    """Rolls that a seed determines: a ``kernel.chance.Roll`` of which anybody can check each one.

    Args:
        seed: of the game; whoever knows it can foresee all rolls.
        round_number: of the round; no two rounds share rolls.

    Rule: K-CHANCE-2, K-CHANCE-3.
    """

    def __init__(self, seed: str, round_number: int) -> None:
        self._prefix = f"{seed}|{round_number}|"

    def __call__(self, stream: str, index: int, chance: int) -> int:
        """The value 1 to ``chance`` of a roll."""
        digest = hashlib.sha256(f"{self._prefix}{stream}|{index}".encode()).digest()
        return 1 + int.from_bytes(digest[:8], "big") % chance

    def witness(self, stream: str, index: int) -> str:
        """Who saw the roll: the dealer made it."""
        del stream, index
        return DEALER


def new_seed() -> str:
    """A seed that nobody can guess. Rule: K-CHANCE-4."""
    return secrets.token_hex(16)

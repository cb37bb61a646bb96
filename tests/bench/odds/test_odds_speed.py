"""The odds come at once: while somebody at the table thinks, no one waits."""

from __future__ import annotations

from time import process_time

import pytest

from turmwart.games.anno1452.odds_cards import MILITIA, RELIEF, TOWN, Force, Played
from turmwart.games.anno1452.odds_late import odds_of

CARDS = (
    Played(RELIEF, "attacker", 3),
    Played(RELIEF, "defender", 2),
    Played(MILITIA, "defender"),
    Played(TOWN, "defender"),
)


@pytest.mark.parametrize(
    ("attacker", "defender", "cards", "limit_ms"),
    [
        (Force(3, 3), Force(3, 6, city=True), (), 5),
        (Force(3, 3), Force(3, 6, city=True), CARDS, 5),
        (Force(3, 6, 9, True), Force(3, 6, 9, True), CARDS, 50),
    ],
)
def test_typical_battles_within_5_ms_and_18_against_18_within_50(
    attacker: Force, defender: Force, cards: tuple[Played, ...], limit_ms: float
) -> None:
    """In CPU time, the best of ten, so that other work on the machine does not decide."""
    best = float("inf")
    for _ in range(10):
        begun = process_time()
        odds_of(attacker, defender, cards)
        best = min(best, process_time() - begun)
    assert best * 1000 < limit_ms

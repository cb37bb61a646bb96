"""Whole numbers as people type them."""

from __future__ import annotations

import pytest

from turmwart.games.paladins.workers import read
from turmwart.kernel.numbers import is_number
from turmwart.table.kingofkings.percentile import typed

ENDLESS = "9" * 5000
"""``int`` refuses it."""


@pytest.mark.parametrize(
    ("text", "known"), [("0", True), ("12", True), ("-1", False), ("", False), (ENDLESS, False)]
)
def test_a_number_is_one_that_can_be_read(text: str, *, known: bool) -> None:
    assert is_number(text) is known


def test_workers_and_rolls_of_thousands_of_digits_are_none() -> None:
    assert read(ENDLESS) is None
    for word in (ENDLESS, f"d20:{ENDLESS}"):
        with pytest.raises(ValueError, match="no percentile roll"):
            typed(word, 50)

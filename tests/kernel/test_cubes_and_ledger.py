"""The multiset and the ledger."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turmwart.kernel.cubes import Cubes
from turmwart.kernel.ledger import Ledger

COLOURS = ("black", "blue", "green", "red", "yellow")
cubes = st.dictionaries(st.sampled_from(COLOURS), st.integers(0, 62)).map(Cubes.from_counts)


def test_zeros_and_order_do_not_matter() -> None:
    assert Cubes.of(red=2, blue=0, black=1) == Cubes.of(black=1, red=2)
    assert not Cubes.of(red=0)


@pytest.mark.parametrize("counts", [(("red", 0),), (("red", 1), ("blue", 1)), (("red", -1),)])
def test_other_forms_are_refused(counts: tuple[tuple[str, int], ...]) -> None:
    with pytest.raises(ValueError, match="canonical"):
        Cubes(counts)


@given(cubes, cubes)
def test_sum_and_difference_are_inverse(some: Cubes, others: Cubes) -> None:
    assert (some + others) - others == some
    assert (some + others).total == some.total + others.total
    assert some <= some + others


@given(cubes, cubes)
def test_difference_needs_containment(some: Cubes, others: Cubes) -> None:
    if others <= some:
        assert (some - others) + others == some
    else:
        with pytest.raises(ValueError, match="cannot take"):
            _ = some - others


@given(cubes)
def test_parts_make_the_whole(some: Cubes) -> None:
    assert some.only("red", "blue") + some.without("red", "blue") == some


@given(cubes, cubes)
def test_moves_conserve(some: Cubes, others: Cubes) -> None:
    ledger = Ledger.from_places({"supply": some + others})
    moved = ledger.move("supply", "tower", others)
    assert moved.total() == ledger.total()
    assert moved.at("tower") == others
    assert moved.move("tower", "supply", others) == ledger


def test_a_failing_move_changes_nothing_and_names_the_place() -> None:
    ledger = Ledger.from_places({"tray": Cubes.of(red=1)})
    with pytest.raises(ValueError, match="tray: cannot take"):
        ledger.move_all((("tray", "hand", Cubes.of(red=1)), ("tray", "hand", Cubes.of(red=1))))
    assert ledger.at("tray") == Cubes.of(red=1)

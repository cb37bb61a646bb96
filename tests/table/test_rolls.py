"""Bookkeeping of rolls: throws, refusals, corrections, undo."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turmwart.kernel.chance import RollRequest, no_rolls, witness_of
from turmwart.table.dealer import Dealer
from turmwart.table.rolls import (
    Answers,
    Refusal,
    Roll,
    Rolled,
    Throw,
    answer,
    correct,
    roll_of,
    undo,
)


def of(count: int, chance: int = 6, index: int = 0) -> Roll:
    return roll_of(RollRequest("combat", index, chance, count))


def thrown(roll: Roll | Refusal) -> Roll:
    assert isinstance(roll, Roll), roll
    return roll


def test_a_roll_of_ten_dice_is_split_by_the_box() -> None:
    roll = of(10, index=20)
    assert (roll.id, roll.expected, roll.throws_in_all) == ("combat/20", 6, 2)
    roll = thrown(answer(roll, (1, 2, 3, 4, 5, 6), "camera", (41,)))
    assert (roll.expected, roll.complete, roll.throws_in_all) == (4, False, 2)
    roll = thrown(answer(roll, (6, 6, 1, 1), "hand"))
    assert roll.complete
    assert roll.expected == 0
    seen = list(roll.observed())
    assert [(one.index, one.value) for one in seen][:2] == [(20, 1), (21, 2)]
    assert seen[0] == Rolled("combat", 20, 1, "camera", (41,))
    assert seen[9] == Rolled("combat", 29, 1, "hand", ())


def test_another_number_of_dice_is_refused_and_said() -> None:
    roll = of(4)
    refused = answer(roll, (2, 5, 6), "camera")
    assert refused == Refusal("count", 4, 3)
    assert roll.throws == ()
    assert answer(of(8), (1, 2, 3), "camera") == Refusal("count", 6, 3)
    full = thrown(answer(of(1), (3,), "hand"))
    assert answer(full, (3,), "hand") == Refusal("complete", 0, 1)
    assert answer(of(2), (3, 7), "hand") == Refusal("value", 6, 7)
    with pytest.raises(ValueError, match="ghost"):
        answer(roll, (1, 2, 3, 4), "ghost")


def test_a_correction_keeps_what_was_seen() -> None:
    roll = thrown(answer(of(8), (1, 2, 3, 4, 5, 6), "camera", (7,)))
    roll = thrown(answer(roll, (5, 5), "camera", (8,), corrections=[(1, 3)]))
    assert roll.values == (1, 2, 3, 4, 5, 6, 5, 3)
    roll = thrown(correct(roll, 7, 2))
    assert roll.throws[1] == Throw((5, 5), "camera", (8,), ((0, 2), (1, 3)))
    assert [one.witness for one in roll.observed()][5:] == ["camera", "hand", "hand"]
    # Typing what was seen takes the correction back.
    assert thrown(correct(roll, 8, 5)).throws[1].corrections == ((0, 2),)
    assert correct(roll, 9, 1) == Refusal("die", 8, 9)
    assert correct(roll, 1, 0) == Refusal("value", 6, 0)


def test_undo_takes_the_last_throw_back() -> None:
    first = thrown(answer(of(7), (1, 1, 1, 1, 1, 1), "hand"))
    both = thrown(answer(first, (4,), "hand"))
    assert undo(both) == first
    assert undo(undo(both)) == of(7)
    assert undo(of(7)) == of(7)


def test_the_dealer_is_marked_and_fair() -> None:
    roll = Dealer(random.Random(1)).finish(of(12, chance=20))
    assert roll.complete
    assert {one.witness for one in roll.observed()} == {"dealer"}
    many = Dealer(random.Random(2)).finish(of(6000))
    counts = Counter(many.values)
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert all(850 < count < 1150 for count in counts.values())
    assert Dealer(random.Random(1)).finish(roll) == roll


def test_answers_are_rolls_with_witnesses() -> None:
    answers = Answers()
    roll = thrown(answer(of(3, index=4), (6, 1, 2), "camera", (9,), [(2, 5)]))
    answers.take(roll)
    assert [answers("combat", index, 6) for index in range(3, 8)] == [None, 6, 1, 5, None]
    assert answers("scout", 4, 6) is None
    assert answers("combat", 4, 4) is None
    assert [witness_of(answers, "combat", n) for n in (4, 6, 7)] == ["camera", "hand", ""]
    assert witness_of(no_rolls, "combat", 4) == ""
    assert answers.evidence == (9,)
    answers.clear()
    assert answers("combat", 4, 6) is None


@pytest.mark.parametrize(("count", "chance", "box"), [(0, 6, 6), (2, 1, 6), (2, 6, 0)])
def test_no_dice(count: int, chance: int, box: int) -> None:
    with pytest.raises(ValueError, match="no dice"):
        roll_of(RollRequest("x", 0, chance, count), box)


@given(st.integers(1, 40), st.integers(1, 8), st.data())
def test_any_roll_comes_to_its_end(count: int, box: int, data: st.DataObject) -> None:
    """Whatever is thrown, corrected and undone: never too many dice, and each index once."""
    roll = roll_of(RollRequest("s", 3, 6, count), box)
    die = st.integers(1, 6)
    for _ in range(60):
        if roll.complete:
            break
        if roll.throws and data.draw(st.integers(0, 5)) == 0:
            roll = undo(roll)
        values = data.draw(st.lists(die, min_size=roll.expected, max_size=roll.expected))
        roll = thrown(answer(roll, values, "hand"))
        number, value = data.draw(st.integers(1, len(roll.values))), data.draw(die)
        roll = thrown(correct(roll, number, value))
        assert roll.values[number - 1] == value
        assert all(len(throw.values) <= box for throw in roll.throws)
    assert [one.index for one in roll.observed()] == list(range(3, 3 + len(roll.values)))

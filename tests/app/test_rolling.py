"""A roll that is entered: which of the camera's dice are booked, and which are on offer."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from turmwart.app.rolling import Rolling
from turmwart.kernel.chance import RollRequest
from turmwart.table.camera.eye import Eye
from turmwart.table.dealer import Dealer
from turmwart.table.rolls import roll_of
from turmwart_vision.api import DiceReading, Die, Shot


def show(eye: Eye, *values: int) -> None:
    """The camera reads dice in a row."""
    dice = tuple(
        Die(value, (x, 50.0), ((x - 9, 41.0), (x + 9, 41.0), (x + 9, 59.0), (x - 9, 59.0)), 0.1)
        for value, x in zip(values, range(50, 600, 50), strict=False)
    )
    found = DiceReading(dice, bool(dice), 1.0, (640, 480))
    eye._take(Shot(b"", np.zeros((480, 640, 3), np.uint8), found))


@pytest.fixture
def rolling() -> Rolling:
    """Four dice from a box of two, under a camera."""
    return Rolling(
        roll_of(RollRequest("assault", 0, 6, 4), 2),
        Eye("0"),
        lambda seen, corrections: 1,
        Dealer(random.Random(4)),
    )


def typed(rolling: Rolling) -> None:
    """Somebody types the dice that lie there."""
    rolling.type_instead()
    for key in ("2", "5", "enter"):
        rolling.press(key, key if key.isdigit() else None)
    rolling.type_instead()


@pytest.mark.parametrize("enter", [typed, Rolling.roll_for_us])
def test_a_throw_entered_another_way_takes_the_dice_that_lie_there(
    rolling: Rolling, enter: Callable[[Rolling], None]
) -> None:
    """Enter afterwards does not book the same dice once more."""
    assert isinstance(rolling.camera, Eye)
    show(rolling.camera, 2, 5)
    enter(rolling)
    assert len(rolling.roll.throws) == 1
    show(rolling.camera, 2, 5)
    rolling.accept()
    assert len(rolling.roll.throws) == 1
    rolling.undo()
    assert rolling.values == (2, 5)


def test_dice_taken_back_are_on_offer(rolling: Rolling) -> None:
    assert isinstance(rolling.camera, Eye)
    show(rolling.camera, 2, 5)
    rolling.accept()
    assert rolling.values == ()
    # Typed while nothing new lay there: taking that back leaves the first throw's dice booked.
    typed(rolling)
    rolling.undo()
    assert rolling.values == ()
    rolling.undo()
    assert rolling.values == (2, 5)


def test_a_roll_that_is_left_gives_its_dice_back(rolling: Rolling) -> None:
    assert isinstance(rolling.camera, Eye)
    show(rolling.camera, 2, 5)
    rolling.accept()
    rolling.leave()
    assert rolling.camera.seen is not None


@pytest.mark.parametrize("later", [(3, 4), (6,)])
def test_a_die_that_was_picked_belongs_to_its_picture(
    rolling: Rolling, later: tuple[int, ...]
) -> None:
    """Between the two keys of a correction other dice come to lie there, perhaps fewer."""
    assert isinstance(rolling.camera, Eye)
    show(rolling.camera, 2, 5)
    rolling.press("2", "2")
    assert rolling.die == 2
    show(rolling.camera, *later)
    assert rolling.die == 0
    rolling.press("1", "1")
    assert (rolling.die, rolling.values) == (1, later)

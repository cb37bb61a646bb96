"""Which witnesses agree, and what the table is asked."""

from __future__ import annotations

import pytest

from turmwart.kernel.cubes import Cubes
from turmwart.tower.colour import Sorted
from turmwart.tower.release import RULE_OF_THUMB, distribution, expected
from turmwart.tower.witness import Agreed, Question, Reading, agree

BOUNDS = Cubes.of(red=3, blue=2)


def test_the_sensor_alone() -> None:
    fallen = Cubes.of(red=2)
    assert agree(Reading(fallen), BOUNDS) == Agreed(fallen, "tower")


def test_two_witnesses() -> None:
    fallen = Cubes.of(red=2, blue=1)
    assert agree(Reading(fallen), BOUNDS, camera=fallen) == Agreed(fallen, "tower+camera")
    asked = agree(Reading(fallen), BOUNDS, camera=Cubes.of(red=2))
    assert asked == Question("differ", ("blue",), fallen)


@pytest.mark.rule("W-CUBE-5")
def test_more_than_can_have_been_inside() -> None:
    asked = agree(Reading(Cubes.of(red=4)), BOUNDS)
    assert asked == Question("impossible", ("red",), Cubes.of(red=3))


def test_a_colour_that_cannot_be_there() -> None:
    asked = agree(Reading(Cubes.of(yellow=1)), BOUNDS)
    assert isinstance(asked, Question)
    assert (asked.kind, asked.colours) == ("impossible", ("yellow",))


def test_a_doubtful_colour() -> None:
    reading = Reading(Cubes.of(blue=1), doubtful=(Sorted("blue", "red", 400),))
    assert agree(reading, BOUNDS) == Question("doubtful", ("blue", "red"), Cubes.of(blue=1))


def test_cubes_without_a_colour_are_never_offered_under_one() -> None:
    reading = Reading(Cubes.of(blue=1), unseen=2)
    assert reading.total == 3
    assert agree(reading, BOUNDS) == Question("unseen", (), Cubes.of(blue=1), unseen=2)
    out = Reading(Cubes.of(blue=1), unseen=2, blind=True)
    assert agree(out, BOUNDS) == Question("blind", (), Cubes.of(blue=1), unseen=2)


def test_something_was_lost() -> None:
    asked = agree(Reading(Cubes.of(red=1), lost=True), BOUNDS)
    assert asked == Question("lost", (), Cubes.of(red=1))


def test_a_count_given_back_and_a_new_one() -> None:
    both = Reading(Cubes.of(blue=1), returned=Cubes.of(red=1))
    asked = agree(both, BOUNDS)
    assert asked == Question("returned", ("red",), Cubes.of(red=1, blue=1))
    one_more = Reading(Cubes.of(red=1), returned=Cubes.of(red=1))
    assert agree(one_more, BOUNDS) == Question("returned", ("red",), Cubes.of(red=2))


def test_nobody_saw_anything() -> None:
    assert agree(None, BOUNDS) == Question("silent", (), Cubes())


def test_what_the_tower_lets_go() -> None:
    chances = distribution(RULE_OF_THUMB, 3, 2)
    assert sum(chances) == pytest.approx(1)
    mean = sum(n * chance for n, chance in enumerate(chances))
    assert mean == pytest.approx(expected(RULE_OF_THUMB, 3, 2))
    assert distribution(RULE_OF_THUMB, 0, 0) == (1.0,)
    with pytest.raises(ValueError, match="negative"):
        distribution(RULE_OF_THUMB, -1, 0)

"""A sensor of which lanes and times are not known: what it says alone, and what is asked."""

from __future__ import annotations

import pytest
from at_table import agreed, asked

from turmwart.kernel.cubes import Cubes
from turmwart.tower.colour import Sorted
from turmwart.tower.passage import Judged
from turmwart.tower.reading import read
from turmwart.tower.release import RULE_OF_THUMB, distribution, expected
from turmwart.tower.witness import Agreed, Books, Question, Reading, reconcile

BOOKS = Books(Cubes.of(red=3, blue=2))


def alone(sensor: Reading) -> Agreed | Question:
    return reconcile(sensor, None, BOOKS)


def test_the_sensor_alone() -> None:
    assert agreed(alone(Reading(Cubes.of(red=2)))) == (Cubes.of(red=2), "tower")


@pytest.mark.rule("W-CUBE-5")
def test_more_than_can_have_been_inside() -> None:
    answer = alone(Reading(Cubes.of(red=4)))
    assert asked(answer) == ("impossible", Cubes.of(red=3))
    assert isinstance(answer, Question)
    assert answer.colours[0] == "red"


@pytest.mark.rule("W-CUBE-5")
def test_hundreds_of_one_colour_are_not_taken_for_a_few() -> None:
    """A lane that flickers: 256 blue cubes are neither none nor one red one."""
    answer = alone(Reading(Cubes.of(blue=256)))
    assert isinstance(answer, Question)
    assert answer.kind == "impossible"


def test_a_colour_that_cannot_be_there() -> None:
    answer = alone(Reading(Cubes.of(yellow=1)))
    assert isinstance(answer, Question)
    assert answer.kind == "impossible"
    assert "yellow" in answer.colours


def test_a_doubtful_colour() -> None:
    answer = alone(Reading(Cubes.of(blue=1), doubtful=(Sorted("blue", "red", 400),)))
    assert asked(answer) == ("doubtful", Cubes.of(blue=1))
    assert isinstance(answer, Question)
    assert answer.colours == ("blue", "red")


def test_a_doubtful_number() -> None:
    assert asked(alone(Reading(Cubes.of(blue=1), unsure=("short",))))[0] == "unsure"


def test_small_doubts_that_add_up_are_doubts_of_colours() -> None:
    """None of them is worth a question by itself, and nothing speaks for anything amiss."""
    reading = read(Judged((Sorted("red", "blue", 150),), 0, "") for _ in range(2))
    answer = alone(reading)
    assert reading.doubtful == ()
    assert asked(answer) == ("doubtful", Cubes.of(red=2))
    assert isinstance(answer, Question)
    assert answer.colours == ("blue", "red")


@pytest.mark.parametrize(("blind", "kind"), [(False, "unseen"), (True, "blind")])
def test_cubes_without_a_colour(blind: bool, kind: str) -> None:
    reading = Reading(Cubes.of(blue=1), unseen=2, blind=blind)
    assert reading.total == 3
    answer = alone(reading)
    assert isinstance(answer, Question)
    assert (answer.kind, answer.unseen, answer.sensor) == (kind, 2, Cubes.of(blue=1))


def test_something_was_lost() -> None:
    assert asked(alone(Reading(Cubes.of(red=1), lost=True))) == ("lost", Cubes.of(red=1))


@pytest.mark.parametrize("colour", ["red", "blue"])
def test_a_count_given_back_and_a_new_one(colour: str) -> None:
    """Of the same colour or of another: whether it counts again nobody but the table knows."""
    new, undone = Cubes.of(**{colour: 1}), Cubes.of(red=1)
    answer = alone(Reading(new, returned=undone))
    assert isinstance(answer, Question)
    assert answer.kind == "returned"
    assert {offered.cubes for offered in answer.answers[:2]} == {new, new + undone}


def test_nobody_saw_anything() -> None:
    assert reconcile(None, None, BOOKS) == Question("silent", (), Cubes())


def test_what_the_tower_lets_go() -> None:
    chances = distribution(RULE_OF_THUMB, 3, 2)
    assert sum(chances) == pytest.approx(1)
    mean = sum(n * chance for n, chance in enumerate(chances))
    assert mean == pytest.approx(expected(RULE_OF_THUMB, 3, 2))
    assert distribution(RULE_OF_THUMB, 0, 0) == (1.0,)
    with pytest.raises(ValueError, match="negative"):
        distribution(RULE_OF_THUMB, -1, 0)

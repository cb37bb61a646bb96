"""The bench of the tower: what its figures mean, and one short run through everything."""

from __future__ import annotations

import argparse
import json

import pytest

from turmwart.cli.tower_bench import Figures, run
from turmwart.kernel.cubes import Cubes
from turmwart.tower.colour import Sorted
from turmwart.tower.witness import Reading


def test_a_right_throw_adds_nothing_wrong() -> None:
    figures = Figures()
    figures.add(Cubes.of(red=2), Reading(cubes=Cubes.of(red=2)), agreed=True)
    assert (figures.throws, figures.cubes, figures.wrong_throws, figures.asked) == (1, 2, 0, 0)


def test_a_wrong_number_that_all_agree_on_is_unnoticed() -> None:
    figures = Figures()
    figures.add(Cubes.of(red=3), Reading(cubes=Cubes.of(red=2)), agreed=True)
    figures.add(Cubes.of(red=3), Reading(cubes=Cubes.of(red=4)), agreed=False)
    assert (figures.wrong_throws, figures.miscounted, figures.unnoticed_wrong) == (2, 2, 1)
    assert (figures.lost, figures.doubled, figures.asked) == (1, 1, 1)
    assert figures.colour_errors == 0


def test_a_wrong_colour_is_an_error_doubtful_or_not() -> None:
    figures = Figures()
    doubt = (Sorted("red", "blue", 700),)
    figures.add(Cubes.of(red=1, blue=1), Reading(Cubes.of(red=2), doubt), agreed=False)
    figures.add(Cubes.of(red=1, blue=1), Reading(Cubes.of(red=2)), agreed=True)
    assert (figures.colour_errors, figures.colour_sure_errors, figures.colour_refused) == (2, 1, 1)


def test_a_cube_without_a_colour_is_counted_apart() -> None:
    figures = Figures()
    figures.add(Cubes.of(red=1, blue=1), Reading(Cubes.of(red=1), unseen=1), agreed=False)
    assert (figures.colour_unknown, figures.colour_errors, figures.miscounted) == (1, 0, 0)
    assert (figures.wrong_throws, figures.asked) == (0, 1)
    figures.add(Cubes.of(blue=2), Reading(Cubes.of(red=1), unseen=1), agreed=False)
    assert (figures.colour_errors, figures.wrong_throws) == (1, 1)


def test_p99_is_the_delay_of_the_slowest_in_a_hundred() -> None:
    figures = Figures(delays_ms=[float(n) for n in range(200)])
    assert figures.p99_ms == 198.0
    assert Figures().p99_ms == 0.0


def test_a_short_run_counts_every_cube(capsys: pytest.CaptureFixture[str]) -> None:
    """Through firmware, terminal, link and journal, on a tower that behaves."""
    arguments = argparse.Namespace(
        lanes=2, throws=2, seed=5, disturbance="none", json=True, witnesses=None, fault=None
    )
    assert run(arguments) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["throws"] == 2
    assert found["cubes"] > 15
    assert [found[key] for key in ("wrong_throws", "unnoticed_wrong", "lost", "doubled")] == [0] * 4
    assert found["colour_errors"] == found["frames_damaged"] == 0
    assert found["p99_ms"] > 0

"""Falling cubes: seeded, conserved, with the chances and the spacing that are promised."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turmwart.errors import TwinError
from turmwart.kernel.cubes import Cubes
from turmwart.twin import physics
from turmwart.twin.physics import Conditions

COLOURS = ("red", "blue", "yellow", "purple", "black", "green")
COUNTS = st.dictionaries(st.sampled_from(COLOURS), st.integers(0, 12))


@given(st.integers(), st.text(max_size=8), COUNTS, COUNTS)
def test_a_throw_is_a_function_of_seed_id_and_cubes(
    seed: int, throw_id: str, thrown: dict[str, int], stuck: dict[str, int]
) -> None:
    """The same throw falls alike, and only what was there comes out."""
    cubes, held = Cubes.from_counts(thrown), Cubes.from_counts(stuck)
    drop = physics.throw(seed, throw_id, cubes, held)
    physics.throw(seed, throw_id + "x", cubes, held)
    assert physics.throw(seed, throw_id, cubes, held) == drop
    assert drop.fallen <= cubes + held
    assert drop.fallen.total == len(drop.order)


def test_chances_of_thrown_and_stuck_cubes() -> None:
    """2/3 of the thrown, 1/3 of the stuck, within four standard errors of 6,000 cubes each."""
    thrown = stuck = 0
    for number in range(200):
        drop = physics.throw(1, f"t{number}", Cubes.of(red=30), Cubes.of(blue=30))
        thrown += drop.fallen["red"]
        stuck += drop.fallen["blue"]
    assert abs(thrown / 6000 - 2 / 3) < 4 * (2 / 9 / 6000) ** 0.5
    assert abs(stuck / 6000 - 1 / 3) < 4 * (2 / 9 / 6000) ** 0.5


def test_order_is_mixed() -> None:
    """Neither colours nor thrown and stuck come in blocks: every cube is first now and then."""
    firsts = {
        physics.throw(2, f"t{n}", Cubes.of(red=5, blue=5), Cubes.of(green=9)).order[0]
        for n in range(60)
    }
    assert firsts == {"red", "blue", "green"}


def test_spacing_lets_the_sensor_see_each_cube() -> None:
    """Between two cubes the window is free for 8 ms; speeds are those of the tower."""
    gaps, speeds = [], []
    for number in range(50):
        cubes = physics.throw(3, f"t{number}", Cubes.of(red=40), Cubes()).cubes
        gaps += [b.start_us - a.end_us for a, b in itertools.pairwise(cubes)]
        speeds += [cube.speed_mm_s for cube in cubes]
    assert min(gaps) >= 8000
    assert 300 <= min(speeds) < 450
    assert 1300 < max(speeds) <= 1500


def test_touching_cubes_only_when_asked_for() -> None:
    """With touching_share 1 no gap is left at all."""
    cubes = physics.throw(3, "t", Cubes.of(red=40), Cubes(), Conditions(touching_share=1.0)).cubes
    assert all(b.start_us == a.end_us for a, b in itertools.pairwise(cubes))


@pytest.mark.rule("W-BATTLE-36")
def test_now_and_then_one_cube_falls_by_itself() -> None:
    """About 1 in 12 spans, always a single cube of those held; from an empty tower none."""
    drops = [physics.drift(4, f"d{number}", Cubes.of(red=3, black=2)) for number in range(2400)]
    fallen = [drop for drop in drops if drop.cubes]
    assert abs(len(fallen) / 2400 - 1 / 12) < 4 * (11 / 144 / 2400) ** 0.5
    assert all(len(drop.cubes) == 1 and drop.fallen <= Cubes.of(red=1, black=1) for drop in fallen)
    assert not any(physics.drift(4, f"d{number}", Cubes()).cubes for number in range(100))


def test_unknown_colour_is_named() -> None:
    """The error names the colour and those that are known."""
    with pytest.raises(TwinError) as error:
        physics.throw(1, "t", Cubes.of(pink=1), Cubes())
    assert error.value.values["colour"] == "pink"
    assert "purple" in str(error.value.values["known"])

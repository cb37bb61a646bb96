"""Falling cubes: seeded, conserved, with the chances and the spacing that are promised."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turmwart.errors import TwinError
from turmwart.kernel.cubes import Cubes
from turmwart.twin import physics
from turmwart.twin.disturbance import Disturbance
from turmwart.twin.lanes import FallingCube
from turmwart.twin.physics import Conditions

COLOURS = ("red", "blue", "yellow", "purple", "black", "green")
COUNTS = st.dictionaries(st.sampled_from(COLOURS), st.integers(0, 12))


@settings(deadline=None)
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


def cubes_of(conditions: Conditions, throws: int = 50) -> list[tuple[FallingCube, ...]]:
    """The cubes of some throws of forty, apart for each lane, in their order."""
    found = []
    for number in range(throws):
        drop = physics.throw(3, f"t{number}", Cubes.of(red=40), Cubes(), conditions)
        rows = [[c for c in drop.cubes if c.lane == lane] for lane in range(conditions.lanes)]
        found += [tuple(sorted(row, key=lambda cube: cube.a_us)) for row in rows]
    return found


def test_speeds_are_those_of_the_tower() -> None:
    """Over the window 0.3 to 1.5 m/s, both ends do occur; all lanes have their share."""
    rows = cubes_of(Conditions())
    speeds = [cube.speed_mm_s for row in rows for cube in row]
    assert 300 <= min(speeds) < 400
    assert 1400 < max(speeds) <= 1500
    by_lane = [sum(len(row) for row in rows[lane::4]) for lane in range(4)]
    assert all(abs(count / sum(by_lane) - 0.25) < 0.05 for count in by_lane)


def test_no_cube_passes_another_or_lies_in_it() -> None:
    """In a lane each beam is free of a cube before the next one comes; one to the beams is one."""
    wrong = Disturbance(tumbling_share=0.2, sticking_share=0.05, friction_spread=0.03)
    for row in cubes_of(Conditions(disturbance=wrong)):
        for first, second in itertools.pairwise(row):
            assert first.a_us[1] <= second.a_us[0] + 1
            assert first.b_us[1] <= second.b_us[0] + 1
            assert first.window_us[3] <= second.window_us[3]


def test_lanes_without_beams_leave_the_window_free() -> None:
    """Between two cubes it is free for 8 ms, as their sensor needs."""
    for row in cubes_of(Conditions(lanes=1, beams=False)):
        for first, second in itertools.pairwise(row):
            assert second.window_us[0] - first.window_us[3] >= 7999


def test_touching_cubes_touch_and_part() -> None:
    """The share is met; most have a gap at beam A, and the truth groups those that have none.

    With so unlike frictions a few close up again on the steep slope.
    """
    wrong = Disturbance(touching_share=0.15, friction_spread=0.15)
    rows = cubes_of(Conditions(disturbance=wrong), 200)
    followers = [cube for row in rows for cube in row[1:]]
    touching = [cube for cube in followers if cube.touches]
    share = len(touching) / len(followers)
    assert abs(share - 0.15) < 4 * (0.15 * 0.85 / len(followers)) ** 0.5
    assert not any(cube.touches for row in cubes_of(Conditions()) for cube in row)
    joined = parted = 0
    for number in range(200):
        drop = physics.throw(
            3, f"t{number}", Cubes.of(red=40), Cubes(), Conditions(disturbance=wrong)
        )
        assert sum(len(p.colours) for p in drop.passages) == len(drop.cubes)
        assert len(drop.passages) == sum(1 for each in drop.darks if each.beam == 0)
        joined += sum(len(p.colours) - 1 for p in drop.passages)
        parted += sum(1 for p in drop.passages if len(p.colours) == 1 and p.hints)
    assert 0 < joined < parted


def test_a_cube_is_as_long_to_the_beams_as_it_is() -> None:
    """Beam gap times dark time over the time between the beams: its edge, less what it gains."""
    for row in cubes_of(Conditions(), 10):
        for cube in row:
            dark_us, between_us = cube.a_us[1] - cube.a_us[0], cube.b_us[0] - cube.a_us[0]
            length_um = 12_000 * dark_us / between_us
            # A slow cube gains much of its speed between the beams.
            assert cube.size_um - 100 <= length_um <= 1.1 * cube.size_um + 100


def test_late_cubes_tumblers_and_stuck_ones_occur() -> None:
    """Each is in the truth with its hint, and its times are as they must be."""
    wrong = Disturbance(late_share=0.1, sticking_share=0.1, tumbling_share=0.1)
    drops = [
        physics.throw(5, f"t{n}", Cubes.of(blue=40), Cubes(), Conditions(disturbance=wrong))
        for n in range(20)
    ]
    hints = {hint for drop in drops for passage in drop.passages for hint in passage.hints}
    assert hints == {"tumbling", "sticking"}
    assert max(cube.end_us for drop in drops for cube in drop.cubes) > 5_000_000
    stuck = [cube for drop in drops for cube in drop.cubes if cube.sticks]
    assert all(cube.end_us - cube.a_us[0] > 300_000 for cube in stuck)


def test_glitches_keep_off_cubes() -> None:
    """Short darkenings, never near a cube's own."""
    wrong = Disturbance(beam_glitches_per_s=20.0)
    drop = physics.throw(6, "t", Cubes.of(blue=40), Cubes(), Conditions(disturbance=wrong))
    short = [each for each in drop.darks if each.span_us[1] - each.span_us[0] < 1000]
    cubes = [each for each in drop.darks if each not in short]
    assert len(short) > 100
    for glitch in short:
        for cube in cubes:
            if (cube.lane, cube.beam) == (glitch.lane, glitch.beam):
                assert not cube.span_us[0] - 999 < glitch.span_us[1] <= cube.span_us[1] + 999


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

"""How many cubes passed two beams, and of which colours: any cubes give their number or doubt."""

from __future__ import annotations

import tomllib
from dataclasses import fields, replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from lane_world import COLOURS, Cube, watch

from turmwart.table.palette import default_palette, for_colours
from turmwart.tower.colour import UNSEEN
from turmwart.tower.geometry import AS_BUILT, Motion, mean_motion
from turmwart.tower.light import LightSample
from turmwart.tower.passage import Passage, judge, judge_all, motion_of

PALETTE = for_colours(default_palette(), set(COLOURS))
PARAMS = tomllib.loads((Path(__file__).parents[2] / "hardware" / "params.toml").read_text("utf-8"))


def sliding(
    chance: Random, number: int, edges: tuple[float, float] = (8, 10), gap_mm: float | None = None
) -> list[Cube]:
    """Cubes one behind the other in one lane, at least ``gap_mm`` apart at both beams."""
    cubes: list[Cube] = []
    at_s = 0.05
    for _ in range(number):
        speed = chance.uniform(300, 1500)
        if gap_mm is not None and cubes:
            # A train: all as fast as the first.
            speed = cubes[0].speed_mm_s
        slide = min(AS_BUILT.slide_mm_s2 * chance.uniform(0.9, 1.1), speed**2 / 120)
        if gap_mm is not None and cubes:
            slide = cubes[0].slide_mm_s2
        cube = Cube(chance.choice(sorted(COLOURS)), at_s, speed, slide, chance.uniform(*edges))
        cubes.append(cube)
        motion = Motion(speed, slide)
        gap = chance.uniform(1.5, 60) if gap_mm is None else gap_mm
        low, high = 0.0, 0.3
        for _ in range(40):
            middle = (low + high) / 2
            low, high = (middle, high) if motion.at(middle) < cube.edge_mm + gap else (low, middle)
        at_s += high + (0.08 if gap_mm is None else 0.0)
    return cubes


def total(passages: list[Passage]) -> tuple[int, bool]:
    """Number of cubes and whether it is doubtful."""
    judged = judge_all(passages, PALETTE)
    return sum(len(one.cubes) for one in judged), any(one.doubtful for one in judged)


def test_the_geometry_is_that_of_the_hardware() -> None:
    assert AS_BUILT.beam_gap_mm == PARAMS["beam"]["gap_mm"]
    assert AS_BUILT.beam_mm == PARAMS["beam"]["width_mm"]
    assert AS_BUILT.window_mm == PARAMS["lane"]["window_mm"]
    assert AS_BUILT.edge_min_mm == PARAMS["cube"]["edge_min_mm"]
    assert AS_BUILT.edge_max_mm == PARAMS["cube"]["edge_max_mm"]
    assert AS_BUILT.edge_mm == PARAMS["cube"]["edge_mm"]
    assert AS_BUILT.speed_min_mm_s == PARAMS["lane"]["speed_min_mm_s"]
    assert AS_BUILT.speed_max_mm_s == PARAMS["lane"]["speed_max_mm_s"]
    assert AS_BUILT.steep_deg == PARAMS["slope"]["steep_deg"]
    assert AS_BUILT.friction == PARAMS["slope"]["friction"]
    assert len(fields(AS_BUILT)) == 14


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32), number=st.integers(1, 6))
def test_single_cubes_are_counted_and_coloured(seed: int, number: int) -> None:
    cubes = sliding(Random(seed), number)
    judged = judge_all(watch(cubes, seed), PALETTE)
    found = [cube for one in judged for cube in one.cubes]
    assert len(found) == number
    assert not any(one.doubtful for one in judged)
    assert all(
        cube.colour == real.colour or cube.doubt >= 200
        for cube, real in zip(found, cubes, strict=True)
    )


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32), number=st.integers(2, 5), gap_mm=st.floats(0.0, 3.0))
@example(seed=190, number=3, gap_mm=0.125)
@example(seed=179, number=5, gap_mm=0.2)
def test_trains_are_never_surely_wrong(seed: int, number: int, gap_mm: float) -> None:
    cubes = sliding(Random(seed), number, gap_mm=gap_mm)
    counted, doubtful = total(watch(cubes, seed))
    assert counted == number or doubtful


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    seed=st.integers(0, 2**32),
    stop_mm=st.floats(0.5, 20),
    stop_s=st.floats(0.02, 3.0),
    shadow=st.floats(1.0, 1.41),
)
def test_a_cube_that_stops_or_turns_is_one(
    seed: int, stop_mm: float, stop_s: float, shadow: float
) -> None:
    chance = Random(seed)
    cube = replace(sliding(chance, 1)[0], stop_mm=stop_mm, stop_s=stop_s, shadow_a=shadow)
    counted, doubtful = total(watch([cube], seed))
    assert counted == 1 or doubtful


def test_two_in_contact_are_two() -> None:
    cubes = [Cube("red", 0.1, 800, 5300, 9.0), Cube("red", 0.1 + 0.0108, 800, 5300, 9.0)]
    passages = watch(cubes, 1)
    assert total(passages) == (2, False)


def test_one_to_a_and_two_to_b_are_two() -> None:
    """The second is told by a passage of its own that only B saw."""
    pair = Passage(0, 100, 17_900, 12_000, 8_000, None)
    second = Passage(0, 110, 0, 10_000, 7_800, None)
    judged = judge_all([pair, second], PALETTE)
    assert [len(one.cubes) for one in judged] == [2]
    assert not judged[0].doubtful
    alone = judge(second, AS_BUILT, PALETTE)
    assert alone.doubtful
    assert alone.reason == "unequal"


def test_five_of_the_smallest_in_contact_are_not_four() -> None:
    cubes = sliding(Random(74), 5, gap_mm=0.0)
    counted, doubtful = total(watch(cubes, 74))
    assert counted == 5 or doubtful


def test_lanes_do_not_mix() -> None:
    pair = Passage(0, 100, 17_900, 12_000, 8_000, None)
    second = Passage(1, 110, 0, 10_000, 7_800, None)
    assert [one.doubtful for one in judge_all([pair, second], PALETTE)] == [True, True]


def test_far_apart_in_time_do_not_belong_together() -> None:
    pair = Passage(0, 100, 17_900, 12_000, 8_000, None)
    second = Passage(0, 5_000, 0, 10_000, 7_800, None)
    assert all(one.doubtful for one in judge_all([pair, second], PALETTE))


def test_what_a_alone_saw_and_then_b_alone_is_one_that_stood() -> None:
    """Unseen in between, and for longer than passages else belong together."""
    first = Passage(0, 100, 9_000, 12_000, 0, None)
    second = Passage(0, 3_400, 0, 46_000, 35_000, None)
    (found,) = judge_all([first, second], PALETTE)
    assert (len(found.cubes), found.doubtful) == (1, False)
    apart = judge_all([first, replace(second, lane=1)], PALETTE)
    assert all(one.doubtful for one in apart)


def test_no_passage_is_lost_where_too_many_would_belong_together() -> None:
    """Twenty cubes close together, and one that A alone saw: it fits nowhere, the others stay."""
    train = [Passage(0, 100 + 40 * n, 9_000, 12_500, 8_300, 30) for n in range(20)]
    judged = judge_all([*train, Passage(0, 910, 9_000, 12_000, 0, 30)], PALETTE)
    assert sum(len(one.cubes) for one in judged) == 21
    assert judged[-1].doubtful


def test_torn_times_are_doubtful() -> None:
    cube = Passage(0, 100, 9_000, 12_500, 8_300, None)
    assert not judge(cube, AS_BUILT, PALETTE).doubtful
    torn = judge(replace(cube, torn=True), AS_BUILT, PALETTE)
    assert torn.doubt_permille == 1000
    assert torn.reason == "torn"


def test_what_is_too_short_for_a_cube_is_doubtful() -> None:
    found = judge(Passage(0, 100, 4_000, 12_000, 3_700, None), AS_BUILT, PALETTE)
    assert (len(found.cubes), found.reason, found.doubtful) == (1, "short", True)


SUNNY = {"clear": 80.0, "red": 28.0, "green": 27.0, "blue": 24.0}
"""An empty window by much daylight."""
COUNTS = st.integers(-200, 1024)
SAMPLES = st.lists(
    st.builds(
        lambda end, clear, red, green, blue: LightSample(
            end, {"clear": clear, "red": red, "green": green, "blue": blue}
        ),
        st.integers(0, 60_000),
        *[COUNTS] * 4,
    ),
    max_size=8,
)
TIMES = st.sampled_from((0, 2_000, 7_000, 9_000, 17_000, 40_000, 3_000_000, 400_000_000))


@settings(deadline=None)
@given(
    passages=st.lists(
        st.builds(
            Passage,
            st.integers(0, 1),
            st.integers(0, 2000),
            TIMES,
            TIMES,
            TIMES,
            st.none() | st.integers(0, 300),
            SAMPLES.map(tuple),
            st.none() | st.just(SUNNY),
        ),
        max_size=6,
    )
)
def test_whatever_a_board_tells_is_judged(passages: list[Passage]) -> None:
    """Never an error, every passage taken up, doubt in its bounds."""
    judged = judge_all(passages, PALETTE)
    assert sum(len(one.cubes) for one in judged) >= len(judged)
    assert len({one.first for one in judged}) == len(judged) <= len(passages)
    assert all(0 <= one.doubt_permille <= 1000 for one in judged)
    assert all(0 <= cube.doubt <= 1000 for one in judged for cube in one.cubes)


def test_what_is_faster_than_any_cube_is_doubtful() -> None:
    found = judge(Passage(0, 100, 4_000, 5_000, 3_900, None), AS_BUILT, PALETTE)
    assert (found.reason, found.doubtful) == ("fast", True)


def test_without_a_sample_the_colour_is_unknown() -> None:
    found = judge(Passage(0, 100, 9_000, 12_500, 8_300, None), AS_BUILT, PALETTE)
    assert found.cubes == (UNSEEN,)


def shown(*rows: tuple[int, ...], ab_us: int = 12_500, b_us: int = 8_300) -> Passage:
    """A passage with samples every 4.8 ms from 3.6 ms on, in a window bright with daylight."""
    samples = tuple(
        LightSample(3_600 + 4_800 * n, dict(zip(SUNNY, row, strict=True)))
        for n, row in enumerate(rows)
    )
    return Passage(0, 100, 9_000, ab_us, b_us, None, samples, SUNNY)


def test_black_in_daylight_is_black() -> None:
    """It gives no more light than it keeps off."""
    found = judge(shown((0, 1, 0, 0), (1, 0, -1, 0), (0, 0, 1, -1)), AS_BUILT, PALETTE)
    assert (found.cubes[0].colour, found.cubes[0].doubt < 200) == ("black", True)


def test_a_dark_red_keeps_its_shares_in_daylight() -> None:
    """What the window lacks of its own light is added before colours are compared."""
    red = tuple(round(c - e) for c, e in zip((180, 114, 33, 36), SUNNY.values(), strict=True))
    found = judge(shown((0, 0, 0, 0), red, red, (0, 0, 0, 0)), AS_BUILT, PALETTE)
    assert found.cubes[0].colour == "red"


def test_a_cube_of_which_only_the_edge_was_seen_may_be_bright() -> None:
    """A transfer failed, and the sample left saw a tenth of the window: no dark cube at all."""
    rest = LightSample(12_800, dict(zip(SUNNY, (51, 24, 20, 7), strict=True)))
    edge = Passage(0, 100, 5_817, 8_370, 5_650, 41, (rest,), dict.fromkeys(SUNNY, 10.0))
    assert judge(edge, AS_BUILT, PALETTE).cubes[0].colour == "yellow"


def test_a_cube_that_stood_is_what_most_samples_saw() -> None:
    """Not what came before it or after it."""
    yellow, blue = (540, 262, 213, 66), (180, 17, 58, 116)
    seen = (yellow, *[blue] * 5, yellow)
    found = judge(shown(*seen, ab_us=2_000_000), AS_BUILT, PALETTE)
    assert (found.cubes[0].colour, found.cubes[0].doubt) == ("blue", 0)


def test_what_stood_and_was_hardly_seen_is_doubtful() -> None:
    seen = ((540, 262, 213, 66), *[(0, 0, 0, 0)] * 6)
    found = judge(shown(*seen, ab_us=2_000_000), AS_BUILT, PALETTE)
    assert (found.cubes[0].colour, found.cubes[0].doubt) == ("black", 500)


@settings(deadline=None)
@given(
    speed=st.floats(300, 1500),
    slide=st.floats(0, 7000),
    edge=st.floats(8, 10),
)
def test_the_motion_is_found_from_four_edges(speed: float, slide: float, edge: float) -> None:
    motion = Motion(speed, min(slide, speed**2 / 120))

    def when(way_mm: float) -> float:
        low, high = 0.0, 0.5
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if motion.at(middle) < way_mm else (low, middle)
        return high

    a, ab, back = when(edge), when(12), when(12 + edge)
    passage = Passage(0, 0, round(a * 1e6), round(ab * 1e6), round((back - ab) * 1e6), None)
    found, free = motion_of(passage, AS_BUILT)
    assert free
    assert found.speed_mm_s == pytest.approx(speed, rel=0.01)
    assert found.at(a) == pytest.approx(edge, abs=0.05)


def test_a_motion_that_slows_down_does_not_come_back() -> None:
    motion = Motion(100, -1000)
    assert motion.at(10) == pytest.approx(5)
    assert mean_motion(12, 0.01, 5000).at(0.01) == pytest.approx(12)

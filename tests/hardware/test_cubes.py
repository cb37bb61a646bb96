"""Cubes pass every lane at every place; through the head no two pass abreast or piled up."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from manifold3d import Manifold

Way = dict[str, Manifold]
Move = Callable[[str, Manifold], Manifold]

TOUCH = 0.05  # mm³; less is the meshes' own roundness
STEP = 4.0
PASSES = [
    *((edge, turn) for edge in (7.5, 8.0, 9.0, 10.0) for turn in (0, 30, 45)),
    *((10.5, turn) for turn in (0, 15, 30, 34, 40, 45)),
]
JAMS = [(10.7, 45), (11.5, 45), (11.5, 30), (15.0, 0)]
LARGEST = 10.5
SMALLEST = 7.5


def room(shapes: Any, name: str, design: Any, edge: float, turn: float) -> tuple[float, float]:
    """(from, to): where a cube lies flat on a slope, x of its middle."""
    half = edge * math.sqrt(2) / 2 if turn else edge / 2
    slope = design.slope(name)
    if name == "infeed":
        return half + 2, slope.length_mm
    return 0.0, slope.length_mm + half


@pytest.mark.parametrize(("edge", "turn"), PASSES)
@pytest.mark.parametrize("name", ["infeed", "head"])
def test_cube_passes(
    name: str, edge: float, turn: float, design: Any, way: Way, to_tower: Move, shapes: Any
) -> None:
    """On the floor of each slope, in each lane, over its whole length."""
    start, end = room(shapes, name, design, edge, turn)
    passage = shapes.swept(shapes.cube(edge, turn), start, end)
    for y in design.lane_y:
        moved = to_tower(name, passage.translate((0, y, 0)))
        assert shapes.overlap(moved, *way.values()) < TOUCH


@pytest.mark.parametrize(("edge", "turn"), PASSES)
def test_cube_passes_the_hollow_bend(
    edge: float, turn: float, design: Any, way: Way, to_tower: Move, shapes: Any
) -> None:
    """Down the hopper's floor before its lane, then over the bend, at a mean tilt."""
    hopper, infeed, _ = design.slopes
    half = edge * (math.sqrt(2) if turn else 1) / 2
    body = shapes.cube(edge, turn)
    before = shapes.swept(body, design["hopper", "back_mm"] + half, hopper.length_mm - half)
    tilt = (hopper.deg + infeed.deg) / 2
    rise = half * math.tan(math.radians(hopper.deg - infeed.deg) / 2)
    x, z = infeed.start_xz
    for y in design.lane_y:
        assert (
            shapes.overlap(to_tower("hopper", before.translate((0, y, 0))), *way.values()) < TOUCH
        )
        across = body.translate((0, 0, rise)).rotate((0, tilt, 0)).translate((x, y, z))
        assert shapes.overlap(across, *way.values()) < TOUCH


@pytest.mark.parametrize(("edge", "turn"), PASSES)
def test_cube_passes_the_break(
    edge: float, turn: float, design: Any, way: Way, to_tower: Move, shapes: Any
) -> None:
    """Where the slope grows steep the cube tilts over the edge, under the cover's."""
    _, infeed, head = design.slopes
    x, z = head.start_xz
    half = edge * (math.sqrt(2) if turn else 1) / 2
    for part in range(5):
        tilt = infeed.deg + (head.deg - infeed.deg) * part / 4
        for shift in (-half / 2, 0.0, half / 2):
            body = shapes.cube(edge, turn).translate((shift, 0, 0)).rotate((0, tilt, 0))
            for y in design.lane_y:
                assert shapes.overlap(body.translate((x, y, z)), *way.values()) < TOUCH


@pytest.mark.parametrize(("edge", "turn"), JAMS)
def test_larger_cube_jams_everywhere(
    edge: float, turn: float, design: Any, way: Way, to_tower: Move, shapes: Any
) -> None:
    """The control: too large for this turn, at each station of each lane of the head."""
    name = "head"
    start, end = room(shapes, name, design, edge, turn)
    body = shapes.cube(edge, turn)
    for y in design.lane_y:
        for x in stations(start + edge, end - edge):
            moved = to_tower(name, body.translate((x, y, 0)))
            assert shapes.overlap(moved, *way.values()) > TOUCH


@pytest.mark.parametrize("edge", [7.5, 10.0, 10.5])
def test_cube_may_tumble(edge: float, design: Any, way: Way, to_tower: Move, shapes: Any) -> None:
    """Stood on an edge across the way it passes the head; one of 11.5 mm does not."""
    slope = design.slope("head")
    for size, passes in ((edge, True), (11.5, False)):
        tall = size * math.sqrt(2)
        body = Manifold.cube((size, size, size), True).rotate((0, 45, 0))
        body = body.translate((0, 0, tall / 2 + 0.02))
        passage = shapes.swept(body, tall, slope.length_mm)
        for y in design.lane_y:
            shared = shapes.overlap(to_tower("head", passage.translate((0, y, 0))), *way.values())
            assert (shared < TOUCH) is passes


@pytest.mark.parametrize("name", ["infeed", "head"])
def test_largest_cube_passes_at_every_turn(
    name: str, design: Any, way: Way, to_tower: Move, shapes: Any
) -> None:
    """The circle around it passes: so it does however it is turned, and may turn on its way."""
    radius = LARGEST / math.sqrt(2)
    circle = Manifold.cylinder(LARGEST, radius, radius, 256).translate((0, 0, 0.02))
    passage = shapes.swept(circle, radius + 2, design.slope(name).length_mm)
    for y in design.lane_y:
        assert shapes.overlap(to_tower(name, passage.translate((0, y, 0))), *way.values()) < TOUCH
        for shift in (-0.2, 0.2):  # the control: aside it touches a wall
            aside = to_tower(name, passage.translate((0, y + shift, 0)))
            assert shapes.overlap(aside, *way.values()) > TOUCH


@pytest.mark.parametrize("edge", [SMALLEST, 8.0, 9.0, LARGEST])
@pytest.mark.parametrize("name", ["infeed", "head"])
def test_two_do_not_pass_side_by_side(
    name: str, edge: float, design: Any, way: Way, to_tower: Move, shapes: Any
) -> None:
    """On no station of the floor between the lanes' start and their end, wherever they lie.

    On the infeed the smallest only just touch the feet of the ridges, whose sides lean back.
    """
    touch = TOUCH if name == "head" else TOUCH / 10
    start, end = room(shapes, name, design, edge, 0)
    pair = shapes.block((-edge / 2, edge / 2), (-edge, edge), (0.02, edge))
    for y in design.lane_y:
        for shift in (-0.3, 0.0, 0.3):
            for x in stations(start + edge, end - edge):
                moved = to_tower(name, pair.translate((x, y + shift, 0)))
                assert shapes.overlap(moved, *way.values()) > touch


def test_two_that_ride_abreast_do_not_pass_the_upright_walls(
    design: Any, way: Way, to_tower: Move, shapes: Any
) -> None:
    """At no height below the tops of the walls, from the infeed's lower end on."""
    pair = shapes.block((-1, 1), (-SMALLEST, SMALLEST), (0, 1))
    length = design.slope("infeed").length_mm
    for y in design.lane_y:
        for z in range(int(design["lane", "height_mm"]) - 1):
            for name, x in (("infeed", length - 1), ("head", 5.0), ("head", design.window_x)):
                moved = to_tower(name, pair.translate((x, y, z + 0.02)))
                assert shapes.overlap(moved, *way.values()) > 0.01


@pytest.mark.parametrize(("turn", "passes"), [(0, False), (25, False), (50, False), (60, True)])
def test_turned_pair(
    turn: float, passes: bool, design: Any, way: Way, to_tower: Move, shapes: Any
) -> None:
    """Side by side and turned together: free only once one is well behind the other."""
    pair = shapes.block((-SMALLEST / 2, SMALLEST / 2), (-SMALLEST, SMALLEST), (0.02, SMALLEST))
    turned = pair.rotate((0, 0, turn))
    for y in design.lane_y:
        for x in stations(20.0, design.slope("head").length_mm - 20.0):
            moved = to_tower("head", turned.translate((x, y, 0)))
            assert (shapes.overlap(moved, *way.values()) < TOUCH) is passes


def test_one_of_two_is_always_behind(design: Any, shapes: Any) -> None:
    """The arithmetic: turned as they like, their middles are a good part of an edge apart."""
    width = design["lane", "width_mm"]
    assert LARGEST * math.sqrt(2) < width < 2 * SMALLEST
    for edge, least in ((SMALLEST, 5.9), (8.0, 6.8), (9.0, 8.2), (10.0, 9.5)):
        assert shapes.least_lag(edge, width) == pytest.approx(least, abs=0.1)
    assert shapes.least_lag(width / 2 - 0.01, width) == pytest.approx(0.0, abs=1e-9)
    assert shapes.least_lag(SMALLEST, 15.05) == pytest.approx(0.0, abs=1e-9)


def test_no_cube_stands_in_a_window(design: Any) -> None:
    """On an edge in the window, its middle hangs beyond the lower rim: it tips out."""
    reach = design["lane", "window_mm"] / 2
    fall = math.tan(math.radians(design["slope", "steep_deg"]))

    def tips(edge: float) -> bool:
        above = edge / math.sqrt(2) - reach
        return above * fall > reach

    assert tips(SMALLEST)
    assert not tips(5.0)
    assert design["lane", "window_mm"] < SMALLEST


def test_two_do_not_pass_one_on_another(design: Any, way: Way, to_tower: Move, shapes: Any) -> None:
    """Not under fence and cover, neither at their edge nor behind it; one alone does."""
    edge = design["cube", "edge_min_mm"]
    for count, passes in ((1, True), (2, False)):
        pile = shapes.block((-edge / 2, edge / 2), (-edge / 2, edge / 2), (0.02, count * edge))
        for y in design.lane_y:
            for x in (1.0, 30.0, design.window_x):
                moved = to_tower("head", pile.translate((x, y, 0)))
                assert (shapes.overlap(moved, *way.values()) < TOUCH) is passes


def test_nothing_goes_over_the_fence(design: Any, way: Way, to_tower: Move, shapes: Any) -> None:
    """From outer wall to outer wall it closes what lies above the lanes and between the gables."""
    top = design["lane", "height_mm"] + design["cover", "thickness_mm"]
    high = top + design["cover", "fence_mm"]
    edge = design["cube", "edge_min_mm"]
    half = design.inner_mm / 2
    count = round((2 * half) / edge)
    for z in (design["lane", "height_mm"] - edge + 0.5, top, high - edge):
        x = design.slope("head").upper_end(z)
        for i in range(count):
            y = -half + (i + 0.5) * 2 * half / count
            body = shapes.block((x - 2, x + edge - 2), (y - edge / 2, y + edge / 2), (z, z + edge))
            assert shapes.overlap(to_tower("head", body), *way.values()) > TOUCH


def test_lane_width_says_what_passes(design: Any) -> None:
    """The arithmetic behind the lists above, so that a new width renews them."""
    width = design["lane", "width_mm"]
    for cases, passes in ((PASSES, True), (JAMS, False)):
        for edge, turn in cases:
            angle = math.radians(turn)
            assert (edge * (math.cos(angle) + math.sin(angle)) < width) is passes


def test_cubes_slide_wherever_they_lie(design: Any) -> None:
    """Floors and the sides of the ridges are steeper than the angle of friction of params.toml."""
    friction = design["slope", "friction"]
    ridge = design["hopper", "ridge_mm"] / (design.divider_mm / 2)
    gable = design["infeed", "gable_mm"] / (design.divider_mm / 2)
    for fall in (
        math.tan(math.radians(design["hopper", "deg"])),
        math.tan(math.radians(design["slope", "shallow_deg"])),
        math.tan(math.radians(design["slope", "steep_deg"])),
        ridge,
        gable,
    ):
        assert fall > 1.4 * friction


def stations(start: float, end: float) -> list[float]:
    """Places at most STEP mm apart, both ends included."""
    count = math.ceil((end - start) / STEP)
    return [start + (end - start) * i / count for i in range(count + 1)]

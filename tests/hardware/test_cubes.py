"""Cubes pass every lane at every place; two do not pass side by side or one on another."""

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
    *((edge, turn) for edge in (7.5, 8.0, 9.0, 10.0, 10.3) for turn in (0, 15, 30, 45)),
    *((10.5, turn) for turn in (0, 10, 20, 30, 34)),
]
JAMS = [(10.5, 45), (11.5, 45), (11.5, 30), (15.0, 0)]


def room(shapes: Any, name: str, design: Any, edge: float, turn: float) -> tuple[float, float]:
    """(from, to): where a cube lies flat on a slope, x of its middle."""
    half = edge * math.sqrt(2) / 2 if turn else edge / 2
    slope = design.slope(name)
    if name == "hopper":
        return slope.length_mm - design["hopper", "gate_mm"] - 1, slope.length_mm - half
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
def test_cube_passes_the_gate(
    edge: float, turn: float, design: Any, way: Way, to_tower: Move, shapes: Any
) -> None:
    """Through the mouth on the hopper's floor, then over the hollow bend, at a mean tilt."""
    hopper, infeed, _ = design.slopes
    half = edge * (math.sqrt(2) if turn else 1) / 2
    mouth = hopper.length_mm - design["hopper", "gate_mm"]
    body = shapes.cube(edge, turn)
    before = shapes.swept(body, mouth - half, hopper.length_mm - half)
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
@pytest.mark.parametrize("name", ["infeed", "head"])
def test_larger_cube_jams_everywhere(
    name: str, edge: float, turn: float, design: Any, way: Way, to_tower: Move, shapes: Any
) -> None:
    """The control: too large for this turn, at each station of each lane."""
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


@pytest.mark.parametrize("edge", [7.5, 8.0, 9.0, 10.5])
@pytest.mark.parametrize("name", ["infeed", "head"])
def test_two_do_not_pass_side_by_side(
    name: str, edge: float, design: Any, way: Way, to_tower: Move, shapes: Any
) -> None:
    """At no station, however the pair is shifted to one side."""
    start, end = room(shapes, name, design, edge, 0)
    pair = shapes.block((-edge / 2, edge / 2), (-edge, edge), (0.02, edge))
    for y in design.lane_y:
        for shift in (-0.3, 0.0, 0.3):
            for x in stations(start + edge, end - edge):
                moved = to_tower(name, pair.translate((x, y + shift, 0)))
                assert shapes.overlap(moved, *way.values()) > TOUCH


def test_two_do_not_pass_one_on_another(design: Any, way: Way, to_tower: Move, shapes: Any) -> None:
    """Neither through the gate nor under the cover; one alone does."""
    edge = design["cube", "edge_min_mm"]
    for count, passes in ((1, True), (2, False)):
        pile = shapes.block((-edge / 2, edge / 2), (-edge / 2, edge / 2), (0.02, count * edge))
        for y in design.lane_y:
            for name, x in (("hopper", design.slope("hopper").length_mm - 6), ("head", 30.0)):
                moved = to_tower(name, pile.translate((x, y, 0)))
                assert (shapes.overlap(moved, *way.values()) < TOUCH) is passes


def test_lane_width_says_what_passes(design: Any) -> None:
    """The arithmetic behind the lists above, so that a new width renews them."""
    width = design["lane", "width_mm"]
    for cases, passes in ((PASSES, True), (JAMS, False)):
        for edge, turn in cases:
            angle = math.radians(turn)
            assert (edge * (math.cos(angle) + math.sin(angle)) < width) is passes


def test_a_cube_slides_along_a_nose_and_a_pair_does_not_wedge(design: Any) -> None:
    """The hopper's arithmetic, for the friction of params.toml; see guide/README.md.

    A cube against the wedge before a divider slides on. Two between two wedges do not lock, since
    the wedges open by more than twice the angle of friction.
    """
    friction = design["slope", "friction"]
    fall, nose = math.radians(design["hopper", "deg"]), math.radians(design["hopper", "nose_deg"])
    pull = math.sin(fall) * math.cos(nose)
    hold = friction * (math.cos(fall) + math.sin(fall) * math.sin(nose))
    assert pull > hold
    assert 2 * nose > 2 * math.atan(friction)
    shallow = math.radians(design["slope", "shallow_deg"])
    assert math.tan(shallow) > friction


def stations(start: float, end: float) -> list[float]:
    """Places at most STEP mm apart, both ends included."""
    count = math.ceil((end - start) / STEP)
    return [start + (end - start) * i / count for i in range(count + 1)]

"""Windows, boards, beams, diodes, keepers and screws meet."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from manifold3d import Manifold

Bodies = dict[str, Manifold]
Move = Callable[[str, Manifold], Manifold]

TOUCH = 0.02  # mm³
HAIR = 0.02  # mm


def board(design: Any, shapes: Any, lane: int) -> Manifold:
    """A sensor's board with its two holes, in its place in the frame of the head."""
    half = design["breakout", "board_mm"] / 2
    x, y = design.board_point(lane, 0, 0)
    top = design.board_top_z
    low = top - design["breakout", "thickness_mm"] + HAIR
    body = shapes.block((x - half, x + half), (y - half, y + half), (low, top))
    for hole in design.board_holes(lane):
        body -= shapes.rod(design["breakout", "hole_mm"], (*hole, low - 1), (*hole, top + 1))
    return body


def seats(design: Any) -> list[tuple[float, float, int]]:
    """(x of the beam, y of the lane's edge, way into the wall) of each diode."""
    half = design["lane", "width_mm"] / 2
    return [
        (x, y + side * half, side) for y in design.lane_y for side in (-1, 1) for x in design.beam_x
    ]


def diode(design: Any, shapes: Any, x: float, edge: float, inwards: int) -> Manifold:
    """A diode of nominal size, its dome against the web."""
    z = design["beam", "height_mm"]
    tip = edge + inwards * (design["divider", "web_mm"] + HAIR)
    base = tip + inwards * design["diode", "length_mm"]
    flange = base - inwards * design["diode", "flange_thickness_mm"]
    body = shapes.rod(design["diode", "body_diameter_mm"], (x, tip, z), (x, base, z))
    return body + shapes.rod(design["diode", "flange_diameter_mm"], (x, flange, z), (x, base, z))


def keepers(design: Any, bodies: Bodies) -> list[Manifold]:
    """All keepers in their places."""
    last = len(design.trench_y) - 1
    placed = []
    for i, y in enumerate(design.trench_y):
        body = bodies["keeper_outer" if i in (0, last) else "keeper_inner"]
        if i == last:
            body = body.rotate((0, 0, 180)).translate((2 * design.window_x, 0, 0))
        placed.append(body.translate((0, y, 0)))
    return placed


def test_board_fits_its_pocket_and_no_other_place(design: Any, bodies: Bodies, shapes: Any) -> None:
    """Shifted by 1 mm any way, or pressed down, it would cut into the carrier."""
    for lane in range(design.lanes):
        body = board(design, shapes, lane)
        assert shapes.overlap(body, bodies["carrier"], bodies["head"]) < TOUCH
        for shift in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, -0.2)):
            assert shapes.overlap(body.translate(shift), bodies["carrier"]) > TOUCH


def test_screws_hold_the_boards(design: Any, bodies: Bodies, shapes: Any) -> None:
    """Below each mounting hole lies a pilot hole with plastic around it."""
    low = -design["head", "floor_mm"] - design["carrier", "thickness_mm"]
    top = design.board_top_z - design["breakout", "thickness_mm"]
    for lane in range(design.lanes):
        for hole in design.board_holes(lane):
            ends = ((*hole, low - 1), (*hole, top))
            pilot = shapes.rod(design["print", "small_pilot_mm"] - 0.1, *ends)
            thread = shapes.rod(design["print", "small_pilot_mm"] + 0.3, *ends)
            assert shapes.overlap(pilot, bodies["carrier"]) < TOUCH
            assert shapes.overlap(thread, bodies["carrier"]) > 1


def test_chip_sees_the_lane_through_the_window(design: Any, bodies: Bodies, shapes: Any) -> None:
    """A column as wide as the window above the chip is free; 1.2 mm beside it, not."""
    face = design.board_top_z + design["breakout", "chip_height_mm"]
    length = design["lane", "window_mm"] / 2 - HAIR
    width = design["lane", "window_width_mm"] / 2 - HAIR
    for lane in range(design.lanes):
        x, y = design.board_point(
            lane, design["breakout", "chip_across_mm"], design["breakout", "chip_along_mm"]
        )
        assert (x, y) == pytest.approx((design.window_x, design.lane_y[lane]))
        column = shapes.block((x - length, x + length), (y - width, y + width), (face, 5))
        assert shapes.overlap(column, bodies["head"], bodies["carrier"]) < TOUCH
        for shift in ((1.2, 0, 0), (-1.2, 0, 0), (0, 1.2, 0), (0, -1.2, 0)):
            assert shapes.overlap(column.translate(shift), bodies["head"]) > TOUCH


def test_lamp_shines_into_the_window(design: Any, bodies: Bodies, shapes: Any) -> None:
    """Rays from all of the white LED to the face of a cube above the chip meet no plastic.

    The control: beside the window they would.
    """
    face = design.board_top_z + design["breakout", "parts_height_mm"]
    for lane in range(design.lanes):
        x, y = design.board_point(
            lane, design["breakout", "lamp_across_mm"], design["breakout", "lamp_along_mm"]
        )
        for shift in (-1.3, 0.0, 1.3):
            start = (x, y + shift, face)
            ray = shapes.rod(0.2, start, (design.window_x, design.lane_y[lane], 0.5))
            assert shapes.overlap(ray, bodies["head"], bodies["carrier"]) < TOUCH
        away = math.copysign(3.0, y - design.lane_y[lane])
        ray = shapes.rod(0.2, (x, y + away, face), (x, y + away, 0.5))
        assert shapes.overlap(ray, bodies["head"]) > TOUCH


def test_board_is_the_published_one(design: Any) -> None:
    """Adafruit_TCS34725.brd: outline 20.32; holes, chip and LED from its lower left corner."""
    half = design["breakout", "board_mm"] / 2
    assert 2 * half == pytest.approx(20.32)
    across, along = design["breakout", "hole_across_mm"], design["breakout", "hole_along_mm"]
    assert (half - across, half + across, half + along) == pytest.approx((2.54, 17.78, 17.78))
    for name, place in (("chip", (10.46, 10.0)), ("lamp", (7.241, 10.262))):
        spot = (
            half + design["breakout", f"{name}_across_mm"],
            half + design["breakout", f"{name}_along_mm"],
        )
        assert spot == pytest.approx(place, abs=0.01)
    assert half + design["breakout", "header_along_mm"] == pytest.approx(1.524)


def test_parts_of_the_board_stay_below_the_floor(design: Any) -> None:
    """The highest part and the heads of the screws (1.6 mm) do not touch the head."""
    top = design.board_top_z
    floor = -design["head", "floor_mm"]
    assert top + 1.6 < floor
    assert top + design["breakout", "parts_height_mm"] < 0
    assert design["breakout", "board_mm"] <= design["sensor", "board_width_mm"]
    lamp = abs(design["breakout", "lamp_across_mm"] - design["breakout", "chip_across_mm"])
    assert lamp + 1.4 < design["lane", "window_width_mm"] / 2  # the whole lamp shines through


def test_beams_cross_every_lane(design: Any, bodies: Bodies, shapes: Any) -> None:
    """A and B of a lane run free from seat to seat; 0.3 mm beside the slit they would not."""
    z, tall = design["beam", "height_mm"], design["divider", "slit_height_mm"] / 2 - HAIR
    wide = design["beam", "width_mm"] / 2 - HAIR
    reach = design["lane", "width_mm"] / 2 + design["divider", "web_mm"] + 0.5
    for y in design.lane_y:
        for x in design.beam_x:
            beam = shapes.block((x - wide, x + wide), (y - reach, y + reach), (z - tall, z + tall))
            assert shapes.overlap(beam, bodies["head"]) < TOUCH
            for shift in ((0.3, 0, 0), (-0.3, 0, 0), (0, 0, 0.3), (0, 0, -0.3)):
                assert shapes.overlap(beam.translate(shift), bodies["head"]) > TOUCH


def test_window_lies_midway_between_the_beams(design: Any, bodies: Bodies, shapes: Any) -> None:
    """Found in the mesh: where a thin column through the floor and one through a wall are free."""
    y = design.lane_y[1]
    web = y + design["lane", "width_mm"] / 2 + 1

    def free(low: float, column: Callable[[float], Manifold]) -> list[float]:
        spots = [low + i * 0.1 for i in range(300)]
        return [x for x in spots if shapes.overlap(column(x), bodies["head"]) < 1e-6]

    floor = free(
        design.beam_x[0] - 8,
        lambda x: shapes.block((x, x + 0.02), (y, y + 0.02), (-1.2, -0.8)),
    )
    wall = free(
        design.beam_x[0] - 8,
        lambda x: shapes.block((x, x + 0.02), (web, web + 0.02), (3.8, 4.2)),
    )
    first = [x for x in wall if x < design.window_x]
    second = [x for x in wall if x > design.window_x]
    a, b = sum(first) / len(first), sum(second) / len(second)
    assert b - a == pytest.approx(design["beam", "gap_mm"], abs=0.06)
    assert sum(floor) / len(floor) == pytest.approx((a + b) / 2, abs=0.06)
    assert len(floor) * 0.1 == pytest.approx(design["lane", "window_mm"], abs=0.15)
    assert len(first) * 0.1 == pytest.approx(design["beam", "width_mm"], abs=0.15)


def test_smallest_cube_darkens_the_whole_slit(design: Any) -> None:
    """Its face is higher than the slit; the light of one beam cannot reach the other's eye."""
    top = design["beam", "height_mm"] + design["divider", "slit_height_mm"] / 2
    assert top < 7.5
    opens = math.atan(design["beam", "width_mm"] / design["divider", "web_mm"])
    other = math.atan(
        (design["beam", "gap_mm"] - design["beam", "width_mm"]) / design["lane", "width_mm"]
    )
    assert opens < other


def test_diodes_fit_their_seats(design: Any, bodies: Bodies, shapes: Any) -> None:
    """Free of head and keepers; 0.6 mm along, or 0.5 mm towards the lane, they would not be."""
    placed = keepers(design, bodies)
    for x, edge, inwards in seats(design):
        body = diode(design, shapes, x, edge, inwards)
        assert shapes.overlap(body, bodies["head"], *placed) < TOUCH
        for shift in ((0.6, 0, 0), (-0.6, 0, 0), (0, -inwards * 0.5, 0), (0, 0, -0.5)):
            assert shapes.overlap(body.translate(shift), bodies["head"]) > TOUCH
        assert shapes.overlap(body.translate((0, 0, 0.5)), *placed) > TOUCH


def test_keepers_fit_under_the_cover(design: Any, bodies: Bodies, shapes: Any) -> None:
    """They lie free in the walls, flush with them; 0.5 mm aside they would not."""
    top = design["lane", "height_mm"]
    for body in keepers(design, bodies):
        assert body.bounding_box()[5] == pytest.approx(top, abs=0.01)
        lowered = body.translate((0, 0, -HAIR))
        assert shapes.overlap(lowered, bodies["head"], bodies["cover"]) < TOUCH
        for shift in ((0.5, 0, 0), (-0.5, 0, 0), (0, 0.5, 0), (0, -0.5, 0)):
            assert shapes.overlap(lowered.translate(shift), bodies["head"]) > TOUCH


def test_legs_find_their_way_out(design: Any, bodies: Bodies, shapes: Any) -> None:
    """From each trench down through floor and carrier."""
    low = -design["head", "floor_mm"] - design["carrier", "thickness_mm"] - 1
    legs = design["divider", "legs_mm"] / 2 - HAIR
    for y in design.trench_y:
        for x in design.beam_x:
            shaft = shapes.block((x - 2, x + 2), (y - legs, y + legs), (low, 5))
            assert shapes.overlap(shaft, bodies["head"], bodies["carrier"]) < TOUCH


def screw_lines(design: Any) -> list[tuple[str, str, tuple[float, ...], tuple[float, ...]]]:
    """(plate with the free hole, part with the pilot hole, start, end) in the head's frame."""
    floor, top = design["head", "floor_mm"], design["lane", "height_mm"]
    low = -floor - design["carrier", "thickness_mm"]
    lines = []
    for at in design.carrier_screws:
        deep = design["carrier", "screw_depth_mm"] - floor
        lines.append(("carrier", "head", (*at, low - 1), (*at, deep)))
    for at in design.cover_screws:
        deep = top - design["cover", "screw_depth_mm"]
        lines.append(("cover", "head", (*at, top + 4), (*at, deep)))
    return lines


def check_screw(
    shapes: Any, pilot_mm: float, line: tuple[Any, Any], plate: Manifold, part: Manifold
) -> None:
    """A screw passes the plate and cuts into the part; beside the hole it would hit both."""
    core = shapes.rod(pilot_mm - 0.1, *line)
    thread = shapes.rod(3.0, *line)
    assert shapes.overlap(core, plate, part) < TOUCH
    assert shapes.overlap(thread, plate) < TOUCH
    assert shapes.overlap(thread, part) > 3
    for shift in ((2.5, 0, 0), (0, 2.5, 0), (0, 0, 2.5)):
        moved = core.translate(shift)
        if shapes.overlap(moved, plate) > TOUCH and shapes.overlap(moved, part) > TOUCH:
            return
    pytest.fail(f"no plastic beside the screw {line}")


def test_screws_of_the_head_meet(design: Any, bodies: Bodies, shapes: Any) -> None:
    """Carrier from below, cover from above."""
    for plate, part, *line in screw_lines(design):
        check_screw(
            shapes, design["print", "screw_pilot_mm"], tuple(line), bodies[plate], bodies[part]
        )


def test_screws_of_the_cheeks_meet(
    design: Any, bodies: Bodies, to_tower: Move, shapes: Any
) -> None:
    """Hopper, infeed and head sit at their angles between the cheeks."""
    half, depth = design.width_mm / 2, design["cheek", "screw_depth_mm"]
    for slope in design.slopes:
        part = to_tower(slope.name, bodies[slope.name])
        for along in design.cheek_screws_x(slope):
            x, z = slope.place(along, design["cheek", "screw_height_mm"])
            for side, cheek in ((1, "cheek_left"), (-1, "cheek_right")):
                line = ((x, side * (half + 5), z), (x, side * (half - depth), z))
                pilot = design["print", "screw_pilot_mm"]
                check_screw(shapes, pilot, line, bodies[cheek], part)


def test_nothing_of_the_tower_cuts_into_another(
    design: Any, bodies: Bodies, way: Bodies, to_tower: Move, shapes: Any
) -> None:
    """All parts in their places share no room, and the carrier clears the table."""
    placed = {
        **way,
        "carrier": to_tower("head", bodies["carrier"]),
        **{name: bodies[name] for name in ("cheek_left", "cheek_right", "boards")},
    }
    names = list(placed)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            assert shapes.overlap(placed[one], placed[other]) < 1, (one, other)
    for name, body in placed.items():
        assert body.bounding_box()[2] > -0.01, name
    assert placed["carrier"].bounding_box()[2] > 15

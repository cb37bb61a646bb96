"""The cheeks: two side plates that hold hopper, infeed and head at their angles."""

from __future__ import annotations

from parts.design import Design
from parts.solid import Solid, box, prism_xz, rod_y, rod_z


def outline(design: Design) -> list[tuple[float, float]]:
    """The side plate as a polygon of (x, z) in the tower's frame."""
    hopper, infeed, head = design.slopes
    rim = design["hopper", "wall_mm"]
    top = design["lane", "height_mm"] + design["cover", "thickness_mm"]
    end = head.place(head.length_mm, top)
    back = hopper.place(0, -design["hopper", "floor_mm"])
    return [
        (back[0], 0),
        (end[0], 0),
        end,
        infeed.place(infeed.lower_end(top), top),
        infeed.place(infeed.upper_end(top), top),
        hopper.place(hopper.lower_end(rim), rim),
        hopper.place(0, rim),
        back,
    ]


def opening(design: Design) -> list[tuple[float, float]]:
    """The hole for hands and cables below hopper and infeed, (x, z) in the tower's frame."""
    hopper, infeed, _ = design.slopes
    rim = design["cheek", "opening_mm"]
    low = design["boards", "thickness_mm"] + design["cheek", "flange_thickness_mm"] + rim
    return [
        (rim, low),
        (infeed.place(infeed.length_mm, 0)[0], low),
        infeed.place(infeed.length_mm - rim, -rim),
        infeed.place(0, -rim),
        hopper.place(rim, -rim),
    ]


def boards_screws(design: Design) -> tuple[tuple[float, float], ...]:
    """(x, y) in the tower's frame of the screws between the cheeks' feet and the boards' tray."""
    y = design.width_mm / 2 - design["cheek", "flange_mm"] / 2
    x = design["boards", "start_mm"]
    inset = design["boards", "screw_inset_mm"]
    ends = (x + inset, x + design["boards", "length_mm"] - inset)
    return tuple((end, side * y) for end in ends for side in (-1, 1))


def cheek(design: Design, side: int) -> Solid:
    """One side plate with its foot, in the tower's frame.

    Args:
        side: -1 for the right one, 1 for the left one, seen along the way of the cubes.
    """
    inside = side * design.width_mm / 2
    outside = inside + side * design["cheek", "thickness_mm"]
    y = (min(inside, outside), max(inside, outside))
    points = outline(design)
    body = prism_xz(points, y)
    body -= prism_xz(opening(design), (y[0] - 1, y[1] + 1))
    foot = sorted((inside - side * design["cheek", "flange_mm"], outside))
    body += box(
        (points[0][0], points[1][0]),
        (foot[0], foot[1]),
        (0, design["cheek", "flange_thickness_mm"]),
    )
    for slope in design.slopes:
        for along in design.cheek_screws_x(slope):
            x, z = slope.place(along, design["cheek", "screw_height_mm"])
            body -= rod_y(design["print", "screw_free_mm"], x, (y[0] - 1, y[1] + 1), z)
    for x, across in boards_screws(design):
        if across * side > 0:
            body -= rod_z(
                design["print", "screw_pilot_mm"],
                x,
                across,
                (-1, design["cheek", "flange_thickness_mm"] + 1),
            )
    return body

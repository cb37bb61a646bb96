"""Bought things as plain solids, for pictures and for the eye."""

from __future__ import annotations

import build123d as b3d

from parts.boards import perf_centre, pico_centre
from parts.design import Design
from parts.solid import Solid, box, rod_y, rod_z


def breakout(design: Design, lane: int) -> Solid:
    """A sensor's board in its place, in the frame of the head."""
    x, y = design.board_point(lane, 0, 0)
    half = design["breakout", "board_mm"] / 2
    top = design.board_top_z
    low = top - design["breakout", "thickness_mm"]
    body = box((x - half, x + half), (y - half, y + half), (low, top))
    for hole in design.board_holes(lane):
        body -= rod_z(design["breakout", "hole_mm"], *hole, (low - 1, top + 1))
    for i in range(-3, 4):
        pin = design.board_point(lane, i * 2.54, design["breakout", "header_along_mm"])
        body -= rod_z(1.0, *pin, (low - 1, top + 1))
    cx, cy = design.window_x, design.lane_y[lane]
    body += box(
        (cx - 1.2, cx + 1.2),
        (cy - 1.0, cy + 1.0),
        (top, top + design["breakout", "chip_height_mm"]),
    )
    lamp = design.board_point(
        lane, design["breakout", "lamp_across_mm"], design["breakout", "lamp_along_mm"]
    )
    height = design["breakout", "parts_height_mm"]
    return body + box(
        (lamp[0] - 1.6, lamp[0] + 1.6), (lamp[1] - 1.4, lamp[1] + 1.4), (top, top + height)
    )


def diode(design: Design, x: float, edge: float, inwards: int) -> Solid:
    """A 3 mm LED or phototransistor in its seat, its legs bent down, in the frame of the head.

    Args:
        x: of the beam.
        edge: y of the lane's edge.
        inwards: 1 or -1, the way from the lane into the wall.
    """
    z, round_mm = design["beam", "height_mm"], design["diode", "body_diameter_mm"] / 2
    tip = edge + inwards * design["divider", "web_mm"]
    base = tip + inwards * design["diode", "length_mm"]
    flange = base - inwards * design["diode", "flange_thickness_mm"]
    body = rod_y(2 * round_mm, x, (tip + inwards * round_mm, base), z)
    body += b3d.Pos(x, tip + inwards * round_mm, z) * b3d.Sphere(round_mm)
    body += rod_y(design["diode", "flange_diameter_mm"], x, (flange, base), z)
    for leg in (x - 1.27, x + 1.27):
        y = sorted((base, base + inwards * 1.2))
        body += box((leg - 0.25, leg + 0.25), (y[0], y[1]), (z - 0.25, z + 0.25))
        y = sorted((base + inwards * 0.7, base + inwards * 1.2))
        body += box((leg - 0.25, leg + 0.25), (y[0], y[1]), (z - 16, z + 0.25))
    return body


def pico(design: Design) -> Solid:
    """The Pico on its posts, in the tower's frame."""
    x, y = pico_centre(design)
    low = (
        design["cheek", "flange_thickness_mm"]
        + design["boards", "thickness_mm"]
        + design["boards", "post_mm"]
    )
    long, wide = design["boards", "pico_length_mm"] / 2, design["boards", "pico_width_mm"] / 2
    body = box((x - long, x + long), (y - wide, y + wide), (low, low + 1))
    for i in (-0.5, 0.5):
        for j in (-0.5, 0.5):
            body -= rod_z(
                2.1,
                x + i * design["boards", "pico_hole_along_mm"],
                y + j * design["boards", "pico_hole_across_mm"],
                (low - 1, low + 2),
            )
    body += box((x - long - 1.3, x - long + 4.3), (y - 4, y + 4), (low + 1, low + 3.7))
    return body + box((x - 3, x + 4), (y - 3.5, y + 3.5), (low + 1, low + 1.9))


def perfboard(design: Design) -> Solid:
    """The board of multiplexer and Schmitt triggers, in the tower's frame."""
    x, y = perf_centre(design)
    low = (
        design["cheek", "flange_thickness_mm"]
        + design["boards", "thickness_mm"]
        + design["boards", "post_mm"]
    )
    long, wide = design["boards", "perf_length_mm"] / 2, design["boards", "perf_width_mm"] / 2
    body = box((x - wide, x + wide), (y - long, y + long), (low, low + 1.6))
    body += box((x - 16, x + 2), (y - 26, y + 2), (low + 1.6, low + 4))
    for j in (8, 19):
        body += box((x - 12, x + 7), (y + j, y + j + 6.4), (low + 1.6, low + 5))
    return body


def cube(edge: float, x: float, y: float) -> Solid:
    """A cube on the floor of a lane, in the frame of its slope."""
    half = edge / 2
    return box((x - half, x + half), (y - half, y + half), (0, edge))

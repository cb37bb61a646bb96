"""The head: lanes on the steep slope, with beams and windows."""

from __future__ import annotations

import build123d as b3d

from parts.design import Design
from parts.solid import Solid, box, cheek_pilots, floor_and_walls, prism_xz, rod_y, rod_z


def seat(design: Design, x: float, edge: float, inwards: int) -> Solid:
    """Room for one diode, open above, with the slit to the lane.

    Args:
        x: of the beam.
        edge: y of the lane's edge.
        inwards: 1 or -1, the way from the lane into the wall.
    """
    height, top = design["beam", "height_mm"], design["lane", "height_mm"] + 1
    room = b3d.Part()
    start = edge + inwards * design["divider", "web_mm"]
    for width, depth in (
        (design["beam", "hole_mm"], design["divider", "body_mm"]),
        (design["divider", "flange_width_mm"], design["divider", "flange_mm"]),
    ):
        y = tuple(sorted((start, start + inwards * depth)))
        room += box((x - width / 2, x + width / 2), (y[0], y[1]), (height, top))
        room += rod_y(width, x, (y[0], y[1]), height)
        start += inwards * depth
    slit, tall = design["beam", "width_mm"] / 2, design["divider", "slit_height_mm"] / 2
    web = sorted((edge - inwards, edge + inwards * (design["divider", "web_mm"] + 1)))
    return room + box((x - slit, x + slit), (web[0], web[1]), (height - tall, height + tall))


def window(design: Design, lane: int) -> Solid:
    """The opening above a sensor, its downstream edge bevelled."""
    floor, bevel = design["head", "floor_mm"], design["head", "bevel_mm"]
    x, y = design.window_x, design.lane_y[lane]
    length, width = design["lane", "window_mm"] / 2, design["lane", "window_width_mm"] / 2
    opening = box((x - length, x + length), (y - width, y + width), (-floor - 1, 1))
    edge = x + length
    wedge = [(edge - 0.01, 0.01), (edge - 0.01, -bevel), (edge, -bevel), (edge + 2 * bevel, 0.01)]
    return opening + prism_xz(wedge, (y - width, y + width))


def head(design: Design) -> Solid:
    """Floor with windows; walls with seats for the diodes and trenches for their legs."""
    slope = design.slope("head")
    floor, top = design["head", "floor_mm"], design["lane", "height_mm"]
    body = floor_and_walls(design, slope, floor)
    legs = design["divider", "legs_mm"] / 2
    for y in design.trench_y:
        body -= box(design.trench_x, (y - legs, y + legs), (-floor - 1, top + 1))
    half = design["lane", "width_mm"] / 2
    for lane, y in enumerate(design.lane_y):
        body -= window(design, lane)
        for x in design.beam_x:
            for side in (-1, 1):
                body -= seat(design, x, y + side * half, side)
    pilot = design["print", "screw_pilot_mm"]
    for x, y in design.carrier_screws:
        body -= rod_z(pilot, x, y, (-floor - 1, design["carrier", "screw_depth_mm"] - floor))
    for x, y in design.cover_screws:
        body -= rod_z(pilot, x, y, (top - design["cover", "screw_depth_mm"], top + 1))
    return body - cheek_pilots(design, slope)

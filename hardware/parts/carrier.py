"""The carrier: holds the sensors' boards under the windows, each in a pocket of its own."""

from __future__ import annotations

from parts.design import Design
from parts.solid import Solid, box, rod_z


def carrier(design: Design) -> Solid:
    """A plate with a pocket, pilot holes and a slot for its header for each board."""
    top = -design["head", "floor_mm"]
    bottom = top - design["carrier", "thickness_mm"]
    half, reach = design.width_mm / 2, design["carrier", "half_length_mm"]
    body = box((design.window_x - reach, design.window_x + reach), (-half, half), (bottom, top))
    seat = design.board_top_z - design["breakout", "thickness_mm"]
    free = design["print", "clearance_mm"]
    width = design["sensor", "board_width_mm"] / 2 + free
    length = design["sensor", "board_length_mm"] / 2 + free
    for lane in range(design.lanes):
        x, y = design.board_point(lane, 0, 0)
        body -= box((x - length, x + length), (y - width, y + width), (seat, top + 1))
        row, _ = design.board_point(lane, 0, design["breakout", "header_along_mm"])
        body -= box((x - length, row + 2.5), (y - width, y + width), (bottom - 1, top + 1))
        for hole in design.board_holes(lane):
            body -= rod_z(design["print", "small_pilot_mm"], *hole, (bottom - 1, top))
    legs = design["divider", "legs_mm"] / 2
    for y in design.trench_y:
        body -= box(design.trench_x, (y - legs, y + legs), (bottom - 1, top + 1))
    for x, y in design.carrier_screws:
        body -= rod_z(design["print", "screw_free_mm"], x, y, (bottom - 1, top + 1))
    return body

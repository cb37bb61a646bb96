"""The hopper: catches the cubes below the tower and leads them into the mouths of the lanes."""

from __future__ import annotations

import math

from parts.design import Design
from parts.solid import Solid, box, cheek_pilots, mitred, prism_xy, prism_yz


def nose_mm(design: Design) -> float:
    """Length of the wedge before a divider, without its blunt tip."""
    half = (design.divider_mm - design["hopper", "tip_mm"]) / 2
    return half / math.tan(math.radians(design["hopper", "nose_deg"]))


def hopper(design: Design) -> Solid:
    """Floor, rim, a gate with a mouth for each lane, and a roofed wedge before each divider."""
    slope = design.slope("hopper")
    half, floor, wall = (
        design.width_mm / 2,
        design["hopper", "floor_mm"],
        design["hopper", "wall_mm"],
    )
    mouth = design["lane", "height_mm"]
    gate = slope.length_mm - design["hopper", "gate_mm"]
    reach = (0.0, slope.length_mm + 50.0)
    body = box(reach, (-half, half), (-floor, 0))
    for outer in (design.wall_y[0], design.wall_y[-1]):
        body += box(reach, outer, (-floor, wall))
    body += box((0, design["hopper", "back_mm"]), (-half, half), (-floor, wall))
    body += box((gate, reach[1]), (-half, half), (-floor, wall))
    for y in design.lane_y:
        lane = design["lane", "width_mm"] / 2
        body -= box((gate - 1, reach[1] + 1), (y - lane, y + lane), (0, mouth))
    tip = design["hopper", "tip_mm"] / 2
    for low, high in design.wall_y[1:-1]:
        middle, thick = (low + high) / 2, (high - low) / 2
        plan = [
            (gate - nose_mm(design), middle - tip),
            (gate + 1, low),
            (gate + 1, high),
            (gate - nose_mm(design), middle + tip),
        ]
        ridge = mouth + design["hopper", "ridge_mm"]
        roof = [(-thick, -floor), (thick, -floor), (thick, mouth), (0, ridge), (-thick, mouth)]
        body += prism_xy(plan, (-floor, ridge)) & prism_yz(
            [(middle + y, z) for y, z in roof], (0, slope.length_mm)
        )
    body &= mitred(slope, half, (-floor, wall))
    return body - cheek_pilots(design, slope)

"""The hopper: catches the cubes below the tower and spreads them over the lanes."""

from __future__ import annotations

import build123d as b3d

from parts.design import Design
from parts.solid import Solid, box, cheek_pilots, face_yz, mitred


def hopper(design: Design) -> Solid:
    """Floor and rim, open towards the lanes, with a ridge that rises before each divider."""
    slope = design.slope("hopper")
    half, floor, wall = (
        design.width_mm / 2,
        design["hopper", "floor_mm"],
        design["hopper", "wall_mm"],
    )
    reach = (0.0, slope.length_mm + 50.0)
    body = box(reach, (-half, half), (-floor, 0))
    for outer in (design.wall_y[0], design.wall_y[-1]):
        body += box(reach, outer, (-floor, wall))
    body += box((0, design["hopper", "back_mm"]), (-half, half), (-floor, wall))
    tip, ridge = design["hopper", "tip_mm"], design["hopper", "ridge_mm"]
    for low, high in design.wall_y[1:-1]:
        middle = (low + high) / 2
        start = [(middle - tip / 2, -1), (middle + tip / 2, -1), (middle, tip)]
        full = [(low, 0), (high, 0), (middle, ridge)]
        first = slope.length_mm - design["hopper", "nose_mm"]
        wedge = b3d.loft([face_yz(start, first), face_yz(full, slope.length_mm)], ruled=True)
        body += wedge
        body += b3d.extrude(face_yz(full, slope.length_mm), amount=ridge, dir=(1, 0, 0))
    body &= mitred(slope, half, (-floor, wall))
    return body - cheek_pilots(design, slope)

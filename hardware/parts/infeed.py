"""The infeed: lanes between ridges on the shallow slope."""

from __future__ import annotations

import build123d as b3d

from parts.design import Design
from parts.solid import Solid, box, cheek_pilots, face_yz, mitred

SHOULDER = 0.6  # where a ridge's side gets the corner that becomes the top of the wall


def infeed(design: Design) -> Solid:
    """Ridges whose sides lean back, so that cubes do not wedge; upright walls at the end."""
    slope = design.slope("infeed")
    half, floor, wall = (
        design.width_mm / 2,
        design["infeed", "floor_mm"],
        design["hopper", "wall_mm"],
    )
    reach = (-50.0, slope.length_mm + 50.0)
    body = box(reach, (-half, half), (-floor, 0))
    for outer in (design.wall_y[0], design.wall_y[-1]):
        body += box(reach, outer, (-floor, wall))
    ridge, lane = design["hopper", "ridge_mm"], design["lane", "height_mm"]
    top = lane + design["infeed", "gable_mm"]
    first = slope.length_mm - design["infeed", "transition_mm"]
    for low, high in design.wall_y[1:-1]:
        middle, thick = (low + high) / 2, (high - low) / 2
        lean = thick * SHOULDER
        sharp = [
            (low, 0),
            (high, 0),
            (high - lean, ridge * SHOULDER),
            (middle, ridge),
            (low + lean, ridge * SHOULDER),
        ]
        house = [(low, 0), (high, 0), (high, lane), (middle, top), (low, lane)]
        body += b3d.extrude(face_yz(sharp, -20.0), amount=20 + first, dir=(1, 0, 0))
        body += b3d.loft([face_yz(sharp, first), face_yz(house, slope.length_mm)], ruled=True)
        body += b3d.extrude(face_yz(house, slope.length_mm), amount=20, dir=(1, 0, 0))
    body &= mitred(slope, half, (-floor, wall))
    return body - cheek_pilots(design, slope)

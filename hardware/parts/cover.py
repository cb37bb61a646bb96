"""The cover: light shield over the head, presses the keepers down."""

from __future__ import annotations

from parts.design import Design
from parts.solid import Solid, mitred, prism_xz, rod_z


def cover(design: Design) -> Solid:
    """A plate; its upstream edge is bevelled below, so that a cube that stands is laid down."""
    slope = design.slope("head")
    low = design["lane", "height_mm"]
    high = low + design["cover", "thickness_mm"]
    half, lip = design.width_mm / 2, design["cover", "lip_mm"]
    body = mitred(slope, half, (low, high))
    edge = slope.upper_end(low)
    body -= prism_xz(
        [(edge - 5, low - 1), (edge + lip, low - 0.01), (edge - 5, low + (5 + lip) * 0.6)],
        (-half - 1, half + 1),
    )
    for x, y in design.cover_screws:
        body -= rod_z(design["print", "screw_free_mm"], x, y, (low - 1, high + 1))
    return body

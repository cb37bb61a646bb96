"""The cover: light shield over the head, presses the keepers down."""

from __future__ import annotations

from parts.design import Design
from parts.solid import Solid, mitred, prism_xz, rod_z


def cover(design: Design) -> Solid:
    """A plate with a fence at its upstream edge: what lies on others waits there for its turn."""
    slope = design.slope("head")
    low = design["lane", "height_mm"]
    high = low + design["cover", "thickness_mm"]
    half = design.width_mm / 2
    body = mitred(slope, half, (low, high))
    top = high + design["cover", "fence_mm"]
    near, far = slope.upper_end(low), slope.upper_end(top)
    thick = design["cover", "fence_thickness_mm"]
    fence = [(near, low), (far, top), (far + thick, top), (near + thick, low)]
    body += prism_xz(fence, (-half, half))
    for x, y in design.cover_screws:
        body -= rod_z(design["print", "screw_free_mm"], x, y, (low - 1, high + 1))
    return body

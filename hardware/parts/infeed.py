"""The infeed: four lanes on the shallow slope."""

from __future__ import annotations

from parts.design import Design
from parts.solid import Solid, cheek_pilots, floor_and_walls


def infeed(design: Design) -> Solid:
    """Lanes open above, so that a finger reaches a jam."""
    slope = design.slope("infeed")
    return floor_and_walls(design, slope, design["infeed", "floor_mm"]) - cheek_pilots(
        design, slope
    )

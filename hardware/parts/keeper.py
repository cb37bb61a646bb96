"""The keeper: a plug in the top of a wall that holds its diodes down and the light out."""

from __future__ import annotations

from parts.design import Design
from parts.solid import Solid, box


def keeper(design: Design, sides: tuple[int, ...]) -> Solid:
    """Plug and fingers, in the frame of the head with the trench's middle at y = 0.

    Args:
        sides: where the wall has lanes: -1, 1 or both.
    """
    free = design["print", "clearance_mm"]
    top, legs = design["lane", "height_mm"], design["divider", "legs_mm"] / 2
    low, high = design.trench_x
    body = box(
        (low + free, high - free),
        (-legs + free, legs - free),
        (top - design["keeper", "plug_mm"], top),
    )
    beam, press = design["beam", "height_mm"], design["keeper", "press_mm"]
    flange = legs + design["divider", "flange_mm"]
    end = flange + design["divider", "body_mm"] - free
    half = design["beam", "hole_mm"] / 2 - free
    over_flange = beam + design["diode", "flange_diameter_mm"] / 2 + press
    over_body = beam + design["diode", "body_diameter_mm"] / 2 + press
    for x in design.beam_x:
        for side in sides:
            for near, far, low_z in ((0.0, end, over_flange), (flange + free, end, over_body)):
                y = sorted((side * near, side * far))
                body += box((x - half, x + half), (y[0], y[1]), (low_z, top))
    return body

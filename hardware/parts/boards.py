"""The tray for Pico and perfboard; it lies on the feet of the cheeks."""

from __future__ import annotations

from parts.cheek import boards_screws
from parts.design import Design
from parts.solid import Solid, box, rod_z


def pico_centre(design: Design) -> tuple[float, float]:
    """(x, y) of the Pico in the tower's frame; its USB socket points to the open back."""
    x = design["boards", "start_mm"] + design["boards", "pico_length_mm"] / 2 + 2
    group = design["boards", "pico_width_mm"] + design["boards", "apart_mm"]
    group += design["boards", "perf_length_mm"]
    return x, (group - design["boards", "pico_width_mm"]) / 2


def perf_centre(design: Design) -> tuple[float, float]:
    """(x, y) of the perfboard in the tower's frame."""
    x = design["boards", "start_mm"] + design["boards", "length_mm"] / 2
    group = design["boards", "pico_width_mm"] + design["boards", "apart_mm"]
    group += design["boards", "perf_length_mm"]
    return x, -(group - design["boards", "perf_length_mm"]) / 2


def posts(design: Design) -> tuple[tuple[float, float], ...]:
    """(x, y) of all posts in the tower's frame."""
    px, py = pico_centre(design)
    bx, by = perf_centre(design)
    along, across = design["boards", "pico_hole_along_mm"], design["boards", "pico_hole_across_mm"]
    long, wide = design["boards", "perf_hole_length_mm"], design["boards", "perf_hole_width_mm"]
    corners = [(i, j) for i in (-0.5, 0.5) for j in (-0.5, 0.5)]
    return tuple((px + i * along, py + j * across) for i, j in corners) + tuple(
        (bx + i * wide, by + j * long) for i, j in corners
    )


def boards(design: Design) -> Solid:
    """A plate with posts, in the tower's frame."""
    low = design["cheek", "flange_thickness_mm"]
    high = low + design["boards", "thickness_mm"]
    half = design.width_mm / 2 - design["print", "clearance_mm"]
    start = design["boards", "start_mm"]
    body = box((start, start + design["boards", "length_mm"]), (-half, half), (low, high))
    top = high + design["boards", "post_mm"]
    for x, y in posts(design):
        body += rod_z(design["boards", "post_diameter_mm"], x, y, (low, top))
    for x, y in posts(design):
        body -= rod_z(design["print", "small_pilot_mm"], x, y, (low - 1, top + 1))
    for x, y in boards_screws(design):
        body -= rod_z(design["print", "screw_free_mm"], x, y, (low - 1, high + 1))
    return body

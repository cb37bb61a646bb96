"""Few shapes, by their limits: what the parts are made of. All lengths in mm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import build123d as b3d

from parts.design import Design, Slope

Solid = Any  # build123d's algebra gives Part, Solid or Compound


def box(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> Solid:
    """A box from its limits."""
    size = [high - low for low, high in (x, y, z)]
    return b3d.Pos(*((low + high) / 2 for low, high in (x, y, z))) * b3d.Box(*size)


def prism_xz(points: Sequence[tuple[float, float]], y: tuple[float, float]) -> Solid:
    """A polygon of (x, z), drawn out across."""
    plane = b3d.Plane(origin=(0, y[0], 0), x_dir=(1, 0, 0), z_dir=(0, 1, 0))
    # This plane's own y runs along -z.
    face = b3d.make_face(b3d.Polyline(*((x, -z) for x, z in points), close=True))
    return b3d.extrude(plane * face, amount=y[1] - y[0], dir=(0, 1, 0))


def face_yz(points: Sequence[tuple[float, float]], x: float) -> Solid:
    """A polygon of (y, z) at one x."""
    plane = b3d.Plane(origin=(x, 0, 0), x_dir=(0, 1, 0), z_dir=(1, 0, 0))
    return plane * b3d.make_face(b3d.Polyline(*points, close=True))


def rod_y(diameter: float, x: float, y: tuple[float, float], z: float) -> Solid:
    """A cylinder along y."""
    low, high = sorted(y)
    return (
        b3d.Pos(x, (low + high) / 2, z) * b3d.Rot(90, 0, 0) * b3d.Cylinder(diameter / 2, high - low)
    )


def rod_z(diameter: float, x: float, y: float, z: tuple[float, float]) -> Solid:
    """A cylinder along z."""
    return b3d.Pos(x, y, (z[0] + z[1]) / 2) * b3d.Cylinder(diameter / 2, z[1] - z[0])


def mitred(slope: Slope, half_width: float, z: tuple[float, float]) -> Solid:
    """The room of a slope between its mitres: what a part of it is cut to."""
    low, high = z
    return prism_xz(
        [
            (slope.upper_end(low), low),
            (slope.lower_end(low), low),
            (slope.lower_end(high), high),
            (slope.upper_end(high), high),
        ],
        (-half_width, half_width),
    )


def cheek_pilots(design: Design, slope: Slope) -> Solid:
    """The pilot holes of the screws that come through the cheeks."""
    half, depth = design.width_mm / 2, design["cheek", "screw_depth_mm"]
    height = design["cheek", "screw_height_mm"]
    holes = b3d.Part()
    for x in design.cheek_screws_x(slope):
        for side in (-1, 1):
            ends = (side * (half - depth), side * (half + 1))
            holes += rod_y(design["print", "screw_pilot_mm"], x, ends, height)
    return holes


def floor_and_walls(design: Design, slope: Slope, floor_mm: float) -> Solid:
    """Floor and the walls of all lanes over the whole length of a slope."""
    reach = (-50.0, slope.length_mm + 50.0)
    half = design.width_mm / 2
    body = box(reach, (-half, half), (-floor_mm, 0))
    for wall in design.wall_y:
        body += box(reach, wall, (-floor_mm, design["lane", "height_mm"]))
    return body & mitred(slope, half, (-floor_mm, design["lane", "height_mm"]))

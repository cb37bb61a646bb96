"""Simple bodies to hold against the meshes, and what bodies share. Lengths in mm."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from manifold3d import Manifold


def overlap(body: Manifold, *others: Manifold) -> float:
    """Volume that a body shares with others, mm³."""
    return float(sum((body ^ other).volume() for other in others))


def block(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> Manifold:
    """A box from its limits, mm."""
    low, size = (x[0], y[0], z[0]), (x[1] - x[0], y[1] - y[0], z[1] - z[0])
    return Manifold.cube(size).translate(low)


def rod(diameter: float, start: Sequence[float], end: Sequence[float]) -> Manifold:
    """A cylinder from point to point, mm."""
    along = np.subtract(end, start)
    length = float(np.linalg.norm(along))
    lean = math.degrees(math.acos(along[2] / length))
    turn = math.degrees(math.atan2(along[1], along[0]))
    body = Manifold.cylinder(length, diameter / 2, diameter / 2, 32)
    return body.rotate((0, lean, turn)).translate(tuple(start))


def cube(edge: float, turn_deg: float, lift: float = 0.02) -> Manifold:
    """A cube that lies on z = 0 around the origin, turned about z, a hair above the floor."""
    body = Manifold.cube((edge, edge, edge)).translate((-edge / 2, -edge / 2, lift))
    return body.rotate((0, 0, turn_deg))


def swept(body: Manifold, start_x: float, end_x: float) -> Manifold:
    """The room that a convex body needs on a straight way along x."""
    return Manifold.batch_hull([body.translate((start_x, 0, 0)), body.translate((end_x, 0, 0))])

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


def least_lag(edge: float, width: float, step_deg: float = 2.0) -> float:
    """How far the middles of two cubes are apart at least along a lane that both are in, mm.

    Each lies flat, touches a wall of its own and is turned by any angle, in steps. Two squares are
    apart when an axis along a side of one of them parts them.
    """
    turns = np.radians(np.arange(0.0, 90.0, step_deg))
    reach = edge / 2 * (np.cos(turns) + np.sin(turns))
    fits = 2 * reach <= width
    least = math.inf
    for turn, own in zip(turns[fits], reach[fits], strict=True):
        across = width - own - reach[fits]
        between = turns[fits] - turn
        parted = edge / 2 * (1 + np.abs(np.cos(between)) + np.abs(np.sin(between)))
        for angle in (turn, turn + math.pi / 2, turns[fits], turns[fits] + math.pi / 2):
            along, aside = np.cos(angle) * np.ones_like(across), np.sin(angle) * across
            for way in (-1, 1):
                missing = np.where(np.abs(aside) >= parted, 0.0, way * parted - aside)
                steep = np.abs(along) > 1e-9
                lags = np.where(
                    steep, np.abs(missing) / np.where(steep, np.abs(along), 1.0), math.inf
                )
                lags = np.where(np.abs(aside) >= parted, 0.0, lags)
                least = min(least, float(lags.min()))
    return least

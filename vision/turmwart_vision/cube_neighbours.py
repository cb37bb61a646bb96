"""What lies around each place where a cube may be: which places are nearest, and how they lie.

A side face lies beside its upper face, away from the point the camera stands over; a hidden cube
shows a strip between others. The judge weighs a place together with those around it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from turmwart_vision.chances import log_odds
from turmwart_vision.cube_places import Places
from turmwart_vision.palette import features

Array = NDArray[np.float64]

NEAREST = 8
"""So many places around each are weighed."""
REACH = 3.5
"""Usual edges from each place within which another is weighed."""
RELATIONS = 11
HELD_BACK = 1e-6
"""The finder is believed no nearer than this to certainty."""
FARTHEST = 4.0
ODDEST = 0.6
"""Edges that differ by more than this, in the logarithm, are as odd as each other."""


def around(
    places: Places, usual_px: float, size_px: tuple[int, int]
) -> tuple[NDArray[np.int64], Array, NDArray[np.bool_]]:
    """The places nearest to each, nearest first.

    Args:
        places: N of them.
        usual_px: their usual edge.
        size_px: width and height of the picture.

    Returns:
        Their numbers (N, NEAREST), 0 where there are no more; how they lie to it and differ from
        it (N, NEAREST, RELATIONS), 0 there; and which are near enough to count (N, NEAREST).
    """
    number = len(places)
    away = (places.centres_px[None] - places.centres_px[:, None]) / usual_px
    gaps = np.hypot(away[..., 0], away[..., 1])
    np.fill_diagonal(gaps, np.inf)
    most = min(NEAREST, number - 1)
    nearest = np.argsort(gaps, axis=1, kind="stable")[:, :most]
    own = np.arange(number)[:, None]
    gap, to = gaps[own, nearest], away[own, nearest]
    out = places.centres_px - np.array(size_px) / 2
    far = np.hypot(*out.T)[:, None]
    out = (out / np.maximum(far, 1e-6))[:, None]
    outward = (to * out).sum(2)
    heat, paint = log_odds(places.heat, HELD_BACK), features(places.colours_bgr)
    other = paint[nearest] - paint[:, None]
    alike = (places.chances[nearest] * places.chances[:, None]).sum(2)
    larger = np.log(places.sides_px[nearest] / places.sides_px[:, None])
    found = [
        np.minimum(gap, FARTHEST),
        np.exp(-np.minimum(gap, FARTHEST)),
        np.clip(outward, -FARTHEST, FARTHEST),
        np.minimum(np.abs(to[..., 0] * out[..., 1] - to[..., 1] * out[..., 0]), FARTHEST),
        (heat[nearest] - heat[:, None]) / 4,
        np.clip(outward * far / max(size_px) * 2, -FARTHEST, FARTHEST),
        np.clip(larger, -ODDEST, ODDEST) * 4,
        np.clip(places.raised[nearest] - places.raised[:, None], -2, 2),
        np.minimum(5 * np.hypot(other[..., 1], other[..., 2]), FARTHEST),
        np.minimum(np.abs(other[..., 0]), 3),
        np.log(alike + 1e-3) / 3,
    ]
    index = np.zeros((number, NEAREST), np.int64)
    relations = np.zeros((number, NEAREST, RELATIONS))
    near = np.zeros((number, NEAREST), np.bool_)
    index[:, :most], relations[:, :most], near[:, :most] = nearest, np.stack(found, 2), gap < REACH
    return index, relations, near

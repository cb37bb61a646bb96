"""Judges places: whether a cube is there, by what the finder says and what its surroundings show.

Cubes of one tray are alike in size, none lies within another, and few have the floor's colour: what
the finder, which looks at each place by itself, cannot weigh. What all cells of the place say is
weighed too. ``weights/judge.onnx`` takes (N, 26) such features, the numbers (N, 8) of the places
around each, (N, 8, 11) how these lie to it, and (N, 8) 1 for each that counts and 0 for the others;
it gives (N, 1), the logit. ``vision/cube-training`` made it.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart_vision.chances import from_log_odds, log_odds
from turmwart_vision.cube_neighbours import HELD_BACK, ODDEST, around
from turmwart_vision.cube_places import Places
from turmwart_vision.networks import run
from turmwart_vision.pictures import Image

Array = NDArray[np.float64]

LOOK_PX = 704
"""Colours are taken from the picture shrunk to this longer side."""
COARSE = 0.5
"""A picture shrunk by more than this is averaged."""
STRONG, HALF = 0.7, 0.3
"""Places of this heat tell what edge is usual, and what of the picture is no floor."""
USUAL = (-0.6, 0.35)
"""Logarithm of the usual edge in 20 px, no farther than trays show it: cubes near the lens are none
the less cubes."""
NEAR, CLEAR_OF = 2.0, 1.1
"""Usual edges within which a place is a neighbour, and beyond which floor lies."""
FLOOR_PX, FLOOR_SAMPLES = 50, 400
"""So few px of floor tell nothing; so many at most are looked at."""
INSIDE = np.stack(np.meshgrid(*[np.linspace(-0.4, 0.4, 9)] * 2), -1).reshape(-1, 2)
"""Where a face's colours are taken, in edges from its middle."""
TURNS = np.linspace(0, 2 * np.pi, 24, endpoint=False)
AROUND = np.concatenate([r * np.stack([np.cos(TURNS), np.sin(TURNS)], 1) for r in (0.75, 1.0)])
"""Where those around it are taken."""
ALIKE = 12.0
"""Colours this near, in L*a*b* of 8 bits, are alike."""


def judged(frame: Image, places: Places) -> Array:
    """How likely each place is a cube, (N,) in 0..1.

    Args:
        frame: (H, W, 3) uint8, BGR, in whose px the places are given.
        places: as ``find_cubes`` gives them, hottest first.
    """
    if not len(places):
        return np.zeros(0)
    logit = run("judge", *asked(frame, places))[:, 0]
    return from_log_odds(logit.astype(np.float64))


def asked(
    frame: Image, places: Places
) -> tuple[NDArray[np.float32], NDArray[np.int64], NDArray[np.float32], NDArray[np.float32]]:
    """What the judge is given of N > 0 places, hottest first: words, neighbours as ``around``."""
    size = (frame.shape[1], frame.shape[0])
    index, relations, near = around(places, usual_edge(places), size)
    said = words(frame, places)
    return said.astype(np.float32), index, relations.astype(np.float32), near.astype(np.float32)


def usual_edge(places: Places) -> float:
    """The median edge in px of the places that are most likely cubes; N > 0."""
    return float(np.exp(np.median(np.log(places.sides_px[_strong(places)]))))


def _strong(places: Places) -> NDArray[np.bool_]:
    return np.asarray(places.heat >= min(STRONG, float(places.heat.max())), np.bool_)


def words(frame: Image, places: Places) -> Array:
    """What speaks for and against each place, (N, 26) float64; N > 0, hottest first."""
    heat = log_odds(places.heat, HELD_BACK)
    strong, usual = _strong(places), usual_edge(places)
    larger = np.log(places.sides_px / usual)
    shrunk, scale = _shrunk(frame)
    seen = _picked(shrunk, places, scale, INSIDE)
    middles = np.median(seen, 1)
    floor = _floor(shrunk, places.taken(places.heat > HALF), scale, usual)
    away = middles - np.median(floor, 0)
    gaps = np.linalg.norm(floor[None] - middles[:, None], axis=2)
    rare = len(floor) // 20  # nearer than this, a colour is not the floor's by accident
    around = np.linalg.norm(_picked(shrunk, places, scale, AROUND) - middles[:, None], axis=2)
    height, width = frame.shape[:2]
    to_edge = np.minimum(places.centres_px, [width, height] - places.centres_px).min(1)
    return np.column_stack(
        [
            heat,
            np.minimum(np.abs(larger), ODDEST),
            np.clip(larger, 0, ODDEST),
            *_beside_hotter(places, middles, usual),
            log_odds(places.chances.max(1), HELD_BACK),
            _neighbours(places, usual) / 4,
            np.clip(places.raised, -0.5, 2),
            seen[:, :, 0].std(1) / 20,
            np.hypot(*seen[:, :, 1:].std(1).T) / 20,
            np.log(np.linalg.norm(away, axis=1) + 3),
            away[:, 0] / 50,
            np.log(np.hypot(away[:, 1], away[:, 2]) + 2),
            np.log(np.partition(gaps, rare, axis=1)[:, rare] + 2),
            (around < ALIKE).mean(1),
            np.log(np.median(around, axis=1) + 3),
            np.full(len(heat), np.median(heat[strong])),
            np.full(len(heat), np.clip(np.log(usual * scale / 20), *USUAL)),
            np.clip(to_edge / usual, 0, 1),
            places.cells,
        ]
    )


def _shrunk(frame: Image) -> tuple[Image, float]:
    """The picture in L*a*b*, shrunk, and its px for one of ``frame``."""
    scale = min(LOOK_PX / max(frame.shape[:2]), 1.0)
    size = (max(1, round(frame.shape[1] * scale)), max(1, round(frame.shape[0] * scale)))
    # Exact averages cost more than the rest of the judging, and matter only far down.
    how = cv2.INTER_AREA if scale < COARSE else cv2.INTER_LINEAR
    small = frame if scale == 1 else cv2.resize(frame, size, interpolation=how)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), np.uint8), scale


def _picked(picture: Image, places: Places, scale: float, spots: Array) -> Array:
    """Colours (N, M, 3) at ``spots`` (M, 2), in edges from the middle of each face."""
    at, side = places.centres_px * scale, places.sides_px * scale
    xy = at[:, None] + spots[None] * side[:, None, None] - 0.5
    height, width = picture.shape[:2]
    columns = np.clip(np.rint(xy[..., 0]), 0, width - 1).astype(np.intp)
    rows = np.clip(np.rint(xy[..., 1]), 0, height - 1).astype(np.intp)
    return np.asarray(picture[rows, columns], np.float64)


def _floor(picture: Image, cubes: Places, scale: float, usual: float) -> Array:
    """Colours (M, 3) of what lies away from all ``cubes``; of the whole where nothing does."""
    free = np.ones(picture.shape[:2], np.uint8)
    for x, y in (cubes.centres_px * scale).round().astype(int).tolist():
        cv2.circle(free, (x, y), max(1, round(CLEAR_OF * usual * scale)), 0, -1)
    coarse = picture[::3, ::3]
    px = coarse[free[::3, ::3] > 0]
    if len(px) < FLOOR_PX:
        px = coarse.reshape(-1, 3)
    return np.asarray(px[:: max(1, len(px) // FLOOR_SAMPLES)], np.float64)


def _beside_hotter(places: Places, colours: Array, usual: float) -> tuple[Array, Array, Array]:
    """How far each place lies within the nearest hotter one, (N,) in 0..1; that by how much higher
    or lower it is, and by how much their colours differ."""
    gaps = np.linalg.norm(places.centres_px[:, None] - places.centres_px[None], axis=2) / usual
    # Places are ordered by heat: of each row only what stands before it is hotter.
    gaps[np.triu_indices(len(places))] = np.inf
    nearest = gaps.argmin(1)
    within = np.clip(1 - gaps[np.arange(len(places)), nearest], 0, 1)
    rise = np.abs(places.raised - places.raised[nearest])
    apart = np.linalg.norm(colours - colours[nearest], axis=1)
    return within, within * np.minimum(rise, 2), within * apart / 40


def _neighbours(places: Places, usual: float) -> Array:
    """How many strong places lie near each, (N,)."""
    gaps = np.linalg.norm(places.centres_px[:, None] - places.centres_px[None], axis=2) / usual
    near = (gaps < NEAR) & (places.heat > STRONG)[None] & ~np.eye(len(places), dtype=bool)
    return np.asarray(near.sum(1), np.float64)

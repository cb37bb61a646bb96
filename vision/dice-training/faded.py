"""Gives dice nearly the colour of what they lie on: these the finder passes over."""

from __future__ import annotations

import numpy as np

FEWEST_PX = 30
"""A die of which less is seen stays as it is."""
BORDER_PX = 8
"""So far around a die its surroundings tell the colour, if there are enough px of them."""
ENOUGH_PX = 40
GREY = 4.0
"""Added to levels before they are divided, so that black ones can be."""
DIMMEST, BRIGHTEST, BY_FACTOR = 0.15, 6.0, 2.5
"""Limits of how much brighter a body may become; by more than the last it is not stretched but
shifted, for its pips would become too bright."""


def faded(rng: np.random.Generator, picture: np.ndarray, owners: np.ndarray) -> np.ndarray:
    """``picture`` (H, W, 3) uint8 with some or all of its dice faded.

    ``owners`` (H, W): the number of the die that each px shows, from 1 on, or 0.
    """
    seen = picture.astype(np.float32)
    free = seen[owners == 0]
    picked = np.flatnonzero(rng.random(int(owners.max())) < rng.choice([0.3, 1.0])) + 1
    if not len(free):
        return picture
    table = np.median(free[:: max(len(free) // 4000, 1)], 0)
    share = rng.uniform(0.4, 1.0)
    for number in picked:
        ys, xs = np.nonzero(owners == number)
        if len(ys) < FEWEST_PX:
            continue
        rows = slice(max(ys.min() - BORDER_PX, 0), ys.max() + BORDER_PX + 1)
        columns = slice(max(xs.min() - BORDER_PX, 0), xs.max() + BORDER_PX + 1)
        near = seen[rows, columns][owners[rows, columns] == 0]
        wanted = np.median(near, 0) if len(near) > ENOUGH_PX else table
        own = seen[ys, xs]
        body = np.median(own, 0)
        factor = np.clip((wanted + GREY) / (body + GREY), DIMMEST, BRIGHTEST)
        like = np.where(factor > BY_FACTOR, own - body + wanted, own * factor)
        seen[ys, xs] = np.clip((1 - share) * own + share * like, 0, 255)
    return seen.astype(np.uint8)

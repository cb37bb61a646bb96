"""What the cells of a picture say of a place: whether they show a cube, and where its middle is.

The finders are asked of every cell, not of the middles of upper faces alone. Where the cells around
a place know nothing of a cube, or see its middle elsewhere, it is a piece of floor or a side face.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from turmwart_vision.chances import from_log_odds, log_odds

Array = NDArray[np.float64]

HELD_BACK = 1e-3
"""Chances are believed no nearer than this to certainty."""
REACH, STEPS = 1.3, 13
"""Edges from the middle of a place within which cells tell of it, and so many looks across."""
FACE, CORE = 0.42, 0.2
"""Edges from the middle within which a cell belongs to the face, and to its core."""
FARTHEST = 1.5
"""Edges by which a cell sees the middle elsewhere at most."""
NEAR = 0.2
"""Edges within which a cell that sees the middle elsewhere still speaks for this place."""

_AT = np.stack(np.meshgrid(*[np.linspace(-REACH, REACH, STEPS)] * 2), -1).reshape(-1, 2)
_WITHIN = np.abs(_AT).max(1)
_FACE, _CORE = _WITHIN < FACE, _WITHIN < CORE


def cells_say(said: NDArray[np.float32], middles: Array, sides: Array) -> Array:
    """Six words for each place, (N, 6) float64.

    Of the cells of its face: log odds of the mean and of the least chance to show a cube, how far
    from here they see its middle, in edges, and log odds of the mean chance of a seam; of all that
    is near, the share that sees its middle here, in faces; of its core, how far from here all
    together see the middle.

    Args:
        said: (4, rows, columns), logits of a cube and of a seam, x and y to the middle, in edges.
        middles: (N, 2) of the places, x and y in cells.
        sides: (N,) their edges in cells.
    """
    rows, columns = said.shape[1:]
    at = middles[:, None] + _AT[None] * sides[:, None, None]
    cell = np.floor(at).astype(np.intp)
    outside = (cell < 0).any(2) | (cell[..., 0] >= columns) | (cell[..., 1] >= rows)
    x, y = np.clip(cell[..., 0], 0, columns - 1), np.clip(cell[..., 1], 0, rows - 1)
    cube, seam, right, down = said[:, y, x].astype(np.float64)
    cube = np.where(outside, 0.0, from_log_odds(np.clip(cube, -30, 30)))
    seam = from_log_odds(np.clip(seam, -30, 30))
    # The middle of the cell that was looked at, not the place of the look.
    off = (cell + 0.5 - middles[:, None]) / sides[:, None, None] + np.stack([right, down], -1)
    away = np.minimum(np.hypot(*np.moveaxis(off, -1, 0)), FARTHEST)
    here = cube * np.exp(-0.5 * (away / NEAR) ** 2)
    together = np.hypot(*off[:, _CORE].mean(1).T)
    return np.column_stack(
        [
            log_odds(cube[:, _FACE].mean(1), HELD_BACK),
            log_odds(cube[:, _FACE].min(1), HELD_BACK),
            away[:, _FACE].mean(1),
            log_odds(seam[:, _FACE].mean(1), HELD_BACK),
            here.mean(1) * (2 * REACH) ** 2,
            np.minimum(together, FARTHEST),
        ]
    )

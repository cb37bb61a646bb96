"""Chances as log odds, which evidence adds to."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def log_odds(chances: Array, least: float) -> Array:
    """Log odds of ``chances``, of any shape, held back to ``least`` and 1 - ``least``."""
    inner = np.clip(chances, least, 1 - least)
    odds: Array = np.log(inner / (1 - inner))
    return odds


def from_log_odds(odds: Array) -> Array:
    """The chances whose log odds these are, of any shape."""
    chances: Array = 1 / (1 + np.exp(-odds))
    return chances

"""Draws pictures that a network reads badly more often than others."""

from __future__ import annotations

import numpy as np

EVEN = 0.3
"""Share of the samples that are drawn evenly."""
MOST = 8.0
"""A picture counts for no more than so many times the median: it may be past learning."""


def chances(losses: np.ndarray) -> np.ndarray:
    """Chances (n,) to be drawn, of pictures with ``losses`` (n,); they sum to 1."""
    held = np.minimum(losses, MOST * np.median(losses))
    drawn = EVEN / len(losses) + (1 - EVEN) * held / held.sum()
    return np.asarray(drawn / drawn.sum())

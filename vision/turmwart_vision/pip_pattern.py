"""Judges a face by where its pips are seen: how many they are, and which value's pattern they make.

The reader's network says, beside a value, how much each cell of a cut-out looks like the middle of
a pip. That is another opinion than its value: a streak of light may look like a three, but seldom
leaves three round spots in line.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Floats = NDArray[np.float32]

CELLS, CELL_PX = 24, 2.0
"""A map has so many rows and columns, each so many px of the cut-out wide."""
EDGE_PX = 26.0
"""The edge of a face in a cut-out."""
WIDE_PX = 2.0
"""How far the middle of a pip reaches, as the network was taught."""
TURNS, OFFSETS, NARROW = 24, (0.2, 0.24, 0.28, 0.32), (0.75, 0.95)
"""Patterns that are tried: half turns in so many steps; outer pips so far from the middle, in
edges; the two rows of a six by so much nearer to each other."""
FAINTEST, SHY = 0.03, 1.4
"""Cells are held back so near to certainty; the network, which can't place a pip to the px, says
its log odds so much too low."""
SPOT, WITHIN_PX = 0.3, 13.0
"""A cell above that is a pip, where its neighbours are less and the middle no farther."""
TIE = 1e-9
"""So much a cell is more than the one before, of two that are alike."""
TOGETHER = 2
"""Maps that are compared at once: more would start a pool of threads that outlasts its work."""
COUNTED, MOST_OFF, PATTERN = 1.5, 2, 0.15
"""How much each pip too few or too many speaks against a value, up to so many; how much of the
pattern's likelihood counts, whose cells are far from independent."""


def places(value: int, offset: float, narrow: float) -> Array:
    """Middles (value, 2) of the pips of a face of edge 1 around the origin."""
    o, n = offset, offset * narrow
    corners, middle = [(-o, -o), (o, o), (-o, o), (o, -o)], [(0.0, 0.0)]
    if value == 6:
        return np.array([(x, y) for x in (-n, n) for y in (-o, 0.0, o)])
    return np.array(corners[: value - value % 2] + middle * (value % 2))


def votes(maps: Array) -> Array:
    """What the pips seen say of each value.

    Args:
        maps: (N, 24, 24) log odds of a pip's middle in each cell.

    Returns:
        (N, 6) log likelihoods of the values 1 to 6, each row's constant left open.
    """
    seen = 1 / (1 + np.exp(-maps))
    said: Array = PATTERN * pattern_fits(seen) - COUNTED * miscounts(seen)
    return said


def miscounts(seen: Array) -> Array:
    """How many pips each value is off what is counted in maps (N, 24, 24) of chances: (N, 6)."""
    off = np.abs(counted(seen)[:, None] - np.arange(1.0, 7.0))
    return np.asarray(np.minimum(off, MOST_OFF))


def pattern_fits(seen: Array) -> Array:
    """Log likelihoods (N, 6) of each value's pattern that fits maps (N, 24, 24) of chances best."""
    odds = np.log(np.clip(seen, FAINTEST, 1 - FAINTEST))
    odds = odds - np.log(np.clip(1 - seen, FAINTEST, 1 - FAINTEST)) + SHY
    flat = np.asarray(odds.reshape(len(seen), CELLS * CELLS), np.float32)
    bare = np.log1p(np.exp(flat))
    inside, patterns = _patterns()
    best = np.zeros((len(seen), 6))
    for first in range(0, len(seen), TOGETHER):
        some = slice(first, first + TOGETHER)
        lost = bare[some] @ inside.T
        for value, (pips, turns) in enumerate(patterns):
            best[some, value] = (flat[some] @ pips.T - lost[:, turns]).max(1)
    return best


def counted(seen: Array) -> NDArray[np.intp]:
    """Numbers (N,) of pips in maps (N, 24, 24) of chances: cells that no neighbour exceeds.

    Of neighbours that are alike one counts.
    """
    # A little more from cell to cell, so that no two are alike.
    tilted = seen + TIE * np.arange(CELLS * CELLS).reshape(CELLS, CELLS)
    most = np.pad(tilted, ((0, 0), (1, 1), (1, 1)))
    most = np.maximum(np.maximum(most[:, :-2], most[:, 1:-1]), most[:, 2:])
    most = np.maximum(np.maximum(most[:, :, :-2], most[:, :, 1:-1]), most[:, :, 2:])
    at = (np.arange(CELLS) + 0.5) * CELL_PX - CELLS * CELL_PX / 2
    near = np.hypot(*np.meshgrid(at, at)) < WITHIN_PX
    spots = (tilted == most) & (seen > SPOT) & near
    return np.asarray(spots.sum((1, 2)), np.intp)


@cache
def _patterns() -> tuple[Floats, list[tuple[Floats, NDArray[np.intp]]]]:
    """Which cells are a face's in each turn, (turns, 576); for each value what can be seen of it:
    how much of a pip is in each cell, (P, 576), and in which turn, (P,)."""
    inside, made = [], list(_made())
    for turn in range(TURNS):
        across, down = _turned(turn)
        inside.append((np.maximum(abs(across), abs(down)) < EDGE_PX / 2).ravel())
    return np.array(inside, np.float32), [
        (
            np.array([pips for own, _, pips in made if own == value], np.float32),
            np.array([turn for own, turn, _ in made if own == value], np.intp),
        )
        for value in range(1, 7)
    ]


def _made() -> Iterator[tuple[int, int, Array]]:
    """Value, turn and how much of a pip is in each cell, of every pattern."""
    for turn in range(TURNS):
        across, down = _turned(turn)
        inside = np.maximum(abs(across), abs(down)) < EDGE_PX / 2
        for value in range(1, 7):
            if value in (1, 4, 5) and 2 * turn >= TURNS:
                continue  # a quarter turn changes nothing
            for offset in OFFSETS if value > 1 else OFFSETS[:1]:
                for narrow in NARROW if value == 6 else NARROW[:1]:
                    spots = places(value, offset, narrow) * EDGE_PX
                    away = [(across - u) ** 2 + (down - v) ** 2 for u, v in spots.tolist()]
                    pips = np.exp(-np.min(away, axis=0) / (2 * WIDE_PX**2)) * inside
                    yield value, turn, pips.ravel()


def _turned(turn: int) -> tuple[Array, Array]:
    """Where cells lie along the edges of a face in a turn, px from its middle; twice (24, 24)."""
    at = (np.arange(CELLS) + 0.5) * CELL_PX - CELLS * CELL_PX / 2
    x, y = np.meshgrid(at, at)
    c, s = np.cos(np.pi * turn / TURNS), np.sin(np.pi * turn / TURNS)
    return x * c + y * s, y * c - x * s

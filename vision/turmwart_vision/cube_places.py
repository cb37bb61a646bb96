"""Finds cubes: where their upper faces are, how large, how high, and a first opinion of colour.

``weights/cubes.onnx`` takes (1, 3, H, W), RGB in 0..1, H and W multiples of 32, and gives
(1, 20, H / 4, W / 4): heat, x and y of the upper face's middle from the cell's in cells, logarithm
of the face's edge in 32 px, how far the cube is raised above the floor in edges, and 11 colours;
then of every cell, logits of showing a cube and of a seam, and x and y to the middle of that cube
in its edges. ``weights/cubes-second.onnx``, taught less long, gives the same, counted with 8 bits.
What both say is averaged. ``vision/cube-training`` made them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turmwart_vision.cube_cells import cells_say
from turmwart_vision.finder import CELL_PX, EDGE_PX, look, peaks
from turmwart_vision.pictures import Image

Array = NDArray[np.float64]

FINDERS = ("cubes", "cubes-second")
OF_CELLS = 16
"""The first of what the finders say of every cell."""
WORK_PX = 704
"""The longer side of the picture that is looked at."""
FINE_PX, WORK_MOST_PX = 15.0, 832
"""Cubes below this edge are looked at more finely, where their size is known, up to this side."""
CUBE_MM = 9.0
LOWEST = 0.06
"""Heat below this is not looked at."""
MOST = 120
APART = 0.42
"""Two places nearer than this share of the larger edge are one."""
LARGE_PX, CLEAR, AGAIN = 75.0, 0.4, 0.4
"""A face of that many px of the working size, or no heat above that, asks for another look."""
GRID = np.linspace(-0.24, 0.24, 5)
"""Places on a face, from its middle in edges, at which its colour is taken."""


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """Places where cubes may be, hottest first.

    Attributes:
        centres_px: (N, 2) middles of the upper faces, in the picture that was given.
        sides_px: (N,) edges of these faces.
        heat: (N,) 0..1, how much each looks like the middle of an upper face.
        raised: (N,) how far the cube is above the floor, in edges.
        chances: (N, 11) of the colours in the order of ``palette.COLOURS``.
        colours_bgr: (N, 3) how the face looks, 0..255.
        cells: (N, 6) what the cells there say, as ``cells_say`` has it.
    """

    centres_px: Array
    sides_px: Array
    heat: Array
    raised: Array
    chances: Array
    colours_bgr: Array
    cells: Array

    def __len__(self) -> int:
        return len(self.heat)

    def taken(self, kept: NDArray[np.intp] | NDArray[np.bool_]) -> Places:
        """Those places that ``kept`` (indices, or (N,) of bool) names."""
        return Places(*(getattr(self, name)[kept] for name in self.__slots__))


def find_cubes(frame: Image, mm_per_px: float | None) -> Places:
    """The places of cubes.

    Args:
        frame: (H, W, 3) uint8, BGR.
        mm_per_px: scale, where it is known, > 0: small cubes are then looked at more finely.
    """
    longer = max(frame.shape[:2])
    work = float(WORK_PX)
    if mm_per_px is not None:
        work = float(np.clip(FINE_PX * mm_per_px / CUBE_MM * longer, WORK_PX, WORK_MOST_PX))
    found = _look(frame, round(work))
    # Known up to a certain size only: what is larger is seen in a smaller picture.
    large = LARGE_PX * longer / work
    if not (found.heat > CLEAR).any() or (found.sides_px[found.heat > CLEAR] > large).any():
        again = _look(frame, round(WORK_PX * AGAIN))
        both = _joined(found, again)
        found = both.taken(np.argsort(-both.heat, kind="stable"))
    return _apart(found)


def _joined(*places: Places) -> Places:
    return Places(*(np.concatenate([getattr(p, n) for p in places]) for n in Places.__slots__))


def _look(frame: Image, work_px: int) -> Places:
    out, grow, small = look(FINDERS, frame, work_px)
    heat = 1 / (1 + np.exp(-out[0]))
    ys, xs = peaks(heat, LOWEST, MOST)
    said = out[:, ys, xs].astype(np.float64)
    middles = (np.stack([xs, ys], 1) + said[1:3].T + 0.5) * CELL_PX
    sides = np.exp(np.clip(said[3], -3, 3)) * EDGE_PX
    colours = said[5:OF_CELLS]
    chances = np.exp(colours - colours.max(0, initial=-np.inf))
    inside = ((middles >= 0) & (middles < np.array(small.shape[1::-1]))).all(1)
    places = Places(
        middles * grow,
        sides * float(np.sqrt(grow[0] * grow[1])),
        heat[ys, xs].astype(np.float64),
        said[4],
        (chances / chances.sum(0)).T,
        _colours(small, middles, sides),
        cells_say(out[OF_CELLS:], middles / CELL_PX, sides / CELL_PX),
    )
    return places.taken(np.asarray(inside, np.bool_))


def _colours(small: Image, middles: Array, sides: Array) -> Array:
    """Median colours (N, 3) of the faces with ``middles`` (N, 2) and ``sides`` (N,)."""
    across, down = (axis.ravel() for axis in np.meshgrid(GRID, GRID))
    xs = middles[:, :1] + across * sides[:, None] - 0.5
    ys = middles[:, 1:] + down * sides[:, None] - 0.5
    height, width = small.shape[:2]
    columns = np.clip(np.rint(xs), 0, width - 1).astype(np.intp)
    rows = np.clip(np.rint(ys), 0, height - 1).astype(np.intp)
    return np.asarray(np.median(small[rows, columns], axis=1), np.float64).reshape(-1, 3)


def _apart(found: Places) -> Places:
    """``found`` without places that are one with a hotter one."""
    kept: list[int] = []
    for n in range(len(found)):
        gaps = np.hypot(*(found.centres_px[kept] - found.centres_px[n]).T)
        if not (gaps < APART * np.maximum(found.sides_px[kept], found.sides_px[n])).any():
            kept.append(n)
    return found.taken(np.array(kept, np.intp))

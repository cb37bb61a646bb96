"""The network of the cube counter: the dice finder's body, with heads of its own."""

from __future__ import annotations

import sys
from pathlib import Path

from torch import nn

sys.path.append(str(Path(__file__).parents[1] / "dice-training"))

from networks import Finder

COLOURS = 11
HEADS = 5 + COLOURS  # heat, offset x, offset y, log side, raised, colours
SURFACE = 4 + COLOURS  # of a cube at all, seam, x and y to the middle of its cube, colours


class CubeFinder(Finder):
    """(N, 3, H, W) in 0..1, H and W multiples of 32 -> (N, HEADS, H / 4, W / 4).

    ``taught``: it says what each cell shows too, (N, HEADS + SURFACE, H / 4, W / 4).
    """

    def __init__(self, *, taught: bool = True) -> None:
        super().__init__(taught=taught)
        self.heads = nn.Conv2d(48, HEADS * 4, 1)
        nn.init.constant_(self.heads.bias[:4], -4.0)
        if taught:
            self.surface = nn.Conv2d(48, SURFACE * 4, 1)

"""The network of the cube counter: the dice finder's body, with heads of its own."""

from __future__ import annotations

import sys
from pathlib import Path

from torch import nn

sys.path.append(str(Path(__file__).parents[1] / "dice-training"))

from networks import Finder

COLOURS = 11
HEADS = 5 + COLOURS  # heat, offset x, offset y, log side, raised, colours
USED = 4  # of each cell: of a cube at all, seam, x and y to the middle of its cube
SURFACE = USED + COLOURS


class CubeFinder(Finder):
    """(N, 3, H, W) in 0..1, H and W multiples of 32 -> (N, HEADS + SURFACE, H / 4, W / 4)."""

    def __init__(self) -> None:
        super().__init__(taught=False)
        self.heads = nn.Conv2d(48, HEADS * 4, 1)
        nn.init.constant_(self.heads.bias[:4], -4.0)
        self.surface = nn.Conv2d(48, SURFACE * 4, 1)

    def leave_training(self) -> None:
        """From now on it says nothing of a cell that only training asks for."""
        learnt, self.surface = self.surface, nn.Conv2d(48, USED * 4, 1)
        self.surface.weight.data = learnt.weight.data[: USED * 4]
        self.surface.bias.data = learnt.bias.data[: USED * 4]

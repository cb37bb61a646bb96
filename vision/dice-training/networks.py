"""The networks of the dice reader: two find upper faces, others look at a cut-out one."""

from __future__ import annotations

import torch
from torch import nn

VALUES = 7  # 0: cannot be told; 1 to 6
HEADS = 4 + VALUES  # heat, offset x, offset y, log side, values
SURFACE = 3  # a die is seen, x and y to the middle of its upper face in its edges
CELL_PX = 4


def _conv(a: int, b: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(a, b, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(b),
        nn.ReLU(inplace=True),
    )


class _Residual(nn.Module):
    """``idle``: does nothing until it is trained, so that it can join a trained network."""

    def __init__(self, width: int, *, idle: bool = False) -> None:
        super().__init__()
        self.a = _conv(width, width)
        self.b = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))
        if idle:
            nn.init.zeros_(self.b[1].weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.b(self.a(x)))


class Finder(nn.Module):
    """(N, 3, H, W) in 0..1, H and W multiples of 32 -> (N, HEADS, H / 4, W / 4).

    ``taught``: it says what each cell shows too, (N, HEADS + SURFACE, H / 4, W / 4).
    """

    def __init__(self, *, taught: bool = True) -> None:
        super().__init__()
        self.fine = nn.Sequential(_conv(3, 16, 2), _conv(16, 32, 2))
        self.s8 = nn.Sequential(_conv(32, 48, 2), _Residual(48), _Residual(48))
        self.s16 = nn.Sequential(_conv(48, 80, 2), _Residual(80), _Residual(80))
        self.s32 = nn.Sequential(_conv(80, 96, 2), _Residual(96), _Residual(96))
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        self.to16, self.side16, self.mix16 = (
            _conv(96, 64, size=1),
            _conv(80, 64, size=1),
            _conv(64, 64),
        )
        self.to8, self.side8, self.mix8 = (
            _conv(64, 48, size=1),
            _conv(48, 48, size=1),
            _Residual(48),
        )
        self.fine8 = _conv(32, 48, 2)
        self.heads = nn.Conv2d(48, HEADS * 4, 1)
        self.surface = (
            nn.Sequential(_conv(48, 48), nn.Conv2d(48, SURFACE * 4, 1)) if taught else None
        )
        self.shuffle = nn.PixelShuffle(2)
        nn.init.constant_(self.heads.bias[:4], -4.0)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        fine = self.fine(x)
        s8 = self.s8(fine)
        s16 = self.s16(s8)
        s32 = self.s32(s16)
        p16 = self.mix16(self.up(self.to16(s32)) + self.side16(s16))
        p8 = self.mix8(self.up(self.to8(p16)) + self.side8(s8) + self.fine8(fine))
        found = self.shuffle(self.heads(p8))
        if self.surface is None:
            return found
        return torch.cat([found, self.shuffle(self.surface(p8))], 1)


CROP_PX = 48
FACE_PX = 26  # an upper face's edge in a cut-out
PLACE = 4
FINE = 5
"""After so many parts of a body a cut-out is 12 cells wide."""


def _body() -> nn.Sequential:
    """What looks at a cut-out: (N, 3, 48, 48) -> (N, 96, 6, 6)."""
    return nn.Sequential(
        _conv(3, 24),
        _conv(24, 32, 2),
        _conv(32, 48),
        _conv(48, 64, 2),
        _Residual(64),
        _conv(64, 96, 2),
        _Residual(96),
    )


class Reader(nn.Module):
    """(N, 3, 48, 48) in 0..1 -> (N, VALUES + PLACE + 576): logits of values, of place, of pips.

    Place: logit of being a face at all, offset x and y of its middle from the cut-out's, in
    ``FACE_PX``, and the log of its edge by ``FACE_PX``. Pips: of a pip's middle in each of 24 x 24
    cells, row by row.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = _body()
        self.finer = _Residual(64, idle=True)
        self.deeper = nn.Sequential(*(_Residual(96, idle=True) for _ in range(2)))
        self.last = nn.Linear(96, VALUES)
        self.narrow = _conv(96, 32, size=1)
        self.place = nn.Linear(32 * (CROP_PX // 8) ** 2, PLACE)
        self.pips = nn.Conv2d(64, 4, 1)
        nn.init.zeros_(self.pips.weight)
        nn.init.constant_(self.pips.bias, -3.0)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        fine = self.finer(self.body[:FINE](x))
        seen = self.deeper(self.body[FINE:](fine))
        place = self.place(self.narrow(seen).flatten(1))
        pips = nn.functional.pixel_shuffle(self.pips(fine), 2).flatten(1)
        return torch.cat([self.last(seen.mean((2, 3))), place, pips], 1)


class Upon(nn.Module):
    """(N, 3, 48, 48) in 0..1 -> (N, 1): logit that the die in the middle lies upon another."""

    def __init__(self) -> None:
        super().__init__()
        self.body = _body()
        self.narrow = _conv(96, 32, size=1)
        self.hides = nn.Linear(32 * (CROP_PX // 8) ** 2, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.hides(self.narrow(self.body(x)).flatten(1))

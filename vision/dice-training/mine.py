"""Collects what the finder takes for dice and is none: ``python mine.py PICTURES OUT.npz``.

The cut-outs, (n, 64, 64, 3) uint8 RGB around each false place at the scale of a face, teach the
reader to say "cannot be told". Uses the finder shipped in ``turmwart_vision``.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from labelled import around, edges, load
from networks import FACE_PX

from turmwart_vision.finder import find

ROOM_PX = 64
"""A cut-out is larger than the reader's: it is turned and moved in training."""
HEAT = 0.15
WORK_PX = (416, 416, 560)
"""The finder looks at them at one of these sizes."""
MISSED = 0.6
"""Edges from a die within which a place is no false one."""


def main() -> None:
    """Reads the command line and writes the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pictures", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--first", type=int, default=0, help="first shard")
    parser.add_argument("--count", type=int, default=500, help="of pictures, taken by chance")
    parser.add_argument("--seed", type=int, default=4)
    chosen = parser.parse_args()
    rng = np.random.default_rng(chosen.seed)
    parts = []
    pictures = load(chosen.pictures, chosen.first)
    for number in rng.permutation(len(pictures))[: chosen.count]:
        item = pictures[number].unpacked()
        sides = edges(item.faces) if len(item.faces) else np.zeros(0)
        frame = np.ascontiguousarray(item.picture[..., ::-1])
        for spot in find(frame, int(rng.choice(WORK_PX))):
            away = np.linalg.norm(item.centres - spot.centre_px, axis=1) if len(sides) else sides
            near = away < MISSED * np.maximum(spot.side_px, sides) + 4
            if spot.heat < HEAT or near.any():
                continue
            scale = FACE_PX / spot.side_px
            part = around(frame, spot.centre_px, scale, ROOM_PX)
            parts.append(part[..., ::-1])
    if not parts:
        parser.error(f"no false place in {chosen.pictures}")
    np.savez_compressed(chosen.out, parts=np.array(parts, np.uint8))
    print(len(parts), "false places")


if __name__ == "__main__":
    main()

"""Collects what the finder takes for dice and is none: ``python mine.py PICTURES OUT.npz``.

The cut-outs, (n, 64, 64, 3) uint8 RGB around each false place at the scale of a face, teach the
reader to say "cannot be told". Uses the finder shipped in ``turmwart_vision``.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
from dataset import FACE_PX, load

from turmwart_vision.finder import find

ROOM_PX = 64
"""A cut-out is larger than the reader's: it is turned and moved in training."""
HEAT = 0.25


def main() -> None:
    """Reads the command line and writes the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pictures", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--first", type=int, default=0, help="first shard")
    parser.add_argument("--count", type=int, default=500, help="of pictures")
    chosen = parser.parse_args()
    parts = []
    for coded in load(chosen.pictures, chosen.first)[: chosen.count]:
        item = coded.unpacked()
        frame = np.ascontiguousarray(item.picture[..., ::-1])
        for spot in find(frame, frame.shape[0]):
            near = (
                np.linalg.norm(item.centres - spot.centre_px, axis=1)
                if len(item.centres)
                else np.ones(0)
            )
            if spot.heat < HEAT or (len(near) and near.min() < 0.6 * spot.side_px + 6):
                continue
            scale = FACE_PX / spot.side_px
            matrix = np.array([[scale, 0, 0], [0, scale, 0]])
            matrix[:, 2] = ROOM_PX / 2 - scale * spot.centre_px
            small = frame if scale > 0.7 else cv2.GaussianBlur(frame, (0, 0), 0.45 / scale)
            part = cv2.warpAffine(
                small, matrix, (ROOM_PX, ROOM_PX), borderMode=cv2.BORDER_REPLICATE
            )
            parts.append(part[..., ::-1])
    np.savez_compressed(chosen.out, parts=np.array(parts, np.uint8))
    print(len(parts), "false places")


if __name__ == "__main__":
    main()

"""Makes a shard of photographs: ``python photographs.py PHOTOS OUT --without tai_ byler_``.

``PHOTOS`` holds the pictures that ``places.csv`` names (``file``, ``x``, ``y``, ``edge``,
``value``: each die's upper face, in px; one row without them where there is no die). They are not
part of this project; where they come from and under which licences, the model card says. Written is
``OUT/0000.npz``, as ``make_pictures.py`` writes them, each picture ``--times`` times so that the
photographs are a fair share among the rendered shards that go beside it.
"""

from __future__ import annotations

import argparse
import csv
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np

LONG_PX = 640
CORNERS = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])


def squared(photo: np.ndarray) -> tuple[np.ndarray, float, np.ndarray]:
    """``photo`` shrunk to ``LONG_PX`` and made square; its scale and shift (2,)."""
    scale = min(LONG_PX / max(photo.shape[:2]), 1.0)
    if scale < 1:
        photo = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    height, width = photo.shape[:2]
    down, across = max(width - height, 0), max(height - width, 0)
    square = cv2.copyMakeBorder(
        photo,
        down // 2,
        down - down // 2,
        across // 2,
        across - across // 2,
        cv2.BORDER_REPLICATE,
    )
    return square, scale, np.array([across // 2, down // 2])


def main() -> None:
    """Reads the command line and writes the shard."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--without", nargs="*", default=[], help="how names left out begin")
    parser.add_argument("--times", type=int, default=25)
    chosen = parser.parse_args()
    dice = defaultdict(list)
    with Path(__file__).with_name("places.csv").open(newline="") as table:
        for row in csv.DictReader(table):
            if not row["file"].startswith(tuple(chosen.without)):
                dice[row["file"]] += [row] if row["value"] else []
    codes, rows, faces = [], [], []
    for number, (file, own) in enumerate(sorted(dice.items())):
        photo = cv2.imread(str(chosen.photos / file))
        if photo is None:
            raise SystemExit(f"{chosen.photos / file}: no picture; get it from its source")
        square, scale, shift = squared(photo)
        code = cv2.imencode(".jpg", square, [cv2.IMWRITE_JPEG_QUALITY, 95])[1]
        codes.append(np.frombuffer(code.tobytes(), np.uint8))
        for row in own:
            middle = np.array([float(row["x"]), float(row["y"])]) * scale + shift
            edge = float(row["edge"]) * scale
            rows.append((number, float(row["value"]), *middle, edge, 1.0))
            faces.append(middle + CORNERS * edge)
    held = np.empty(len(codes) * chosen.times, object)
    held[:] = codes * chosen.times
    many = np.tile(np.array(rows, np.float32), (chosen.times, 1))
    many[:, 0] += np.repeat(np.arange(chosen.times) * len(codes), len(rows))
    chosen.out.mkdir(parents=True, exist_ok=True)
    np.savez(
        chosen.out / "0000.npz",
        jpegs=held,
        rows=many,
        faces=np.array(faces * chosen.times, np.float32),
        allow_pickle=True,
    )
    print(f"{len(codes)} photographs, {len(rows)} dice, {chosen.times} times each")


if __name__ == "__main__":
    main()

"""Labelled pictures, as shards hold them."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np


@dataclass(slots=True)
class Coded:
    """A picture as a shard holds it: thousands of them unpacked would not fit into memory."""

    code: np.ndarray
    values: np.ndarray
    centres: np.ndarray
    faces: np.ndarray
    visible: np.ndarray
    map_code: np.ndarray | None

    def unpacked(self) -> Labelled:
        """The picture and its dice."""
        picture = np.ascontiguousarray(cv2.imdecode(self.code, cv2.IMREAD_COLOR)[..., ::-1])
        return Labelled(picture, self.values, self.centres, self.faces, self.visible)

    def owners(self) -> np.ndarray | None:
        """The number of the die that each px (H, W) shows, from 1 on, or 0; None: not known."""
        if self.map_code is None:
            return None
        return np.asarray(cv2.imdecode(self.map_code, cv2.IMREAD_UNCHANGED))


@dataclass(slots=True)
class Labelled:
    """A picture (H, W, 3) uint8 RGB with its n dice.

    ``values`` (n,), ``centres`` (n, 2) and ``faces`` (n, 4, 2) in px, ``visible`` (n,) 0..1.
    ``pips``: where those of a die, by its number, are known to be, (value, 2) px.
    """

    picture: np.ndarray
    values: np.ndarray
    centres: np.ndarray
    faces: np.ndarray
    visible: np.ndarray
    pips: dict[int, np.ndarray] = field(default_factory=dict)


def load(folder: Path, first: int = 0, last: int = 10**9) -> list[Coded]:
    """The pictures of the shards ``first`` to ``last`` (excluded) that are complete."""
    held = []
    for path in sorted(folder.glob("????.npz")):
        if not first <= int(path.stem) < last:
            continue
        try:
            data = np.load(path, allow_pickle=True)
        except zipfile.BadZipFile as fault:
            raise ValueError(f"{path}: damaged shard, render it again") from fault
        rows, faces = data["rows"].reshape(-1, 6), data["faces"].reshape(-1, 4, 2)
        # Older shards have no maps.
        maps = data["maps"] if "maps" in data else [None] * len(data["jpegs"])
        for number, (code, owners) in enumerate(zip(data["jpegs"], maps, strict=True)):
            mine = rows[:, 0] == number
            own = rows[mine]
            values = own[:, 1].astype(np.int64)
            held.append(Coded(code, values, own[:, 2:4], faces[mine], own[:, 5], owners))
    return held


def edges(faces: np.ndarray) -> np.ndarray:
    """Mean edges (n,) of faces (n, 4, 2)."""
    return np.linalg.norm(np.roll(faces, 1, 1) - faces, axis=2).mean(1)


def around(picture: np.ndarray, centre: np.ndarray, scale: float, room_px: int) -> np.ndarray:
    """What lies around ``centre``, (room_px, room_px, 3), ``scale`` times as large."""
    if scale < 0.7:
        picture = cv2.GaussianBlur(picture, (0, 0), 0.45 / scale)
    matrix = np.array([[scale, 0, 0], [0, scale, 0]])
    matrix[:, 2] = room_px / 2 - scale * centre
    return np.asarray(
        cv2.warpAffine(
            picture,
            matrix,
            (room_px, room_px),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
    )

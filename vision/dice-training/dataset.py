"""Labelled pictures as batches for the finder, cut-outs for the reader."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from augment import camera, placement
from networks import CELL_PX, CROP_PX, FACE_PX

SHOWN = 0.62  # a face that shows less is not to be told
FLAT, PLAIN = 3.5, 6.0  # grey levels a face spreads over: below, its pips cannot be told
HIDDEN = 0.12  # a face that shows less is not asked for
CLOUDED, FADED = 0.3, 0.2  # share of pictures with clouded bodies, with pips of nearly their colour
GLARE, MIRRORING = 0.15, 0.7  # share of faces that mirror a lamp: under most, under some lights


@dataclass(slots=True)
class Coded:
    """A picture as a shard holds it: thousands of them unpacked would not fit into memory."""

    code: np.ndarray
    values: np.ndarray
    centres: np.ndarray
    faces: np.ndarray
    visible: np.ndarray

    def unpacked(self) -> Labelled:
        """The picture and its dice."""
        picture = np.ascontiguousarray(cv2.imdecode(self.code, cv2.IMREAD_COLOR)[..., ::-1])
        return Labelled(picture, self.values, self.centres, self.faces, self.visible)


@dataclass(slots=True)
class Labelled:
    """A picture (H, W, 3) uint8 RGB with its n dice.

    ``values`` (n,), ``centres`` (n, 2) and ``faces`` (n, 4, 2) in px, ``visible`` (n,) 0..1.
    """

    picture: np.ndarray
    values: np.ndarray
    centres: np.ndarray
    faces: np.ndarray
    visible: np.ndarray


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
        rows, faces = data["rows"], data["faces"]
        for number, code in enumerate(data["jpegs"]):
            mine = rows[:, 0] == number
            own = rows[mine]
            held.append(
                Coded(code, own[:, 1].astype(np.int64), own[:, 2:4], faces[mine], own[:, 5])
            )
    return held


def edges(faces: np.ndarray) -> np.ndarray:
    """Mean edges (n,) of faces (n, 4, 2)."""
    return np.linalg.norm(np.roll(faces, 1, 1) - faces, axis=2).mean(1)


def moved(item: Labelled, matrix: np.ndarray, out_px: int) -> Labelled:
    """``item`` through the affine ``matrix``, dice whose centre leaves the picture dropped."""
    scale = np.sqrt(abs(np.linalg.det(matrix[:, :2])))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    picture = item.picture
    if scale < 0.9:
        picture = cv2.GaussianBlur(picture, (0, 0), 0.45 / scale)
    picture = cv2.warpAffine(
        picture,
        matrix,
        (out_px, out_px),
        flags=how if how != cv2.INTER_AREA else cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    faces = item.faces @ matrix[:, :2].T + matrix[:, 2]
    centres = item.centres @ matrix[:, :2].T + matrix[:, 2]
    keep = ((centres >= 0) & (centres < out_px)).all(1)
    inside = ((faces > -2) & (faces < out_px + 2)).all(2).mean(1)
    visible = np.where(inside < 0.75, np.minimum(item.visible, 0.5), item.visible)
    return Labelled(picture, item.values[keep], centres[keep], faces[keep], visible[keep])


def worn(rng: np.random.Generator, item: Labelled) -> np.ndarray:
    """The picture with bodies of some dice clouded, pips of some nearly of their body's colour.

    Clear, pearled and marbled dice hold clouds, swirls and veils, often of the pips' own colour.
    What is body and what is pip is told by the colours of the face as it was drawn.
    """
    picture = item.picture
    clouded, faded = rng.random() < CLOUDED, rng.random() < FADED
    if not clouded and not faded:
        return picture
    picture = picture.copy()
    for face, side in zip(item.faces, edges(item.faces), strict=True):
        if side < 10 or rng.random() < 0.35:
            continue
        half = int(side * 0.85) + 2
        x0, y0 = np.floor(face.mean(0)).astype(int) - half
        left, top = max(x0, 0), max(y0, 0)
        part = picture[top : y0 + 2 * half, left : x0 + 2 * half]
        if min(part.shape[:2]) < 4:
            continue
        own = np.zeros(part.shape[:2], np.uint8)
        cv2.fillPoly(own, [np.rint((face - (left, top)) * 8).astype(np.int32)], 1, cv2.LINE_8, 3)
        seen = part[own > 0].astype(np.float32)
        if len(seen) < 30:
            continue
        body = np.median(seen, 0)
        away = np.abs(seen - body).max(1)
        far = float(np.percentile(away, 97))
        pip = np.median(seen[away > 0.6 * far], 0) if far > 20 else body
        around = part.astype(np.float32)
        apart = np.abs(around - body).max(2)
        is_pip = np.clip((apart / max(far, 20) - 0.25) / 0.3, 0, 1)[..., None]
        if faded and far > 40:
            least = max(0.12, 14 / far)
            keep = np.float32(np.exp(rng.uniform(np.log(least), np.log(0.7))))
            inside = cv2.GaussianBlur(own.astype(np.float32), (0, 0), 0.7)[..., None]
            around -= inside * is_pip * (1 - keep) * (pip - body)
        if clouded:
            around += _cloud(rng, own, side, (pip - body).astype(np.float32)) * (1 - is_pip)
        part[:] = np.clip(around, 0, 255).astype(np.uint8)
    return picture


def _cloud(
    rng: np.random.Generator, own: np.ndarray, side: float, toward: np.ndarray
) -> np.ndarray:
    """What swirls and veils add to a body within the face ``own``, fading out beyond its edge."""
    height, width = own.shape
    coarse = max(2, int(2 * rng.uniform(2, 9)))
    field = cv2.resize(
        rng.standard_normal((coarse, coarse)).astype(np.float32),
        (width, height),
        interpolation=cv2.INTER_CUBIC,
    )
    if rng.random() < 0.6:  # veins and swirls: where the field is near a level
        thin = rng.uniform(0.08, 0.4)
        field = np.exp(-0.5 * ((field - rng.normal(0, 0.4)) / thin) ** 2)
    elif rng.random() < 0.5:
        field = np.maximum(field, 0)
    wide = cv2.dilate(own, np.ones((3, 3), np.uint8), iterations=max(1, int(0.12 * side)))
    soft = cv2.GaussianBlur(wide.astype(np.float32), (0, 0), 0.05 * side + 0.5)
    kind = rng.random()
    if kind < 0.45 and np.abs(toward).max() > 10:
        colour = toward * np.float32(rng.uniform(0.25, 0.95))
    elif kind < 0.8:
        colour = np.full(3, rng.choice([-1, 1]) * rng.uniform(15, 110), np.float32)
    else:
        colour = rng.uniform(-70, 70, 3).astype(np.float32)
    return (field * soft)[..., None] * colour


def glare(rng: np.random.Generator, item: Labelled) -> np.ndarray:
    """The picture with lamps, tubes and windows mirrored in some of its faces.

    Clear and glossy dice mirror them inside and out: as a bar, a bow, a wavering streak, several
    thin strokes. Most hide a pip or two at most; what cannot be told then is left to ``_told``.
    """
    picture = worn(rng, item)
    whole = rng.random()  # dice of one roll lie under the same lamps
    share = GLARE if whole < 0.75 else MIRRORING
    for face, side in zip(item.faces, edges(item.faces), strict=True):
        if rng.random() > share or side < 8:
            continue
        half = int(side * 0.75) + 2
        x0, y0 = (np.floor(face.mean(0)) - half).astype(int)
        left, top = max(x0, 0), max(y0, 0)
        if picture is item.picture:
            picture = picture.copy()
        part = picture[top : y0 + 2 * half, left : x0 + 2 * half]
        if not part.size:
            continue
        at = face.mean(0) + rng.normal(0, 0.17, 2) * side - (left, top)
        light = np.zeros(part.shape[:2], np.float32)
        for _ in range(1 if rng.random() < 0.7 else int(rng.integers(2, 4))):
            _mirrored(rng, light, at, float(side))
            at = at + rng.normal(0, 0.2, 2) * side
        light = cv2.GaussianBlur(light, (0, 0), max(0.4, rng.uniform(0.01, 0.05) * side))
        light *= np.float32(rng.uniform(0.3, 1.0))
        lamp = np.float32(rng.uniform(170, 255)) * rng.uniform(0.9, 1.0, 3).astype(np.float32)
        part[:] = (part + light[..., None] * np.maximum(lamp - part, 0)).astype(np.uint8)
    return picture


def _mirrored(rng: np.random.Generator, light: np.ndarray, at: np.ndarray, side: float) -> None:
    """Draws one reflection about ``at`` into ``light``."""
    kind = rng.random()
    spot = (round(at[0] * 8), round(at[1] * 8))
    bent = float(rng.uniform(0, 180))
    if kind < 0.3:  # a tube, a window's frame
        axes = (rng.uniform(0.3, 0.8) * side, rng.uniform(0.02, 0.1) * side)
    elif kind < 0.45:
        axes = tuple(rng.uniform(0.06, 0.22, 2) * side)
    elif kind < 0.6:  # a rounded edge mirrors a bow
        around = (max(1, round(rng.uniform(0.2, 0.4) * side * 8)),) * 2
        wide = max(1, round(rng.uniform(0.04, 0.14) * side))
        cv2.ellipse(light, spot, around, bent, 0, rng.uniform(60, 200), 1.0, wide, cv2.LINE_AA, 3)
        return
    else:  # a streak that wavers in the pips' hollows and in the glass
        along = np.linspace(-1, 1, 9) * rng.uniform(0.25, 0.6) * side
        off = cv2.GaussianBlur(rng.normal(0, 1, (9, 1)), (1, 3), 0.8)[:, 0]
        off *= rng.uniform(0.0, 0.12) * side
        c, s = np.cos(np.radians(bent)), np.sin(np.radians(bent))
        points = at + np.stack([c * along - s * off, s * along + c * off], 1)
        for first, second in pairwise(points):
            wide = max(1, round(rng.uniform(0.02, 0.13) * side))
            ends = (np.rint(end * 8).astype(int).tolist() for end in (first, second))
            cv2.line(light, *ends, 1.0, wide, cv2.LINE_AA, 3)
        return
    size = tuple(max(1, round(a * 8)) for a in axes)
    cv2.ellipse(light, spot, size, bent, 0, 360, 1.0, -1, cv2.LINE_AA, 3)


def finder_sample(
    rng: np.random.Generator, item: Labelled, out_px: int
) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """A picture for the finder and its targets on the grid of cells."""
    item = replace(item, picture=glare(rng, item))
    turned = moved(item, placement(rng, item.picture.shape[0], out_px), out_px)
    sides = edges(turned.faces) if len(turned.faces) else np.zeros(0)
    picture = camera(rng, turned.picture, float(sides.min()) if len(sides) else 30.0)
    cells = out_px // CELL_PX
    heat = np.zeros((cells, cells), np.float32)
    care = np.ones((cells, cells), np.float32)
    value = np.full((cells, cells), -1, np.int64)
    where = np.zeros((3, cells, cells), np.float32)
    known = np.zeros((cells, cells), np.float32)
    y, x = np.mgrid[0:cells, 0:cells]
    for v, (cx, cy), side, seen in zip(
        turned.values, turned.centres, sides, turned.visible, strict=True
    ):
        gx, gy = cx / CELL_PX - 0.5, cy / CELL_PX - 0.5
        if seen < HIDDEN or side < 8:
            care[(abs(x - gx) < side / CELL_PX * 0.5) & (abs(y - gy) < side / CELL_PX * 0.5)] = 0
            continue
        sigma = max(0.65, 0.09 * side / CELL_PX)
        blob = np.exp(-((x - gx) ** 2 + (y - gy) ** 2) / (2 * sigma**2))
        ix, iy = min(max(round(gx), 0), cells - 1), min(max(round(gy), 0), cells - 1)
        blob[iy, ix] = 1
        heat = np.maximum(heat, blob).astype(np.float32)
        reach = max(1.0, 0.16 * side / CELL_PX)
        near = (abs(x - gx) <= reach) & (abs(y - gy) <= reach)
        value[near] = v if seen >= SHOWN else 0
        where[0][near] = (gx - x)[near]
        where[1][near] = (gy - y)[near]
        where[2][near] = np.log(side / 32)
        known[near] = 1
    return picture, {"heat": heat, "care": care, "value": value, "where": where, "known": known}


def cut(
    picture: np.ndarray, x: float, y: float, side: float, *, turn: float = 0.0, mirror: bool = False
) -> np.ndarray:
    """The cut-out (48, 48, 3) around a face with centre ``x``, ``y`` and edge ``side`` px."""
    scale = FACE_PX / side
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    linear = np.array([[c, -s], [s, c]])
    if mirror:
        linear[:, 0] *= -1
    if scale <= 0.5:  # shrink cleanly first
        step = int(1 / scale)
        half = int(side * 1.5) + step
        x0, y0 = max(int(x) - half, 0), max(int(y) - half, 0)
        part = picture[y0 : int(y) + half, x0 : int(x) + half]
        part = cv2.resize(
            part,
            (max(part.shape[1] // step, 1), max(part.shape[0] // step, 1)),
            interpolation=cv2.INTER_AREA,
        )
        return cut(part, (x - x0) / step, (y - y0) / step, side / step, turn=turn, mirror=mirror)
    matrix = np.hstack([linear, (CROP_PX / 2 - linear @ [x, y])[:, None]])
    return cv2.warpAffine(
        picture, matrix, (CROP_PX, CROP_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )


Cutout = tuple[np.ndarray, np.ndarray]
"""A cut-out (48, 48, 3) uint8 and what it shows: value (-1: not asked), is a face (1, 0; -1: not
asked), offset x and y of its middle and log of its edge (NaN: not asked), both by ``FACE_PX``."""

NO_FACE = np.array([0, 0, np.nan, np.nan, np.nan], np.float32)


def _told(part: np.ndarray, side: float) -> int:
    """Whether pips may be told in the cut-out: 1, 0, or -1 where nobody could say."""
    half = int(side * 0.42)
    middle = part[
        CROP_PX // 2 - half : CROP_PX // 2 + half, CROP_PX // 2 - half : CROP_PX // 2 + half
    ]
    smooth = cv2.GaussianBlur(middle, (0, 0), 1.0).astype(np.float32)
    spread = float(smooth.std((0, 1)).max())
    return 0 if spread < FLAT else 1 if spread > PLAIN else -1


def face_sample(
    rng: np.random.Generator,
    picture: np.ndarray,
    centre: np.ndarray,
    side: float,
    value: int,
    *,
    wide: bool,
) -> Cutout:
    """A face cut out as loosely as the finder gives it (``wide``), or as its second look does."""
    if wide:
        stray = np.clip(rng.normal(0, 0.15, 2), -0.4, 0.4) * side
        size = side * np.exp(rng.uniform(-0.55, 0.9))
    else:
        stray = rng.normal(0, 0.06, 2) * side
        size = side * np.exp(rng.uniform(-0.28, 0.28))
    turn, mirror = rng.uniform(0, 2 * np.pi), rng.random() < 0.5
    part = cut(picture, *(centre + stray), size, turn=turn, mirror=mirror)
    c, s = np.cos(turn), np.sin(turn)
    away = np.array([[c, -s], [s, c]])
    if mirror:
        away[:, 0] *= -1
    dx, dy = away @ -stray / size
    grown = np.log(side / size)
    if np.hypot(*stray) > 0.25 * side or not -0.55 < grown < 0.45:
        value = -1
    elif value > 0:
        value = (0, value, -1)[_told(part, FACE_PX * side / size)]
    return part, np.array([value, 1, dx, dy, grown], np.float32)


def reader_samples(rng: np.random.Generator, item: Labelled) -> Iterator[Cutout]:
    """Cut-outs of one picture: its faces, what can't be told, and what is no face."""
    sides = edges(item.faces) if len(item.faces) else np.zeros(0)
    picture = camera(rng, glare(rng, item), float(sides.min()) if len(sides) else 30.0)
    for v, (x, y), side, seen in zip(item.values, item.centres, sides, item.visible, strict=True):
        if seen < HIDDEN or side < 9:
            continue
        if SHOWN - 0.15 < seen < SHOWN + 0.05:
            continue
        value = int(v) if seen >= SHOWN else 0
        for wide in (True, True, False, False):
            at = np.array([x, y])
            yield face_sample(rng, picture, at, float(side), value, wide=wide)
        if rng.random() < 0.4:  # a face missed by half, or of the wrong size, is no reading
            away = (
                rng.uniform(0.55, 0.9)
                * side
                * np.array([np.cos(a := rng.uniform(0, 6.3)), np.sin(a)])
            )
            spot = np.array([x, y]) + away
            if (
                len(item.centres) == 1
                or np.sort(np.linalg.norm(item.centres - spot, axis=1))[0] > 0.5 * side
            ):
                size = side * np.exp(rng.uniform(-0.6, 0.3))
                yield cut(picture, *spot, size, turn=rng.uniform(0, 6.3)), NO_FACE
    for _ in range(2):
        spot = rng.uniform(0, item.picture.shape[0], 2)
        side = float(np.exp(rng.uniform(np.log(14), np.log(90))))
        if not len(item.centres) or np.linalg.norm(item.centres - spot, axis=1).min() > 0.6 * max(
            side, float(sides.max())
        ):
            yield cut(picture, *spot, side, turn=rng.uniform(0, 6.3)), NO_FACE


def false_samples(rng: np.random.Generator, parts: np.ndarray) -> Iterator[Cutout]:
    """Cut-outs of what is no die, from ``parts`` (n, 64, 64, 3): one or two of them."""
    middle = parts.shape[1] / 2
    for _ in range(int(rng.integers(1, 3))):
        part = camera(rng, parts[int(rng.integers(len(parts)))], float(FACE_PX))
        at = middle + rng.normal(0, 2, 2)
        size = FACE_PX * np.exp(rng.uniform(-0.3, 0.3))
        yield cut(part, *at, size, turn=rng.uniform(0, 6.3), mirror=rng.random() < 0.5), NO_FACE

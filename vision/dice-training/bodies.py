"""What dice are made of and what lights do to them, painted over rendered faces."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
from labelled import Labelled, edges
from pips import repipped, tinted

CLOUDED, FADED = 0.3, 0.2  # share of pictures with clouded bodies, with pips of nearly their colour
GLARE, MIRRORING = 0.25, 0.8  # share of faces that mirror a lamp: under most, under some lights


def dressed(rng: np.random.Generator, item: Labelled) -> Labelled:
    """``item`` as dice of other makes under other lights would show it; values may change."""
    item = repipped(rng, item)
    item = replace(item, picture=tinted(rng, item.picture))
    return replace(item, picture=glare(rng, item))


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
    share = GLARE if whole < 0.65 else MIRRORING
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
        light *= np.float32(rng.uniform(0.3 if rng.random() < 0.6 else 0.75, 1.0))
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

"""Faces with other pips than the renderer draws: other values, forms and inks, on rendered dice.

The renderer has round pips that differ from the body in lightness. Dice are sold with squares,
strokes, diamonds and rings too, and with ink that only its hue tells from the body.
"""

from __future__ import annotations

import colorsys
from dataclasses import dataclass, replace

import cv2
import numpy as np
from labelled import Labelled, edges

from turmwart_vision.pip_pattern import places

SHARE, MIXED = 0.5, 0.25  # share of pictures with other pips; of these, with a make for each die
WHOLE = 0.97  # a face is painted anew that shows so much
LEAST_PX = 10
TINTED = 0.2  # share of pictures with all hues turned
APART = 34.0  # levels, in the channel that differs most, by which ink can be told
FORMS = ("round", "square", "soft", "stroke", "bar", "diamond", "pair")
OFTEN = (0.46, 0.1, 0.1, 0.1, 0.1, 0.07, 0.07)
UNLIKE = 0.5  # share of their contrast from which old pips would still be read
STREAKED, WOVEN = 0.3, 0.7  # share of pictures with streaks between pips; of their faces


@dataclass(frozen=True, slots=True, eq=False)
class Make:
    """How one make of dice bears its pips; lengths in edges.

    Attributes:
        form: one of ``FORMS``.
        radius: of a pip.
        long: how many times longer than wide a stroke is.
        offset: of the outer pips from the middle.
        narrow: how much nearer the two rows of a six lie.
        turned: strokes run the other way.
        ring: share of the radius that is left bare inside; 0: none.
        rim: how much lighter or darker the body is around a pip.
        dent: how a pip's bottom lies in the light, (2,).
        spark: where it mirrors a lamp, (2,) in radii; None: nowhere.
    """

    form: str
    radius: float
    long: float
    offset: float
    narrow: float
    turned: bool
    ring: float
    rim: float
    dent: np.ndarray
    spark: np.ndarray | None


def make(rng: np.random.Generator) -> Make:
    """A make of dice by chance."""
    form = str(rng.choice(FORMS, p=OFTEN))
    radius = rng.uniform(0.055, 0.125)
    return Make(
        form=form,
        radius=radius,
        long=rng.uniform(1.3, 2.2) if form in ("stroke", "bar") else 1.0,
        offset=min(rng.uniform(0.19, 0.33), 0.47 - radius),
        narrow=rng.uniform(0.7, 1.0),
        turned=rng.random() < 0.5,
        ring=rng.uniform(0.35, 0.75) if rng.random() < 0.22 else 0.0,
        rim=rng.uniform(-0.5, 0.7) if rng.random() < 0.4 else 0.0,
        dent=rng.uniform(-0.5, 0.5, 2) if rng.random() < 0.6 else np.zeros(2),
        spark=rng.uniform(-0.6, 0.6, 2) if rng.random() < 0.25 else None,
    )


def ink_for(rng: np.random.Generator, body: np.ndarray, white: float) -> np.ndarray:
    """An ink (3,), RGB, that can be told from ``body`` where white paper gives ``white``."""
    weights = np.array([0.3, 0.59, 0.11])
    while True:
        kind = rng.random()
        if kind < 0.35:
            level = rng.uniform(0.02, 0.2) if rng.random() < 0.5 else rng.uniform(0.75, 1.0)
            ink = np.full(3, level * white) * rng.uniform(0.93, 1.07, 3)
        else:
            hue = rng.choice([0.0, 0.13, rng.random()])
            ink = white * np.array(
                colorsys.hsv_to_rgb(hue, rng.uniform(0.4, 1), rng.uniform(0.3, 1))
            )
            if kind < 0.7:  # as light as the body
                ink *= (body @ weights + rng.normal(0, 12)) / max(ink @ weights, 1.0)
        ink = np.clip(ink, 0, 255)
        if np.abs(ink - body).max() > APART:
            return ink.astype(np.float32)


def repipped(rng: np.random.Generator, item: Labelled) -> Labelled:
    """``item``, some of its dice with pips of another make and value."""
    if rng.random() >= SHARE or not len(item.faces):
        return item
    picture, values = item.picture.copy(), item.values.copy()
    white = float(np.percentile(picture[::5, ::5].max(2), 97)) * rng.uniform(0.75, 1.1)
    mixed, looks = rng.random() < MIXED, make(rng)
    ink: np.ndarray | None = None
    pips: dict[int, np.ndarray] = {}
    streaked = rng.random() < STREAKED
    for number, (face, side) in enumerate(zip(item.faces, edges(item.faces), strict=True)):
        if values[number] < 1 or item.visible[number] < WHOLE or side < LEAST_PX:
            continue
        cleared = _cleared(picture, face, float(side))
        if cleared is None:
            continue
        part, plain, body = cleared
        if mixed:
            looks = make(rng)
        if ink is None or mixed or np.abs(ink - body).max() < APART:
            ink = ink_for(rng, body, min(white, 255.0))
        value = int(rng.integers(1, 7))
        low = np.floor(face.min(0)).astype(int)
        woven = streaked and rng.random() < WOVEN
        tones = (body, ink)
        at = _draw(rng, plain, face - low, float(side), value, looks, tones, woven=woven)
        pips[number] = at + low
        part[:] = np.clip(plain, 0, 255).astype(np.uint8)
        values[number] = value
    return replace(item, picture=picture, values=values, pips=pips)


def _cleared(
    picture: np.ndarray, face: np.ndarray, side: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """The part of ``picture`` around ``face``, the same without pips, and the body's colour.

    None where the pips can't be told from the body, and so not be taken away.
    """
    low, high = np.floor(face.min(0)).astype(int), np.ceil(face.max(0)).astype(int) + 1
    if low.min() < 0 or high[0] > picture.shape[1] or high[1] > picture.shape[0]:
        return None
    part = picture[low[1] : high[1], low[0] : high[0]]
    own = np.zeros(part.shape[:2], np.uint8)
    inner = (face - face.mean(0)) * 0.92 + face.mean(0) - low
    cv2.fillPoly(own, [np.rint(inner * 8).astype(np.int32)], 1, cv2.LINE_8, 3)
    light = part.astype(np.float32)
    seen = light[own > 0]
    if len(seen) < 40:
        return None
    body = np.median(seen, 0)
    away = np.abs(light - body).max(2)
    far = float(np.percentile(away[own > 0], 96))
    if far < 25:
        return None
    wide = 2 * max(1, round(0.04 * side)) + 1
    old = cv2.dilate(((away > 0.3 * far) & (own > 0)).astype(np.uint8), np.ones((wide, wide)))
    share = float(old[own > 0].mean())
    if not 0.02 < share < 0.6:
        return None
    kept = ((old == 0) & (own > 0)).astype(np.float32)
    soft = 0.14 * side
    filled = cv2.GaussianBlur(light * kept[..., None], (0, 0), soft)
    filled /= np.maximum(cv2.GaussianBlur(kept, (0, 0), soft), 1e-3)[..., None]
    edge = cv2.GaussianBlur(((old > 0) & (own > 0)).astype(np.float32), (0, 0), 0.6)[..., None]
    plain = light + (filled - light) * np.clip(edge * 1.6, 0, 1)
    left = np.abs(plain - body).max(2)[own > 0]
    if float(np.percentile(left, 95)) > UNLIKE * far:
        return None
    return part, plain, body.astype(np.float32)


def _draw(
    rng: np.random.Generator,
    plain: np.ndarray,
    face: np.ndarray,
    side: float,
    value: int,
    looks: Make,
    tones: tuple[np.ndarray, np.ndarray],
    *,
    woven: bool,
) -> np.ndarray:
    """Draws pips of ``value`` into ``plain`` (h, w, 3), whose face has the corners ``face``.

    ``woven``: under them lies the reflection of a tube, which their hollows bend. Returns their
    middles (value, 2) in px of ``plain``.
    """
    body, ink = tones
    across = (face[1] - face[0] + face[2] - face[3]) / 2
    down = (face[3] - face[0] + face[2] - face[1]) / 2
    back = np.linalg.inv(np.stack([across, down], 1))
    y, x = np.mgrid[: plain.shape[0], : plain.shape[1]]
    spot = np.stack([x, y], -1) - face.mean(0)
    u, v = np.moveaxis(spot @ back.T, -1, 0)
    at = places(value, looks.offset, looks.narrow)
    if rng.random() < 0.5:
        at = at[:, ::-1]
    if rng.random() < 0.5:
        at = at * (-1, 1)
    r = looks.radius * (rng.uniform(1, 1.8) if value == 1 else 1.0)
    if woven:
        _weave(rng, plain, (u, v), at, r, side)
    shade = plain.mean(2) / max(float(body.mean()), 8.0)
    painted = ink * np.clip(shade, 0.5, 1.6)[..., None]
    rim = looks.rim
    for px, py in at:
        du, dv = u - px, v - py
        if looks.turned:
            du, dv = dv, du
        if looks.form == "pair":  # of dots, one above the other
            du = abs(du) - 0.95 * r
        away = _away(looks.form, du / looks.long, dv)
        covered = np.clip(0.5 - (away - r) * side, 0, 1)
        if rim:
            around = np.clip(0.5 - (away - 1.3 * r) * side, 0, 1) - covered
            plain *= (1 + rim * np.clip(around, 0, 1))[..., None]
        if looks.ring:
            covered -= np.clip(0.5 - (away - looks.ring * r) * side, 0, 1)
        bowl = 1 + np.clip((du * looks.dent[0] + dv * looks.dent[1]) / r, -0.7, 0.7)
        plain += (painted * bowl[..., None] - plain) * covered[..., None]
        if looks.spark is not None:
            gap = np.hypot(du - r * looks.spark[0], dv - r * looks.spark[1])
            lit = 0.7 * np.clip(0.5 - (gap - 0.3 * r) * side, 0, 1)
            plain += (245 - plain) * lit[..., None]
    return np.asarray(face.mean(0) + at @ np.stack([across, down]))


def _weave(
    rng: np.random.Generator,
    plain: np.ndarray,
    place: tuple[np.ndarray, np.ndarray],
    at: np.ndarray,
    radius: float,
    side: float,
) -> None:
    """Draws a streak of light through a face, bent by the hollows of its pips ``at`` (n, 2).

    ``place`` are the face's coordinates of each px of ``plain``; lengths in edges, ``side`` in px.
    """
    u, v = place
    if rng.random() < 0.7:  # along the rows of pips, where it hides between them
        turn = rng.choice([0.0, np.pi / 2]) + rng.normal(0, 0.12)
    else:
        turn = rng.uniform(0, np.pi)
    along, off = np.cos(turn) * u + np.sin(turn) * v, np.cos(turn) * v - np.sin(turn) * u
    off = off - rng.normal(0, 0.1)
    waver = rng.uniform(0, 0.05) * np.sin(along * rng.uniform(6, 25) + rng.uniform(0, 6.3))
    bend = np.zeros_like(u)
    pull = rng.uniform(-0.12, 0.12)
    for px, py in at:
        near = np.exp(-((u - px) ** 2 + (v - py) ** 2) / (2 * (1.6 * radius) ** 2))
        bend = bend + pull * near * np.sign(off)
    half = rng.uniform(0.012, 0.06) * (1 + rng.uniform(0, 0.8) * np.sin(along * rng.uniform(3, 20)))
    long = rng.uniform(0.15, 0.6)
    light = np.clip(0.5 - (abs(off - waver - bend) - half) * side, 0, 1)
    light *= np.clip(0.5 - (abs(along - rng.normal(0, 0.1)) - long) * side * 0.3, 0, 1)
    light *= rng.uniform(0.4, 1.0)
    lamp = rng.uniform(180, 255) * rng.uniform(0.92, 1.0, 3)
    plain += light[..., None] * np.maximum(lamp - plain, 0)


def _away(form: str, du: np.ndarray, dv: np.ndarray) -> np.ndarray:
    """Distance from a pip's middle, as its form measures it."""
    if form in ("square", "bar"):
        return np.asarray(np.maximum(abs(du), abs(dv)) * 1.1)
    if form == "soft":
        return np.asarray((du**4 + dv**4) ** 0.25)
    if form == "diamond":
        return np.asarray((abs(du) + abs(dv)) * 0.8)
    return np.hypot(du, dv)


def tinted(rng: np.random.Generator, picture: np.ndarray) -> np.ndarray:
    """``picture``, in some cases with all its hues turned."""
    if rng.random() >= TINTED:
        return picture
    hsv = cv2.cvtColor(picture, cv2.COLOR_RGB2HSV)
    turned = (hsv[..., 0].astype(np.int16) + int(rng.integers(10, 170))) % 180
    hsv[..., 0] = turned.astype(np.uint8)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB))

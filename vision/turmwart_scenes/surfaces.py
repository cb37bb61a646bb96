"""Table tops made by rule: wood, cloth, felt, paper, prints and clutter, as tiles of 512 x 512."""

from __future__ import annotations

import cv2
import numpy as np

SIDE_PX = 512


def _clouds(rng: np.random.Generator, rough: float, stretch: float = 1.0) -> np.ndarray:
    """Fractal noise in 0..1, (SIDE_PX, SIDE_PX) float32."""
    total = np.zeros((SIDE_PX, SIDE_PX), np.float32)
    weight, cells = 1.0, 2
    while cells <= SIDE_PX:
        across = max(2, int(cells / stretch))
        grid = rng.random((cells, min(across, SIDE_PX))).astype(np.float32)
        total += weight * cv2.resize(grid, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_CUBIC)
        weight *= rough
        cells *= 2
    total -= total.min()
    return total / max(float(total.max()), 1e-6)


def _colour(rng: np.random.Generator) -> np.ndarray:
    """A colour that tables have, RGB 0..255."""
    kind = rng.random()
    if kind < 0.35:  # white, grey, black
        level = rng.choice(
            [rng.uniform(150, 250), rng.uniform(40, 150), rng.uniform(8, 40)], p=[0.6, 0.25, 0.15]
        )
        return np.asarray(np.clip(level + rng.normal(0, 8, 3), 2, 253))
    if kind < 0.65:  # woods and papers
        return _warm(rng)
    hsv = np.array([[[rng.uniform(0, 180), rng.uniform(60, 255), rng.uniform(25, 230)]]], np.uint8)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)[0, 0], float)


def _warm(rng: np.random.Generator) -> np.ndarray:
    hsv = np.array([[[rng.uniform(5, 26), rng.uniform(30, 170), 255]]], np.uint8)
    unit = cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)[0, 0].astype(float)
    return np.asarray(unit * rng.uniform(0.15, 0.95))


def _clutter(rng: np.random.Generator, tile: np.ndarray) -> None:
    """Prints lines, spots, words and cards on ``tile`` in place."""
    for _ in range(int(rng.integers(1, 14))):
        ink = tuple(float(c) for c in _colour(rng))
        x, y = (int(v) for v in rng.integers(0, SIDE_PX, 2))
        kind = rng.random()
        thick = int(rng.choice([-1, 1, 2, 3]))
        if kind < 0.25:
            cv2.circle(tile, (x, y), int(rng.integers(2, 40)), ink, thick, cv2.LINE_AA)
        elif kind < 0.45:
            end = (x + int(rng.integers(-300, 300)), y + int(rng.integers(-300, 300)))
            cv2.line(tile, (x, y), end, ink, int(rng.integers(1, 9)), cv2.LINE_AA)
        elif kind < 0.6:
            box = cv2.boxPoints(
                ((x, y), tuple(rng.uniform(15, 200, 2)), rng.uniform(0, 90))
            ).astype(np.int32)
            if thick < 0:
                cv2.fillPoly(tile, [box], ink, cv2.LINE_AA)
            else:
                cv2.polylines(tile, [box], True, ink, thick, cv2.LINE_AA)
        elif kind < 0.75:
            word = "".join(chr(int(c)) for c in rng.integers(48, 122, int(rng.integers(1, 9))))
            cv2.putText(
                tile,
                word,
                (x, y),
                int(rng.integers(0, 6)),
                rng.uniform(0.4, 2.5),
                ink,
                int(rng.integers(1, 5)),
                cv2.LINE_AA,
            )
        elif kind < 0.9:
            pitch, size = int(rng.integers(9, 40)), int(rng.integers(2, 7))
            for i in range(int(rng.integers(1, 5))):
                for j in range(int(rng.integers(1, 5))):
                    cv2.circle(tile, (x + i * pitch, y + j * pitch), size, ink, -1, cv2.LINE_AA)
        else:
            bends = rng.normal(0, 14, (30, 2)).cumsum(0) * 0.3 + rng.normal(0, 3, 2)
            curve = np.cumsum(bends, 0) + np.array([x, y])
            cv2.polylines(
                tile, [curve.astype(np.int32)], False, ink, int(rng.integers(2, 12)), cv2.LINE_AA
            )


def _label(rng: np.random.Generator, tile: np.ndarray) -> None:
    """A sticker with bold words or bars, or a field of keys, on ``tile`` in place."""
    wide, high = int(rng.integers(30, 180)), int(rng.integers(14, 90))
    x, y = int(rng.integers(0, SIDE_PX - wide)), int(rng.integers(0, SIDE_PX - high))
    paper, ink = (245, 245, 240), (25, 25, 30)
    if rng.random() < 0.4:
        paper, ink = ink, paper
    part = tile[y : y + high, x : x + wide]
    if rng.random() < 0.35:
        pitch = int(rng.integers(12, 40))
        for i in range(0, wide, pitch):
            for j in range(0, high, pitch):
                corner = (i + pitch - int(rng.integers(2, 5)), j + pitch - int(rng.integers(2, 5)))
                cv2.rectangle(part, (i, j), corner, paper, -1)
                letter = chr(int(rng.integers(65, 91)))
                at = (i + pitch // 4, j + 2 * pitch // 3)
                cv2.putText(part, letter, at, 0, pitch / 48, ink, 1, cv2.LINE_AA)
        return
    part[:] = paper
    if rng.random() < 0.4:
        for i in range(3, wide - 3, int(rng.integers(2, 7))):
            if rng.random() < 0.7:
                cv2.line(part, (i, 3), (i, high - 4), ink, int(rng.integers(1, 4)))
        return
    size = rng.uniform(0.5, 1.4)
    for line in range(int(20 * size), high, int(30 * size)):
        word = "".join(chr(int(c)) for c in rng.integers(46, 91, 9))
        thick = int(rng.integers(1, 5))
        cv2.putText(part, word, (4, line), int(rng.integers(0, 5)), size, ink, thick, cv2.LINE_AA)


def _chit(
    rng: np.random.Generator, tile: np.ndarray, middle: tuple[int, int], radius: float
) -> None:
    """A round or square counter with a number and a row of spots, on ``tile`` in place."""
    paper: tuple[float, ...] = (238, 225, 190)
    ink: tuple[float, ...] = (30, 25, 25)
    if rng.random() < 0.4:
        paper, ink = (tuple(float(c) for c in _colour(rng)) for _ in range(2))
    if rng.random() < 0.3:
        ink = (190, 30, 30)
    half = int(radius)
    if rng.random() < 0.7:
        cv2.circle(tile, middle, half, paper, -1, cv2.LINE_AA)
    else:
        box = cv2.boxPoints((middle, (2 * radius, 2 * radius), rng.uniform(0, 90)))
        cv2.fillPoly(tile, [box.astype(np.int32)], paper, cv2.LINE_AA)
    x, y = middle
    if rng.random() < 0.7:
        size, at = radius / 26, (x - int(0.45 * half), y + int(0.2 * half))
        thick = max(1, int(radius / 12))
        cv2.putText(tile, str(rng.integers(1, 13)), at, 0, size, ink, thick, cv2.LINE_AA)
    count, spot = int(rng.integers(0, 6)), max(1, int(radius * 0.09))
    for i in range(count):
        place = (x + int((i - (count - 1) / 2) * 3 * spot), y + int(0.6 * half))
        cv2.circle(tile, place, spot, ink, -1, cv2.LINE_AA)


def _board(rng: np.random.Generator) -> np.ndarray:
    """A printed board: fields of a few colours, each full of small strokes and spots."""
    inks = [_colour(rng) for _ in range(int(rng.integers(3, 8)))]
    level = _clouds(rng, rng.uniform(0.4, 0.9))
    bands = np.minimum((level * len(inks)).astype(int), len(inks) - 1)
    tile = np.ascontiguousarray(np.array(inks)[bands].astype(np.uint8))
    if rng.random() < 0.5:
        radius = int(rng.integers(40, 120))
        for row in range(-1, SIDE_PX // radius + 1):
            for column in range(-1, SIDE_PX // radius + 1):
                middle = np.array(
                    [column * radius * 1.75 + row % 2 * radius * 0.87, row * radius * 1.5]
                )
                corners = [
                    middle + radius * 0.95 * np.array([np.sin(a), np.cos(a)])
                    for a in np.arange(6) * np.pi / 3
                ]
                ink = tuple(float(c) for c in inks[int(rng.integers(len(inks)))])
                field = [np.array(corners).astype(np.int32)]
                cv2.fillPoly(tile, field, ink, cv2.LINE_AA)
                if rng.random() < 0.5:
                    cv2.polylines(tile, field, True, (225, 205, 150), 5, cv2.LINE_AA)
                if rng.random() < 0.4:
                    _chit(
                        rng, tile, (int(middle[0]), int(middle[1])), radius * rng.uniform(0.2, 0.45)
                    )
    for _ in range(int(rng.integers(100, 900))):
        x, y = (int(v) for v in rng.integers(0, SIDE_PX, 2))
        near = tile[y, x].astype(float) * rng.uniform(0.3, 1.6)
        ink = tuple(float(c) for c in np.clip(near + rng.normal(0, 25, 3), 0, 255))
        size = int(rng.integers(1, 9))
        if rng.random() < 0.5:
            axes = (size, int(rng.integers(1, 9)))
            cv2.ellipse(tile, (x, y), axes, int(rng.integers(0, 180)), 0, 360, ink, -1, cv2.LINE_AA)
        else:
            end = (x + int(rng.integers(-18, 18)), y + int(rng.integers(-18, 18)))
            cv2.line(tile, (x, y), end, ink, max(1, size // 2), cv2.LINE_AA)
    grain = rng.normal(0, rng.uniform(0, 14), tile.shape)
    return np.clip(tile + grain, 0, 255).astype(np.uint8)


def table_top(rng: np.random.Generator) -> np.ndarray:
    """A table top of chance, (512, 512, 3) uint8, RGB (as a camera would store it)."""
    if rng.random() < 0.22:
        return _board(rng)
    base, other = _colour(rng), _colour(rng)
    kind = rng.random()
    if kind < 0.35:
        mix = _clouds(rng, rng.uniform(0.3, 1.0)) * rng.uniform(0.02, 0.25)
    elif kind < 0.55:
        grain = _clouds(rng, 0.7, stretch=rng.uniform(8, 60))
        mix = np.abs(np.sin(grain * rng.uniform(6, 60))) * rng.uniform(0.1, 0.5)
        other = base * rng.uniform(0.35, 0.8)
    elif kind < 0.7:
        y, x = np.mgrid[0:SIDE_PX, 0:SIDE_PX].astype(np.float32)
        fine = rng.uniform(0.3, 2.2)
        mix = (
            np.sin(x * fine) * np.sin(y * fine * rng.uniform(0.5, 1.5)) * 0.5 + 0.5
        ) * rng.uniform(0.05, 0.4)
        other = base * rng.uniform(0.5, 0.9)
    elif kind < 0.85:
        mix = np.clip((_clouds(rng, rng.uniform(0.5, 0.95)) - 0.5) * rng.uniform(2, 6) + 0.5, 0, 1)
    else:
        mix = (rng.random((SIDE_PX, SIDE_PX)) * rng.uniform(0.1, 0.6)).astype(np.float32)
        other = base * rng.uniform(0.3, 1.3)
    tile = base + (other - base) * np.asarray(mix, np.float32)[..., None]
    tile = np.ascontiguousarray(np.clip(tile, 0, 255).astype(np.uint8))
    if rng.random() < 0.4:
        _clutter(rng, tile)
    if rng.random() < 0.35:
        for _ in range(int(rng.integers(1, 5))):
            _label(rng, tile)
    return tile

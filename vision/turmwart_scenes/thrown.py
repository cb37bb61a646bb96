"""Rolls as physics leaves them, on tables and in trays, seen by a camera of chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from turmwart_scenes.dice_scene import body_colour, die_looks, roll_scene
from turmwart_scenes.physics import BALL, DIE, DISC, Body, NeverStill, Pose, Tray, settle
from turmwart_scenes.render import MOST_PIECES, Piece, Scene
from turmwart_scenes.views import View, aim, corners

Array = NDArray[np.float64]

COUNTS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20)
SHARES = (0.04, 0.1, 0.12, 0.13, 0.13, 0.13, 0.12, 0.09, 0.06, 0.04, 0.02, 0.02)
ONTO = 0.06
"""Share of rolls in which a die is put upon another."""
SPACE = 2.0
"""Edges between pieces before their fall: no turn makes the largest of them meet."""
TRIES = 6


@dataclass(frozen=True, slots=True, eq=False)
class Throw:
    """Pieces at rest: the first ``dice`` are dice; ``tray`` may be bare.

    ``put``: whether the last die did not fall there, but was put upon another.
    """

    pieces: list[Piece]
    dice: int
    tray: Tray
    put: bool = False


def turn_of_chance(rng: np.random.Generator) -> Array:
    """A rotation (3, 3), all equally likely."""
    w, x, y, z = (q := rng.normal(size=4)) / np.linalg.norm(q)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def tray_of_chance(rng: np.random.Generator, pieces: int) -> Tray:
    """Four rims around room for ``pieces``, in every fifth case far too little of it."""
    each = rng.uniform(2.0, 3.6) if rng.random() < 0.2 else rng.uniform(4, 22)
    area, long = max(pieces, 1) * each + 3, rng.uniform(1, 1.7)
    x, y = np.sqrt(area * long) / 2, np.sqrt(area / long) / 2
    tall, thick = rng.uniform(0.2, 0.9), rng.uniform(0.08, 0.7)
    at = [(x + thick, 0, tall), (-x - thick, 0, tall), (0, y + thick, tall), (0, -y - thick, tall)]
    half = [(thick, y + 2 * thick, tall)] * 2 + [(x, thick, tall)] * 2
    return Tray(np.array(at, float), np.array(half, float))


def starts(
    rng: np.random.Generator, halves: Sequence[float], room: tuple[float, float]
) -> list[Array]:
    """Middles (3,) above the table, in layers of ``room`` (half sizes), no two within ``SPACE``."""
    across, along = (max(1, int(2 * side / SPACE)) for side in room)
    order = [
        (column, row, layer)
        for layer in range(len(halves) // (across * along) + 1)
        for column, row in rng.permutation([(i, j) for i in range(across) for j in range(along)])
    ]
    low = rng.uniform(1.5, 5)
    middle = np.array([across - 1, along - 1, 0]) / 2
    shift = np.array([0, 0, low])
    return [(np.array(place) - middle) * SPACE + shift for place in order[: len(halves)]]


def throw(
    rng: np.random.Generator,
    dice: int | None = None,
    *,
    tray: Tray | None = None,
    onto: float = ONTO,
) -> Throw:
    """Dice and sometimes other pieces, thrown by chance and come to rest.

    Args:
        rng: decides everything.
        dice: how many, 0 to 20; None: by chance.
        tray: where to; None: by chance.
        onto: share of rolls in which a die is put upon another.

    Raises:
        NeverStill: ``TRIES`` throws would not come to rest.
    """
    count = int(rng.choice(COUNTS, p=SHARES)) if dice is None else dice
    others = int(rng.integers(1, 6)) if rng.random() < 0.15 else 0
    pieces = _dice_of_chance(rng, count)
    pieces += [_clutter(rng) for _ in range(min(others, MOST_PIECES - count))]
    if tray is None:
        tray = tray_of_chance(rng, len(pieces)) if rng.random() < 0.45 else Tray()
    mirrors = [
        np.diag([-1.0 if p.kind == DIE and rng.random() < 0.5 else 1.0, 1, 1]) for p in pieces
    ]
    put = count >= 2 and rng.random() < onto
    for left in reversed(range(TRIES)):
        try:
            poses = _rest(rng, pieces, tray, count - 1 if put else None)
        except NeverStill:
            if not left:
                raise
            continue
        break
    for piece, pose, mirror in zip(pieces, poses, mirrors, strict=True):
        piece.centre, piece.turn = pose.centre, pose.turn @ mirror
    return Throw(pieces, count, tray, put)


def show(
    rng: np.random.Generator,
    thrown: Throw,
    size_px: tuple[int, int],
    tilt: float,
    tops: list[NDArray[np.uint8]] | None = None,
) -> Scene:
    """A scene of ``thrown`` with lamps, table top and camera of chance; all dice are in view.

    Args:
        rng: decides looks and camera.
        thrown: what lies there.
        size_px: width and height of the picture.
        tilt: angle of the camera to the vertical, radians.
        tops: table tops to choose from; None makes a new one.
    """
    rims = thrown.tray
    top = float((rims.rim_at + rims.rim_half)[:, 2].max(initial=0.0))
    view = aim(rng, corners(thrown.pieces[: thrown.dice]), size_px, tilt, top=top)
    return dressed(rng, thrown, view, tops)


def dressed(
    rng: np.random.Generator,
    thrown: Throw,
    view: View,
    tops: list[NDArray[np.uint8]] | None = None,
) -> Scene:
    """A scene of ``thrown`` seen by ``view``, lamps by chance, on one of ``tops`` or a new one."""
    # The surroundings of an arranged roll serve here too; its dice and camera do not.
    around = roll_scene(rng, 640, 480, tops=tops)[0]
    span = 2 * float(view.eye[2]) * view.spread[0]
    scale = rng.uniform(0.4, 2.0) / span
    return replace(
        around,
        pieces=thrown.pieces,
        eye=view.eye,
        gaze=view.gaze,
        spread=view.spread,
        table_scale=(scale, scale * rng.uniform(0.7, 1.4)),
        rim_at=thrown.tray.rim_at,
        rim_half=thrown.tray.rim_half,
        rim_colour=body_colour(rng),
    )


def _dice_of_chance(rng: np.random.Generator, count: int) -> list[Piece]:
    """Dice without a place, of one make or of several."""
    one_make, make = rng.random(), die_looks(rng)
    pieces = []
    for _ in range(count):
        if one_make > 0.5 or rng.random() < 0.08:
            make = die_looks(rng)
        size = 1.0 if one_make < 0.6 else rng.uniform(0.8, 1.12)
        seed = float(rng.uniform(0, 90))
        pieces.append(Piece(np.zeros(3), size / 2, np.eye(3), DIE, seed=seed, **make))
    return pieces


def _clutter(rng: np.random.Generator) -> Piece:
    """A cube, disc or ball without a place."""
    kind, colour = int(rng.integers(1, 4)), body_colour(rng)
    thick = rng.uniform(0.15, 0.9) if kind == DISC else 1.8
    return Piece(
        np.zeros(3),
        rng.uniform(0.4, 0.98) / 2,
        np.eye(3),
        kind,
        rng.uniform(0.02, 0.2),
        thick,
        float(rng.uniform(0, 90)),
        body=colour,
        second=colour,
        gloss=rng.uniform(0, 0.3),
    )


def _rest(
    rng: np.random.Generator, pieces: list[Piece], tray: Tray, onto: int | None
) -> list[Pose]:
    """Resting poses of ``pieces``; number ``onto`` is put on another die when all others rest."""
    if len(tray.rim_at):
        inside = np.abs(tray.rim_at).max(0) - np.abs(tray.rim_half).min(0)
        room = (float(inside[0]), float(inside[1]))
    else:
        room = (rng.uniform(1, 5), rng.uniform(1, 5))
    friction = rng.uniform(0.15, 0.8)
    push = np.append(rng.normal(0, 7, 2), 0)
    bodies = [
        _body(piece, at, turn_of_chance(rng), push + rng.normal(0, 4, 3), rng.normal(0, 14, 3))
        for piece, at in zip(pieces, starts(rng, [p.half for p in pieces], room), strict=True)
    ]
    if onto is None:
        return settle(bodies, tray, friction)
    last = pieces[onto]
    poses = settle(bodies[:onto] + bodies[onto + 1 :], tray, friction)
    poses.insert(onto, Pose(np.zeros(3), np.eye(3)))
    below = int(rng.integers(onto))
    spot = poses[below].centre
    high = max(pose.centre[2] for pose in poses[:onto]) + 0.5 + last.half + 0.1
    at = np.array([*(spot[:2] + rng.normal(0, 0.15, 2)), high])
    angle = rng.uniform(0, np.pi)
    c, s = np.cos(angle), np.sin(angle)
    poses[onto] = Pose(at, np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]) @ _upright(rng))
    still = [
        _body(piece, pose.centre, pose.turn) for piece, pose in zip(pieces, poses, strict=True)
    ]
    return settle(still, tray, max(friction, 0.4))


def _upright(rng: np.random.Generator) -> Array:
    """One of the rotations that keep a cube where it is."""
    first, second = rng.permutation(3)[:2]
    a, b = np.zeros(3), np.zeros(3)
    a[first], b[second] = rng.choice([-1, 1], 2)
    return np.array([a, b, np.cross(a, b)])


def _body(
    piece: Piece, at: Array, turn: Array, speed: Array | None = None, spin: Array | None = None
) -> Body:
    rest = np.zeros(3)
    return Body(
        piece.half,
        at,
        turn,
        piece.kind,
        piece.ball if piece.kind == DISC else 1.0,
        rest if speed is None else speed,
        rest if spin is None or piece.kind == BALL else spin,
    )

"""Wooden cubes as a tower pours them into a tray, with the truth of each; lengths as in physics."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart_scenes.dice_scene import die_looks, project
from turmwart_scenes.physics import CUBE, DIE, EDGE_M, Body, NeverStill, Pose, Tray, settle
from turmwart_scenes.render import Piece, Scene
from turmwart_scenes.surfaces import SIDE_PX, table_top
from turmwart_scenes.thrown import Throw, dressed, turn_of_chance
from turmwart_scenes.views import aim, corners, upper_face

Array = NDArray[np.float64]

MM = 0.001 / EDGE_M
CUBE_MM = (8.0, 10.0)
PAINTS = {
    "red": ((0.965, 1.015), (0.72, 0.95), (0.5, 0.86)),
    "orange": ((0.045, 0.075), (0.78, 0.97), (0.84, 1.0)),
    "yellow": ((0.125, 0.155), (0.68, 0.95), (0.84, 1.0)),
    "green": ((0.33, 0.45), (0.5, 0.9), (0.28, 0.6)),
    "blue": ((0.56, 0.64), (0.62, 0.95), (0.38, 0.8)),
    "purple": ((0.73, 0.82), (0.38, 0.75), (0.28, 0.56)),
    "black": ((0.0, 1.0), (0.0, 0.2), (0.05, 0.16)),
    "grey": ((0.0, 1.0), (0.0, 0.08), (0.42, 0.62)),
    "white": ((0.08, 0.16), (0.0, 0.08), (0.88, 1.0)),
    "brown": ((0.04, 0.075), (0.5, 0.72), (0.24, 0.42)),
    "natural": ((0.085, 0.115), (0.3, 0.48), (0.76, 0.92)),
}
"""Hue, saturation and value of painted wood, each from and to."""
NAMES = tuple(PAINTS)
SPACE = 1.75
"""Edges of a cube between middles before the fall: no turn makes two meet."""
TRIES, PATIENCE_S = 6, 2.5


@dataclass(frozen=True, slots=True, eq=False)
class Pour:
    """Cubes at rest in a tray, without colours yet, and dice beside them.

    Attributes:
        halves: (N,) half edges; all cubes have the same.
        centres: (N, 3).
        turns: (N, 3, 3), axes of a cube to the world's.
        cubes: the first so many of the N are cubes, the others dice.
        tray: around them.
    """

    halves: Array
    centres: Array
    turns: Array
    cubes: int
    tray: Tray


@dataclass(frozen=True, slots=True, eq=False)
class SeenCube:
    """What is true of a cube in a picture; px of that picture, origin upper left.

    Attributes:
        piece: its number in the scene.
        colour: its name.
        centre_xy: middle of what the picture shows of its upper face, or of the cube where it
            shows none of it.
        side_px: mean edge of the upper face.
        shown: share of its outline that the picture shows, 0..1.
        raised: how high its lowest corner lies above the floor, in its own edges.
    """

    piece: int
    colour: str
    centre_xy: tuple[float, float]
    side_px: float
    shown: float
    raised: float


def paint(rng: np.random.Generator, colour: str) -> Array:
    """A tone of ``colour`` as paint makers have it, (3,) linear RGB."""
    hue, saturation, value = (rng.uniform(*limits) for limits in PAINTS[colour])
    return np.asarray(np.power(colorsys.hsv_to_rgb(hue % 1, saturation, value), 2.2))


def tray_for(
    rng: np.random.Generator,
    wide_mm: tuple[float, float] = (70.0, 190.0),
    long_mm: tuple[float, float] = (70.0, 150.0),
) -> Tray:
    """A tray within these inner widths and lengths, its rims 6 to 30 mm high."""
    x, y = rng.uniform(*wide_mm) / 2 * MM, rng.uniform(*long_mm) / 2 * MM
    tall, thick = rng.uniform(3, 15) * MM, rng.uniform(1, 5) * MM
    at = [(x + thick, 0, tall), (-x - thick, 0, tall), (0, y + thick, tall), (0, -y - thick, tall)]
    half = [(thick, y + 2 * thick, tall)] * 2 + [(x, thick, tall)] * 2
    return Tray(np.array(at, float), np.array(half, float))


def pour(rng: np.random.Generator, cubes: int, dice: int = 0, tray: Tray | None = None) -> Pour:
    """Lets cubes fall out of a chute of chance over a tray until they rest.

    Of three pours one is then swept to a side, as by a hand: clusters and stacks.

    Args:
        rng: decides everything.
        cubes: how many, 0 and more.
        dice: how many lie beside them.
        tray: into which; None: by chance.

    Raises:
        NeverStill: ``TRIES`` pours would not come to rest.
    """
    by_chance = tray is None
    tray = tray_for(rng) if tray is None else tray
    edge = rng.uniform(*CUBE_MM) * MM
    halves = [edge / 2] * cubes + [0.5 * rng.uniform(0.8, 1.0)] * dice
    swept = rng.random() < 0.35
    for left in reversed(range(TRIES)):
        bodies, friction = _bodies(rng, halves, cubes, tray), rng.uniform(0.25, 0.6)
        try:
            poses = settle(bodies, tray, friction, PATIENCE_S)
        except NeverStill:
            if not left:
                raise
            tray = tray_for(rng) if by_chance else tray
            continue
        break
    if swept:
        poses = _swept(rng, bodies, poses, tray, friction)
    centres = np.array([pose.centre for pose in poses]).reshape(-1, 3)
    turns = np.array([pose.turn for pose in poses]).reshape(-1, 3, 3)
    return Pour(np.array(halves), centres, turns, cubes, tray)


def _swept(
    rng: np.random.Generator, bodies: Sequence[Body], poses: list[Pose], tray: Tray, friction: float
) -> list[Pose]:
    """``poses`` after a push to a side; those before it where the heap would tremble for ever."""
    side = rng.uniform(0, 2 * np.pi)
    push = rng.uniform(15, 60) * np.array([np.cos(side), np.sin(side), 0.1])
    moved = [
        Body(body.half, pose.centre, pose.turn, body.kind, 1.0, push)
        for body, pose in zip(bodies, poses, strict=True)
    ]
    try:
        return settle(moved, tray, friction, PATIENCE_S)
    except NeverStill:
        return poses


def _bodies(
    rng: np.random.Generator, halves: Sequence[float], cubes: int, tray: Tray
) -> list[Body]:
    """Cubes in layers above a part of the tray, on their way down; dice above them."""
    inside = np.abs(tray.rim_at).max(0)[:2] - np.abs(tray.rim_half).min(0)[:2]
    edge = halves[0] * 2 if cubes else 1.0
    share = rng.uniform(0.15, 0.95, 2)
    room = np.maximum(inside * share - 0.9 * edge, 0.45 * edge * SPACE)
    across, along = (max(1, int(2 * side / (SPACE * edge))) for side in room)
    aside = (inside - 0.9 * edge - room).clip(0) * rng.uniform(-0.95, 0.95, 2)
    spots = [(i, j) for i in range(across) for j in range(along)]
    order = [
        (*spot, layer)
        for layer in range(cubes // len(spots) + 1)
        for spot in rng.permutation(spots).tolist()
    ]
    middle = np.array([across - 1, along - 1, 0]) / 2
    low = np.array([*aside, 1.2 + rng.uniform(0, 2)])
    bodies = []
    top = 0.0
    for half, place in zip(halves[:cubes], order, strict=False):
        at = (np.array(place) - middle) * SPACE * edge + low
        top = max(top, float(at[2]))
        speed = np.append(rng.normal(0, 4, 2), rng.normal(-4, 3))
        spin = rng.normal(0, 9, 3)
        bodies.append(Body(half, at, turn_of_chance(rng), CUBE, 1.0, speed, spin))
    for number, half in enumerate(halves[cubes:]):
        spot = rng.uniform(-0.7, 0.7, 2) * inside
        at = np.array([*spot, top + 2.0 + 2.0 * number])
        bodies.append(Body(half, at, turn_of_chance(rng), DIE, 1.0, rng.normal(0, 3, 3)))
    return bodies


def coloured(rng: np.random.Generator, poured: Pour, colours: Sequence[str]) -> list[Piece]:
    """The pieces of ``poured``: of cube number n the colour ``colours[n]``, one tone each."""
    tones = {name: paint(rng, name) for name in NAMES}
    rounding, gloss = rng.uniform(0.02, 0.16), rng.choice([0.0, rng.uniform(0, 0.12)])
    make = die_looks(rng)
    pieces = []
    places = zip(poured.halves.tolist(), poured.centres, poured.turns, strict=True)
    for number, (half, centre, turn) in enumerate(places):
        seed = float(rng.uniform(0, 90))
        if number >= poured.cubes:
            pieces.append(Piece(centre, half, turn, DIE, seed=seed, **make))
            continue
        body = np.clip(tones[colours[number]] * rng.normal(1, 0.05), 0, 1)
        pieces.append(
            Piece(centre, half, turn, CUBE, rounding, 1.8, seed, body, body, gloss=float(gloss))
        )
    return pieces


def floor(rng: np.random.Generator) -> NDArray[np.uint8]:
    """Felt of any colour, or pale wood, as a table top (512, 512, 3), RGB."""
    if rng.random() < 0.3:
        tone = np.array(colorsys.hsv_to_rgb(rng.uniform(0.07, 0.11), rng.uniform(0.2, 0.45), 1.0))
        tone = tone * rng.uniform(0.7, 0.95)
        grain = rng.normal(0, 1, (SIDE_PX, 8)).cumsum(1).astype(np.float32)
        lines = cv2.resize(grain, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_CUBIC)
        cloth = 1 + lines / np.abs(lines).max() * rng.uniform(0.03, 0.12)
    else:
        tone = np.array(colorsys.hsv_to_rgb(rng.random(), rng.random(), rng.uniform(0.08, 0.85)))
        if rng.random() < 0.3:
            tone[:] = rng.uniform(0.05, 0.9)
        fine = rng.normal(0, 1, (SIDE_PX, SIDE_PX)).astype(np.float32)
        cloth = 1 + cv2.GaussianBlur(fine, (0, 0), rng.uniform(0.7, 2.0)) * rng.uniform(0, 0.25)
    return np.asarray(np.clip(tone * 255 * cloth[..., None], 0, 255), np.uint8)


def tray_scene(
    rng: np.random.Generator,
    poured: Pour,
    pieces: list[Piece],
    size_px: tuple[int, int],
    tilt: float,
    *,
    whole: bool = True,
    tops: list[NDArray[np.uint8]] | None = None,
) -> Scene:
    """A scene of ``pieces`` with lamps, floor and camera of chance.

    Args:
        rng: decides looks and camera.
        poured: where they lie.
        pieces: those of ``coloured``.
        size_px: width and height of the picture.
        tilt: angle of the camera to the vertical, radians.
        whole: the picture shows the whole tray, rather than at least all cubes.
        tops: floors to choose from; None makes a new one.
    """
    rims = poured.tray
    top = float((rims.rim_at + rims.rim_half)[:, 2].max(initial=0.0))
    points = corners(pieces[: poured.cubes])
    if whole or not poured.cubes:
        wide, long = np.abs(rims.rim_at).max(0)[:2]
        points = np.array([(x, y, 0.0) for x in (-wide, wide) for y in (-long, long)])
    # A cube of 12 px at 416 px of width and more, where the whole tray allows it.
    edge = 2 * float(poured.halves[0]) if poured.cubes else CUBE_MM[0] * MM
    edges = (12.0 * size_px[0] / 416 / edge, 40.0 * size_px[0] / 416 / edge)
    view = aim(rng, points, size_px, tilt, top=top, edges_px=edges)
    return dressed(rng, Throw(pieces, 0, rims), view, tops or [floor(rng)])


def table_tops(rng: np.random.Generator, count: int) -> list[NDArray[np.uint8]]:
    """``count`` floors, a quarter of them tables of any kind."""
    return [table_top(rng) if rng.random() < 0.25 else floor(rng) for _ in range(count)]


def judge_cubes(
    scene: Scene, colours: Sequence[str], numbers: NDArray[np.uint8], size_px: tuple[int, int]
) -> list[SeenCube]:
    """What is true of the cubes of ``scene``, hidden ones among them.

    Args:
        scene: what is drawn; its first ``len(colours)`` pieces are the cubes.
        colours: of each cube.
        numbers: (H, W), piece + 1 or 0 for each px, as the renderer gives them, of any size.
        size_px: width and height of the picture that the truth speaks of.
    """
    scale = numbers.shape[1] / size_px[0]
    found = []
    for number, colour in enumerate(colours):
        piece = scene.pieces[number]
        outline = project(scene, corners([piece]), *size_px)
        face = project(scene, upper_face(piece), *size_px)
        edges = np.linalg.norm(np.roll(face, 1, 0) - face, axis=1)
        px = _own_px(numbers, number + 1, outline * scale)
        hull = cv2.convexHull(outline.astype(np.float32))
        # Rounded edges never fill the outline.
        shown = len(px) / max(float(cv2.contourArea(hull)) * scale**2 * 0.97, 1.0)
        middle = _middle_shown(px, face * scale) / scale if len(px) else face.mean(0)
        lowest = float(piece.centre[2] - piece.half * np.abs(piece.turn[2]).sum())
        found.append(
            SeenCube(
                number,
                colour,
                (float(middle[0]), float(middle[1])),
                float(edges.mean()),
                min(shown, 1.0),
                lowest / (2 * piece.half),
            )
        )
    return found


def _own_px(numbers: NDArray[np.uint8], own: int, outline: Array) -> NDArray[np.int64]:
    """Those px (N, 2), x and y, within the box around ``outline`` that bear the number ``own``."""
    low = np.clip(np.floor(outline.min(0)).astype(int) - 1, 0, None)
    high = np.clip(np.ceil(outline.max(0)).astype(int) + 2, 0, None)
    ys, xs = np.nonzero(numbers[low[1] : high[1], low[0] : high[0]] == own)
    return np.asarray(np.stack([xs, ys], 1) + low, np.int64)


def _middle_shown(px: NDArray[np.int64], face: Array) -> Array:
    """Middle of those of ``px`` (N, 2) that lie in ``face`` (4, 2), or else of all."""
    low = px.min(0)
    size = px.max(0) - low + 1
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(face - low).astype(np.int32), 1)
    inside = mask[px[:, 1] - low[1], px[:, 0] - low[0]] > 0
    part = (
        px[inside] if inside.sum() > 0.06 * float(cv2.contourArea(face.astype(np.float32))) else px
    )
    return np.asarray(part.mean(0) + 0.5, float)

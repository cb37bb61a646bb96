"""Reads the upper faces of dice: found as places, read as cut-outs, doubted where views differ."""

from __future__ import annotations

import math
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart_vision.chances import from_log_odds, log_odds
from turmwart_vision.cutouts import NO_FACE, cut, read_faces, settle, upon_others
from turmwart_vision.finder import WORK_PX, Spot, apart, find, find_mirrored
from turmwart_vision.pictures import Image

Array = NDArray[np.float64]

HEAT, FACE, TOLD, VALUE, ODD, OFFSET = 1.33, 0.23, 0.65, 0.14, -4.53, -0.84
"""How the finder's heat, the nearer look, what the reader can tell, how certain it is of a value
and an odd size make the chance that a place is a die's, in log odds; fitted by ``weigh.py``."""
HELD_BACK = 1e-3
"""No network is believed more than this near to certainty."""
READABLE = 0.8
"""Places with a value of this chance tell what size is usual: dice of one roll are alike."""
ODDEST = 0.7
"""Sizes that differ by more than this, in the logarithm, are as odd as each other."""
TAKEN = 0.5
"""A place is a die's from this chance on."""
LIKELY, LEGIBLE = 0.93, 0.7
"""Where no place is a die's with this chance, or none has a value that is likelier than that, if it
can be told at all, no die is named: keys, knots and tufts may look like dice, but seldom much."""
SHARPER = 1.6
"""The reader is taught never to be quite certain of a value: by so much its log odds are more."""
SURE = 0.93
"""Chance that all dice are right, and no other is there, from which a picture is vouched for."""
NEAR_PX, ROOM, FACE_SEEN, WORTH = 14.0, 8.0, 0.5, 0.7
"""Faces with a smaller edge than this, in what the finder looks at, ask for a nearer look at them
and what lies within so many edges; by faces that are there with this chance, and where that is no
larger a share of the picture's longer side."""
PASSED_OVER, STRANGE = 0.2, 0.1
"""Heat by the second finder, and chance of being a face, from which a place that the first passed
over is looked at."""
FAINT = 0.02
"""Chance of being a die's from which such a place, when it is not taken for one, leaves a doubt."""
BESIDE, STACKED = 1.3, 0.75
"""Edges between two faces: side by side, and nearer than two dice can lie."""
UPON = 0.88
"""From so much on a die is said to lie upon another."""
CUT = 0.42
"""A face whose middle is nearer to the picture's edge, in its own edges, is cut off."""
UNCLEAR = 0.5
"""Chance of "cannot be told" from which a die does not lie flat, or is hidden."""
SMALL_PX = 10.0
"""An edge below this shows too little of the pips."""
DARK, BRIGHT = 25.0, 253.0
"""Grey levels, of 255: bright parts below and dark parts above these are badly exposed."""
UNSHARP, FLAT = 0.07, 20.0
"""Share of fine detail below which a doubtful die is unsharp; variance of a plain face."""
# Sides of dice in mm, from the smallest travel dice to jumbo ones.
SIDE_MIN_MM, SIDE_MAX_MM = 4.0, 60.0


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A die as read.

    Attributes:
        value: 1..6.
        centre_px: (2,) float64, middle of the upper face.
        side_px: mean edge of the upper face.
        doubt: 0 (sure) to 1.
        reasons: codes of what speaks against it.
    """

    value: int
    centre_px: Array
    side_px: float
    doubt: float
    reasons: tuple[str, ...]


def read(frame: Image, mm_per_px: float | None) -> tuple[list[Found], tuple[str, ...]]:
    """Read all dice of a picture.

    Args:
        frame: (H, W, 3) uint8, BGR.
        mm_per_px: scale, where it is known, > 0.

    Returns:
        The dice from left to right, and why the picture is not vouched for (empty: it is).
    """
    with ThreadPoolExecutor(1) as beside:  # networks leave a second core idle half of the time
        mirrored = beside.submit(find_mirrored, frame)
        return _read(frame, mm_per_px, mirrored)


def _read(
    frame: Image, mm_per_px: float | None, mirrored: Future[list[Spot]]
) -> tuple[list[Found], tuple[str, ...]]:
    spots = [s for s in _settled(frame, find(frame)) if _of_die_size(s.side_px, mm_per_px)]
    spots += [s for s in _nearer(frame, spots) if _of_die_size(s.side_px, mm_per_px)]
    looks, alone = read_faces(frame, _places(spots))
    chances = _chances(spots, looks)
    seen = [spot for spot, chance in zip(spots, chances, strict=True) if chance >= TAKEN]
    lost = [
        spot
        for spot in _lost(frame, seen, mirrored.result())
        if _of_die_size(spot.side_px, mm_per_px)
    ]
    if lost:
        spots += lost
        more, more_alone = read_faces(frame, _places(lost))
        looks, alone = np.concatenate([looks, more]), np.concatenate([alone, more_alone])
        chances = _chances(spots, looks)
    taken = chances >= TAKEN
    kept = [spot for spot, is_die in zip(spots, taken, strict=True) if is_die]
    dice = [
        _judged(spot, (look, own), chance, kept, (frame.shape[1], frame.shape[0]))
        for spot, look, own, chance in zip(spots, looks, alone, chances.tolist(), strict=True)
        if chance >= TAKEN
    ]
    dice = [
        _stacked(die) if upon > UPON else die
        for die, upon in zip(dice, upon_others(frame, _places(kept)).tolist(), strict=True)
    ]
    dice.sort(key=lambda die: (die.centre_px[0], die.centre_px[1]))
    reasons = [reason for die in dice for reason in die.reasons]
    reasons += _of_the_whole(frame)
    # That every die is right, and that what was left out is none.
    right = math.prod(1 - die.doubt for die in dice)
    none_left = float(np.prod(1 - chances[~taken]))
    if ((chances >= FAINT) & ~taken)[len(taken) - len(lost) :].any():
        reasons.append("faint")
    elif right * none_left < SURE:
        doubtful = max(dice, key=lambda die: die.doubt, default=None)
        blurred = doubtful is not None and _sharpness(frame, doubtful) < UNSHARP
        reasons.append("faint" if none_left < right else "unsharp" if blurred else "doubtful")
    if dice and not (chances.max() >= LIKELY and _legible(looks[taken])):
        dice = []
        reasons = ["faint" if each == "doubtful" else each for each in (*reasons, "faint")]
    return dice, tuple(dict.fromkeys(reasons))


def _legible(looks: Array) -> bool:
    """Whether any of what is taken for dice, ``looks`` (N, 7), can be read, or is a die aslant."""
    values = looks[:, 1:]
    told = values.max(1) >= LEGIBLE * values.sum(1)
    return bool((told | (looks[:, 0] > UNCLEAR)).any())


def _nearer(frame: Image, spots: list[Spot]) -> list[Spot]:
    """What the finder sees beside ``spots`` where it looks nearer, because faces are small."""
    faces = [spot for spot in spots if spot.face > FACE_SEEN]
    height, width = frame.shape[:2]
    edge = float(np.median([spot.side_px for spot in faces])) if faces else math.inf
    if edge * WORK_PX > NEAR_PX * max(height, width):
        return []
    middles = np.array([spot.centre_px for spot in faces])
    corner = np.maximum(middles.min(0) - ROOM * edge, 0).astype(int)
    right, below = np.minimum(middles.max(0) + ROOM * edge + 1, (width, height)).astype(int)
    part = np.ascontiguousarray(frame[corner[1] : below, corner[0] : right])
    if max(part.shape[:2]) > WORTH * max(height, width):
        return []
    found = [replace(spot, centre_px=spot.centre_px + corner) for spot in find(part)]
    return apart(_settled(frame, found), spots)


def _lost(frame: Image, dice: list[Spot], mirrored: list[Spot]) -> list[Spot]:
    """What the finder passed over and the second one sees, beside the ``dice``."""
    if not dice:
        return []
    seen = apart([spot for spot in mirrored if spot.heat >= PASSED_OVER], dice)
    return apart([spot for spot in _settled(frame, seen) if spot.face > STRANGE], dice)


def _of_die_size(side_px: float, mm_per_px: float | None) -> bool:
    return mm_per_px is None or SIDE_MIN_MM < side_px * mm_per_px < SIDE_MAX_MM


def _settled(frame: Image, spots: list[Spot]) -> list[Spot]:
    """Places and edges as a nearer look gives them; two that come to lie on one face are one."""
    rows = settle(frame, _places(spots)).tolist()
    return apart(
        [
            replace(spot, centre_px=np.array([x, y]), side_px=side, face=face)
            for spot, (x, y, side, face) in zip(spots, rows, strict=True)
            if face > NO_FACE
        ]
    )


def _places(spots: list[Spot]) -> list[tuple[float, float, float]]:
    return [(float(s.centre_px[0]), float(s.centre_px[1]), s.side_px) for s in spots]


def _chances(spots: list[Spot], looks: Array) -> Array:
    """The chance that each place is a die's, (N,) float64."""
    if not spots:
        return np.zeros(0)
    weights = np.array([HEAT, FACE, TOLD, VALUE, ODD, OFFSET])
    return from_log_odds(words(spots, looks) @ weights)


def words(spots: list[Spot], looks: Array) -> Array:
    """What speaks for each place, (N, 6): the last is 1. ``looks`` (N, 7) are the reader's."""
    heat, face = np.array([(spot.heat, spot.face) for spot in spots]).T
    clear = looks[:, 1:].max(1)
    said = [log_odds(one, HELD_BACK) for one in (heat, face, 1 - looks[:, 0], clear)]
    sides = np.log([spot.side_px for spot in spots])
    usual = np.median(sides[clear >= min(READABLE, float(clear.max()))])
    odd = np.minimum(np.abs(sides - usual), ODDEST)
    return np.stack([*said, odd, np.ones(len(spots))], 1)


def sharpened(chances: Array) -> Array:
    """``chances`` as the reader would say them if it were not taught to hold back; any shape."""
    return from_log_odds(SHARPER * log_odds(chances, HELD_BACK))


def _judged(
    spot: Spot,
    looks: tuple[Array, Array],
    chance: float,
    dice: list[Spot],
    size_px: tuple[int, int],
) -> Found:
    """The value of a die and what speaks against it, among all places that are ``dice``.

    Its value must be certain both with its pips heard and without: ``looks``.
    """
    look, alone = looks
    value = int(np.argmax(look[1:])) + 1
    nearest = min((_away(spot, other) for other in dice if other is not spot), default=9.0)
    reasons = []
    if nearest < STACKED:
        reasons.append("stacked")
    if look[0] > UNCLEAR:
        reasons.append("covered" if nearest < BESIDE else "cocked")
    if (spot.centre_px < CUT * spot.side_px).any() or (
        spot.centre_px > np.array(size_px) - CUT * spot.side_px
    ).any():
        reasons.append("cut")
    if spot.side_px < SMALL_PX:
        reasons.append("small")
    right = chance * float(sharpened(np.minimum(look[value], alone[value])))
    return Found(value, spot.centre_px, spot.side_px, 1 - right, tuple(reasons))


def _stacked(die: Found) -> Found:
    return replace(die, reasons=tuple(dict.fromkeys((*die.reasons, "stacked"))))


def _away(one: Spot, other: Spot) -> float:
    """How far two faces are apart, in edges of the smaller."""
    gap = float(np.hypot(*(one.centre_px - other.centre_px)))
    return gap / min(one.side_px, other.side_px)


def _sharpness(frame: Image, die: Found) -> float:
    """Share of fine detail in the cut-out of a die: 0.1 and more in a sharp picture."""
    part = cut(frame, float(die.centre_px[0]), float(die.centre_px[1]), die.side_px)
    grey = np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.float32)
    fine = np.asarray(cv2.Laplacian(grey, cv2.CV_32F), np.float32)
    return float(fine.var() / (grey.var() + FLAT))


def _of_the_whole(frame: Image) -> list[str]:
    """What speaks against the picture as a whole."""
    grey = frame[::7, ::7].max(2)
    if float(np.percentile(grey, 98)) < DARK:
        return ["dark"]
    return ["bright"] if float(np.percentile(grey, 20)) > BRIGHT else []

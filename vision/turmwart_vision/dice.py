"""Reads the upper faces of dice: found as places, read as cut-outs, doubted where views differ."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from turmwart_vision.cutouts import cut, read_faces
from turmwart_vision.finder import Spot, find
from turmwart_vision.pictures import Image
from turmwart_vision.strangers import strangers

Array = NDArray[np.float64]

TAKEN, SHARE = 0.32, 0.4
"""A place is a die's from this score on, and from this share of the picture's best."""
FAINT = 0.55
"""A place with more than this share of the score that would do makes the picture doubtful."""
ODD_SIZE, ODD_COST = 1.8, 0.6
"""Dice of one roll are alike: a place so many times larger or smaller scores less."""
HOT, OWN = 0.5, 0.25
"""Places with this share of the best heat tell the usual edge; how much of its own a face keeps."""
STRONG = 0.75
"""Places with this share of the best score tell what size is usual."""
BESIDE, STACKED = 1.3, 0.75
"""Edges between two faces: side by side, and nearer than two dice can lie."""
CUT = 0.42
"""A face whose middle is nearer to the picture's edge, in its own edges, is cut off."""
UNCLEAR = 0.5
"""Chance of "cannot be told" from which a die does not lie flat, or is hidden."""
SURE_DOUBT = 0.3
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
    spots = [spot for spot in find(frame) if _of_die_size(spot.side_px, mm_per_px)]
    sides = _shared(spots)
    places = [(*s.centre_px.tolist(), side) for s, side in zip(spots, sides, strict=True)]
    looks = read_faces(frame, places)
    scores = _scores(spots, looks)
    enough = max(TAKEN, SHARE * float(scores.max(initial=0.0)))
    taken = scores >= enough
    kept = [spot for spot, is_die in zip(spots, taken, strict=True) if is_die]
    dice = [
        _judged(spot, chances, kept, (frame.shape[1], frame.shape[0]))
        for spot, chances, is_die in zip(spots, looks, taken, strict=True)
        if is_die
    ]
    dice.sort(key=lambda die: (die.centre_px[0], die.centre_px[1]))
    reasons = [reason for die in dice for reason in die.reasons]
    reasons += _of_the_whole(frame)
    if bool((~taken & (scores >= FAINT * enough)).any()) or _is_more_there(frame, dice):
        reasons.append("faint")
    doubtful = [die for die in dice if die.doubt > SURE_DOUBT]
    if doubtful:
        blurred = min(_sharpness(frame, die) for die in doubtful) < UNSHARP
        reasons.append("unsharp" if blurred else "doubtful")
    return dice, tuple(dict.fromkeys(reasons))


def _is_more_there(frame: Image, dice: list[Found]) -> bool:
    if not dice:
        return False
    edge = float(np.median([die.side_px for die in dice]))
    return strangers(frame, np.array([die.centre_px for die in dice]), edge) > 0


def _of_die_size(side_px: float, mm_per_px: float | None) -> bool:
    return mm_per_px is None or SIDE_MIN_MM < side_px * mm_per_px < SIDE_MAX_MM


def _shared(spots: list[Spot]) -> list[float]:
    """Edges, px, to cut faces out by: a roll's dice are alike, the finder's edges stray more."""
    if not spots:
        return []
    heat = np.array([spot.heat for spot in spots])
    edges = np.array([spot.side_px for spot in spots])
    hot = heat > HOT * heat.max()
    order = np.argsort(edges[hot])
    weight = np.cumsum(heat[hot][order])
    usual = float(edges[hot][order][np.searchsorted(weight, weight[-1] / 2)])
    alike = np.abs(np.log(edges / usual)) < np.log(ODD_SIZE)
    sides: list[float] = np.where(alike, usual * (edges / usual) ** OWN, edges).tolist()
    return sides


def _scores(spots: list[Spot], looks: NDArray[np.float32]) -> Array:
    """How much each place is a die's, (N,) float64 in 0..1."""
    if not spots:
        return np.zeros(0)
    told = 1 - looks[:, :, 0].mean(1).astype(np.float64)
    scores = np.array([spot.heat for spot in spots]) * np.sqrt(told)
    sides = np.log([spot.side_px for spot in spots])
    strong = scores >= STRONG * scores.max()
    usual = np.average(sides[strong], weights=scores[strong])
    odd: Array = np.where(np.abs(sides - usual) > np.log(ODD_SIZE), ODD_COST, 1.0)
    scored: Array = scores * odd
    return scored


def _judged(
    spot: Spot, looks: NDArray[np.float32], dice: list[Spot], size_px: tuple[int, int]
) -> Found:
    """The value of a die and what speaks against it, among all places that are ``dice``."""
    mean = looks.mean(0).astype(np.float64)
    joint = mean[1:] * np.sqrt(np.maximum(spot.values[1:], 1e-6))
    value = int(np.argmax(joint)) + 1
    nearest = min((_away(spot, other) for other in dice if other is not spot), default=9.0)
    reasons = []
    if nearest < STACKED:
        reasons.append("stacked")
    if mean[0] > UNCLEAR:
        reasons.append("covered" if nearest < BESIDE else "cocked")
    if (spot.centre_px < CUT * spot.side_px).any() or (
        spot.centre_px > np.array(size_px) - CUT * spot.side_px
    ).any():
        reasons.append("cut")
    if spot.side_px < SMALL_PX:
        reasons.append("small")
    doubt = max(1 - float(mean[value]), 1 - float(joint[value - 1] / joint.sum()), 0.9 - spot.heat)
    return Found(value, spot.centre_px, spot.side_px, float(np.clip(doubt, 0, 1)), tuple(reasons))


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

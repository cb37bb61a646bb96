"""Counts cubes by colour: which places are cubes, of which colour, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turmwart_vision.cube_judge import judged
from turmwart_vision.cube_places import Places, find_cubes
from turmwart_vision.palette import COLOURS, WHITE, CubePalette, features, unlikelihood
from turmwart_vision.pictures import Image

Array = NDArray[np.float64]

EDGE_MM = (5.0, 15.0)
"""Edges of faces as the camera may show cubes of 8 to 10 mm, at a slant or near the lens."""
NET, SHIPPED, LEARNT = 1.0, 0.12, 1.2
"""Weights of the network's opinion of a colour, and of a palette, shipped or learnt."""
FREEDOM = 4.0
"""Of a learnt palette: half hidden cubes show shadow and others' paint, far from their own."""
LIGHT_SPREAD, LEARNT_LIGHT_SPREAD = (0.6, 0.2, 0.2), (0.25, 0.08, 0.08)
"""How far the light may differ from the palette's, as standard deviations of the features."""
LEAST = 0.003
"""The network is never believed that a colour is less likely than this."""
ROUNDS, TELLING = 4, 4.0
"""So often the light is told anew, and so many cubes tell all of it that they can."""
ALIKE = np.array([0.33, 0.085, 0.085])
"""How far the features of cubes of one paint differ in one picture."""
FOREIGN = 0.02
"""A cube of which the network gives all colours of the palette together less than this is none."""
TALL = 0.3
"""Edges above the floor from which a cube may hide another."""
HIDES = 0.1
"""How likely a cube lies unseen below one that is raised, measured on piles that fell."""
CROWD, UNSEEN = 12, 0.002
"""Of cubes beyond so many, how often one lies where nothing of it is found, measured alike."""
LEAST_CHANCE = 0.0005
"""Counts less likely than this are not named."""
TAKEN, CLEAR = 0.5, 0.9
"""Chances from which a place counts as a cube, and from which a palette may learn from it."""
SURE = 0.99
"""Chance that every count is right from which a picture is vouched for."""
WARM, COOL = 0.6, 0.25
"""Heat that every cube has and nothing else, where the finder by itself tells them apart: where it
does not, what the judge makes of it is not vouched for, as it learnt on drawn pictures alone."""
CUT = 0.45
SMALL_PX = 9.0
LIKELY_OTHER = 0.06
"""Chance of another count from which its reason is named."""
DARK, BRIGHT = 25.0, 253.0
"""Grey levels, of 255: bright parts below and dark parts above these are badly exposed."""


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """What a picture shows.

    Attributes:
        places: the cubes, from left to right.
        colours: (N,) numbers of their colours in the palette.
        doubt: (N,) from 0 (sure) to 1, of place and colour together.
        spread: (colours of the palette, M), the chances of 0, 1, 2... cubes.
        colour_reasons: for each colour what speaks against its count.
        reasons: what speaks against the picture, all of these among them.
        right: chance that every count is right.
    """

    places: Places
    colours: NDArray[np.intp]
    doubt: Array
    spread: Array
    colour_reasons: tuple[tuple[str, ...], ...]
    reasons: tuple[str, ...]
    right: float


def count(
    frame: Image,
    palette: CubePalette,
    mm_per_px: float | None,
    white_bgr: Sequence[float] | None,
) -> Counted:
    """Count the cubes of a picture.

    Args:
        frame: (H, W, 3) uint8, BGR.
        palette: the colours there may be.
        mm_per_px: scale, where it is known, > 0.
        white_bgr: what white gives in this light, where it is known.
    """
    places = find_cubes(frame, mm_per_px)
    found = _there(frame, places, mm_per_px)
    alike = bool(
        (places.heat[found > TAKEN] < WARM).any() or (places.heat[found <= TAKEN] > COOL).any()
    )
    places, found = places.taken(found > 0.01), found[found > 0.01]
    kinds = [COLOURS.index(name) for name in palette.names]
    known = places.chances[:, kinds].sum(1)
    foreign = known < FOREIGN
    strangers = bool((foreign & (found > TAKEN)).any())
    places, found = places.taken(~foreign), found[~foreign]
    chances = colour_chances(places, found, palette, white_bgr)
    best = chances.argmax(1) if len(places) else np.zeros(0, np.intp)
    top = chances[np.arange(len(best)), best]
    taken = found > TAKEN
    raised = taken & (places.raised > TALL)
    over = int(raised.sum())
    shares = chances[taken].sum(0) / max(float(chances[taken].sum()), 1e-9)
    unseen = UNSEEN * max(0, int(taken.sum()) - CROWD)
    hidden = [HIDES * shares] * over + [unseen * shares] * (unseen > 0)
    spread = _spread(np.vstack([found[:, None] * chances, *hidden]))
    right = float(np.prod(np.where(taken, found * top, 1 - found)))
    right *= (1 - HIDES) ** over * (1 - unseen)
    cubes, size = places.taken(taken), (frame.shape[1], frame.shape[0])
    own = [
        _reasons_of_colour(found * chances[:, n], taken & (best == n), raised & (best == n))
        for n in range(len(kinds))
    ]
    reasons = [reason for each in own for reason in each] + _of_the_whole(frame)
    if strangers:
        reasons.append("foreign")
    reasons += _at_the_edge(cubes, size)
    if (right < SURE or alike) and not reasons:
        reasons.append("doubtful")
    order = np.lexsort((cubes.centres_px[:, 1], cubes.centres_px[:, 0]))
    return Counted(
        cubes.taken(order),
        best[taken][order],
        np.clip(1 - (found * top)[taken][order], 0, 1),
        spread,
        tuple(own),
        tuple(dict.fromkeys(reasons)),
        right,
    )


def clear_colours(frame: Image, mm_per_px: float | None) -> Array:
    """Colours (N, 3), BGR 0..255, of the places of which there is hardly a doubt."""
    places = find_cubes(frame, mm_per_px)
    return places.colours_bgr[_there(frame, places, mm_per_px) > CLEAR]


def colour_chances(
    places: Places, there: Array, palette: CubePalette, white_bgr: Sequence[float] | None
) -> Array:
    """How likely each place has each colour of the palette, (N, colours) float64, rows sum to 1.

    The light is told by the cubes themselves: by what shift of all features they suit the palette
    best, as far as white is not known.
    """
    tones, net = palette.tones, places.chances[:, [COLOURS.index(n) for n in palette.names]]
    # Colours learnt without white suit the light they were learnt in, and no other white.
    alone = palette.learnt and palette.white is None
    white = WHITE if alone else (white_bgr or palette.white or WHITE)
    seen = features(places.colours_bgr, white)
    means = np.array([tone.means for tone in tones])
    tight = 1 / np.square([tone.spread for tone in tones])
    loose = LEARNT_LIGHT_SPREAD if palette.learnt else LIGHT_SPREAD
    weight = LEARNT if palette.learnt else SHIPPED
    freedom = FREEDOM if palette.learnt else None
    shift = np.zeros(3)
    said = NET * np.log(net + LEAST)
    chances = _softmax(said - weight * unlikelihood(seen, tones, freedom))
    for _ in range(ROUNDS):
        pull = (there[:, None] * chances)[:, :, None] * tight[None]
        away = seen[:, None] - means[None]
        # Forty of one colour tell no more of the light than a few.
        total = pull.sum((0, 1))
        part = np.minimum(1.0, TELLING * tight.mean(0) / np.maximum(total, 1e-9))
        shift = part * (pull * away).sum((0, 1)) / (part * total + 1 / np.square(loose))
        chances = _softmax(said - weight * unlikelihood(seen - shift, tones, freedom))
    return _alike(chances, seen)


def _alike(chances: Array, seen: Array) -> Array:
    """``chances`` (N, colours) where cubes that look alike, by ``seen`` (N, 3), have one opinion.

    A table's cubes of one colour bear one paint; what a shadow or a grain does to one of them, the
    others outvote.
    """
    if not len(seen):
        return chances
    away = (seen[:, None] - seen[None]) / ALIKE
    weights = np.exp(-0.5 * (away**2).sum(2))
    return _softmax(weights @ np.log(chances + 1e-6) / weights.sum(1, keepdims=True))


def _there(frame: Image, places: Places, mm_per_px: float | None) -> Array:
    """How likely each place is a cube, (N,) in 0..1."""
    chances = judged(frame, places)
    if mm_per_px is None:
        return chances
    edges = places.sides_px * mm_per_px
    return np.where((edges < EDGE_MM[0]) | (edges > EDGE_MM[1]), 0.0, chances)


def _spread(chances: Array) -> Array:
    """How likely 0, 1, 2... of independent things are of each colour.

    Args:
        chances: (N, colours), that a thing is there and of that colour.

    Returns:
        (colours, N + 1), each row sums to 1.
    """
    spread = np.zeros((chances.shape[1], len(chances) + 1))
    spread[:, 0] = 1
    for row in np.clip(chances, 0, 1):
        more = spread[:, :-1] * row[:, None]
        spread *= 1 - row[:, None]
        spread[:, 1:] += more
    return spread


def _reasons_of_colour(
    chances: Array, own: NDArray[np.bool_], raised: NDArray[np.bool_]
) -> tuple[str, ...]:
    """What speaks against the count of one colour.

    Args:
        chances: (N,) that each place is a cube of this colour.
        own: (N,) which are counted as such.
        raised: (N,) which of these lie upon others.
    """
    reasons = []
    if bool((~own & (chances > LIKELY_OTHER)).any()):
        reasons.append("more")
    if bool((own & (chances < 1 - LIKELY_OTHER)).any()):
        reasons.append("fewer")
    if raised.any():
        reasons.append("hidden")
    return tuple(reasons)


def _at_the_edge(cubes: Places, size_px: tuple[int, int]) -> list[str]:
    """``cut`` and ``small``, where they hold for any cube."""
    room = CUT * cubes.sides_px[:, None]
    cut = (cubes.centres_px < room).any() or (cubes.centres_px > np.array(size_px) - room).any()
    small = bool((cubes.sides_px < SMALL_PX).any())
    return [name for name, holds in (("cut", bool(cut)), ("small", small)) if holds]


def _of_the_whole(frame: Image) -> list[str]:
    """What speaks against the picture as a whole."""
    grey = frame[::7, ::7].max(2)
    if float(np.percentile(grey, 98)) < DARK:
        return ["dark"]
    return ["bright"] if float(np.percentile(grey, 20)) > BRIGHT else []


def _softmax(logits: Array) -> Array:
    if not logits.size:
        return logits
    grown = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(grown / grown.sum(1, keepdims=True))

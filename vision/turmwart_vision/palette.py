"""Colours of cubes: how they look, how well one is told from another, learnt from pictures.

A colour is seen as three features of linear light, each channel as a share of what white gives:
the natural logarithm of the brightness, and those of red to green and of blue to green. Shadow
changes the first much and the others little.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from turmwart_vision.errors import VisionError

Array = NDArray[np.float64]

COLOURS = (
    *("red", "orange", "yellow", "green", "blue", "purple"),
    *("black", "grey", "white", "brown", "natural"),
)
"""Every colour a cube may have, in the order of the network's answers."""
FORMAT = 1
DARK = 0.012
"""Share of white added to each channel: what is nearly black has no hue."""
LEAST_SPREAD = (0.25, 0.09, 0.09)
"""A few cubes of a colour never show all that light and shadow do to it."""
WIDE = 1.4
"""Learnt spreads are widened by this: other places of the tray are lit otherwise."""
TOO_CLOSE = 2.4
"""Pooled spreads between two colours below which about one cube in nine would be taken wrongly."""
WHITE = (255.0, 255.0, 255.0)
"""White of a picture of which nothing else is known, BGR."""


@dataclass(frozen=True, slots=True)
class Tone:
    """What one colour looks like: means and standard deviations of the three features."""

    name: str
    means: tuple[float, float, float]
    spread: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class CubePalette:
    """The colours that cubes may have.

    Attributes:
        tones: one for each colour, in the order of ``COLOURS``.
        white: what white gave where the palette was learnt, BGR 1..255; None: nobody knows.
        learnt: from a table's own cubes, rather than shipped.
    """

    tones: tuple[Tone, ...]
    white: tuple[float, float, float] | None = None
    learnt: bool = False

    def __post_init__(self) -> None:
        names = [tone.name for tone in self.tones]
        strange = [name for name in names if name not in COLOURS]
        if strange or not names or len(set(names)) < len(names):
            known = ", ".join(COLOURS)
            raise ValueError(f"a palette holds some of {known}, each once; got {', '.join(names)}")

    @property
    def names(self) -> tuple[str, ...]:
        """Its colours."""
        return tuple(tone.name for tone in self.tones)

    def only(self, names: Collection[str]) -> CubePalette:
        """The same with the colours ``names`` alone.

        Raises:
            ValueError: one of them is not in this palette.
        """
        lacking = sorted(set(names) - set(self.names))
        if lacking:
            raise ValueError(f"{', '.join(lacking)} not in this palette: {', '.join(self.names)}")
        kept = tuple(tone for tone in self.tones if tone.name in names)
        return CubePalette(kept, self.white, self.learnt)


def features(colours_bgr: Array, white_bgr: Sequence[float] = WHITE) -> Array:
    """The features (N, 3) of ``colours_bgr`` (N, 3), sRGB 0..255, under a light that makes white
    look like ``white_bgr``."""
    linear = _linear(colours_bgr) / np.maximum(_linear(np.array([white_bgr], float)), 1e-3) + DARK
    blue, green, red = linear.T
    bright = 0.114 * blue + 0.587 * green + 0.299 * red
    return np.stack([np.log(bright), np.log(red / green), np.log(blue / green)], 1)


def unlikelihood(seen: Array, tones: Sequence[Tone], freedom: float | None = None) -> Array:
    """Minus the logarithm of the density, but for a constant: (N, len(tones)) of (N, 3).

    Args:
        seen: features.
        tones: the colours that may be.
        freedom: None: what is far from all is told by the nearest without a doubt (normal); else
            the fewer degrees of freedom, the less it is told (Student's t, of all three together).
    """
    means = np.array([tone.means for tone in tones])
    spread = np.array([tone.spread for tone in tones])
    away = np.square((seen[:, None] - means[None]) / spread[None]).sum(2)
    far = away / 2
    if freedom is not None:
        far = (freedom + 3) / 2 * np.log1p(away / freedom)
    return np.asarray(far + np.log(spread).sum(1)[None])


@cache
def default_palette() -> CubePalette:
    """The palette that is shipped: all colours."""
    text = files("turmwart_vision").joinpath("palette.toml").read_text("utf-8")
    tones = []
    for row in tomllib.loads(text)["tone"]:
        means = features(np.array([row["colour"][::-1]], float))[0].tolist()
        tones.append(Tone(row["name"], tuple(means), tuple(row["spread"])))
    return CubePalette(tuple(tones))


def learn_palette(
    samples: Mapping[str, Sequence[Array] | Array],
    white_bgr: tuple[float, float, float] | None,
) -> CubePalette:
    """A palette of a table's own cubes.

    Args:
        samples: colour -> arrays (N, 3), BGR 0..255, one row a cube, all under one light.
        white_bgr: what white gives under that light; None: nobody knows.

    Raises:
        ValueError: no colour at all, one that is none of ``COLOURS``, or one without samples.
    """
    tones = []
    for name in sorted(samples, key=lambda n: COLOURS.index(n) if n in COLOURS else 99):
        seen = np.vstack([np.zeros((0, 3)), *samples[name]])
        if not len(seen):
            raise ValueError(f"no cube of the colour {name}")
        own = features(seen, white_bgr or WHITE)
        spread = np.hypot(own.std(0) * WIDE, LEAST_SPREAD)
        tones.append(Tone(name, _triple(np.median(own, 0)), _triple(spread)))
    return CubePalette(tuple(tones), white_bgr, learnt=True)


def too_close(palette: CubePalette) -> tuple[tuple[str, str, float], ...]:
    """Pairs of colours that are hard to tell in the light they were learnt in, worst first.

    Returns:
        Both names, and how many spreads lie between them, below ``TOO_CLOSE``.
    """
    found = []
    for one, other in combinations(palette.tones, 2):
        pooled = np.sqrt((np.square(one.spread) + np.square(other.spread)) / 2)
        apart = float(np.linalg.norm((np.array(one.means) - other.means) / pooled))
        if apart < TOO_CLOSE:
            found.append((one.name, other.name, apart))
    return tuple(sorted(found, key=lambda pair: pair[2]))


def palette_text(palette: CubePalette) -> str:
    """A palette as TOML."""
    lines = [f"format = {FORMAT}", f"learnt = {'true' if palette.learnt else 'false'}"]
    if palette.white is not None:
        lines.append(f"white = {_list(palette.white)}")
    for tone in palette.tones:
        lines += ["", "[[tone]]", f'name = "{tone.name}"']
        lines += [f"means = {_list(tone.means)}", f"spread = {_list(tone.spread)}"]
    return "\n".join(lines) + "\n"


def load_palette(path: str | Path) -> CubePalette:
    """Read what ``palette_text`` wrote.

    Raises:
        VisionError: ``not_found``, or ``bad_palette`` with the reason.
    """
    name = str(path)
    try:
        plain = tomllib.loads(Path(path).read_bytes().decode("utf-8"))
        if plain["format"] != FORMAT:
            raise ValueError(f"format {plain['format']} is not {FORMAT}")
        tones = tuple(
            Tone(str(row["name"]), _three(row["means"]), _three(row["spread"], least=1e-3))
            for row in plain["tone"]
        )
        white = _three(plain["white"], least=1.0) if "white" in plain else None
        return CubePalette(tones, white, bool(plain["learnt"]))
    except (FileNotFoundError, NotADirectoryError):
        raise VisionError("not_found", path=name) from None
    except KeyError as error:
        raise VisionError("bad_palette", path=name, reason=f"{error} is missing") from None
    except (OSError, ValueError, TypeError, OverflowError) as error:
        raise VisionError("bad_palette", path=name, reason=str(error)) from None


def _linear(colours: Array) -> Array:
    return np.asarray(np.power(np.clip(colours / 255, 0, 1), 2.2))


def _triple(values: Array) -> tuple[float, float, float]:
    a, b, c = (round(float(value), 4) for value in values)
    return a, b, c


def _three(values: Sequence[float], least: float = -np.inf) -> tuple[float, float, float]:
    """Three finite numbers of at least ``least``.

    Raises:
        ValueError: they are not.
    """
    numbers = np.array(values, float)
    if numbers.shape != (3,) or not np.isfinite(numbers).all() or (numbers < least).any():
        raise ValueError(f"three numbers are expected, got {values}")
    return _triple(numbers)


def _list(values: Sequence[float]) -> str:
    return "[" + ", ".join(f"{value:.4f}" for value in values) + "]"

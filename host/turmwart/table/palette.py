"""The colours the sensor knows."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from importlib.resources import files

from turmwart.tower.colour import Palette, palette_of

PaletteAt = Callable[[int], Palette]
"""Lane -> what the cubes look like to its sensor; the same answer each time."""


@cache
def default_palette() -> Palette:
    """The palette shipped with the program, measured with the sensor's own lamp."""
    text = files("turmwart.tower").joinpath("palette.toml").read_text("utf-8")
    return palette_of(tomllib.loads(text))


def for_colours(palette: Palette, colours: set[str]) -> Palette:
    """The part of ``palette`` that a game's cubes can have; all of it if none fits."""
    return tuple(row for row in palette if row.colour in colours) or palette


def by_lane(palette: Palette | PaletteAt) -> PaletteAt:
    """A palette as each lane's; one that all lanes share is that of every lane."""
    if isinstance(palette, tuple):
        return lambda _lane: palette
    return palette

"""What is found in pictures."""

from __future__ import annotations

from dataclasses import dataclass, replace

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Die:
    """A die that was read.

    Attributes:
        value: of its upper face, 1..6.
        centre_px: middle of the upper face, x and y.
        box: the four corners of the upper face, in order around it.
        doubt: from 0 (sure) to 1.
    """

    value: int
    centre_px: Point
    box: tuple[Point, Point, Point, Point]
    doubt: float


@dataclass(frozen=True, slots=True)
class DiceReading:
    """What a picture shows.

    Attributes:
        dice: from left to right.
        sure: True only where the reader vouches for the whole picture; never without dice.
        ms: time the reading took, in milliseconds.
        size_px: width and height of the picture.
        reasons: why it is not sure, as codes such as ``"motion"``; none where it is.
    """

    dice: tuple[Die, ...]
    sure: bool
    ms: float
    size_px: tuple[int, int]
    reasons: tuple[str, ...] = ()

    def doubted(self, *reasons: str) -> DiceReading:
        """The same reading, not sure for these reasons too."""
        fresh = tuple(reason for reason in reasons if reason not in self.reasons)
        return replace(self, sure=False, reasons=self.reasons + fresh)

    @property
    def values(self) -> tuple[int, ...]:
        """The upper faces, ascending."""
        return tuple(sorted(die.value for die in self.dice))


@dataclass(frozen=True, slots=True)
class Cube:
    """A cube that was counted.

    Attributes:
        colour: its name.
        centre_px: middle of its upper face, x and y.
        side_px: edge of that face.
        doubt: of place and colour, from 0 (sure) to 1.
        raised: it lies upon others.
    """

    colour: str
    centre_px: Point
    side_px: float
    doubt: float
    raised: bool


@dataclass(frozen=True, slots=True)
class ColourCount:
    """How many cubes of one colour a picture shows.

    Attributes:
        colour: its name.
        count: how many were counted.
        chances: counts and how likely each is, ascending by count; those hardly possible left out.
        reasons: what speaks against the count: ``"more"`` (there may be more), ``"fewer"``,
            ``"hidden"`` (they lie upon each other).
    """

    colour: str
    count: int
    chances: tuple[tuple[int, float], ...]
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CubeReading:
    """The cubes of a picture.

    Attributes:
        cubes: from left to right.
        counts: for each colour of the palette, those without cubes among them.
        sure: True only where the counter vouches for all counts; never without cubes.
        ms: time the counting took, in milliseconds.
        size_px: width and height of the picture.
        reasons: why it is not sure, as codes; none where it is.
    """

    cubes: tuple[Cube, ...]
    counts: tuple[ColourCount, ...]
    sure: bool
    ms: float
    size_px: tuple[int, int]
    reasons: tuple[str, ...] = ()

    def doubted(self, *reasons: str) -> CubeReading:
        """The same reading, not sure for these reasons too."""
        fresh = tuple(reason for reason in reasons if reason not in self.reasons)
        return replace(self, sure=False, reasons=self.reasons + fresh)

    @property
    def present(self) -> tuple[ColourCount, ...]:
        """The colours of which there is a cube."""
        return tuple(count for count in self.counts if count.count)

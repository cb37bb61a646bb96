"""Measures of a lane with two light beams, and how cubes slide through it."""

from __future__ import annotations

import math
from dataclasses import dataclass

GRAVITY_MM_S2 = 9_810.0


@dataclass(frozen=True, slots=True)
class Geometry:
    """One lane; the numbers are those of ``hardware/params.toml``.

    Attributes:
        beam_gap_mm: from beam A (upstream) to beam B; the window lies midway.
        beam_mm: width of a beam along the way.
        window_mm: length of the sensor's window along the way.
        edge_min_mm, edge_max_mm: smallest and largest cube.
        edge_mm: the cube that is expected.
        speed_min_mm_s, speed_max_mm_s: at beam A.
        steep_deg: slope at the beams.
        friction: of cubes on it.
        integration_us: of one sample of the sensor.
        sample_usual_us: how much later than it ended a sample is usually said to have ended.
        sample_early_us, sample_late_us: how much earlier and later at most.
    """

    beam_gap_mm: float = 12.0
    beam_mm: float = 1.0
    window_mm: float = 4.0
    edge_min_mm: float = 8.0
    edge_max_mm: float = 10.0
    edge_mm: float = 9.0
    speed_min_mm_s: float = 300.0
    speed_max_mm_s: float = 1500.0
    steep_deg: float = 50.0
    friction: float = 0.35
    integration_us: int = 2400
    sample_usual_us: int = 0
    sample_early_us: int = 2400
    sample_late_us: int = 4200

    @property
    def slide_mm_s2(self) -> float:
        """Acceleration of a sliding cube at the beams."""
        slope = math.radians(self.steep_deg)
        return GRAVITY_MM_S2 * (math.sin(slope) - self.friction * math.cos(slope))

    @property
    def window_from_mm(self) -> float:
        """Upstream edge of the window, from beam A."""
        return (self.beam_gap_mm - self.window_mm) / 2

    @property
    def window_to_mm(self) -> float:
        """Downstream edge of the window, from beam A."""
        return (self.beam_gap_mm + self.window_mm) / 2


AS_BUILT = Geometry()
"""The lane of ``hardware/params.toml``."""


@dataclass(frozen=True, slots=True)
class Motion:
    """How a front moves: where it is ``seconds`` after it came to beam A.

    Attributes:
        speed_mm_s: at beam A.
        slide_mm_s2: constant acceleration.
    """

    speed_mm_s: float
    slide_mm_s2: float

    def at(self, seconds: float) -> float:
        """Way from beam A in mm; a body that slows down stops, it does not come back."""
        if self.slide_mm_s2 < 0:
            seconds = min(seconds, -self.speed_mm_s / self.slide_mm_s2)
        elif self.slide_mm_s2 > 0:
            seconds = max(seconds, -self.speed_mm_s / self.slide_mm_s2)
        return self.speed_mm_s * seconds + self.slide_mm_s2 * seconds * seconds / 2


def mean_motion(way_mm: float, seconds: float, slide_mm_s2: float) -> Motion:
    """The motion that goes ``way_mm`` in ``seconds`` (> 0) with a known acceleration."""
    return Motion(way_mm / seconds - slide_mm_s2 * seconds / 2, slide_mm_s2)

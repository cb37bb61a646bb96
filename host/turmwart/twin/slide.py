"""One cube's way down a lane: when it darkens the beams and covers the window.

Lengths in mm, times in seconds from the moment the front reaches beam A, speeds in mm/s. Beam A
stands at 0, the window's middle at half the beams' distance, beam B at their distance. The slopes
and their friction give how far two cubes that touch have parted when they come to the beams;
docs/tower.md has the arithmetic. The numbers are those of hardware/params.toml (a test).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

G_MM_S2 = 9_810.0
SHALLOW_DEG = 28.0
STEEP_DEG = 50.0
STEEP_MM = 60.0
FRICTION = 0.35
BEAM_GAP_MM = 12.0
BEAM_MM = 1.0
WINDOW_MM = 4.0
SLOWEST_AT_BREAK_MM_S = 100.0
"""No cube comes to the break of the slope slower: it slides there all the way from the tower."""


def acceleration(slope_deg: float, friction: float) -> float:
    """Return the acceleration of a sliding cube in mm/s2, down the slope positive."""
    slope = math.radians(slope_deg)
    return G_MM_S2 * (math.sin(slope) - friction * math.cos(slope))


@dataclass(frozen=True, slots=True)
class Slide:
    """How a cube slides on the steep slope.

    Args:
        speed_mm_s: of its front at beam A.
        friction: what it slides with; a slow cube is one that brushes the walls.
    """

    speed_mm_s: float
    friction: float

    @staticmethod
    def arriving(speed_mm_s: float, friction: float) -> Slide:
        """Return how a cube slides that is so fast at beam A.

        Raises:
            ValueError: ``speed_mm_s`` <= ``SLOWEST_AT_BREAK_MM_S``.
        """
        if speed_mm_s <= SLOWEST_AT_BREAK_MM_S:
            raise ValueError(f"a cube at beam A is faster than {SLOWEST_AT_BREAK_MM_S} mm/s")
        most = (speed_mm_s**2 - SLOWEST_AT_BREAK_MM_S**2) / (2 * STEEP_MM)
        if acceleration(STEEP_DEG, friction) > most:
            # It brushes the walls, so that it comes from its slowest at the break to this here.
            slope = math.radians(STEEP_DEG)
            friction = (math.sin(slope) - most / G_MM_S2) / math.cos(slope)
        friction = min(friction, math.tan(math.radians(STEEP_DEG)))
        return Slide(speed_mm_s, friction)

    @staticmethod
    def over_window(speed_mm_s: float, friction: float) -> Slide:
        """Return how a cube slides that is so fast over the middle of the window."""
        free = speed_mm_s**2 - acceleration(STEEP_DEG, friction) * BEAM_GAP_MM
        # The same way for one that brushes the walls from the break of the slope on.
        share = BEAM_GAP_MM / (2 * STEEP_MM)
        braked = (speed_mm_s**2 + share * SLOWEST_AT_BREAK_MM_S**2) / (1 + share)
        return Slide.arriving(math.sqrt(max(free, braked)), friction)

    @property
    def steep_mm_s2(self) -> float:
        """Acceleration on the steep slope."""
        return acceleration(STEEP_DEG, self.friction)

    @property
    def at_window_mm_s(self) -> float:
        """Speed of its front over the middle of the window."""
        return math.sqrt(self.speed_mm_s**2 + self.steep_mm_s2 * BEAM_GAP_MM)

    @property
    def at_break_mm_s(self) -> float:
        """Speed at the break of the slope."""
        return math.sqrt(max(self.speed_mm_s**2 - 2 * self.steep_mm_s2 * STEEP_MM, 0.0))

    @property
    def since_break_s(self) -> float:
        """Time from the break of the slope to beam A."""
        if abs(self.steep_mm_s2) < 1.0:
            return STEEP_MM / self.speed_mm_s
        return (self.speed_mm_s - self.at_break_mm_s) / self.steep_mm_s2

    def time_at(self, way_mm: float) -> float:
        """Return when its front is so far behind beam A (before it: negative), in s.

        The way before the break counts as covered at the speed of the break.
        """
        a, v = self.steep_mm_s2, self.speed_mm_s
        if way_mm < -STEEP_MM:
            return -self.since_break_s + (way_mm + STEEP_MM) / max(
                self.at_break_mm_s, SLOWEST_AT_BREAK_MM_S
            )
        if abs(a) < 1.0:
            return way_mm / v
        return (math.sqrt(max(v * v + 2 * a * way_mm, 0.0)) - v) / a

    def following(self, edge_mm: float, friction: float) -> tuple[Slide, float]:
        """Return how a cube slides that touched this one before the break, and how much later.

        Args:
            edge_mm: of this cube: the follower's front is so far behind this one's front.
            friction: of the follower on the steep slope, before walls.

        Returns:
            The follower's slide, and the time in s from this front at beam A to the follower's.
        """
        # In contact on the shallow slope both slide as one; at the break the follower is a little
        # faster than this one was, by the way of one edge.
        shallow = acceleration(SHALLOW_DEG, self.friction)
        lead = self.at_break_mm_s
        follow = math.sqrt(max(lead**2 + 2 * shallow * edge_mm, SLOWEST_AT_BREAK_MM_S**2))
        later = 2 * edge_mm / (lead + follow)
        # It follows along the same wall; no wall stops a cube on the steep slope.
        wall = max(self.friction - FRICTION, 0.0)
        friction = min(friction + wall, math.tan(math.radians(STEEP_DEG)))
        arrives = math.sqrt(follow**2 + 2 * acceleration(STEEP_DEG, friction) * STEEP_MM)
        slide = Slide(arrives, friction)
        return slide, later + slide.since_break_s - self.since_break_s

"""What the colour sensor saw of one cube among others: its light over the whole window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from turmwart.tower.colour import Channels
from turmwart.tower.geometry import Geometry, Motion

_STEPS = 6
"""Points at which a body's place is looked up within one integration."""
_LEAST_COVER = 0.25
"""Share of the window from which a sample says something about a cube."""
_FOREIGN = 0.04
"""Share of a sample's light that may come from another cube."""
_BRIGHT = 0.8
"""Part of the brightest sample from which others are taken where places are unknown."""
_LIT = 30
"""Counts of all channels together from which a sample saw anything."""
_ALIKE = 0.04
"""Difference of shares up to which two samples saw the same cube."""


@dataclass(frozen=True, slots=True)
class LightSample:
    """One sample of a passage.

    Attributes:
        end_us: end of its integration, after A became dark.
        counts: by channel, above the baseline.
    """

    end_us: int
    counts: Channels


@dataclass(frozen=True, slots=True)
class Body:
    """Something that slides past the window.

    Attributes:
        motion: of its front.
        length_mm: from front to back.
        late_s: when its front came to beam A, after the passage's beginning.
    """

    motion: Motion
    length_mm: float
    late_s: float = 0.0

    def cover(self, seconds: float, geometry: Geometry) -> float:
        """Share of the window that it covers at a moment, 0..1."""
        front = self.motion.at(seconds - self.late_s)
        upper = min(front, geometry.window_to_mm)
        lower = max(front - self.length_mm, geometry.window_from_mm)
        return max(0.0, upper - lower) / geometry.window_mm


@dataclass(frozen=True, slots=True)
class Light:
    """What one cube looks like.

    Attributes:
        counts: by channel, as if it covered the whole window.
        cover: how much of it was seen, in windows; below 1 a guess from a part.
        foreign: share of the light that may be another cube's.
    """

    counts: Channels
    cover: float
    foreign: float


def light_of(
    samples: Sequence[LightSample], body: Body, others: Sequence[Body], geometry: Geometry
) -> Light | None:
    """Reckon the light of one cube from the samples of its passage.

    Args:
        samples: with ``end_us`` on the same clock as the bodies.
        body: the cube.
        others: cubes near it, whose light is kept out.
        geometry: of the lane.

    Returns:
        Its light, or None where no sample saw it.
    """
    seen = []
    for sample in samples:
        own = _mean_cover(sample, body, geometry)
        if own >= _LEAST_COVER:
            foreign = sum(_mean_cover(sample, other, geometry) for other in others)
            seen.append((foreign / (own + foreign), own, sample.counts))
    if not seen:
        return None
    clean = [part for part in seen if part[0] <= _FOREIGN] or [min(seen, key=lambda part: part[0])]
    weight = sum(own * own for _, own, _ in clean)
    counts = {
        channel: sum(own * counts[channel] for _, own, counts in clean) / weight
        for channel in clean[0][2]
    }
    return Light(counts, sum(own for _, own, _ in clean), min(part[0] for part in clean))


def bright_light(samples: Sequence[LightSample]) -> Light | None:
    """The light of a single cube whose places are unknown.

    Most samples saw it; of those that look alike but for brightness, the brightest count.
    """
    lit = [sample.counts for sample in samples if sum(sample.counts.values()) >= _LIT]
    if not lit:
        return None
    shares = [_shares(counts) for counts in lit]
    groups = [
        [other for other, theirs in zip(lit, shares, strict=True) if _alike(share, theirs)]
        for share in shares
    ]
    alike = max(groups, key=lambda group: (len(group), max(sum(c.values()) for c in group)))
    brightest = max(sum(counts.values()) for counts in alike)
    bright = [counts for counts in alike if sum(counts.values()) >= _BRIGHT * brightest]
    return Light(_mean(bright), float(len(bright)), 0.0)


def _alike(first: Channels, second: Channels) -> bool:
    return all(abs(value - second[channel]) <= _ALIKE for channel, value in first.items())


def _shares(counts: Channels) -> Channels:
    whole = sum(counts.values())
    return {channel: value / whole for channel, value in counts.items()}


def _mean(rows: Sequence[Mapping[str, float]]) -> Channels:
    return {channel: sum(row[channel] for row in rows) / len(rows) for channel in rows[0]}


def _mean_cover(sample: LightSample, body: Body, geometry: Geometry) -> float:
    step = geometry.integration_us / _STEPS
    first = sample.end_us - geometry.integration_us + step / 2
    return sum(body.cover((first + n * step) / 1e6, geometry) for n in range(_STEPS)) / _STEPS

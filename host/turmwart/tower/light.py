"""What the colour sensor saw of one cube among others: its light over the whole window."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from turmwart.tower.colour import Blur, Channels
from turmwart.tower.geometry import AS_BUILT, Geometry, Motion

_STEPS = 5
"""Points at which a body's place is looked up within one integration."""
_SHIFT_US = 200
"""Steps in which the end of a sample is looked for."""
_USUAL_SPREAD_US = 250
_UNUSUAL = 9.0
"""Weight of the board's reckoning: a board may lose its chip's pace for a while."""
_UNFIT = 16.0
"""Error from which the samples do not fit the cube's way."""
_FIT = 0.06
"""Error of a sample's light where all is known, as part of the cube's."""
_FIT_COUNTS = 6.0
"""The same in counts of all channels together."""
_NOISE = 1.2
"""Noise of one channel in counts, baseline and rounding among it."""
_SHOT = 0.28
"""Noise of one channel that grows with the root of its counts."""
_NOISY = 3.0
"""Times the noise of a sample up to which its shares may differ from those of others."""
_UNEVEN = 0.1
"""Error of the logarithm of brightness of any cube: its face may lean a little."""
_SHIELDED = 1.0
"""Error of one channel in counts that every sample of a cube has: daylight changes."""
_TILT = 0.25
"""Error of the logarithm of brightness of a cube that turns."""
_UNPLACED = 0.15
"""Error of the logarithm of brightness where places are unknown."""
_LEAST_COVER = 0.25
"""Share of the window from which a sample says something about a cube."""
_LEAST_EDGE = 0.04
"""The same where no sample saw more of it: how bright it is remains open, its colour does not."""
_FOREIGN = 0.04
"""Share of a sample's light that may come from another cube."""
_BRIGHT = 0.8
"""Part of the brightest sample from which others are taken where places are unknown."""
_LIT = 30
"""Counts of all channels together from which a sample saw anything but an empty window."""
_CLEAN = 0.1
"""Share of the window that another cube may cover in a sample taken for a cube's own."""
_MOSTLY = 0.5
"""Share of the window from which a sample shows that a cube is a dark one."""
_DARK = 0.3
"""Error of the logarithm of brightness of a cube that gives as much light as it keeps off."""
_ALIKE = 0.04
"""Difference of shares up to which two samples saw the same cube."""


@dataclass(frozen=True, slots=True)
class LightSample:
    """One sample of a passage.

    Attributes:
        end_us: end of its integration, after A became dark.
        counts: by channel, above the empty window; below 0 where a cube keeps light off it.
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
        counts: by channel, as if it covered the whole window; what ``light_of`` and
            ``bright_light`` find is above the empty window, ``whole`` makes it the cube's own.
        blur: how uncertain they are.
        foreign: share of the light that may be another cube's; 1 where the samples do not fit the
            cube's way at all.
    """

    counts: Channels
    blur: Blur
    foreign: float


@dataclass(frozen=True, slots=True)
class _Guess:
    """How the samples fit if they ended so much earlier than the board reckons."""

    error: float
    bright: float
    own: tuple[float, ...]
    foreign: tuple[float, ...]


def light_of(
    samples: Sequence[LightSample], body: Body, others: Sequence[Body], geometry: Geometry
) -> Light | None:
    """Reckon the light of one cube from the samples of its passage.

    When exactly a sample was integrated is known to a few milliseconds only, so each possible
    moment is tried; those at which bright and dark samples fit the cube's way count most.

    Args:
        samples: with ``end_us`` on the same clock as the bodies.
        body: the cube.
        others: cubes near it, whose light is kept out.
        geometry: of the lane.

    Returns:
        Its light, or None where no sample saw it.
    """
    lights = [float(sum(sample.counts.values())) for sample in samples]
    if not lights or max(lights) < _LIT:
        return None
    guesses = [
        guess
        for shift in range(-geometry.sample_early_us, geometry.sample_late_us + 1, _SHIFT_US)
        if (guess := _guess(samples, lights, body, others, geometry, shift)) is not None
    ]
    if not guesses:
        return None
    least = min(guess.error for guess in guesses)
    weights = [math.exp((least - guess.error) / 2) for guess in guesses]
    total = sum(weights)
    weights = [weight / total for weight in weights]
    logs = [math.log(guess.bright) for guess in guesses]
    bright = sum(w * log for w, log in zip(weights, logs, strict=True))
    spread = sum(w * (log - bright) ** 2 for w, log in zip(weights, logs, strict=True))
    own = [
        sum(w * g.own[i] for w, g in zip(weights, guesses, strict=True))
        for i in range(len(samples))
    ]
    foreign = [
        sum(w * g.foreign[i] for w, g in zip(weights, guesses, strict=True))
        for i in range(len(samples))
    ]
    light = _joined(samples, own, foreign, math.exp(bright), math.sqrt(spread))
    if least <= _UNFIT:
        return light
    if _unlike([sample.counts for sample in samples], light.counts) > 0:
        return Light(light.counts, light.blur, 1.0)
    return bright_light(samples, others, geometry)


def _guess(
    samples: Sequence[LightSample],
    lights: Sequence[float],
    body: Body,
    others: Sequence[Body],
    geometry: Geometry,
    shift_us: int,
) -> _Guess | None:
    own = tuple(_mean_cover(sample, shift_us, body, geometry) for sample in samples)
    if max(own) < _LEAST_EDGE:
        return None
    foreign = tuple(
        min(1.0, sum(_mean_cover(sample, shift_us, other, geometry) for other in others))
        for sample in samples
    )
    clean = [
        (cover, light)
        for cover, other, light in zip(own, foreign, lights, strict=True)
        if other <= _FOREIGN
    ]
    squared = sum(cover * cover for cover, _ in clean)
    if squared < _LEAST_EDGE**2:
        at = max(range(len(own)), key=lambda i: own[i] - foreign[i])
        bright = lights[at] / max(own[at], _LEAST_EDGE)
    else:
        bright = sum(cover * light for cover, light in clean) / squared
    if bright < _LIT:
        return None
    off = 0.0
    for cover, other, light in zip(own, foreign, lights, strict=True):
        away = (light - cover * bright) / (_FIT * bright + _FIT_COUNTS)
        # Where another cube may add light, only a lack of it speaks against the guess.
        off += away**2 if other <= _FOREIGN else min(away, 0.0) ** 2
    off += min(_UNUSUAL, ((shift_us - geometry.sample_usual_us) / _USUAL_SPREAD_US) ** 2)
    return _Guess(off, bright, own, foreign)


def _joined(
    samples: Sequence[LightSample],
    own: Sequence[float],
    foreign: Sequence[float],
    bright: float,
    spread: float,
) -> Light:
    mixed = [other / (cover + other + 1e-9) for cover, other in zip(own, foreign, strict=True)]
    good = [i for i in range(len(samples)) if own[i] >= _LEAST_COVER and mixed[i] <= _FOREIGN]
    if not good:
        good = [min(range(len(samples)), key=lambda i: mixed[i] - own[i] / 100)]
    counts = {
        channel: sum(own[i] * samples[i].counts[channel] for i in good)
        for channel in samples[0].counts
    }
    whole = sum(counts.values())
    if whole <= 0:
        return Light(counts, Blur(1.0, 1.0), 1.0)
    brightest = [max(0.0, *samples[i].counts.values()) for i in good]
    noise = math.sqrt(
        sum(
            own[i] ** 2 * (_NOISE**2 + _SHOT**2 * counted)
            for i, counted in zip(good, brightest, strict=True)
        )
    )
    base = max(counts.values())
    shielded = _SHIELDED * min(1.0, sum(own[i] for i in good))
    unlike = _unlike([samples[i].counts for i in good], counts)
    return Light(
        {channel: bright * value / whole for channel, value in counts.items()},
        Blur(spread + noise / base + _UNEVEN, (noise + shielded) / base + unlike),
        min(mixed[i] for i in good),
    )


def peak_blur(clear: int) -> Blur:
    """How uncertain the brightest sample of a cube is, all that a lane without beams tells.

    It may have seen the cube over part of the window only.

    Args:
        clear: its clear channel in counts.
    """
    base = max(1, clear)
    noise = math.sqrt(_NOISE**2 + _SHOT**2 * base) / base
    return Blur(_UNPLACED + noise, noise)


def tilted(light: Light) -> Light:
    """The same of a cube whose face may not have been towards the sensor: it seems darker."""
    blur = Blur(light.blur.brightness + _TILT, light.blur.share)
    return Light(light.counts, blur, light.foreign)


def _unlike(rows: Sequence[Channels], joined: Channels) -> float:
    """How far the shares of samples of one cube differ beyond their noise, 0 if they do not.

    Where they do, some of them saw another cube as well.
    """
    usual = _shares(joined)
    worst = 0.0
    for counts in rows:
        base = max(counts.values())
        if base < _LIT:
            continue
        noise = (_NOISE + _SHOT * math.sqrt(base)) / base
        away = max(abs(share - usual[channel]) for channel, share in _shares(counts).items())
        # Shares of the sum of all channels are half of those of the clear one.
        worst = max(worst, 2 * away - _NOISY * noise)
    return worst


def bright_light(
    samples: Sequence[LightSample],
    others: Sequence[Body] = (),
    geometry: Geometry = AS_BUILT,
) -> Light | None:
    """The light of a single cube whose places are unknown.

    Most samples saw it; of those that look alike but for brightness, the brightest count.

    Args:
        samples: as of ``light_of``.
        others: cubes near it; samples that saw them are left out.
        geometry: of the lane.

    Returns:
        Its light, or None where no other sample saw anything.
    """
    rows = [
        sample.counts
        for sample in samples
        if sum(sample.counts.values()) >= _LIT and _foreign(sample, others, geometry) <= _CLEAN
    ]
    if not rows:
        return None
    shares = [_shares(counts) for counts in rows]
    groups = [
        [other for other, theirs in zip(rows, shares, strict=True) if _alike(share, theirs)]
        for share in shares
    ]
    alike = max(groups, key=lambda group: (len(group), max(sum(c.values()) for c in group)))
    brightest = max(sum(counts.values()) for counts in alike)
    bright = [counts for counts in alike if sum(counts.values()) >= _BRIGHT * brightest]
    mean = _mean(bright)
    base = max(mean.values())
    noise = (math.sqrt((_NOISE**2 + _SHOT**2 * base) / len(bright)) + _SHIELDED) / base
    return Light(mean, Blur(_UNPLACED + noise, noise), 0.0)


def dark_light(
    samples: Sequence[LightSample], body: Body, others: Sequence[Body], geometry: Geometry
) -> Light | None:
    """The light of a cube that gives hardly more than it keeps off.

    Args:
        samples: as of ``light_of``.
        body: the cube.
        others: cubes near it; samples that saw them are left out.
        geometry: of the lane.

    Returns:
        Its light, or None where no other sample can have seen most of it.
    """
    best = None
    most = _MOSTLY
    for sample in samples:
        cover = _mean_cover(sample, geometry.sample_usual_us, body, geometry)
        if cover >= most and _foreign(sample, others, geometry) <= _CLEAN:
            best, most = sample.counts, cover
    if best is None:
        return None
    return Light({channel: n / most for channel, n in best.items()}, Blur(_DARK, 0.0), 0.0)


def standing_light(samples: Sequence[LightSample]) -> Light | None:
    """The light of a cube that stood on its way: most samples saw it where it stood.

    Where most saw hardly more than an empty window it is a dark cube, or stood beside the window:
    then it is not sure.
    """
    if not samples:
        return None
    lit = sum(sum(sample.counts.values()) >= _LIT for sample in samples)
    if 2 * lit >= len(samples):
        return bright_light(samples)
    usual = sorted((sample.counts for sample in samples), key=lambda c: sum(c.values()))
    return Light(usual[len(usual) // 2], Blur(_DARK, 0.0), 1.0)


def whole(light: Light, empty: Channels | None) -> Light:
    """A cube's own light: what it gives, not how much more than the empty window.

    A cube that covers the window also keeps off what comes through it otherwise.

    Args:
        light: above the empty window.
        empty: the empty window; None where it is not known.
    """
    if empty is None:
        return light
    counts = {channel: max(1.0, value + empty[channel]) for channel, value in light.counts.items()}
    # Shares are now of a greater whole.
    part = min(1.0, max(light.counts.values()) / max(counts.values()))
    share = light.blur.share * part if part > 0 else light.blur.share
    return Light(counts, Blur(light.blur.brightness, share), light.foreign)


def _foreign(sample: LightSample, others: Sequence[Body], geometry: Geometry) -> float:
    shift_us = geometry.sample_usual_us
    return sum(_mean_cover(sample, shift_us, other, geometry) for other in others)


def _alike(first: Channels, second: Channels) -> bool:
    return all(abs(value - second[channel]) <= _ALIKE for channel, value in first.items())


def _shares(counts: Channels) -> Channels:
    whole = sum(counts.values()) or 1.0
    return {channel: value / whole for channel, value in counts.items()}


def _mean(rows: Sequence[Mapping[str, float]]) -> Channels:
    return {channel: sum(row[channel] for row in rows) / len(rows) for channel in rows[0]}


def _mean_cover(sample: LightSample, shift_us: int, body: Body, geometry: Geometry) -> float:
    step = geometry.integration_us / _STEPS
    first = sample.end_us - shift_us - geometry.integration_us + step / 2
    return sum(body.cover((first + n * step) / 1e6, geometry) for n in range(_STEPS)) / _STEPS

"""Raw sample -> colour and doubt, for any set of channels; references learnt from a few samples.

A sample is seen as its brightness (natural logarithm of the base: the clear channel, or the sum
where a sensor has none) and the shares of the base that the other channels have. A reference is
the mean and the covariance of these for one colour. What is nearest under these distributions is
the colour; where a second colour is nearly as likely, or none is near, the answer bears doubt.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from typing import Any

_TCS_CHANNELS = ("clear", "red", "green", "blue")
_BASE = "clear"
_FAR = 4.5
"""Spreads from every reference beyond which a sample is no known colour."""
_BRIGHTNESS_FLOOR = 0.05
"""Least spread of the logarithm of brightness: cubes differ more than a few samples show."""
_SHARE_FLOOR = 0.006
"""Least spread of a share, for the same reason."""
_OUTLIER = 2.5
"""Spreads from the median beyond which a sample for learning loses weight."""
_POOL_SAMPLES = 12.0
"""Samples of a colour at which its own covariance weighs as much as that of all colours."""
_CORRELATED = 0.7
"""Part of the correlations between features that is believed."""
CONFUSED = 0.0005
"""Chance to take one colour for another from which ``too_close`` names the pair: 1 in 2,000."""

Vector = tuple[float, ...]
Matrix = tuple[Vector, ...]
Channels = Mapping[str, float]
"""Counts by the name of the channel, each rising with light."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Sample of a TCS34725, in raw counts (0..65535 each)."""

    clear: int
    red: int
    green: int
    blue: int


@dataclass(frozen=True)
class Reference:
    """What one colour of cubes looks like to one kind of sensor.

    Attributes:
        colour: its name.
        channels: names of the sensor's channels. The base is ``"clear"`` where it is among them,
            else the sum of all.
        means: natural logarithm of the base in counts, then the shares of the base of the other
            channels (without a clear channel: of all but the last, which the others determine).
        covariance: of the same values, symmetric.
        spare: how little is known of this distribution: 0 for well measured ones, else one
            divided by the degrees of freedom that were learnt from.
    """

    colour: str
    channels: tuple[str, ...]
    means: Vector
    covariance: Matrix
    spare: float = 0.0

    @property
    def clear(self) -> float:
        """Natural logarithm of the base in counts."""
        return self.means[0]

    @property
    def red(self) -> float:
        """Share of the red channel."""
        return self._share("red")

    @property
    def green(self) -> float:
        """Share of the green channel."""
        return self._share("green")

    @property
    def blue(self) -> float:
        """Share of the blue channel."""
        return self._share("blue")

    @property
    def spread(self) -> Vector:
        """Standard deviation of each of ``means``."""
        return tuple(math.sqrt(self.covariance[i][i]) for i in range(len(self.means)))

    def blurred(self, blur: Blur) -> Reference:
        """The same as seen by a sample that is itself uncertain."""
        size = range(len(self.means))
        covariance = tuple(
            tuple(
                self.covariance[i][j]
                + ((blur.share if i else blur.brightness) ** 2 if i == j else 0)
                for j in size
            )
            for i in size
        )
        return Reference(self.colour, self.channels, self.means, covariance, self.spare)

    @cached_property
    def _inverse(self) -> tuple[Matrix, float]:
        return _inverted(self.covariance)

    def _share(self, channel: str) -> float:
        return self.means[1 + _shared(self.channels).index(channel)]

    def distance(self, seen: Vector) -> float:
        """How many spreads ``seen`` (as ``means``) is away, 0 or more."""
        away = tuple(value - mean for value, mean in zip(seen, self.means, strict=True))
        inverse = self._inverse[0]
        squared = sum(
            away[i] * inverse[i][j] * away[j] for i in range(len(away)) for j in range(len(away))
        )
        return math.sqrt(max(0.0, squared))

    def unlikelihood(self, distance: float) -> float:
        """Minus twice the logarithm of the density at a distance, but for a constant."""
        log_det = self._inverse[1]
        if self.spare <= 0:
            return distance**2 + log_det
        # What was learnt from few samples has the long tails of Student's t.
        freedom = 1 / self.spare
        return (freedom + len(self.means)) * math.log1p(distance**2 / freedom) + log_det


@dataclass(frozen=True, slots=True)
class Blur:
    """How uncertain a sample is: standard deviations.

    Attributes:
        brightness: of the logarithm of its base.
        share: of each share.
    """

    brightness: float = 0.0
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class Sorted:
    """A sample's colour.

    Attributes:
        colour: the nearest reference's; empty where nothing was seen to tell it from.
        runner_up: the second nearest colour; empty where the palette has only one.
        doubt: 0 (sure) to 1000 (a coin toss, or like no colour that is known), per mille.
    """

    colour: str
    runner_up: str
    doubt: int


UNSEEN = Sorted("", "", 1000)
"""A cube of whose colour nothing is known."""


@dataclass(frozen=True, slots=True)
class Close:
    """Two colours that one sensor may take for each other.

    Attributes:
        first, second: the colours, in the order of the palette.
        confused: estimated chance that a cube of one is taken for the other, 0..0.5.
    """

    first: str
    second: str
    confused: float


Palette = tuple[Reference, ...]


def palette_of(table: Mapping[str, Any]) -> Palette:
    """A palette of a parsed ``palette.toml``.

    ``[[colour]]`` rows have an id and either, for the four channels of a TCS34725, a mean and a
    spread of each feature (``clear``, ``clear_spread``, ..), or ``channels``, ``means`` and
    ``covariance`` as in :class:`Reference`, which is what :func:`table_of` writes.

    Raises:
        ValueError: no row, or a row without one of the values; the message names it.
    """
    rows = table.get("colour")
    if not isinstance(rows, list) or not rows:
        raise ValueError("a palette needs at least one [[colour]] row")
    references = []
    for row in rows:
        try:
            reference = _learnt_row(row) if "channels" in row else _plain_row(row)
        except KeyError as error:
            raise ValueError(f"palette row {row.get('id', '?')} lacks {error}") from None
        if min(reference.covariance[i][i] for i in range(len(reference.means))) <= 0:
            raise ValueError(f"palette row {row['id']}: every spread must be above 0")
        references.append(reference)
    return tuple(references)


def table_of(palette: Palette) -> dict[str, Any]:
    """The palette as plain data, for a TOML file; :func:`palette_of` reads it back."""
    return {
        "colour": [
            {
                "id": reference.colour,
                "channels": list(reference.channels),
                "means": list(reference.means),
                "covariance": [list(row) for row in reference.covariance],
                "spare": reference.spare,
            }
            for reference in palette
        ]
    }


def learn(samples: Iterable[tuple[str, Sample | Channels]]) -> Palette:
    """Learn what colours look like from a few samples of each.

    Outliers lose weight. With few samples of a colour its covariance leans on that of all colours.

    Args:
        samples: colour and counts; any order, at least 2 of each colour, all of one sensor.

    Raises:
        ValueError: a colour with one sample only, no sample, or samples with other channels.
    """
    by_colour: dict[str, list[Vector]] = {}
    channels: tuple[str, ...] = ()
    for colour, sample in samples:
        counts = _counts(sample)
        channels = channels or _ordered(counts)
        if set(counts) != set(channels):
            raise ValueError(f"channels {sorted(channels)} expected, got {sorted(counts)}")
        by_colour.setdefault(colour, []).append(_features(counts, channels))
    if not by_colour:
        raise ValueError("no sample to learn from")
    for colour, rows in by_colour.items():
        if len(rows) < 2:
            raise ValueError(f"at least 2 samples of {colour} expected, got 1")
    fits = {colour: _fit(rows) for colour, rows in by_colour.items()}
    freedom = {colour: len(rows) - 1 for colour, rows in by_colour.items()}
    pooled = _mixed([(fit[1], float(freedom[colour])) for colour, fit in fits.items()])
    return tuple(
        _reference(colour, channels, fits[colour], pooled, freedom) for colour in by_colour
    )


def classify(
    sample: Sample | Channels,
    palette: Palette,
    among: Collection[str] | None = None,
    blur: Blur | None = None,
) -> Sorted:
    """Sort a sample into the palette.

    Args:
        sample: counts of the passing cube, with the channels of the palette.
        palette: the references.
        among: colours that can be there; None for all of the palette.
        blur: how uncertain the sample is, beyond what the palette knows of single samples.

    Raises:
        ValueError: no reference is left to compare with, or the sample lacks a channel.
    """
    counts = _counts(sample)
    likely = sorted(
        (reference.unlikelihood(distance), distance, reference.colour)
        for known in palette
        if among is None or known.colour in among
        for reference in (known if blur is None else known.blurred(blur),)
        for distance in (reference.distance(_features(counts, reference.channels)),)
    )
    if not likely:
        raise ValueError("no colour to compare with")
    best, distance, colour = likely[0]
    if len(likely) == 1:
        return Sorted(colour, "", 1000 if distance > _FAR else 0)
    second, _, runner_up = likely[1]
    if min(found[1] for found in likely[:2]) > _FAR:
        return Sorted(colour, runner_up, 1000)
    # The share of the runner-up where both colours are as frequent, doubled: 1000 where both
    # are equally likely.
    odds = math.exp(max(-60.0, min(0.0, (best - second) / 2)))
    return Sorted(colour, runner_up, round(2000 * odds / (1 + odds)))


def too_close(palette: Palette, limit: float = CONFUSED) -> tuple[Close, ...]:
    """Pairs of colours that would be confused, the worst first.

    Args:
        palette: the references.
        limit: least chance of confusion that is named.
    """
    pairs = [
        Close(first.colour, second.colour, chance)
        for first, second in combinations(palette, 2)
        if (chance := _confused(first, second)) >= limit
    ]
    return tuple(sorted(pairs, key=lambda pair: -pair.confused))


def _plain_row(row: Mapping[str, Any]) -> Reference:
    means = tuple(float(row[feature]) for feature in _TCS_CHANNELS)
    spreads = [float(row[f"{feature}_spread"]) for feature in _TCS_CHANNELS]
    covariance = tuple(
        tuple(s * abs(s) if i == j else 0.0 for j in range(len(spreads)))
        for i, s in enumerate(spreads)
    )
    return Reference(str(row["id"]), _TCS_CHANNELS, means, covariance)


def _learnt_row(row: Mapping[str, Any]) -> Reference:
    channels = tuple(str(channel) for channel in row["channels"])
    means = tuple(float(value) for value in row["means"])
    covariance = tuple(tuple(float(value) for value in line) for line in row["covariance"])
    size = 1 + len(_shared(channels))
    if len(means) != size or [len(line) for line in covariance] != [size] * size:
        raise ValueError(f"palette row {row['id']}: {size} means and {size} x {size} covariances")
    return Reference(str(row["id"]), channels, means, covariance, float(row.get("spare", 0.0)))


def _counts(sample: Sample | Channels) -> Channels:
    if isinstance(sample, Sample):
        return {
            "clear": sample.clear,
            "red": sample.red,
            "green": sample.green,
            "blue": sample.blue,
        }
    return sample


def _ordered(counts: Channels) -> tuple[str, ...]:
    """The clear channel first, the others as they come."""
    return tuple(sorted(counts, key=lambda channel: channel != _BASE))


@cache
def _shared(channels: tuple[str, ...]) -> tuple[str, ...]:
    """The channels whose shares are features."""
    if _BASE in channels:
        return tuple(channel for channel in channels if channel != _BASE)
    return channels[:-1]


def _features(counts: Channels, channels: tuple[str, ...]) -> Vector:
    lacking = [channel for channel in channels if channel not in counts]
    if lacking:
        raise ValueError(f"the sample lacks the channels {', '.join(lacking)}")
    whole = counts[_BASE] if _BASE in channels else math.fsum(counts[c] for c in channels)
    base = max(1.0, whole)
    return (math.log(base), *(counts[channel] / base for channel in _shared(channels)))


def _fit(rows: Sequence[Vector]) -> tuple[Vector, Matrix]:
    """Mean and covariance in which outliers weigh less."""
    size = range(len(rows[0]))
    medians = [statistics.median(row[i] for row in rows) for i in size]
    scales = [
        max(
            1.4826 * statistics.median(abs(row[i] - medians[i]) for row in rows),
            _floor(i),
        )
        for i in size
    ]
    weights = []
    for row in rows:
        away = max(abs(row[i] - medians[i]) / scales[i] for i in size)
        weights.append(min(1.0, _OUTLIER / away) if away else 1.0)
    total = math.fsum(weights)
    means = tuple(
        math.fsum(w * row[i] for w, row in zip(weights, rows, strict=True)) / total for i in size
    )
    freedom = max(1.0, total - 1)
    covariance = tuple(
        tuple(
            math.fsum(
                w * (row[i] - means[i]) * (row[j] - means[j])
                for w, row in zip(weights, rows, strict=True)
            )
            / freedom
            for j in size
        )
        for i in size
    )
    return means, covariance


def _floor(feature: int) -> float:
    return _SHARE_FLOOR if feature else _BRIGHTNESS_FLOOR


def _mixed(parts: Sequence[tuple[Matrix, float]]) -> Matrix:
    total = math.fsum(weight for _, weight in parts)
    size = range(len(parts[0][0]))
    return tuple(
        tuple(math.fsum(matrix[i][j] * w for matrix, w in parts) / total for j in size)
        for i in size
    )


def _reference(
    colour: str,
    channels: tuple[str, ...],
    fit: tuple[Vector, Matrix],
    pooled: Matrix,
    freedom: Mapping[str, int],
) -> Reference:
    means, own = fit
    samples = freedom[colour] + 1
    mixed = _mixed([(own, float(samples)), (pooled, _POOL_SAMPLES)])
    # A mean of few samples is itself uncertain.
    scale = 1 + 1 / samples
    size = range(len(means))
    covariance = tuple(
        tuple(
            mixed[i][i] * scale + _floor(i) ** 2 if i == j else mixed[i][j] * scale * _CORRELATED
            for j in size
        )
        for i in size
    )
    lent = _POOL_SAMPLES / (samples + _POOL_SAMPLES)
    known = freedom[colour] + lent * (sum(freedom.values()) - freedom[colour])
    return Reference(colour, channels, means, covariance, 1 / known)


def _confused(first: Reference, second: Reference) -> float:
    """Chance of a mistake between two normal distributions with their mean covariance."""
    if first.channels != second.channels:
        return 0.0
    inverse = _inverted(_mixed([(first.covariance, 1.0), (second.covariance, 1.0)]))[0]
    away = [a - b for a, b in zip(first.means, second.means, strict=True)]
    size = range(len(away))
    squared = math.fsum(away[i] * inverse[i][j] * away[j] for i in size for j in size)
    return math.erfc(math.sqrt(max(0.0, squared) / 8)) / 2


def _inverted(matrix: Matrix) -> tuple[Matrix, float]:
    """Inverse and logarithm of the determinant of a symmetric positive matrix.

    Raises:
        ValueError: it is not positive definite.
    """
    size = range(len(matrix))
    left = [list(row) for row in matrix]
    right = [[float(i == j) for j in size] for i in size]
    log_det = 0.0
    for i in size:
        pivot = left[i][i]
        if pivot <= 0:
            raise ValueError("a covariance must be positive definite")
        log_det += math.log(pivot)
        left[i] = [value / pivot for value in left[i]]
        right[i] = [value / pivot for value in right[i]]
        for j in size:
            if j != i and left[j][i]:
                factor = left[j][i]
                left[j] = [a - factor * b for a, b in zip(left[j], left[i], strict=True)]
                right[j] = [a - factor * b for a, b in zip(right[j], right[i], strict=True)]
    return tuple(tuple(row) for row in right), log_det

"""What a tower's throws teach about it: chances to fall, how sure they are, what they depend on.

A cube of a throw either comes out or stays, by itself and whatever its colour. Of ``thrown`` cubes
of a colour each comes out with the chance ``p``, of ``inside`` cubes each with the chance ``q``;
how many came out is seen, and not which of them. Two models stand side by side: in the *constant*
one ``p`` and ``q`` are the tower's own, in the *dependent* one their log odds grow or shrink with
the logarithm of how many cubes are poured together, as a tower may jam or be knocked free. The
dependent one is taken where the data speak for it at least ``NEEDED`` to one.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from turmwart.tower.matrices import Matrix, Vector, cholesky, inverse, solve
from turmwart.tower.release import Release

TRUST = 12
"""The prior weighs as much as so many cubes thrown, and as many stuck, would."""
PRIOR = ((2 * TRUST / 3, TRUST / 3), (TRUST / 3, 2 * TRUST / 3))
"""Beta distributions of p and q before any throw: means 2/3 and 1/3."""
USUAL = 10
"""Cubes poured together in a usual throw: p and q are stated for it where nothing else is said."""
SLOPE_SD = 0.5
"""Prior standard deviation of a slope: three times the cubes may change the log odds by so much."""
NEEDED = 10.0
"""Bayes factor from which the dependent model is taken."""

_STEPS = 60
_EPSILON = 1e-9
_NODES = (-2.85697001387280, -1.35562617997427, 0.0, 1.35562617997427, 2.85697001387280)
_WEIGHTS = (
    0.01125741132772,
    0.22207592200561,
    0.53333333333333,
    0.22207592200561,
    0.01125741132772,
)
"""Gauss-Hermite quadrature of five points for a standard normal variable."""


@dataclass(frozen=True, slots=True)
class Fall:
    """One colour of one throw.

    Attributes:
        thrown: cubes of the colour poured in.
        inside: cubes of the colour in the tower before.
        fallen: of both together, how many came out.
        together: cubes of all colours poured in.

    Raises:
        ValueError: no such throw can be.
    """

    thrown: int
    inside: int
    fallen: int
    together: int

    def __post_init__(self) -> None:
        possible = 0 <= self.fallen <= self.thrown + self.inside
        if min(self.thrown, self.inside) < 0 or not possible or self.together < self.thrown:
            raise ValueError(f"no such fall: {self}")


@dataclass(frozen=True, slots=True)
class Chances:
    """Chances that a cube comes out.

    Attributes:
        thrown: of a cube thrown now, 0 to 1.
        inside: of a cube that lay inside, 0 to 1.
    """

    thrown: float
    inside: float


@dataclass(frozen=True, slots=True)
class Node:
    """A point of the posterior; the weights of all points sum to 1."""

    weight: float
    chances: Chances


@dataclass(frozen=True, slots=True)
class Fit:
    """A model fitted to throws, as a normal distribution of its log odds.

    Attributes:
        mode: log odds of p and of q; in the dependent model for as many cubes as were poured on
            average, and the two slopes behind them.
        covariance: of these, rows.
        log_evidence: logarithm of how likely the model makes the throws, by Laplace's method.
    """

    mode: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]
    log_evidence: float


@dataclass(frozen=True)
class Learnt:
    """What is known of a tower.

    Attributes:
        throws: how many throws taught it.
        cubes: how many cubes were poured in them, and lay inside, counted for each throw.
        falls: the throws, equal ones together: how often each was seen.
        constant: the model whose chances are the tower's own.
        dependent: the model whose chances depend on how many cubes are poured.
        centre: mean logarithm of how many were poured together, from which the slopes go.
    """

    throws: int
    cubes: int
    falls: tuple[tuple[Fall, int], ...]
    constant: Fit
    dependent: Fit
    centre: float

    @property
    def bayes_factor(self) -> float:
        """How many times likelier the dependent model makes the throws."""
        apart = self.dependent.log_evidence - self.constant.log_evidence
        return math.exp(min(700.0, apart))

    @property
    def depends(self) -> bool:
        """Whether the data ask for the dependent model."""
        return self.bayes_factor >= NEEDED

    def nodes(self, together: int) -> tuple[Node, ...]:
        """The posterior of the chances in a throw of ``together`` cubes, as weighted points.

        The constant model's points weigh as the exact posterior does there; the dependent model is
        taken as normal, which its many throws justify.
        """
        if not self.depends:
            return self._constant_nodes
        at = math.log(max(1, together)) - self.centre
        mode, spread = self.dependent.mode, self.dependent.covariance
        centre = (mode[0] + at * mode[2], mode[1] + at * mode[3])
        covariance = [
            [
                spread[i][j]
                + at * (spread[i][j + 2] + spread[i + 2][j])
                + at**2 * spread[i + 2][j + 2]
                for j in (0, 1)
            ]
            for i in (0, 1)
        ]
        return tuple(
            Node(weight, Chances(_chance(a), _chance(b)))
            for weight, a, b in _points(centre, covariance)
        )

    @cached_property
    def _constant_nodes(self) -> tuple[Node, ...]:
        points = list(_points(self.constant.mode, self.constant.covariance))
        peak = _log_posterior(self.constant.mode, self.falls)
        precision = inverse([list(row) for row in self.constant.covariance])
        weights = []
        for weight, *where in points:
            away = [x - m for x, m in zip(where, self.constant.mode, strict=True)]
            normal = -0.5 * sum(away[i] * precision[i][j] * away[j] for i in (0, 1) for j in (0, 1))
            exact = _log_posterior(where, self.falls) - peak
            weights.append(weight * math.exp(min(50.0, exact - normal)))
        total = sum(weights)
        return tuple(
            Node(weight / total, Chances(_chance(a), _chance(b)))
            for weight, (_, a, b) in zip(weights, points, strict=True)
        )

    def mean(self, together: int = USUAL) -> Chances:
        """The mean chances in a throw of ``together`` cubes."""
        nodes = self.nodes(together)
        return Chances(
            sum(node.weight * node.chances.thrown for node in nodes),
            sum(node.weight * node.chances.inside for node in nodes),
        )

    def spread(self, together: int = USUAL) -> Chances:
        """Standard deviations of the chances in a throw of ``together`` cubes."""
        nodes, mean = self.nodes(together), self.mean(together)
        thrown = sum(n.weight * (n.chances.thrown - mean.thrown) ** 2 for n in nodes)
        inside = sum(n.weight * (n.chances.inside - mean.inside) ** 2 for n in nodes)
        return Chances(math.sqrt(thrown), math.sqrt(inside))


def learn(throws: Iterable[Sequence[Fall]]) -> Learnt:
    """What a tower's throws teach, on top of the rule of thumb.

    Args:
        throws: of each throw the falls of its colours; colours of which nothing was thrown or
            inside teach nothing and may be left out.
    """
    number = cubes = 0
    counts: Counter[Fall] = Counter()
    for falls in throws:
        number += 1
        for fall in falls:
            if fall.thrown + fall.inside:
                counts[fall] += 1
                cubes += fall.thrown + fall.inside
    seen = tuple(counts.items())
    centre = _centre(seen)
    return Learnt(number, cubes, seen, _fit(_merged(seen), 2), _fit(seen, 4, centre), centre)


def fallen(chances: Chances, thrown: int, inside: int) -> tuple[float, ...]:
    """Chance of 0, 1, .. ``thrown + inside`` fallen cubes of a colour; they sum to 1.

    Raises:
        ValueError: a negative number of cubes.
    """
    if thrown < 0 or inside < 0:
        raise ValueError(f"cubes cannot be negative: thrown {thrown}, inside {inside}")
    first, second = _binomial(thrown, chances.thrown), _binomial(inside, chances.inside)
    together = [0.0] * (thrown + inside + 1)
    for place, chance in enumerate(first):
        for more, other in enumerate(second, start=place):
            together[more] += chance * other
    return tuple(together)


def release(chances: Chances) -> Release:
    """``chances`` per mille, never quite certain: what did not happen yet may."""
    thrown, inside = (
        min(999, max(1, round(1000 * chance))) for chance in (chances.thrown, chances.inside)
    )
    return Release(thrown, inside)


def _binomial(number: int, chance: float) -> list[float]:
    stays = 1.0 - chance
    return [math.comb(number, n) * chance**n * stays ** (number - n) for n in range(number + 1)]


def _merged(seen: Iterable[tuple[Fall, int]]) -> tuple[tuple[Fall, int], ...]:
    """The same falls whatever was poured besides, where that does not matter."""
    counts: Counter[Fall] = Counter()
    for fall, times in seen:
        counts[Fall(fall.thrown, fall.inside, fall.fallen, fall.thrown)] += times
    return tuple(counts.items())


def _centre(seen: Iterable[tuple[Fall, int]]) -> float:
    """Mean logarithm of the cubes poured together, each cube counted once.

    Slopes that go from there say nothing about the level, nor anything at all where every throw
    was of as many cubes.
    """
    weight = logs = 0.0
    for fall, times in seen:
        cubes = times * (fall.thrown + fall.inside)
        weight += cubes
        logs += cubes * math.log(max(1, fall.together))
    return logs / weight if weight else math.log(USUAL)


def _fit(seen: tuple[tuple[Fall, int], ...], size: int, centre: float = 0.0) -> Fit:
    """Newton's method with a ridge, from the prior's means on; the prior keeps it finite."""
    at = [math.log(a / b) for a, b in PRIOR] + [0.0] * (size - 2)
    value, slope, bend = _derivatives(at, seen, centre)
    ridge = 0.0
    for _ in range(_STEPS):
        damped = [[-x + (ridge if i == j else 0.0) for j, x in enumerate(row)] for i, row in
                  enumerate(bend)]  # fmt: skip
        lower = cholesky(damped)
        if lower is None:
            ridge = max(1.0, 4 * ridge)
            continue
        step = solve(lower, slope)
        further = [x + d for x, d in zip(at, step, strict=True)]
        found = _derivatives(further, seen, centre)
        if found[0] < value - _EPSILON:
            ridge = max(1.0, 4 * ridge)
            continue
        at, (value, slope, bend) = further, found
        ridge = ridge / 4 if ridge > 0.01 else 0.0
        if max(abs(d) for d in step) < _EPSILON and not ridge:
            break
    precision = [[-x for x in row] for row in bend]
    covariance = inverse(precision)
    lower = cholesky(precision) or [[1.0]]
    log_det = 2 * sum(math.log(lower[i][i]) for i in range(len(lower)))
    evidence = value + size / 2 * math.log(2 * math.pi) - log_det / 2
    return Fit(tuple(at), tuple(tuple(row) for row in covariance), evidence)


def _derivatives(
    at: Sequence[float], seen: Iterable[tuple[Fall, int]], centre: float
) -> tuple[float, Vector, Matrix]:
    """Log posterior at a point, its slope and its second derivatives."""
    size = len(at)
    value, slope = 0.0, [0.0] * size
    bend = [[0.0] * size for _ in range(size)]
    for i, (a, b) in enumerate(PRIOR):
        chance = _chance(at[i])
        value += a * at[i] - (a + b) * _softplus(at[i])
        value -= math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
        slope[i] += a - (a + b) * chance
        bend[i][i] -= (a + b) * chance * (1 - chance)
    for i in range(2, size):
        value -= at[i] ** 2 / (2 * SLOPE_SD**2) + math.log(SLOPE_SD * math.sqrt(2 * math.pi))
        slope[i] -= at[i] / SLOPE_SD**2
        bend[i][i] -= 1 / SLOPE_SD**2
    for fall, times in seen:
        shift = math.log(max(1, fall.together)) - centre if size > 2 else 0.0
        p_odds = at[0] + (shift * at[2] if size > 2 else 0.0)
        q_odds = at[1] + (shift * at[3] if size > 2 else 0.0)
        p, q = _chance(p_odds), _chance(q_odds)
        log, mean, variance = _came_from(fall, p_odds, q_odds)
        value += times * log
        d_p = times * (mean - fall.thrown * p)
        d_q = times * (fall.fallen - mean - fall.inside * q)
        d_pp = times * (variance - fall.thrown * p * (1 - p))
        d_qq = times * (variance - fall.inside * q * (1 - q))
        d_pq = -times * variance
        factors = (1.0, shift) if size > 2 else (1.0,)
        for m, one in enumerate(factors):
            slope[2 * m] += one * d_p
            slope[2 * m + 1] += one * d_q
            for n, other in enumerate(factors):
                bend[2 * m][2 * n] += one * other * d_pp
                bend[2 * m + 1][2 * n + 1] += one * other * d_qq
                bend[2 * m][2 * n + 1] += one * other * d_pq
                bend[2 * m + 1][2 * n] += one * other * d_pq
    return value, slope, bend


def _log_posterior(at: Sequence[float], seen: Iterable[tuple[Fall, int]]) -> float:
    """The constant model's, up to what does not depend on ``at``."""
    value = sum(a * x - (a + b) * _softplus(x) for x, (a, b) in zip(at, PRIOR, strict=True))
    return value + sum(times * _came_from(fall, at[0], at[1])[0] for fall, times in seen)


def _came_from(fall: Fall, p_odds: float, q_odds: float) -> tuple[float, float, float]:
    """Log likelihood of a fall; mean and variance of how many of the fallen had been thrown."""
    least, ways = _ways(fall.thrown, fall.inside, fall.fallen)
    apart = p_odds - q_odds
    # The largest term is taken out, so that no power overflows.
    logs = [way + (least + n) * apart for n, way in enumerate(ways)]
    top = max(logs)
    weights = [math.exp(log - top) for log in logs]
    total = sum(weights)
    mean = sum(n * w for n, w in enumerate(weights)) / total
    square = sum(n * n * w for n, w in enumerate(weights)) / total
    log = (
        fall.fallen * q_odds
        - fall.thrown * _softplus(p_odds)
        - fall.inside * _softplus(q_odds)
        + top
        + math.log(total)
    )
    return log, least + mean, max(0.0, square - mean * mean)


@lru_cache(maxsize=20_000)
def _ways(thrown: int, inside: int, fallen: int) -> tuple[int, tuple[float, ...]]:
    """Least number of thrown ones among the fallen; logs of the ways for it and each one more."""
    least, most = max(0, fallen - inside), min(thrown, fallen)
    return least, tuple(
        math.log(math.comb(thrown, n) * math.comb(inside, fallen - n))
        for n in range(least, most + 1)
    )


def _points(
    centre: Sequence[float], covariance: Sequence[Sequence[float]]
) -> Iterable[tuple[float, float, float]]:
    """Weight and place of the quadrature's points for a normal distribution in the plane."""
    lower = cholesky([list(row) for row in covariance]) or [[0.0, 0.0], [0.0, 0.0]]
    for u, one in zip(_NODES, _WEIGHTS, strict=True):
        for v, other in zip(_NODES, _WEIGHTS, strict=True):
            yield (
                one * other,
                centre[0] + lower[0][0] * u,
                centre[1] + lower[1][0] * u + lower[1][1] * v,
            )


def _chance(log_odds: float) -> float:
    if log_odds < 0:
        odds = math.exp(log_odds)
        return odds / (1 + odds)
    return 1 / (1 + math.exp(-log_odds))


def _softplus(x: float) -> float:
    """log(1 + exp(x))."""
    return max(x, 0.0) + math.log1p(math.exp(-abs(x)))

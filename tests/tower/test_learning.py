"""What throws teach of a tower: posterior, quadrature, the two models side by side."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from itertools import product

import pytest

from turmwart.tower.learning import (
    NEEDED,
    PRIOR,
    USUAL,
    Chances,
    Fall,
    fallen,
    learn,
)


def chance(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))


def throws(
    number: int, thrown: float, inside: float, seed: int, slopes: tuple[float, float] = (0, 0)
) -> Iterator[list[Fall]]:
    """Throws of a tower whose chances are known; 3 to 60 cubes of three colours each."""
    rng = random.Random(seed)
    tower = [0, 0, 0]
    for _ in range(number):
        together = rng.choice((3, 6, 12, 25, 60))
        hand = [0, 0, 0]
        for _ in range(together):
            hand[rng.randrange(3)] += 1
        at = math.log(together / USUAL)
        p = chance(math.log(thrown / (1 - thrown)) + slopes[0] * at)
        q = chance(math.log(inside / (1 - inside)) + slopes[1] * at)
        falls = []
        for colour in range(3):
            out = sum(rng.random() < p for _ in range(hand[colour]))
            out += sum(rng.random() < q for _ in range(tower[colour]))
            falls.append(Fall(hand[colour], tower[colour], out, together))
            tower[colour] += hand[colour] - out
        yield falls


def by_grid(falls: list[Fall], steps: int = 300) -> tuple[float, float]:
    """Posterior means of p and q by brute force: Beta priors times the falls' likelihood."""
    weight = means = meant = 0.0
    for i, j in product(range(steps), repeat=2):
        p, q = (i + 0.5) / steps, (j + 0.5) / steps
        density = 1.0
        for x, (a, b) in zip((p, q), PRIOR, strict=True):
            density *= x ** (a - 1) * (1 - x) ** (b - 1)
        for fall in falls:
            density *= fallen(Chances(p, q), fall.thrown, fall.inside)[fall.fallen]
        weight += density
        means += p * density
        meant += q * density
    return means / weight, meant / weight


def test_without_a_throw_it_is_the_rule_of_thumb() -> None:
    """Two of three and one of three, as unsure as twelve cubes each would leave it."""
    known = learn([])
    mean, spread = known.mean(), known.spread()
    assert mean.thrown == pytest.approx(2 / 3, abs=2e-3)
    assert mean.inside == pytest.approx(1 / 3, abs=2e-3)
    beta = math.sqrt(2 / 9 / 13)
    assert spread.thrown == pytest.approx(beta, rel=0.02)
    assert not known.depends
    assert known.bayes_factor == pytest.approx(1.0)


def test_cubes_that_were_only_thrown_teach_as_a_beta_does() -> None:
    """Nothing was inside: 30 of 40 out make Beta(38, 14) exactly."""
    known = learn([[Fall(40, 0, 30, 40)]])
    assert known.mean().thrown == pytest.approx(38 / 52, abs=1e-3)
    assert known.spread().thrown == pytest.approx(math.sqrt(38 * 14 / 52**2 / 53), rel=0.02)
    assert known.mean().inside == pytest.approx(1 / 3, abs=2e-3)


def test_who_came_out_is_not_seen_and_need_not_be() -> None:
    """Thrown and stuck cubes of one colour: means as brute force over a grid finds them."""
    falls = [Fall(4, 3, 5, 9), Fall(5, 0, 2, 9), Fall(0, 6, 3, 9), Fall(2, 5, 1, 12)]
    mean = learn([falls]).mean()
    thrown, inside = by_grid(falls, 120)
    assert mean.thrown == pytest.approx(thrown, abs=2e-3)
    assert mean.inside == pytest.approx(inside, abs=2e-3)


def test_a_strange_tower_is_learnt() -> None:
    """Half and a tenth, within three standard deviations after 80 throws."""
    known = learn(throws(80, 0.5, 0.1, seed=4))
    mean, spread = known.mean(), known.spread()
    assert abs(mean.thrown - 0.5) < 3 * spread.thrown < 0.1
    assert abs(mean.inside - 0.1) < 3 * spread.inside < 0.1
    assert known.throws == 80


def test_how_many_are_thrown_matters_only_where_the_data_say_so() -> None:
    """Of 20 towers without dependence none is given one, of 20 that jam nearly all are."""
    steady = [learn(throws(60, 2 / 3, 1 / 3, seed)) for seed in range(20)]
    jammed = [learn(throws(60, 2 / 3, 1 / 3, seed, (-0.7, 0.4))) for seed in range(20)]
    assert sum(known.depends for known in steady) == 0
    assert sum(known.depends for known in jammed) >= 18
    known = next(known for known in jammed if known.depends)
    assert known.bayes_factor >= NEEDED
    assert known.mean(45).thrown < known.mean(10).thrown < known.mean(4).thrown
    truth = chance(math.log(2) - 0.7 * math.log(4.5))
    assert known.mean(45).thrown == pytest.approx(truth, abs=4 * known.spread(45).thrown)


def test_weights_and_chances_are_those_of_a_distribution() -> None:
    """Before and after learning, with and without dependence."""
    for slopes in ((0.0, 0.0), (-0.8, 0.5)):
        known = learn(throws(60, 0.6, 0.4, seed=9, slopes=slopes))
        for together in (1, 10, 62):
            nodes = known.nodes(together)
            assert sum(node.weight for node in nodes) == pytest.approx(1.0)
            assert all(0 < n.chances.thrown < 1 and 0 < n.chances.inside < 1 for n in nodes)


@pytest.mark.parametrize(("thrown", "inside"), [(0, 0), (3, 0), (0, 4), (5, 7), (40, 22)])
def test_what_falls_of_a_colour(thrown: int, inside: int) -> None:
    """A distribution with the right mean."""
    chances = fallen(Chances(0.7, 0.2), thrown, inside)
    assert len(chances) == thrown + inside + 1
    assert sum(chances) == pytest.approx(1.0)
    mean = sum(n * c for n, c in enumerate(chances))
    assert mean == pytest.approx(0.7 * thrown + 0.2 * inside)


def test_extreme_towers_break_nothing() -> None:
    """All out, or nothing ever; and falls that cannot be are refused."""
    out = learn([[Fall(45, 0, 45, 45)]] * 200)
    assert out.bayes_factor == pytest.approx(1.0, abs=0.01)
    stuck = learn([[Fall(9, 0, 0, 9), Fall(0, 60, 0, 9)]] * 200)
    assert out.mean().thrown > 0.999
    assert stuck.mean().thrown < 0.01 > stuck.mean().inside
    for wrong in ((1, 0, 2, 1), (-1, 3, 1, 4), (3, 0, 1, 2)):
        with pytest.raises(ValueError, match="no such fall"):
            Fall(*wrong)
    with pytest.raises(ValueError, match="negative"):
        fallen(Chances(0.5, 0.5), -1, 0)

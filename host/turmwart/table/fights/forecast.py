"""What the tower's own odds say of a fight, and how sure they are."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from turmwart.games.wallenstein.odds import Fight, Odds, mean, odds
from turmwart.tower.learning import Learnt, Node, fallen

OUTCOMES = ("attacker_wins", "defender_wins", "tie", "devastated")
WITHIN = 1.6448536269514722
"""Standard deviations on each side that hold nine tenths of a normal distribution."""
_TINY = 1e-12


@dataclass(frozen=True, slots=True)
class Span:
    """A figure that is not known for sure.

    Attributes:
        mean: over the posterior of the tower's chances.
        low: nine times in ten it is not less than this,
        high: and not more than this.
    """

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Forecast:
    """A fight before its throw.

    Attributes:
        fight: the fight.
        odds: its chances, averaged over the posterior of the tower.
        spans: for each of ``OUTCOMES``, how sure its chance is.
        attacker_left: mean number of armies the attacker keeps, lost fights counted as 0.
        defender_left: the same of the defender.
    """

    fight: Fight
    odds: Odds[float]
    spans: dict[str, Span]
    attacker_left: Span
    defender_left: Span


def forecast(fight: Fight, learnt: Learnt) -> Forecast:
    """The chances of a fight, for what is known of its tower."""
    nodes = learnt.nodes(fight.thrown.total)
    each = [odds(fight, _falls(node)) for node in nodes]
    weights = [node.weight for node in nodes]

    def averaged(values: list[tuple[float, ...]]) -> tuple[float, ...]:
        columns = zip(*values, strict=True)
        return tuple(
            sum(w * value for w, value in zip(weights, column, strict=True)) for column in columns
        )

    spans = {
        outcome: _span(weights, [getattr(one, outcome) for one in each], chance=True)
        for outcome in OUTCOMES
    }
    together = Odds(
        **{outcome: span.mean for outcome, span in spans.items()},
        attacker_left=averaged([one.attacker_left for one in each]),
        defender_left=averaged([one.defender_left for one in each]),
    )
    return Forecast(
        fight,
        together,
        spans,
        _span(weights, [mean(one.attacker_left) for one in each], chance=False),
        _span(weights, [mean(one.defender_left) for one in each], chance=False),
    )


def _falls(node: Node) -> Callable[[int, int], tuple[float, ...]]:
    return lambda thrown, inside: fallen(node.chances, thrown, inside)


def _span(weights: list[float], values: list[float], *, chance: bool) -> Span:
    """Mean, and nine tenths around it; of a chance by its log odds, so that it stays one."""
    centre = sum(w * v for w, v in zip(weights, values, strict=True))
    if max(values) - min(values) < _TINY:
        return Span(centre, centre, centre)
    moved = [_log_odds(v) for v in values] if chance else values
    middle = sum(w * v for w, v in zip(weights, moved, strict=True))
    spread = math.sqrt(sum(w * (v - middle) ** 2 for w, v in zip(weights, moved, strict=True)))
    low, high = middle - WITHIN * spread, middle + WITHIN * spread
    if chance:
        return Span(centre, _chance(low), _chance(high))
    return Span(centre, max(0.0, low), high)


def _log_odds(chance: float) -> float:
    inner = min(1 - _TINY, max(_TINY, chance))
    return math.log(inner / (1 - inner))


def _chance(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds))

"""Odds of Wallenstein beside simulated throws: a million each, every figure within its error.

    python tests/bench/odds/throws.py [--throws 1000000] [--seed 1631] [--only NAME]

Needs numpy, and ``host`` on the path. Each throw lets every cube fall or stay by itself and counts
who fell; who won and what is left is then told by the rules as a table reads them, written down
here once more and with nothing of the program. Times are CPU seconds, the best of twenty calls.
Exit code 1 if a figure lies more than 4 standard errors away or a fight takes longer than 20 ms.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass
from time import process_time

import numpy as np

from turmwart.games.wallenstein.odds import Fight, Odds, mean, odds
from turmwart.kernel.cubes import Cubes
from turmwart.table.fights.forecast import forecast
from turmwart.tower.learning import Chances, Fall, fallen, learn

ERRORS = 4
LIMIT_MS = 20.0
CHANCES = Chances(0.64, 0.35)


@dataclass(frozen=True)
class Case:
    """A fight, and how it is called."""

    name: str
    fight: Fight


CASES = (
    Case("small", Fight("player", "red", "blue", "green", 0,
                        Cubes.of(red=4, blue=3, yellow=1), Cubes.of(red=2, green=5, blue=2))),
    Case("marked", Fight("player", "red", "blue", "green", 1,
                         Cubes.of(red=5, blue=5), Cubes.of(green=9, blue=3))),
    Case("neutral", Fight("neutral", "red", "green", "green", 0,
                          Cubes.of(red=3, green=1), Cubes.of(red=4, green=7))),
    Case("revolt", Fight("revolt", "green", "blue", "green", 2,
                         Cubes.of(blue=5, green=2), Cubes.of(blue=3, green=6))),
    Case("full", Fight("player", "red", "blue", "green", 0,
                       Cubes.of(red=18, blue=16, green=4, yellow=4, black=3),
                       Cubes.of(red=9, blue=9, green=9, yellow=9, black=9))),
    Case("even", Fight("player", "red", "blue", "green", 0,
                       Cubes.of(red=25, blue=17, green=3), Cubes.of(red=15, blue=15, green=15))),
)  # fmt: skip


def main() -> int:
    """Compare all cases; print a block for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--throws", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1631)
    parser.add_argument("--only", choices=[case.name for case in CASES])
    wanted = parser.parse_args()
    good = True
    for case in CASES:
        if wanted.only in (None, case.name):
            good &= compare(case, wanted.throws, wanted.seed)
    print("all agree" if good else "NOT all agree")
    return not good


def compare(case: Case, throws: int, seed: int) -> bool:
    """Print one case's figures and times; whether all is as it must be."""
    fight = case.fight
    ours = flat(odds(fight, lambda thrown, inside: fallen(CHANCES, thrown, inside)))
    known = learn([[Fall(7, 3, 6, 31), Fall(4, 6, 5, 8)]] * 50)
    known.nodes(fight.thrown.total)
    best = float("inf")
    for _ in range(20):
        begun = process_time()
        forecast(fight, known)
        best = min(best, process_time() - begun)
    simulated, error = simulate(fight, throws, seed)
    apart = np.abs(simulated - ours)
    # Where it never came, or always, the figure must be as near as so many throws can tell.
    away = np.where(
        error > 0, apart / np.maximum(error, 1e-300), np.where(apart > 20 / throws, np.inf, 0.0)
    )
    good = float(away.max()) <= ERRORS and 1000 * best < LIMIT_MS
    print(f"{case.name}: attacker {ours[0]:.6f} defender {ours[1]:.6f} tie {ours[2]:.6f} "
          f"devastated {ours[3]:.6f} left {ours[4]:.4f} {ours[5]:.4f}")  # fmt: skip
    print(f"  with its uncertainty {1000 * best:.2f} ms (limit {LIMIT_MS:g}); {throws:,} throws: "
          f"furthest of 6 figures {away.max():.2f} standard errors away", flush=True)  # fmt: skip
    return good


def flat(found: Odds[float]) -> np.ndarray:
    """Six figures."""
    return np.array([found.attacker_wins, found.defender_wins, found.tie, found.devastated,
                     mean(found.attacker_left), mean(found.defender_left)])  # fmt: skip


def simulate(fight: Fight, throws: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """The same six figures by throwing, and their standard errors."""
    rng = np.random.default_rng(seed)

    def fell(colour: str) -> np.ndarray:
        # Cube by cube, so that memory is of one cube only.
        out = np.zeros(throws, dtype=np.int16)
        for number, chance in (
            (fight.thrown[colour], CHANCES.thrown),
            (fight.inside[colour], CHANCES.inside),
        ):
            for _ in range(number):
                out += rng.random(throws, dtype=np.float32) < chance
        return out

    if fight.kind == "player":
        attackers, defenders, farmers = fell(fight.attacker), fell(fight.defender), fell("green")
        if fight.markers:
            farmers = np.zeros_like(farmers)
        strength = defenders + farmers
        wins = attackers > strength
        holds = (strength > attackers) & (defenders >= 1)
        tie = ~wins & ~holds
        devastated = tie
        kept = np.where(wins, attackers - strength, 0)
        # Farmers die first, then the defender's armies.
        held = np.where(holds, defenders - np.maximum(0, attackers - farmers), 0)
    else:
        attackers, defenders = fell(fight.attacker), fell(fight.defender)
        wins, holds, tie = attackers > defenders, defenders > attackers, attackers == defenders
        neutral = fight.kind == "neutral"
        devastated = np.zeros_like(wins) if neutral else ~holds
        kept = np.where(wins & neutral, attackers - defenders, 0)
        held = np.where(holds & (not neutral), defenders - attackers, 0)
    figures = np.stack([wins, holds, tie, devastated, kept, held]).astype(float)
    return figures.mean(axis=1), figures.std(axis=1) / math.sqrt(throws)


if __name__ == "__main__":
    raise SystemExit(main())

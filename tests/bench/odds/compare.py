"""Odds of Anno 1452 beside icepool and beside simulated battles: same figures, and how much faster.

    python tests/bench/odds/compare.py [--battles 10000000] [--seed 1452] [--only NAME]
                                       [--without icepool|simulation]

Needs numpy and icepool 2.1.3, which is no dependency of the program: install it somewhere of its
own and put ``host`` on the path. Times are CPU seconds, so that other work on the machine counts
little; the program's is the best of several calls, icepool's and the simulation's are of one.

The simulation throws every die of every round and takes units away kind by kind; icepool gets the
dice as dice and finds where the chain is absorbed. Neither uses anything of the program but the
forms that name a battle. Exit code 1 if icepool's fractions differ, a simulated figure lies more
than 4 standard errors away, or a battle takes longer than it may.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from time import process_time

import icepool
import numpy as np

from turmwart.games.anno1452.odds import Odds
from turmwart.games.anno1452.odds_cards import ARMY, MILITIA, RELIEF, TOWN, Force, Played
from turmwart.games.anno1452.odds_late import exact_odds_of, odds_of

ERRORS = 4
CHUNK = 500_000
BY_HAND = {"peasants": 0, "citizens": 1, "soldiers": 2}
WEAKEST = (("peasants", 1), ("citizens", 0), ("soldiers", 0), ("peasants", 0))
MILITIA_LAST = (("peasants", 1), ("soldiers", 0), ("citizens", 0), ("peasants", 0))
"""Weakest first with Militia: Citizens hit as Soldiers do, and Soldiers are lost anyway."""
CHEAPEST = (("soldiers", 0), ("peasants", 1), ("citizens", 0), ("peasants", 0))


@dataclass(frozen=True)
class Table:
    """A side as somebody at the table would play it.

    Attributes:
        units: Peasants, Citizens, Soldiers.
        from_face: the lowest face that hits, for each of them.
        gives_up: kinds in turn, each down to a number.
        relief: dice that hit on 6.
        up_to: the highest face that nullifies; 0 for none.
    """

    units: tuple[int, int, int]
    from_face: tuple[int, int, int] = (6, 5, 4)
    gives_up: tuple[tuple[str, int], ...] = WEAKEST
    relief: int = 0
    up_to: int = 0


@dataclass(frozen=True)
class Case:
    """One battle, told twice: to the program, and to those beside it."""

    name: str
    attacker: Force
    defender: Force
    tables: tuple[Table, Table]
    cards: tuple[Played, ...] = ()
    limit_ms: float = 5.0


CASES = (
    Case("village", Force(3, 2), Force(3), (Table((3, 2, 0)), Table((3, 0, 0)))),
    Case("city", Force(3, 3), Force(3, 3, city=True),
         (Table((3, 3, 0)), Table((3, 3, 0), up_to=1))),
    Case("cards", Force(3, 3), Force(3, 4, city=True),
         (Table((3, 3, 0), (5, 5, 4), relief=2),
          Table((3, 4, 0), (6, 4, 4), MILITIA_LAST, up_to=2)),
         (Played(ARMY, "attacker"), Played(RELIEF, "attacker", 2), Played(MILITIA, "defender"),
          Played(TOWN, "defender"))),
    Case("king", Force(3, 3, 6, policy="cheapest_first"), Force(3, 6, city=True),
         (Table((3, 3, 6), gives_up=CHEAPEST), Table((3, 6, 0), up_to=1))),
    Case("largest", Force(3, 6, 9, True), Force(3, 6, 9, True),
         (Table((3, 6, 9), relief=3),
          Table((3, 6, 9), (6, 4, 4), MILITIA_LAST, relief=2, up_to=2)),
         (Played(RELIEF, "attacker", 3), Played(RELIEF, "defender", 2),
          Played(MILITIA, "defender"), Played(TOWN, "defender")), limit_ms=50.0),
)  # fmt: skip


def main() -> int:
    """Compare all cases; print a block for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--battles", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=1452)
    parser.add_argument("--only", choices=[case.name for case in CASES])
    parser.add_argument("--without", choices=("icepool", "simulation"), action="append", default=[])
    wanted = parser.parse_args()
    good = True
    for case in CASES:
        if wanted.only in (None, case.name):
            good &= compare(case, wanted.battles, wanted.seed, wanted.without)
    print("all agree" if good else "NOT all agree")
    return not good


def compare(case: Case, battles: int, seed: int, without: list[str]) -> bool:
    """Print one case's figures and times; whether all is as it must be."""
    ours, seconds = timed(lambda: odds_of(case.attacker, case.defender, case.cards), 30)
    ms = 1000 * seconds
    print(f"{case.name}: attacker {ours.attacker_wins:.9f} defender {ours.defender_wins:.9f} "
          f"both {ours.both_eliminated:.9f} rounds {ours.rounds:.6f}")  # fmt: skip
    print(f"  turmwart   {ms:10.3f} ms (limit {case.limit_ms:g})", flush=True)
    good = ms < case.limit_ms
    if "simulation" not in without:
        (mean, error), seconds = timed(lambda: simulate(case.tables, battles, seed), 1)
        away = float(np.max(np.abs(mean - flat(ours)) / np.maximum(error, 1e-300)))
        good &= away <= ERRORS
        print(f"  simulation {1000 * seconds:10.1f} ms, {1000 * seconds / ms:,.0f} times as long, "
              f"{battles:,} battles, furthest of 10 figures {away:.2f} standard errors away",
              flush=True)  # fmt: skip
    if "icepool" not in without:
        pool, seconds = timed(lambda: by_icepool(case.tables), 1)
        same = pool == outcome_and_losses(exact_odds_of(case.attacker, case.defender, case.cards))
        good &= same
        print(f"  icepool    {1000 * seconds:10.1f} ms, {1000 * seconds / ms:,.0f} times as long, "
              f"fractions {'equal' if same else 'DIFFER'}", flush=True)  # fmt: skip
    return bool(good)


def timed(work: Callable[[], object], times: int) -> tuple[object, float]:
    """What ``work`` gives, and the least CPU seconds of several runs."""
    best, found = float("inf"), None
    for _ in range(times):
        begun = process_time()
        found = work()
        best = min(best, process_time() - begun)
    return found, best


def outcome_and_losses(odds: Odds) -> tuple:
    """Nine exact figures; the number of rounds is not among what icepool's absorption tells."""
    outcomes = (odds.attacker_wins, odds.defender_wins, odds.both_eliminated)
    return (*outcomes, *odds.attacker_losses, *odds.defender_losses)


def flat(odds: Odds) -> np.ndarray:
    """Ten figures in the order of the simulation."""
    figures = outcome_and_losses(odds)
    return np.array([*figures[:3], odds.rounds, *figures[3:]])


def by_icepool(tables: tuple[Table, Table]) -> tuple:
    """The figures by icepool: the battle is a map that is repeated until it is absorbed."""
    attacker, defender = tables

    @cache
    def attack(units: tuple[int, ...]) -> icepool.Die:
        dice = [n @ (icepool.d6 >= face) for n, face in zip(units, attacker.from_face, strict=True)]
        return sum(dice, attacker.relief @ (icepool.d6 >= 6))

    @cache
    def answer(units: tuple[int, ...]) -> icepool.Die:
        def of(from_face: int, up_to: int) -> icepool.Die:
            return icepool.d6.map(lambda face: icepool.Vector((face >= from_face, face <= up_to)))

        dice = [n @ of(face, defender.up_to) for n, face in zip(units, defender.from_face,
                                                                strict=True)]  # fmt: skip
        return sum(dice, defender.relief @ of(6, 0))

    def one_round(a: tuple[int, ...], d: tuple[int, ...]) -> object:
        if not any(a) or not any(d):
            return icepool.tupleize(a, d)
        return icepool.map(
            lambda hits, back: (
                without(a, back[0], attacker.gives_up),
                without(d, max(0, hits - back[1]), defender.gives_up),
            ),
            attack(a),
            answer(d),
            star=False,
        )

    start = icepool.Die([(attacker.units, defender.units)])
    ends = start.map(one_round, star=True, repeat="inf")
    total = ends.denominator()
    figures = [0] * 9
    for (a, d), n in ends.items():
        outcome = 0 if any(a) else 1 if any(d) else 2
        figures[outcome] += n
        lost = [x - y for x, y in zip(attacker.units + defender.units, a + d, strict=True)]
        for k, number in enumerate(lost, 3):
            figures[k] += n * number
    return tuple(Fraction(n, total) for n in figures)


def without(
    units: tuple[int, ...], losses: int, gives_up: tuple[tuple[str, int], ...]
) -> tuple[int, ...]:
    """What is left of a side."""
    left = list(units)
    for kind, down_to in gives_up:
        k = BY_HAND[kind]
        gone = min(losses, max(0, left[k] - down_to))
        left[k] -= gone
        losses -= gone
    return tuple(left)


def simulate(tables: tuple[Table, Table], battles: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Play battles with dice.

    Returns:
        Mean and standard error of ten figures, (10,) float64 each.
    """
    generator = np.random.Generator(np.random.SFC64(seed))
    sums, squares, done = np.zeros(10), np.zeros(10), 0
    while done < battles:
        number = min(CHUNK, battles - done)
        seen = play(tables, number, generator)
        for k, values in enumerate(seen):
            sums[k] += values.sum(dtype=np.int64)
            squares[k] += np.square(values, dtype=np.int64).sum()
        done += number
    mean = sums / battles
    return mean, np.sqrt(np.maximum(squares / battles - mean**2, 0) / battles)


def play(tables: tuple[Table, Table], number: int, generator: np.random.Generator) -> np.ndarray:
    """Play ``number`` battles to their ends; ten rows of figures, (10, number) int16."""
    left = [np.repeat(np.array(t.units, np.int8)[:, None], number, axis=1) for t in tables]
    rounds = np.zeros(number, np.int16)
    going = np.arange(number)
    while going.size:
        rounds[going] += 1
        now = [units[:, going] for units in left]
        hits, _ = throw(tables[0], now[0], generator)
        back, walls = throw(tables[1], now[1], generator)
        take(now[0], back, tables[0].gives_up)
        take(now[1], np.maximum(hits - walls, 0), tables[1].gives_up)
        for units, changed in zip(left, now, strict=True):
            units[:, going] = changed
        going = going[now[0].any(axis=0) & now[1].any(axis=0)]
    alive = [units.any(axis=0) for units in left]
    lost = [np.array(t.units, np.int16)[:, None] - u for t, u in zip(tables, left, strict=True)]
    outcomes = np.array([alive[0], alive[1], ~(alive[0] | alive[1])], np.int16)
    return np.concatenate([outcomes, rounds[None], *lost])


def throw(
    table: Table, units: np.ndarray, generator: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Hits and nullifications of one side, each (n,) int8; one die for each unit."""
    hits, walls = np.zeros((2, units.shape[1]), np.int8)
    for kind in range(3):
        for unit in range(table.units[kind]):
            stands = units[kind] > unit
            if stands.any():
                dice = generator.integers(1, 7, stands.size, np.uint8)
                hits += (dice >= table.from_face[kind]) & stands
                if table.up_to:
                    walls += (dice <= table.up_to) & stands
    for _ in range(table.relief):
        hits += generator.integers(1, 7, hits.size, np.uint8) == 6
    return hits, walls


def take(units: np.ndarray, losses: np.ndarray, gives_up: tuple[tuple[str, int], ...]) -> None:
    """Take lost units away, kind by kind, in place."""
    for kind, down_to in gives_up:
        k = BY_HAND[kind]
        gone = np.minimum(losses, np.maximum(units[k] - down_to, 0))
        units[k] -= gone
        losses = losses - gone


if __name__ == "__main__":
    sys.exit(main())

"""The odds of a battle are those of the rules: the same as going through all that may fall."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from turmwart.games.wallenstein.battle import settle
from turmwart.games.wallenstein.commands import MoveArmies, RevealPlan
from turmwart.games.wallenstein.odds import KINDS, Fight, Odds, considered, mean, odds, of_battle
from turmwart.games.wallenstein.whereabouts_commands import TipOutTower
from turmwart.kernel.cubes import Cubes

from .tables import position

P, Q = Fraction(3, 5), Fraction(2, 7)


def falls(thrown: int, inside: int) -> tuple[Fraction, ...]:
    """Chance of each number fallen, written down as the sum over who fell."""
    chances = [Fraction(0)] * (thrown + inside + 1)
    for a, b in product(range(thrown + 1), range(inside + 1)):
        first = comb(thrown, a) * P**a * (1 - P) ** (thrown - a)
        second = comb(inside, b) * Q**b * (1 - Q) ** (inside - b)
        chances[a + b] += first * second
    return tuple(chances)


def outcomes(fight: Fight) -> Iterator[tuple[Cubes, Fraction]]:
    """Everything that may fall, with its chance."""
    colours = sorted({*fight.thrown, *fight.inside})
    each = [tuple(enumerate(falls(fight.thrown[c], fight.inside[c]))) for c in colours]
    for numbers in product(*each):
        chance = Fraction(1)
        for _, one in numbers:
            chance *= one
        counts = zip(colours, numbers, strict=True)
        yield Cubes.from_counts({c: n for c, (n, _) in counts}), chance


def by_force(fight: Fight) -> Odds[Fraction]:
    """The odds by settling every possible throw with the rules themselves."""
    found = dict.fromkeys(("attacker_wins", "defender_wins", "tie", "devastated"), Fraction(0))
    left = {
        side: [Fraction(0)] * (1 + fight.thrown[side] + fight.inside[side])
        for side in (fight.attacker, fight.defender)
    }
    for fell, chance in outcomes(fight):
        done = settle(
            fight.kind, fell, fight.attacker, fight.defender, fight.farmers, fight.markers
        )
        found[done.outcome] += chance
        found["devastated"] += chance * done.devastated
        for side, chances in left.items():
            chances[done.to_province[side]] += chance
    return Odds(
        **found,
        attacker_left=tuple(left[fight.attacker]),
        defender_left=tuple(left[fight.defender]),
    )


def trimmed(chances: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """Without what cannot be at the end."""
    while len(chances) > 1 and chances[-1] == 0:
        chances = chances[:-1]
    return chances


FIGHTS = [
    ("player", "red", "blue", 0, Cubes.of(red=3, blue=2), Cubes.of(green=3, red=1)),
    ("player", "red", "blue", 0, Cubes.of(red=2, blue=2, yellow=1, green=1), Cubes.of(blue=2)),
    ("player", "red", "blue", 2, Cubes.of(red=2, blue=2), Cubes.of(green=3, yellow=1)),
    ("player", "red", "blue", 0, Cubes.of(red=4, blue=1), Cubes.of(green=4)),
    ("player", "red", "blue", 0, Cubes.of(red=1), Cubes.of(green=2)),
    ("player", "red", "blue", 0, Cubes.of(blue=3), Cubes()),
    ("neutral", "red", "green", 0, Cubes.of(red=4, green=1), Cubes.of(green=4, red=2)),
    ("neutral", "red", "green", 0, Cubes.of(red=1), Cubes()),
    ("revolt", "green", "blue", 1, Cubes.of(blue=3, green=2), Cubes.of(green=2, blue=2)),
    ("famine", "green", "blue", 0, Cubes.of(blue=2, green=4), Cubes.of(red=2)),
]


@pytest.mark.rule(
    "W-BATTLE-13", "W-BATTLE-14", "W-BATTLE-15", "W-BATTLE-16", "W-BATTLE-17", "W-BATTLE-19",
    "W-BATTLE-20", "W-BATTLE-21", "W-BATTLE-25", "W-BATTLE-29", "W-BATTLE-30", "W-BATTLE-31",
    "W-BATTLE-32",
)  # fmt: skip
@pytest.mark.parametrize("case", FIGHTS)
def test_convolution_equals_brute_force(
    case: tuple[str, str, str, int, Cubes, Cubes],
) -> None:
    """As fractions, every figure, in every kind of battle."""
    kind, attacker, defender, markers, thrown, inside = case
    fight = Fight(kind, attacker, defender, "green", markers, thrown, inside)
    found, forced = odds(fight, falls), by_force(fight)
    for name in ("attacker_wins", "defender_wins", "tie", "devastated"):
        assert getattr(found, name) == getattr(forced, name), name
    assert found.attacker_wins + found.defender_wins + found.tie == 1
    if attacker != "green":
        assert trimmed(found.attacker_left) == trimmed(forced.attacker_left)
        assert mean(found.attacker_left) == mean(forced.attacker_left)
    if defender != "green":
        assert trimmed(found.defender_left) == trimmed(forced.defender_left)


def test_every_kind_is_among_the_cases() -> None:
    assert {case[0] for case in FIGHTS} == set(KINDS)
    with pytest.raises(ValueError, match="duel"):
        Fight("duel", "red", "blue", "green", 0, Cubes(), Cubes())


def test_floats_say_the_same() -> None:
    """What the screens show is the same sum."""
    fight = Fight("player", "red", "blue", "green", 0, Cubes.of(red=5, blue=4), Cubes.of(green=5))
    exact = odds(fight, falls)
    rounded = odds(fight, lambda a, b: [float(chance) for chance in falls(a, b)])
    assert rounded.attacker_wins == pytest.approx(float(exact.attacker_wins), abs=1e-12)
    assert rounded.defender_left == pytest.approx([float(c) for c in exact.defender_left])


@pytest.mark.rule("W-BATTLE-4", "W-BATTLE-9", "W-BATTLE-10", "W-MOVE-5")
def test_the_fight_of_an_attack_is_the_one_that_would_be_fought() -> None:
    """Tile armies and the tray's cubes among what is thrown; an own province is no fight."""
    play = position(
        tower=Cubes.of(blue=2, green=1),
        tray=Cubes.of(yellow=1),
        tiles={"s1": "plus_1_attack", "s2": "plus_1_defence"},
    )
    assert considered(play.state, MoveArmies("s1", "dunmere", 3)) is None
    play.do(RevealPlan("s1", "cinderholt"))
    wanted = MoveArmies("s1", "dunmere", 3)
    imagined = considered(play.state, wanted)
    assert imagined is not None
    fight = of_battle(play.state, imagined)
    assert fight.thrown == Cubes.of(red=4, blue=4, yellow=1)
    assert fight.inside == Cubes.of(blue=2, green=1)
    assert considered(play.state, MoveArmies("s1", "brackwater", 3)) is None
    assert considered(play.state, MoveArmies("s1", "dunmere", 4)) is None
    assert considered(play.state, MoveArmies("s1", "nowhere", 1)) is None
    assert considered(play.state, None) is None
    neutral = considered(play.state, MoveArmies("s1", "lowbarrow", 1))
    assert neutral is not None
    assert neutral.kind == "neutral"
    play.do(wanted)
    assert of_battle(play.state, play.state.battle) == fight  # type: ignore[arg-type]
    play.do(TipOutTower(Cubes.of(blue=2, green=1), waived=("W-BATTLE-35",)))
    now = of_battle(play.state, play.state.battle)  # type: ignore[arg-type]
    assert now.thrown == fight.thrown + fight.inside
    assert now.inside == Cubes()


@pytest.mark.rule("W-REVOLT-1", "W-REVOLT-4", "W-BATTLE-7")
def test_the_revolt_that_a_collection_would_bring() -> None:
    """Only where a marker lies; money on the space brings nothing."""
    play = position(first="collect_tax", markers={"dunmere": 2}).to_action("collect_tax").skip()
    coming = considered(play.state, RevealPlan("s2", "dunmere"))
    assert coming is not None
    fight = of_battle(play.state, coming)
    assert (fight.kind, fight.attacker, fight.defender) == ("revolt", "green", "blue")
    assert fight.thrown == Cubes.of(blue=3, green=2)
    assert considered(play.state, RevealPlan("s2", "elmscar")) is None
    assert considered(play.state, RevealPlan("s2", "money")) is None

"""Odds by brute force: every face of every die, every unit one by one, fractions backwards.

Written from the rules alone; shares nothing with the program but the forms that name a battle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

from turmwart.games.anno1452.odds_cards import Force, House, Played

Units = tuple[int, int, int]
Figures = tuple[Fraction, ...]
"""Attacker, defender, both; rounds; losses of the attacker, then of the defender, by kind."""


@dataclass(frozen=True)
class Eyes:
    """On which faces the dice of a side do something."""

    hit: tuple[frozenset[int], frozenset[int], frozenset[int]]
    nullify: frozenset[int]


def brute_force(attacker: Force, defender: Force, cards: Sequence[Played], house: House) -> Figures:
    """The exact figures of a battle, every card from its throw on."""
    last = max((card.throw for card in cards), default=1)
    case = _Case(attacker, defender, tuple(cards), house)
    return _from(attacker.units, defender.units, 1, case, last)


@dataclass(frozen=True)
class _Case:
    attacker: Force
    defender: Force
    cards: tuple[Played, ...]
    house: House

    def eyes(self, side: str, throw: int) -> Eyes:
        played = [c for c in self.cards if c.throw <= throw]
        both = self.house.weapon_cards_scope == "both_sides"
        mine = {c.card for c in played if both or c.side == side}
        hit = (
            frozenset({5, 6} if "reaction-landwehr" in mine else {6}),
            frozenset({4, 5, 6} if "reaction-buergerwehr" in mine else {5, 6}),
            frozenset({4, 5, 6}),
        )
        return Eyes(hit, self._wall(played) if side == "defender" else frozenset())

    def _wall(self, played: list[Played]) -> frozenset[int]:
        names = [c.card for c in played]
        if not self.defender.city:
            return frozenset({1} if "reaction-befestigte-doerfer" in names else ())
        lead = names.count("reaction-befestigte-staedte") - names.count("reaction-verrat")
        return frozenset({1, 2} if lead > 0 else {1} if lead == 0 else ())

    def relief(self, side: str, throw: int) -> int:
        force = self.attacker if side == "attacker" else self.defender
        return force.relief + sum(
            c.estates
            for c in self.cards
            if c.card == "reaction-entsatzheer" and c.side == side and c.throw <= throw
        )


@cache
def _rolls(units: Units, relief: int, eyes: Eyes) -> Counter[tuple[int, int]]:
    """How many of all throws show how many hits and how many nullifications."""
    kinds = [kind for kind, number in enumerate(units) for _ in range(number)]
    seen: Counter[tuple[int, int]] = Counter()
    for faces in product(range(1, 7), repeat=len(kinds) + relief):
        hits = sum(face in eyes.hit[kind] for kind, face in zip(kinds, faces, strict=False))
        hits += sum(face == 6 for face in faces[len(kinds) :])
        walls = sum(face in eyes.nullify for face in faces[: len(kinds)])
        seen[hits, walls] += 1
    return seen


def lose(units: Units, losses: int, policy: str, eyes: Eyes, house: House) -> Units:
    """What is left when the owner gives up one unit after the other."""
    left = list(units)
    for _ in range(min(losses, sum(units))):
        can = [kind for kind in range(3) if left[kind]]
        if house.last_peasant_last and left[0] == 1 and len(can) > 1:
            can.remove(0)
        tie = {2: 0, 0: 1, 1: 2}
        if policy == "weakest_first":
            chosen = min(can, key=lambda kind: (len(eyes.hit[kind]), tie[kind]))
        elif policy == "cheapest_first":
            chosen = min(can, key=lambda kind: tie[kind])
        else:
            chosen = min(can, key=lambda kind: (-len(eyes.hit[kind]), tie[kind]))
        left[chosen] -= 1
    return left[0], left[1], left[2]


@cache
def _from(a: Units, d: Units, throw: int, case: _Case, last: int) -> Figures:
    """Figures from a state before a throw; from throw ``last`` on nothing changes any more."""
    if not any(a) or not any(d):
        won = (bool(any(a)), bool(any(d)), not any(a) and not any(d))
        return (*(Fraction(w) for w in won), *[Fraction(0)] * 7)
    eyes_a, eyes_d = case.eyes("attacker", throw), case.eyes("defender", throw)
    rolls_a = _rolls(a, case.relief("attacker", throw), eyes_a)
    rolls_d = _rolls(d, case.relief("defender", throw), eyes_d)
    total = sum(rolls_a.values()) * sum(rolls_d.values())
    policy_a, policy_d = _policies(case)
    after: Counter[tuple[Units, Units]] = Counter()
    for (hits_a, _), n in rolls_a.items():
        for (hits_d, walls), m in rolls_d.items():
            left_a = lose(a, hits_d, policy_a, eyes_a, case.house)
            left_d = lose(d, max(0, hits_a - walls), policy_d, eyes_d, case.house)
            after[left_a, left_d] += n * m
    stays = after.pop((a, d), 0) if throw >= last else 0
    figures = [Fraction(0)] * 10
    for (left_a, left_d), n in after.items():
        onward = _from(left_a, left_d, min(throw + 1, last), case, last)
        lost = [x - y for x, y in zip(a + d, left_a + left_d, strict=True)]
        for k in range(10):
            figures[k] += Fraction(n, total - stays) * (onward[k] + (lost[k - 4] if k > 3 else 0))
    figures[3] += Fraction(total, total - stays)
    return tuple(figures)


def _policies(case: _Case) -> tuple[str, str]:
    choice = case.house.loss_choice
    if choice == "owner":
        return case.attacker.policy, case.defender.policy
    forced = "weakest_first" if choice == "weakest_first" else "strongest_first"
    return forced, forced


def best_reply(a: Units, d: Units, case: tuple[Force, Force, tuple[Played, ...]]) -> float:
    """The attacker's chance to win if he picks his losses as well as can be.

    The defender gives up the weakest first; the attacker sees all and may lose any unit that the
    rule of the last Peasant lets him lose.
    """
    whole = _Case(case[0], case[1], case[2], House())
    return _best(a, d, whole)


@cache
def _best(a: Units, d: Units, case: _Case) -> float:
    if not any(a) or not any(d):
        return float(any(a))
    eyes_a, eyes_d = case.eyes("attacker", 1), case.eyes("defender", 1)
    rolls_a = _rolls(a, case.relief("attacker", 1), eyes_a)
    rolls_d = _rolls(d, case.relief("defender", 1), eyes_d)
    moved, value = 0, 0.0
    chances: Counter[tuple[int, Units]] = Counter()
    for (hits_a, _), n in rolls_a.items():
        for (hits_d, walls), m in rolls_d.items():
            left_d = lose(d, max(0, hits_a - walls), "weakest_first", eyes_d, case.house)
            chances[min(hits_d, sum(a)), left_d] += n * m
    for (losses, left_d), n in chances.items():
        if losses or left_d != d:
            moved += n
            value += n * max(_best(left_a, left_d, case) for left_a in legal(a, losses))
    return value / moved


def legal(units: Units, losses: int) -> set[Units]:
    """All that can be left after ``losses``, the last Peasant last."""
    left = set()
    for gone in product(*(range(number + 1) for number in units)):
        rest = (units[0] - gone[0], units[1] - gone[1], units[2] - gone[2])
        if sum(gone) == losses and (rest[0] or not units[0] or not (rest[1] or rest[2])):
            left.add(rest)
    return left


def small_battles(
    number: int, seed: int, late: bool = False
) -> list[tuple[Force, Force, list[Played], House]]:
    """Small battles of all kinds, drawn by ``seed``."""
    draw = Random(seed)
    found = []
    while len(found) < number:
        house = House(
            last_peasant_last=draw.random() < 0.8,
            loss_choice=draw.choice(("owner", "owner", "owner", "opponent", "weakest_first")),
            weapon_cards_scope=draw.choice(("one_side", "one_side", "both_sides")),
            reaction_window="before_every_throw",
        )
        attacker, defender = _force(draw), _force(draw)
        cards = [_card(draw, defender.city, late) for _ in range(draw.choice((0, 0, 1, 1, 2, 3)))]
        dice = [sum(force.units) + force.relief for force in (attacker, defender)]
        dice[0] += sum(card.estates for card in cards if card.side == "attacker")
        dice[1] += sum(card.estates for card in cards if card.side == "defender")
        if any(attacker.units) and any(defender.units) and max(dice) <= 5:
            found.append((attacker, defender, cards, house))
    return found


def _force(draw: Random) -> Force:
    return Force(
        draw.randint(0, 3),
        draw.choice((0, 0, 1, 2)),
        draw.choice((0, 0, 1, 2)),
        draw.random() < 0.5,
        draw.choice((0, 0, 0, 1)),
        draw.choice(("weakest_first", "cheapest_first")),
    )


def _card(draw: Random, city: bool, late: bool) -> Played:
    throw = draw.randint(1, 3) if late else 1
    fixed = {
        "reaction-befestigte-staedte": "defender",
        "reaction-verrat": "attacker",
        "reaction-befestigte-doerfer": "defender",
    }
    walls = ("reaction-befestigte-staedte", "reaction-verrat")
    names = ["reaction-buergerwehr", "reaction-landwehr", "reaction-entsatzheer"]
    names += [*walls, *walls] if city else ["reaction-befestigte-doerfer"]
    name = draw.choice([*names, "reaction-kindbett"])
    side = fixed.get(name) or draw.choice(("attacker", "defender"))
    return Played(name, side, int(name == "reaction-entsatzheer"), throw)

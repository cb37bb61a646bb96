"""Odds of battles: against brute force in fractions, the worked examples, and what must hold."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turmwart.games.anno1452.odds import Odds, exact_odds, odds
from turmwart.games.anno1452.odds_cards import (
    ARMY,
    MILITIA,
    RELIEF,
    TOWN,
    TREASON,
    Force,
    House,
    Played,
    battle_of,
)
from turmwart.games.anno1452.odds_late import exact_odds_of, odds_of
from turmwart.games.anno1452.odds_prestige import expected_prestige, stakes
from turmwart.games.anno1452.odds_side import Faces, order

from .odds_reference import best_reply, brute_force, small_battles

CHEAP = "cheapest_first"


def flat(found: Odds[Fraction] | Odds[float]) -> tuple[float | Fraction, ...]:
    """All figures in the order of the reference."""
    outcomes = (found.attacker_wins, found.defender_wins, found.both_eliminated, found.rounds)
    return (*outcomes, *found.attacker_losses, *found.defender_losses)


@pytest.mark.rule(
    "A-BATTLE-5", "A-BATTLE-6", "A-BATTLE-7", "A-BATTLE-8", "A-BATTLE-9", "A-BATTLE-20",
    "A-BATTLE-22", "A-BATTLE-24", "A-BATTLE-25", "A-BATTLE-26", "A-BATTLE-29", "A-BATTLE-30",
    "A-BATTLE-31", "A-BATTLE-32", "A-BATTLE-33", "A-ODDS-1", "A-ODDS-2", "A-ODDS-3", "A-ODDS-4",
    "A-ODDS-5", "A-ODDS-6", "A-ODDS-7", "A-ODDS-8", "A-ODDS-10", "A-ODDS-11", "A-ODDS-13",
    "A-CARD-REACT-BUERGERWEHR", "A-CARD-REACT-DOERFER", "A-CARD-REACT-ENTSATZHEER",
    "A-CARD-REACT-KINDBETT", "A-CARD-REACT-LANDWEHR", "A-CARD-REACT-REPEAT",
    "A-CARD-REACT-STAEDTE", "A-CARD-REACT-VERRAT",
)  # fmt: skip
def test_200_small_battles_agree_exactly_with_brute_force() -> None:
    """Every face of every die counted; outcomes, rounds and losses by kind, as fractions."""
    battles = small_battles(200, seed=1452)
    kinds = {card.card for _, _, cards, _ in battles for card in cards}
    assert len(kinds) == 7
    for attacker, defender, cards, house in battles:
        exact = flat(exact_odds_of(attacker, defender, cards, house))
        case = (attacker, defender, cards, house)
        assert exact == brute_force(attacker, defender, cards, house), case
        for rounded, figure in zip(
            flat(odds_of(attacker, defender, cards, house)), exact, strict=True
        ):
            assert abs(Fraction(rounded) - figure) < Fraction(1, 10**12), case


@pytest.mark.rule("A-BATTLE-17", "A-ODDS-12")
def test_cards_before_a_later_throw_agree_exactly_with_brute_force() -> None:
    """With ``reaction_window = before_every_throw``; the order of losses may change midway."""
    battles = small_battles(60, seed=1273, late=True)
    assert sum(any(card.throw > 1 for card in cards) for _, _, cards, _ in battles) > 25
    for attacker, defender, cards, house in battles:
        exact = flat(exact_odds_of(attacker, defender, cards, house))
        case = (attacker, defender, cards, house)
        assert exact == brute_force(attacker, defender, cards, house), case
        for rounded, figure in zip(
            flat(odds_of(attacker, defender, cards, house)), exact, strict=True
        ):
            assert abs(Fraction(rounded) - figure) < Fraction(1, 10**12), case


EXAMPLES = [
    ("EX-A-58", Force(0, 0, 1), Force(1), (), (0.714285714, 0.142857143, 0.142857143, 1.714285714)),
    ("EX-A-59", Force(3), Force(3), (), (0.490256694, 0.490256694, 0.019486612, 5.774251211)),
    ("EX-A-60", Force(3, 3), Force(3, city=True), (),
     (0.985501469, 0.013654916, 0.000843615, 3.220263276)),
    ("EX-A-61", Force(2, 3), Force(2, city=True), (),
     (0.995504967, 0.004066235, 0.000428798, 2.323341421)),
    ("EX-A-62", Force(0, 0, 12), Force(3, 6, city=True), (),
     (0.979687316, 0.019593289, 0.000719394, 2.738140647)),
    ("EX-A-62", Force(0, 0, 12), Force(3, 6, city=True), (Played(TOWN, "defender"),),
     (0.840374347, 0.157239095, 0.002386557, 3.898262557)),
    ("EX-A-62", Force(0, 0, 12), Force(3, 6, city=True), (Played(TREASON, "attacker"),),
     (0.999008950, 0.000907367, 0.000083683, 2.125754600)),
    ("EX-A-63", Force(3, 3, 6), Force(3, 6, city=True), (),
     (0.893226593, 0.105576641, 0.001196766, 3.782277795)),
    ("EX-A-63", Force(3, 3, 6, policy=CHEAP), Force(3, 6, city=True), (),
     (0.756058372, 0.242162565, 0.001779064, 4.708800042)),
    ("EX-A-63", Force(0, 0, 6), Force(3, 0, 6), (),
     (0.083869058, 0.910977689, 0.005153253, 2.490940738)),
    ("EX-A-63", Force(0, 0, 6), Force(3, 0, 6, policy=CHEAP), (),
     (0.177341868, 0.814029518, 0.008628614, 2.960167654)),
    ("EX-A-64", Force(3), Force(3, city=True), (Played(RELIEF, "attacker", 2),),
     (0.631713895, 0.328789011, 0.039497093, 4.779854678)),
    ("EX-A-64", Force(3, 3), Force(3, 3), (Played(ARMY, "attacker"), Played(MILITIA, "defender")),
     (0.466345931, 0.520629738, 0.013024330, 3.725672328)),
]  # fmt: skip


@pytest.mark.rule("A-ODDS-4", "A-ODDS-9", "A-ODDS-11", "A-ODDS-12", "A-ODDS-14", "A-BATTLE-21")
@pytest.mark.parametrize(("example", "attacker", "defender", "cards", "expected"), EXAMPLES)
def test_worked_examples(
    example: str,
    attacker: Force,
    defender: Force,
    cards: tuple[Played, ...],
    expected: tuple[float, ...],
) -> None:
    """The figures of the specification, six digits."""
    assert flat(odds_of(attacker, defender, cards))[:4] == pytest.approx(expected, abs=1e-6)


@pytest.mark.rule("A-ODDS-7", "A-ODDS-8")
def test_worked_examples_in_fractions() -> None:
    """EX-A-56 and EX-A-57: one Peasant against one, without and with a City."""
    bare = exact_odds(battle_of(Force(1), Force(1)))
    assert flat(bare)[:4] == (Fraction(5, 11), Fraction(5, 11), Fraction(1, 11), Fraction(36, 11))
    city = exact_odds(battle_of(Force(1), Force(1, city=True)))
    assert flat(city)[:4] == (Fraction(2, 5), Fraction(1, 2), Fraction(1, 10), Fraction(18, 5))


@pytest.mark.rule("A-ODDS-14")
@pytest.mark.parametrize("cards", [(), (Played(TOWN, "defender"), Played(RELIEF, "attacker", 3))])
def test_floats_of_large_battles_are_as_good_as_fractions(cards: tuple[Played, ...]) -> None:
    """15 and 18 units on each side; 12 Soldiers in all allow the first."""
    for soldiers in (6, 9):
        attacker, defender = Force(3, 6, soldiers, True), Force(3, 6, soldiers, True)
        exact = flat(exact_odds_of(attacker, defender, cards))
        assert sum(exact[:3]) == 1
        for rounded, figure in zip(flat(odds_of(attacker, defender, cards)), exact, strict=True):
            assert abs(Fraction(rounded) - Fraction(figure)) < Fraction(1, 10**12)


@pytest.mark.rule("A-ODDS-9")
@pytest.mark.parametrize(
    ("attacker", "defender", "cards"),
    [
        (Force(2, 1, 2), Force(2, 2, 0, True), ()),
        (Force(2, 0, 2), Force(2, 1, 1), ()),
        (Force(1, 2, 1), Force(2, 2, 0, True), (Played(TOWN, "defender"),)),
        (Force(2, 2, 1), Force(2, 1, 1), (Played(MILITIA, "attacker"),)),
    ],
)
def test_weakest_first_is_the_best_reply(
    attacker: Force, defender: Force, cards: tuple[Played, ...]
) -> None:
    """No choice of losses wins more often for the attacker; cheapest first may win less."""
    best = best_reply(attacker.units, defender.units, (attacker, defender, cards))
    weakest = odds_of(attacker, defender, cards).attacker_wins
    assert weakest == pytest.approx(best, abs=1e-12)
    assert odds_of(replace(attacker, policy=CHEAP), defender, cards).attacker_wins <= best + 1e-12


@pytest.mark.rule("A-BATTLE-29", "A-ODDS-9", "A-ODDS-10", "A-ODDS-11", "A-ODDS-13")
def test_orders_of_giving_up() -> None:
    """Peasants, Citizens, Soldiers and the last Peasant, by policy and cards."""

    def short(kinds: tuple[str, ...]) -> str:
        return "".join(kind[0] for kind in kinds)

    units = (3, 1, 2)
    assert short(order(units)) == "ppcssp"
    assert short(order(units, CHEAP)) == "ssppcp"
    assert short(order(units, "strongest_first")) == "sscppp"
    assert short(order(units, last_peasant_last=False)) == "pppcss"
    assert short(order(units, CHEAP, last_peasant_last=False)) == "sspppc"
    assert short(order(units, faces=Faces(citizens=3))) == "ppsscp"
    assert short(order(units, faces=Faces(peasants=2))) == "ppcssp"
    with pytest.raises(ValueError, match="no loss policy"):
        order(units, "bravest_first")
    with pytest.raises(ValueError, match="units"):
        order((-1, 0, 1))


forces = st.builds(
    Force,
    st.integers(0, 3),
    st.integers(0, 6),
    st.integers(0, 4),
    st.booleans(),
    st.integers(0, 2),
    st.sampled_from(("weakest_first", CHEAP)),
).filter(lambda force: any(force.units))


@pytest.mark.rule("A-ODDS-14")
@settings(max_examples=60, deadline=None)
@given(forces, forces)
def test_outcomes_add_up_and_losses_fit_them(attacker: Force, defender: Force) -> None:
    """They sum to 1; who never wins loses all; nobody loses more than he has."""
    found = odds(battle_of(attacker, defender))
    assert sum(flat(found)[:3]) == pytest.approx(1, abs=1e-12)
    for force, losses, survives in (
        (attacker, found.attacker_losses, found.attacker_wins),
        (defender, found.defender_losses, found.defender_wins),
    ):
        left = sum(force.units) - sum(losses)
        assert survives - 1e-9 <= left <= sum(force.units) * survives + 1e-9
        for lost, number in zip(losses, force.units, strict=True):
            assert -1e-12 <= lost <= number + 1e-9


@settings(max_examples=40, deadline=None)
@given(forces, forces)
def test_without_a_city_the_sides_can_be_changed_over(attacker: Force, defender: Force) -> None:
    """The attacker has no privilege but that nobody nullifies his losses."""
    one = flat(odds(battle_of(attacker, replace(defender, city=False))))
    other = flat(odds(battle_of(defender, replace(attacker, city=False))))
    if not defender.city:
        swapped = (other[1], other[0], other[2], other[3], *other[7:], *other[4:7])
        assert one == pytest.approx(swapped, abs=1e-11)


@settings(max_examples=40, deadline=None)
@given(forces, forces, st.sampled_from(("peasants", "citizens", "soldiers", "relief")))
def test_more_never_harms(attacker: Force, defender: Force, kind: str) -> None:
    """One unit or relief die more wins no less, with the policy that is best for winning."""
    attacker = replace(attacker, policy="weakest_first", peasants=max(1, attacker.peasants))
    more = replace(attacker, **{kind: getattr(attacker, kind) + 1})
    if kind != "peasants" or more.peasants <= 3:
        if kind == "citizens" and more.citizens > 6:
            return
        before = odds(battle_of(attacker, defender))
        after = odds(battle_of(more, defender))
        assert after.attacker_wins >= before.attacker_wins - 1e-12
        assert after.defender_wins <= before.defender_wins + 1e-12


@pytest.mark.rule("A-BATTLE-10", "A-BATTLE-11", "A-BATTLE-41", "A-BATTLE-46")
def test_prestige_of_each_outcome() -> None:
    """EX-A-47, case by case, and the setting that spares the loser of the attack too."""
    one, none = Fraction(1), Fraction(0)
    wins = {
        "attacker": Odds(one, none, none, one, (none,) * 3, (none,) * 3),
        "defender": Odds(none, one, none, one, (none,) * 3, (none,) * 3),
        "mutual": Odds(none, none, one, one, (none,) * 3, (none,) * 3),
    }
    usual, banned, passive = stakes(), stakes(excommunicated=True), stakes(ottokar=True)
    cases = [
        ("attacker", usual, (0, -1)),
        ("defender", usual, (-2, 1)),
        ("mutual", usual, (-1, 0)),
        ("attacker", banned, (1, -1)),
        ("defender", banned, (-1, 1)),
        ("attacker", passive, (0, 0)),
        ("defender", passive, (-2, 0)),
        ("defender", stakes(True, scope="declaration_and_transfer"), (0, 1)),
        ("defender", stakes(False, scope="declaration_and_transfer"), (-2, 1)),
    ]
    for winner, at_stake, expected in cases:
        assert expected_prestige(wins[winner], at_stake) == expected, winner
    found = odds(battle_of(Force(3, 2), Force(3, city=True)))
    attacker, defender = expected_prestige(found, usual)
    assert attacker == pytest.approx(found.attacker_wins - found.defender_wins - 1)
    assert defender == pytest.approx(-attacker - 1)


@pytest.mark.rule("A-ODDS-13")
def test_relief_as_peasants_can_be_lost_and_nullifies() -> None:
    """``relief_dice = "peasants"``: two relief dice at two Peasants are four Peasants."""
    house = House(relief_dice="peasants")
    found = exact_odds_of(Force(2), Force(1, city=True), (Played(RELIEF, "defender", 2),), house)
    assert found == exact_odds(battle_of(Force(2), Force(3, city=True)))
    other = House(relief_dice="peasants", reaction_window="before_every_throw")
    late = exact_odds_of(Force(1), Force(1), (Played(RELIEF, "defender", 1, 2),), other)
    # First throw 25 to 36 without losses; then one against two.
    then = exact_odds(battle_of(Force(1), Force(2)))
    assert late.attacker_wins == Fraction(5, 36) + Fraction(25, 36) * then.attacker_wins
    assert late.rounds == 1 + Fraction(25, 36) * then.rounds

"""Building, settling, declaring an attack, passing; the pieces they use."""

from __future__ import annotations

import pytest

from turmwart.games.anno1452.commands import Build, DeclareAttack, Pass, Settle
from turmwart.games.anno1452.events_battle import BattleDeclared
from turmwart.games.anno1452.events_board import (
    ActionTaken,
    EstatePlaced,
    GoldChanged,
    PrestigeChanged,
    PrincipalityPassed,
)
from turmwart.games.anno1452.setup import Settings
from turmwart.games.anno1452.state import Agreement, Estate, InForce
from turmwart.table.scenarios.anno1452.position import Position
from turmwart.table.scenarios.anno1452.run import Run
from turmwart.table.scenarios.run import Refused


def rule_of(run: Run, command: object) -> str:
    """The rule that speaks against a command."""
    objection = run.objects(command)
    assert objection is not None, command
    return objection.rule


def own_turn(**settings: object) -> Position:
    """Red's turn on an empty board."""
    position = Position(("red", "blue", "green"), Settings(**settings))  # type: ignore[arg-type]
    position.turn("red")
    return position


@pytest.mark.rule("A-ACT-BUILD-1", "A-ACT-BUILD-3", "A-ACT-BUILD-4", "A-ACT-BUILD-5")
@pytest.mark.rule("A-STATE-2", "A-STATE-4")
def test_an_estate_is_built_far_from_all_others() -> None:
    """Unreduced, without City and Citizens; 4 Gold; one action, one Estate."""
    position = own_turn()
    position.estate("red", "unteritalien")
    run = Run(position.state)
    events = run.do(Build("s1", "niedersachsen"))
    assert events[:2] == (
        ActionTaken("s1", "build"),
        GoldChanged("s1", -4, "build", "niedersachsen"),
    )
    assert [e.estate for e in events if isinstance(e, EstatePlaced)] == [
        Estate("e2", "niedersachsen", "s1", 3, False, 0)
    ]
    assert run.state.player("s1").gold == 11


@pytest.mark.rule("A-ACT-BUILD-2", "A-COMP-9", "A-INV-2")
def test_a_full_region_takes_no_estate() -> None:
    """The digit counts all colours together."""
    position = own_turn()
    position.limit("tirol", 3)
    position.estates("tirol", {"red": 1, "blue": 1, "green": 1})
    assert rule_of(Run(position.state), Build("s1", "tirol")) == "A-ACT-BUILD-2"


@pytest.mark.rule("A-ACT-BUILD-6", "A-PRES-6", "A-COMP-14")
def test_a_cost_is_paid_in_full_or_not_at_all() -> None:
    """With 5 Gold a third Estate (6 Gold) cannot be built; insolvency does not help."""
    position = own_turn()
    position.estates("bayern", {"blue": 1, "green": 1})
    position.player("red", gold=5)
    run = Run(position.state)
    assert rule_of(run, Build("s1", "bayern")) == "A-ACT-BUILD-6"
    run.do(Build("s1", "boehmen"))
    assert run.state.player("s1").gold == 1


@pytest.mark.rule("A-ACT-BUILD-7", "A-MAJ-5", "A-MAJ-6")
def test_building_takes_the_card_at_once() -> None:
    """Two of three places in Tirol: the card and a point."""
    position = own_turn()
    position.limit("tirol", 3)
    position.estate("red", "tirol")
    run = Run(position.state)
    events = run.do(Build("s1", "tirol"))
    taken = [e for e in events if isinstance(e, PrincipalityPassed)]
    assert taken == [PrincipalityPassed("tirol", "", "s1")]
    assert run.state.player("s1").prestige == 11


@pytest.mark.rule("A-COMP-2", "A-COMP-12", "A-INV-1")
def test_sixteen_estates_and_no_more() -> None:
    """The seventeenth is not in the own supply."""
    position = own_turn()
    for region in ("unteritalien", "oberitalien"):
        position.limit(region, 6)
        position.estates(region, {"red": 6})
    position.estates("niedersachsen", {"red": 4})
    for region in ("unteritalien", "oberitalien", "niedersachsen"):
        position.holder(region, "red")
    position.player("red", gold=50)
    run = Run(position.state)
    assert run.state.estates_left("s1") == 0
    assert rule_of(run, Build("s1", "bayern")) == "A-COMP-12"


@pytest.mark.rule("A-ACT-SETTLE-1", "A-ACT-SETTLE-2", "A-ACT-SETTLE-3", "A-STATE-5")
def test_citizens_go_to_several_estates() -> None:
    """Two to Bayern, one to Unteritalien: 9 Gold."""
    position = own_turn()
    first, second = position.estate("red", "bayern"), position.estate("red", "unteritalien")
    other = position.estate("blue", "bayern")
    run = Run(position.state)
    assert rule_of(run, Settle("s1", ((other, 1),))) == "A-ACT-SETTLE-1"
    assert rule_of(run, Settle("s1", ())) == "A-ACT-SETTLE-1"
    assert rule_of(run, Settle("s1", ((first, 3), (second, 1)))) == "A-ACT-SETTLE-1"
    run.do(Settle("s1", ((first, 2), (second, 1))))
    assert [run.state.estate(e).citizens for e in (first, second, other)] == [2, 1, 0]
    assert run.state.player("s1").gold == 6
    assert run.state.citizens_left("s1") == 21


@pytest.mark.rule("A-VAR-H-3")
def test_a_citizen_costs_two_under_variant_h() -> None:
    """Three Citizens for 6 Gold."""
    position = own_turn(variants=("H",))
    estate = position.estate("red", "bayern")
    run = Run(position.state)
    run.do(Settle("s1", ((estate, 3),)))
    assert run.state.player("s1").gold == 14


@pytest.mark.rule("A-AR-11", "A-AR-12", "A-AR-16")
def test_only_who_has_the_turn_acts() -> None:
    """Blue may not act in red's turn, red not without an action."""
    position = own_turn()
    run = Run(position.state)
    assert rule_of(run, Build("s2", "bayern")) == "A-AR-11"
    assert rule_of(run, Pass("s2")) == "A-AR-11"
    position.turn("red", 0)
    assert rule_of(Run(position.state), Build("s1", "bayern")) == "A-AR-12"


@pytest.mark.rule("A-ACT-ATTACK-1", "A-ACT-ATTACK-6", "A-ACT-ATTACK-10", "A-BATTLE-10")
def test_a_reduced_estate_attacks_a_reduced_one() -> None:
    """One action; a point is lost whatever comes."""
    position = own_turn()
    force = position.estate("red", "bayern", 1)
    target = position.estate("blue", "schwaben", 2, True)
    run = Run(position.state)
    assert rule_of(run, DeclareAttack("s1", force, force)) == "A-ACT-ATTACK-1"
    events = run.do(DeclareAttack("s1", target, force))
    declared = next(e.battle for e in events if isinstance(e, BattleDeclared))
    assert (declared.attacker, declared.defender, declared.city) == ("s1", "s2", True)
    assert (declared.source, declared.region) == ("bayern", "schwaben")
    assert [e.cause for e in events if isinstance(e, PrestigeChanged)] == ["declaration"]
    assert run.state.player("s1").prestige == 9
    assert run.state.acting is not None
    assert run.state.acting.left == 0


@pytest.mark.rule("A-ACT-ATTACK-7", "A-ACT-ATTACK-8", "A-ACT-ATTACK-9", "A-ER-TRADE-2")
def test_who_must_not_be_attacked_may_be_if_the_table_says_so() -> None:
    """Peace, Alliances and the ban on attacks are waived by name."""
    position = own_turn()
    force, target = position.estate("red", "bayern"), position.estate("blue", "bayern")
    peace = Agreement(1, ("s1", "s2"), "no war till 1298", "1298", True)
    position.change(agreements=(peace,), in_force=InForce(no_attacks=True))
    position.in_front("blue", "special-buendnisse")
    run = Run(position.state)
    rules = ("A-ACT-ATTACK-8", "A-ACT-ATTACK-7", "A-ACT-ATTACK-9")
    for waived, rule in enumerate(rules):
        assert rule_of(run, DeclareAttack("s1", target, force, rules[:waived])) == rule
    run.do(DeclareAttack("s1", target, force, rules))
    assert run.state.battle is not None
    position.change(in_force=InForce())
    position.player("blue", alliances="")
    position.change(deck=position.state.deck + 1)
    position.year("1314")
    assert Run(position.state).objects(DeclareAttack("s1", target, force)) is None


@pytest.mark.rule("A-BATTLE-11")
def test_no_point_for_attacking_an_excommunicated_player() -> None:
    """The declaration costs nothing in this Epoch."""
    position = own_turn()
    force, target = position.estate("red", "bayern"), position.estate("blue", "bayern")
    position.change(in_force=InForce(excommunicated=("s2",)))
    run = Run(position.state)
    run.do(DeclareAttack("s1", target, force))
    assert run.state.player("s1").prestige == 10


def test_an_objection_to_a_building_cannot_be_waived() -> None:
    """The books could not follow."""
    position = own_turn()
    position.limit("savoyen", 2)
    position.estates("savoyen", {"blue": 1, "green": 1})
    run = Run(position.state)
    with pytest.raises(Refused):
        run.do(Build("s1", "savoyen", ("A-ACT-BUILD-2",)))

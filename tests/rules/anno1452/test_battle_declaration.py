"""From the declaration into the battle: one force, one target, one action."""

from __future__ import annotations

from dataclasses import replace

import pytest

from turmwart.games.anno1452.commands import DeclareAttack, DropWish, EnterPrinted
from turmwart.games.anno1452.events_battle import BattleDeclared
from turmwart.games.anno1452.events_board import ActionTaken, WishHeld
from turmwart.games.anno1452.state import Agreement

from .battle_play import FORCE, TARGET, begun, field, outcome, points, throw, throw_misses
from .rounds_play import Play


@pytest.mark.rule("A-ACT-ATTACK-1")
def test_one_own_force_and_one_target_of_another() -> None:
    """No own target, no target that is not there, no force of another player."""
    play = Play(field(more=[("s1", "schwaben", {}), ("s3", "schwaben", {})]))
    for target in ("e3", FORCE, "e99"):
        assert play.objection(DeclareAttack("s1", target, FORCE)).rule == "A-ACT-ATTACK-1"
    for force in ("e4", TARGET, "e99"):
        assert play.objection(DeclareAttack("s1", TARGET, force)).rule == "A-ACT-ATTACK-3"
    play.do(DeclareAttack("s1", TARGET, FORCE))
    (declared,) = play.happened(BattleDeclared)
    assert (declared.battle.force, declared.battle.target) == (FORCE, TARGET)


@pytest.mark.rule("A-ACT-ATTACK-6")
def test_reduced_estates_attack_and_are_attacked() -> None:
    """1 against 2."""
    play = begun((1, 0, 0), (2, 0, 0))
    throw(play, {"attacker": {"peasants": [6]}, "defender": {"peasants": [1, 1]}})
    throw(play, {"attacker": {"peasants": [6]}, "defender": {"peasants": [1]}})
    assert outcome(play) == "attacker"


@pytest.mark.rule("A-ACT-ATTACK-9")
def test_an_agreed_peace_warns() -> None:
    """The objection can be waived; a peace with others or one that is over does not warn."""
    state = field()
    pact = Agreement(1, ("s1", "s2"), "no war", peace=True)
    play = Play(replace(state, agreements=(pact,)))
    warning = play.objection(DeclareAttack("s1", TARGET, FORCE))
    assert (warning.rule, warning.waivable) == ("A-ACT-ATTACK-9", True)
    play.do(DeclareAttack("s1", TARGET, FORCE, waived=("A-ACT-ATTACK-9",)))
    for other in (
        replace(pact, seats=("s1", "s3")),
        replace(pact, until="I2"),
        replace(pact, peace=False),
    ):
        Play(replace(state, agreements=(other,))).do(DeclareAttack("s1", TARGET, FORCE))


@pytest.mark.rule("A-ACT-ATTACK-10", "A-AR-16")
def test_an_attack_is_one_action_whatever_its_length() -> None:
    """Five rounds; one of Ada's two actions is left."""
    play = begun((1, 0, 0), (1, 0, 0))
    for _ in range(5):
        throw_misses(play)
    throw(play, {"attacker": {"peasants": [6]}, "defender": {"peasants": [1]}})
    assert play.happened(ActionTaken) == (ActionTaken("s1", "attack"),)
    assert play.state.acting is not None
    assert (play.state.acting.left, play.state.acting.taken) == (1, 1)


@pytest.mark.rule("A-ACT-ATTACK-3", "A-DATA-8")
def test_an_unknown_border_is_asked_and_then_the_attack_goes_on() -> None:
    """Yes: the battle; no: the attack is refused; the table may also drop the wish."""
    state = field()
    pair = {"bayern", "tirol"}
    regions = tuple(
        replace(
            one,
            neighbours=tuple(n for n in one.neighbours if {one.id, n} != pair),
            denied=tuple(n for n in one.denied if {one.id, n} != pair),
        )
        for one in state.board.regions
    )
    state = replace(state, board=replace(state.board, regions=regions))
    for value, declared in (("yes", 1), ("no", 0)):
        play = Play(state)
        assert isinstance(play.do(DeclareAttack("s1", TARGET, FORCE))[0], WishHeld)
        assert points(play) == []
        play.do(EnterPrinted("border", "bayern", "tirol", value))
        assert len(play.happened(BattleDeclared)) == declared
    play = Play(state)
    play.do(DeclareAttack("s1", TARGET, FORCE))
    play.do(DropWish())
    assert play.state.battle is None

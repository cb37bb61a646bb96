"""Events of battles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from turmwart.games.anno1452 import events_battle as ev
from turmwart.games.anno1452.battle import under_way
from turmwart.games.anno1452.change import (
    less,
    popped,
    pushed,
    with_estate,
    with_office,
    with_top,
)
from turmwart.games.anno1452.state import State, Units
from turmwart.games.anno1452.steps import Fight


def _declared(state: State, event: ev.BattleDeclared) -> State:
    return pushed(replace(state, battle=event.battle, battles=state.battles + 1), Fight())


def _committed(state: State, event: ev.SoldiersCommitted) -> State:
    battle = under_way(state)
    battle = replace(battle, brought=(*battle.brought, (event.seat, event.soldiers)))
    if event.side == "attacker":
        there = battle.attacker_soldiers or 0
        battle = replace(battle, attacker_soldiers=there + event.soldiers)
    else:
        there = battle.defender_soldiers or 0
        battle = replace(battle, defender_soldiers=there + event.soldiers)
    left = event.soldiers
    for name in ("king", "anti_king"):
        office = state.king if name == "king" else state.anti_king
        if event.seat == office.seat:
            gone = min(left, office.soldiers)
            left -= gone
            state = with_office(state, name, replace(office, soldiers=office.soldiers - gone))
    return replace(state, battle=battle)


def _stage(state: State, event: ev.StageReached) -> State:
    battle = under_way(state)
    return replace(
        state,
        battle=replace(
            battle,
            stage=event.stage,
            passed=(),
            attacker_soldiers=battle.attacker_soldiers or 0,
            defender_soldiers=battle.defender_soldiers or 0,
        ),
    )


def _reaction(state: State, event: ev.ReactionPlayed) -> State:
    battle, played = under_way(state), event.reaction
    battle = replace(battle, reactions=(*battle.reactions, played), passed=())
    sent = len(played.estates)
    if played.side == "attacker":
        battle = replace(battle, attacker_relief=battle.attacker_relief + sent)
    else:
        battle = replace(battle, defender_relief=battle.defender_relief + sent)
    return replace(state, battle=battle, reacted=(*state.reacted, played.seat))


def _passed(state: State, event: ev.ReactionPassed) -> State:
    battle = under_way(state)
    return replace(state, battle=replace(battle, passed=(*battle.passed, event.seat)))


def _thrown(state: State, event: ev.RoundThrown) -> State:
    battle = under_way(state)
    rounds = (*battle.rounds, event.round)
    battle = replace(battle, rounds=rounds, stage="losses", attacker_left=None, defender_left=None)
    return with_top(replace(state, battle=battle), Fight())


def _chosen(state: State, event: ev.LossesChosen) -> State:
    battle = under_way(state)
    if event.side == "attacker":
        return replace(state, battle=replace(battle, attacker_left=event.left))
    return replace(state, battle=replace(battle, defender_left=event.left))


def _taken(state: State, event: ev.LossesTaken) -> State:
    battle = under_way(state)
    relief = state.settings.relief_dice == "peasants"
    lost_a, lost_d = event.attacker, event.defender
    gone_a = min(lost_a.peasants, battle.attacker_relief) if relief else 0
    gone_d = min(lost_d.peasants, battle.defender_relief) if relief else 0
    state = _lost(state, battle.force, replace(lost_a, peasants=lost_a.peasants - gone_a))
    state = _lost(state, battle.target, replace(lost_d, peasants=lost_d.peasants - gone_d))
    battle = replace(
        battle,
        attacker_soldiers=(battle.attacker_soldiers or 0) - lost_a.soldiers,
        defender_soldiers=(battle.defender_soldiers or 0) - lost_d.soldiers,
        attacker_relief=battle.attacker_relief - gone_a,
        defender_relief=battle.defender_relief - gone_d,
        attacker_left=None,
        defender_left=None,
        stage="outcome",
    )
    return replace(state, battle=battle)


def _lost(state: State, estate: str, lost: Units) -> State:
    """Peasants of a Relieving Force, who stand in no Estate, were taken off before."""
    if not estate:
        return state
    here = state.estate(estate)
    return with_estate(
        state, estate, value=here.value - lost.peasants, citizens=here.citizens - lost.citizens
    )


def _decided(state: State, event: ev.BattleDecided) -> State:
    return replace(state, battle=replace(under_way(state), outcome=event.outcome, stage="outcome"))


def _ended(state: State, event: ev.BattleEnded) -> State:
    state = popped(state)
    return replace(
        state,
        battle=None,
        last_battle=under_way(state),
        in_play=less(state.in_play, event.cards),
        discards=(*state.discards, *event.cards),
    )


APPLY: dict[type, Callable[[State, Any], State]] = {
    ev.BattleDeclared: _declared,
    ev.SoldiersCommitted: _committed,
    ev.StageReached: _stage,
    ev.ReactionPlayed: _reaction,
    ev.ReactionPassed: _passed,
    ev.RoundThrown: _thrown,
    ev.LossesChosen: _chosen,
    ev.LossesTaken: _taken,
    ev.BattleDecided: _decided,
    ev.BattleEnded: _ended,
}

"""Events of battles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from turmwart.games.anno1452 import events_battle as ev
from turmwart.games.anno1452.change import less, popped, pushed, with_estate, with_top
from turmwart.games.anno1452.state import Battle, State, Units
from turmwart.games.anno1452.steps import Fight


def _battle(state: State) -> Battle:
    if state.battle is None:
        raise ValueError("no battle is under way")
    return state.battle


def _declared(state: State, event: ev.BattleDeclared) -> State:
    return pushed(replace(state, battle=event.battle, battles=state.battles + 1), Fight())


def _committed(state: State, event: ev.SoldiersCommitted) -> State:
    battle = _battle(state)
    if event.side == "attacker":
        battle = replace(battle, attacker_soldiers=event.soldiers)
    else:
        battle = replace(battle, defender_soldiers=event.soldiers)
    king, anti = state.king, state.anti_king
    if event.seat and event.seat == king.seat:
        king = replace(king, soldiers=king.soldiers - event.soldiers)
    elif event.seat and event.seat == anti.seat:
        anti = replace(anti, soldiers=anti.soldiers - event.soldiers)
    return replace(state, battle=battle, king=king, anti_king=anti)


def _stage(state: State, event: ev.StageReached) -> State:
    return replace(state, battle=replace(_battle(state), stage=event.stage, passed=()))


def _reaction(state: State, event: ev.ReactionPlayed) -> State:
    battle = _battle(state)
    battle = replace(battle, reactions=(*battle.reactions, event.reaction), passed=())
    return replace(state, battle=battle, reacted=(*state.reacted, event.reaction.seat))


def _passed(state: State, event: ev.ReactionPassed) -> State:
    battle = _battle(state)
    return replace(state, battle=replace(battle, passed=(*battle.passed, event.seat)))


def _thrown(state: State, event: ev.RoundThrown) -> State:
    battle = _battle(state)
    rounds = (*battle.rounds, event.round)
    battle = replace(battle, rounds=rounds, stage="losses", attacker_left=None, defender_left=None)
    return with_top(replace(state, battle=battle), Fight())


def _chosen(state: State, event: ev.LossesChosen) -> State:
    battle = _battle(state)
    if event.side == "attacker":
        return replace(state, battle=replace(battle, attacker_left=event.left))
    return replace(state, battle=replace(battle, defender_left=event.left))


def _taken(state: State, event: ev.LossesTaken) -> State:
    battle = _battle(state)
    state = _lost(state, battle.force, event.attacker)
    state = _lost(state, battle.target, event.defender)
    battle = replace(
        battle,
        attacker_soldiers=(battle.attacker_soldiers or 0) - event.attacker.soldiers,
        defender_soldiers=(battle.defender_soldiers or 0) - event.defender.soldiers,
        attacker_left=None,
        defender_left=None,
        stage="throw",
    )
    return replace(state, battle=battle)


def _lost(state: State, estate: str, lost: Units) -> State:
    if not estate:
        return state
    here = state.estate(estate)
    return with_estate(
        state, estate, value=here.value - lost.peasants, citizens=here.citizens - lost.citizens
    )


def _decided(state: State, event: ev.BattleDecided) -> State:
    return replace(state, battle=replace(_battle(state), outcome=event.outcome, stage="outcome"))


def _ended(state: State, event: ev.BattleEnded) -> State:
    state = popped(state)
    return replace(
        state,
        battle=None,
        last_battle=_battle(state),
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

"""Events of rounds, phases, turn order, King and Anti-King, and of the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from turmwart.games.anno1452 import events_rounds as ev
from turmwart.games.anno1452.change import with_office, with_player
from turmwart.games.anno1452.state import InForce, Office, State, Turn


def _order(state: State, event: ev.OrderSet) -> State:
    if event.scope == "round":
        return replace(state, round_order=event.order, turn=event.turn)
    return replace(state, order=event.order, turn=event.turn)


def _phase(state: State, event: ev.PhaseBegan) -> State:
    return replace(state, phase=event.phase, turn=event.turn, trade_done=())


def _turn_moved(state: State, event: ev.TurnMoved) -> State:
    return replace(state, turn=event.turn)


def _row(state: State, event: ev.RowBegan) -> State:
    players = tuple(
        replace(p, married=False, special_played=False, kept_actions=0) for p in state.players
    )
    return replace(
        state,
        row=event.row,
        final_row=event.row if state.stopping else state.final_row,
        round=0,
        players=players,
        in_force=InForce(),
        acting=None,
        action="",
        reacted=(),
    )


def _round(state: State, event: ev.RoundBegan) -> State:
    return replace(
        state,
        phase="round",
        round=event.round,
        round_order=state.order,
        turn=0,
        acting=None,
        action="",
        reacted=(),
        in_force=replace(state.in_force, instant_used=False),
    )


def _continuation(state: State, event: ev.ContinuationRolled) -> State:
    del event
    return state


def _turn_began(state: State, event: ev.TurnBegan) -> State:
    return replace(state, acting=Turn(event.seat, event.actions))


def _turn_ended(state: State, event: ev.TurnEnded) -> State:
    return replace(state, acting=None, turn=event.turn)


def _round_ended(state: State, event: ev.RoundEnded) -> State:
    del event
    # The latest action may be answered until the next round begins (A-ACT-CARD-6).
    return replace(state, acting=None, round_order=state.order)


def _crowned(state: State, event: ev.Crowned) -> State:
    state = with_office(state, event.office, Office(event.seat, event.soldiers, event.until))
    if event.office == "anti_king":
        return replace(
            state,
            king=replace(state.king, soldiers=event.king_soldiers),
            in_force=replace(state.in_force, anti_king_waits=False),
        )
    run = state.crown_run + 1 if event.seat == state.last_king else 1
    state = replace(state, last_king=event.seat, crown_run=run)
    return with_player(state, event.seat, was_king=True)


def _reign_ended(state: State, event: ev.ReignEnded) -> State:
    return with_office(state, event.office, Office())


def _nobody(state: State, event: ev.NobodyCrowned) -> State:
    del event
    return replace(state, last_king="", crown_run=0)


def _stop(state: State, event: ev.StopAnnounced) -> State:
    return replace(state, stopping=event.stop)


def _ended(state: State, event: ev.GameEnded) -> State:
    return replace(state, phase="over", ranking=event.ranking)


APPLY: dict[type, Callable[[State, Any], State]] = {
    ev.OrderSet: _order,
    ev.PhaseBegan: _phase,
    ev.TurnMoved: _turn_moved,
    ev.RowBegan: _row,
    ev.RoundBegan: _round,
    ev.ContinuationRolled: _continuation,
    ev.TurnBegan: _turn_began,
    ev.TurnEnded: _turn_ended,
    ev.RoundEnded: _round_ended,
    ev.Crowned: _crowned,
    ev.ReignEnded: _reign_ended,
    ev.NobodyCrowned: _nobody,
    ev.StopAnnounced: _stop,
    ev.GameEnded: _ended,
}

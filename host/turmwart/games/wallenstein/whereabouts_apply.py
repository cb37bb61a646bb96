"""Events about the whereabouts of cubes move the ledger on; nothing here objects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from turmwart.games.wallenstein import whereabouts_events as ev
from turmwart.games.wallenstein.changing import with_hand
from turmwart.games.wallenstein.state import State
from turmwart.kernel.cubes import Cubes


def _moved(state: State, *moves: tuple[str, str, Cubes]) -> State:
    battle = state.battle
    for move in moves:
        battle = with_hand(battle, *move)
    return replace(state, ledger=state.ledger.move_all(moves), battle=battle)


def _taken(state: State, event: ev.CubesTaken) -> State:
    return _moved(state, ("tray", event.target, event.cubes))


def _lost(state: State, event: ev.CubesLost) -> State:
    return _moved(state, (event.source, ev.LOST, event.cubes))


def _found(state: State, event: ev.CubesFound) -> State:
    return _moved(state, (event.source, event.target, event.cubes))


def _tipped_out(state: State, event: ev.TowerTippedOut) -> State:
    return _moved(state, ("tower", "tray", event.fallen), ("tower", ev.LOST, event.missing))


def _recounted(state: State, event: ev.Recounted) -> State:
    return _moved(
        state,
        (event.place, event.against, event.missing),
        (event.against, event.place, event.surplus),
    )


APPLY: dict[type, Callable[[State, Any], State]] = {
    ev.CubesTaken: _taken,
    ev.CubesLost: _lost,
    ev.CubesFound: _found,
    ev.TowerTippedOut: _tipped_out,
    ev.Recounted: _recounted,
}

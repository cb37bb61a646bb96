"""Small changes of a state that many events share."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from turmwart.games.paladins.names import ATTRIBUTES
from turmwart.games.paladins.state import ATTRIBUTE_MOST, Player, State


def with_player(state: State, seat: str, **changes: Any) -> State:
    """The state with fields of a player changed."""
    players = tuple(replace(p, **changes) if p.seat == seat else p for p in state.players)
    return replace(state, players=players)


def with_all(state: State, **changes: Any) -> State:
    """The state with fields of every player changed."""
    return replace(state, players=tuple(replace(p, **changes) for p in state.players))


def added(player: Player, name: str, by: int) -> int:
    """A number of a player after a change; an attribute stays at 12, nothing falls below 0.

    Rule: P-WORKER-10, section 11 (attribute above 12).
    """
    number: int = getattr(player, name) + by
    if name in ATTRIBUTES:
        number = min(ATTRIBUTE_MOST, number)
    return max(0, number)


def with_changes(state: State, seat: str, changes: tuple[tuple[str, int], ...]) -> State:
    """The state with several numbers of a player changed."""
    for name, by in changes:
        state = with_player(state, seat, **{name: added(state.player(seat), name, by)})
    return state


def without(names: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    """Names without those that are gone."""
    return tuple(name for name in names if name not in gone)

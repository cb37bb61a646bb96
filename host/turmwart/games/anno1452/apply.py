"""Events move the state on; nothing here objects. Each area has its own module."""

from __future__ import annotations

from turmwart.games.anno1452 import apply_battle, apply_board, apply_cards, apply_rounds
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.events_board import GameStarted
from turmwart.games.anno1452.state import State

_APPLY = {
    **apply_board.APPLY,
    **apply_battle.APPLY,
    **apply_cards.APPLY,
    **apply_rounds.APPLY,
}


def apply(state: State | None, event: Event) -> State:
    """The state after an event.

    Raises:
        ValueError: the first event is not ``GameStarted``, or the event does not fit the state.
    """
    if isinstance(event, GameStarted):
        return apply_board.started(event.setup)
    if state is None:
        raise ValueError(f"a game starts with GameStarted, not with {type(event).__name__}")
    return _APPLY[type(event)](state, event)

"""Small changes of a state that many events share."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from turmwart.games.anno1452.state import Estate, Office, State
from turmwart.games.anno1452.steps import WAITING, Picked, Step, Thrown


def with_player(state: State, seat: str, **changes: Any) -> State:
    """The state with fields of a player changed."""
    players = tuple(replace(p, **changes) if p.seat == seat else p for p in state.players)
    return replace(state, players=players)


def with_gold(state: State, seat: str, delta: int) -> State:
    """The state with a player's Gold changed."""
    return with_player(state, seat, gold=state.player(seat).gold + delta)


def with_estate(state: State, estate: str, **changes: Any) -> State:
    """The state with fields of an Estate changed."""
    estates = tuple(replace(e, **changes) if e.id == estate else e for e in state.estates)
    return replace(state, estates=estates)


def without_estate(state: State, estate: Estate) -> State:
    """The state with an Estate off the board."""
    return replace(state, estates=tuple(e for e in state.estates if e.id != estate.id))


def with_known(hand: int, known: tuple[str, ...]) -> dict[str, Any]:
    """Fields of a hand; what was known is forgotten where it cannot be right any more."""
    return {"hand": hand, "known": known if len(known) <= hand else ()}


def less(cards: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    """Cards without one of each that is gone."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def pushed(state: State, *steps: Step) -> State:
    """The state with steps on the stack; the first ends on top."""
    return replace(state, stack=(*state.stack, *reversed(steps)))


def popped(state: State) -> State:
    """The state without the step on top."""
    return replace(state, stack=state.stack[:-1])


def with_top(state: State, step: Step) -> State:
    """The state with the step on top replaced."""
    return replace(state, stack=(*state.stack[:-1], step))


def taken_in(state: State, gone: Step, brought: Thrown | Picked) -> State:
    """The state with a waiting step answered: its task gets what it brought.

    Raises:
        ValueError: the step is not waiting on top, or no task waits for it.
    """
    stack = list(state.stack)
    at = len(stack) - 1
    while at >= 0 and stack[at] != gone and isinstance(stack[at], WAITING):
        at -= 1
    if at < 0 or stack[at] != gone:
        raise ValueError(f"{gone} is not waited for")
    del stack[at]
    task = next((n for n in range(at - 1, -1, -1) if not isinstance(stack[n], WAITING)), None)
    if task is None:
        raise ValueError(f"nothing waits for {brought}")
    step: Any = stack[task]
    if isinstance(brought, Thrown):
        stack[task] = replace(step, thrown=(*step.thrown, brought))
    else:
        stack[task] = replace(step, picked=(*step.picked, brought))
    return replace(state, stack=tuple(stack))


def with_office(state: State, office: str, held: Office) -> State:
    """The state with King or Anti-King changed."""
    return replace(state, king=held) if office == "king" else replace(state, anti_king=held)

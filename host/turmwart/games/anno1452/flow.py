"""What follows by itself, without anybody's choice or observation."""

from __future__ import annotations

from turmwart.games.anno1452.apply import apply
from turmwart.games.anno1452.areas import PHASES, TASKS
from turmwart.games.anno1452.board import Need, Unknown
from turmwart.games.anno1452.chain import settle_consequences
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.state import State
from turmwart.games.anno1452.steps import WAITING


def consequences(state: State) -> tuple[Event, ...]:
    """All events that follow until the table must do something again.

    After each change the chain of Principality cards and titles is settled before anything else
    goes on (A-MAJ-5, A-AR-16).
    """
    events: list[Event] = []
    while following := _following(state):
        for event in following:
            state = apply(state, event)
        events.extend(following)
    return tuple(events)


def missing_value(state: State) -> Need | None:
    """The printed value that the flow waits for; None where it waits for none.

    Rule: A-MAJ-14, A-DATA-8.
    """
    try:
        _next(state)
    except Unknown as unknown:
        return unknown.need
    return None


def _following(state: State) -> tuple[Event, ...]:
    try:
        return _next(state)
    except Unknown:
        return ()


def _next(state: State) -> tuple[Event, ...]:
    if state.wish is not None:
        return ()
    return settle_consequences(state) or advance(state)


def advance(state: State) -> tuple[Event, ...]:
    """What the innermost task, or else the phase, does next by itself.

    Raises:
        Unknown: it depends on a printed value that nobody has entered.
    """
    step = state.top
    if step is None:
        phase = PHASES.get(state.phase)
        return phase(state) if phase is not None else ()
    if isinstance(step, WAITING):
        return ()
    return TASKS[type(step)](state, step)

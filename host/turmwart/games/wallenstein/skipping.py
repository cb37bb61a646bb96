"""Actions that nobody can carry out, and actions that all who are left let pass."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.wallenstein import execution, movement
from turmwart.games.wallenstein.checks import due, not_now
from turmwart.games.wallenstein.commands import PassAction
from turmwart.games.wallenstein.events import ActionPassed, ActionSkipped, Event
from turmwart.games.wallenstein.season import card_due
from turmwart.games.wallenstein.state import Acting, State
from turmwart.kernel.decision import Objection

NO_CARD_LEFT = "W-PLAN-4"
"""No province card is left that could lie on the space."""


def obstacle(state: State, seat: str, action: str) -> str:
    """The rule that keeps a player from an action whatever card lies there, or empty.

    A value nobody has read yet is no obstacle.

    Rule: W-EXEC-4, W-EXEC-5, W-PLAN-4, W-MOVE-6.
    """
    rules = [
        _in_province(state, Acting(seat, action, stands.id, "execute"))
        for stands in state.owned(seat)
        if not stands.used
    ]
    if not rules:
        return NO_CARD_LEFT
    return rules[0] if all(rules) else ""


def skipped(state: State) -> tuple[Event, ...]:
    """The present action is left out where nobody can carry it out.

    Rule: W-EXEC-1, W-EXEC-5.
    """
    action = state.current_action()
    if not state.options.skip_impossible or state.turn or card_due(state) or not action:
        return ()
    reasons = [obstacle(state, seat, action) for seat in state.order]
    if not all(reasons):
        return ()
    told = sorted(set(reasons), key=lambda rule: (-reasons.count(rule), rule))
    return (ActionSkipped(action, told[0]),)


def pass_action(state: State, command: PassAction) -> Iterator[Objection | Event]:
    """All whose turn is still to come do nothing with this action.

    Rule: W-EXEC-3.
    """
    del command
    yield from due(state, "actions")
    if state.acting is not None or card_due(state) or not state.current_action():
        yield not_now(state)
        return
    yield ActionPassed(state.order[state.turn :], state.current_action())


def _in_province(state: State, acting: Acting) -> str:
    found = execution.obstacle(state, acting)
    if found or acting.action not in execution.MOVES:
        return found
    if state.armies(acting.province) < 2:
        return "W-MOVE-2"
    return "" if movement.targets(state, acting) else "W-MOVE-1"

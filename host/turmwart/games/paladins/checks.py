"""Objections that several parts of the rules raise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from turmwart.games.paladins.events import Event
from turmwart.games.paladins.state import State
from turmwart.kernel.decision import Objection

Handled = Iterator[Event | Objection]
"""What a handler yields: objections that the table may waive, and what happens."""
Handler = Callable[[State, Any], Handled]


def refused(rule: str, text: str, **values: int | str) -> Objection:
    """An objection that cannot be waived, since the books could not follow."""
    return Objection(
        rule, f"paladins.objection.{text}", tuple(sorted(values.items())), waivable=False
    )


def doubtful(rule: str, text: str, **values: int | str) -> Objection:
    """An objection that the table may waive."""
    return Objection(rule, f"paladins.objection.{text}", tuple(sorted(values.items())))


def not_now(state: State, rule: str) -> Objection:
    """The step is not due."""
    where = state.step if state.phase == "round" else state.phase
    return refused(rule, "not_now", step=f"@paladins.step.{where}")


def known_seat(state: State, seat: str) -> Iterator[Objection]:
    """Object where nobody sits."""
    if seat not in state.seats:
        yield refused("P-SETUP-5", "no_such_seat", seat=seat)


def in_round(state: State, rule: str, *steps: str) -> Iterator[Objection]:
    """Object unless a round is played, in one of the sub-phases if any are named."""
    if state.phase != "round" or (steps and state.step not in steps):
        yield not_now(state, rule)


def in_mode(state: State, *modes: str) -> Iterator[Objection]:
    """Object unless the table keeps as much as the command needs."""
    if state.mode not in modes:
        yield refused("P-ACT-GEN-1", "other_mode", mode=f"@paladins.mode.{state.mode}")


def cards_drawn(state: State) -> Iterator[Objection]:
    """Object while suspicion cards are still to be drawn.

    Rule: P-INQ-1 (at once).
    """
    if state.due:
        name = state.player(state.due[0].seat).name
        yield doubtful("P-INQ-1", "draw_first", player=name)

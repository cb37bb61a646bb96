"""Objections that several parts of the rules raise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from turmwart.games.paladins.events import Event
from turmwart.games.paladins.state import (
    DEBTS_MOST,
    KEPT_MOST,
    SUSPICION_MOST,
    Player,
    State,
)
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


def keeps(player: Player, workers: int) -> Iterator[Objection]:
    """Object where a player who has passed would keep too many workers.

    Rule: P-PASS-3.
    """
    if player.passed and workers > KEPT_MOST:
        yield doubtful("P-PASS-3", "too_many_kept", most=KEPT_MOST, kept=workers)


def in_the_box(player: Player, **more: int) -> Iterator[Objection]:
    """Object where a player would have more debts or suspicion cards than the box holds.

    Args:
        player: as he stands.
        more: cards that come on top, by the player's field.

    Rule: P-INQ-1, P-INQ-11.
    """
    debts = player.debts_open + player.debts_paid
    debts += more.get("debts_open", 0) + more.get("debts_paid", 0)
    if debts > DEBTS_MOST:
        name = "debts_paid" if "debts_paid" in more else "debts_open"
        now = getattr(player, name) + more.get(name, 0)
        yield refused("P-INQ-11", "number_cannot_be", name=f"@paladins.numbers.{name}", value=now)
    cards = player.suspicion + more.get("suspicion", 0)
    if cards > SUSPICION_MOST:
        label = "@paladins.numbers.suspicion"
        yield refused("P-INQ-1", "number_cannot_be", name=label, value=cards)

"""Suspicion cards, the tax supply, the inquisition, debts."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.paladins.checks import (
    Handled,
    Handler,
    doubtful,
    in_round,
    in_the_box,
    keeps,
    known_seat,
    refused,
)
from turmwart.games.paladins.commands import DrawSuspicion, SettleDebt, TakeDebt
from turmwart.games.paladins.events import (
    DebtSettled,
    DebtTaken,
    InquisitionHeld,
    SuspicionDrawn,
    SuspicionDue,
)
from turmwart.games.paladins.names import CRIMINAL, WORKER
from turmwart.games.paladins.state import Hit, State
from turmwart.kernel.cubes import Cubes


def draw(state: State, command: DrawSuspicion) -> Handled:
    """A suspicion card is drawn; where it empties the tax supply, the inquisition follows.

    Rule: P-WORKER-3, P-INQ-1 to P-INQ-5, P-INQ-7 to P-INQ-9.
    """
    yield from in_round(state, "P-INQ-1")
    yield from known_seat(state, command.seat)
    if command.silver < 0:
        yield refused("P-INQ-2", "no_such_card", silver=command.silver)
        return
    waits = [one.seat for one in state.due]
    if waits and not command.worker and command.seat not in waits[:1]:
        yield doubtful("P-INQ-3", "draw_first", player=state.player(waits[0]).name)
    taken = command.silver
    if command.silver > state.tax and (state.board.answer("Q-P-SHORT") == "only_what_is_left"):
        taken = state.tax
    left = max(0, state.tax - command.silver)
    kind = {"full": CRIMINAL, "standard": WORKER}.get(state.mode, "") if command.worker else ""
    player = state.player(command.seat)
    yield from in_the_box(player, suspicion=1)
    if kind:
        yield from keeps(player, player.workers.total + 1)
    yield SuspicionDrawn(command.seat, command.silver, taken, left, kind)
    if left == 0:
        yield inquisition(state, command.seat)


def inquisition(state: State, drawer: str) -> InquisitionHeld:
    """The inquisition that follows when a player's new card empties the supply.

    Args:
        state: before the card is counted.
        drawer: who drew it.

    Rule: P-INQ-5 to P-INQ-8.
    """
    cards = {one.seat: one.suspicion + (one.seat == drawer) for one in state.players}
    most = max(cards.values())
    hits = []
    for seat in state.order_of_play:
        if cards[seat] == most:
            discards = half(state, most)
            hits.append(Hit(seat, discards, most - discards))
    filled = state.board.answer(state.tax_key)
    return InquisitionHeld(drawer, most, tuple(hits), int(filled))


def half(state: State, cards: int) -> int:
    """How many of ``cards`` suspicion cards are discarded.

    Raises:
        Unknown: the number is odd and the table has not said how it is rounded.

    Rule: P-INQ-5, P-INQ-6.
    """
    up = cards % 2 and state.board.answer("Q-P-HALF") == "round_up"
    return cards // 2 + (1 if up else 0)


def due(state: State, seat: str, workers: Cubes) -> Iterator[SuspicionDue]:
    """The cards that criminals among new workers cost.

    Rule: P-WORKER-3, P-INQ-1.
    """
    if state.mode == "full" and workers[CRIMINAL]:
        yield SuspicionDue(seat, workers[CRIMINAL])


def settle(state: State, command: SettleDebt) -> Handled:
    """An open debt becomes a paid one.

    Rule: P-INQ-11.
    """
    yield from known_seat(state, command.seat)
    if command.seat in state.seats and not state.player(command.seat).debts_open:
        yield refused("P-INQ-11", "no_open_debt", player=state.player(command.seat).name)
    yield DebtSettled(command.seat)


def take_debt(state: State, command: TakeDebt) -> Handled:
    """A debt is taken as a cost.

    Rule: P-ACT-RECRUIT-5.
    """
    yield from known_seat(state, command.seat)
    yield from in_the_box(state.player(command.seat), debts_open=1)
    yield DebtTaken(command.seat)


HANDLERS: dict[type, Handler] = {
    DrawSuspicion: draw,
    SettleDebt: settle,
    TakeDebt: take_debt,
}

"""Laws of conservation that hold at every moment."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.paladins.board import Unknown
from turmwart.games.paladins.names import ATTRIBUTES
from turmwart.games.paladins.state import (
    ATTRIBUTE_MOST,
    DEBTS_MOST,
    KEPT_MOST,
    NUMBERS,
    OUTSIDERS_MOST,
    PIECES,
    ROUNDS,
    SUSPICION_MOST,
    Player,
    State,
)


def invariants(state: State) -> tuple[str, ...]:
    """Each law that does not hold, as rule id and what was found; empty when all hold.

    A law whose rule the table overrode in this game is not looked at any more.

    Rule: section 9, P-ROUND-1, P-SETUP-4, P-SETUP-5, P-PASS-3.
    """
    found = (*_table(state), *(law for one in state.players for law in _player(state, one)))
    return tuple(law for law in found if law.partition(":")[0] not in state.waived)


def _table(state: State) -> Iterator[str]:
    if not 1 <= state.round <= ROUNDS:
        yield f"P-ROUND-1: round {state.round}"
    try:
        full = int(state.board.answer(state.tax_key))
    except Unknown:
        full = state.tax
    if not 0 <= state.tax <= full:
        yield f"P-SETUP-4: {state.tax} silver in the tax supply of {full}"
    if state.tax_filled and state.tax == 0 and state.phase == "round" and full:
        yield "P-INQ-5: an empty tax supply without an inquisition"
    if state.turn and state.turn not in state.seats:
        yield f"P-ROUND-12: {state.turn} is nobody"


def _player(state: State, player: Player) -> Iterator[str]:
    for name in NUMBERS:
        if getattr(player, name) < 0 and name != "wall_points":
            yield f"P-SETUP-8: {getattr(player, name)} {name} of {player.seat}"
    for name in ATTRIBUTES:
        if getattr(player, name) > ATTRIBUTE_MOST:
            yield f"P-WORKER-10: {getattr(player, name)} {name} of {player.seat}"
    for name, most in PIECES.items():
        if player.piece(name) > most:
            yield f"P-SETUP-5: {player.piece(name)} {name} of {player.seat}"
    if player.suspicion > SUSPICION_MOST or player.debts_open + player.debts_paid > DEBTS_MOST:
        yield f"P-INQ-1: {player.suspicion} suspicion cards of {player.seat}"
    if len(player.outsiders) > OUTSIDERS_MOST:
        yield f"P-ACT-CONVERT-4: {len(player.outsiders)} outsiders of {player.seat}"
    if player.passed and player.workers.total > KEPT_MOST:
        yield f"P-PASS-3: {player.workers.total} workers kept by {player.seat}"

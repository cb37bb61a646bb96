"""Prestige: its bounds, the exchange for Gold, insolvency."""

from __future__ import annotations

from turmwart.games.anno1452.events_board import PrestigeChanged
from turmwart.games.anno1452.state import POINT_IN_GOLD, PRESTIGE_MOST, State


def change(
    state: State, seat: str, delta: int, cause: str, ref: str = ""
) -> tuple[PrestigeChanged, ...]:
    """The event of points gained or lost from one cause; none where ``delta`` is 0.

    Args:
        state: before the change.
        seat: whose prestige.
        delta: points, negative for a loss.
        cause: as in ``PrestigeChanged``.
        ref: region, card or Estate that is the reason.

    Rule: A-PRES-1 to A-PRES-6, A-PRES-8.
    """
    if not delta:
        return ()
    player = state.player(seat)
    if delta > 0:
        up = min(delta, PRESTIGE_MOST - player.prestige)
        gold, now, unpaid = POINT_IN_GOLD * (delta - up), player.prestige + up, 0
    else:
        down = min(-delta, player.prestige)
        owed = -delta - down
        paid = min(owed, player.gold // POINT_IN_GOLD)
        if paid < owed and state.settings.insolvency == "all_or_nothing":
            paid = 0
        gold, now, unpaid = -POINT_IN_GOLD * paid, player.prestige - down, owed - paid
    return (PrestigeChanged(seat, delta, player.prestige, now, gold, unpaid, cause, ref),)

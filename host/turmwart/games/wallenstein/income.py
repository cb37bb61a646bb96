"""What collecting brings: printed, then the event, then the tile."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.wallenstein.state import State


@dataclass(frozen=True, slots=True)
class Income:
    """Income of one collection at each of its steps."""

    printed: int
    after_event: int
    gained: int


def of(state: State, what: str, seat: str, printed: int) -> Income:
    """What collecting ``"tax"`` or ``"grain"`` brings the player of ``seat``.

    Rule: W-ACT-10 to W-ACT-12, W-BONUS-3, W-BONUS-4, W-BONUS-9, W-OPEN-21 (the end of the grain
    track, once the table entered it).
    """
    after_event = printed
    event = state.event_facts()
    if event is not None and event.value is not None:
        if event.kind == f"{what}_max":
            after_event = min(printed, event.value)
        elif event.kind == f"{what}_min":
            after_event = max(printed, event.value)
    player = state.player(seat)
    tile = "plus_1_thaler" if what == "tax" else "plus_1_grain"
    gained = after_event + (1 if player.tile == tile else 0)
    if what == "grain" and state.board.grain_track_max is not None:
        gained = max(0, min(gained, state.board.grain_track_max - player.grain))
    return Income(printed, after_event, gained)

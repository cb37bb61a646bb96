"""What follows by itself, without anybody's choice or observation."""

from __future__ import annotations

from turmwart.games.wallenstein import (
    actions,
    court,
    draft,
    execution,
    favors,
    season,
    skipping,
    winter,
)
from turmwart.games.wallenstein.apply import apply
from turmwart.games.wallenstein.events import (
    Event,
    SeasonBegan,
    SeasonEnded,
    TrayLifted,
    TurnEnded,
)
from turmwart.games.wallenstein.printed import needs
from turmwart.games.wallenstein.state import ACTIONS, State


def consequences(state: State) -> tuple[Event, ...]:
    """All events that follow until the table must do something again."""
    events: list[Event] = []
    while following := _next(state):
        for event in following:
            state = apply(state, event)
        events.extend(following)
    return tuple(events)


def _next(state: State) -> tuple[Event, ...]:
    if state.awaiting_throw:
        return _lift_tray(state)
    match state.phase:
        case "draft" | "lineup":
            return draft.ended(state)
        case "fill":
            return draft.fill(state)
        case "events":
            return _season(state)
        case "tiles":
            return season.turn_order(state)
        case "exchanges":
            return court.exchanges(state)
        case "audience":
            return _audience(state)
        case "actions":
            return _turn(state)
        case "grain_loss":
            return winter.grain_loss(state)
        case "shortages":
            return winter.shortages(state)
        case "famine":
            return winter.famine(state)
        case "scoring":
            return winter.score(state)
        case "year_end":
            return winter.year_end(state)
        case "over":
            return winter.over(state)
    return ()


def _lift_tray(state: State) -> tuple[Event, ...]:
    """Rule: W-BATTLE-4, W-CUBE-7 (the tray is lifted out completely before a throw)."""
    tray = state.ledger.at("tray")
    return (TrayLifted(tray),) if tray else ()


def _season(state: State) -> tuple[Event, ...]:
    """Rule: W-YEAR-2, W-YEAR-4."""
    if not state.year_events or needs(state):
        return ()
    return (SeasonBegan(state.year, state.season),)


def _audience(state: State) -> tuple[Event, ...]:
    """Rule: W-COURT-29, W-COURT-30."""
    if state.court is None:
        return ()
    if state.court.taking is not None:
        return favors.carry_out(state, state.court.taking)
    return court.audience(state.court)


def _turn(state: State) -> tuple[Event, ...]:
    """Rule: W-EXEC-1, W-EXEC-9, W-PHASE-10."""
    if state.actions_done == len(ACTIONS):
        return (SeasonEnded(state.year, state.season),)
    acting = state.acting
    if acting is None:
        return skipping.skipped(state)
    if acting.step == "execute":
        return execution.execute(state, acting)
    if acting.step == "move":
        return execution.after_move(state, acting)
    return (TurnEnded(actions.active_seat(state)),) if acting.step == "done" else ()

"""Events of winter and of the end of a year move the state on; nothing here objects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from turmwart.games.wallenstein import events as ev
from turmwart.games.wallenstein.changing import with_used
from turmwart.games.wallenstein.state import State


def _grain_lost(state: State, event: ev.GrainLost) -> State:
    left = dict(event.grain)
    return replace(
        state,
        players=tuple(replace(p, grain=left[p.seat]) for p in state.players),
        phase="shortages",
        used_values=with_used(state, f"event:{event.card}:grain_loss"),
    )


def _shortages_fixed(state: State, event: ev.ShortagesFixed) -> State:
    # A row that sends nobody into revolt has been used as well.
    missing = (len(state.owned(p.seat)) - p.grain for p in state.players)
    rows = (
        f"famine:{short}:{field}"
        for short in missing
        if short > 0
        for field in ("provinces", "extra_farmers")
    )
    return replace(
        state, shortages=event.shortages, phase="famine", used_values=with_used(state, *rows)
    )


def _famine_began(state: State, event: ev.FamineBegan) -> State:
    return replace(state, famine=event.famine)


def _famine_cards_drawn(state: State, event: ev.FamineCardsDrawn) -> State:
    famine = state.famine
    if famine is not None:
        famine = replace(famine, drawn=event.provinces)
    return replace(state, famine=famine)


def _famine_ordered(state: State, event: ev.FamineOrdered) -> State:
    famine = state.famine
    if famine is not None:
        famine = replace(famine, queue=event.provinces, ordered=True)
    return replace(state, famine=famine)


def _famine_ended(state: State, event: ev.FamineEnded) -> State:
    left = tuple(s for s in state.shortages if s.seat != event.seat)
    return replace(state, famine=None, shortages=left)


def _famine_passed(state: State, event: ev.FaminePassed) -> State:
    del event
    return replace(state, phase="scoring")


def _points_scored(state: State, event: ev.PointsScored) -> State:
    gained = {score.seat: score.points for score in event.scores}
    regions = (f"province:{p.id}:region" for p in state.provinces if p.buildings)
    return replace(
        state,
        players=tuple(replace(p, points=p.points + gained.get(p.seat, 0)) for p in state.players),
        scores=(*state.scores, *event.scores),
        phase="year_end",
        used_values=with_used(state, *regions),
    )


def _year_ended(state: State, event: ev.YearEnded) -> State:
    """Rule: W-YEAREND-1 to W-YEAREND-3."""
    del event
    lifted = sum(province.markers for province in state.provinces)
    return replace(
        state,
        players=tuple(replace(p, grain=0, space=0) for p in state.players),
        provinces=tuple(replace(p, markers=0) if p.markers else p for p in state.provinces),
        stock=replace(state.stock, markers=state.stock.markers + lifted),
        used_events=(*state.used_events, *state.year_events),
        year_events=(),
        order=(),
        phase="events",
    )


def _game_ended(state: State, event: ev.GameEnded) -> State:
    return replace(state, ranking=event.ranking, phase="over")


WINTER_APPLY: dict[type, Callable[[State, Any], State]] = {
    ev.GrainLost: _grain_lost,
    ev.ShortagesFixed: _shortages_fixed,
    ev.FamineBegan: _famine_began,
    ev.FamineCardsDrawn: _famine_cards_drawn,
    ev.FamineOrdered: _famine_ordered,
    ev.FamineEnded: _famine_ended,
    ev.FaminePassed: _famine_passed,
    ev.PointsScored: _points_scored,
    ev.YearEnded: _year_ended,
    ev.GameEnded: _game_ended,
}
"""What each event of winter does; ``apply`` takes it over."""

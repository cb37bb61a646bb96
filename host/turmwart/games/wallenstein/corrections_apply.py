"""Corrections of the books move the state on; nothing here objects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from turmwart.games.wallenstein import events as ev
from turmwart.games.wallenstein.board import BUILDINGS
from turmwart.games.wallenstein.changing import in_order, with_hand, with_player, with_province
from turmwart.games.wallenstein.state import State, Stock

_PLANS_LIE = ("bids", "tiles", "exchanges", "audience", "actions")
"""Phases in which a card that leaves a player leaves an empty space (W-CARD-4)."""


def _ledger_corrected(state: State, event: ev.LedgerCorrected) -> State:
    ledger = state.ledger.move(event.source, event.target, event.cubes)
    provinces = state.provinces
    if event.target.startswith("province:"):
        colour = next(iter(event.cubes))
        owner = next(p.seat for p in state.players if p.colour == colour)
        provinces = with_province(state, event.target.removeprefix("province:"), owner=owner)
    battle = with_hand(state.battle, event.source, event.target, event.cubes)
    moved = replace(state, ledger=ledger, provinces=provinces, battle=battle)
    left = event.source.removeprefix("province:")
    contested = state.battle is not None and state.battle.province == left
    if left == event.source or ledger.at(event.source) or contested:
        return moved
    return _emptied(moved, left)


def _emptied(state: State, province: str) -> State:
    """A province without armies has no owner, building or marker (W-CUBE-11, W-CARD-1)."""
    stands = state.province(province)
    players = state.players
    if stands.owner is not None and stands.used == "" and state.phase in _PLANS_LIE:
        lost = state.player(stands.owner).lost_cards + 1
        players = with_player(state, stands.owner, lost_cards=lost)
    stock: dict[str, Any] = {"markers": state.stock.markers + stands.markers}
    for building in stands.buildings:
        stock[building] = getattr(state.stock, building) + 1
    return replace(
        state,
        players=players,
        provinces=with_province(state, province, owner=None, buildings=(), markers=0, used=""),
        stock=replace(state.stock, **stock),
    )


def _money_corrected(state: State, event: ev.MoneyCorrected) -> State:
    return replace(
        state,
        players=with_player(state, event.seat, thalers=event.thalers),
        bank=state.bank + event.was - event.thalers,
    )


def _grain_corrected(state: State, event: ev.GrainCorrected) -> State:
    return replace(state, players=with_player(state, event.seat, grain=event.grain))


def _points_corrected(state: State, event: ev.PointsCorrected) -> State:
    return replace(state, players=with_player(state, event.seat, points=event.points))


def _markers_corrected(state: State, event: ev.MarkersCorrected) -> State:
    battle = state.battle
    if battle is not None and battle.province == event.province:
        # Whether farmers help is judged by what lies there, not by what was believed (W-BATTLE-15).
        battle = replace(battle, markers=event.markers)
    return replace(
        state,
        battle=battle,
        provinces=with_province(state, event.province, markers=event.markers),
        stock=replace(state.stock, markers=state.stock.markers + event.was - event.markers),
    )


def _buildings_corrected(state: State, event: ev.BuildingsCorrected) -> State:
    stock = {
        kind: getattr(state.stock, kind) + (kind in event.was) - (kind in event.buildings)
        for kind in BUILDINGS
    }
    return replace(
        state,
        provinces=with_province(state, event.province, buildings=in_order(event.buildings)),
        stock=Stock(markers=state.stock.markers, **stock),
    )


CORRECTIONS_APPLY: dict[type, Callable[[State, Any], State]] = {
    ev.LedgerCorrected: _ledger_corrected,
    ev.MoneyCorrected: _money_corrected,
    ev.GrainCorrected: _grain_corrected,
    ev.PointsCorrected: _points_corrected,
    ev.MarkersCorrected: _markers_corrected,
    ev.BuildingsCorrected: _buildings_corrected,
}
"""What each correction does; ``apply`` takes it over."""

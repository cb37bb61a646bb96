"""The table corrects the books, each time with a reason."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.wallenstein.board import BUILDINGS
from turmwart.games.wallenstein.changing import in_order
from turmwart.games.wallenstein.checks import doubtful, not_now, place_named, reasoned, wrong_choice
from turmwart.games.wallenstein.commands import (
    CorrectBuildings,
    CorrectGrain,
    CorrectLedger,
    CorrectMarkers,
    CorrectMoney,
    CorrectPoints,
)
from turmwart.games.wallenstein.events import (
    BuildingsCorrected,
    Event,
    GrainCorrected,
    LedgerCorrected,
    MarkersCorrected,
    MoneyCorrected,
    PointsCorrected,
    ProvinceEmptied,
    SubstitutesUsed,
)
from turmwart.games.wallenstein.state import SETTING_UP, State
from turmwart.kernel.decision import Objection

PLACES = ("supply", "hand", "tower", "tray")
"""Places a correction may name beside provinces."""


def correct_ledger(state: State, command: CorrectLedger) -> Iterator[Objection | Event]:
    """Move cubes in the books; a province that becomes empty is devastated.

    Rule: W-CUBE-1 to W-CUBE-5, W-CUBE-11, W-CUBE-12 (T15).
    """
    if state.cleared or state.phase in SETTING_UP:
        yield not_now(state)
    yield from reasoned(command.reason)
    for place in (command.source, command.target):
        if not _is_place(state, place):
            yield wrong_choice("W-CUBE-12", "no_place", place=place_named(state, place))
    held = state.ledger.at(command.source)
    if not command.cubes or not command.cubes <= held:
        yield wrong_choice("W-CUBE-1", "not_held", place=place_named(state, command.source))
    if command.source == command.target:
        yield wrong_choice("W-CUBE-12", "same_place", place=place_named(state, command.source))
    if command.target.startswith("province:"):
        yield from _province_target(state, command)
    # Cubes may lie in the hand only while a throw is due.
    if command.target == "hand" and not state.awaiting_throw:
        yield wrong_choice("W-CUBE-4", "no_throw_due")
    if command.source == "hand" and command.cubes == held:
        yield wrong_choice("W-CUBE-4", "hand_not_empty")
    yield LedgerCorrected(command.source, command.target, command.cubes, command.reason)
    if command.source.startswith("province:") and command.cubes == held:
        province = command.source.removeprefix("province:")
        if state.battle is None or state.battle.province != province:
            yield ProvinceEmptied(province)


def _province_target(state: State, command: CorrectLedger) -> Iterator[Objection]:
    standing = state.ledger.at(command.target)
    colours = {*standing, *command.cubes}
    if state.farmers in colours:
        yield wrong_choice("W-CUBE-2", "farmers_in_province")
    if len(colours) > 1:
        yield wrong_choice("W-CUBE-3", "two_colours")
    province = command.target.removeprefix("province:")
    if state.battle is not None and state.battle.province == province:
        yield wrong_choice("W-BATTLE-11", "contested")


def _is_place(state: State, place: str) -> bool:
    if place.startswith("province:"):
        province = place.removeprefix("province:")
        return any(p.id == province and p.in_play for p in state.provinces)
    return place in PLACES


def correct_money(state: State, command: CorrectMoney) -> Iterator[Objection | Event]:
    """Set a player's thalers; the bank takes the difference.

    Rule: W-DATA-8, W-CUBE-10.
    """
    yield from reasoned(command.reason)
    yield from _seat(state, command.seat)
    yield from _not_negative(command.thalers)
    was = state.player(command.seat).thalers
    yield MoneyCorrected(command.seat, was, command.thalers, command.reason)
    bank = state.bank + was - command.thalers
    if bank < 0 and command.thalers > was:
        yield SubstitutesUsed("thalers", -bank)


def correct_grain(state: State, command: CorrectGrain) -> Iterator[Objection | Event]:
    """Set a player's grain marker.

    Rule: W-DATA-8.
    """
    yield from reasoned(command.reason)
    yield from _seat(state, command.seat)
    yield from _not_negative(command.grain)
    was = state.player(command.seat).grain
    yield GrainCorrected(command.seat, was, command.grain, command.reason)


def correct_points(state: State, command: CorrectPoints) -> Iterator[Objection | Event]:
    """Set a player's points.

    Rule: W-DATA-3, W-DATA-8.
    """
    yield from reasoned(command.reason)
    yield from _seat(state, command.seat)
    yield from _not_negative(command.points)
    was = state.player(command.seat).points
    yield PointsCorrected(command.seat, was, command.points, command.reason)


def correct_markers(state: State, command: CorrectMarkers) -> Iterator[Objection | Event]:
    """Set the revolt markers of a province.

    Rule: W-REVOLT-7 (card effects), W-CUBE-10, W-CUBE-11.
    """
    yield from reasoned(command.reason)
    yield from _owned(state, command.province)
    yield from _not_negative(command.markers)
    was = state.province(command.province).markers
    yield MarkersCorrected(command.province, was, command.markers, command.reason)
    stock = state.stock.markers + was - command.markers
    if stock < 0 and command.markers > was:
        yield SubstitutesUsed("markers", -stock)


def correct_buildings(state: State, command: CorrectBuildings) -> Iterator[Objection | Event]:
    """Set the buildings of a province.

    Rule: W-ACT-7, W-ACT-8, W-CUBE-10, W-CUBE-11.
    """
    yield from reasoned(command.reason)
    yield from _owned(state, command.province)
    if len(set(command.buildings)) != len(command.buildings):
        yield wrong_choice("W-ACT-8", "two_of_a_kind")
    was = state.province(command.province).buildings
    sites = state.facts(command.province).sites
    # Waivable: the printed number itself may have been entered wrongly.
    if sites is not None and len(command.buildings) > max(sites, len(was)):
        yield doubtful("W-ACT-7", "too_few_sites", count=sites)
    for building in command.buildings:
        if building not in BUILDINGS:
            yield wrong_choice("W-PARTS-11", "not_there", card=building)
        elif building not in was and getattr(state.stock, building) < 1:
            yield wrong_choice(
                "W-ACT-9", "stock_empty", building=f"@wallenstein.building.{building}"
            )
    yield BuildingsCorrected(command.province, was, in_order(command.buildings), command.reason)


def _seat(state: State, seat: str) -> Iterator[Objection]:
    if seat not in state.seats:
        yield wrong_choice("W-SETUP-1", "no_seat", seat=seat)


def _not_negative(value: int) -> Iterator[Objection]:
    if value < 0:
        yield wrong_choice("W-CUBE-10", "negative", value=value)


def _owned(state: State, province: str) -> Iterator[Objection]:
    if all(p.id != province or p.owner is None for p in state.provinces):
        yield wrong_choice("W-CUBE-11", "not_owned", province=province)

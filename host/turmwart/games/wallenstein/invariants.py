"""Laws of conservation that hold at every moment."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.wallenstein.board import BUILDINGS
from turmwart.games.wallenstein.court_state import (
    COURTIERS_PER_COLOUR,
    FAVOR_CARDS,
    FAVOR_COSTS,
)
from turmwart.games.wallenstein.state import (
    ACTIONS,
    ARMIES_PER_COLOUR,
    BUILDINGS_TOTAL,
    FARMERS_TOTAL,
    MARKERS_TOTAL,
    MONEY_TOTAL,
    TILES,
    State,
)


def invariants(state: State) -> tuple[str, ...]:
    """Each law that does not hold, as rule id and what was found; empty when all hold.

    Rule: W-CUBE-1 to W-CUBE-4, W-CUBE-10, W-CUBE-11, W-ACT-8, W-CUBE-9,
    W-COURT-9, W-COURT-26, W-COURT-31, W-PARTS-16.
    """
    return (*_cubes(state), *_provinces(state), *_stocks(state), *_cards(state), *_court(state))


def _cubes(state: State) -> Iterator[str]:
    total = state.ledger.total()
    for player in state.players:
        if total[player.colour] != ARMIES_PER_COLOUR:
            yield f"W-CUBE-1: {total[player.colour]} {player.colour} armies"
        groups = sum(player.groups)
        if state.ledger.at("sites")[player.colour] != groups:
            yield f"W-CUBE-1: groups of {player.seat} do not match the sites"
    if total[state.farmers] != FARMERS_TOTAL:
        yield f"W-CUBE-2: {total[state.farmers]} farmers"
    if state.cleared:
        return
    hand = state.ledger.at("hand")
    due = state.battle is not None or (state.phase == "fill" and state.throws == 0)
    if hand and not due:
        yield f"W-CUBE-4: {hand.total} cubes in the hand while no throw is due"


def _provinces(state: State) -> Iterator[str]:
    colours = {player.seat: player.colour for player in state.players}
    standing = {
        place.removeprefix("province:"): cubes
        for place, cubes in state.ledger.places
        if place.startswith("province:")
    }
    contested = state.battle.province if state.battle is not None else ""
    for stands in state.provinces:
        cubes = standing.pop(stands.id, None)
        if cubes is not None and state.farmers in cubes:
            yield f"W-CUBE-2: farmers in {stands.id}"
        if stands.owner is None:
            if cubes is not None or stands.buildings or stands.markers:
                yield f"W-CUBE-11: neutral {stands.id} is not empty"
        elif state.cleared or stands.id == contested:
            pass
        elif cubes is None or tuple(cubes) != (colours[stands.owner],):
            yield f"W-CUBE-3: {stands.id} does not hold its owner's armies alone"
        if not stands.in_play and stands.owner is not None:
            yield f"W-SETUP-3: {stands.id} is not in play"
        if len(set(stands.buildings)) != len(stands.buildings):
            yield f"W-ACT-8: two buildings of a kind in {stands.id}"
        if stands.markers < 0:
            yield f"W-CUBE-10: {stands.markers} markers in {stands.id}"
    for province in standing:
        yield f"W-CUBE-1: cubes in {province}, which is no province"


def _stocks(state: State) -> Iterator[str]:
    money = state.bank + sum(player.thalers for player in state.players)
    if money != MONEY_TOTAL:
        yield f"W-CUBE-10: {money} thalers"
    for player in state.players:
        if player.thalers < 0 or player.grain < 0 or player.points < 0:
            yield f"W-CUBE-10: {player.seat} has less than nothing"
    for building in BUILDINGS:
        stock = getattr(state.stock, building)
        built = sum(building in stands.buildings for stands in state.provinces)
        if stock < 0 or stock + built != BUILDINGS_TOTAL[building]:
            yield f"W-CUBE-10: {stock + built} of {building}"
    markers = state.stock.markers + sum(stands.markers for stands in state.provinces)
    if markers != MARKERS_TOTAL:
        yield f"W-CUBE-10: {markers} revolt markers"


def _cards(state: State) -> Iterator[str]:
    if len(set(state.action_cards)) != len(state.action_cards) or not set(
        state.action_cards
    ) <= set(ACTIONS):
        yield "W-PARTS-5: action cards doubled or unknown"
    if state.tiles and sorted(state.tiles) != sorted(TILES):
        yield "W-BONUS-1: bonus tiles doubled or unknown"
    taken = [player.tile for player in state.players if player.tile]
    if len(set(taken)) != len(taken):
        yield "W-BONUS-2: a bonus tile with two players"
    spaces = [player.space for player in state.players if player.space]
    if len(set(spaces)) != len(spaces):
        yield "W-BID-7: two commanders on a space"
    cards = (*state.year_events, *state.used_events)
    if len(set(cards)) != len(cards):
        yield "W-YEAREND-2: an event card twice"


def _court(state: State) -> Iterator[str]:
    court = state.court
    if court is None:
        return
    for one in court.courtiers:
        places = (one.supply, one.antechamber, one.hall)
        if sum(places) != COURTIERS_PER_COLOUR or min(places) < 0:
            yield f"W-CUBE-9: courtiers of {one.seat}: {places}"
        if one.hall and state.phase != "audience":
            yield f"W-COURT-31: courtiers of {one.seat} stay in the hall"
    if tuple(one.seat for one in court.courtiers) != state.seats:
        yield "W-COURT-3: the courtiers are not those of the players"
    taken = () if court.taking is None else (court.taking.number,)
    numbers = (*court.gone, *taken, *(favor.number for favor in court.favors))
    if len(set(numbers)) != len(numbers):
        yield "W-PARTS-16: a favor card twice"
    if len(numbers) > FAVOR_CARDS:
        yield f"W-PARTS-16: {len(numbers)} favor cards"
    dearest = [(favor.number, favor.cost) for favor in court.favors]
    if dearest != sorted(dearest, reverse=True) or len(dearest) > len(FAVOR_COSTS):
        yield "W-COURT-9: favor cards do not lie by their numbers"

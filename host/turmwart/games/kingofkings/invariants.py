"""Laws that hold between any two rounds."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart.games.kingofkings.state import Place, State
from turmwart.games.kingofkings.tables import BU, CODES, SC, TACTICS


def invariants(state: State) -> tuple[str, ...]:
    """The laws that do not hold.

    Rule: K-POSS-1, K-POSS-3, K-POSS-9, K-POSS-10, K-UNIT-8, K-UNIT-10, K-ALLY-1.
    """
    return tuple(_broken(state))


def _broken(state: State) -> Iterator[str]:
    setup = state.setup
    seas = {terrain.letter for terrain in setup.rules.terrains if terrain.sea}
    numbers = {tribe.number for tribe in state.tribes}
    for place in state.places:
        row, column = place.y - setup.north, place.x - setup.west
        if not (0 <= row < len(setup.rows) and 0 <= column < len(setup.rows[0])):
            yield f"{place.x}/{place.y} lies outside the map"
            continue
        sea = setup.rows[row][column] in seas
        yield from _broken_place(place, sea, numbers, played=state.record is not None)
    for tribe in state.tribes:
        if min(tribe.wp, tribe.wood, tribe.food, tribe.vp, tribe.generals) < 0:
            yield f"tribe {tribe.number} has less than nothing"
    for status in state.statuses:
        if not 1 <= status.value <= 5 or status.player == status.other:
            yield f"{status.player} has status {status.value} towards {status.other}"


def _broken_place(place: Place, sea: bool, numbers: set[int], played: bool) -> Iterator[str]:
    where = f"{place.x}/{place.y}"
    if place.owner and (sea or place.owner not in numbers):
        yield f"{where} belongs to {place.owner}"
    if place.tactic not in TACTICS:
        yield f"{where} defends itself with {place.tactic}"
    held = 0
    for force in place.forces:
        if len(force.counts) != len(CODES) or min(force.counts) < 0:
            yield f"{where} holds less than nothing of {force.player}"
        if force.player not in numbers:
            yield f"{where} holds units of {force.player}, who is no tribe"
        troops = sum(force.counts[:SC])
        if not sea and troops and force.player != place.owner:
            yield f"{where} holds troops of {force.player} and belongs to {place.owner}"
        held += troops
        if force.counts[BU] > (0 if sea else 1):
            yield f"{where} holds {force.counts[BU]} castles"
    if place.owner and not held and played:
        yield f"{where} belongs to {place.owner}, who has no troops there"

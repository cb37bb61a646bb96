"""Points of a winter, and who wins."""

from __future__ import annotations

from collections.abc import Mapping

from turmwart.games.wallenstein.board import BUILDINGS
from turmwart.games.wallenstein.state import Majority, Place, Score, State

VALUES = {"palace": 3, "church": 2, "trading_house": 1}
TIE_PENALTY = 1


def majority_points(counts: Mapping[str, int], value: int) -> dict[str, int]:
    """Points for most buildings of one kind in one region.

    Args:
        counts: seat -> buildings of the kind in the region.
        value: points for having most alone.

    Returns:
        Seat -> points for those who have most; empty where nobody has any.

    Rule: W-SCORE-4 to W-SCORE-7.
    """
    most = max(counts.values(), default=0)
    if most == 0:
        return {}
    first = [seat for seat, count in counts.items() if count == most]
    points = value if len(first) == 1 else value - TIE_PENALTY
    return dict.fromkeys(first, points)


def building_counts(state: State, region: str, building: str) -> dict[str, int]:
    """How many buildings of a kind each seat has in a region."""
    counts = dict.fromkeys(state.seats, 0)
    for stands in state.provinces:
        owned = stands.owner is not None and building in stands.buildings
        if owned and stands.owner is not None and state.facts(stands.id).region == region:
            counts[stands.owner] += 1
    return counts


def winter_scores(state: State) -> tuple[Score, ...]:
    """Points of every player in this winter.

    Rule: W-SCORE-2 to W-SCORE-7.
    """
    majorities: dict[str, list[Majority]] = {seat: [] for seat in state.seats}
    for region in state.board.regions:
        for building in BUILDINGS:
            counts = building_counts(state, region.id, building)
            for seat, points in majority_points(counts, VALUES[building]).items():
                majorities[seat].append(Majority(region.id, building, points))
    scores = []
    for seat in state.seats:
        owned = state.owned(seat)
        buildings = sum(len(province.buildings) for province in owned)
        points = len(owned) + buildings + sum(m.points for m in majorities[seat])
        scores.append(
            Score(state.year, seat, len(owned), buildings, tuple(majorities[seat]), points)
        )
    return tuple(scores)


def ranking(state: State) -> tuple[Place, ...]:
    """The final ranking, shared places with the same number.

    Rule: W-END-2 to W-END-4.
    """
    ordered = sorted(state.players, key=lambda p: (-p.points, -p.thalers))
    places: list[Place] = []
    for index, player in enumerate(ordered):
        place = index + 1
        if places and (places[-1].points, places[-1].thalers) == (player.points, player.thalers):
            place = places[-1].place
        places.append(Place(place, player.seat, player.points, player.thalers))
    return tuple(places)

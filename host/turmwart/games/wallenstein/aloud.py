"""What a table asks aloud: who is next, what brings what, where it may revolt, who leads."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.wallenstein import income, season
from turmwart.games.wallenstein.board import BUILDINGS
from turmwart.games.wallenstein.income import Income
from turmwart.games.wallenstein.scoring import VALUES, building_counts, majority_points
from turmwart.games.wallenstein.state import Province, State

_FIXED = ("famine", "scoring", "year_end", "over")
"""Phases in which all shortages are fixed."""

WINTER_STEPS = 2
"""How many provinces more, and fewer, without grain are looked at."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that comes.

    Attributes:
        seat: whose; empty where an action card comes first.
        action: for what; empty while its card lies face down.
    """

    seat: str
    action: str


@dataclass(frozen=True, slots=True)
class Earning:
    """What a province brings its owner now; None where the printed value is unknown."""

    province: str
    seat: str
    tax: Income | None
    grain: Income | None
    used: str


@dataclass(frozen=True, slots=True)
class Unrest:
    """Where farmers rise.

    Attributes:
        armies: of the owner in the province.
        now: farmers thrown if it were collected from now.
        famine: farmers thrown if famine came to it at the shortage known now, None: unknown.
    """

    province: str
    seat: str
    armies: int
    markers: int
    now: int
    famine: int | None


@dataclass(frozen=True, slots=True)
class Hunger:
    """What a shortage asks for: provinces in revolt and farmers added; None: not entered."""

    shortage: int
    provinces: int | None
    extra_farmers: int | None


@dataclass(frozen=True, slots=True)
class Winter:
    """What winter brings a player as things stand.

    Attributes:
        loss: least and most grain that the loss can take, None while a card is not read.
        unfed: provinces that the grain would not feed after the biggest loss known.
        hunger: around that shortage, for provinces more and fewer that are not fed.
    """

    seat: str
    provinces: int
    grain: int
    loss: tuple[int, int] | None
    unfed: int
    hunger: tuple[Hunger, ...]


@dataclass(frozen=True, slots=True)
class Contest:
    """Most buildings of a kind in a region.

    Attributes:
        counts: seat and number, most first, of those who have any.
        holders: seat and points as it stands.
        to_share: seat and how many more of them it would take to have as many as the first.
        to_lead: the same to have most alone.
        unplaced: buildings of the kind in provinces whose region nobody entered.
    """

    region: str
    building: str
    counts: tuple[tuple[str, int], ...]
    holders: tuple[tuple[str, int], ...]
    to_share: tuple[tuple[str, int], ...]
    to_lead: tuple[tuple[str, int], ...]
    unplaced: int


def turns(state: State, most: int = 8) -> tuple[Turn, ...]:
    """The turns that come, the present one first; only within the ten actions.

    Rule: W-EXEC-1, W-PHASE-7, W-BID-7.
    """
    if state.phase != "actions" or not state.order:
        return ()
    coming: list[Turn] = []
    if season.card_due(state):
        coming.append(Turn("", ""))
    seats = state.order[state.turn :]
    for action in state.action_cards[state.actions_done :]:
        coming.extend(Turn(seat, action) for seat in seats)
        seats = state.order
    return tuple(coming[:most])


def earnings(state: State) -> tuple[Earning, ...]:
    """What each owned province would bring: printed, after the event, with the tile.

    Rule: W-ACT-10 to W-ACT-12, W-BONUS-9.
    """
    return tuple(
        Earning(
            stands.id,
            seat,
            _of(state, "tax", seat, state.facts(stands.id).tax),
            _of(state, "grain", seat, state.facts(stands.id).grain),
            stands.used,
        )
        for seat in state.seats
        for stands in state.owned(seat)
    )


def unrest(state: State) -> tuple[Unrest, ...]:
    """Provinces with revolt markers, the most in danger first.

    Rule: W-REVOLT-1, W-REVOLT-4, W-BATTLE-8, W-BATTLE-37.
    """
    farmers = state.ledger.at("supply")[state.farmers]
    extra = {winter.seat: _extra(winter) for winter in winters(state)}
    found = [
        _unrest(state, stands, farmers, extra[stands.owner])
        for stands in state.provinces
        if stands.owner is not None and stands.markers
    ]
    return tuple(sorted(found, key=lambda one: (one.armies - one.now, one.province)))


def winters(state: State) -> tuple[Winter, ...]:
    """What famine would bring everybody if winter came with the grain of now.

    Rule: W-WINTER-1 to W-WINTER-4, W-WINTER-10, W-WINTER-11.
    """
    # In action seasons the drawn card has left by winter; any of the others may be the last.
    cards = [card for card in state.year_events if card != state.event]
    losses = [state.board.event(card).grain_loss for card in cards]
    known = [loss for loss in losses if loss is not None]
    loss = (min(known), max(known)) if known and len(known) == len(losses) else None
    lost = state.season == "winter" and state.phase not in ("grain_loss", "events")
    most = 0 if lost or not known else max(known)
    return tuple(
        _winter(state, player.seat, player.grain, (0, 0) if lost else loss, most)
        for player in state.players
    )


def contests(state: State) -> tuple[Contest, ...]:
    """All majorities that anybody has a building for.

    Rule: W-SCORE-4 to W-SCORE-7.
    """
    unplaced = {
        building: sum(
            building in stands.buildings
            for stands in state.provinces
            if stands.owner is not None and state.facts(stands.id).region is None
        )
        for building in BUILDINGS
    }
    return tuple(
        _contest(state, region.id, building, unplaced[building])
        for region in state.board.regions
        for building in BUILDINGS
        if any(building_counts(state, region.id, building).values())
    )


def _of(state: State, what: str, seat: str, printed: int | None) -> Income | None:
    return None if printed is None else income.of(state, what, seat, printed)


def _unrest(state: State, stands: Province, farmers: int, extra: int | None) -> Unrest:
    rising = None if extra is None else min(farmers, stands.markers + extra)
    return Unrest(
        stands.id,
        stands.owner or "",
        state.armies(stands.id),
        stands.markers,
        min(stands.markers, farmers),
        rising,
    )


def _extra(winter: Winter) -> int | None:
    """Farmers that famine adds to each revolt of a player; 0 where there is no famine."""
    if not winter.unfed:
        return 0
    return next(one.extra_farmers for one in winter.hunger if one.shortage == winter.unfed)


def _winter(state: State, seat: str, grain: int, loss: tuple[int, int] | None, most: int) -> Winter:
    provinces = len(state.owned(seat))
    if state.phase in _FIXED:
        # Once it is fixed a province that is lost feeds nobody (W-WINTER-10).
        unfed = next((one.shortage for one in state.shortages if one.seat == seat), 0)
    else:
        unfed = max(0, provinces - max(0, grain - most))
    around = range(max(1, unfed - WINTER_STEPS), max(1, unfed) + WINTER_STEPS + 1)
    hunger = tuple(_hunger(state, n, provinces) for n in around if n <= max(provinces, unfed, 1))
    return Winter(seat, provinces, grain, loss, unfed, hunger)


def _hunger(state: State, shortage: int, provinces: int) -> Hunger:
    row = state.board.famine_row(shortage)
    if row is None:
        return Hunger(shortage, None, None)
    rising = None if row.provinces is None else min(row.provinces, provinces)
    return Hunger(shortage, rising, row.extra_farmers)


def _contest(state: State, region: str, building: str, unplaced: int) -> Contest:
    counts = building_counts(state, region, building)
    most = max(counts.values())
    leaders = [seat for seat, count in counts.items() if count == most]
    alone = leaders[0] if len(leaders) == 1 else ""
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return Contest(
        region,
        building,
        tuple((seat, count) for seat, count in ranked if count),
        tuple(majority_points(counts, VALUES[building]).items()),
        tuple((seat, most - count) for seat, count in ranked if count < most),
        tuple((seat, most - count + 1) for seat, count in ranked if seat != alone),
        unplaced,
    )

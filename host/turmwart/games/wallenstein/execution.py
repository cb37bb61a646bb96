"""The ten actions: all or nothing."""

from __future__ import annotations

from collections.abc import Callable

from turmwart.games.wallenstein import battle, income, movement
from turmwart.games.wallenstein.events import (
    ActionNotExecuted,
    BattleBegan,
    Built,
    Event,
    GrainCollected,
    MarkerPlaced,
    MoveDeclined,
    Recruited,
    SubstitutesUsed,
    TaxCollected,
)
from turmwart.games.wallenstein.state import Acting, State

COSTS = {
    "build_palace": 3,
    "build_church": 2,
    "build_trading_house": 1,
    "collect_grain": 0,
    "collect_tax": 0,
    "recruit_5": 3,
    "recruit_3": 2,
    "recruit_1_move": 1,
    "move_a": 0,
    "move_b": 0,
}
"""Costs in thalers; W-ACT-5, W-ACT-15 to W-ACT-17."""

BUILDING_OF = {
    "build_palace": "palace",
    "build_church": "church",
    "build_trading_house": "trading_house",
}
MOVES = ("move_a", "move_b")
TILE_ARMIES = 6


def execute(state: State, acting: Acting) -> tuple[Event, ...]:
    """Carry out the action whose card was turned up; nothing while a printed value is missing.

    Rule: W-EXEC-4 to W-EXEC-6.
    """
    refusal = obstacle(state, acting)
    if refusal:
        return (ActionNotExecuted(acting.seat, acting.action, acting.province, refusal),)
    if needs_value(state, acting) is not None:
        return ()
    return _CARRY_OUT[acting.action](state, acting)


def obstacle(state: State, acting: Acting) -> str:
    """The rule that keeps an action from being executed in full, as far as is known; or empty.

    Rule: W-EXEC-5, W-ACT-1, W-ACT-3, W-ACT-4, W-ACT-6 to W-ACT-9.
    """
    stands = state.province(acting.province)
    player = state.player(acting.seat)
    if stands.owner != acting.seat:
        return "W-ACT-1"
    if player.thalers < COSTS[acting.action]:
        return "W-ACT-4"
    if acting.action in BUILDING_OF:
        building = BUILDING_OF[acting.action]
        sites = state.facts(acting.province).sites
        if building in stands.buildings:
            return "W-ACT-8"
        if getattr(state.stock, building) < 1:
            return "W-ACT-9"
        if sites is not None and len(stands.buildings) >= sites:
            return "W-ACT-8"
    if _armies_placed(state, acting.action) > state.supply(acting.seat):
        return "W-ACT-3"
    return ""


def needs_value(state: State, acting: Acting) -> str | None:
    """The printed field of the province that the action needs and that is unknown, if any.

    A province has at least one site, so the first building needs no number.

    Rule: W-DATA-2, W-ACT-7.
    """
    if acting.step != "execute" or obstacle(state, acting):
        return None
    facts = state.facts(acting.province)
    if acting.action == "collect_tax" and facts.tax is None:
        return "tax"
    if acting.action == "collect_grain" and facts.grain is None:
        return "grain"
    built = bool(state.province(acting.province).buildings)
    if acting.action in BUILDING_OF and built and facts.sites is None:
        return "sites"
    return None


def sixth_army(state: State, seat: str, action: str) -> bool:
    """Whether the player may place armies beyond the usual number by the six-armies tile.

    Rule: W-BONUS-5, W-BONUS-10, W-OPEN-18, W-OPEN-19.
    """
    return (
        action == "recruit_5"
        and state.player(seat).tile == "six_armies"
        and min(TILE_ARMIES, state.supply(seat)) > _armies_placed(state, action)
    )


def after_move(state: State, acting: Acting) -> tuple[Event, ...]:
    """What ends a move that cannot be made; nothing while the player can choose.

    Rule: W-MOVE-2, W-MOVE-6, W-EXEC-5, W-ACT-17.
    """
    possible = state.armies(acting.province) >= 2 and bool(movement.targets(state, acting))
    if possible:
        return ()
    if acting.action in MOVES:
        rule = "W-MOVE-2" if state.armies(acting.province) < 2 else "W-MOVE-1"
        if state.province(acting.province).owner != acting.seat:
            rule = "W-ACT-1"
        return (ActionNotExecuted(acting.seat, acting.action, acting.province, rule),)
    return (MoveDeclined(acting.seat, acting.action, acting.province),)


def _armies_placed(state: State, action: str) -> int:
    event = state.event_facts()
    changed = event if event is not None and event.kind == "recruit_yield" else None
    if action == "recruit_5":
        return 5 if changed is None or changed.recruit_5 is None else changed.recruit_5
    if action == "recruit_3":
        return 3 if changed is None or changed.recruit_3 is None else changed.recruit_3
    return 1 if action == "recruit_1_move" else 0


def _build(state: State, acting: Acting) -> tuple[Event, ...]:
    building = BUILDING_OF[acting.action]
    return (Built(acting.seat, acting.province, building, COSTS[acting.action]),)


def _collect(state: State, acting: Acting) -> tuple[Event, ...]:
    facts = state.facts(acting.province)
    tax = acting.action == "collect_tax"
    printed = facts.tax if tax else facts.grain
    gain = income.of(state, "tax" if tax else "grain", acting.seat, printed or 0)
    happened = TaxCollected if tax else GrainCollected
    events: list[Event] = [
        happened(acting.seat, acting.province, gain.printed, gain.after_event, gain.gained)
    ]
    if tax and state.bank < gain.gained:
        events.append(SubstitutesUsed("thalers", gain.gained - state.bank))
    if state.province(acting.province).markers > 0:
        rising = battle.revolt(
            state,
            acting.province,
            gain.gained if tax else 0,
            0 if tax else gain.gained,
        )
        events.append(BattleBegan(rising))
    else:
        events.extend(marker(state, acting.province))
    return tuple(events)


def marker(state: State, province: str) -> tuple[Event, ...]:
    """One revolt marker for a province, a substitute if the stock is empty.

    Rule: W-ACT-14, W-OPEN-22.
    """
    placed: tuple[Event, ...] = (MarkerPlaced(province),)
    if state.stock.markers < 1:
        placed = (*placed, SubstitutesUsed("markers", 1 - state.stock.markers))
    return placed


def _recruit(state: State, acting: Acting) -> tuple[Event, ...]:
    armies = _armies_placed(state, acting.action)
    if sixth_army(state, acting.seat, acting.action) and not acting.without_tile:
        armies = min(TILE_ARMIES, state.supply(acting.seat))
    cost = COSTS[acting.action]
    return (Recruited(acting.seat, acting.action, acting.province, armies, cost),)


_CARRY_OUT: dict[str, Callable[[State, Acting], tuple[Event, ...]]] = {
    "build_palace": _build,
    "build_church": _build,
    "build_trading_house": _build,
    "collect_grain": _collect,
    "collect_tax": _collect,
    "recruit_5": _recruit,
    "recruit_3": _recruit,
    "recruit_1_move": _recruit,
}

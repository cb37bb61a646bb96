"""What a favor card brings, and how the table books what the program does not know."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from turmwart.games.wallenstein.board import FAVOR_FIELDS, known
from turmwart.games.wallenstein.checks import due, not_now, reasoned, wrong_choice
from turmwart.games.wallenstein.court_commands import (
    CancelEvent,
    CorrectCourtiers,
    FinishFavor,
    ForbidAttack,
    PlaceFavor,
)
from turmwart.games.wallenstein.court_events import (
    AttackForbidden,
    CourtiersCorrected,
    EventCancelled,
    FavorArmies,
    FavorBuilt,
    FavorEnded,
    FavorGranted,
    FavorPlaced,
    FavorWithoutEffect,
)
from turmwart.games.wallenstein.court_state import MOVES_FORBIDDEN, Taking
from turmwart.games.wallenstein.events import Event, SubstitutesUsed
from turmwart.games.wallenstein.state import State, province_place
from turmwart.kernel.decision import Objection

PLACED = ("armies", "free_building")
"""Kinds of favor whose province the player chooses."""

BY_HAND = "free_text"
_GRANTED = {"thalers": "thalers", "grain": "grain", "victory_points": "points"}
_IMMUNE = {"immune_move_a": "move_a", "immune_move_b": "move_b", "immune_both": "both"}
_NEXT_MOVES = ("audience", "actions")
"""Phases in which a card's effect may bear on the moves of the season."""


def missing(state: State, taking: Taking) -> tuple[str, ...]:
    """Printed fields of the favor card that must be known before it is carried out.

    Rule: W-DATA-2, W-DATA-8.
    """
    kind = state.board.favor(taking.number).kind
    if kind is None:
        return ("kind",)
    key = str(taking.number)
    fields = FAVOR_FIELDS[kind]
    return tuple(field for field in fields if known(state.board, "favor", key, field) is None)


def site_unknown(state: State, taking: Taking) -> bool:
    """Whether the building of a favor waits for the number of sites of its province.

    A province has at least one site, so the first building needs no number.

    Rule: W-DATA-2, W-ACT-7.
    """
    facts = state.board.favor(taking.number)
    if facts.kind != "free_building" or not taking.province:
        return False
    return (
        bool(state.province(taking.province).buildings)
        and state.facts(taking.province).sites is None
    )


def carry_out(state: State, taking: Taking) -> tuple[Event, ...]:
    """The effect of the favor card that was taken, as far as possible; nothing while the table
    must enter or choose something first.

    Rule: W-COURT-29, W-OPEN-29.
    """
    facts = state.board.favor(taking.number)
    if missing(state, taking) or facts.kind == BY_HAND:
        return ()
    if facts.kind not in PLACED:
        return (*_effect(state, taking), FavorEnded(taking.seat, taking.number))
    if not targets(state, taking):
        nothing = FavorWithoutEffect(taking.seat, taking.number)
        return (nothing, FavorEnded(taking.seat, taking.number))
    if not taking.province or site_unknown(state, taking):
        return ()
    if taking.province not in targets(state, taking):
        # The number of sites, once it was known, left no room.
        return (FavorPlaced(taking.seat, ""),)
    return (*_placed(state, taking), FavorEnded(taking.seat, taking.number))


def targets(state: State, taking: Taking) -> tuple[str, ...]:
    """Own provinces in which the favor can be carried out, as far as is known.

    Rule: W-ACT-2, W-ACT-6 to W-ACT-9, W-COURT-29.
    """
    facts = state.board.favor(taking.number)
    if facts.kind == "armies":
        possible = state.supply(taking.seat) > 0
        return tuple(stands.id for stands in state.owned(taking.seat) if possible)
    if facts.building is None or getattr(state.stock, facts.building) < 1:
        return ()
    return tuple(
        stands.id
        for stands in state.owned(taking.seat)
        if facts.building not in stands.buildings
        and ((sites := state.facts(stands.id).sites) is None or len(stands.buildings) < sites)
    )


def _effect(state: State, taking: Taking) -> Iterator[Event]:
    seat, number = taking.seat, taking.number
    facts = state.board.favor(number)
    kind, amount = facts.kind or "", facts.value or 0
    if kind in _GRANTED:
        what = _GRANTED[kind]
        end = state.board.grain_track_max
        if what == "grain" and end is not None:
            amount = max(0, min(amount, end - state.player(seat).grain))
        yield FavorGranted(seat, number, what, amount)
        if what == "thalers" and state.bank < amount:
            yield SubstitutesUsed("thalers", amount - state.bank)
    elif kind == "courtiers" and state.court is not None:
        yield FavorGranted(seat, number, kind, min(amount, state.court.of(seat).supply))
    elif kind == "armies_to_tray":
        yield FavorArmies(seat, number, "tray", min(amount, state.supply(seat)))
    elif kind in _IMMUNE:
        yield AttackForbidden(seat, _IMMUNE[kind], "")
    elif kind == "cancel_event":
        yield EventCancelled("")


def _placed(state: State, taking: Taking) -> Iterator[Event]:
    seat, number = taking.seat, taking.number
    facts = state.board.favor(number)
    if facts.kind == "armies":
        armies = min(facts.value or 0, state.supply(seat))
        yield FavorArmies(seat, number, province_place(taking.province), armies)
    elif facts.building is not None:
        yield FavorBuilt(seat, number, taking.province, facts.building)


def place_favor(state: State, command: PlaceFavor) -> Iterator[Objection | Event]:
    """Choose the province of a favor.

    Rule: W-COURT-29, W-ACT-1.
    """
    taking = yield from _under_way(state, command.seat)
    if taking is None:
        return
    if state.board.favor(taking.number).kind not in PLACED or missing(state, taking):
        yield not_now(state)
    elif command.province not in targets(state, taking):
        yield wrong_choice("W-COURT-29", "favor_not_there", province=command.province)
    yield FavorPlaced(taking.seat, command.province)


def finish_favor(state: State, command: FinishFavor) -> Iterator[Objection | Event]:
    """Whatever a favor booked by hand brings was entered.

    Rule: W-COURT-29, W-DATA-8.
    """
    taking = yield from _under_way(state, command.seat)
    if taking is None:
        return
    if state.board.favor(taking.number).kind != BY_HAND or missing(state, taking):
        yield not_now(state)
    yield FavorEnded(taking.seat, taking.number)


def _under_way(state: State, seat: str) -> Generator[Objection, None, Taking | None]:
    """Object unless a favor of ``seat`` is under way, and give it."""
    yield from due(state, "audience")
    taking = state.court.taking if state.court is not None else None
    if taking is None:
        yield not_now(state)
        return None
    if taking.seat != seat:
        yield wrong_choice("W-COURT-24", "not_your_turn", player=state.player(taking.seat).name)
    return taking


# -- by hand --------------------------------------------------------------------------------------


def correct_courtiers(state: State, command: CorrectCourtiers) -> Iterator[Objection | Event]:
    """Set a player's courtiers in the antechamber.

    Rule: W-CUBE-9, W-DATA-8.
    """
    yield from reasoned(command.reason)
    court = state.court
    if court is None:
        yield wrong_choice("W-OBS-1", "no_court")
        return
    if command.seat not in state.seats:
        yield wrong_choice("W-SETUP-1", "no_seat", seat=command.seat)
        return
    before = court.of(command.seat)
    most = before.supply + before.antechamber
    if not 0 <= command.antechamber <= most:
        yield wrong_choice("W-CUBE-9", "courtiers", most=most)
    yield CourtiersCorrected(command.seat, before.antechamber, command.antechamber, command.reason)


def may_forbid(state: State) -> bool:
    """Whether a card may forbid attacks now: one booked by hand, or one of the court.

    Rule: W-MOVE-9, W-DATA-8.
    """
    event = state.event_facts()
    by_hand = event is not None and event.kind == BY_HAND
    return state.phase in _NEXT_MOVES and (by_hand or state.court is not None)


def forbid_attack(state: State, command: ForbidAttack) -> Iterator[Objection | Event]:
    """A card forbids attacks for the rest of the season.

    Rule: W-MOVE-9, W-DATA-8.
    """
    yield from reasoned(command.reason)
    if not may_forbid(state):
        yield not_now(state)
    owned = {stands.id for stands in state.provinces if stands.owner is not None}
    if command.target not in {*state.seats, *owned}:
        yield wrong_choice("W-MOVE-9", "not_there", card=command.target)
    if command.move not in MOVES_FORBIDDEN:
        yield wrong_choice("W-MOVE-9", "not_there", card=command.move)
    yield AttackForbidden(command.target, command.move, command.reason)


def may_cancel(state: State) -> bool:
    """Whether the event of the season is in force and a favor may cancel it."""
    in_force = state.event_facts() is not None
    return state.court is not None and in_force and state.phase in _NEXT_MOVES


def cancel_event(state: State, command: CancelEvent) -> Iterator[Objection | Event]:
    """A card cancels the event of the season.

    Rule: W-DATA-8, W-OPEN-32.
    """
    yield from reasoned(command.reason)
    if not may_cancel(state):
        yield not_now(state)
    yield EventCancelled(command.reason)

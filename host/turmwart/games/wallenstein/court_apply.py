"""Events of the Imperial Court move the state on; nothing here objects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from turmwart.games.wallenstein import court_events as ev
from turmwart.games.wallenstein.changing import (
    in_order,
    with_player,
    with_province,
    with_used,
)
from turmwart.games.wallenstein.court_state import (
    TOWER_CARD,
    Court,
    Exchange,
    Protection,
    Taking,
)
from turmwart.games.wallenstein.state import State
from turmwart.kernel.cubes import Cubes


def _court(state: State) -> Court:
    """The court of a game in which something happened there."""
    if state.court is None:
        raise ValueError("the table plays without the Imperial Court")
    return state.court


def _armies(state: State, seat: str, number: int) -> Cubes:
    return Cubes.from_counts({state.player(seat).colour: number})


def _courtiers_came(state: State, event: ev.CourtiersCame) -> State:
    court = _court(state).moved(event.seat, "supply", "antechamber", event.courtiers)
    return replace(state, court=court)


def _favors_laid(state: State, event: ev.FavorsLaid) -> State:
    court = replace(_court(state), favors=event.favors)
    return replace(state, court=court, phase="planning")


def _exchange_revealed(state: State, event: ev.ExchangeRevealed) -> State:
    player = state.player(event.seat)
    players = with_player(
        state,
        event.seat,
        money_spaces=player.money_spaces + (event.card == "money"),
        tower_spaces=player.tower_spaces + (event.card == TOWER_CARD),
        empty_exchanges=player.empty_exchanges + (event.card == "none"),
    )
    court = _court(state)
    shown = Exchange(event.seat, event.space, event.card)
    return replace(
        state,
        players=players,
        provinces=with_province(state, event.card, used="exchange"),
        court=replace(court, exchanges=(*court.exchanges, shown)),
    )


def _of_last(court: Court, **changes: Any) -> Court:
    """The court with the last exchange that was turned up described further."""
    *before, last = court.exchanges
    return replace(court, exchanges=(*before, replace(last, **changes)))


def _armies_exchanged(state: State, event: ev.ArmiesExchanged) -> State:
    court = _court(state).moved(event.seat, "supply", "antechamber", event.armies)
    cubes = _armies(state, event.seat, event.armies)
    return replace(
        state,
        ledger=state.ledger.move(event.source, "supply", cubes),
        court=_of_last(court, courtiers=event.armies),
    )


def _exchange_not_made(state: State, event: ev.ExchangeNotMade) -> State:
    return replace(state, court=_of_last(_court(state), obstacle=event.reason))


def _exchanges_ended(state: State, event: ev.ExchangesEnded) -> State:
    del event
    return replace(state, turn=state.turn + 1)


def _audience_began(state: State, event: ev.AudienceBegan) -> State:
    court = replace(_court(state), waiting=event.order)
    return replace(state, court=court, turn=0, phase="audience")


def _courtiers_entered(state: State, event: ev.CourtiersEntered) -> State:
    court = _court(state).moved(event.seat, "antechamber", "hall", event.courtiers)
    return replace(state, court=court)


def _favor_taken(state: State, event: ev.FavorTaken) -> State:
    court = _court(state).moved(event.seat, "hall", "supply", event.cost)
    left = tuple(favor for favor in court.favors if favor.number != event.number)
    return replace(
        state, court=replace(court, favors=left, taking=Taking(event.seat, event.number))
    )


def _favor_passed(state: State, event: ev.FavorPassed) -> State:
    del event
    court = _court(state)
    return replace(state, court=replace(court, waiting=court.waiting[1:]))


def _favor_used(state: State, number: int) -> tuple[str, ...]:
    return with_used(state, *(f"favor:{number}:{field}" for field in ("kind", "value", "building")))


def _favor_granted(state: State, event: ev.FavorGranted) -> State:
    used = _favor_used(state, event.number)
    if event.what == "courtiers":
        court = _court(state).moved(event.seat, "supply", "antechamber", event.amount)
        return replace(state, court=court, used_values=used)
    held = getattr(state.player(event.seat), event.what)
    changes: dict[str, Any] = {event.what: held + event.amount}
    return replace(
        state,
        players=with_player(state, event.seat, **changes),
        bank=state.bank - (event.amount if event.what == "thalers" else 0),
        used_values=used,
    )


def _favor_armies(state: State, event: ev.FavorArmies) -> State:
    cubes = _armies(state, event.seat, event.armies)
    return replace(
        state,
        ledger=state.ledger.move("supply", event.target, cubes),
        used_values=_favor_used(state, event.number),
    )


def _favor_placed(state: State, event: ev.FavorPlaced) -> State:
    court = _court(state)
    taking = court.taking
    if taking is not None:
        taking = replace(taking, province=event.province)
    return replace(state, court=replace(court, taking=taking))


def _favor_built(state: State, event: ev.FavorBuilt) -> State:
    standing = (*state.province(event.province).buildings, event.building)
    stock: dict[str, Any] = {event.building: getattr(state.stock, event.building) - 1}
    used = replace(state, used_values=_favor_used(state, event.number))
    return replace(
        state,
        provinces=with_province(state, event.province, buildings=in_order(standing)),
        stock=replace(state.stock, **stock),
        used_values=with_used(used, f"province:{event.province}:sites"),
    )


def _favor_without_effect(state: State, event: ev.FavorWithoutEffect) -> State:
    return replace(state, used_values=_favor_used(state, event.number))


def _favor_ended(state: State, event: ev.FavorEnded) -> State:
    court = _court(state)
    return replace(
        state,
        court=replace(
            court, taking=None, waiting=court.waiting[1:], gone=(*court.gone, event.number)
        ),
    )


def _court_ended(state: State, event: ev.CourtEnded) -> State:
    court = _court(state)
    for courtiers in court.courtiers:
        court = court.moved(courtiers.seat, "hall", "antechamber", courtiers.hall)
    court = replace(court, favors=(), waiting=(), gone=(*court.gone, *event.left_over))
    return replace(state, court=court, turn=0, phase="actions")


def _courtiers_corrected(state: State, event: ev.CourtiersCorrected) -> State:
    more = event.antechamber - event.was
    source, target = ("supply", "antechamber") if more > 0 else ("antechamber", "supply")
    return replace(state, court=_court(state).moved(event.seat, source, target, abs(more)))


def _attack_forbidden(state: State, event: ev.AttackForbidden) -> State:
    added = Protection(event.target, event.move)
    others = tuple(one for one in state.protections if one != added)
    return replace(state, protections=(*others, added))


def _event_cancelled(state: State, event: ev.EventCancelled) -> State:
    del event
    return replace(state, event_cancelled=True)


COURT_APPLY: dict[type, Callable[[State, Any], State]] = {
    ev.CourtiersCame: _courtiers_came,
    ev.FavorsLaid: _favors_laid,
    ev.ExchangeRevealed: _exchange_revealed,
    ev.ArmiesExchanged: _armies_exchanged,
    ev.ExchangeNotMade: _exchange_not_made,
    ev.ExchangesEnded: _exchanges_ended,
    ev.AudienceBegan: _audience_began,
    ev.CourtiersEntered: _courtiers_entered,
    ev.FavorTaken: _favor_taken,
    ev.FavorPassed: _favor_passed,
    ev.FavorGranted: _favor_granted,
    ev.FavorArmies: _favor_armies,
    ev.FavorPlaced: _favor_placed,
    ev.FavorBuilt: _favor_built,
    ev.FavorWithoutEffect: _favor_without_effect,
    ev.FavorEnded: _favor_ended,
    ev.CourtEnded: _court_ended,
    ev.CourtiersCorrected: _courtiers_corrected,
    ev.AttackForbidden: _attack_forbidden,
    ev.EventCancelled: _event_cancelled,
}
"""What each event of the court does; ``apply`` takes it over."""

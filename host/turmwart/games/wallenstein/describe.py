"""Events as lines of the log: a text id and what the text names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from turmwart.games.wallenstein import court_events as cev
from turmwart.games.wallenstein import events as ev
from turmwart.games.wallenstein.checks import place_named
from turmwart.games.wallenstein.court_state import TOWER_CARD
from turmwart.games.wallenstein.prompts import event_option, side
from turmwart.games.wallenstein.season import MONEY_BIDS, NO_BID
from turmwart.games.wallenstein.state import State
from turmwart.games.wallenstein.whereabouts_events import Recounted
from turmwart.kernel.cubes import Cubes

Value = int | str
_PRINTED = (ev.PrintedLearnt, ev.PrintedCorrected, ev.ValueFlagged)

_NAMED = {
    "action": "action",
    "tile": "tile",
    "season": "season",
    "building": "building",
    "what": "substitute",
    "witness": "witness",
}
"""Fields whose value is one of the game's words, and the family of texts that says it."""


def describe(event: ev.Event, state: State) -> tuple[str, tuple[tuple[str, Value], ...]]:
    """The line of the log for an event, with the state after it.

    Returns:
        Text id and values; a value that begins with ``@`` is itself a text id, and so is
        each part of a list of cubes, such as ``2 @colour.red, 1 @colour.blue``.
    """
    name = type(event).__name__
    values: dict[str, Value] = {}
    for field in fields(event):
        values.update(_plain(field.name, getattr(event, field.name), state))
    if isinstance(event, _PRINTED):
        values |= _printed(event, state)
        name += "Favor" if event.kind == "favor" else ""
    match event:
        case ev.BattleBegan(battle=battle):
            values = _battle(battle, state)
        case ev.BattleSettled(record=record):
            values = _battle(record.battle, state)
            values["outcome"] = f"@wallenstein.outcome.{record.outcome}"
            values["attacking"] = record.attacker_strength
            values["defending"] = record.defender_strength
            name += "Devastated" if record.devastated else ""
        case (
            ev.PlanRevealed(card=card)
            | cev.ExchangeRevealed(card=card)
            | cev.ExchangeNotMade(card=card)
        ):
            values["card"] = _card(card, state)
        case cev.FavorsLaid(favors=favors):
            values["favors"] = ", ".join(f"{favor.number} ({favor.cost})" for favor in favors)
        case cev.AudienceBegan(order=order):
            name += "" if order else "Empty"
        case cev.FavorPassed(reason=reason):
            name += "" if reason else "ByChoice"
        case cev.FavorGranted(what=what, amount=amount):
            values["what"] = f"@wallenstein.granted{'_one' if amount == 1 else ''}.{what}"
        case cev.FavorPlaced(province=province):
            name += "" if province else "Refused"
        case cev.CourtEnded(left_over=left):
            name += "" if left else "AllTaken"
            values["favors"] = ", ".join(str(number) for number in left)
        case cev.AttackForbidden(target=target, move=move, reason=reason):
            values["target"] = (
                state.player(target).name if target in state.seats else state.label(target)
            )
            values["move"] = f"@wallenstein.forbidden_move.{move}"
            name += "ByHand" if reason else ""
        case cev.EventCancelled(reason=reason):
            name += "ByHand" if reason else ""
        case ev.EventDrawn(card=card) | ev.GrainLost(card=card):
            option = event_option(state, card)
            values["card"] = option.label or f"@{option.text}"
        case ev.ActionPassed(seats=seats):
            values["players"] = ", ".join(state.player(seat).name for seat in seats)
        case ev.ActionSkipped(reason=reason):
            values["reason"] = f"@wallenstein.obstacle.{reason}"
        case ev.FamineBegan(famine=famine):
            values["player"] = state.player(famine.seat).name
            values["count"] = famine.provinces
            values["farmers"] = famine.extra_farmers
        case Recounted(missing=missing, surplus=surplus):
            name += "" if missing or surplus else "Same"
        case ev.CardTaken(from_deck=from_deck):
            name += "FromDeck" if from_deck else ""
        case ev.GameEnded(ranking=ranking):
            first = (state.player(place.seat).name for place in ranking if place.place == 1)
            values["winners"] = ", ".join(first)
        case ev.BidsRevealed(bids=bids):
            shown = (f"{state.player(bid.seat).name} {_bid(bid, state)}" for bid in bids)
            values["bids"] = ", ".join(shown)
        case ev.PointsScored(scores=scores):
            gained = (f"{state.player(score.seat).name} {score.points}" for score in scores)
            values["points"] = ", ".join(gained)
    return f"wallenstein.event.{name}", tuple(sorted(values.items()))


def cubes_in_words(cubes: Cubes) -> str:
    """Cubes by the texts of their colours: ``2 @colour.red, 1 @colour.blue``; a dash for none."""
    return ", ".join(f"{count} @colour.{colour}" for colour, count in cubes.counts) or "-"


def _plain(name: str, value: Any, state: State) -> Iterable[tuple[str, Value]]:
    if isinstance(value, Cubes):
        return ((name, cubes_in_words(value)),)
    if name in ("seat", "drawn_by"):
        player = state.player(value).name if value else ""
        return (("player" if name == "seat" else "neighbour", player),)
    if name in ("province", "source", "target", "place", "against") and isinstance(value, str):
        return ((name, place_named(state, value)),)
    if name in ("order",):
        return ((name, ", ".join(state.player(seat).name for seat in value)),)
    if name in ("provinces", "cards") and isinstance(value, tuple):
        return (
            (name, ", ".join(place_named(state, item) for item in value)),
            ("count", len(value)),
        )
    if name in _NAMED:
        return ((name, f"@wallenstein.{_NAMED[name]}.{value}"),)
    if name == "key":
        return ((name, place_named(state, value)),)
    if name == "field":
        return ((name, _field(value, state)),)
    if isinstance(value, int | str) and not isinstance(value, bool):
        return ((name, value),)
    return ()


def _printed(event: Any, state: State) -> dict[str, Value]:
    """A printed value: what it is printed on, and its words by their texts or names."""
    said: dict[str, Value] = {}
    match event.kind:
        case "favor":
            said["key"] = event.key
        case "event":
            card = event_option(state, event.key)
            said["key"] = f"@wallenstein.printed.event, {card.label or f'@{card.text}'}"
        case "famine":
            said["key"] = f"{event.key} @wallenstein.printed.famine"
        case "lineup":
            said["key"] = f"@wallenstein.printed.lineup, {event.key[-1:]}"
            said["field"] = event.field.removeprefix("group_")
        case "board":
            said["key"] = "@wallenstein.printed.board"
    regions = {region.id: region.label for region in state.board.regions}
    for name in ("value", "was"):
        value = getattr(event, name, None)
        if not isinstance(value, str):
            continue
        if event.field in ("kind", "building"):
            family = f"{event.kind}_kind" if event.field == "kind" else "building"
            said[name] = f"@wallenstein.{family}.{value}"
        elif event.field == "region":
            said[name] = regions.get(value, value)
        elif event.kind == "neighbours":
            said[name] = f"@wallenstein.{value}"
        elif event.kind == "lineup":
            said[name] = place_named(state, value)
    return said


def _field(field: str, state: State) -> str:
    """A printed field's name; for neighbours it is the other province."""
    if any(facts.id == field for facts in state.board.provinces):
        return state.label(field)
    return f"@wallenstein.field.{field}"


def _card(card: str, state: State) -> str:
    if card in ("money", "none", TOWER_CARD):
        return f"@wallenstein.card.{card}"
    return state.label(card)


def _bid(bid: ev.Bid, state: State) -> str:
    """A bid without words: its value, a province's name, or a dash; what it counts as in brackets
    where that is less (W-BID-10, W-COURT-16)."""
    if bid.card in MONEY_BIDS:
        value = MONEY_BIDS[bid.card]
        return str(value) if bid.paid == value else f"{value} (0)"
    if bid.card == TOWER_CARD:
        return "(0)"
    return "-" if bid.card == NO_BID else state.label(bid.card)


def _battle(battle: Any, state: State) -> dict[str, Value]:
    return {
        "what": f"@wallenstein.battle.{battle.kind}",
        "province": state.label(battle.province),
        "attacker": side(state, battle.attacker),
        "defender": side(state, battle.defender),
        "thrown": cubes_in_words(battle.thrown),
    }

"""Events as lines of the log: a text id and what the text names. Secret cards are never named."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from turmwart.games.anno1452 import events_board as ev
from turmwart.games.anno1452.areas import DESCRIBE
from turmwart.games.anno1452.checks import card_name, owner_name, region_name
from turmwart.games.anno1452.epochs import ROWS
from turmwart.games.anno1452.events import Event
from turmwart.games.anno1452.options import estate_label
from turmwart.games.anno1452.state import OTTOKAR, Estate, State

Value = int | str

SECRET = ("ids",)
"""Fields of events that only their owner may see (A-STATE-9)."""

_WORDS = {
    "cause": "cause",
    "action": "action",
    "phase": "phase",
    "office": "office",
    "witness": "witness",
    "verdict": "verdict",
    "reason": "reason",
    "place": "card_place",
    "effect": "effect",
    "side": "side",
    "stage": "stage",
    "outcome": "outcome",
    "what": "number",
    "scope": "scope",
}
"""Fields whose value is one of the game's words, and the family of texts that says it."""

_FREE_REASON = (ev.NumberCorrected, ev.EstateCorrected)
"""Events whose reason is in the table's own words."""


def describe(event: Event, state: State) -> tuple[str, tuple[tuple[str, Value], ...]]:
    """The line of the log for an event, with the state after it.

    Returns:
        Text id and values; a value that begins with ``@`` is itself a text id.

    Rule: A-ASK-3, A-ASK-4.
    """
    name = type(event).__name__
    values: dict[str, Value] = {}
    for field in fields(event):
        if field.name in SECRET:
            continue
        value = getattr(event, field.name)
        if field.name == "reason" and isinstance(event, _FREE_REASON):
            values["reason"] = value
        else:
            values.update(_plain(field.name, value, state))
    special = DESCRIBE.get(type(event)) or _SPECIAL.get(type(event))
    if special is not None:
        values.update(special(event, state))
    variant = values.pop("variant", "")
    return f"anno1452.event.{name}{variant}", tuple(sorted(values.items()))


def _plain(name: str, value: Any, state: State) -> Iterable[tuple[str, Value]]:
    if isinstance(value, Estate):
        yield name, estate_label(state, value)
        yield "player", owner_name(state, value.owner)
    elif name == "values" and isinstance(value, tuple):
        yield name, " ".join(str(one) for one in value)
    elif name == "row":
        yield "row", f"@anno1452.row.{ROWS[value].id}"
    elif name in ("seat", "first", "second", "owner"):
        yield ("player" if name == "seat" else name), owner_name(state, value)
    elif name in ("seats", "order"):
        yield name, ", ".join(owner_name(state, seat) for seat in value)
    elif name == "region" and isinstance(value, str):
        yield name, region_name(state, value) if value else ""
    elif name in ("card", "given", "taken") and isinstance(value, str):
        yield name, card_name(state, value) if value else ""
    elif name in ("shown", "cards") and isinstance(value, tuple):
        yield name, ", ".join(card_name(state, card) for card in value) or "-"
    elif name == "estate" and isinstance(value, str):
        here = state.has_estate(value)
        yield name, estate_label(state, state.estate(value)) if here else value
    elif name in ("ref", "target"):
        yield name, _reference(value, state)
    elif name in _WORDS and isinstance(value, str):
        yield name, f"@anno1452.{_WORDS[name]}.{value}" if value else ""
    elif isinstance(value, bool):
        yield name, f"@anno1452.{'yes' if value else 'no'}"
    elif isinstance(value, int | str):
        yield name, value


def _reference(value: str, state: State) -> str:
    if value in state.board.region_ids:
        return region_name(state, value)
    if value in state.seats or value == OTTOKAR:
        return owner_name(state, value)
    if state.has_estate(value):
        return estate_label(state, state.estate(value))
    if any(card.id == value for card in state.board.cards):
        return card_name(state, value)
    return value


def _started(event: ev.GameStarted, state: State) -> dict[str, Value]:
    variants = ", ".join(event.setup.settings.variants) or "-"
    names = ", ".join(player.name for player in state.players)
    return {"players": names, "variants": variants, "year": event.setup.settings.final_year}


def _step(event: ev.Asked | ev.StepBegan | ev.StepChanged, state: State) -> dict[str, Value]:
    step = event.steps[0] if isinstance(event, ev.Asked) else event.step
    values: dict[str, Value] = {"step": f"@anno1452.step.{type(step).__name__}"}
    values["player"] = owner_name(state, getattr(step, "seat", ""))
    return values


def _step_ended(event: ev.StepEnded, state: State) -> dict[str, Value]:
    del state
    return {"step": f"@anno1452.step.{event.step}"}


def _wish(event: ev.WishHeld, state: State) -> dict[str, Value]:
    del state
    return {"command": f"@anno1452.command.{type(event.command).__name__}"}


def _released(event: ev.WishReleased, state: State) -> dict[str, Value]:
    del state
    if event.carried_out:
        return {"variant": ""}
    return {"variant": "Refused" if event.rule else "Dropped"}


def _prestige(event: ev.PrestigeChanged, state: State) -> dict[str, Value]:
    if event.unpaid:
        variant = "Insolvent"
    elif event.gold:
        variant = "Exchanged"
    else:
        variant = ""
    return {"variant": variant, "points": f"{event.delta:+d}", "gold": f"{event.gold:+d}"}


def _gold(event: ev.GoldChanged, state: State) -> dict[str, Value]:
    return {"gold": f"{event.delta:+d}", "now": state.player(event.seat).gold}


def _passed(event: ev.PrincipalityPassed, state: State) -> dict[str, Value]:
    variant = "Returned" if not event.now else "Taken" if event.was else ""
    was, now = owner_name(state, event.was), owner_name(state, event.now)
    return {"variant": variant, "was": was, "now": now}


def _rolled(event: ev.DiceRolled, state: State) -> dict[str, Value]:
    seat = event.dice.seat
    return {"kind": f"@anno1452.dice.{event.dice.kind}", "player": owner_name(state, seat)}


def _chosen(event: ev.Chosen, state: State) -> dict[str, Value]:
    picks = ", ".join(_reference(pick, state) for pick in event.picks) or "-"
    return {"picks": picks, "purpose": f"@anno1452.purpose.{event.purpose}"}


def _incomes(event: ev.IncomePaid, state: State) -> dict[str, Value]:
    paid = ", ".join(f"{state.player(one.seat).name} {one.gold}" for one in event.incomes)
    return {"incomes": paid}


def _compared(event: ev.PrestigeCompared, state: State) -> dict[str, Value]:
    def named(seats: tuple[str, ...]) -> str:
        return ", ".join(state.player(seat).name for seat in seats) or "-"

    values: dict[str, Value] = {}
    for one in event.categories:
        values[f"{one.name}_most"] = named(one.most)
        values[f"{one.name}_fewest"] = named(one.fewest)
    if not event.categories:
        values["variant"] = "Nobody"
    return values


def _agreed(event: ev.AgreementMade, state: State) -> dict[str, Value]:
    made = event.agreement
    names = ", ".join(state.player(seat).name for seat in made.seats)
    until = f"@anno1452.row.{made.until}" if made.until else "@anno1452.option.no_end"
    variant = "Peace" if made.peace else ""
    return {"seats": names, "words": made.words, "until": until, "variant": variant}


def _moved(event: ev.CitizensMoved, state: State) -> dict[str, Value]:
    return {"count": sum(count for _, _, count in event.moves)}


def _removed(event: ev.ReductionsRemoved, state: State) -> dict[str, Value]:
    return {"count": len(event.estates)}


_SPECIAL: dict[type, Any] = {
    ev.GameStarted: _started,
    ev.Asked: _step,
    ev.StepBegan: _step,
    ev.StepChanged: _step,
    ev.StepEnded: _step_ended,
    ev.WishHeld: _wish,
    ev.WishReleased: _released,
    ev.PrestigeChanged: _prestige,
    ev.GoldChanged: _gold,
    ev.PrincipalityPassed: _passed,
    ev.DiceRolled: _rolled,
    ev.Chosen: _chosen,
    ev.IncomePaid: _incomes,
    ev.PrestigeCompared: _compared,
    ev.AgreementMade: _agreed,
    ev.CitizensMoved: _moved,
    ev.ReductionsRemoved: _removed,
}

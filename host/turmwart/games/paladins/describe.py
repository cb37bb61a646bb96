"""Events as lines of the log: a text id and what the text names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any

from turmwart.games.paladins import events as ev
from turmwart.games.paladins.bonuses import coded
from turmwart.games.paladins.events import Event
from turmwart.games.paladins.names import ACTIONS, KINDS
from turmwart.games.paladins.scoring import ranking, undecided
from turmwart.games.paladins.state import State
from turmwart.games.paladins.workers import typed
from turmwart.kernel.cubes import Cubes

Value = int | str
Values = dict[str, Value]


def describe(event: Event, state: State) -> tuple[str, tuple[tuple[str, Value], ...]]:
    """The line of the log for an event, with the state after it.

    Returns:
        Text id and values; a value that begins with ``@`` is itself a text id.
    """
    values: Values = {}
    for field in fields(event):
        values.update(_plain(field.name, getattr(event, field.name), state))
    special = _SPECIAL.get(type(event))
    if special is not None:
        values.update(special(event, state))
    variant = values.pop("variant", "")
    return f"paladins.event.{type(event).__name__}{variant}", tuple(sorted(values.items()))


def _plain(name: str, value: Any, state: State) -> Iterable[tuple[str, Value]]:
    if name == "seat" and isinstance(value, str):
        yield "player", state.player(value).name if value in state.seats else ""
    elif isinstance(value, Cubes):
        yield name, typed(value) if value else "-"
    elif name == "action" and isinstance(value, str):
        yield name, f"@paladins.action.{value}"
    elif name == "step":
        yield name, f"@paladins.step.{value}"
    elif isinstance(value, bool):
        yield name, f"@paladins.{'yes' if value else 'no'}"
    elif isinstance(value, int | str):
        yield name, value


def _started(event: ev.GameStarted, state: State) -> Values:
    names = ", ".join(player.name for player in state.players)
    return {
        "players": names,
        "mode": f"@paladins.mode.{event.setup.mode}",
        "variant": "Solo" if state.solo else "",
    }


def _held(event: ev.WishHeld, state: State) -> Values:
    del state
    return {"command": f"@paladins.command.{type(event.command).__name__}"}


def _released(event: ev.WishReleased, state: State) -> Values:
    del state
    if event.carried_out:
        return {"variant": ""}
    return {"variant": "Refused" if event.rule else "Dropped"}


def _question(event: ev.PrintedLearnt | ev.PrintedCorrected, state: State) -> Values:
    question = state.board.question(event.key)
    named = f"@paladins.question.{question.id}"
    if question.form != "choice":
        return {"question": named, "value": event.value}
    values: Values = {"question": named, "value": f"@paladins.answer.{event.value}"}
    if isinstance(event, ev.PrintedCorrected):
        values["was"] = f"@paladins.answer.{event.was}"
    return values


def _mode(event: ev.ModeChanged, state: State) -> Values:
    del state
    return {name: f"@paladins.mode.{getattr(event, name)}" for name in ("was", "now")}


def _revealed(event: ev.CardsRevealed, state: State) -> Values:
    del state
    shown = ("Both", "Order", "Favour")
    which = 0 if event.orders and event.favours else 1 if event.orders else 2
    return {"variant": shown[which]}


def _named(event: ev.OrderNamed, state: State) -> Values:
    del state
    return {"place": event.place + 1}


def _paladin(event: ev.PaladinRevealed, state: State) -> Values:
    del state
    points = event.paladin
    return {
        "paladin": points.name or "-",
        "faith": points.faith,
        "strength": points.strength,
        "influence": points.influence,
    }


def _tavern(event: ev.TavernTaken, state: State) -> Values:
    """A card without workers was taken before full mode: its workers are counted already."""
    del state
    return {"variant": "" if event.workers else "Before"}


def _inquisition(event: ev.InquisitionHeld, state: State) -> Values:
    hit = ", ".join(f"{state.player(one.seat).name} (-{one.discards})" for one in event.hits)
    return {"hit": hit}


def _adjusted(event: ev.Adjusted, state: State) -> Values:
    del state
    family = "kind" if event.what in (*KINDS, "worker") else "numbers"
    return {"what": f"@paladins.{family}.{event.what}", "by": f"{event.by:+d}"}


def _action(event: ev.ActionTaken, state: State) -> Values:
    del state
    if event.action not in ACTIONS:
        number = event.action.removeprefix("favour")
        return {"variant": "Favour", "favour": number, "action": number}
    moved = [(name, by) for name, by in event.changes if by]
    return {"changes": ", ".join(f"{by:+d} {_SIGNS[name]}" for name, by in moved) or "-"}


_SIGNS = {
    "silver": "S",
    "provisions": "P",
    "faith": "FA",
    "strength": "ST",
    "influence": "IN",
    "monks": "M",
    "outposts": "O",
    "jars": "J",
    "walls": "W",
    "townsfolk": "T",
    "attacked": "X",
}
"""Short signs of the numbers in the log; the columns of the screens bear the same."""


def _workshop(event: ev.WorkshopPlaced, state: State) -> Values:
    del state
    action, space = event.workshop.action, event.workshop.space
    if not action:
        return {"variant": "Somewhere"}
    return {
        "action": f"@paladins.action.{action}",
        "space": f"@paladins.kind.{space}" if space else "-",
    }


def _converted(event: ev.OutsiderConverted, state: State) -> Values:
    del state
    return {
        "kind": f"@paladins.bonus.{event.outsider.kind or 'unknown'}",
        "points": event.outsider.points,
    }


def _turn(event: ev.TurnMoved, state: State) -> Values:
    del state
    return {"variant": "" if event.seat else "Nobody"}


def _entered(event: ev.NumbersEntered | ev.SheetEntered, state: State) -> Values:
    del state
    return {"numbers": " ".join(str(value) for _, value in event.numbers) or "-"}


def _corrected(event: ev.NumberCorrected, state: State) -> Values:
    del state
    return {"what": f"@paladins.numbers.{event.what}", "variant": "" if event.seat else "Tax"}


def _outsiders(event: ev.OutsidersCorrected, state: State) -> Values:
    return {"outsiders": coded(state.board, event.outsiders) or "-"}


def _ended(event: ev.GameEnded, state: State) -> Values:
    del event
    ranked = ranking(state)
    first = [one.seat for one in ranked if one.place == 1]
    names = ", ".join(state.player(seat).name for seat in first)
    shown = ", ".join(f"{state.player(one.seat).name} {one.points}" for one in ranked)
    shared = "Tied" if undecided(state) else "Shared" if len(first) > 1 else ""
    variant = "Solo" if state.solo else shared
    return {"winners": names, "points": shown, "variant": variant}


_SPECIAL: dict[type, Callable[[Any, State], Values]] = {
    ev.GameStarted: _started,
    ev.WishHeld: _held,
    ev.WishReleased: _released,
    ev.PrintedLearnt: _question,
    ev.PrintedCorrected: _question,
    ev.ModeChanged: _mode,
    ev.CardsRevealed: _revealed,
    ev.OrderNamed: _named,
    ev.PaladinRevealed: _paladin,
    ev.TavernTaken: _tavern,
    ev.InquisitionHeld: _inquisition,
    ev.Adjusted: _adjusted,
    ev.ActionTaken: _action,
    ev.WorkshopPlaced: _workshop,
    ev.OutsiderConverted: _converted,
    ev.TurnMoved: _turn,
    ev.NumbersEntered: _entered,
    ev.SheetEntered: _entered,
    ev.NumberCorrected: _corrected,
    ev.OutsidersCorrected: _outsiders,
    ev.GameEnded: _ended,
}

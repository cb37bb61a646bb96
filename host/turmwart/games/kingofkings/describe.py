"""Events as lines of the game master's log."""

from __future__ import annotations

from turmwart.games.kingofkings import events as ev
from turmwart.games.kingofkings.state import State

Value = int | str


def describe(event: ev.Event, state: State) -> tuple[str, tuple[tuple[str, Value], ...]]:
    """Text id and values for an event, with the state after it."""
    del state
    values: dict[str, Value] = {}
    match event:
        case ev.GameStarted(setup=setup):
            values = {"name": setup.name, "tribes": len(setup.tribes)}
        case ev.RuleWaived(rule=rule):
            values = {"rule": rule}
        case ev.SheetHandedIn(player=player, lines=lines):
            values = {"number": player, "lines": len(lines)}
        case ev.LineConfirmed(player=player, line=line):
            values = {"number": player, "line": line}
        case ev.RoundPlayed(record=record):
            values = {
                "round": record.round,
                "orders": len(record.lines),
                "battles": len(record.battles) + len(record.raids) + len(record.sea_battles),
            }
        case ev.OptionChanged(name=name, value=value):
            values = {"name": name, "value": value}
        case ev.Corrected(correction=correction):
            return correction.what, correction.values
    return f"kingofkings.event.{type(event).__name__}", tuple(sorted(values.items()))

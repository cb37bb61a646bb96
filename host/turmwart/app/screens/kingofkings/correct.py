"""Forms in which the game master corrects by hand, and the commands that they make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from turmwart.games.kingofkings import commands as cmd
from turmwart.games.kingofkings.rules import MOST_STOCK, STOCKS
from turmwart.games.kingofkings.setup import MOST_UNITS
from turmwart.games.kingofkings.tables import CODES
from turmwart.games.kingofkings.view import View
from turmwart.kernel.prompt import Choice, Number, Option, Prompt, Text

ID = "app.kingofkings.gm"
MOST_NAME = 24
"""Characters of a name, at most. Rule: K-ORDER-14."""
_REASON = 200


def kinds(view: View, tribe: int) -> Prompt:
    """Asks what is to be corrected."""
    options = tuple(
        Option(kind, f"{ID}.kind.{kind}") for kind in ("units", "stock", "leader", "province")
    )
    return Prompt(f"{ID}.correct", "", slots=(Choice("kind", options),), values=_who(view, tribe))


def form(kind: str, view: View, tribe: int, typed: Mapping[str, Any]) -> Prompt:
    """Asks what is to stand there, and why.

    Args:
        kind: one of ``kinds``.
        view: the game master's.
        tribe: its number.
        typed: what was typed before and could not be done.
    """
    x = Number("x", view.west, view.west + len(view.rows[0]) - 1, typed.get("x"))
    y = Number("y", view.north, view.north + len(view.rows) - 1, typed.get("y"))
    reason = Text("reason", _REASON, typed.get("reason", ""))
    slots: tuple[Choice | Number | Text, ...]
    if kind == "units":
        units = tuple(Option(code, f"kingofkings.unit.{code}") for code in CODES)
        count = Number("count", 0, MOST_UNITS, typed.get("count"))
        slots = (x, y, Choice("unit", units, typed.get("unit")), count)
    elif kind == "stock":
        stocks = tuple(Option(what, f"{ID}.stock_of.{what}") for what in STOCKS)
        value = Number("value", 0, MOST_STOCK, typed.get("value"))
        slots = (Choice("what", stocks, typed.get("what")), value)
    else:
        seen = view.tribe(tribe)
        default = seen.leader if seen and kind == "leader" else ""
        name = Text("name", MOST_NAME, typed.get("name", default))
        slots = (name,) if kind == "leader" else (x, y, name)
    return Prompt(f"{ID}.{kind}", "", slots=(*slots, reason), values=_who(view, tribe))


def command(kind: str, tribe: int, typed: Mapping[str, Any]) -> cmd.Command:
    """The command of a form that was filled in."""
    reason = str(typed["reason"]).strip()
    if kind == "units":
        x, y, count = typed["x"], typed["y"], typed["count"]
        return cmd.CorrectUnits(x, y, tribe, typed["unit"], count, reason)
    if kind == "stock":
        return cmd.CorrectStock(tribe, typed["what"], typed["value"], reason)
    name = str(typed["name"]).strip()
    # A leader's name stands at 0/0.
    return cmd.Rename(typed.get("x", 0), typed.get("y", 0), tribe, name, reason)


def _who(view: View, tribe: int) -> tuple[tuple[str, int | str], ...]:
    seen = view.tribe(tribe)
    return (("number", tribe), ("leader", seen.leader if seen else ""))

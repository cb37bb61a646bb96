"""Why a card cannot be played: the part of its condition that does not hold, in words."""

from __future__ import annotations

from turmwart.games.anno1452.cardtable import Mode, Term
from turmwart.games.anno1452.checks import card_name, doubtful, refused, region_name
from turmwart.games.anno1452.conditions import BANNER
from turmwart.games.anno1452.epochs import ROW_IDS
from turmwart.games.anno1452.state import State
from turmwart.kernel.decision import Objection

_WAIVABLE = ("is_king", "has_been_king", "year", "not_extreme", "principality")
"""Conditions that only ask who may; without the others a result could not be carried out."""

_SHADES = {
    "estates": ("in", "bordering", "max", "cityless", "unreduced", "value_min", "citizens_min"),
    "cities": ("in", "bordering", "citizens_min"),
    "principality": ("region", "bordering", "min"),
    "not_extreme": ("of", "extreme"),
    "target": (
        "player",
        "estate",
        "city",
        "reduced",
        "value_at_least",
        "region_city_room",
        "region_estate_room",
    ),
}
"""Arguments that give a condition a text of its own."""


def unmet(state: State, card: str, mode: Mode, term: Term) -> Objection:
    """The objection for a part of a card's condition that does not hold.

    Rule: A-CARD-TITLE-1, A-CARD-MARR-1, A-CARD-COND-5, and the rule of the card.
    """
    raised = doubtful if _waivable(state, card, term) else refused
    values: dict[str, int | str] = {"card": card_name(state, card)}
    for name, value in term.args:
        if isinstance(value, str) and value in ROW_IDS:
            values[f"year_{name}"] = f"@anno1452.row.{value}"
        elif isinstance(value, str) and value in state.board.region_ids:
            values["region"] = region_name(state, value)
        elif value == BANNER:
            banner = state.board.card_facts(card).region
            values["region"] = region_name(state, banner) if banner is not None else ""
        elif isinstance(value, int) and not isinstance(value, bool):
            values[name] = value
    rule = "A-CARD-TITLE-1" if mode.rule == "A-CARD-TITLE-2" else mode.rule
    return raised(rule, text_of(term), **values)


def text_of(term: Term) -> str:
    """The end of the text id that says a condition, such as ``condition_cities_in``."""
    parts = ["condition", term.name]
    for name in _SHADES.get(term.name, ()):
        if term.has(name):
            parts.append(name)
            if term.name in ("not_extreme",) or name in ("player", "estate"):
                parts[-1] = term.text(name)
    return "_".join(parts)


def _waivable(state: State, card: str, term: Term) -> bool:
    kind = state.board.card(card).kind
    if kind == "title":
        return False
    return term.name in _WAIVABLE or (term.name in ("estates", "cities") and not term.has("bind"))

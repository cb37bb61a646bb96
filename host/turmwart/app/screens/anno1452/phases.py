"""Event Rounds in words: income with its parts, comparisons with their reasons, the end."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from turmwart.app.draw import cut, wrapped
from turmwart.app.screens.anno1452.names import name_of
from turmwart.app.words import Words
from turmwart.games.anno1452.state import Agreement, Category, Income
from turmwart.games.anno1452.view import View

_NAME = 16
_POINT = 7
_POINTS = (
    ("estates", "estates"),
    ("citizens", "citizens"),
    ("cities", "cities"),
    ("principalities", "cards"),
    ("gold", "gold"),
    ("prestige", "prestige"),
)
"""What points come from, and the column's name."""


def income_lines(
    view: View, incomes: Sequence[Income], words: Words, width: int, title: str
) -> list[Text]:
    """A line or two for each player: what he receives, and for what.

    Args:
        view: the game.
        incomes: of all players; empty where a printed value is missing.
        words: the language.
        width: in characters.
        title: text id.
    """
    lines = [Text(words(title), "bold")]
    if not incomes:
        return [*lines, Text(words("app.anno1452.income.unknown"))]
    for one in incomes:
        parts = ", ".join(
            words(f"app.anno1452.income.{line.what}", n=line.count, gold=line.gold)
            for line in one.lines
            if line.gold or line.count
        )
        line = Text(cut(name_of(view, one.seat, words), _NAME - 1).ljust(_NAME), "bold")
        line.append(words("app.anno1452.income.gold", gold=one.gold).rjust(9), "bold")
        line.append("  ")
        behind = " " * line.cell_len
        first, *more = wrapped(Text(parts), width - line.cell_len, 3)
        lines.append(line.append_text(first))
        lines += [Text(behind).append_text(part) for part in more]
    return lines


def category_lines(
    view: View, categories: Sequence[Category], words: Words, width: int, title: str
) -> list[Text]:
    """One line for each category: who has how many, who gains and who loses a point."""
    lines = [Text(words(title), "bold")]
    if not categories:
        return [*lines, Text(words("app.anno1452.compare.nobody"))]
    for one in categories:
        counts = ", ".join(f"{name_of(view, owner, words)} {n}" for owner, n in one.counts)
        if one.most or one.fewest:
            why = words(
                "app.anno1452.compare.points",
                most=_names(view, one.most, words),
                fewest=_names(view, one.fewest, words),
            )
        else:
            why = words("app.anno1452.compare.equal")
        said = words(f"app.anno1452.compare.{one.name}", counts=counts, why=why)
        lines += wrapped(Text(said), width, 2)
    return lines


def agreement_lines(view: View, agreements: Sequence[Agreement], words: Words) -> list[Text]:
    """What was agreed, in the players' own words."""
    return [
        Text(
            words(
                "app.anno1452.agreement_peace" if one.peace else "app.anno1452.agreement",
                seats=_names(view, one.seats, words),
                words=one.words,
                until=one.until or words("anno1452.option.no_end"),
            )
        )
        for one in agreements
    ]


def ranking_lines(view: View, words: Words, width: int) -> list[Text]:
    """The end: places with their points and what they come from."""
    lines = []
    head = Text(words("app.anno1452.points").ljust(_NAME + 10), "dim")
    for _, column in _POINTS:
        head.append(words(f"app.anno1452.column.{column}").rjust(_POINT), "dim")
    lines.append(head)
    for one in view.ranking:
        line = Text(f"{one.place}. ".rjust(4), "bold")
        line.append(cut(name_of(view, one.seat, words), _NAME - 1).ljust(_NAME), "bold")
        line.append(str(one.points).rjust(4).ljust(6), "bold reverse" if one.place == 1 else "bold")
        for name, _ in _POINTS:
            line.append(str(getattr(one, name)).rjust(_POINT))
        line.truncate(width)
        lines.append(line)
    return lines


def force_lines(view: View, words: Words) -> list[Text]:
    """What cards have brought about and still holds."""
    force = view.in_force
    flags = (
        "storm_rounds", "storm_actions", "confusion", "no_attacks", "charter_without_card",
        "cities_destroyed", "rebuilding", "famine", "trade_cancelled", "no_coronation",
        "anti_king_waits",
    )  # fmt: skip
    lines = [words(f"app.anno1452.force.{flag}") for flag in flags if getattr(force, flag)]
    if force.intrigues:
        lines.append(words("app.anno1452.force.intrigues"))
    for name in ("excommunicated", "no_trade", "left_out", "special_tax"):
        seats = getattr(force, name)
        if seats:
            names = _names(view, tuple(dict.fromkeys(seats)), words)
            lines.append(words(f"app.anno1452.force.{name}", players=names))
    return [Text(line) for line in lines]


def _names(view: View, seats: Sequence[str], words: Words) -> str:
    return ", ".join(name_of(view, seat, words) for seat in seats) or "-"

"""The Imperial Court on a page: favor cards, courtiers, exchange spaces, what cards forbid."""

from __future__ import annotations

from rich.text import Text

from turmwart.app.draw import block, cut, wrapped
from turmwart.app.screens.wallenstein.names import (
    colour_width,
    named,
    player_of,
    province_label,
    side,
)
from turmwart.app.words import Words
from turmwart.games.wallenstein.court_state import EXCHANGES, Exchange
from turmwart.games.wallenstein.court_view import CourtView, FavorView
from turmwart.games.wallenstein.view import PlayerView, View

_NUMBERS = ("antechamber", "hall", "supply")
_WIDTH = 12
_BLOCK = 4
"""Width of a colour's block and the blank behind it; its name follows."""
_NUMBER = 7
"""Width of a favor card's number with its margins."""
_AT_COURT = ("favors", "planning", "bids", "tiles", "exchanges", "audience")
"""Phases in which favor cards and courtiers matter most."""


def page(view: View, words: Words, width: int) -> list[Text]:
    """All that lies at court; empty where the table plays without it."""
    court = view.court
    if court is None:
        return []
    lines = [
        Text(words("app.wallenstein.court.favors", deck=court.deck), "bold"),
        *_favors(view, court, words, width),
        Text(),
        *_courtiers(view, court, words, width),
        Text(),
        *_exchanges(view, court, words, width),
    ]
    rest = _rest(view, court, words, width)
    return [*lines, *([Text()] if rest else []), *(cut_text(line, width) for line in rest)]


def cut_text(line: Text, width: int) -> Text:
    """A line that fits."""
    line.truncate(width, overflow="ellipsis")
    return line


def header(view: View, words: Words, width: int) -> list[Text]:
    """Favor cards with their costs, and who has how many courtiers, before and at court."""
    court = view.court
    if court is None or view.phase not in _AT_COURT:
        return []
    cards = ", ".join(f"{favor.number} ({favor.cost})" for favor in court.favors if favor.cost)
    names = {player.seat: player.name for player in view.players}
    held = ", ".join(f"{names[c.seat]} {c.antechamber + c.hall}" for c in court.courtiers)
    line = words("app.wallenstein.court.header", favors=cards or "-", courtiers=held)
    return wrapped(Text(line), width, 2)


def favor_text(favor: FavorView, words: Words) -> str:
    """What a favor card brings."""
    if not favor.kind:
        return words("app.wallenstein.court.unread")
    if favor.text:
        return favor.text
    said = named(words, "favor_kind", favor.kind)
    if favor.building:
        said = f"{said}: {named(words, 'building', favor.building)}"
    return said if favor.value is None else f"{favor.value} {said}"


def _favors(view: View, court: CourtView, words: Words, width: int) -> list[Text]:
    lines = []
    for favor in court.favors:
        price = (
            words("app.wallenstein.court.cost", cost=favor.cost)
            if favor.cost
            else words("app.wallenstein.court.taken", who=side(view, favor.seat, words))
        )
        said = wrapped(Text(f"{price}: {favor_text(favor, words)}"), width - _NUMBER, 4)
        lines.append(Text(f"  {favor.number:>3}  ") + said[0])
        lines += [Text(" " * _NUMBER) + more for more in said[1:]]
    return lines or [Text("  " + words("app.wallenstein.court.no_favors"))]


def _player(player: PlayerView, active: bool, words: Words, name: int, named: int) -> Text:
    line = Text().append("▶ " if active else "  ", "bold")
    line.append(cut(player.name, name - 1).ljust(name), "bold" if active else "")
    line.append_text(block(player.colour, words))
    line.append(" " + words.colour(player.colour).ljust(named))
    return line


def _courtiers(view: View, court: CourtView, words: Words, width: int) -> list[Text]:
    named = colour_width(view, words)
    name = min(24, max(8, width - 2 - _BLOCK - named - _WIDTH * len(_NUMBERS) - 18))
    title = words("app.wallenstein.court.courtiers").ljust(name + _BLOCK + named)
    head = Text("  " + title, "dim")
    for column in _NUMBERS:
        head.append(cut(words(f"app.wallenstein.court.{column}"), _WIDTH - 1).rjust(_WIDTH))
    lines = [head]
    for courtiers in court.courtiers:
        player = player_of(view, courtiers.seat)
        if player is None:
            continue
        line = _player(player, courtiers.seat == view.active, words, name, named)
        for column in _NUMBERS:
            line.append(str(getattr(courtiers, column)).rjust(_WIDTH))
        if courtiers.seat in court.waiting:
            place = court.waiting.index(courtiers.seat) + 1
            line.append("   " + words("app.wallenstein.court.comes", place=place))
        lines.append(cut_text(line, width))
    return lines


def _exchanges(view: View, court: CourtView, words: Words, width: int) -> list[Text]:
    """A row for each player in turn order; a card nobody has turned up yet is a question mark."""
    name, column = 12, max(16, (width - 14) // len(EXCHANGES))
    head = Text("  " + words("app.wallenstein.court.exchanges").ljust(name), "dim")
    for space in EXCHANGES:
        head.append(cut(words("app.wallenstein.court.space", n=space), column - 1).ljust(column))
    lines = [cut_text(head, width)]
    shown = {(one.seat, one.space): one for one in court.exchanges}
    for seat in view.order or tuple(player.seat for player in view.players):
        player = player_of(view, seat)
        if player is None:
            continue
        line = Text("  " + cut(player.name, name - 1).ljust(name))
        for space in EXCHANGES:
            cell = _exchange(view, shown.get((seat, space)), words)
            line.append(cut(cell, column - 1).ljust(column))
        lines.append(cut_text(line, width))
    if any(one.obstacle for one in court.exchanges):
        lines.append(Text("  " + words("app.wallenstein.court.not_made"), "dim"))
    return lines


def _exchange(view: View, exchange: Exchange | None, words: Words) -> str:
    if exchange is None:
        return "?"
    card = named(words, "card", exchange.card)
    if card == exchange.card:
        card = province_label(view, exchange.card)
    if exchange.courtiers:
        return f"{card} +{exchange.courtiers}"
    return f"{card} ×" if exchange.obstacle else card


def _rest(view: View, court: CourtView, words: Words, width: int) -> list[Text]:
    lines = []
    for protection in view.protections:
        known = player_of(view, protection.target) is not None
        target = side(view, protection.target, words) if known else ""
        lines.append(
            Text(
                words(
                    "app.wallenstein.court.forbidden",
                    target=target or province_label(view, protection.target),
                    move=named(words, "forbidden_move", protection.move),
                )
            )
        )
    if view.event_cancelled:
        lines.append(Text(words("app.wallenstein.court.cancelled")))
    if court.gone:
        gone = ", ".join(str(number) for number in court.gone)
        lines += wrapped(Text(words("app.wallenstein.court.gone", gone=gone), "dim"), width, 2)
    return lines

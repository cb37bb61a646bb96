"""What Anno 1452 draws on the screens."""

from __future__ import annotations

from rich.text import Text

from turmwart.app.draw import block, cut, wrapped
from turmwart.app.screens.anno1452 import fight
from turmwart.app.screens.anno1452.names import (
    name_of,
    player_of,
    region_name,
    standing,
    who,
)
from turmwart.app.screens.anno1452.phases import (
    agreement_lines,
    category_lines,
    force_lines,
    income_lines,
    ranking_lines,
)
from turmwart.app.screens.face import Mean
from turmwart.app.words import Words
from turmwart.games.anno1452.view import PlayerView, RegionView, View
from turmwart.kernel.cubes import Cubes

_COLUMNS = (
    ("gold", 5),
    ("income", 5),
    ("prestige", 5),
    ("estates", 5),
    ("citizens", 5),
    ("cities", 5),
    ("cards", 5),
    ("hand", 5),
    ("office", 9),
)
_COLOUR = 10
_PHASES = ("cards", "income", "trade", "prestige", "coronation", "new_order")
"""Phases of an Event Round, in order."""
_REGION, _NUMBERS = 18, 9


class AnnoFace:
    """Draws a ``View`` of Anno 1452."""

    def who(self, view: View, seat: str, words: Words) -> str:
        """Name and colour of a seat."""
        return who(view, seat, words) if player_of(view, seat) is not None else seat

    def header(self, view: View, words: Words, width: int) -> list[Text]:
        """Year and phase, whose turn it is, and what cards have brought about."""
        lines = [Text(cut(" · ".join(self._where(view, words)), width), "bold")]
        if view.battle is not None:
            return lines
        lines.append(self._turn(view, words, width))
        force = " · ".join(line.plain for line in force_lines(view, words))
        if force:
            lines.append(Text(cut(force, width), "dim"))
        if view.phase == "round" and view.last_battle is not None:
            lines.append(Text(cut(fight.last(view, words), width), "dim"))
        return lines

    def _where(self, view: View, words: Words) -> list[str]:
        year = words(f"anno1452.row.{view.year}")
        where = [words("app.anno1452.year", year=year, final=view.final_year)]
        phase = words(f"anno1452.phase.{view.phase}")
        if view.phase == "round":
            where.append(words("app.anno1452.round", n=view.round))
        elif view.phase in _PHASES:
            number = _PHASES.index(view.phase) + 1
            where.append(words("app.anno1452.event_phase", n=number, phase=phase))
        else:
            where.append(phase)
        where.append(words("app.anno1452.deck", n=view.deck))
        return where

    def _turn(self, view: View, words: Words, width: int) -> Text:
        if view.ranking:
            winners = [p.seat for p in view.ranking if p.place == 1]
            names = ", ".join(name_of(view, seat, words) for seat in winners)
            return Text(cut(words("app.anno1452.emperor", names=names), width), "bold reverse")
        if not view.active:
            return Text(words("app.anno1452.all"), "bold")
        line = Text("▶ " + who(view, view.active, words), "bold reverse")
        if view.phase == "round" and view.actions_left:
            line.append(": " + words("app.anno1452.actions_left", n=view.actions_left), "bold")
        return line

    def overview(self, view: View, words: Words, width: int) -> list[Text]:
        """The battle, what a phase brings, the end; else one line for each player."""
        if view.battle is not None:
            return fight.lines(view, words, width)
        if view.ranking:
            return ranking_lines(view, words, width)
        lines = self._players(view, words, width)
        if view.phase == "income":
            title = "app.anno1452.income.due"
            lines += income_lines(view, view.incomes, words, width, title)
        elif view.phase == "trade":
            title = "app.anno1452.income.paid"
            lines += income_lines(view, view.last_incomes, words, width, title)
        elif view.phase == "prestige":
            title = "app.anno1452.compare.due"
            lines += category_lines(view, view.categories, words, width, title)
        elif view.phase == "coronation":
            title = "app.anno1452.compare.done"
            lines += category_lines(view, view.last_categories, words, width, title)
        return lines

    def _players(self, view: View, words: Words, width: int) -> list[Text]:
        sizes = sum(size for _, size in _COLUMNS)
        name = max(8, width - 4 - _COLOUR - sizes)
        head = Text("    " + words("app.anno1452.column.player").ljust(name + _COLOUR), "dim")
        for column, size in _COLUMNS:
            head.append(cut(words(f"app.anno1452.column.{column}"), size - 1).rjust(size))
        order = view.round_order or view.order
        seats = [*order, *(p.seat for p in view.players if p.seat not in order)]
        players = [player_of(view, seat) for seat in seats]
        return [head, *(self._player(view, p, words, name) for p in players if p is not None)]

    def _player(self, view: View, player: PlayerView, words: Words, name: int) -> Text:
        active = player.seat == view.active
        style = "bold" if active else ""
        place = view.order.index(player.seat) + 1 if player.seat in view.order else ""
        line = Text("▶ " if active else "  ", "bold")
        line.append(f"{place!s:>1} ", style)
        line.append(cut(player.name, name - 1).ljust(name), style)
        line.append_text(block(player.colour, words))
        line.append(" " + cut(words.colour(player.colour), 6).ljust(6))
        due = {one.seat: one.gold for one in view.incomes}
        office = words(f"anno1452.office_short.{player.office}") if player.office else ""
        cells = (
            str(player.gold),
            f"+{due[player.seat]}" if player.seat in due else "?",
            str(player.prestige),
            str(player.estates),
            str(player.citizens),
            str(player.cities),
            str(len(player.principalities)),
            str(player.hand),
            f"{office} {player.soldiers}" if office else "-",
        )
        for cell, (_, size) in zip(cells, _COLUMNS, strict=True):
            line.append(cut(cell, size - 1).rjust(size), style)
        return line

    def side(self, view: View, words: Words, width: int, height: int) -> list[Text]:
        """The map in numbers, and what was agreed."""
        lines = [Text(words("app.anno1452.map"), "bold")]
        for region in view.regions:
            name = cut(region_name(view, region.id, words), _REGION - 1).ljust(_REGION)
            line = Text(name)
            line.append(_limits(region).ljust(6))
            if region.holder:
                line.append(name_of(view, region.holder, words)[:8] + " ", "bold")
            line.append(_owners(view, region, words))
            line.truncate(width, overflow="ellipsis")
            lines.append(line)
        more = [*agreement_lines(view, view.agreements, words)]
        if view.last_battle is not None:
            more.append(Text(fight.last(view, words)))
        wrapped_more = [part for line in more for part in wrapped(line, width, 3)]
        return [*lines, Text(), *wrapped_more][:height]

    def pages(self, view: View) -> int:
        """A page for each player, one for the map, one for what was paid, compared and agreed."""
        return len(view.players) + 2

    def first_page(self, view: View) -> int:
        """The page of the player whose turn it is; else that of the map."""
        seats = [player.seat for player in view.players]
        return seats.index(view.active) if view.active in seats else len(seats)

    def provinces(self, view: View, page: int, words: Words, width: int) -> list[Text]:
        """What a player owns; behind the players the map, and what was paid and agreed."""
        if page < len(view.players):
            return self._owned(view, view.players[page], words, width)
        if page == len(view.players):
            return self._map(view, words, width)
        lines = income_lines(view, view.last_incomes, words, width, "app.anno1452.income.paid")
        title = "app.anno1452.compare.done"
        lines += [Text(), *category_lines(view, view.last_categories, words, width, title)]
        lines += [Text(), Text(words("app.anno1452.agreements"), "bold")]
        lines += agreement_lines(view, view.agreements, words) or [Text("-")]
        lines += [Text(), Text(words("app.anno1452.in_force"), "bold")]
        lines += force_lines(view, words) or [Text("-")]
        return [part for line in lines for part in wrapped(line, width, 3)]

    def _owned(self, view: View, player: PlayerView, words: Words, width: int) -> list[Text]:
        lines = [Text(who(view, player.seat, words), "bold")]
        for region in view.regions:
            own = [standing(one) for one in region.estates if one.owner == player.seat]
            if own:
                name = region_name(view, region.id, words).ljust(_REGION)
                card = words("app.anno1452.holds") if region.holder == player.seat else ""
                lines.append(Text(cut(f"  {name}{'  '.join(own)}  {card}", width)))
        if len(lines) == 1:
            lines.append(Text("  -"))
        lines.append(Text())
        left = words(
            "app.anno1452.left", estates=player.estates_left, citizens=player.citizens_left
        )
        lines.append(Text(left))
        kept = [card.title for card in (*player.titles, player.marriage, player.alliances) if card]
        if kept:
            said = words("app.anno1452.kept", cards=", ".join(kept))
            lines += wrapped(Text(said), width, 3)
        if player.was_king:
            lines.append(Text(words("app.anno1452.was_king")))
        return lines

    def _map(self, view: View, words: Words, width: int) -> list[Text]:
        lines = [Text(words("app.anno1452.map_head"), "bold")]
        for region in view.regions:
            name = cut(region_name(view, region.id, words), _REGION - 1).ljust(_REGION)
            holder = name_of(view, region.holder, words) if region.holder else "-"
            line = f"{name}{_limits(region).ljust(_NUMBERS)}{cut(holder, 11).ljust(12)}"
            lines.append(Text(cut(line + _owners(view, region, words), width)))
        lines.append(Text())
        lines.append(
            Text(words("app.anno1452.stock", cities=view.cities_left, soldiers=view.soldiers_left))
        )
        return lines

    def court(self, view: View, words: Words, width: int) -> list[Text]:
        """There is none."""
        return []

    def tower(self, view: View, words: Words, width: int, mean: Mean) -> list[Text]:
        """There is no tower."""
        return []

    def throw(self, view: View, words: Words, width: int) -> list[Text]:
        """No cubes are thrown."""
        return []

    def inside(self, view: View) -> Cubes | None:
        """There is no tower."""
        return None

    def hand(self, view: View) -> Cubes:
        """No cubes are poured."""
        return Cubes()

    def outcome(self, before: View, after: View, words: Words, width: int) -> list[Text]:
        """No cubes are thrown."""
        return []


def _limits(region: RegionView) -> str:
    """Estates that stand and may stand there, Cities that may; ``?`` where nobody knows."""
    estates = "?" if region.estate_limit is None else region.estate_limit
    cities = "?" if region.city_limit is None else region.city_limit
    return f"{len(region.estates)}/{estates} {cities}"


def _owners(view: View, region: RegionView, words: Words) -> str:
    """All Estates of a region by owner."""
    colours = {player.seat: player.colour for player in view.players}
    owners = dict.fromkeys(one.owner for one in region.estates)
    said = []
    for owner in owners:
        own = " ".join(standing(one) for one in region.estates if one.owner == owner)
        said.append(f"{words.letter(colours.get(owner, view.ottokar_colour))}[{own}]")
    return " ".join(said)


FACE = AnnoFace()

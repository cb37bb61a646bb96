"""What Wallenstein draws on the screens."""

from __future__ import annotations

from rich.text import Text

from turmwart.app.draw import block, counted, cut, wrapped
from turmwart.app.screens.face import Mean
from turmwart.app.screens.wallenstein import court, fight
from turmwart.app.screens.wallenstein.names import (
    armies_of,
    buildings_of,
    colour_width,
    event_text,
    income,
    named,
    player_of,
    region,
    short,
    side,
    used,
)
from turmwart.app.words import Words
from turmwart.games.wallenstein.view import PlayerView, ProvinceView, View
from turmwart.kernel.cubes import Cubes

_COLUMNS = (
    ("thalers", 5),
    ("grain", 6),
    ("income", 8),
    ("provinces", 5),
    ("buildings", 8),
    ("armies", 6),
    ("tile", 6),
    ("points", 5),
)
_PROVINCE_COLUMNS = (
    ("armies", 5),
    ("tax", 8),
    ("grain", 7),
    ("sites", 6),
    ("buildings", 6),
    ("markers", 5),
    ("used", 9),
    ("revolt", 8),
)
_BLOCK = 4
"""Width of a colour's block and the blank behind it; its name follows."""
_BUILDINGS = ("palace", "church", "trading_house")


class WallensteinFace:
    """Draws a ``View`` of Wallenstein."""

    def who(self, view: View, seat: str, words: Words) -> str:
        """Name and colour of a seat."""
        return side(view, seat, words) if player_of(view, seat) is not None else seat

    def header(self, view: View, words: Words, width: int) -> list[Text]:
        """Season, phase and step; whose turn and which event; the action cards."""
        phase = named(words, "phase", view.phase)
        where = [phase]
        if view.year:
            season = named(words, "season", view.season)
            where.insert(0, words("app.wallenstein.when", season=season, year=view.year))
        if view.action_index >= 0:
            where.append(self._action(view, words))
        first = Text(cut(" · ".join(where), width), "bold")
        turn = self._turn(view, words)
        lines = [first, turn]
        if view.event is not None:
            event = " · " + event_text(view.event, words)
            if turn.cell_len + len(event) <= width:
                turn.append(event)
            else:
                lines.append(Text(cut(event.lstrip(" ·"), width)))
        if view.ranking:
            lines.append(Text(cut(self._ranking(view, words), width), "bold"))
        if view.phase == "actions" and view.actions:
            lines.append(self._cards(view, words, width))
        return [*lines, *court.header(view, words, width)]

    def _ranking(self, view: View, words: Words) -> str:
        names = {player.seat: player.name for player in view.players}
        places = ", ".join(
            words(
                "app.wallenstein.place",
                place=place.place,
                name=names[place.seat],
                points=place.points,
            )
            for place in view.ranking
        )
        return words("app.wallenstein.ranking", places=places)

    def _action(self, view: View, words: Words) -> str:
        known = view.action_index < len(view.actions) and view.actions[view.action_index]
        action = (
            named(words, "action", view.actions[view.action_index])
            if known
            else words("app.wallenstein.face_down")
        )
        return words("app.wallenstein.action_of", n=view.action_index + 1, all=10, action=action)

    def _turn(self, view: View, words: Words) -> Text:
        line = Text()
        if view.active:
            line.append("▶ " + side(view, view.active, words), "bold reverse")
            if view.step:
                line.append(": " + named(words, "step", view.step), "bold")
        else:
            line.append(words("app.wallenstein.all"), "bold")
        return line

    def _cards(self, view: View, words: Words, width: int) -> Text:
        line = Text()
        for index, action in enumerate(view.actions):
            here = index == view.action_index
            label = short(words, "action", action) if action else "?"
            shown = f"[{label}]" if here else label
            style = "bold" if here else "dim" if index < view.action_index else ""
            line.append(" " if index else "")
            line.append(shown, style)
        line.truncate(width, overflow="ellipsis")
        return line

    def overview(self, view: View, words: Words, width: int) -> list[Text]:
        """One line for each player, in turn order where there is one."""
        named = colour_width(view, words)
        name = max(8, width - 4 - _BLOCK - named - sum(size for _, size in _COLUMNS))
        player_head = words("app.wallenstein.column.player").ljust(name + _BLOCK + named)
        head = Text("    " + player_head, "dim")
        for column, size in _COLUMNS:
            head.append(cut(words(f"app.wallenstein.column.{column}"), size - 1).rjust(size))
        order = [p for seat in view.order if (p := player_of(view, seat)) is not None]
        rest = [player for player in view.players if player not in order]
        return [head, *(self._player(view, p, words, name, named) for p in (*order, *rest))]

    def _player(self, view: View, player: PlayerView, words: Words, name: int, named: int) -> Text:
        active = player.seat == view.active
        place = view.order.index(player.seat) + 1 if player.seat in view.order else ""
        line = Text().append("▶ " if active else "  ", "bold")
        style = "bold" if active else ""
        line.append(f"{place!s:>1} ", style)
        line.append(cut(player.name, name - 1).ljust(name), style)
        line.append_text(block(player.colour, words))
        line.append(" " + words.colour(player.colour).ljust(named))
        built = "/".join(str(buildings_of(player, kind)) for kind in _BUILDINGS)
        cells = (
            str(player.thalers),
            str(player.grain),
            f"{player.income_thalers}/{player.income_grain}",
            str(len(player.provinces)),
            built,
            str(armies_of(player)),
            short(words, "tile", player.tile),
            str(player.points),
        )
        for cell, (_, size) in zip(cells, _COLUMNS, strict=True):
            line.append(cut(cell, size - 1).rjust(size), style)
        return line

    def side(self, view: View, words: Words, width: int, height: int) -> list[Text]:
        """Provinces of the player whose turn it is, and the last battle."""
        player = player_of(view, view.active) or (view.players[0] if view.players else None)
        if player is None:
            return []
        battle = fight.last(view, words, width)
        lines = [Text(side(view, player.seat, words), "bold")]
        head = words("app.wallenstein.side_head")
        lines.append(Text(head.rjust(width), "dim"))
        room = height - len(lines) - len(battle) - 1
        for province in player.provinces[: max(0, room)]:
            tail = f"{province.armies:>3}{income(province.tax, None):>5}"
            tail += f"{income(province.grain, None):>5}{province.markers:>4}"
            label = cut(province.label, width - len(tail) - 1)
            lines.append(Text(label.ljust(width - len(tail)) + tail))
        return [*lines, Text(), *battle]

    def pages(self, view: View) -> int:
        """A page for each player, and one for what belongs to nobody."""
        return len(view.players) + 1

    def first_page(self, view: View) -> int:
        """The page of the player whose turn it is; else the first."""
        seats = [player.seat for player in view.players]
        return seats.index(view.active) if view.active in seats else 0

    def provinces(self, view: View, page: int, words: Words, width: int) -> list[Text]:
        """What each province of a player holds and would bring now."""
        if page >= len(view.players):
            return self._nobodys(view, words, width)
        player = view.players[page]
        title = Text().append(side(view, player.seat, words), "bold")
        title.append("  " + words("app.wallenstein.would_bring"), "dim")
        name = max(12, width - sum(size for _, size in _PROVINCE_COLUMNS))
        head = Text(words("app.wallenstein.column.province").ljust(name), "dim")
        for column, size in _PROVINCE_COLUMNS:
            head.append(cut(words(f"app.wallenstein.column.{column}"), size - 1).rjust(size))
        lines = [title, head]
        lines += [self._province(province, words, name) for province in player.provinces]
        if not player.provinces:
            lines.append(Text(words("app.wallenstein.no_provinces")))
        lines.append(Text())
        lines += wrapped(Text(self._leads(player, words)), width, 4)
        if player.shortage > 0:
            lines.append(Text(words("app.wallenstein.shortage", n=player.shortage)))
        return lines

    def _province(self, province: ProvinceView, words: Words, name: int) -> Text:
        label = province.label
        if province.region:
            label += f" · {region(words, province.region)}"
        built = "".join(short(words, "building", kind) for kind in province.buildings)
        revolt = words("app.wallenstein.revolt", n=province.revolt_farmers)
        cells = (
            str(province.armies),
            income(province.tax, province.printed_tax),
            income(province.grain, province.printed_grain),
            "?" if province.sites is None else f"{len(province.buildings)}/{province.sites}",
            built or "-",
            str(province.markers),
            used(province, words) or "-",
            revolt if province.revolt_farmers else "-",
        )
        line = Text(cut(label, name - 1).ljust(name))
        for cell, (_, size) in zip(cells, _PROVINCE_COLUMNS, strict=True):
            line.append(cut(cell, size - 1).rjust(size))
        return line

    def _leads(self, player: PlayerView, words: Words) -> str:
        leads = [
            words(
                "app.wallenstein.lead_shared" if lead.shared else "app.wallenstein.lead",
                building=named(words, "building", lead.building),
                region=region(words, lead.region),
            )
            for lead in player.leads
            if lead.leads
        ]
        listed = "; ".join(leads) or words("app.cubes.none")
        return words("app.wallenstein.leads", leads=listed)

    def _nobodys(self, view: View, words: Words, width: int) -> list[Text]:
        stock = ", ".join(f"{named(words, 'building', kind)} {left}" for kind, left in view.stock)
        lines = [
            Text(words("app.wallenstein.neutral", n=len(view.neutral)), "bold"),
            *wrapped(Text(", ".join(label for _, label in view.neutral) or "-"), width, 12),
            Text(),
            Text(words("app.wallenstein.bank", thalers=view.bank, markers=view.markers_stock)),
            Text(words("app.wallenstein.stock", stock=stock)),
            Text(words("app.wallenstein.events")),
        ]
        for card in view.face_up:
            loss = "?" if card.grain_loss is None else card.grain_loss
            text = words("app.wallenstein.event_card", event=event_text(card, words), loss=loss)
            lines += wrapped(Text("  " + text), width, 2)
        return lines

    def tower(self, view: View, words: Words, width: int, mean: Mean) -> list[Text]:
        """What lies in tower, tray and hand by the books, and what of it may fall next."""
        inside = view.tower.tower
        lines = []
        if inside is None:
            lines.append(Text(words("app.wallenstein.tower_hidden")))
        else:
            lines.append(_place(words("app.wallenstein.in_tower"), inside, words))
            lines.append(Text())
            for colour, n in inside.counts:
                line = Text("  ")
                line.append_text(block(colour, words))
                line.append(f" {words.colour(colour):<8}{n:>3}")
                if mean is not None:
                    falls = words.decimal(mean(0, n))
                    line.append("   " + words("app.wallenstein.may_fall", n=falls))
                lines.append(line)
            lines.append(Text())
        lines.append(_place(words("app.wallenstein.in_tray"), view.tower.tray, words))
        lines.append(_place(words("app.wallenstein.in_hand"), view.tower.hand, words))
        if view.tower.lost:
            lines.append(_place(words("app.wallenstein.lost"), view.tower.lost, words))
        lines.append(Text())
        supplies = Cubes.from_counts(
            {player.colour: player.supply for player in view.players}
            | {view.farmers: view.farmers_supply}
        )
        lines.append(_place(words("app.wallenstein.in_supply"), supplies, words))
        if mean is not None:
            lines.append(Text())
            lines += wrapped(Text(words("app.wallenstein.odds_help"), "dim"), width, 3)
        return lines

    def court(self, view: View, words: Words, width: int) -> list[Text]:
        """Favor cards, courtiers, exchange spaces; empty without the Imperial Court."""
        return court.page(view, words, width)

    def throw(self, view: View, words: Words, width: int) -> list[Text]:
        """Who fights whom where, and what is poured from where."""
        return fight.throw(view, words, width)

    def inside(self, view: View) -> Cubes | None:
        """What lies in the tower; None where the table does not show it."""
        return view.tower.tower

    def hand(self, view: View) -> Cubes:
        """What is poured now."""
        return view.tower.hand

    def outcome(self, before: View, after: View, words: Words, width: int) -> list[Text]:
        """Strengths, who wins, and what to take from the tray."""
        return fight.outcome(before, after, words, width)


def _place(label: str, cubes: Cubes, words: Words) -> Text:
    line = Text().append(f"{label} ", "bold")
    line.append(f"({cubes.total}) ")
    line.append_text(counted(cubes, words))
    return line


FACE = WallensteinFace()

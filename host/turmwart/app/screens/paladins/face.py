"""What Paladins draws on the screens."""

from __future__ import annotations

from rich.text import Text

from turmwart.app.draw import block, cut, wrapped
from turmwart.app.screens.face import Mean
from turmwart.app.screens.paladins.can import can_lines
from turmwart.app.screens.paladins.score import ranking_lines, sheet_lines
from turmwart.app.words import Words
from turmwart.games.paladins.names import ACTIONS
from turmwart.games.paladins.view import PlayerView, View
from turmwart.kernel.cubes import Cubes

_LIGHT = ("suspicion", "debts")
_MORE = (
    "workers",
    "silver",
    "provisions",
    "faith",
    "strength",
    "influence",
    "monks",
    "outposts",
    "jars",
    "walls",
    "workshops",
    "suspicion",
    "debts",
)
_SIZE = 4
_WIDE = {"suspicion": 6, "debts": 7}


class PaladinsFace:
    """Draws a ``View`` of Paladins."""

    def who(self, view: View, seat: str, words: Words) -> str:
        """Name and colour of a seat."""
        player = next((one for one in view.players if one.seat == seat), None)
        if player is None:
            return seat
        return f"{player.name} ({words.colour(player.colour)})"

    def header(self, view: View, words: Words, width: int) -> list[Text]:
        """Round and step, the tax supply, what the step says."""
        if view.phase != "round":
            line = words(f"paladins.step.{view.phase}")
            first = [Text(cut(line, width), "bold"), *self._winners(view, words, width)]
            return [*first, *self._solo(view, words, width)]
        where = words("app.paladins.round", n=view.round, step=view.number)
        step = words(f"paladins.step.{view.step}")
        if view.mode == "light":
            where, step = words("app.paladins.round_light", n=view.round), ""
        tax = words("app.paladins.tax", n=view.tax, most=view.tax_full)
        mode = words(f"app.paladins.mode.{view.mode}")
        parts = [part for part in (where, step, tax, mode) if part]
        lines = wrapped(Text(" · ".join(parts), "bold"), width, 2)
        for line in self._clock(view, words):
            lines += wrapped(Text(line), width, 2)
        return [*lines, *self._solo(view, words, width)]

    def _winners(self, view: View, words: Words, width: int) -> list[Text]:
        first = [one.seat for one in view.ranking if one.place == 1]
        if not first or view.phase != "over":
            return []
        names = ", ".join(self._name(view, seat) for seat in first)
        said = "app.paladins.points_alone" if view.solo else "app.paladins.winner"
        if view.undecided:
            said = "app.paladins.tied"
        return [
            Text(cut(words(said, names=names, n=view.ranking[0].points), width), "bold reverse")
        ]

    def _solo(self, view: View, words: Words, width: int) -> list[Text]:
        return wrapped(Text(words("app.paladins.solo"), "dim"), width, 2) if view.solo else []

    def _name(self, view: View, seat: str) -> str:
        return next(one.name for one in view.players if one.seat == seat)

    def _clock(self, view: View, words: Words) -> list[str]:
        """What is to be done on the table in this step; in light mode of the whole round."""
        order = ", ".join(self._name(view, seat) for seat in view.order)
        shown = words("app.paladins.and").join(
            words(f"app.paladins.reveal.{one}") for one in view.reveals
        )
        said = {
            "marker": words("app.paladins.clock.marker", player=self._name(view, view.first)),
            "reveal": words("app.paladins.clock.reveal", what=shown),
            "tavern": words("app.paladins.clock.tavern", n=view.tavern_cards),
            "paladins": words("app.paladins.clock.paladins"),
            "workers": words("app.paladins.clock.workers", order=order),
            "actions": words("app.paladins.clock.actions", order=order),
            "cleanup": words("app.paladins.clock.cleanup"),
        }
        start = []
        if view.round == 1 and view.step == "marker":
            chosen = ", ".join(self._name(view, seat) for seat in reversed(view.order))
            start = [words("app.paladins.clock.setup", order=chosen, n=view.tax_full)]
        if view.mode != "light":
            return [*start, said[view.step]]
        both = f"{said['marker']} {said['reveal']} {said['tavern']}"
        return [*start, both]

    def _inquisition(self, view: View, words: Words, width: int) -> list[Text]:
        held = view.inquiry
        if held is None:
            return []
        lines = [Text(cut(words("app.paladins.inquisition", n=held.most), width), "bold reverse")]
        for hit in held.hits:
            said = words(
                "app.paladins.hit",
                player=self._name(view, hit.seat),
                discards=hit.discards,
                left=hit.left,
            )
            lines.append(Text("  " + cut(said, width - 2), "bold"))
        return lines

    def overview(self, view: View, words: Words, width: int) -> list[Text]:
        """The last inquisition, one line for each player; at the end the places and points."""
        if view.phase == "over":
            return ranking_lines(view, words, width)
        return [*self._inquisition(view, words, width), *self._players(view, words, width)]

    def _players(self, view: View, words: Words, width: int) -> list[Text]:
        columns = _LIGHT if view.mode == "light" or view.phase != "round" else _MORE
        sizes = [max(_SIZE, _WIDE.get(column, _SIZE)) for column in columns]
        name = max(8, min(24, width - 10 - sum(sizes)))
        head = Text("      " + words("app.paladins.column.player").ljust(name), "dim")
        for column, size in zip(columns, sizes, strict=True):
            head.append(cut(words(f"app.paladins.column.{column}"), size - 1).rjust(size))
        players = {player.seat: player for player in view.players}
        rows = [self._player(view, players[s], columns, sizes, name, words) for s in view.order]
        return [head, *rows]

    def _player(
        self,
        view: View,
        player: PlayerView,
        columns: tuple[str, ...],
        sizes: list[int],
        name: int,
        words: Words,
    ) -> Text:
        active = player.seat == view.active
        style = "bold" if active else "dim" if player.passed else ""
        line = Text("▶ " if active else "· " if player.passed else "  ", "bold")
        line.append_text(block(player.colour, words))
        shown = f"{player.name}*" if player.seat == view.first else player.name
        line.append(" " + cut(shown, name - 1).ljust(name), style)
        for column, size in zip(columns, sizes, strict=True):
            line.append(self._cell(player, column).rjust(size), style)
        if player.passed:
            line.append(" " + words("app.paladins.passed"), "dim")
        return line

    def _cell(self, player: PlayerView, column: str) -> str:
        if column == "debts":
            return f"{player.debts_open}/{player.debts_paid}"
        if column == "suspicion":
            return str(player.suspicion)
        if not player.known:
            return "?"
        if column in ("faith", "strength", "influence") and player.points is not None:
            more = dict(zip(("faith", "strength", "influence"), player.points, strict=True))[column]
            value: int = getattr(player, column)
            return str(value + more)
        return str(getattr(player, column))

    def side(self, view: View, words: Words, width: int, height: int) -> list[Text]:
        """Orders and favours, the paladins and workers of the round."""
        lines = [Text(words("app.paladins.orders"), "bold")]
        for order in view.orders:
            action = words(f"paladins.action.{order.action or 'unknown'}")
            said = words("app.paladins.order", n=order.place, action=action, points=order.points)
            lines.append(Text(cut(said, width)))
        lines.append(Text(words("app.paladins.favours", n=view.favours)))
        lines.append(Text(words("app.paladins.inquisitions", n=view.inquisitions)))
        if view.mode == "light" or view.phase != "round":
            return lines[:height]
        for player in view.players:
            lines += [Text(), Text(player.name, "bold")]
            if player.points is not None:
                faith, strength, influence = player.points
                said = words(
                    "app.paladins.points_of",
                    paladin=player.paladin or "-",
                    faith=faith,
                    strength=strength,
                    influence=influence,
                )
                lines += wrapped(Text(said), width, 2)
            kinds = ", ".join(f"{n} {words(f'paladins.kind.{kind}')}" for kind, n in player.kinds)
            if kinds:
                lines += wrapped(Text(kinds), width, 3)
            used = ", ".join(
                words(f"paladins.action.{one}") for one in player.used if one in ACTIONS
            )
            if used:
                lines += wrapped(Text(words("app.paladins.used", actions=used)), width, 2)
        return lines[:height]

    def pages(self, view: View) -> int:
        """A page for each player."""
        return len(view.players)

    def first_page(self, view: View) -> int:
        """The page of the player whose turn it is, or who is first."""
        seats = [player.seat for player in view.players]
        if view.ranking and view.phase == "over":
            return seats.index(view.ranking[0].seat)
        return seats.index(view.active) if view.active in seats else 0

    def provinces(self, view: View, page: int, words: Words, width: int) -> list[Text]:
        """The sum of a player's points part by part; before the end what his actions ask for."""
        player = view.players[page]
        standing = next((one for one in view.ranking if one.seat == player.seat), None)
        lines: list[Text] = []
        if view.phase == "round":
            lines = can_lines(view, player, None, words, width)
        if standing is not None:
            lines += [Text(), *sheet_lines(player, standing, words, width)]
            if view.unconfirmed:
                lines += wrapped(Text(words("app.paladins.unconfirmed"), "dim"), width, 2)
        return lines or [Text(player.name, "bold"), Text("-")]

    def court(self, view: View, words: Words, width: int) -> list[Text]:
        """There is no court."""
        del view, words, width
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


FACE = PaladinsFace()

"""What Paladins adds to the screen."""

from __future__ import annotations

from turmwart.games.paladins.names import ATTRIBUTES
from turmwart.games.paladins.view import PlayerView, View
from turmwart.server.models import Cell, Detail, Fact, Row, Scene
from turmwart.server.scenery import Scenery
from turmwart.server.words import Words

_LIGHT = ("suspicion", "debts_open", "debts_paid")
_MORE = ("workers", "silver", "provisions", "faith", "strength", "influence", *_LIGHT)
_ORDERS = ("order", "action", "points")
_WORDY = ("action",)
"""Columns that hold no numbers."""


def scene(view: object, words: Words) -> Scene:
    """The game's part of the screen.

    Args:
        view: what ``view(state, None)`` returned.
        words: the language.

    Raises:
        TypeError: the view of another game.
    """
    if not isinstance(view, View):
        raise TypeError(f"expected the view of Paladins, got {type(view).__name__}")
    return _Scenery(view, words).scene()


def _of_paladin(player: PlayerView, column: str) -> int:
    """What the paladin of the round adds to an attribute.

    Rule: P-WORKER-10.
    """
    if player.points is None or column not in ATTRIBUTES:
        return 0
    return player.points[ATTRIBUTES.index(column)]


class _Scenery(Scenery):
    def __init__(self, view: View, words: Words) -> None:
        super().__init__(words, "server.paladins", _WORDY)
        self.view = view
        self.players = {player.seat: player for player in view.players}

    def scene(self) -> Scene:
        ended = self.view.phase == "over"
        plain = self.view.mode == "light" or self.view.phase != "round"
        columns = ("points", *_LIGHT) if ended else _LIGHT if plain else _MORE
        rows = (self._row(self.players[seat], columns) for seat in self.view.order)
        return Scene(
            facts=tuple(self._facts()),
            scores=self.scores(columns, rows).model_copy(
                update={"note": self.words.say("server.paladins.note")}
            ),
            battle=None,
            last_battle=None,
            battles=False,
            result=tuple(self._result()),
            details=(self._orders(),),
        )

    def _facts(self) -> list[Fact]:
        view, say = self.view, self.words.say
        step = view.step if view.phase == "round" else view.phase
        facts = [self.fact("round", str(view.round))]
        # Light mode ends rounds as a whole: its sub-phase stays the first while the table plays.
        if view.mode != "light" or view.phase != "round":
            facts.append(self.fact("step", say(f"paladins.step.{step}")))
        facts += [
            self.fact("tax", f"{view.tax}/{view.tax_full}"),
            self.fact("first", self.players[view.first].name),
        ]
        if view.active:
            facts.append(self.fact("turn", self.players[view.active].name))
        if view.inquiry is not None:
            hit = self.words.list(
                say("server.paladins.hit", player=self.players[one.seat].name, n=one.discards)
                for one in view.inquiry.hits
            )
            said = say("server.paladins.inquisition", n=view.inquiry.most, hit=hit)
            facts.append(self.fact("inquisition", said))
        return facts

    def _row(self, player: PlayerView, columns: tuple[str, ...]) -> Row:
        points = {one.seat: one.points for one in self.view.ranking}
        cells = []
        for column in columns:
            note = spoken = ""
            if column == "points":
                text = str(points[player.seat])
            elif column in _LIGHT or player.known:
                text = str(getattr(player, column))
                more = _of_paladin(player, column)
                if more:
                    note = f"+{more}"
                    spoken = self.words.say("server.paladins.of_paladin", n=more)
            else:
                text = self.words.say("server.unknown")
            cells.append(Cell(text=text, note=note, spoken=spoken))
        return Row(
            seat=player.seat,
            name=player.name,
            colour=self.words.colour(player.colour),
            turn=player.seat == self.view.active,
            cells=tuple(cells),
        )

    def _result(self) -> list[str]:
        """The places at the end."""
        view, say = self.view, self.words.say
        lines = []
        if view.phase == "over":
            for one in view.ranking:
                name = self.players[one.seat].name
                lines.append(
                    say("server.paladins.place", place=one.place, player=name, points=one.points)
                )
        return lines

    def _orders(self) -> Detail:
        rows = (
            (
                str(order.place),
                self.words.say(f"paladins.action.{order.action or 'unknown'}"),
                str(order.points),
            )
            for order in self.view.orders
        )
        return Detail(
            id="orders",
            title=self.words.say("server.paladins.orders"),
            heads=self.heads(_ORDERS),
            rows=tuple(rows),
        )

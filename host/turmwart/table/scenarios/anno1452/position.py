"""Positions that lie on a table: built piece by piece on the made-up board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from turmwart.games.anno1452.board import Board, learn
from turmwart.games.anno1452.change import with_player
from turmwart.games.anno1452.epochs import row_of
from turmwart.games.anno1452.estates import new_estate
from turmwart.games.anno1452.setup import CHOICES, VARIANTS, Placed, Seat, Settings, Setup
from turmwart.games.anno1452.state import (
    OTTOKAR,
    UNREDUCED,
    Claim,
    Holder,
    Office,
    State,
    Turn,
)
from turmwart.games.registry import load
from turmwart.kernel.fold import fold
from turmwart.table.printed_anno1452 import demo_board, shipped_board
from turmwart.table.scenarios import tree
from turmwart.table.scenarios.run import Unsound
from turmwart.table.scenarios.values import Reader

COLOURS = ("red", "blue", "green", "yellow")
"""The players of the examples, in turn order."""

SPARE_REGIONS = ("boehmen", "oesterreich", "niedersachsen", "lothringen", "westfalen", "savoyen")
"""Regions that stand for those which an example calls ``a``, ``b``, ``c``.."""


BOARDS = {"demo": demo_board, "anno1452": shipped_board}
"""Boards that a scenario may name."""


class Position:
    """A position in the making.

    Args:
        players: colours of the players in turn order.
        settings: readings and variants.
        ottokar: whether Ottokar plays; his Estates are put down one by one.
        board: printed values; None: the made-up board.

    Attributes:
        state: as far as it was built: an Action Round in the first row, nobody's turn.
    """

    def __init__(
        self,
        players: Sequence[str] = COLOURS,
        settings: Settings | None = None,
        *,
        ottokar: bool = False,
        board: Board | None = None,
    ) -> None:
        self.colours = tuple(players)
        self._regions: dict[str, str] = {}
        seats = tuple(Seat(f"s{n}", c.title(), c) for n, c in enumerate(self.colours, 1))
        setup = Setup(seats, board or demo_board(), settings or Settings())
        if ottokar:
            setup = replace(setup, ottokar_colour="black", ottokar=(Placed("savoyen"),))
        game = load("anno1452")
        # The position is not one that set-up reaches, so only the first event is taken.
        state: State = fold(game, None, (_started(setup),))
        order = tuple(seat.seat for seat in seats)
        self.state = replace(
            state,
            estates=(),
            estates_made=0,
            phase="round",
            round=1,
            order=order,
            round_order=order,
            stack=(),
        )

    def seat(self, colour: str) -> str:
        """The seat of a colour; Ottokar's name for ``ottokar``, empty for ``nobody``.

        Raises:
            Unsound: nobody plays this colour.
        """
        if colour in ("", "nobody"):
            return ""
        if colour == OTTOKAR:
            return OTTOKAR
        if colour not in self.colours:
            raise Unsound("scenario.reason.no_player", colour=colour)
        return f"s{self.colours.index(colour) + 1}"

    def colour(self, seat: str) -> str | None:
        """The colour of a seat; None for nobody."""
        if seat == OTTOKAR:
            return OTTOKAR
        return self.colours[int(seat[1:]) - 1] if seat else None

    def region(self, name: str) -> str:
        """The region that an example calls ``name``: its own, or one that stands for it."""
        if name in self.state.board.region_ids:
            return name
        if name not in self._regions:
            taken = self._regions.values()
            free = [one for one in SPARE_REGIONS if one not in taken]
            if not free:
                raise Unsound("scenario.reason.few_regions", region=name)
            self._regions[name] = free[0]
            for other in self._regions.values():
                if other != free[0]:
                    self.print("border", free[0], other, "no")
        return self._regions[name]

    def print(self, kind: str, key: str, field: str, value: int | str) -> None:
        """Change a printed value."""
        board = learn(self.state.board, kind, key, field, value)
        self.state = replace(self.state, board=board)

    def limit(self, region: str, limit: int) -> None:
        """Change an estate limit."""
        self.print("region", self.region(region), "estate_limit", limit)

    def border(self, first: str, second: str, shared: bool = True) -> None:
        """Change a border."""
        self.print("border", self.region(first), self.region(second), "yes" if shared else "no")

    def estate(
        self,
        colour: str,
        region: str,
        value: int = UNREDUCED,
        city: bool = False,
        citizens: int = 0,
    ) -> str:
        """Put an Estate on the board.

        Returns:
            Its id.
        """
        made = new_estate(self.state, self.seat(colour), self.region(region), value)
        made = replace(made, city=city, citizens=citizens)
        self.state = replace(
            self.state,
            estates=(*self.state.estates, made),
            estates_made=self.state.estates_made + 1,
        )
        return made.id

    def estates(self, region: str, counts: Mapping[str, int]) -> None:
        """Put Estates of several colours into a region."""
        for colour, count in counts.items():
            for _ in range(count):
                self.estate(colour, region)

    def player(self, colour: str, **changes: Any) -> None:
        """Change fields of a player, such as ``gold``, ``prestige``, ``titles``."""
        self.state = with_player(self.state, self.seat(colour), **changes)

    def hand(self, colour: str, cards: Sequence[str], more: int = 0) -> None:
        """Give a player cards he told, and ``more`` that nobody knows; they leave the deck."""
        seat = self.seat(colour)
        before = self.state.player(seat).hand
        count = len(cards) + more
        self.player(colour, hand=count, known=tuple(cards))
        self.state = replace(self.state, deck=self.state.deck + before - count)

    def in_front(self, colour: str, card: str) -> None:
        """Lay a title, a marriage or Alliances in front of a player; it leaves the deck."""
        player = self.state.player(self.seat(colour))
        kind = self.state.board.card(card).kind
        if kind == "title":
            self.player(colour, titles=(*player.titles, card))
        elif kind == "marriage":
            self.player(colour, marriage=card, married=True)
        else:
            self.player(colour, alliances=card)
        self.state = replace(self.state, deck=self.state.deck - 1)

    def holder(self, region: str, colour: str) -> None:
        """Give a Principality card to a player."""
        named = self.region(region)
        holders = {one.region: one.seat for one in self.state.holders}
        holders[named] = self.seat(colour)
        ordered = (one for one in self.state.board.region_ids if one in holders)
        self.state = replace(
            self.state, holders=tuple(Holder(one, holders[one]) for one in ordered)
        )

    def claim(self, colour: str, region: str, card: str) -> None:
        """Let a marriage claim a Principality card; the card lies in front of the player."""
        self.in_front(colour, card)
        claim = Claim(self.region(region), self.seat(colour), card)
        self.state = replace(self.state, claims=(*self.state.claims, claim))

    def turn(self, colour: str, actions: int = 1) -> None:
        """Let it be a player's turn in an Action Round."""
        seat = self.seat(colour)
        self.state = replace(
            self.state,
            phase="round",
            acting=Turn(seat, actions),
            turn=self.state.round_order.index(seat),
        )

    def year(self, row: str) -> None:
        """Put the marker on a row."""
        self.state = replace(self.state, row=row_of(row))

    def king(self, colour: str, soldiers: int) -> None:
        """Crown a player."""
        seat = self.seat(colour)
        self.player(colour, was_king=True)
        self.state = replace(self.state, king=Office(seat, soldiers), last_king=seat, crown_run=1)

    def anti_king(self, colour: str, soldiers: int, until: str = "this_round") -> None:
        """Proclaim an Anti-King."""
        office = Office(self.seat(colour), soldiers, until)
        self.state = replace(self.state, anti_king=office)

    def change(self, **changes: Any) -> None:
        """Change fields of the state."""
        self.state = replace(self.state, **changes)


def settings_of(given: Reader) -> Settings:
    """The settings that an example plays with: keys ``settings`` and ``variants``.

    Raises:
        Fault: a setting or a word that there is not.
    """
    said = given.reader("settings")
    changes: dict[str, Any] = {}
    for field in fields(Settings):
        if field.name not in said:
            continue
        if field.name in CHOICES:
            changes[field.name] = said.word(field.name, CHOICES[field.name])
        elif field.name == "dice_available":
            changes[field.name] = said.whole(field.name, 6, 1, 21)
        elif field.name != "variants":
            changes[field.name] = said.flag(field.name, False)
    return Settings(variants=given.words("variants", VARIANTS), **changes)


def colour_or_nobody(given: Reader, key: str) -> str:
    """A colour; empty where nobody (null) or nothing is said."""
    node = given.node(key)
    if node is None or (isinstance(node, tree.Leaf) and node.value is None):
        return ""
    return given.word(key, (*COLOURS, OTTOKAR))


def colours_of(*parts: Reader) -> tuple[str, ...]:
    """The players of an example: all of ``COLOURS`` that its mappings name, at least two."""
    named = {key for part in parts for key in part.keys}
    found = [colour for colour in COLOURS if colour in named]
    more = [colour for colour in COLOURS if colour not in found]
    while len(found) < 2:
        found.append(more.pop(0))
    return tuple(colour for colour in COLOURS if colour in found)


def _started(setup: Setup) -> Any:
    return load("anno1452").events["GameStarted"](setup)

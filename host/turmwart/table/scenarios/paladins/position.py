"""Positions that a scenario gives: players by their names, everything else where it begins."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from turmwart.games.paladins.apply import apply
from turmwart.games.paladins.board import ANSWER, QUESTION, learn, tax_key
from turmwart.games.paladins.change import with_player
from turmwart.games.paladins.names import ACTIONS, ANY, ATTRIBUTES, KINDS, WORKER
from turmwart.games.paladins.rules import start
from turmwart.games.paladins.setup import MODES, Seat, Setup
from turmwart.games.paladins.state import (
    PIECES,
    ROUNDS,
    STEPS,
    Order,
    Outsider,
    Paladin,
    Placed,
    State,
    Workshop,
)
from turmwart.kernel.cubes import Cubes
from turmwart.table.printed_paladins import demo_board, shipped_board
from turmwart.table.scenarios import tree
from turmwart.table.scenarios.values import Reader, unknown_word

NAMES = ("anna", "ben", "cleo", "dora")
COLOURS = ("red", "blue", "green", "yellow")
OUTSIDE = ("silver", "provisions", *ATTRIBUTES, "monks", "outposts", "jars", "walls")
NUMBERS = (*OUTSIDE, "attacked", "wall_points", "debts_paid", "townsfolk")
_BOARDS = {"demo": demo_board, "paladins": shipped_board}


class Position:
    """A game as a scenario gives it.

    Attributes:
        names: of the players, in the direction of play.
        state: the game.
    """

    def __init__(self, given: Reader, step: str, *, mode: str = "full") -> None:
        self.names = given.words("players", NAMES) or NAMES[:2]
        board = _BOARDS[given.word("board", _BOARDS, "demo")]()
        key = tax_key(len(self.names))
        if "tax_start" in given:
            board = learn(board, QUESTION, key, ANSWER, given.whole("tax_start", 6, 5, 8))
        for name, question in (("short", "Q-P-SHORT"), ("discard_rounding", "Q-P-HALF")):
            if name in given:
                choices = board.question(question).choices
                board = learn(board, QUESTION, question, ANSWER, given.word(name, choices))
        seats = tuple(
            Seat(f"s{n}", name, COLOURS[n - 1]) for n, name in enumerate(self.names, start=1)
        )
        setup = Setup(seats, board, given.word("mode", MODES, mode))
        state: State | None = None
        for event in start(setup):
            state = apply(state, event)
        if state is None:
            raise ValueError("a game starts with an event")
        number = given.whole("round", 1, 1, ROUNDS)
        step = given.word("step", STEPS, step)
        turn = "s1" if step == "actions" and setup.mode == "full" else ""
        self.state = replace(state, round=number, step=step, turn=turn)
        if "tax" in given:
            self.state = replace(self.state, tax=given.whole("tax", 6, 1, 8))
        if "favours" in given:
            self.state = replace(self.state, favours=given.whole("favours", 0, 0, 5))
        self._counts(given)
        self._first_player(given)

    def seat(self, name: str) -> str:
        """The seat of a player's name."""
        return f"s{self.names.index(name) + 1}"

    def player(self, name: str, **changes: Any) -> None:
        """Change fields of a player."""
        self.state = with_player(self.state, self.seat(name), **changes)

    def _counts(self, given: Reader) -> None:
        """Suspicion cards and open debts: of the first player, or by name."""
        for key in ("suspicion", "debts_open"):
            if key not in given:
                continue
            if isinstance(given.node(key), tree.Mapping):
                counts = given.reader(key)
                for name in counts.keys:
                    if name not in self.names:
                        raise unknown_word(counts.at, counts.where, name, self.names)
                    self.player(name, **{key: counts.whole(name, 0, 0, 24)})
            else:
                self.player(self.names[0], **{key: given.whole(key, 0, 0, 24)})

    def _first_player(self, given: Reader) -> None:
        """What stands in ``given`` without a name belongs to the first player."""
        changes: dict[str, Any] = {name: given.whole(name) for name in NUMBERS if name in given}
        player = self.state.players[0]
        if "workshops_left" in given:
            left = given.whole("workshops_left", 8, 0, 8)
            changes["workshops"] = (Workshop(),) * (PIECES["workshops"] - left)
        if "workshops_on" in given:
            on = given.reader("workshops_on")
            spaces = (ANY, *KINDS)
            changes["workshops"] = tuple(
                Workshop(action, on.word(action, spaces)) for action in on.keys
            )
        if "workshops" in given:
            changes["workshops"] = (Workshop(),) * given.whole("workshops", 0, 0, 8)
        if "paladin" in given:
            points = given.reader("paladin")
            numbers = (points.whole(name, 0, 0, 4) for name in ATTRIBUTES)
            changes["paladin"] = Paladin("", *numbers)
        kind = {"full": "labourer"}.get(self.state.mode, WORKER)
        counts = player.workers.as_dict()
        for key in ("unplaced_workers", "kept_workers"):
            if key in given:
                counts[kind] = counts.get(kind, 0) + given.whole(key, 0, 0, 20)
        if "workers" in given:
            for one in given.words("workers", (*KINDS, WORKER)):
                counts[one] = counts.get(one, 0) + 1
        changes["workers"] = Cubes.from_counts(counts)
        if "placed_workers" in given:
            workers = Cubes.of(labourer=given.whole("placed_workers", 0, 0, 20))
            changes["placed"] = (Placed("trade", workers),)
        if "actions_used" in given:
            used = given.words("actions_used", ACTIONS)
            changes["placed"] = tuple(Placed(one, Cubes.of(labourer=1)) for one in used)
        if "converted" in given:
            changes["outsiders"] = self._outsiders(given)
        self.player(self.names[0], **changes)
        if "orders" in given:
            orders = given.words("orders", self.state.board.order_actions)
            named = tuple(Order(place, action) for place, action in enumerate(orders))
            self.state = replace(self.state, orders=named)

    def _outsiders(self, given: Reader) -> tuple[Outsider, ...]:
        if not given.items("converted"):
            return ()
        kinds = {one.kind: one for one in self.state.board.bonuses}
        made = []
        for one in given.readers("converted"):
            kind = one.word("kind", kinds)
            per = one.whole("per", kinds[kind].per, 0, 9)
            if per != kinds[kind].per:
                raise one.fault(
                    "per",
                    "scenario.not_whole",
                    least=kinds[kind].per,
                    most=kinds[kind].per,
                    found=per,
                )
            made.append(Outsider(kind, one.whole("points", kinds[kind].points, 0, 20)))
        return tuple(made)

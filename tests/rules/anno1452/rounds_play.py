"""Positions for the tests of rounds, and a table that plays on from them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

from turmwart.games.anno1452 import GAME
from turmwart.games.anno1452.board import Board
from turmwart.games.anno1452.commands import DiscardCards, DrawCards, ThrowDice
from turmwart.games.anno1452.data import board_from_demo, board_from_tables
from turmwart.games.anno1452.flow import consequences
from turmwart.games.anno1452.majority import due_holder
from turmwart.games.anno1452.setup import Placed, Seat, Settings, Setup
from turmwart.games.anno1452.state import CARDS_G1, CARDS_TOTAL, Estate, Holder, State
from turmwart.games.anno1452.steps import Discard, Draw
from turmwart.kernel.chance import no_rolls
from turmwart.kernel.decision import Objection
from turmwart.texts import has

NAMES = ("Ada", "Ben", "Cleo", "Dan")
COLOURS = ("red", "blue", "green", "yellow")
HAND = 5
Happened = TypeVar("Happened")
Holdings = Mapping[str, Sequence[Any]]

# Neighbours on the made-up board: bayern borders on tirol, schwaben, boehmen; unteritalien on
# oberitalien alone. Limits: bayern 4, savoyen 2, unteritalien 6.


def _table(name: str) -> dict[str, Any]:
    text = files("turmwart.games.anno1452").joinpath(f"data/{name}.toml").read_text("utf-8")
    return tomllib.loads(text)


@cache
def demo_board() -> Board:
    """The made-up board; everything is known."""
    return board_from_demo(_table("demo-board"), _table("cards"))


@cache
def unread_board() -> Board:
    """The real board as shipped: hardly a limit, no border is known."""
    return board_from_tables(_table("principalities"), _table("cards"))


def setup(players: int = 3, settings: Settings | None = None, board: Board | None = None) -> Setup:
    """Seats s1.. in the colours red, blue, green, yellow."""
    seats = tuple(Seat(f"s{n + 1}", NAMES[n], COLOURS[n]) for n in range(players))
    return Setup(seats, board or demo_board(), settings or Settings())


@cache
def ottokar() -> tuple[Placed, ...]:
    """Sixteen Estates and 24 Citizens of Ottokar: one Estate in each region."""
    regions = demo_board().regions
    return tuple(
        Placed(facts.id, facts.city_limit != 0 and n < 8, 2 if n < 8 else 1)
        for n, facts in enumerate(regions)
    )


def begun(made: Setup) -> State:
    """The state in which a game waits for its first command."""
    state: State | None = None
    for event in GAME.start(made):
        state = GAME.apply(state, event)
    assert isinstance(state, State)
    return state


def position(
    holdings: Holdings,
    *,
    players: int = 3,
    variants: Sequence[str] = (),
    settings: Mapping[str, Any] | None = None,
    gold: Mapping[str, int] | None = None,
    prestige: Mapping[str, int] | None = None,
    hands: Mapping[str, int] | None = None,
    **fields: Any,
) -> State:
    """A state with Estates on the board, in turn order s1, s2..

    Args:
        holdings: seat -> regions, or (region, fields of the Estate).
        players: how many.
        variants: in force.
        settings: readings that differ from the defaults.
        gold: of seats that have not 15.
        prestige: of seats that have not 10.
        hands: of seats that have not 5 cards.
        fields: of the state.
    """
    chosen = Settings(variants=tuple(variants), **(settings or {}))
    state = begun(setup(players, chosen))
    estates = tuple(
        Estate(f"e{n}", region, seat, **more)
        for n, (seat, (region, more)) in enumerate(
            ((seat, _placed(one)) for seat, owned in holdings.items() for one in owned), 1
        )
    )
    held = tuple(
        replace(
            player,
            gold=(gold or {}).get(player.seat, 15),
            prestige=(prestige or {}).get(player.seat, 10),
            hand=(hands or {}).get(player.seat, HAND),
        )
        for player in state.players
    )
    total = CARDS_G1 if "G1" in variants else CARDS_TOTAL
    state = replace(
        state,
        players=held,
        estates=estates,
        estates_made=len(estates),
        deck=total - sum(player.hand for player in held),
        order=state.seats,
        round_order=state.seats,
        stack=(),
    )
    holders = tuple(
        Holder(region, holder)
        for region in state.board.region_ids
        if (holder := due_holder(state, region))
    )
    return replace(state, **{"holders": holders, **fields})


def _placed(one: Any) -> tuple[str, dict[str, Any]]:
    return (one, {}) if isinstance(one, str) else one


class Play:
    """A table that goes on from a state and checks the laws at every event."""

    def __init__(self, state: State, *, settle: bool = True) -> None:
        self.state = state
        self.events: tuple[Any, ...] = ()
        assert GAME.invariants(state) == ()
        if settle:
            self._happened(consequences(state))

    def do(self, command: Any) -> tuple[Any, ...]:
        """Carry out a command that is accepted; its events."""
        decided = GAME.decide(self.state, command, no_rolls)
        assert isinstance(decided, tuple), (command, decided)
        self._happened(decided)
        return decided

    def objection(self, command: Any) -> Objection:
        """The objection to a command."""
        decided = GAME.decide(self.state, command, no_rolls)
        assert isinstance(decided, Objection), (command, decided)
        return decided

    def throw(self, *values: int) -> tuple[Any, ...]:
        """Answer the throw that is waited for first."""
        return self.do(ThrowDice(values))

    def throws(self, *singles: int) -> None:
        """Answer one die after the other."""
        for value in singles:
            self.throw(value)

    def cards_through(self) -> None:
        """All draws and discards that wait: no instant comes, as few as allowed are discarded."""
        while isinstance(step := self.state.top, Draw | Discard):
            if isinstance(step, Discard):
                self.do(DiscardCards(step.seat, step.least))
            elif step.reason == "display":
                cards = ("special-diplomatie", "reaction-verrat", "reaction-landwehr")
                shown = (*cards, "marriage-anna", "marriage-sophie")[: step.left]
                self.do(DrawCards(step.seat, step.left, shown=shown))
            else:
                self.do(DrawCards(step.seat, step.left))

    def event(self, event: Any) -> None:
        """Let something happen that the rules bring about elsewhere, and what follows."""
        self._happened((event,))
        self._happened(consequences(self.state))

    def happened(self, kind: type[Happened]) -> tuple[Happened, ...]:
        """Events of a class since the start, in order."""
        return tuple(event for event in self.events if isinstance(event, kind))

    @property
    def top(self) -> Any:
        """The step on top."""
        return self.state.top

    def player(self, seat: str) -> Any:
        """What belongs to a seat."""
        return self.state.player(seat)

    def _happened(self, events: tuple[Any, ...]) -> None:
        for event in events:
            self.state = GAME.apply(self.state, event)
            text, _ = GAME.describe(event, self.state)
            assert has(text), text
        assert GAME.invariants(self.state) == ()
        self.events = (*self.events, *events)

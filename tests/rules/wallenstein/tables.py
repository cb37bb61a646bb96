"""Positions for the rule tests, and a table that plays on from them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

from turmwart.games.wallenstein import GAME
from turmwart.games.wallenstein.board import Board, EventFacts
from turmwart.games.wallenstein.commands import ReportThrow, RevealActionCard, RevealPlan
from turmwart.games.wallenstein.data import blank_board, board_from_demo, board_from_tables
from turmwart.games.wallenstein.setup import Options, Seat, Setup
from turmwart.games.wallenstein.state import ACTIONS, TILES, State
from turmwart.kernel.chance import no_rolls
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.decision import Objection
from turmwart.kernel.ledger import Ledger
from turmwart.kernel.prompt import Prompt

COLOURS = ("red", "blue", "yellow", "purple", "black")
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva")
Happened = TypeVar("Happened")
Holdings = Mapping[str, Mapping[str, int]]

# Neighbours on the demo board: brackwater borders cinderholt, aldermoor, kestrelby; cinderholt
# borders dunmere. Ravensike lies far off. Region northmark: aldermoor, brackwater, cinderholt.
HOLDINGS: Holdings = {
    "s1": {"cinderholt": 4, "brackwater": 3},
    "s2": {"dunmere": 3, "elmscar": 2},
    "s3": {"ravensike": 2},
    "s4": {"wickerbrook": 2},
}


def table(name: str) -> dict[str, Any]:
    """A parsed data file of the game."""
    text = files("turmwart.games.wallenstein").joinpath(f"data/{name}.toml").read_text("utf-8")
    return tomllib.loads(text)


@cache
def demo_board() -> Board:
    """The made-up board."""
    return board_from_demo(table("demo-board"))


@cache
def real_board() -> Board:
    """The real board as far as the shipped data know it."""
    return board_from_tables(
        table("provinces"), table("events"), table("famine"), table("setup"), favors=table("favors")
    )


@cache
def unread_board() -> Board:
    """A board of which only the provinces' names are known."""
    return blank_board(demo_board())


def setup(
    players: int = 4,
    board: Board | None = None,
    options: Options | None = None,
    oldest: str = "s1",
) -> Setup:
    """Seats s1.. in the colours red, blue, yellow, purple, black."""
    seats = tuple(Seat(f"s{n + 1}", NAMES[n], COLOURS[n]) for n in range(players))
    return Setup(seats, oldest, board or demo_board(), options or Options())


class Play:
    """A table that goes on from a state and checks the conservation laws at every event."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: tuple[Any, ...] = ()
        assert GAME.invariants(state) == ()

    def do(self, *commands: Any) -> Play:
        """Carry out commands that must be accepted; ``events`` are those of the last one."""
        for command in commands:
            decided = GAME.decide(self.state, command, no_rolls)
            assert isinstance(decided, tuple), f"{command}: {decided}"
            for event in decided:
                self.state = GAME.apply(self.state, event)
                assert GAME.invariants(self.state) == (), event
            self.events = decided
        return self

    def refused(self, command: Any) -> Objection:
        """The objection to a command that must not be accepted."""
        decided = GAME.decide(self.state, command, no_rolls)
        assert isinstance(decided, Objection), f"{command} was accepted"
        return decided

    def happened(self, kind: type[Happened]) -> list[Happened]:
        """Events of a kind that the last command brought."""
        return [event for event in self.events if isinstance(event, kind)]

    def only(self, kind: type[Happened]) -> Happened:
        """The one event of a kind that the last command brought."""
        (event,) = self.happened(kind)
        return event

    def prompt(self, name: str) -> Prompt:
        """The prompt of that name that is shown now."""
        found = [p for p in GAME.prompts(self.state, None) if p.id.endswith(f".{name}")]
        assert found, f"no prompt {name}: {self.prompt_names()}"
        prompt: Prompt = found[0]
        return prompt

    def prompt_names(self, *, must: bool | None = None) -> list[str]:
        """Names of all prompts shown now, or of those that must or need not be answered."""
        shown = GAME.prompts(self.state, None)
        return [p.id.split(".")[-1] for p in shown if must is None or p.must == must]

    def at(self, place: str) -> Cubes:
        """Cubes at a place of the ledger."""
        return self.state.ledger.at(place)

    def armies(self, province: str) -> int:
        """Armies in a province."""
        return self.state.armies(province)

    def throw(self, **fallen: int) -> Play:
        """Report what fell."""
        return self.do(ReportThrow(Cubes.of(**fallen)))

    def to_action(self, action: str) -> Play:
        """Let everybody show money, or nothing where money is out, until ``action`` comes."""
        while True:
            while len(self.state.action_cards) <= self.state.actions_done or (
                "reveal_action_card" in self.prompt_names()
            ):
                left = [a for a in ACTIONS if a not in self.state.action_cards]
                self.do(RevealActionCard(action if action in left else left[0]))
            if self.state.current_action() == action and self.state.turn == 0:
                return self
            self.skip()

    def skip(self) -> Play:
        """The active player shows that no action is planned."""
        seat = self.state.order[self.state.turn]
        player = self.state.player(seat)
        card = "money" if player.money_spaces < 5 and not player.bid.startswith("money") else "none"
        return self.do(RevealPlan(seat, card, waived=("W-PLAN-7", "W-PARTS-4")))

    def finish_season(self) -> Play:
        """Nobody does anything for the rest of the season."""
        while self.state.phase == "actions":
            if "reveal_action_card" in self.prompt_names():
                left = next(a for a in ACTIONS if a not in self.state.action_cards)
                self.do(RevealActionCard(left))
            else:
                self.skip()
        return self


def position(
    holdings: Holdings = HOLDINGS,
    *,
    players: int = 4,
    first: str = "move_a",
    order: tuple[str, ...] = (),
    tower: Cubes | None = None,
    tray: Cubes | None = None,
    board: Board | None = None,
    options: Options | None = None,
    event: EventFacts | None = None,
    tiles: Mapping[str, str] | None = None,
    thalers: Mapping[str, int] | None = None,
    grain: Mapping[str, int] | None = None,
    markers: Mapping[str, int] | None = None,
    buildings: Mapping[str, tuple[str, ...]] | None = None,
    season: str = "spring",
    year: int = 1,
) -> Play:
    """A table whose first action of a season, ``first``, comes now.

    Armies that are not named lie in the supplies, coins that are not named with the bank; grain
    is 20 where it is not named, so that no famine disturbs; who is not named has no tile.
    """
    printed = board or demo_board()
    if event is not None:
        printed = replace(printed, events=(event, *printed.events[1:]))
    (started,) = GAME.start(setup(players, printed, options))
    state: State = GAME.apply(None, started)
    seats = state.seats
    colour = {p.seat: p.colour for p in state.players}
    places: dict[str, Cubes] = {
        f"province:{province}": Cubes.from_counts({colour[seat]: armies})
        for seat, held in holdings.items()
        for province, armies in held.items()
    }
    places |= {"tower": tower or Cubes(), "tray": tray or Cubes()}
    total = Cubes.from_counts({**dict.fromkeys(colour.values(), 62), "green": 20})
    places["supply"] = total - Cubes.sum(places.values())
    owners = {province: seat for seat, held in holdings.items() for province in held}
    money = {seat: (thalers or {}).get(seat, 10) for seat in seats}
    built = [kind for kinds in (buildings or {}).values() for kind in kinds]
    left = {kind: getattr(state.stock, kind) - built.count(kind) for kind in set(built)}
    turn_order = order or seats
    year_events = tuple(facts.id for facts in printed.events[:4])
    state = replace(
        state,
        phase="actions",
        year=year,
        season=season,
        throws=1,
        ledger=Ledger.from_places(places),
        players=tuple(
            replace(
                p,
                thalers=money[p.seat],
                grain=(grain or {}).get(p.seat, 20),
                groups=(),
                cards=16,
                bid="none",
                tile=(tiles or {}).get(p.seat, ""),
                space=turn_order.index(p.seat) + 1,
            )
            for p in state.players
        ),
        bank=160 - sum(money.values()),
        provinces=tuple(
            replace(
                p,
                owner=owners.get(p.id),
                markers=(markers or {}).get(p.id, 0),
                buildings=(buildings or {}).get(p.id, ()),
            )
            for p in state.provinces
        ),
        stock=replace(state.stock, markers=42 - sum((markers or {}).values()), **left),
        year_events=year_events,
        event=year_events[0] if event is not None else year_events[3],
        action_cards=(first, *(a for a in ACTIONS if a != first))[:5],
        tiles=TILES,
        order=turn_order,
        drafting="",
    )
    if event is None:
        # An event without effect: the card of the season is booked by hand.
        quiet = replace(state.board.event(year_events[3]), kind="free_text", text="quiet")
        events = tuple(quiet if e.id == quiet.id else e for e in state.board.events)
        state = replace(state, board=replace(state.board, events=events))
    return Play(state)


def printed(board: Board, province: str, **values: Any) -> Board:
    """The board with other printed values of a province."""
    return replace(
        board,
        provinces=tuple(
            replace(facts, **values) if facts.id == province else facts for facts in board.provinces
        ),
    )


def started(play_setup: Setup) -> Play:
    """A table at its very beginning."""
    state = None
    for event in GAME.start(play_setup):
        state = GAME.apply(state, event)
    assert state is not None
    return Play(state)

"""Tables to look on: one whose views are made by hand, and a real one with a whole game."""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from turmwart.games.wallenstein import GAME
from turmwart.games.wallenstein.commands import ReportThrow
from turmwart.games.wallenstein.setup import Options, Seat, Setup
from turmwart.games.wallenstein.state import Battle, BattleRecord, Gathering
from turmwart.games.wallenstein.view import (
    EventView,
    Lead,
    PlayerView,
    ProvinceView,
    TowerView,
    View,
)
from turmwart.journal.store import Journal
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.prompt import CubeCount, Option, Prompt, Several
from turmwart.table.bus import Bus, Committed, LinkChanged, ReadingChanged
from turmwart.table.palette import default_palette
from turmwart.table.pending import CUBE, Seen
from turmwart.table.printed import demo_board
from turmwart.table.table import Done, Table, tower_slot
from turmwart.tower.witness import Agreed, Question
from turmwart_wire.messages import Cube, pack_cube

DEADLINE_S = 10.0

THROWN = Cubes.of(red=4, blue=3)
BATTLE = Battle(
    kind="player",
    province="north",
    source="south",
    attacker="s1",
    defender="s2",
    gathered=(Gathering("province:south", Cubes.of(red=4)),),
    thrown=THROWN,
    tray=Cubes.of(yellow=1),
    markers=0,
)
THROW = Prompt(
    id="wallenstein.prompt.report_throw",
    command="ReportThrow",
    slots=(
        CubeCount(
            "fallen",
            bounds=Cubes.of(red=7, blue=6, yellow=3, green=5),
            expected=THROWN + Cubes.of(yellow=1),
            tower=True,
        ),
    ),
    rule="W-BATTLE-11",
)
MOVE = Prompt(
    id="wallenstein.prompt.move",
    command="Move",
    seat="s1",
    slots=(Several("armies", (Option(1, label="1"), Option(2, label="2")), most=1),),
    rule="W-MOVE-1",
)
WON = BattleRecord(
    number=4,
    battle=BATTLE,
    fallen=Cubes.of(red=5, blue=2, yellow=1, green=1),
    witness="tower",
    attacker_strength=5,
    defender_strength=3,
    farmers_helped=True,
    outcome="attacker_wins",
    to_supply=Cubes.of(red=3, blue=2, green=1),
    to_province=Cubes.of(red=2),
    stays=Cubes.of(yellow=1),
    owner="s1",
    devastated=False,
    buildings_removed=(),
    markers_after=0,
)


def player(seat: str, name: str, colour: str, points: int = 0, **more: Any) -> PlayerView:
    """A player with two provinces."""
    provinces = tuple(
        ProvinceView(
            id=f"{seat}-{number}",
            label=f"Land {seat} {number}",
            region="brandenburg",
            armies=3 + number,
            tax=5,
            grain=None,
            printed_tax=5,
            printed_grain=None,
            sites=2,
            buildings=("palace",) if number else (),
            markers=number,
            used="move_a" if number else "",
            revolt_farmers=0,
            in_battle=False,
        )
        for number in (0, 1)
    )
    values: dict[str, Any] = {
        "thalers": 12,
        "grain": 3,
        "income_thalers": 0,
        "income_grain": 0,
        "supply": 30,
        "groups": (),
        "tile": "",
        "space": 0,
        "bid": "",
        "shortage": 0,
        "provinces": provinces,
        "leads": (Lead("brandenburg", "palace", 1, True, False),),
    }
    return PlayerView(seat=seat, name=name, colour=colour, points=points, **(values | more))


def view_of(players: tuple[PlayerView, ...], **more: Any) -> View:
    """A table in the middle of spring."""
    values: dict[str, Any] = {
        "phase": "actions",
        "year": 1,
        "season": "spring",
        "active": "s1",
        "step": "move",
        "order": tuple(one.seat for one in players),
        "actions": ("collect_tax", "move_a", "build_church", "recruit_5", "move_b"),
        "action_index": 1,
        "tiles": (),
        "event": EventView("event_1", "tax_max", 5, "", None, None, 3, ""),
        "face_up": (),
        "display": (),
        "players": players,
        "neutral": (("north", "Nordmark"), ("south", "Südmark")),
        "farmers": "green",
        "farmers_supply": 12,
        "bank": 90,
        "stock": (("palace", 26),),
        "markers_stock": 40,
        "substitutes_thalers": 0,
        "substitutes_markers": 0,
        "tower": TowerView(None, False, Cubes(), Cubes(), Cubes()),
        "throws": 3,
        "settle_seconds": 3,
        "battle": None,
        "last_battle": None,
        "scores": (),
        "ranking": (),
        "flags": (),
    }
    return View(**(values | more))


class HandTable:
    """What the server asks of a ``Table``, moved by hand."""

    def __init__(self, *names: str) -> None:
        names = names or ("Anna", "Béla", "Clara")
        colours = ("red", "blue", "yellow", "purple", "black")
        players = tuple(
            player(f"s{number}", name, colour)
            for number, (name, colour) in enumerate(zip(names, colours, strict=False), 1)
        )
        self.name = "Tuesday"
        self.game = SimpleNamespace(name="wallenstein")
        self.version = 1
        self.bus = Bus()
        self.asked: list[str | None] = []
        self.now = view_of(players)
        self.waiting: tuple[Prompt, ...] = (MOVE,)
        self.fallen: tuple[str, ...] = ()
        self.stray_waits = False
        self.told: Agreed | Question = Agreed(Cubes(), "tower")
        self.lines: list[tuple[int, str, tuple[tuple[str, int | str], ...]]] = [
            (1, "server.wallenstein.place", (("place", 1), ("player", names[0])))
        ]

    def view(self, seat: str | None = None) -> View:
        self.asked.append(seat)
        return self.now

    def prompts(self, seat: str | None = None) -> tuple[Prompt, ...]:
        self.asked.append(seat)
        return self.waiting

    def verdict(self) -> Agreed | Question:
        return self.told

    def log(self, last: int = 50) -> list[tuple[int, str, tuple[tuple[str, int | str], ...]]]:
        return self.lines[-last:]

    # -- moved by the test ----------------------------------------------------------------------

    def commit(self, **changed: Any) -> None:
        """A step is stored."""
        self.now = replace(self.now, **changed)
        self.version += 1
        self.bus.publish(Committed(self.version, self.version, ()))

    def score(self, seat: str, points: int) -> None:
        """A player's points change."""
        players = tuple(
            replace(one, points=points) if one.seat == seat else one for one in self.now.players
        )
        self.commit(players=players)

    def start_throw(self) -> None:
        """A battle begins, the table must throw."""
        self.waiting = (THROW,)
        self.commit(battle=BATTLE, step="battle")

    def see(self, *colours: str) -> None:
        """The tower sees cubes fall."""
        self.fallen += colours
        self.bus.publish(ReadingChanged())

    def settle(self) -> None:
        """The throw is booked."""
        self.waiting, self.fallen = (MOVE,), ()
        self.commit(battle=None, last_battle=WON)

    def tower_gone(self) -> None:
        """The link is lost."""
        self.bus.publish(LinkChanged("tower.link.gone"))


class Evening:
    """A real table with a real journal, on the made-up board; chance plays.

    Args:
        folder: where the journal is made.
        seed: of all that chance decides.
        names: names of the players.
        options: house rules of the table.
    """

    def __init__(
        self,
        folder: Path,
        seed: int,
        names: tuple[str, ...] = ("Anna", "Béla", "Clara"),
        **options: Any,
    ) -> None:
        colours = ("red", "blue", "yellow", "purple", "black")
        seats = tuple(
            Seat(f"s{number}", name, colour)
            for number, (name, colour) in enumerate(zip(names, colours, strict=False), 1)
        )
        self.chance = random.Random(seed)
        self.journal = Journal.open(folder / "evening.turmwart")
        self.table = Table.create(
            self.journal,
            "Tuesday",
            GAME,
            Setup(seats, "s1", demo_board(), Options(**options)),
            palette=default_palette(),
            clock=lambda: 1_790_000_000_000,
        )
        self.seen = 0

    def close(self) -> None:
        """End the evening."""
        self.table.close()
        self.journal.close()

    def play_until(self, holds: Callable[[Any], bool], steps: int = 3000) -> None:
        """Take steps until ``holds(view)``; whole throws among them."""
        for _ in range(steps):
            if holds(self.table.view(None)):
                return
            self.step()
        raise AssertionError("the game never came there")

    def step(self) -> None:
        """One command of those that are allowed, or one throw."""
        if self.table.throw_prompt is not None:
            for _ in self.pour():
                pass
            self.book()
            return
        command = self.chance.choice(list(GAME.legal(self.table.state, None))[:200])
        done = self.table.do(command)
        assert isinstance(done, Done), done

    def pour(self) -> Iterator[str]:
        """Let cubes pass the sensor one by one, about two in three of those that can fall."""
        prompt = self.table.throw_prompt
        assert prompt is not None
        slot = tower_slot(prompt)
        assert slot is not None
        falling = [c for c, n in slot.bounds.counts for _ in range(n) if self.chance.random() < 0.6]
        self.chance.shuffle(falling)
        for colour in falling:
            self.table.take_evidence([self._seen(colour)])
            yield colour

    def book(self) -> None:
        """Book the throw as the tower saw it."""
        verdict = self.table.verdict()
        cubes = verdict.cubes if isinstance(verdict, Agreed) else verdict.suggestion
        done = self.table.do(ReportThrow(cubes, "tower"))
        assert isinstance(done, Done), done

    def _seen(self, colour: str) -> Seen:
        look = next(row for row in default_palette() if row.colour == colour)
        clear = round(math.exp(look.clear))
        parts = (round(clear * share) for share in (look.red, look.green, look.blue))
        payload = pack_cube(Cube(0, 20 * self.seen, 8, clear, *parts))
        self.seen += 1
        return Seen("stand-in", 1, self.seen - 1, CUBE, payload)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """A real table of three at the beginning of the game."""
    evening = Evening(tmp_path, seed=7)
    yield evening
    evening.close()


@pytest.fixture
def table() -> Any:
    """A table of three."""
    return HandTable()


async def until(holds: Callable[[], bool]) -> None:
    """Wait until ``holds()``; fails after ``DEADLINE_S``."""
    end = time.monotonic() + DEADLINE_S
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        await asyncio.sleep(0.01)


@pytest.fixture(name="until")
def until_fixture() -> Any:
    """``until`` for tests."""
    return until


@pytest.fixture
def new_table() -> type[HandTable]:
    """Makes a table with names of its own."""
    return HandTable

"""The web view of Anno 1452: all routes, a battle, the end; no hand is ever shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest

from turmwart.games.anno1452 import GAME
from turmwart.games.anno1452.setup import Seat, Setup
from turmwart.journal.store import Journal
from turmwart.kernel.chance import no_rolls
from turmwart.server.anno1452 import scene
from turmwart.server.app import create_app
from turmwart.server.words import Words
from turmwart.table.palette import default_palette
from turmwart.table.players_anno1452 import AnnoPlayers
from turmwart.table.printed_anno1452 import demo_board
from turmwart.table.table import Table

ROUTES = ("table", "view", "prompts", "log", "battle", "screen", "openapi.json")
SEATS = (Seat("s1", "Anna", "red"), Seat("s2", "Bert", "blue"), Seat("s3", "Cleo", "green"))


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Table]:
    """A table at the very start."""
    clock = count(1)
    with Journal.open(tmp_path / "journal.sqlite3") as journal:
        setup = Setup(SEATS, demo_board())
        table = Table.create(
            journal, "evening", GAME, setup, palette=default_palette(), clock=lambda: next(clock)
        )
        yield table
        table.close()


def moments(table: Table, *wanted: Callable[[Any], bool]) -> Iterator[Any]:
    """States of one game by simple players, each the first that is wanted; no table moves."""
    players, state = AnnoPlayers(5), table.state
    for until in wanted:
        while not until(state):
            events = GAME.decide(state, players.next(state), no_rolls)
            assert isinstance(events, tuple)
            for event in events:
                state = GAME.apply(state, event)
        yield state


async def test_every_route_answers(evening: Table) -> None:
    transport = httpx.ASGITransport(create_app(evening))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8452") as client:
        for route in ROUTES:
            answer = await client.get(f"/api/v1/{route}")
            assert answer.status_code == 200, answer.text
        screen = (await client.get("/api/v1/screen")).json()
    assert screen["game"] == "Anno 1452"
    assert [row["name"] for row in screen["scores"]["rows"]] == ["Anna", "Bert", "Cleo"]
    assert screen["asks"]
    assert "[" not in "".join(fact["value"] for fact in screen["facts"])


def test_a_battle_and_the_end_in_words(evening: Table) -> None:
    words = Words("en", "anno1452")
    fought, over = moments(
        evening,
        lambda s: s.battle is not None and bool(s.battle.rounds),
        lambda s: s.phase == "over",
    )
    battle = scene(GAME.view(fought, None), words).battle
    assert battle is not None
    assert battle.lines
    assert battle.winner is None
    assert sum(side.cubes for side in battle.sides) > 0
    end = scene(GAME.view(over, None), words)
    assert len(end.result) == 3
    assert end.last_battle is not None
    assert end.last_battle.outcome
    assert len(end.details[0].rows) == 16
    said = end.model_dump_json()
    assert "[server." not in said
    assert "[anno1452." not in said


def test_the_view_of_another_game_is_refused() -> None:
    with pytest.raises(TypeError, match="Anno 1452"):
        scene(object(), Words("en", "anno1452"))

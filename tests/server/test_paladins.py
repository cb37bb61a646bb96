"""The web view of Paladins: all routes, each mode, the end."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest

from turmwart.games.paladins import GAME
from turmwart.games.paladins.commands import DrawSuspicion
from turmwart.games.paladins.events import PaladinRevealed
from turmwart.games.paladins.setup import MODES, Seat, Setup
from turmwart.games.paladins.state import Paladin
from turmwart.journal.store import Journal
from turmwart.kernel.cubes import Cubes
from turmwart.server.app import create_app
from turmwart.server.paladins import scene
from turmwart.server.words import Words
from turmwart.table.palette import default_palette
from turmwart.table.players_paladins import PaladinPlayers
from turmwart.table.printed_paladins import demo_board
from turmwart.table.table import Done, Table

ROUTES = ("table", "view", "prompts", "log", "battle", "screen", "openapi.json")
SEATS = (Seat("s1", "Anna", "red"), Seat("s2", "Bert", "blue"))


@pytest.mark.parametrize("mode", MODES)
async def test_every_route_answers_in_each_mode(tmp_path: Path, mode: str) -> None:
    """Light mode shows suspicion and debts; the others goods and attributes too."""
    clock = count(1)
    with Journal.open(tmp_path / "journal.sqlite3") as journal:
        setup = Setup(SEATS, demo_board(), mode)
        table = Table.create(
            journal, "evening", GAME, setup, palette=default_palette(), clock=lambda: next(clock)
        )
        for _ in range(3):
            assert isinstance(table.do(DrawSuspicion("s1", 2)), Done)
        transport = httpx.ASGITransport(create_app(table))
        async with httpx.AsyncClient(
            transport=transport, base_url="http://127.0.0.1:8452"
        ) as client:
            for route in ROUTES:
                answer = await client.get(f"/api/v1/{route}")
                assert answer.status_code == 200, answer.text
            screen: dict[str, Any] = (await client.get("/api/v1/screen")).json()
            page = (await client.get("/")).text
        table.close()
    assert screen["game"] == "Paladins of the West Kingdom"
    assert "Provinces" not in page
    facts = {fact["id"]: fact["value"] for fact in screen["facts"]}
    assert facts["inquisition"] == "at 3 suspicion cards: Anna takes a debt and discards 1."
    # It is no final result.
    assert screen["result"] == []
    assert len(screen["scores"]["heads"]) == (3 if mode == "light" else 9)
    # In light mode the table is not at "pass the start marker" all round long.
    assert ("step" in facts) == (mode != "light")


def test_an_attribute_shows_what_the_paladin_adds() -> None:
    """Roland: four strength for this round, on top of the marker at 0."""
    state: Any = None
    for event in GAME.start(Setup(SEATS, demo_board(), "standard")):
        state = GAME.apply(state, event)
    state = GAME.apply(state, PaladinRevealed("s1", Paladin("Roland", 0, 4, 0), Cubes()))
    scores = scene(GAME.view(state, None), Words("en", "paladins")).scores
    assert [cell.text + cell.note for cell in scores.rows[0].cells[3:6]] == ["0", "0+4", "0"]
    # Two sums side by side would read as one, so the paladin's part stands small.
    assert scores.rows[0].cells[4].text == "0"
    assert "paladin" in scores.note


def test_the_end_shows_places_and_points() -> None:
    state: Any = None
    for event in GAME.start(Setup(SEATS, demo_board(), "light")):
        state = GAME.apply(state, event)
    players = PaladinPlayers(2)
    while (command := players.next(state)) is not None:
        events = GAME.decide(state, command, lambda stream, index, chance: None)
        assert isinstance(events, tuple)
        for event in events:
            state = GAME.apply(state, event)
    view = GAME.view(state, None)
    shown = scene(view, Words("en", "paladins"))
    assert shown.result[0].startswith("1. ")
    points = {row.seat: row.cells[0].text for row in shown.scores.rows}
    assert points == {one.seat: str(one.points) for one in view.ranking}
    with pytest.raises(TypeError, match="Paladins"):
        scene(object(), Words("en", "paladins"))

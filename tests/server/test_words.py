"""Every word that people read comes from the texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from turmwart import texts
from turmwart.games.wallenstein.view import EventView
from turmwart.server.app import create_app

MADE_UP = "xx"
NO_WORDS = ("id", "letter", "seat", "version", "revision")
"""Fields that programs read, or that are letters by intent."""
THE_GAMES = ("asks", "log")
"""Whole sentences of the game, whose values may hold names of cards and places."""


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A language whose words have no letters: ``§§§ {place}``."""
    real = texts.catalogue
    dotted = {
        text_id: re.sub(r"(\{\w+[:}])|[^\W\d_]", lambda found: found[1] or "§", text)
        for text_id, text in real("en").items()
    }
    monkeypatch.setattr(
        texts, "catalogue", lambda language: dotted if language == MADE_UP else real(language)
    )


def strings(node: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """All texts in an answer, with their place."""
    if isinstance(node, dict):
        for name, part in node.items():
            if name not in NO_WORDS:
                yield from strings(part, f"{place}.{name}")
    elif isinstance(node, list):
        for number, part in enumerate(node):
            yield from strings(part, f"{place}.{number}")
    elif isinstance(node, str):
        yield place, node


def own_names(view: Any, table: str) -> set[str]:
    """Names that stay as they are in every language."""
    names = {table} | {player.name for player in view.players}
    names |= {province.label for player in view.players for province in player.provinces}
    return names | {label for _, label in view.neutral}


def letters_left(text: str, names: set[str]) -> str:
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "")
    return "".join(re.findall(r"[^\W\d_]+", text))


async def moments(evening: Any, language: str) -> Any:
    """Pairs of view and screen for each kind of moment of a whole game."""
    transport = httpx.ASGITransport(create_app(evening.table, language))
    seen = set()
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        while True:
            view = evening.table.view(None)
            record = view.last_battle
            outcome = (record.battle.kind, record.outcome) if record else None
            kind = (view.phase, view.step, view.battle and view.battle.kind, outcome)
            if kind not in seen:
                seen.add(kind)
                yield view, (await client.get("/api/v1/screen")).json()
            if view.phase == "over":
                return
            evening.step()


async def test_no_word_is_left_in_a_made_up_language(evening: Any, made_up: None) -> None:
    count = 0
    async for view, screen in moments(evening, MADE_UP):
        names = own_names(view, "Tuesday")
        for part in THE_GAMES:
            screen.pop(part)
        for place, text in strings(screen):
            assert letters_left(text, names) == "", (place, text)
        count += 1
    assert count > 20


async def test_every_text_is_there_and_filled(evening: Any) -> None:
    async for _, screen in moments(evening, "en"):
        for place, text in strings(screen):
            assert not re.search(r"\[[a-z]+\.[\w.]+|\{\w+\}|None", text), (place, text)


async def test_the_page_holds_no_word_of_its_own(table: Any, made_up: None) -> None:
    table.name = "§"
    transport = httpx.ASGITransport(create_app(table, MADE_UP))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        page = (await client.get("/")).text
    shown = re.sub(r"<[^>]*>", " ", page)
    spoken = re.findall(r'(?:data-\w+|aria-label|title|alt)="([^"]*)"', page)
    for text in (shown, *spoken):
        assert re.findall(r"[^\W\d_]+", text) == []
    assert len(spoken) >= 8


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ("tax_max", "At most 5 thalers"),
        ("tax_min", "At least 5 thalers"),
        ("grain_max", "At most 5 grain"),
        ("grain_min", "At least 5 grain"),
        ("neutral_defence", "5 farmers"),
        ("building_defence", "5 more to defend a province with a church"),
        ("building_no_attack", "province with a church"),
        ("building_calms", "church"),
        ("recruit_yield", "Five armies: 4, three armies: 2"),
    ],
)
async def test_every_kind_of_event_is_said(table: Any, event: str, said: str) -> None:
    table.commit(event=EventView("event_1", event, 5, "church", 4, 2, 3, ""))
    transport = httpx.ASGITransport(create_app(table))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        facts = (await client.get("/api/v1/screen")).json()["facts"]
    assert said in next(fact["value"] for fact in facts if fact["id"] == "event")

"""The page of Wallenstein in German and Hungarian: no ids, no places, no English left."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path

import httpx
import pytest

from turmwart.games.registry import load
from turmwart.games.wallenstein.light.things import BeginFight, LightSetup, NextSeason, ReportThrow
from turmwart.games.wallenstein.setup import Seat
from turmwart.journal.store import Journal
from turmwart.kernel.cubes import Cubes
from turmwart.server.app import create_app
from turmwart.table.palette import default_palette
from turmwart.table.printed import demo_board
from turmwart.table.table import Done, Table
from turmwart.texts import catalogue, speak, spoken

from .conftest import Evening
from .test_words import strings

LANGUAGES = ("de", "hu")
FAMILIES = ("server.", "wallenstein", "colour.", "tower.", "table.")
"""Texts that a page can say."""
WORD = re.compile(r"[^\W\d_]{2,}")
RULE = re.compile(r"\bW-[A-Z]+-\d+\b")
RAW = re.compile(r"\[[a-z_]+\.[\w.]+|\{\w+|@[a-z]+\.|\bNone\b|\b(?:wallenstein|server|app)\.\w+")
"""An id, a place, a named text or a value that nobody put into words."""


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    before = spoken()
    yield
    speak(before)


def vocabulary(language: str) -> set[str]:
    """The words of all texts that a page can say."""
    texts = (text for name, text in catalogue(language).items() if name.startswith(FAMILIES))
    said = (re.sub(r"\{\w+:?|\}", " ", text) for text in texts)
    return {word.casefold() for text in said for word in WORD.findall(text)}


def faults(texts: Iterable[tuple[str, str]], language: str, names: set[str]) -> list[str]:
    """What a reader of a language would stumble over."""
    strange = vocabulary("en") - vocabulary(language)
    found = []
    for place, text in texts:
        rest = RULE.sub(" ", text)
        for name in sorted(names, key=len, reverse=True):
            rest = rest.replace(name, " ")
        english = strange & {word.casefold() for word in WORD.findall(rest)}
        if english or RAW.search(rest):
            found.append(f"{place}: {text} {sorted(english)}")
    return found


def of_page(page: str) -> list[tuple[str, str]]:
    """What the page itself shows, and what its attributes say."""
    page = re.sub(r"<(script|style)\b.*?</\1>", " ", page, flags=re.DOTALL)
    spoken = re.findall(r'(?:data-\w+|aria-label|title|alt)="([^"]*)"', page)
    return [("page", text) for text in (re.sub(r"<[^>]*>", " ", page), *spoken)]


async def everything(client: httpx.AsyncClient) -> list[tuple[str, str]]:
    """Page and screen of a table as they are now."""
    screen = (await client.get("/api/v1/screen")).json()
    return [*of_page((await client.get("/")).text), *strings(screen)]


def test_faults_are_found() -> None:
    assert faults([("a", "Anna ist fertig. [wallenstein.x]")], "de", {"Anna"}) != []
    assert faults([("a", "Wurf {number}")], "de", set()) != []
    assert faults([("a", "2 armies in Ulm")], "de", {"Ulm"}) == ["a: 2 armies in Ulm ['armies']"]
    assert faults([("a", "2 Armeen in Ulm")], "de", {"Ulm"}) == []


async def test_a_game_at_court_is_told_without_english(tmp_path: Path) -> None:
    """Each kind of moment of a game, in both languages; the program's own language does not
    matter where the page names another."""
    speak("en")
    evening = Evening(tmp_path, 5, imperial_court=True)
    board = demo_board()
    names = {"Anna", "Béla", "Clara", "Tuesday", "Turmwart", "Wallenstein"}
    names |= {one.label for one in (*board.provinces, *board.regions)}
    seen, found = set(), []
    async with AsyncExitStack() as stack:
        clients = {}
        for language in LANGUAGES:
            transport = httpx.ASGITransport(create_app(evening.table, language))
            client = httpx.AsyncClient(transport=transport, base_url="http://localhost")
            clients[language] = await stack.enter_async_context(client)
        while evening.table.view(None).phase != "over":
            view = evening.table.view(None)
            kind = (view.phase, view.step, view.battle and view.battle.kind)
            if kind not in seen:
                seen.add(kind)
                for language, client in clients.items():
                    found += faults(await everything(client), language, names)
            evening.step()
        for language, client in clients.items():
            found += faults(await everything(client), language, names)
    log = [(text_id, dict(values)) for _, text_id, values in evening.table.log(10_000)]
    evening.close()
    assert found == []
    assert {"exchanges", "audience", "bids", "actions"} <= {phase for phase, *_ in seen}
    assert len({text_id for text_id, _ in log}) > 30


@pytest.mark.parametrize("language", LANGUAGES)
async def test_light_bookkeeping_is_told_without_english(tmp_path: Path, language: str) -> None:
    """The language that is spoken is the page's where nobody names one."""
    speak(language)
    seats = (Seat("s1", "Anna", "red"), Seat("s2", "Béla", "blue"))
    seats += (Seat("s3", "Clara", "purple"),)
    with Journal.open(tmp_path / "journal.sqlite3") as journal:
        game = load("wallenstein_light")
        clock = count(1_790_000_000_000).__next__
        setup = LightSetup(seats, 15)
        table = Table.create(
            journal, "Tuesday", game, setup, palette=default_palette(), clock=clock
        )
        transport = httpx.ASGITransport(create_app(table))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            names = {"Anna", "Béla", "Clara", "Tuesday", "Turmwart", "Wallenstein"}
            for command in (
                None,
                BeginFight("s1", "s2"),
                ReportThrow(Cubes.of(red=2, blue=1)),
                NextSeason(),
            ):
                assert command is None or isinstance(table.do(command), Done)
                assert faults(await everything(client), language, names) == []
            assert f'lang="{language}"' in (await client.get("/")).text
        table.close()

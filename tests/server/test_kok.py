"""The pages of King of Kings: each seat its own, nothing of the others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import httpx
import pytest
from kok_world import setup_of

from turmwart.cli.kok_serve import tokens_of
from turmwart.errors import JournalError
from turmwart.games.kingofkings import GAME
from turmwart.journal.store import Journal
from turmwart.server.kok import create_kok_app
from turmwart.table.palette import default_palette
from turmwart.table.table import Table

TOKENS = {"gm": "master-word", "1": "first-word", "2": "second-word"}
HIDDEN = "Geheimburg"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Two tribes that do not see each other."""
    units = [("1/1", 1, "1 FU"), ("2/1", 1, "1 FU"), ("5/1", 2, "1 FU"), ("6/1", 2, "1 FU")]
    setup = setup_of(["EEEEEE"], units)
    with Journal.open(tmp_path / "j.sqlite") as journal:
        made = Table.create(
            journal, "G", GAME, setup, palette=default_palette(), clock=lambda: 1_700_000_000_000
        )
        yield made
        made.close()


@pytest.fixture
async def client(table: Table) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(create_kok_app(table, TOKENS, "de"))
    return httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8453")


async def test_a_player_checks_hands_in_and_reads_the_report(client: httpx.AsyncClient) -> None:
    """The check stores nothing; the receipt tells the sheet; the game master plays the round."""
    text = "VERT 1 1 G\nLAND 1 1 FUSS 1 OO\n"
    checked = await client.post("/p/first-word/check", json={"text": text})
    assert [line["error"] for line in checked.json()["lines"]] == ["", "bad-direction"]
    assert "LAND 1 1 FUSS 1 O O" in checked.json()["lines"][1]["meant"]
    assert "VERT" not in (await client.get("/p/first-word")).text
    stored = await client.post("/p/first-word/sheet", json={"text": text})
    assert re.search(r"Runde 1: Zettel 1, 2 Zeilen, [0-9a-f]{12}", stored.json()["receipt"])
    assert "VERT 1 1 G" in (await client.get("/p/first-word")).text
    desk = (await client.get("/p/master-word")).text
    assert "1 T1: 2 Zeilen" in desk
    assert "2 T2: noch nichts" in desk
    assert (await client.post("/p/master-word/play")).json() == {"round": 1}
    page = (await client.get("/p/first-word")).text
    assert "Runde 1" in page
    assert "keine Richtung" in page


async def test_an_empty_first_line_stays_in_the_form(client: httpx.AsyncClient) -> None:
    """A browser drops one line break after the tag, and with it the numbers of all lines."""
    await client.post("/p/first-word/sheet", json={"text": "\nVERT 1 1 G"})
    page = (await client.get("/p/first-word")).text
    assert re.search(r"<textarea[^>]*>\n\nVERT 1 1 G</textarea>", page)


async def test_nothing_of_others_is_on_a_page(client: httpx.AsyncClient) -> None:
    """Neither sheets nor names nor troops that the seat does not see, before and after a round."""
    await client.post("/p/second-word/sheet", json={"text": f"NAME 5 1 {HIDDEN}\nVERT 5 1 U"})
    for _ in range(2):
        page = (await client.get("/p/first-word")).text
        assert HIDDEN not in page
        assert "VERT 5 1" not in page
        answers = await client.post("/p/first-word/check", json={"text": "VERT 5 1 G"})
        assert HIDDEN not in answers.text
        await client.post("/p/master-word/play")
    assert HIDDEN in (await client.get("/p/second-word")).text


async def test_a_sheet_that_cannot_be_stored_is_no_defect(
    client: httpx.AsyncClient, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player hears that nothing was stored and why, not where the journal lies."""

    def append(*_: object) -> NoReturn:
        raise JournalError("journal.unwritable", path="/home/gm/j.sqlite", reason="disk is full")

    monkeypatch.setattr(table.journal, "append", append)
    answer = await client.post("/p/first-word/sheet", json={"text": "VERT 1 1 G"})
    assert answer.status_code == 503
    assert "nichts gespeichert: disk is full" in answer.json()["error"]["message"]
    assert "/home" not in answer.text
    monkeypatch.undo()
    assert table.state.sheets == ()
    assert (await client.post("/p/first-word/sheet", json={"text": "VERT 1 1 G"})).json()["receipt"]


async def test_a_page_of_an_earlier_round_is_refused(
    client: httpx.AsyncClient, table: Table
) -> None:
    """A second click plays no second round; a form left open hands in nothing for the next one."""
    desk = (await client.get("/p/master-word")).text
    form = (await client.get("/p/first-word")).text
    rounds = [int(re.findall(r'data-round="(\d+)"', page)[0]) for page in (desk, form)]
    assert rounds == [1, 1]
    assert (await client.post("/p/master-word/play", json={"round": 1})).json() == {"round": 1}
    written = {"text": "VERT 1 1 G", "round": 1}
    for path, body in (
        ("/p/master-word/play", {"round": 1}),
        ("/p/first-word/sheet", written),
        ("/p/first-word/check", written),
    ):
        answer = await client.post(path, json=body)
        assert answer.status_code == 409
        assert "Runde 1, das Spiel wartet auf Runde 2" in answer.json()["error"]["message"]
    assert table.state.round == 2
    assert table.state.sheets == ()
    stored = await client.post("/p/first-word/sheet", json=written | {"round": 2})
    assert "Runde 2" in stored.json()["receipt"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/p/wrong", 404),
        ("GET", "/p/", 404),
        ("GET", "/", 404),
        ("POST", "/p/wrong/sheet", 404),
        ("POST", "/p/first-word/play", 404),
        ("POST", "/p/master-word/sheet", 404),
        ("GET", "/openapi.json", 404),
        ("GET", "/p/first-word/sheet", 405),
    ],
)
async def test_who_has_no_right_sees_nothing(
    method: str, path: str, status: int, client: httpx.AsyncClient
) -> None:
    """One JSON error, and nothing was played or stored."""
    answer = await client.request(method, path, json={"text": "VERT 1 1 G"})
    assert answer.status_code == status
    assert answer.json()["error"]["message"]
    assert "VERT" not in (await client.get("/p/first-word")).text


async def test_what_is_too_long_or_strange_is_refused(client: httpx.AsyncClient) -> None:
    """Too many bytes, too many characters, no text; a foreign host."""
    sheet = "/p/first-word/sheet"
    assert (await client.post(sheet, content=b"x" * 600_000)).status_code == 413
    assert (await client.post(sheet, json={"text": "x" * 100_001})).status_code == 422
    assert (await client.post(sheet, json={"words": 1})).status_code == 422
    foreign = await client.get("/p/first-word", headers={"host": "elsewhere.example"})
    assert foreign.status_code in (400, 403, 421)


async def test_a_page_is_asked_about_without_its_body(client: httpx.AsyncClient) -> None:
    asked = await client.head("/p/first-word")
    assert (asked.status_code, asked.content) == (200, b"")


async def test_an_address_without_a_word_names_the_game_master(client: httpx.AsyncClient) -> None:
    """No page at /, nor anything else that only the web view has."""
    said = [await client.get("/"), await client.get("/p/first-word/sheet")]
    said.append(await client.put("/p/first-word"))
    for answer in said:
        assert answer.status_code in (404, 405)
        assert answer.json()["error"]["id"] == "server.kok.no_page"


async def test_pages_bring_what_they_need(client: httpx.AsyncClient) -> None:
    """Style and script of this server alone, as the policy demands."""
    page = await client.get("/p/first-word")
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert "<style" not in page.text
    assert "<script>" not in page.text
    for path in re.findall(r'(?:href|src)="([^"]+)"', page.text):
        answer = await client.get(path)
        assert answer.status_code == 200, path
        assert answer.text


def test_tokens_stay_and_differ(table: Table) -> None:
    """Drawn once for each seat."""
    tokens = tokens_of(table.journal, table)
    assert set(tokens) == {"gm", "1", "2"}
    assert len(set(tokens.values())) == 3
    assert tokens_of(table.journal, table) == tokens

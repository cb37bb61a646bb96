"""Foreign names, foreign pages and foreign markup are kept out."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from turmwart.server.app import create_app
from turmwart.server.guard import host_name

EVIL = "<script>alert(1)</script>\"&'"


def client_of(table: Any, host: str, **options: Any) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(create_app(table, **options))
    return httpx.AsyncClient(
        transport=transport, base_url="http://127.0.0.1", headers={"host": host}
    )


@pytest.mark.parametrize("host", ["localhost", "localhost:8452", "127.0.0.1:1", "LOCALHOST:80"])
async def test_own_names_are_answered(table: Any, host: str) -> None:
    async with client_of(table, host) as client:
        assert (await client.get("/")).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "192.168.1.7:8452",
        "127.0.0.1.evil.example",
        "",
        "localhost:port",
        "evil.example@localhost",
        "localhost/evil",
    ],
)
async def test_foreign_names_are_refused(table: Any, host: str) -> None:
    async with client_of(table, host) as client:
        for path in ("/", "/page.js", "/api/v1/view"):
            answer = await client.get(path)
            assert answer.status_code == 421
            assert answer.json()["error"]["id"] == "server.error.host"
            assert "127.0.0.1, localhost" in answer.json()["error"]["message"]
            assert "Anna" not in answer.text


async def test_the_address_that_is_shown_is_answered(table: Any) -> None:
    hosts = {"localhost", "192.168.1.7"}
    async with client_of(table, "192.168.1.7:8452", hosts=hosts) as client:
        answer = await client.get("/")
        assert answer.status_code == 200
        policy = answer.headers["content-security-policy"]
        assert "connect-src 'self' ws://192.168.1.7:8452;" in policy


@pytest.mark.parametrize(
    "path", ["/", "/page.js", "/page.css", "/icon.svg", "/api/v1/view", "/nothing"]
)
async def test_every_answer_is_fenced_in(table: Any, path: str) -> None:
    async with client_of(table, "localhost") as client:
        answer = await client.get(path)
    policy = dict(
        part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["form-action"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"
    assert "access-control-allow-origin" not in answer.headers


async def test_the_page_loads_nothing_from_elsewhere(table: Any) -> None:
    async with client_of(table, "localhost") as client:
        texts = {path: (await client.get(path)).text for path in ("/", "/page.js", "/page.css")}
    for path, text in texts.items():
        assert "http://" not in text, path
        assert "https://" not in text, path
    assert "<style" not in texts["/"]
    assert "style=" not in texts["/"]
    assert texts["/"].count("<script") == 1
    assert '<script src="page.js" defer></script>' in texts["/"]
    for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
        assert way not in texts["/page.js"]


async def test_names_cannot_become_markup(new_table: Any) -> None:
    table = new_table(EVIL, "Béla", "Clara")
    table.name = EVIL
    async with client_of(table, "localhost") as client:
        page = (await client.get("/")).text
        answer = await client.get("/api/v1/screen")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["scores"]["rows"][0]["name"] == EVIL


async def test_all_words_of_the_page_are_there(table: Any) -> None:
    async with client_of(table, "localhost") as client:
        page = (await client.get("/")).text
    assert "[server." not in page
    assert "${" not in page


def test_host_names() -> None:
    assert host_name("Localhost:80") == "localhost"
    assert host_name("[::1]:80") == "::1"
    assert host_name("a:b") == ""
    assert host_name("a?b") == ""

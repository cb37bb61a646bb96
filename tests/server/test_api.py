"""The interface: every route, what it says of itself, and what it refuses."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from fastapi.openapi.models import OpenAPI

from turmwart.kernel.cubes import Cubes
from turmwart.server.app import create_app
from turmwart.tower.witness import Question

ROUTES = ("table", "view", "prompts", "log", "battle", "screen")


@pytest.fixture
def app(table: Any) -> FastAPI:
    return create_app(table)


@pytest.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8452") as client:
        yield client


async def get(client: httpx.AsyncClient, path: str) -> Any:
    answer = await client.get(f"/api/v1/{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_table(client: httpx.AsyncClient, table: Any) -> None:
    table.see("red", "blue")
    assert await get(client, "table") == {
        "name": "Tuesday",
        "game": "wallenstein",
        "version": 1,
        "revision": 1,
        "language": "en",
        "cubes_waiting": 2,
    }


async def test_view_is_the_whole_view_as_data(client: httpx.AsyncClient, table: Any) -> None:
    table.start_throw()
    answer = await get(client, "view")
    assert answer["version"] == 2
    assert answer["view"]["players"][1]["name"] == "Béla"
    assert answer["view"]["battle"]["thrown"] == {"blue": 3, "red": 4}


async def test_prompts_in_words_and_as_data(client: httpx.AsyncClient, table: Any) -> None:
    [prompt] = (await get(client, "prompts"))["prompts"]
    assert prompt["data"]["command"] == "Move"
    assert prompt["data"]["slots"][0]["type"] == "Several"
    assert prompt["text"]
    assert prompt["label"]


async def test_log_gives_the_last_lines(client: httpx.AsyncClient, table: Any) -> None:
    table.lines += [(n, "server.cubes", (("count", n), ("colour", "red"))) for n in range(2, 9)]
    lines = (await get(client, "log?last=3"))["lines"]
    assert [line["text"] for line in lines] == ["6 red", "7 red", "8 red"]
    assert lines[0]["values"] == [
        {"name": "count", "value": 6},
        {"name": "colour", "value": "red"},
    ]


async def test_battle_while_cubes_fall_and_afterwards(
    client: httpx.AsyncClient, table: Any
) -> None:
    nothing = await get(client, "battle")
    assert nothing == {"version": 1, "throw": None, "battle": None, "last_battle": None}
    table.start_throw()
    table.see("red", "green", "red")
    during = await get(client, "battle")
    assert [cube["id"] for cube in during["throw"]["fallen"]] == ["red", "green", "red"]
    tally = {row["colour"]["id"]: row for row in during["throw"]["tally"]}
    assert (tally["red"]["fallen"], tally["red"]["thrown"], tally["red"]["most"]) == (2, 4, 7)
    assert (tally["green"]["fallen"], tally["green"]["thrown"]) == (1, 0)
    assert [side["name"] for side in during["battle"]["sides"]] == ["Anna", "Béla"]
    table.settle()
    after = await get(client, "battle")
    assert after["throw"] is None
    assert after["last_battle"]["winner"] == 0
    assert [side["strength"] for side in after["last_battle"]["sides"]] == [5, 3]
    assert after["last_battle"]["place"] == "Nordmark"


async def test_a_hidden_tower_is_not_told_by_the_most_that_can_fall(
    client: httpx.AsyncClient, table: Any
) -> None:
    table.start_throw()
    (prompt,) = table.waiting
    table.waiting = (replace(prompt, slots=(replace(prompt.slots[0], hidden=True),)),)
    tally = (await get(client, "battle"))["throw"]["tally"]
    assert {row["most"] for row in tally} == {None}
    # Green lies in the tower; nobody threw any.
    assert [row["colour"]["id"] for row in tally] == ["blue", "red", "yellow"]
    (slot,) = (await get(client, "prompts"))["prompts"][0]["data"]["slots"]
    assert (slot["bounds"], slot["expected"]) == ({}, {"blue": 3, "red": 4, "yellow": 1})


async def test_a_question_of_the_witnesses_is_shown(client: httpx.AsyncClient, table: Any) -> None:
    table.start_throw()
    table.told = Question("doubtful", ("red",), Cubes())
    table.see("red")
    status = (await get(client, "battle"))["throw"]["status"]
    assert status.startswith("1 fallen.")
    assert "(red)" in status


async def test_the_question_says_how_many_cubes_have_no_colour(
    client: httpx.AsyncClient, table: Any
) -> None:
    table.start_throw()
    table.told = Question("unseen", (), Cubes.of(red=1), unseen=3)
    table.see("red")
    assert "without a colour: 3." in (await get(client, "battle"))["throw"]["status"]


async def test_screen_says_everything_in_words(client: httpx.AsyncClient, table: Any) -> None:
    table.tower_gone()
    screen = await get(client, "screen")
    rows = screen["scores"]["rows"]
    assert [(row["name"], row["turn"]) for row in rows] == [
        ("Anna", True),
        ("Béla", False),
        ("Clara", False),
    ]
    assert screen["notice"].startswith("The tower is gone")
    assert screen["details"][0]["rows"][0][3] == "?"
    assert screen["details"][0]["title"] == "Anna: 2 provinces"
    assert "[" not in screen["scores"]["caption"] + screen["game"] + screen["notice"]


async def test_a_page_that_is_opened_later_tells_that_the_tower_is_gone(table: Any) -> None:
    table.tower_gone()
    transport = httpx.ASGITransport(create_app(table))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8452") as late:
        assert (await get(late, "screen"))["notice"].startswith("The tower is gone")


async def test_only_what_everybody_may_see_is_asked(client: httpx.AsyncClient, table: Any) -> None:
    for route in ROUTES:
        await get(client, route)
    assert table.asked
    assert set(table.asked) == {None}


# -- what it says of itself -------------------------------------------------------------------


async def test_openapi_is_valid_and_complete(client: httpx.AsyncClient) -> None:
    described = await get(client, "openapi.json")
    OpenAPI.model_validate(described)
    assert set(described["paths"]) == {f"/api/v1/{route}" for route in ROUTES}
    for path in described["paths"].values():
        assert set(path) == {"get"}
    references = list(_references(described))
    assert "#/components/schemas/Data.View" in references
    for reference in references:
        assert reference.removeprefix("#/components/schemas/") in described["components"]["schemas"]


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("thrown", [False, True])
async def test_answers_are_what_openapi_says(
    client: httpx.AsyncClient, table: Any, route: str, thrown: bool
) -> None:
    if thrown:
        table.start_throw()
        table.see("red", "blue")
    described = await get(client, "openapi.json")
    said = described["paths"][f"/api/v1/{route}"]["get"]["responses"]["200"]["content"]
    schema = said["application/json"]["schema"]
    answer = await get(client, route)
    assert list(_misfits(schema, answer, described, route)) == []


async def test_the_schema_check_can_fail(client: httpx.AsyncClient) -> None:
    described = await get(client, "openapi.json")
    said = described["paths"]["/api/v1/view"]["get"]["responses"]["200"]["content"]
    answer = await get(client, "view")
    answer["view"]["players"][0]["points"] = "many"
    del answer["view"]["bank"]
    misfits = list(_misfits(said["application/json"]["schema"], answer, described, "view"))
    assert misfits == ["view.view: lacks bank", "view.view.players.0.points: 'many'"]


async def test_a_whole_real_game_is_what_openapi_says(evening: Any) -> None:
    """At every step the screen and the view of a real table, as they are described."""
    app = create_app(evening.table)
    transport = httpx.ASGITransport(app)
    described = app.openapi()
    seen = set()
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        for _ in range(3000):
            view = evening.table.view(None)
            kind = (view.phase, view.step, view.battle is not None, view.year)
            # One answer for each kind of moment: all of them would take a minute.
            if kind not in seen:
                seen.add(kind)
                for route in ROUTES:
                    schema = described["paths"][f"/api/v1/{route}"]["get"]["responses"]["200"]
                    schema = schema["content"]["application/json"]["schema"]
                    answer = await get(client, route)
                    assert list(_misfits(schema, answer, described, route)) == []
            if view.phase == "over":
                break
            evening.step()
        result = (await get(client, "screen"))["result"]
    assert len(result) == 3
    assert {"draft", "planning", "actions", "over"} <= {phase for phase, _, _, _ in seen}
    assert any(fights for _, _, fights, _ in seen)


def _references(node: Any) -> Any:
    if isinstance(node, dict):
        for name, value in node.items():
            if name == "$ref":
                yield value
            else:
                yield from _references(value)
    elif isinstance(node, list):
        for value in node:
            yield from _references(value)


_TYPES: dict[str, type] = {
    "object": dict,
    "array": list,
    "integer": int,
    "string": str,
    "boolean": bool,
    "null": type(None),
}


def _misfits(schema: Any, value: Any, root: Any, place: str) -> Any:
    """Where ``value`` is not what ``schema`` says (as much of JSON Schema as is used here)."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/components/schemas/")
        schema = root["components"]["schemas"][name]
    if "anyOf" in schema:
        tries = [list(_misfits(part, value, root, place)) for part in schema["anyOf"]]
        if all(tries):
            yield f"{place}: fits nothing"
        return
    if "const" in schema and value != schema["const"]:
        yield f"{place}: {value!r}"
    if "type" in schema:
        expected = _TYPES[schema["type"]]
        if not isinstance(value, expected) or (expected is int and isinstance(value, bool)):
            yield f"{place}: {value!r}"
            return
    if isinstance(value, dict):
        for name in schema.get("required", ()):
            if name not in value:
                yield f"{place}: lacks {name}"
        more = schema.get("additionalProperties", True)
        for name, part in value.items():
            if name in schema.get("properties", {}):
                yield from _misfits(schema["properties"][name], part, root, f"{place}.{name}")
            elif more is False:
                yield f"{place}: unknown {name}"
            elif isinstance(more, dict):
                yield from _misfits(more, part, root, f"{place}.{name}")
    if isinstance(value, list):
        first = schema.get("prefixItems", [])
        for number, part in enumerate(value):
            inner = first[number] if number < len(first) else schema.get("items", {})
            yield from _misfits(inner, part, root, f"{place}.{number}")


# -- what it refuses --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "status", "text_id"),
    [
        ("GET", "/nothing", 404, "server.error.no_page"),
        ("GET", "/api/v1/nothing", 404, "server.error.no_page"),
        ("GET", "/docs", 404, "server.error.no_page"),
        ("GET", "/../pyproject.toml", 404, "server.error.no_page"),
        ("POST", "/api/v1/view", 405, "server.error.read_only"),
        ("DELETE", "/api/v1/table", 405, "server.error.read_only"),
        ("PUT", "/", 405, "server.error.read_only"),
        ("GET", "/api/v1/log?last=0", 422, "server.error.unfit"),
        ("GET", "/api/v1/log?last=501", 422, "server.error.unfit"),
        ("GET", "/api/v1/log?last=all", 422, "server.error.unfit"),
    ],
)
async def test_refusals_are_clear_json(
    client: httpx.AsyncClient, method: str, path: str, status: int, text_id: str
) -> None:
    answer = await client.request(method, path)
    assert answer.status_code == status
    error = answer.json()["error"]
    assert error["id"] == text_id
    assert error["message"]
    assert "[" not in error["message"]
    assert error["where"] == (["query.last"] if status == 422 else [])


@pytest.mark.parametrize("path", ["/", "/page.js", "/api/v1/view", "/nothing"])
async def test_what_is_asked_about_only_is_answered_without_its_body(
    client: httpx.AsyncClient, path: str
) -> None:
    """HEAD: the same status, type and length as GET."""
    full, asked = await client.get(path), await client.head(path)
    assert (asked.status_code, asked.content) == (full.status_code, b"")
    assert asked.headers == full.headers
    assert int(asked.headers["content-length"]) == len(full.content)


async def test_an_unfit_number_is_named(client: httpx.AsyncClient) -> None:
    message = (await client.get("/api/v1/log?last=0")).json()["error"]["message"]
    assert "query.last" in message
    assert "1" in message


async def test_a_defect_of_ours_is_json_too(app: FastAPI, table: Any) -> None:
    def broken(seat: str | None = None) -> Any:
        raise KeyError("secret detail")

    table.view = broken
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        answer = await client.get("/api/v1/view")
    assert answer.status_code == 500
    assert answer.json()["error"]["id"] == "server.error.failed"
    assert "secret" not in answer.text


async def test_a_game_without_screens_is_refused(table: Any) -> None:
    table.game.name = "chess"
    with pytest.raises(ValueError, match="no screens for chess"):
        create_app(table)

"""Puts the web view of one table together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, WebSocket
from fastapi.openapi.utils import get_openapi

from turmwart import __version__
from turmwart.kernel.prompt import Prompt
from turmwart.server import faults
from turmwart.server.guard import LOOPBACK, Guard, headers_for
from turmwart.server.live import Live
from turmwart.server.routes import api, page
from turmwart.server.schema import Schemas
from turmwart.server.screen import Scenery, Screens
from turmwart.server.words import Words
from turmwart.table.table import Table
from turmwart.texts import spoken


def create_app(
    table: Table,
    language: str = "",
    *,
    hosts: Collection[str] = LOOPBACK,
    sceneries: dict[str, Scenery] | None = None,
) -> FastAPI:
    """The web view of ``table``: read only, and only what everybody at the table may see.

    Args:
        table: the table; must be used in the loop that runs the application.
        language: of all words; none: the one that is spoken.
        hosts: names and addresses under which it may be asked.
        sceneries: which games can be shown; None for all there are.

    Raises:
        ValueError: there are no screens for the table's game.
    """
    language = language or spoken()
    words = Words(language, table.game.name)
    screens = Screens(table, words, sceneries)
    live = Live(table, lambda revision, notice: screens.screen(revision, notice).model_dump_json())

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        live.close()

    app = FastAPI(
        title=words.say("server.api.title"),
        description=words.say("server.api.description"),
        version=__version__,
        openapi_url=f"{api.PREFIX}/openapi.json",
        # The pages FastAPI brings for these load scripts from elsewhere.
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.include_router(page.router(screens))
    app.include_router(api.router(screens, live))
    app.add_api_websocket_route("/live", _follow(live))
    faults.install(app, language, headers_for(""))
    app.add_middleware(Guard, hosts=hosts, language=language)
    _describe(app, type(table.view(None)))
    return app


def _follow(live: Live) -> Any:
    async def follow(screen: WebSocket) -> None:
        await live.follow(screen)

    return follow


def _describe(app: FastAPI, view: type) -> None:
    """Add the shapes of the game's view and of prompts to what OpenAPI says."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            described = get_openapi(
                title=app.title,
                version=app.version,
                description=app.description,
                routes=app.routes,
            )
            shapes = Schemas("Data.")
            known = described["components"]["schemas"]
            known["ViewAnswer"]["properties"]["view"] = shapes.of(view)
            known["PromptAnswer"]["properties"]["data"] = shapes.of(Prompt)
            known.update(shapes.components)
            app.openapi_schema = described
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]

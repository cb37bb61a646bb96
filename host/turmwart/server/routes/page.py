"""The page for a phone or a television, and what it needs."""

from __future__ import annotations

import html
from importlib.resources import files
from string import Template

from fastapi import APIRouter, Response

from turmwart.server.screen import Screens

_FILES = {"page.css": "text/css", "page.js": "text/javascript", "icon.svg": "image/svg+xml"}


class _Page(Template):
    idpattern = r"[a-z_]+(\.[a-z_]+)*"


def router(screens: Screens) -> APIRouter:
    """The routes of one table's page."""
    page = APIRouter(include_in_schema=False)
    folder = files("turmwart.server") / "static"
    shell = _Page((folder / "page.html").read_text("utf-8"))
    words = {name: screens.words.say(f"server.page.{name}") for name in shell.get_identifiers()}
    words["language"] = screens.words.language
    words["table"] = screens.table.name
    words["game"] = screens.words.say(f"server.game.{screens.table.game.name}")
    text = shell.substitute({name: html.escape(word) for name, word in words.items()})

    @page.get("/")
    async def get_page() -> Response:
        return Response(text, media_type="text/html")

    def add(name: str, media_type: str) -> None:
        content = (folder / name).read_text("utf-8")

        @page.get(f"/{name}")
        async def get_file() -> Response:
            return Response(content, media_type=media_type)

    for name, media_type in _FILES.items():
        add(name, media_type)
    return page

"""The table as JSON, under ``/api/v1``."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Query

from turmwart.kernel.canon import to_plain
from turmwart.kernel.prompt import NONE, CubeCount, Prompt
from turmwart.server.faults import FaultAnswer
from turmwart.server.live import Live
from turmwart.server.models import (
    BattleAnswer,
    LogAnswer,
    PromptAnswer,
    PromptsAnswer,
    Screen,
    TableAnswer,
    ViewAnswer,
)
from turmwart.server.screen import Screens

PREFIX = "/api/v1"
MOST_LINES = 500


def router(screens: Screens, live: Live) -> APIRouter:
    """The routes of one table."""
    table, words = screens.table, screens.words
    refusals: dict[int | str, dict[str, Any]] = {421: {"model": FaultAnswer}}
    api = APIRouter(prefix=PREFIX, responses=refusals)

    @api.get("/table", summary="Which table this is")
    async def get_table() -> TableAnswer:
        return TableAnswer(
            name=table.name,
            game=table.game.name,
            version=table.version,
            revision=live.revision,
            language=words.language,
            cubes_waiting=len(table.fallen),
        )

    @api.get("/view", summary="What everybody at the table may see, as data")
    async def get_view() -> ViewAnswer:
        return ViewAnswer(version=table.version, view=to_plain(table.view(None)))

    @api.get("/prompts", summary="What must or may be done now, in words and as data")
    async def get_prompts() -> PromptsAnswer:
        return PromptsAnswer(
            version=table.version,
            prompts=tuple(
                PromptAnswer(
                    text=words.prompt(prompt),
                    label=words.label(prompt),
                    data=to_plain(_shown(prompt)),
                )
                for prompt in table.prompts(None)
            ),
        )

    @api.get("/log", summary="What happened", responses={422: {"model": FaultAnswer}})
    async def get_log(
        last: Annotated[int, Query(ge=1, le=MOST_LINES, description="How many lines.")] = 50,
    ) -> LogAnswer:
        return LogAnswer(version=table.version, lines=tuple(screens.log(last)))

    @api.get("/battle", summary="The battle under way and the last one")
    async def get_battle() -> BattleAnswer:
        screen = screens.screen(live.revision, live.notice)
        return BattleAnswer(
            version=screen.version,
            throw=screen.throw,
            battle=screen.battle,
            last_battle=screen.last_battle,
        )

    @api.get("/screen", summary="What the page shows; the websocket /live sends the same")
    async def get_screen() -> Screen:
        return screens.screen(live.revision, live.notice)

    return api


def _shown(prompt: Prompt) -> Prompt:
    """The prompt without the bounds that nobody may see."""
    slots = (
        replace(slot, bounds=NONE) if isinstance(slot, CubeCount) and slot.hidden else slot
        for slot in prompt.slots
    )
    return replace(prompt, slots=tuple(slots))

"""``turmwart kok serve``: a page for each player and one for the game master."""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import signal
from collections.abc import Callable

from turmwart.cli.common import journal_path, open_table
from turmwart.cli.kok_deadline import need_time
from turmwart.errors import InputError
from turmwart.games.kingofkings import GAME
from turmwart.games.kingofkings.view import GAME_MASTER
from turmwart.journal.store import Journal
from turmwart.server.kok import create_kok_app
from turmwart.server.serve import serve
from turmwart.table.table import Table
from turmwart.texts import say

TOKEN_BYTES = 16


def run_serve(arguments: argparse.Namespace) -> int:
    """Hold the game and serve its pages until interrupted."""
    with (
        Journal.open(journal_path(arguments), create=False) as journal,
        open_table(journal, arguments.name) as table,
    ):
        if table.game.name != GAME.name:
            raise InputError("kok.other_game", name=arguments.name, game=table.game.name)
        tokens = tokens_of(journal, table)

        def late() -> InputError | None:
            try:
                need_time(journal, table.name, table.state.round)
            except InputError as error:
                return error
            return None

        asyncio.run(_serve(table, tokens, arguments, late))
    return 0


def tokens_of(journal: Journal, table: Table) -> dict[str, str]:
    """The secret word of each seat; drawn once, so that addresses stay the same."""
    key = f"kok:tokens:{table.name}"
    kept: dict[str, str] = json.loads(journal.setting(key) or "{}")
    seats = [GAME_MASTER, *(str(tribe.number) for tribe in table.state.tribes)]
    tokens = {seat: kept.get(seat) or secrets.token_urlsafe(TOKEN_BYTES) for seat in seats}
    if tokens != kept:
        journal.set_setting(key, json.dumps(tokens))
    return tokens


async def _serve(
    table: Table,
    tokens: dict[str, str],
    arguments: argparse.Namespace,
    late: Callable[[], InputError | None],
) -> None:
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    language = arguments.language
    served = await serve(
        table,
        arguments.port,
        arguments.lan,
        language,
        lambda hosts: create_kok_app(table, tokens, language, hosts=hosts, late=late),
    )
    for tribe in table.state.tribes:
        url = f"{served.url}p/{tokens[str(tribe.number)]}"
        print(say("kok.page_player", leader=tribe.leader, number=tribe.number, url=url))
    print(say("kok.page_master", url=f"{served.url}p/{tokens[GAME_MASTER]}"))
    print(say("cli.serve.stop"), flush=True)
    await ended.wait()
    await served.stop()

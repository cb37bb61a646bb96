"""``turmwart serve``: a table on phones and televisions."""

from __future__ import annotations

import argparse
import asyncio
import signal

from turmwart.cli.common import journal_path, resume
from turmwart.errors import InputError, TableBusy
from turmwart.journal.store import Journal
from turmwart.server.address import on_dark
from turmwart.server.screen import SCENERIES
from turmwart.server.serve import serve
from turmwart.table.table import Table
from turmwart.texts import say


def run(arguments: argparse.Namespace) -> int:
    """Hold the table and serve it until interrupted.

    Raises:
        TurmwartError: no such table, another process holds it, or the port is not free.
    """
    with Journal.open(journal_path(arguments), create=False) as journal:
        name = arguments.name or _latest(journal)
        game = journal.table(name).game
        if game not in SCENERIES:
            raise InputError("cli.serve.no_screens", name=name, game=game)
        try:
            table = resume(journal, name)
        except TableBusy as error:
            # While people play, the app has the table; it shows the page itself.
            raise TableBusy("cli.serve.busy", **error.values) from None
        try:
            asyncio.run(_serve(table, arguments.port, arguments.lan))
        finally:
            table.close()
    return 0


async def _serve(table: Table, port: int, lan: bool) -> None:
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, ended.set)
    served = await serve(table, port, lan)
    for line in on_dark(served.code):
        print(line)
    for url in served.urls:
        print(say("cli.serve.at", name=table.name, url=url), flush=True)
    print(say("cli.serve.stop"), flush=True)
    await ended.wait()
    await served.stop()


def _latest(journal: Journal) -> str:
    begun = [info.name for info in journal.tables() if info.version]
    if not begun:
        raise InputError("cli.serve.no_tables")
    return begun[0]

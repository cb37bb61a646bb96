"""Starts and stops the web server in the loop that runs already."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable, Collection, Generator
from dataclasses import dataclass

import uvicorn
from fastapi import FastAPI

from turmwart.server.address import code_lines, lan_address, listen
from turmwart.server.app import create_app
from turmwart.server.guard import LOOPBACK
from turmwart.table.table import Table

_HERE = "127.0.0.1"
_GRACE_S = 2
"""How long open answers may take when the server stops, seconds."""


@dataclass(frozen=True, slots=True)
class Served:
    """A server that runs.

    Attributes:
        port: the port it listens on.
        urls: addresses of the page, the one for other devices first.
        code: QR code of the first address as lines of text, to be shown black on white
            (``address.on_dark`` turns it); empty where only this machine reaches the page.
    """

    port: int
    urls: tuple[str, ...]
    code: tuple[str, ...]
    _server: uvicorn.Server
    _task: asyncio.Task[None]

    @property
    def url(self) -> str:
        """The address to show."""
        return self.urls[0]

    async def wait(self) -> None:
        """Wait until the server ends."""
        await asyncio.shield(self._task)

    async def stop(self) -> None:
        """Send all screens away and free the port; a second call does no harm."""
        self._server.should_exit = True
        await asyncio.wait((self._task,))


async def serve(
    table: Table,
    port: int,
    lan: bool,
    language: str = "",
    make: Callable[[Collection[str]], FastAPI] | None = None,
) -> Served:
    """Serve ``table`` from now on, in this loop and without touching signals.

    Args:
        table: the table; it stays with the caller.
        port: 1..65535; 0 for any that is free.
        lan: whether other devices in the local network may look on.
        language: of all words.
        make: makes another application than the web view, of the names it may be asked under.

    Raises:
        InputError: no such port.
        TurmwartError: the port is in use or may not be used; with ``lan``: there is no network.
    """
    hosts = (lan_address(), _HERE) if lan else (_HERE,)
    sockets = listen(hosts, port)
    chosen: int = sockets[0].getsockname()[1]
    names = LOOPBACK | set(hosts)
    app = create_app(table, language, hosts=names) if make is None else make(names)
    config = uvicorn.Config(
        app,
        log_config=None,
        # What strangers send amiss is no news; on a terminal it would disturb the screen.
        log_level="error",
        access_log=False,
        server_header=False,
        lifespan="on",
        ws_max_size=1024,
        ws_ping_interval=15,
        ws_ping_timeout=15,
        timeout_graceful_shutdown=_GRACE_S,
    )
    server = _Server(config)
    task = asyncio.create_task(server.serve(sockets), name="turmwart-server")
    ready = asyncio.create_task(server.ready.wait())
    try:
        await asyncio.wait((task, ready), return_when=asyncio.FIRST_COMPLETED)
    finally:
        ready.cancel()
    if task.done():
        for bound in sockets:
            bound.close()
        task.result()
        raise RuntimeError("the server ended before it started")
    urls = tuple(f"http://{host}:{chosen}/" for host in hosts)
    return Served(chosen, urls, code_lines(urls[0]) if lan else (), server, task)


class _Server(uvicorn.Server):
    """A server that leaves the signals to the program around it and says when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield

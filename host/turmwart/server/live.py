"""Tells every screen that follows the table what it looks like now, and only now.

No screen has a queue: each waits for a change and then takes the latest state, so a slow one skips
what it missed, and one that comes back is up to date with its first message.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from fastapi import WebSocket, WebSocketDisconnect

from turmwart.table.bus import CameraChanged, LinkChanged, Message
from turmwart.table.table import Table

MOST_SCREENS = 64
"""Screens that may follow at once; more are sent away."""
MOST_MESSAGES = 32
"""Messages that a screen may send before it is cut off; none of them is read."""
PAUSE_S = 0.04
"""Shortest time between two messages to one screen, seconds; what happens meanwhile is joined."""
SEND_LIMIT_S = 20.0
"""How long a screen may take to accept one message, seconds."""

POLICY_VIOLATION = 1008
TRY_AGAIN_LATER = 1013


class Live:
    """Listens to one table and follows it for many screens.

    Args:
        table: the table.
        compose: makes the text of a message: ``compose(revision, notice)``.

    Attributes:
        revision: number of changes since this server started.
        notice: last news of the tower's link, or None.
    """

    def __init__(self, table: Table, compose: Callable[[int, LinkChanged | None], str]) -> None:
        self.revision = 0
        self.notice: LinkChanged | None = table.bus.link
        self._compose = compose
        self._waiting: set[asyncio.Event] = set()
        self._latest: tuple[int, str] | None = None
        self._stop = table.bus.subscribe(self._hear)

    def close(self) -> None:
        """Listen no more."""
        self._stop()

    @property
    def screens(self) -> int:
        """Number of screens that follow now."""
        return len(self._waiting)

    def latest(self) -> str:
        """The message of this moment; made once for all screens."""
        if self._latest is None or self._latest[0] != self.revision:
            self._latest = (self.revision, self._compose(self.revision, self.notice))
        return self._latest[1]

    async def follow(self, screen: WebSocket) -> None:
        """Serve one screen until it goes."""
        await screen.accept()
        if self.screens >= MOST_SCREENS:
            await screen.close(TRY_AGAIN_LATER)
            return
        changed = asyncio.Event()
        self._waiting.add(changed)
        pushing = asyncio.create_task(self._push(screen, changed))
        hearing = asyncio.create_task(_disregard(screen))
        try:
            await asyncio.wait((pushing, hearing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._waiting.discard(changed)
            pushing.cancel()
            hearing.cancel()
            ends = await asyncio.gather(pushing, hearing, return_exceptions=True)
        for end in ends:
            if isinstance(end, _TooTalkative | TimeoutError):
                with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                    await screen.close(POLICY_VIOLATION)
            elif isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect):
                raise end

    async def _push(self, screen: WebSocket, changed: asyncio.Event) -> None:
        while True:
            changed.clear()
            async with asyncio.timeout(SEND_LIMIT_S):
                await screen.send_text(self.latest())
            await asyncio.sleep(PAUSE_S)
            await changed.wait()

    def _hear(self, message: Message) -> None:
        if isinstance(message, CameraChanged):
            return  # Dice are entered at the table; its screens show the camera.
        if isinstance(message, LinkChanged):
            self.notice = message
        self.revision += 1
        for changed in self._waiting:
            changed.set()


class _TooTalkative(Exception):
    """A screen sends what nobody asked for."""


async def _disregard(screen: WebSocket) -> None:
    for _ in range(MOST_MESSAGES):
        message = await screen.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
    raise _TooTalkative

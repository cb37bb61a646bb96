"""Who may ask: host and origin are checked before anything is answered, every answer is fenced in.

A page elsewhere can make a browser ask an address of this machine, under a name that its own DNS
points here, or over a websocket, which knows no same-origin rule. Both are refused.
"""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from turmwart.server.faults import fault

LOOPBACK = frozenset({"localhost", "127.0.0.1"})


def headers_for(host: str) -> dict[str, str]:
    """The headers that fence in an answer.

    Args:
        host: checked host and port of the request; empty where there is none. Older browsers do
            not count a websocket as ``'self'``, so it is named.
    """
    live = f" ws://{host}" if host else ""
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        f"connect-src 'self'{live}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return {
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "no-store",
    }


def host_name(netloc: str) -> str:
    """The name in ``name:port``, in small letters; empty where it is not to be understood."""
    try:
        parts = urlsplit(f"//{netloc}")
        # Reading the port is what checks it.
        _ = parts.port
    except ValueError:
        return ""
    if parts.path or parts.query or parts.fragment or "@" in netloc:
        return ""
    return parts.hostname or ""


class Guard:
    """Refuses requests under a foreign name and websockets of foreign pages.

    Args:
        app: what answers the rest.
        hosts: names and addresses under which this server may be asked.
        language: of the refusals.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str], language: str) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._language = language

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection (ASGI)."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        asked = Headers(scope=scope)
        host = asked.get("host", "")
        known = host_name(host) in self._hosts
        fenced = _fenced(send, headers_for(host if known else ""))
        if scope.get("method") == "HEAD":
            # A page that can be had can be asked about; routes know GET only.
            scope, fenced = {**scope, "method": "GET"}, _bodiless(fenced)
        if scope["type"] == "websocket":
            if known and self._own(asked.get("origin"), host):
                await self._app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})
        elif known:
            await self._app(scope, receive, fenced)
        else:
            answer = fault(421, "server.error.host", self._language, known=sorted(self._hosts))
            await answer(scope, receive, fenced)

    def _own(self, origin: str | None, host: str) -> bool:
        """Whether the page that opens a websocket came from here; programs name no origin."""
        # Not taken apart further: what is no address at all must be refused as well.
        return origin is None or origin.partition("://")[2].lower() == host.lower()


def _bodiless(send: Send) -> Send:
    async def send_bodiless(message: Message) -> None:
        if message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await send(message)

    return send_bodiless


def _fenced(send: Send, headers: dict[str, str]) -> Send:
    async def send_fenced(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(headers)
        await send(message)

    return send_fenced

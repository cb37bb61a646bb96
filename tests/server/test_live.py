"""The websocket and the server around it, over real sockets of this machine."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from turmwart.cli.web import WebView
from turmwart.errors import InputError, TurmwartError
from turmwart.server import address, live
from turmwart.server.address import code_lines, lan_address, listen
from turmwart.server.serve import Served, serve
from turmwart.texts import say_error

TIMEOUT_S = 10


@pytest.fixture
async def served(table: Any) -> AsyncIterator[Served]:
    served = await serve(table, 0, lan=False)
    yield served
    await served.stop()


def live_at(served: Served, **options: Any) -> connect:
    return connect(f"ws://127.0.0.1:{served.port}/live", **options)


async def screen_of(socket_: ClientConnection) -> Any:
    return json.loads(await asyncio.wait_for(socket_.recv(), TIMEOUT_S))


async def screen_with(socket_: ClientConnection, version: int) -> Any:
    """The first screen of at least ``version``."""
    while (screen := await screen_of(socket_))["version"] < version:
        pass
    return screen


def points(screen: Any) -> list[str]:
    return [row["cells"][0]["text"] for row in screen["scores"]["rows"]]


async def test_the_address_asked_for_again_cuts_nobody_off(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A phone looks on; somebody shows the code once more to one that comes late."""
    monkeypatch.setattr("turmwart.server.serve.lan_address", lambda: "127.0.0.2")
    web = WebView(0)
    try:
        shown = await web.show(table, lan=True)
        async with connect(f"ws://{shown[0].removeprefix('http://')}live") as follower:
            await screen_of(follower)
            assert await web.show(table, lan=False) == shown
            table.score("s2", 7)
            assert points(await screen_with(follower, 2)) == ["0", "7", "0"]
    finally:
        await web.stop()


async def test_the_app_takes_a_free_port_where_another_table_has_its_own(table: Any) -> None:
    """Nobody can name a port in the app."""
    with listen(("127.0.0.1",), 0)[0] as other:
        taken = other.getsockname()[1]
        web = WebView(taken)
        try:
            url, _ = await web.show(table, lan=False)
            assert f":{taken}/" not in url
            async with connect(f"ws://{url.removeprefix('http://')}live") as follower:
                assert points(await screen_of(follower)) == ["0", "0", "0"]
        finally:
            await web.stop()


async def test_a_committed_step_arrives(served: Served, table: Any) -> None:
    async with live_at(served) as follower:
        assert points(await screen_of(follower)) == ["0", "0", "0"]
        table.score("s2", 7)
        screen = await screen_with(follower, 2)
        assert points(screen) == ["0", "7", "0"]
        assert screen["revision"] == 1


async def test_cubes_arrive_while_they_fall(served: Served, table: Any) -> None:
    table.start_throw()
    async with live_at(served) as follower:
        assert (await screen_of(follower))["throw"]["fallen"] == []
        table.see("red")
        screen = await screen_of(follower)
        assert [cube["letter"] for cube in screen["throw"]["fallen"]] == ["R"]
        table.see("green")
        screen = await screen_of(follower)
        assert [cube["letter"] for cube in screen["throw"]["fallen"]] == ["R", "G"]


async def test_who_comes_back_gets_the_newest(served: Served, table: Any) -> None:
    async with live_at(served) as follower:
        await screen_of(follower)
    table.score("s1", 1)
    table.score("s1", 2)
    async with live_at(served) as follower:
        screen = await screen_of(follower)
        assert screen["version"] == 3
        assert points(screen)[0] == "2"


async def test_all_screens_are_told_the_same(served: Served, table: Any) -> None:
    async with live_at(served) as first, live_at(served) as second:
        await screen_of(first)
        await screen_of(second)
        table.score("s3", 4)
        assert await screen_with(first, 2) == await screen_with(second, 2)


async def test_a_burst_is_joined(served: Served, table: Any) -> None:
    async with live_at(served) as follower:
        await screen_of(follower)
        for number in range(1, 501):
            table.score("s1", number)
        messages = 1
        while points(screen := await screen_of(follower))[0] != "500":
            messages += 1
        assert screen["version"] == 501
        assert messages < 5


async def test_a_slow_screen_skips_what_it_missed(
    served: Served, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A screen that reads nothing for a long game holds no queue, and then sees the end."""
    monkeypatch.setattr(live, "PAUSE_S", 0)
    reader, writer = await slow_screen(served.port)
    async with live_at(served, compression=None) as brisk:
        await screen_of(brisk)
        for number in range(300):
            table.score("s1", number)
            assert (await screen_with(brisk, table.version))["version"] == table.version
    # It reads at last: what lay in the buffers of the sockets, then the newest.
    seen = await frames_until(reader, f'"version":{table.version},')
    assert seen < 100
    writer.close()


async def slow_screen(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A websocket that has sent its request and takes in as little as it can."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.setblocking(False)
    await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", port))
    reader, writer = await asyncio.open_connection(sock=raw, limit=1024)
    writer.write(
        f"GET /live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await writer.drain()
    await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), TIMEOUT_S)
    return reader, writer


async def frames_until(reader: asyncio.StreamReader, text: str) -> int:
    """Read frames until one contains ``text``; how many there were."""
    count = 0
    while True:
        head = await asyncio.wait_for(reader.readexactly(2), TIMEOUT_S)
        size = head[1] & 0x7F
        if size == 126:
            size = int.from_bytes(await reader.readexactly(2), "big")
        elif size == 127:
            size = int.from_bytes(await reader.readexactly(8), "big")
        frame = await reader.readexactly(size)
        if head[0] & 0x0F == 1:
            count += 1
            if text in frame.decode():
                return count


async def test_messages_of_a_screen_do_nothing(served: Served, table: Any) -> None:
    async with live_at(served) as follower:
        await screen_of(follower)
        await follower.send('{"command": "Undo"}')
        await follower.send(b"\x00\xff")
        table.score("s1", 9)
        assert points(await screen_with(follower, 2))[0] == "9"
    assert table.version == 2


async def test_a_talkative_screen_is_cut_off(served: Served, table: Any) -> None:
    async with live_at(served) as follower:
        await screen_of(follower)
        for _ in range(live.MOST_MESSAGES):
            await follower.send("hello")
        with pytest.raises(ConnectionClosed) as closed:
            await screen_with(follower, 99)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == live.POLICY_VIOLATION


async def test_a_long_message_is_cut_off(served: Served) -> None:
    async with live_at(served) as follower:
        await screen_of(follower)
        await follower.send("x" * 2000)
        with pytest.raises(ConnectionClosed) as closed:
            await screen_with(follower, 99)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


async def test_too_many_screens(
    served: Served, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_SCREENS", 1)
    async with live_at(served) as first:
        await screen_of(first)
        async with live_at(served) as second:
            with pytest.raises(ConnectionClosed) as closed:
                await screen_of(second)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == live.TRY_AGAIN_LATER
        table.score("s1", 3)
        assert points(await screen_with(first, 2))[0] == "3"
    async with live_at(served) as third:
        assert points(await screen_of(third))[0] == "3"


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "http://[127.0.0.1"]
)
async def test_pages_from_elsewhere_may_not_listen(served: Served, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with live_at(served, origin=origin):
            pass
    assert refused.value.response.status_code == 403


async def test_own_page_may_listen(served: Served) -> None:
    async with live_at(served, origin=f"http://127.0.0.1:{served.port}") as follower:
        assert (await screen_of(follower))["table"] == "Tuesday"


async def test_a_foreign_name_may_not_listen(served: Served) -> None:
    """As after DNS rebinding: another's name that points to this machine."""
    elsewhere = f"ws://evil.example:{served.port}/live"
    with pytest.raises(InvalidStatus) as refused:
        async with connect(elsewhere, host="127.0.0.1", port=served.port):
            pass
    assert refused.value.response.status_code == 403


# -- starting and stopping ---------------------------------------------------------------------


async def test_serves_this_machine_only(served: Served) -> None:
    assert served.urls == (f"http://127.0.0.1:{served.port}/",)
    assert served.code == ()
    async with httpx.AsyncClient() as client:
        assert "Tuesday" in (await client.get(served.url)).text


async def test_signals_stay_as_they_were(table: Any) -> None:
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    served = await serve(table, 0, lan=False)
    during = {number: signal.getsignal(number) for number in before}
    await served.stop()
    assert during == before
    assert {number: signal.getsignal(number) for number in before} == before


async def test_stop_sends_screens_away_and_frees_the_port(table: Any) -> None:
    served = await serve(table, 0, lan=False)
    async with live_at(served) as follower:
        await screen_of(follower)
        await asyncio.wait_for(served.stop(), TIMEOUT_S)
        with pytest.raises(ConnectionClosed):
            await screen_with(follower, 99)
    await asyncio.wait_for(served.wait(), TIMEOUT_S)
    await served.stop()
    again = await serve(table, served.port, lan=False)
    assert again.port == served.port
    await again.stop()


async def test_stop_ends_listening_to_the_table(table: Any) -> None:
    served = await serve(table, 0, lan=False)
    asked = len(table.asked)
    await served.stop()
    table.score("s1", 1)
    assert len(table.asked) == asked
    assert table.bus._listeners == []


async def test_port_in_use(table: Any, served: Served) -> None:
    with pytest.raises(TurmwartError) as error:
        await serve(table, served.port, lan=False)
    assert error.value.text_id == "server.port_in_use"
    assert str(served.port) in say_error(error.value)
    assert "--port" in say_error(error.value)
    async with live_at(served) as follower:
        assert (await screen_of(follower))["version"] == 1


@pytest.mark.parametrize("port", [-1, 65536])
async def test_no_such_port(table: Any, port: int) -> None:
    with pytest.raises(InputError) as error:
        await serve(table, port, lan=False)
    assert error.value.text_id == "server.bad_port"


async def test_port_that_may_not_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(host: str, port: int) -> socket.socket:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(address, "_bind", refuse)
    with pytest.raises(TurmwartError) as error:
        listen(("127.0.0.1",), 80)
    assert error.value.text_id == "server.port_refused"
    assert "Permission denied" in say_error(error.value)


async def test_lan_shows_address_and_code(table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """127.0.0.2 stands for the network's address: of this machine, and not the one of localhost."""
    monkeypatch.setattr("turmwart.server.serve.lan_address", lambda: "127.0.0.2")
    served = await serve(table, 0, lan=True)
    try:
        assert served.urls == (
            f"http://127.0.0.2:{served.port}/",
            f"http://127.0.0.1:{served.port}/",
        )
        assert served.code == code_lines(served.url)
        async with httpx.AsyncClient() as client:
            for url in served.urls:
                assert (await client.get(url)).status_code == 200
            foreign = await client.get(served.url, headers={"host": "127.0.0.3"})
            assert foreign.status_code == 421
    finally:
        await served.stop()


async def test_without_lan_the_other_address_is_shut(served: Served) -> None:
    async with httpx.AsyncClient() as client:
        with pytest.raises(httpx.ConnectError):
            await client.get(f"http://127.0.0.2:{served.port}/")


async def test_a_machine_without_network(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cut(socket.socket):
        def connect(self, where: Any) -> None:
            raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(address.socket, "socket", Cut)
    monkeypatch.setattr(address.socket, "getaddrinfo", lambda *_: [(2, 1, 6, "", ("127.0.1.1", 0))])
    with pytest.raises(TurmwartError) as error:
        lan_address()
    assert error.value.text_id == "server.no_network"
    monkeypatch.setattr(
        address.socket, "getaddrinfo", lambda *_: [(2, 1, 6, "", ("192.168.7.9", 0))]
    )
    assert lan_address() == "192.168.7.9"


async def test_any_free_port_on_both_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The port that was free on the first address is taken on the second: another is tried."""
    bind = address._bind
    asked = []

    def bind_or_refuse(host: str, port: int) -> socket.socket:
        asked.append((host, port))
        if len(asked) == 2:
            raise OSError(98, "Address already in use")
        return bind(host, port)

    monkeypatch.setattr(address, "_bind", bind_or_refuse)
    sockets = listen(("127.0.0.1", "127.0.0.2"), 0)
    ports = {bound.getsockname()[1] for bound in sockets}
    for bound in sockets:
        bound.close()
    assert len(sockets) == 2
    assert len(ports) == 1
    assert [host for host, _ in asked] == ["127.0.0.1", "127.0.0.2", "127.0.0.1", "127.0.0.2"]

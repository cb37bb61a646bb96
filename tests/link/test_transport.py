"""The transport at real pseudo-terminals, with the real firmware's link at the other end."""

from __future__ import annotations

import os
import random
import threading
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
import serial

from turmwart.errors import LinkError
from turmwart.journal.rows import NewEvidence
from turmwart.journal.store import Journal
from turmwart.link.discovery import AUTO, find
from turmwart.link.outputs import (
    ConfigInForce,
    Connected,
    CubePassed,
    Disconnected,
    Ended,
    Event,
    GapFound,
    Mismatch,
    Rebooted,
)
from turmwart.link.transport import OFFERS, Transport
from turmwart.texts import say_error
from turmwart_fw.link import Link
from turmwart_fw.outbox import Outbox
from turmwart_wire import messages
from turmwart_wire.frame import encode
from turmwart_wire.messages import Config

DEADLINE_S = 10.0
BACK_S = 3.0


def until(condition: Callable[[], object], seconds: float = DEADLINE_S) -> None:
    """Wait for a condition; fail when the time is over."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.005)


def fill(terminal: int) -> None:
    """Write until nothing more is taken."""
    try:
        while True:
            os.write(terminal, bytes(4096))
    except BlockingIOError:
        return


class StillSampler:
    """One sensor that keeps a configuration and sees nothing by itself."""

    def __init__(self) -> None:
        self.raw = [bytearray(8)]
        self.configuration = (32, 22, 1, 2)

    def __len__(self) -> int:
        return 1

    def configure(self, index: int, enter: int, leave: int, integration: int, gain: int) -> None:
        self.configuration = (enter, leave, integration, gain)

    def configuration_into(self, out: bytearray, index: int, asked: int) -> None:
        out[:] = messages.pack_config(Config(asked, *self.configuration))


class Ticks:
    """The board's clock arithmetic."""

    def ticks_diff(self, later: int, earlier: int) -> int:
        return later - earlier


class Board:
    """A board in a thread: the firmware's link at a pseudo-terminal under a symbolic link."""

    def __init__(self, link: Path, boot: int = 7, damage: float = 0.0, seed: int = 0) -> None:
        self.path = link
        self.outbox = Outbox(256)
        self.sampler = StillSampler()
        self.payloads: list[bytes] = []
        self._boot = boot
        self._damage = damage
        self._rng = random.Random(seed)
        self._lock = threading.RLock()
        self._near = -1
        self._far = -1
        self._ended = threading.Event()
        self.plug()
        self.reboot(boot)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def plug(self) -> None:
        with self._lock:
            self._near, self._far = os.openpty()
            tty.setraw(self._far)
            os.set_blocking(self._near, False)
            fresh = self.path.with_name("fresh")
            fresh.symlink_to(os.ttyname(self._far))
            fresh.replace(self.path)

    def unplug(self) -> None:
        with self._lock:
            self.path.unlink()
            os.close(self._near)
            os.close(self._far)
            self._near = self._far = -1

    def move(self) -> tuple[int, int]:
        """Plug into another terminal; the old one stays open, its ends are given back."""
        with self._lock:
            old = self._near, self._far
            self.plug()
            return old

    def reboot(self, boot: int) -> None:
        with self._lock:
            self.outbox.oldest = self.outbox.next = self.outbox.unsent = 0
            self.payloads.clear()
            id_ = boot.to_bytes(4, "little")
            self.link = Link(self, self.outbox, self.sampler, 1, id_, Ticks())

    def drop(self, cubes: int) -> None:
        with self._lock:
            for _ in range(cubes):
                colour = [self._rng.getrandbits(16) for _ in range(5)]
                cube = messages.Cube(0, self.outbox.next, *colour)
                self.payloads.append(messages.pack_cube(cube))
                self.outbox.put_cube(0, cube.ticks_ms, [0, 0, 0, *colour])

    @property
    def waiting(self) -> int:
        """Events that the host has not acknowledged."""
        return int(self.outbox.next - self.outbox.oldest)

    def get(self) -> int:
        if self._near < 0:
            return -1
        try:
            byte = os.read(self._near, 1)
        except BlockingIOError:
            return -1
        return self._spoilt(byte[0])

    def put(self, byte: int) -> bool:
        if self._near < 0:
            return True
        chance = self._rng.random()
        if chance < self._damage:
            return True
        try:
            os.write(self._near, bytes((self._spoilt(byte),)) * (1 + (chance > 1 - self._damage)))
        except BlockingIOError:
            return False
        return True

    def _spoilt(self, byte: int) -> int:
        return byte ^ (1 << self._rng.randrange(8)) if self._rng.random() < self._damage else byte

    def _run(self) -> None:
        while not self._ended.wait(0.001):
            with self._lock:
                self.link.pump(time.monotonic_ns() // 1_000_000)

    def close(self) -> None:
        self._ended.set()
        self._thread.join()
        if self._near >= 0:
            self.unplug()


class Owner:
    """Stores what comes, and acknowledges it."""

    def __init__(self, stores: bool = True) -> None:
        self.events: list[Event] = []
        self.stores = stores
        self.transport: Transport | None = None

    def open(self, port: Path, known: dict[int, int] | None = None) -> Transport:
        self.transport = Transport(port, self.take, (known or {}).get)
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
def board(tmp_path: Path) -> Iterator[Board]:
    made = Board(tmp_path / "port")
    yield made
    made.close()


@pytest.fixture
def owner() -> Iterator[Owner]:
    made = Owner()
    yield made
    if made.transport is not None:
        made.transport.close()


def test_cubes_arrive_and_are_acknowledged(board: Board, owner: Owner) -> None:
    board.drop(20)
    transport = owner.open(Path(find(str(board.path.parent))))
    transport.wait_connected(DEADLINE_S)
    board.drop(20)
    until(lambda: len(owner.payloads) == 40 and board.waiting == 0)
    assert owner.payloads == board.payloads
    status = transport.status
    assert (status.connected, status.boot, status.gaps) == (True, 7, 0)
    # Opening may cut a HELLO in two that was under way.
    assert status.damaged <= 1
    assert status.port == str(board.path)
    assert status.frames > 40
    transport.close()
    transport.close()
    assert not transport.status.connected
    assert "link" not in [thread.name for thread in threading.enumerate()]


def test_what_is_not_stored_stays_on_the_board(board: Board, owner: Owner) -> None:
    owner.stores = False
    transport = owner.open(board.path)
    board.drop(5)
    until(lambda: len(owner.payloads) == 5)
    transport.acknowledge(7, 1)
    until(lambda: board.waiting == 3)
    until(lambda: transport.status.doubled >= 3)
    assert (len(owner.payloads), board.waiting) == (5, 3)


def test_what_was_acknowledged_last_is_sent_before_the_port_closes(
    board: Board, owner: Owner
) -> None:
    owner.stores = False
    transport = owner.open(board.path)
    board.drop(5)
    until(lambda: len(owner.payloads) == 5)
    transport.acknowledge(7, 4)
    transport.close()
    until(lambda: board.waiting == 0)


def test_no_such_port(tmp_path: Path) -> None:
    with pytest.raises(LinkError) as caught:
        Owner().open(tmp_path / "port")
    assert caught.value.text_id == "link.no_port"
    assert str(tmp_path / "port") in say_error(caught.value)


def test_a_file_is_no_port(tmp_path: Path) -> None:
    (tmp_path / "port").write_text("no port")
    with pytest.raises(LinkError) as caught:
        Owner().open(tmp_path / "port")
    assert caught.value.text_id == "link.port_refused"
    assert (tmp_path / "port").read_text() == "no port"


def test_a_port_that_is_taken(board: Board, owner: Owner) -> None:
    owner.open(board.path)
    with pytest.raises(LinkError) as caught:
        Owner().open(board.path)
    assert caught.value.text_id == "link.port_refused"


def test_nobody_answers(owner: Owner) -> None:
    near, far = os.openpty()
    try:
        tty.setraw(far)
        transport = owner.open(Path(os.ttyname(far)))
        with pytest.raises(LinkError) as caught:
            transport.wait_connected(0.3)
        assert caught.value.text_id == "link.no_board"
        assert caught.value.values["port"] == os.ttyname(far)
        assert not say_error(caught.value).startswith("[")
    finally:
        transport.close()
        os.close(near)
        os.close(far)


def test_another_protocol(owner: Owner) -> None:
    near, far = os.openpty()
    try:
        tty.setraw(far)
        transport = owner.open(Path(os.ttyname(far)))
        os.write(near, encode(messages.HELLO, 0, b"\x09"))
        with pytest.raises(LinkError) as caught:
            transport.wait_connected(DEADLINE_S)
        assert caught.value.text_id == "link.mismatch"
        assert (caught.value.values["found"], caught.value.values["known"]) == (
            9,
            messages.PROTOCOL,
        )
        assert "install the newest Turmwart" in say_error(caught.value)
        assert owner.events == [Mismatch(9, messages.PROTOCOL)]
    finally:
        transport.close()
        os.close(near)
        os.close(far)


def test_an_old_board_is_named_with_what_helps_and_its_port_let_go(owner: Owner) -> None:
    """Whoever writes the matching program needs the port; then the link picks the board up."""
    near, far = os.openpty()
    try:
        tty.setraw(far)
        path = os.ttyname(far)
        transport = owner.open(Path(path))
        os.write(near, encode(messages.HELLO, 0, b"\x01"))
        with pytest.raises(LinkError) as caught:
            transport.wait_connected(DEADLINE_S)
        assert "turmwart tower flash" in say_error(caught.value)

        def flashed() -> bool:
            try:
                serial.Serial(path, exclusive=True).close()
            except serial.SerialException:
                return False
            return True

        until(flashed)
        os.set_blocking(near, False)

        def answered() -> bool:
            hello = messages.pack_hello((messages.PROTOCOL, 1, 7, 0, 0))
            os.write(near, encode(messages.HELLO, 0, hello))
            return owner.count(Connected) == 1

        until(answered)
        transport.wait_connected(0)
        assert owner.count(Disconnected) == 0
    finally:
        transport.close()
        os.close(near)
        os.close(far)


class Fickle(Owner):
    """Fails at the first tries to take an event."""

    def __init__(self, failures: int) -> None:
        super().__init__()
        self.failures = failures

    def take(self, event: Event) -> None:
        if isinstance(event, CubePassed) and self.failures:
            self.failures -= 1
            raise RuntimeError("no room")
        super().take(event)


def test_an_event_the_owner_could_not_take_is_offered_again(
    board: Board, caplog: pytest.LogCaptureFixture
) -> None:
    owner = Fickle(OFFERS - 1)
    with owner.open(board.path) as transport:
        board.drop(20)
        until(lambda: board.waiting == 0)
        assert owner.payloads == board.payloads
        assert transport.status.failure is None
    assert caplog.text.count("could not take CubePassed") == OFFERS - 1


def test_an_owner_that_fails_for_good_ends_the_link_visibly(
    board: Board, caplog: pytest.LogCaptureFixture
) -> None:
    owner = Fickle(OFFERS)
    with owner.open(board.path) as transport:
        board.drop(20)
        until(lambda: owner.count(Ended) == 1)
        failure = transport.status.failure
        assert failure is not None
        assert "no room" in say_error(failure)
        with pytest.raises(LinkError) as caught:
            transport.wait_connected(0)
        assert caught.value is failure
        until(lambda: not transport.status.connected)
    assert board.waiting == 20
    assert "RuntimeError" in caplog.text
    again = Owner()
    with again.open(board.path):
        until(lambda: board.waiting == 0)
    assert again.payloads == board.payloads


def test_a_journal_that_fails_for_good(board: Board, owner: Owner) -> None:
    def known(boot: int) -> int | None:
        raise OSError("disk")

    owner.transport = Transport(board.path, owner.take, known)
    until(lambda: owner.count(Ended) == 1)
    assert "disk" in say_error(owner.transport.status.failure or LinkError("none"))


def test_a_journal_that_fails_for_a_moment(board: Board, owner: Owner) -> None:
    answers = [OSError("disk"), RuntimeError("locked"), None]

    def known(boot: int) -> int | None:
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    owner.transport = Transport(board.path, owner.take, known)
    board.drop(5)
    until(lambda: board.waiting == 0)
    assert owner.payloads == board.payloads
    assert owner.transport.status.failure is None


def usb(path: str) -> SimpleNamespace:
    return SimpleNamespace(
        device=path, vid=0x2E8A, pid=5, serial_number="E6605838", description="Board"
    )


def test_a_board_is_picked_up_when_it_is_plugged_in(tmp_path: Path, owner: Owner) -> None:
    """``auto`` without a board waits, says why, and needs no click; the path may change."""
    plugged: list[SimpleNamespace] = []
    transport = Transport(AUTO, owner.take, {}.get, comports=lambda: plugged)
    owner.transport = transport
    with pytest.raises(LinkError) as caught:
        transport.wait_connected(0.1)
    assert caught.value.text_id == "link.none_found"
    assert transport.status.waits == caught.value
    board = Board(tmp_path / "first")
    try:
        board.drop(3)
        plugged.append(usb(str(board.path)))
        transport.wait_connected(BACK_S)
        until(lambda: board.waiting == 0)
        board.unplug()
        plugged.clear()
        until(lambda: owner.count(Disconnected) == 1)
        board.path = tmp_path / "second"
        board.plug()
        board.drop(3)
        plugged.append(usb(str(board.path)))
        until(lambda: board.waiting == 0, BACK_S)
        assert owner.payloads == board.payloads
        assert transport.status.port == str(board.path)
        assert transport.status.waits is None
    finally:
        board.close()


def test_figures_of_an_open_link(board: Board, owner: Owner) -> None:
    transport = owner.open(board.path)
    assert transport.host_ms(0) is None
    board.drop(50)
    until(lambda: board.waiting == 0)
    status = transport.status
    assert status.firmware == 1
    assert status.p50_ms is not None
    assert status.p99_ms is not None
    assert 0 <= status.p50_ms <= status.p99_ms
    assert transport.host_ms(0) is not None


def test_a_board_that_does_not_read_stops_nothing(owner: Owner) -> None:
    """The terminal is full; writing gives up, reading and closing go on."""
    near, far = os.openpty()
    try:
        tty.setraw(far)
        os.set_blocking(far, False)
        transport = owner.open(Path(os.ttyname(far)))
        fill(far)
        os.write(
            near, encode(messages.HELLO, 0, messages.pack_hello((messages.PROTOCOL, 1, 7, 0, 0)))
        )
        transport.wait_connected(DEADLINE_S)
        assert transport.status.connected
    finally:
        transport.close()
        os.close(near)
        os.close(far)


def test_unplugged_and_plugged_in_again(board: Board, owner: Owner) -> None:
    """The same symbolic link, another terminal; nobody has to do anything."""
    transport = owner.open(board.path)
    board.drop(10)
    until(lambda: len(owner.payloads) == 10)
    for cycle in (1, 2, 3):
        board.unplug()
        until(lambda cycle=cycle: owner.count(Disconnected) == cycle)
        assert not transport.status.connected
        board.drop(10)
        board.plug()
        until(lambda: transport.status.connected, BACK_S)
        until(lambda: board.waiting == 0)
    assert owner.payloads == board.payloads
    assert owner.count(Connected) == transport.status.openings == 4
    assert owner.count(GapFound) == 0


def test_the_link_names_another_terminal_while_the_old_one_stays(
    board: Board, owner: Owner
) -> None:
    transport = owner.open(board.path)
    transport.wait_connected(DEADLINE_S)
    old = board.move()
    board.drop(10)
    until(lambda: board.waiting == 0, BACK_S)
    assert owner.payloads == board.payloads
    for end in old:
        os.close(end)


def test_a_reboot_under_way(board: Board, owner: Owner) -> None:
    owner.open(board.path)
    board.drop(3)
    until(lambda: board.waiting == 0)
    board.reboot(8)
    board.drop(2)
    until(lambda: owner.count(Rebooted) == 1 and board.waiting == 0)
    assert Rebooted(7, 8) in owner.events
    assert owner.payloads[3:] == board.payloads


def test_an_overrun_outbox_is_told(board: Board, owner: Owner) -> None:
    owner.open(board.path)
    board.drop(1)
    until(lambda: board.waiting == 0)
    board.unplug()
    board.drop(300)
    board.plug()
    until(lambda: board.waiting == 0)
    assert GapFound(7, 1, 44) in owner.events
    assert owner.payloads == board.payloads[:1] + board.payloads[45:]


def test_configurations_come_into_force(board: Board, owner: Owner) -> None:
    transport = owner.open(board.path)
    with pytest.raises(ValueError, match="out of range"):
        transport.configure(Config(0, 1, 2, 1, 0))
    transport.configure(Config(0, 77, 66, 3, 1))
    until(lambda: ConfigInForce(Config(0, 77, 66, 3, 1)) in owner.events)
    assert board.sampler.configuration == (77, 66, 3, 1)


@pytest.mark.parametrize("seed", range(4))
def test_a_bad_line(tmp_path: Path, owner: Owner, seed: int) -> None:
    """Bytes are lost, doubled and flipped, and the plug is pulled twice."""
    board = Board(tmp_path / "port", damage=random.Random(seed).choice([0.001, 0.003]), seed=seed)
    try:
        owner.open(board.path)
        for _ in range(3):
            board.drop(40)
            until(lambda: len(owner.payloads) > 0.5 * len(board.payloads))
            board.unplug()
            board.plug()
        until(lambda: board.waiting == 0, 2 * DEADLINE_S)
        assert owner.payloads == board.payloads
        assert owner.count(GapFound) == 0
    finally:
        board.close()


def test_a_table_goes_on_from_its_journal(board: Board, tmp_path: Path) -> None:
    """The link is dropped again and again without a word; the journal has each cube once."""
    stored: list[int | None] = []
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        journal.create_table("Monday", "bag", 1)

        def known(boot: int) -> int | None:
            return journal.next_count("tower", boot)

        def take(event: Event) -> None:
            if isinstance(event, CubePassed):
                row = NewEvidence("Monday", "tower", event.boot, event.count, "cube",
                                  event.payload, 1)  # fmt: skip
                stored.extend(journal.append_evidence([row]))
                # Every other one is acknowledged, so that the board has some to repeat.
                if event.count % 2:
                    transport.acknowledge(event.boot, event.count)

        for run in range(1, 6):
            transport = Transport(board.path, take, known, journal.last_boot("tower"))
            board.drop(7)
            until(lambda run=run: len(stored) >= 7 * run - 3)
            transport.close()
        transport = Transport(board.path, take, known, journal.last_boot("tower"))
        until(lambda: len(stored) == len(board.payloads))
        transport.close()
        assert None not in stored
        assert [row.payload for row in journal.evidence("Monday")] == board.payloads

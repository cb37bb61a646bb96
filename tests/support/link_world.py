"""A board, a line and a host in one place, and everything that can go wrong between them.

The board is the real ``turmwart_fw`` link, desk, lanes and outbox, the host the real session and
decoder; in between lies a line that loses, doubles, tears, swaps and flips. Boards reboot and ports
are unplugged at any byte, hosts are killed at any byte and between storing and acknowledging, and
go on from what they had stored. Time is counted, not waited for.
"""

from __future__ import annotations

import itertools
import random
from array import array
from collections import deque
from dataclasses import dataclass, field

from turmwart.link.outputs import (
    BoardFault,
    Connected,
    CubePassed,
    Event,
    GapFound,
    PassageSeen,
    Rebooted,
    Send,
    StateTold,
)
from turmwart.link.session import Session
from turmwart_fw import lane as lanes
from turmwart_fw.desk import Desk
from turmwart_fw.lane import Lane
from turmwart_fw.link import Link
from turmwart_fw.outbox import Outbox
from turmwart_wire import messages
from turmwart_wire.frame import Decoder, encode

STEP_MS = 5
PIPE_BYTES = 4096
CALM_MS = 30_000


class Ticks:
    """The board's clock."""

    def __init__(self, world: World) -> None:
        self._world = world

    def ticks_ms(self) -> int:
        return self._world.now_ms

    def ticks_diff(self, later: int, earlier: int) -> int:
        return later - earlier


class StillTest:
    """A self-test that is over at once."""

    running = False

    def begin(self) -> None:
        """Nothing is there to be tested."""

    def result_into(self, out: bytearray, index: int) -> None:
        test = messages.SelfTest(index, 3, (1, 1, 1, 1), (9, 3, 3, 3), 2, 1024, 2083)
        out[: messages.SELFTEST_SIZE] = messages.pack_selftest(test)


class StillSampler:
    """Two sensors that keep a configuration and see nothing by themselves."""

    def __init__(self) -> None:
        self.raw = [bytearray(8), bytearray(8)]
        self.configurations = [(32, 22, 1, 2), (32, 22, 1, 2)]
        self.errors = [0, 0]

    def __len__(self) -> int:
        return 2

    def configure(self, index: int, enter: int, leave: int, integration: int, gain: int) -> None:
        self.configurations[index] = (enter, leave, integration, gain)

    def configuration_into(self, out: bytearray, index: int, asked: int) -> None:
        out[:] = messages.pack_config(messages.Config(asked, *self.configurations[index]))


@dataclass
class Faults:
    """How bad one way of the line is; shares are chances per byte, ``burst`` per portion."""

    lose: float = 0.0
    double: float = 0.0
    flip: float = 0.0
    swap: float = 0.0
    insert: float = 0.0
    burst: float = 0.0

    @staticmethod
    def chosen(rng: random.Random) -> Faults:
        shares = [0.0, 0.0, 0.001, 0.004, 0.02]
        return Faults(*(rng.choice(shares) for _ in range(5)), burst=rng.choice([0, 0.02, 0.1]))

    @property
    def any(self) -> bool:
        return bool(self.lose or self.double or self.flip or self.swap or self.insert or self.burst)

    def spoil(self, data: bytes, rng: random.Random) -> bytes:
        if not self.any:
            return data
        out = bytearray()
        for byte in data:
            if rng.random() < self.lose:
                continue
            if rng.random() < self.flip:
                byte ^= 1 << rng.randrange(8)
            out.append(byte)
            if rng.random() < self.double:
                out.append(byte)
            if rng.random() < self.insert:
                out.append(rng.randrange(256))
            if len(out) > 1 and rng.random() < self.swap:
                out[-1], out[-2] = out[-2], out[-1]
        if out and rng.random() < self.burst:
            start = rng.randrange(len(out))
            del out[start : start + rng.randrange(1, 80)]
        return bytes(out)


class Pipe:
    """One way of the line."""

    def __init__(self, rng: random.Random) -> None:
        self.faults = Faults()
        self.bytes = bytearray()
        self._rng = rng

    def put(self, data: bytes) -> None:
        self.bytes += self.faults.spoil(data, self._rng)

    def take(self, most: int) -> bytes:
        taken = bytes(self.bytes[:most])
        del self.bytes[:most]
        return taken


class BoardPort:
    """The port as the firmware sees it."""

    def __init__(self, world: World) -> None:
        self._world = world

    def get(self) -> int:
        if not self._world.plugged or self._world.board_dies:
            return -1
        taken = self._world.to_board.take(1)
        if taken:
            self._world.byte_went("to_board")
        return taken[0] if taken else -1

    def put(self, byte: int) -> bool:
        if self._world.board_dies:
            return False
        if not self._world.plugged:
            return self._world.unplugged_swallows
        self._world.byte_went("to_host")
        if self._world.board_dies or not self._world.plugged:
            return False
        if len(self._world.to_host.bytes) >= PIPE_BYTES:
            return False
        self._world.to_host.put(bytes((byte,)))
        return True


@dataclass
class Boot:
    """What really happened in one boot of the board."""

    id: int
    first: int
    outbox: Outbox
    link: Link
    payloads: dict[int, bytes] = field(default_factory=dict)
    evicted: set[int] = field(default_factory=set)


@dataclass
class Store:
    """What the owner has on its disk; survives a kill."""

    events: list[tuple[int, int, bytes]] = field(default_factory=list)
    gaps: list[tuple[int, int, int]] = field(default_factory=list)
    reboots: list[tuple[int, int]] = field(default_factory=list)
    nexts: dict[int, int] = field(default_factory=dict)
    heard: list[int] = field(default_factory=list)

    @property
    def last_boot(self) -> int | None:
        return self.heard[-1] if self.heard else None

    def keep(self, event: Event) -> tuple[int, int] | None:
        """Store an event; the boot and count to acknowledge, if any."""
        if isinstance(event, CubePassed | PassageSeen | BoardFault):
            self.events.append((event.boot, event.count, event.payload))
            self.nexts[event.boot] = event.count + 1
            return event.boot, event.count
        if isinstance(event, GapFound):
            self.gaps.append((event.boot, event.first, event.last))
            self.nexts[event.boot] = event.last + 1
        elif isinstance(event, Rebooted):
            if event.old != self.last_boot:
                # It rebooted after its first HELLO, before it was connected.
                self.heard.append(event.old)
            self.reboots.append((event.old, event.new))
            self.heard.append(event.new)
        elif isinstance(event, Connected) and event.boot != self.last_boot:
            self.heard.append(event.boot)
        return None


class World:
    """Board, line and host of one script."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.now_ms = 0
        self.to_host = Pipe(self.rng)
        self.to_board = Pipe(self.rng)
        self.plugged = True
        self.unplugged_swallows = self.rng.random() < 0.5
        self.board_on_ms = 0
        self.capacity = self.rng.choice([8, 32, 256, 256])
        self.store_delay = self.rng.choice([0.1, 0.5, 1.0])
        self.kill_at_store = self.rng.choice([0.0, 0.0, 0.005])
        self.fuse: tuple[str, str] | None = None
        self.fuse_bytes = 0
        self.board_dies = False
        self.state_wanted = False
        self.store = Store()
        self.boots: list[Boot] = []
        self.boot_board(first=self.rng.choice([0, 0, 65_500, 131_060]))
        self.store.nexts[self.boot.id] = self.boot.first
        self.queue: deque[Event] = deque()
        self.start_host()

    @property
    def boot(self) -> Boot:
        return self.boots[-1]

    def boot_board(self, first: int = 0) -> None:
        outbox = Outbox(self.capacity)
        outbox.oldest = outbox.next = outbox.unsent = first
        id_ = self.rng.getrandbits(32)
        sampler, clock = StillSampler(), Ticks(self)
        desk = Desk(sampler, outbox, None, StillTest(), None, clock, 1, bytes(8), 0, 0)
        boot = id_.to_bytes(4, "little")
        link = Link(BoardPort(self), outbox, sampler, 1, boot, clock, desk)
        desk.link = link
        self.lane = Lane(self.rng.randrange(2), outbox, clock)
        self.boots.append(Boot(id_, first, outbox, link))

    def start_host(self) -> None:
        self.queue.clear()
        self.state_wanted = False
        self.session = Session(self.store.nexts.get, self.store.last_boot)
        self.open_port()

    def open_port(self) -> None:
        self.decoder = Decoder()
        self.to_board.put(b"\0")
        self.handle(self.session.opened(self.now_ms))

    def handle(self, outputs: tuple[Send | Event, ...]) -> None:
        for output in outputs:
            if isinstance(output, Send):
                self.to_board.put(encode(output.kind, output.seq, output.payload))
            else:
                if isinstance(output, StateTold):
                    self.state_wanted = False
                self.queue.append(output)

    def event_happens(self) -> None:
        boot, outbox = self.boot, self.boot.outbox
        oldest, count = outbox.oldest, outbox.next
        kind = self.rng.random()
        if kind < 0.1:
            fault = messages.Fault(messages.FAULT_BUS, count & 0xFFFF)
            boot.payloads[count] = messages.pack_fault(fault)
            outbox.put_fault(*fault)
        elif kind < 0.5:
            boot.payloads[count] = messages.pack_passage(self.passage_happens())
        else:
            boot.payloads[count] = messages.pack_cube(self.cube_happens())
        boot.evicted.update(range(oldest, outbox.oldest))

    def passage_happens(self) -> messages.Passage:
        """A passage of any values, told by the real lane."""
        rng, told = self.rng, self.lane
        size = rng.randrange(messages.PASSAGE_SAMPLES_MAX + 1)
        samples = [
            messages.PassageSample(
                rng.getrandbits(16),
                *(rng.choice([0, rng.getrandbits(16) - 0x8000]) for _ in range(4)),
            )
            for _ in range(size)
        ]
        spans = [rng.randrange(messages.SPAN_US_MAX) for _ in range(3)]
        values = [rng.getrandbits(7), self.now_ms, *spans, rng.getrandbits(16), size, size]
        told.passage[lanes.FLAGS : lanes.KEPT + 1] = array("i", values)
        told.empty[:] = array("i", [rng.getrandbits(16) for _ in range(4)])
        for index, value in enumerate(itertools.chain.from_iterable(samples)):
            told.samples.told[index] = value
        number = rng.randrange(messages.LANES_MAX)
        self.boot.outbox.put_passage(number, told)
        return messages.Passage(number, *values[:7], tuple(told.empty), tuple(samples))

    def cube_happens(self) -> messages.Cube:
        """A cube of a lane without beams."""
        outbox, count = self.boot.outbox, self.boot.outbox.next
        colour = [self.rng.choice([0, self.rng.getrandbits(16)]) for _ in range(5)]
        cube = messages.Cube(self.rng.randrange(2), count, *colour)
        outbox.put_cube(cube.sensor, cube.ticks_ms, [0, 0, 0, *colour])
        return cube

    def step(self) -> None:
        self.now_ms += STEP_MS
        if self.now_ms >= self.board_on_ms:
            before = self.boot.outbox.oldest
            self.boot.link.pump(self.now_ms)
            self.check_freed(before)
            if self.board_dies:
                self.reboot()
        if self.plugged:
            self.handle(self.session.tick(self.now_ms))
            self.host_reads(self.to_host.take(self.rng.randrange(200)))
        while self.queue and self.rng.random() < self.store_delay:
            stored = self.store.keep(self.queue.popleft())
            if stored is None:
                continue
            if self.plugged and self.rng.random() < self.kill_at_store:
                self.start_host()  # it is stored, and the board will never hear of it from this one
                return
            self.handle(self.session.stored(*stored))

    def host_reads(self, chunk: bytes) -> None:
        """Frames are taken one by one; the host may die at any byte of them."""
        if self.fuse is None or self.fuse[0] != "in_host":
            self.host_takes(chunk)
            return
        left, self.fuse_bytes = self.fuse_bytes, self.fuse_bytes - len(chunk)
        if self.fuse_bytes > 0:
            self.host_takes(chunk)
            return
        self.fuse = None
        self.host_takes(chunk[:left])
        self.start_host()
        self.host_takes(chunk[left:])

    def host_takes(self, chunk: bytes) -> None:
        for frame in self.decoder.feed(chunk):
            self.handle(self.session.on_frame(*frame))

    def byte_went(self, way: str) -> None:
        """A byte is about to go this way: what waits for just that byte happens."""
        if self.fuse is None or self.fuse[0] != way:
            return
        self.fuse_bytes -= 1
        if self.fuse_bytes > 0:
            return
        _, what = self.fuse
        self.fuse = None
        if what == "unplug":
            self.unplug()
        else:
            self.board_dies = True

    def check_freed(self, before: int) -> None:
        """The board has let go of nothing that the host had not stored."""
        boot = self.boot
        assert boot.outbox.oldest <= max(self.store.nexts.get(boot.id, 0), before)

    def misfortune(self) -> None:
        """One of the bigger things that happen."""
        what = self.rng.choice(["unplug", "reboot", "kill", "burst", "at_a_byte", "ask"])
        if what == "unplug" and self.plugged:
            self.unplug()
        elif what == "unplug":
            self.replug()
        elif what == "reboot":
            self.reboot()
        elif what == "kill":
            if self.plugged:
                self.start_host()
        elif what == "at_a_byte":
            ways = ["to_host", "to_board"]
            fuses = [(way, deed) for way in ways for deed in ("unplug", "reboot")]
            self.fuse = self.rng.choice([*fuses, ("in_host", "kill"), ("in_host", "kill")])
            self.fuse_bytes = self.rng.randrange(1, 300)
        elif what == "ask":
            self.state_wanted = True
            self.handle(self.session.ask(messages.STATE_ASK))
        else:
            for _ in range(self.rng.randrange(40)):
                self.event_happens()

    def unplug(self) -> None:
        self.plugged = False
        self.session.closed()
        self.lose_in_flight()

    def reboot(self) -> None:
        self.board_dies = False
        self.boot_board()
        self.board_on_ms = self.now_ms + self.rng.randrange(400)
        self.lose_in_flight()

    def replug(self) -> None:
        self.plugged = True
        self.open_port()

    def lose_in_flight(self) -> None:
        """Bytes under way are lost, or wait in a buffer for whoever comes next."""
        for pipe in (self.to_host, self.to_board):
            if self.rng.random() < 0.5:
                pipe.bytes.clear()

    def run(self) -> None:
        rng = self.rng
        busy = rng.choice([0.02, 0.1, 0.3])
        for _ in range(rng.randrange(300, 900)):
            if rng.random() < 0.01:
                self.to_host.faults, self.to_board.faults = Faults.chosen(rng), Faults.chosen(rng)
            if rng.random() < 0.008:
                self.misfortune()
            if self.now_ms >= self.board_on_ms and rng.random() < busy:
                self.event_happens()
            self.step()
        self.calm()

    def calm(self) -> None:
        """The line is good again; run until all has arrived."""
        self.to_host.faults, self.to_board.faults = Faults(), Faults()
        self.fuse, self.kill_at_store = None, 0.0
        if not self.plugged:
            self.replug()
        deadline_ms = self.now_ms + CALM_MS
        while self.queue or not self.session.connected or self.unarrived() or self.state_wanted:
            assert self.now_ms < deadline_ms, "the link does not come to rest"
            self.step()

    def unarrived(self) -> bool:
        outbox = self.boot.outbox
        return bool(outbox.oldest < outbox.next or self.session.boot != self.boot.id)

    def check(self) -> None:
        """Every event once and in order, or in a gap; gaps only where events are really gone."""
        order = {boot.id: place for place, boot in enumerate(self.boots)}
        assert len(order) == len(self.boots)
        keys = [(order[boot], count) for boot, count, _ in self.store.events]
        assert keys == sorted(set(keys))
        for boot in self.boots:
            got = {c: payload for b, c, payload in self.store.events if b == boot.id}
            assert all(boot.payloads[count] == payload for count, payload in got.items())
            gap = [c for b, first, last in self.store.gaps if b == boot.id
                   for c in range(first, last + 1)]  # fmt: skip
            assert len(gap) == len(set(gap))
            assert not set(gap) & set(got)
            told = sorted([*gap, *got])
            assert told == list(range(boot.first, boot.first + len(told)))
            if boot is self.boot:
                assert told == sorted(boot.payloads)
                assert set(gap) <= boot.evicted
        heard = self.store.heard
        assert [order[boot] for boot in heard] == sorted({order[boot] for boot in heard})
        assert self.store.reboots == list(itertools.pairwise(heard))

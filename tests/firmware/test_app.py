"""The whole board program on CPython: a scripted sensor, a port in memory, a clock by hand."""

from __future__ import annotations

from collections.abc import Iterator

from turmwart_fw import FIRMWARE
from turmwart_fw.app import App
from turmwart_fw.outbox import Outbox
from turmwart_fw.port import StreamPort
from turmwart_wire import frame, messages
from turmwart_wire.messages import Config, Fault, Hello

CYCLE_MS = 5


class Clock:
    """Moves when told."""

    def __init__(self, now: int = 0) -> None:
        self.now = now

    def ticks_ms(self) -> int:
        return self.now % messages.TICKS_PERIOD

    def ticks_us(self) -> int:
        return self.now * 1000 % messages.TICKS_PERIOD

    def ticks_diff(self, later: int, earlier: int) -> int:
        half = messages.TICKS_PERIOD // 2
        return (later - earlier + half) % messages.TICKS_PERIOD - half

    def sleep_ms(self, span: int) -> None:
        self.now += span


class Bus:
    """A sensor whose next samples are given; without any it sees an empty window."""

    def __init__(self) -> None:
        self.coming: list[int] = []
        self.broken = False
        self.id = 0x44
        self.written: dict[int, int] = {}
        self.failing: int | None = None
        self.asleep = False

    def readfrom_mem_into(self, address: int, command: int, buffer: bytearray) -> None:
        if self.broken:
            raise OSError(5)
        if len(buffer) == 1:
            status = 0x00 if self.asleep else 0x11
            buffer[0] = self.id if command & 0x1F == 0x12 else status
            return
        clear = self.coming.pop(0) if self.coming else 10
        buffer[:] = b"".join(n.to_bytes(2, "little") for n in (clear, clear // 2, 3, 4))

    def writeto_mem(self, address: int, command: int, buffer: bytes) -> None:
        if self.broken:
            raise OSError(5)
        if command & 0x1F == self.failing:
            self.failing = None
            raise OSError(5)
        self.written[command & 0x1F] = buffer[0]
        if command & 0x1F == 0x00 and buffer[0] == 0x13:
            self.asleep = False

    def writeto(self, address: int, buffer: bytes) -> int:
        if self.broken:
            raise OSError(5)
        return len(buffer)


class Streams:
    """Both directions of a port in memory; ``room`` is how much the host still takes."""

    def __init__(self) -> None:
        self.coming = bytearray()
        self.left = bytearray()
        self.room = 1 << 20
        self.port = StreamPort(self, self, self._readable, self._writable)

    def _readable(self, timeout_ms: int) -> Iterator[object]:
        return iter([self] if self.coming else [])

    def _writable(self, timeout_ms: int) -> Iterator[object]:
        return iter([self] if self.room else [])

    def readinto(self, buffer: bytearray) -> int:
        buffer[0] = self.coming.pop(0)
        return 1

    def write(self, data: bytes) -> int:
        assert len(data) == 1
        assert self.room, "poll promised nothing"
        self.room -= 1
        self.left += data
        return 1


class Board:
    """An app with all it needs, and what the host reads of it."""

    def __init__(self, sensors: int = 1, now: int = 0, **more: object) -> None:
        self.clock = Clock(now)
        self.buses = [Bus() for _ in range(sensors)]
        self.streams = Streams()
        self.app = App(self.buses, self.streams.port, self.clock, b"\x01\x02\x03\x04", **more)
        self._decoder = frame.Decoder()

    def run(self, span_ms: int = 50) -> None:
        for _ in range(span_ms // CYCLE_MS):
            self.clock.now += CYCLE_MS
            self.app.step()

    def say(self, kind: int, payload: bytes) -> None:
        self.streams.coming += frame.encode(kind, 0, payload)

    def replay(self, seq: int) -> None:
        self.say(messages.REPLAY, messages.pack_seq(seq))

    def acknowledge(self, seq: int) -> None:
        self.say(messages.ACK, messages.pack_seq(seq))

    def heard(self, *kinds: int) -> list[tuple[int, int, bytes]]:
        found = list(self._decoder.feed(self.streams.left))
        self.streams.left.clear()
        return [each for each in found if not kinds or each[0] in kinds]

    def seqs(self) -> list[int]:
        return [seq for _, seq, _ in self.heard(messages.CUBE, messages.FAULT)]

    def drop(self, *peaks: int, sensor: int = 0) -> None:
        for peak in peaks:
            self.buses[sensor].coming += [10, peak // 2, peak, 10]
        while self.buses[sensor].coming:
            self.run(CYCLE_MS)


def hellos(board: Board) -> list[Hello]:
    return [messages.unpack_hello(payload) for _, _, payload in board.heard(messages.HELLO)]


def test_hello_is_repeated_until_answered() -> None:
    """At once, then every 500 ms; after REPLAY once more, then never."""
    board = Board()
    board.run(1600)
    assert hellos(board) == [Hello(messages.PROTOCOL, FIRMWARE, 0x04030201, 0, 0)] * 4
    board.replay(0)
    board.run(3000)
    assert len(hellos(board)) == 1


def test_nothing_is_sent_before_the_host_has_asked() -> None:
    """Cubes wait until REPLAY has come, since before it nobody can widen their seq."""
    board = Board()
    board.drop(100, 200)
    assert board.seqs() == []
    board.replay(0)
    board.run()
    cubes = [messages.unpack_cube(payload) for _, _, payload in board.heard(messages.CUBE)]
    assert [(cube.clear, cube.samples) for cube in cubes] == [(100, 2), (200, 2)]


def test_acknowledgement_of_an_earlier_boot_frees_nothing() -> None:
    """An ACK in flight while the board was restarted must not free the new boot's events."""
    board = Board()
    board.drop(100, 200)
    board.acknowledge(1)
    board.run()
    board.replay(0)
    board.run()
    assert board.seqs() == [0, 1]


def test_unacknowledged_is_sent_again() -> None:
    """After 500 ms without an ACK all comes again from the oldest on; then it is quiet."""
    board = Board()
    board.replay(0)
    board.drop(100, 200, 300)
    board.run(100)
    assert board.seqs() == [0, 1, 2]
    board.acknowledge(1)
    board.run(400)
    assert board.seqs() == []
    board.run(150)
    assert board.seqs() == [1, 2]
    board.acknowledge(3)
    board.run(3000)
    assert board.seqs() == []


def test_replay_frees_nothing_and_tells_an_overrun() -> None:
    """300 cubes without a host: HELLO says that the oldest kept is number 44."""
    board = Board(outbox=Outbox(256))
    board.drop(*[100] * 300)
    board.replay(0)
    board.run(1000)
    # The first HELLOs are of the time before; the last answers REPLAY.
    assert [(h.oldest, h.next) for h in hellos(board)][-1] == (44, 300)
    board.replay(299)
    board.run()
    assert board.seqs() == [299]
    board.replay(0)
    board.run(1000)
    assert board.seqs()[0] == 44


def test_host_that_does_not_read_never_stops_the_sampling() -> None:
    """Room for five bytes only: cubes are counted all the same, and come when there is room."""
    board = Board()
    board.replay(0)
    board.run()
    board.heard()
    board.streams.room = 5
    board.drop(*range(100, 150))
    assert len(board.streams.left) == 5
    assert board.app.outbox.next == 50
    board.streams.room = 1 << 20
    board.run(2000)
    # Meanwhile the time to send again had come, so doubles are right; order and wholeness count.
    assert list(dict.fromkeys(board.seqs())) == list(range(50))


def test_configuration_is_answered_by_what_is_in_force() -> None:
    """A good CONFIG is taken and echoed, a bad one is answered by the old values."""
    board = Board(sensors=2)
    board.replay(0)
    board.run()
    first = [messages.unpack_config(p) for _, _, p in board.heard(messages.CONFIG_IS)]
    assert first == [Config(0, 32, 22, 1, 2), Config(1, 32, 22, 1, 2)]
    for wanted in (Config(255, 40, 30, 2, 1), Config(1, 50, 20, 3, 3)):
        board.say(messages.CONFIG, messages.pack_config(wanted))
        board.run()
        answers = [messages.unpack_config(p) for _, _, p in board.heard(messages.CONFIG_IS)]
        assert answers == [wanted]
    assert [bus.written[0x01] for bus in board.buses] == [254, 253]
    assert [bus.written[0x0F] for bus in board.buses] == [1, 3]
    for refused in (
        Config(0, 20, 30, 1, 1),
        Config(0, 20, 0, 1, 1),
        Config(0, 20, 10, 0, 1),
        Config(0, 20, 10, 1, 4),
    ):
        board.say(messages.CONFIG, messages.pack_config(refused))
        board.run()
        answers = [messages.unpack_config(p) for _, _, p in board.heard(messages.CONFIG_IS)]
        assert answers == [Config(0, 40, 30, 2, 1)], refused
    board.say(messages.CONFIG, messages.pack_config(Config(2, 20, 10, 1, 1)))
    board.run()
    assert board.heard(messages.CONFIG_IS) == []
    assert board.app.link.strays == 1


def test_a_sensor_disturbed_while_it_is_set_is_set_again() -> None:
    """A failed transfer left it switched off for ever, and seemed well: cubes passed unseen."""
    board = Board(sensors=2)
    board.run()
    for register in (0x00, 0x01, 0x0F):
        bus = board.buses[0]
        bus.written.clear()
        bus.failing = register
        integration = 2 + register
        board.say(messages.CONFIG, messages.pack_config(Config(0, 40, 30, integration, 1)))
        board.run(1500)
        assert bus.failing is None
        assert (bus.written[0x00], bus.written[0x01]) == (0x13, 256 - integration), register
        assert bus.written[0x0F] == 1
    board.replay(0)
    board.drop(100)
    board.run()
    assert len(board.heard(messages.CUBE)) == 1
    assert board.heard(messages.FAULT) == []


def test_several_sensors_are_told_apart() -> None:
    """Each cube bears the index of its sensor."""
    board = Board(sensors=3)
    board.replay(0)
    board.drop(100, sensor=2)
    board.drop(200, sensor=0)
    board.run()
    cubes = [messages.unpack_cube(payload) for _, _, payload in board.heard(messages.CUBE)]
    assert [(cube.sensor, cube.clear) for cube in cubes] == [(2, 100), (0, 200)]


def test_samples_show_that_the_board_lives() -> None:
    """Every 500 ms one SAMPLE of each sensor, with a seq of their own."""
    board = Board(sensors=2)
    board.replay(0)
    board.run(1990)
    found = board.heard(messages.SAMPLE)
    assert [seq for _, seq, _ in found] == list(range(len(found)))
    samples = [messages.unpack_sample(payload) for _, _, payload in found]
    assert {sample.sensor for sample in samples} == {0, 1}
    assert 6 <= len(samples) <= 8
    assert all(sample[1:] == (10, 5, 3, 4) for sample in samples)


def test_damage_from_the_host_is_counted() -> None:
    """A torn frame and an unknown kind are counters, and the next frame is heard."""
    board = Board()
    board.streams.coming += b"\x05\x01\x02\x00"
    board.say(0x7F, b"what")
    board.replay(0)
    board.run()
    assert (board.app.link.bad_frames, board.app.link.strays) == (1, 1)
    assert board.app.link.answered


def faults(board: Board) -> list[Fault]:
    return [messages.unpack_fault(payload) for _, _, payload in board.heard(messages.FAULT)]


def test_fault_when_the_forms_of_the_edge_detection_differ() -> None:
    """The check at boot says at which sample."""
    board = Board(edge_difference=lambda: 10)
    board.replay(0)
    board.run()
    assert faults(board) == [Fault(messages.FAULT_EDGE, 10)]


def test_fault_when_the_sensor_is_another_one() -> None:
    """A wrong id is told once, with what was read; the right one later works."""
    board = Board()
    board.buses[0].id = 0x10
    board.app.sampler.alive[0] = 0
    board.replay(0)
    board.run(4000)
    assert set(faults(board)) == {Fault(messages.FAULT_SENSOR, 0x10 << 8)}
    assert board.app.outbox.next == 1
    board.buses[0].id = 0x4D
    board.run(1500)
    board.drop(123)
    assert Fault(messages.FAULT_BACK, 0) in faults(board)
    assert board.app.outbox.next == 3


def test_fault_when_the_bus_breaks() -> None:
    """One failed read is a disturbance, three are an outage: told once, then taken up again."""
    board = Board()
    board.replay(0)
    board.run()
    board.buses[0].broken = True
    board.run(CYCLE_MS)
    board.buses[0].broken = False
    board.drop(99)
    assert (board.app.sampler.faults, board.app.outbox.next) == (1, 1)
    board.buses[0].broken = True
    board.run(5000)
    assert faults(board)[0] == Fault(messages.FAULT_BUS, 0)
    assert board.app.outbox.next == 2
    board.buses[0].broken = False
    board.run(1500)
    board.drop(100)
    assert board.app.outbox.next == 4


def test_fault_when_a_sensor_was_started_anew() -> None:
    """A loose contact cuts its power for a moment: it answers then, and measures nothing."""
    board = Board()
    board.replay(0)
    board.run()
    board.buses[0].asleep = True
    board.run(1500)
    assert set(faults(board)) == {Fault(messages.FAULT_BUS, 0), Fault(messages.FAULT_BACK, 0)}
    board.drop(100)
    assert board.app.outbox.next == 3


def test_fault_when_the_window_is_blocked() -> None:
    """A cube that lies there for two seconds is told once and counted once."""
    board = Board()
    board.replay(0)
    board.buses[0].coming = [300] * 1000
    board.run(6000)
    assert {tuple(fault) for fault in faults(board)} == {(messages.FAULT_BLOCKED, 0)}
    assert board.app.outbox.next == 2


def test_board_time_wraps() -> None:
    """Across the wrap of the ticks HELLO and resending go on, and a cube's time is small again."""
    board = Board(now=messages.TICKS_PERIOD - 700)
    board.run(1600)
    assert len(hellos(board)) == 4
    board.replay(0)
    board.drop(100)
    board.run(600)
    cubes = [messages.unpack_cube(payload) for _, _, payload in board.heard(messages.CUBE)]
    assert [cube.ticks_ms < 2000 for cube in cubes] == [True, True]

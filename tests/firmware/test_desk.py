"""Questions that are no matter of events: state, self-test, keeping; LED; the whole board."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from types import ModuleType

import pytest

from turmwart_fw.app import App, Hardware
from turmwart_fw.gate import Beam, Gate
from turmwart_fw.leds import StatusLed
from turmwart_fw.store import Store
from turmwart_wire import frame, messages
from turmwart_wire.messages import Fault, Kept

HERE = Path(__file__).parents[2] / "host" / "turmwart" / "twin" / "on-micropython"


@pytest.fixture
def standin() -> ModuleType:
    """The stand-in hardware, which lies in a folder that is no package."""
    spec = importlib.util.spec_from_file_location("standin", HERE / "standin.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Port:
    """Both directions in memory."""

    def __init__(self) -> None:
        self.coming = bytearray()
        self.left = bytearray()

    def get(self) -> int:
        return self.coming.pop(0) if self.coming else -1

    def put(self, byte: int) -> bool:
        self.left.append(byte)
        return True


class Board:
    """The whole program before stand-in sensors and beams."""

    def __init__(self, standin: ModuleType, flash: Path, lanes: int = 2) -> None:
        self.clock = standin.Clock()
        self.lights = [standin.Light(lane) for lane in range(lanes)]
        self.chips = [standin.Tcs34725Bus(self.clock, light) for light in self.lights]
        self.port = Port()
        self.hardware = Hardware()
        self.hardware.gate = Gate(self.clock)
        self.pins = [standin.BeamPin() for _ in range(2 * lanes)]
        beams = []
        for number, pin in enumerate(self.pins):
            beams.append(Beam(self.hardware.gate, number // 2, number % 2, pin, 1))
            pin.on_edge = beams[-1].on_edge
        pairs = [beams[at : at + 2] for at in range(0, 2 * lanes, 2)]
        self.hardware.lights = standin.Lights(self.lights, self.pins, pairs)
        self.hardware.store = Store(f"{flash}/", os)
        self.app = App(self.chips, self.port, self.clock, b"boot", hardware=self.hardware)
        self._decoder = frame.Decoder()
        self.say(messages.REPLAY, messages.pack_seq(0))

    def say(self, kind: int, payload: bytes = b"") -> None:
        self.port.coming += frame.encode(kind, 0, payload)

    def run(self, span_ms: int) -> None:
        end_us = self.clock.now_us + 1000 * span_ms
        while self.clock.now_us < end_us:
            self.clock.move_to(self.clock.now_us + 500)
            self.app.step()

    def heard(self, kind: int) -> list[bytes]:
        found = [p for k, _, p in self._decoder.feed(bytes(self.port.left)) if k == kind]
        self.port.left.clear()
        return found


def test_self_test_at_boot_measures_each_lane(standin: ModuleType, tmp_path: Path) -> None:
    """Dark, lit, noise, pace and beams, and the lamps are on again afterwards."""
    board = Board(standin, tmp_path)
    board.run(1_500)
    assert not board.app.selftest.running
    board.say(messages.SELFTEST, messages.pack_byte(messages.ALL_SENSORS))
    board.run(1_500)
    told = [messages.unpack_selftest(p) for p in board.heard(messages.SELFTEST_IS)]
    assert [each.lane for each in told] == [0, 1]
    for each in told:
        assert each.flags == (
            messages.SELFTEST_PRESENT
            | messages.SELFTEST_BEAMS
            | messages.SELFTEST_LAMP
            | messages.SELFTEST_HAS_BEAMS
            | messages.SELFTEST_A_LIGHT
            | messages.SELFTEST_B_LIGHT
        )
        assert max(each.dark) <= 2
        assert abs(each.lit[0] - 10) <= 1
        assert 0 < each.noise < 8
        assert each.full == messages.STEP_COUNTS
        assert abs(each.rate - 2_083) < 120
    assert all(light.lamp for light in board.lights)
    assert board.app.outbox.next == 0


def test_self_test_finds_what_is_wrong(standin: ModuleType, tmp_path: Path) -> None:
    """A dumb sensor, a beam whose pin never moves: each is in its lane's flags."""
    board = Board(standin, tmp_path)
    board.chips[0].broken = True
    board.pins[3].value = lambda: 0
    board.hardware.lights.beams[1][1]._value = lambda: 0
    board.run(2_000)
    board.say(messages.SELFTEST, messages.pack_byte(messages.ALL_SENSORS))
    board.run(6_000)
    first, second = (messages.unpack_selftest(p) for p in board.heard(messages.SELFTEST_IS))
    assert not first.flags & messages.SELFTEST_PRESENT
    assert first.flags & messages.SELFTEST_BEAMS
    assert second.flags & messages.SELFTEST_PRESENT
    assert not second.flags & messages.SELFTEST_BEAMS


def test_cubes_go_before_the_self_test(standin: ModuleType, tmp_path: Path) -> None:
    """It begins again when a beam moves, and each cube is counted all the same."""
    board = Board(standin, tmp_path)
    board.run(1_500)
    board.say(messages.SELFTEST, messages.pack_byte(0))
    for _ in range(12):
        board.run(60)
        a, b = board.pins[:2]
        for pin, by, wait in ((a, 1, 9), (a, -1, 3), (b, 1, 9), (b, -1, 0)):
            pin.darken(by)
            board.run(wait)
    # Nobody acknowledges, so some come again.
    passages = {messages.unpack_passage(p).ticks_ms for p in board.heard(messages.PASSAGE)}
    board.run(6_000)
    assert board.app.sampler.passed == 12
    assert 11 <= len(passages) <= 12
    assert len(board.heard(messages.SELFTEST_IS)) == 1


def test_state_on_request_and_every_ten_seconds(standin: ModuleType, tmp_path: Path) -> None:
    """Counters since boot; uptime runs."""
    board = Board(standin, tmp_path)
    board.chips[1].broken = True
    board.run(2_000)
    board.say(messages.STATE_ASK)
    board.say(0x7F, b"what")
    board.run(50)
    (state,) = (messages.unpack_state(p) for p in board.heard(messages.STATE))
    assert (state.uptime_s, state.events, state.strays) == (2, 1, 1)
    assert state.bus_errors[0] == 0
    assert state.bus_errors[1] >= 3
    board.run(10_100)
    (state,) = (messages.unpack_state(p) for p in board.heard(messages.STATE))
    assert state.uptime_s == 12


def test_configuration_is_kept_over_a_restart(standin: ModuleType, tmp_path: Path) -> None:
    """KEEP, restart: in force again; a damaged file is told and the shipped one taken."""
    board = Board(standin, tmp_path)
    wanted = messages.Config(1, 60, 40, 2, 1)
    board.say(messages.CONFIG, messages.pack_config(wanted))
    board.say(messages.KEEP, messages.pack_byte(messages.KEEP_IN_FORCE))
    board.say(messages.KEEP, messages.pack_byte(9))
    board.run(50)
    kept = [messages.unpack_kept(p) for p in board.heard(messages.KEPT)]
    assert kept[-1] == Kept(9, messages.KEPT_UNKNOWN)
    board.say(messages.KEEP, messages.pack_byte(messages.KEEP_IN_FORCE))
    board.run(50)
    assert board.heard(messages.KEPT) == [messages.pack_kept(Kept(1, messages.KEPT_DONE))]
    again = Board(standin, tmp_path)
    again.run(50)
    configs = [messages.unpack_config(p) for p in again.heard(messages.CONFIG_IS)]
    assert configs == [messages.Config(0, 32, 22, 1, 2), wanted]
    (tmp_path / "turmwart.cfg").write_bytes(b"TWC2 and what not")
    damaged = Board(standin, tmp_path)
    damaged.run(50)
    faults = [messages.unpack_fault(p) for p in damaged.heard(messages.FAULT)]
    assert faults == [Fault(messages.FAULT_CONFIG, 2)]
    damaged.say(messages.KEEP, messages.pack_byte(messages.KEEP_NOTHING))
    damaged.run(50)
    assert damaged.heard(messages.KEPT) == [messages.pack_kept(Kept(0, messages.KEPT_DONE))]
    assert not (tmp_path / "turmwart.cfg").exists()


def test_one_dumb_sensor_stops_no_other_lane(standin: ModuleType, tmp_path: Path) -> None:
    """It is told, its lane counts on without colours, it is taken up again and told back."""
    board = Board(standin, tmp_path)
    board.run(1_500)
    board.heard(messages.FAULT)
    board.chips[0].broken = True
    board.run(50)
    for number in range(2):
        a, b = board.pins[2 * number : 2 * number + 2]
        for pin, by, wait in ((a, 1, 9), (a, -1, 3), (b, 1, 9), (b, -1, 20)):
            pin.darken(by)
            board.run(wait)
    board.chips[0].broken = False
    board.run(1_500)
    told = list(frame.Decoder().feed(bytes(board.port.left)))
    faults = [messages.unpack_fault(p) for k, _, p in told if k == messages.FAULT]
    passages = {p.lane: p for p in (messages.unpack_passage(p) for k, _, p in told if k == 0x12)}
    assert set(faults) == {Fault(messages.FAULT_BUS, 0), Fault(messages.FAULT_BACK, 0)}
    assert passages[0].flags == messages.PASSAGE_BUS
    assert passages[1].flags == 0
    assert passages[1].count > 0


@pytest.mark.parametrize(
    ("state", "changes"),
    [
        ((False, False, False, 0), 2),  # one flash in two seconds
        ((True, False, False, 0), 1),  # lit
        ((True, True, False, 0), 8),  # two flashes a second
        ((True, False, True, 0), 34),  # quick
    ],
)
def test_patterns_of_the_led(standin: ModuleType, state: tuple, changes: int) -> None:
    """In two seconds each pattern changes as often as it should."""
    shown: list[int] = []
    led = StatusLed(shown.append, standin.Clock())
    for ticks_ms in range(0, 2_000, 5):
        led.step(ticks_ms, *state)
    assert abs(len(shown) - changes) <= 1


def test_led_blinks_at_a_passage(standin: ModuleType) -> None:
    """Dark for a moment."""
    shown: list[int] = []
    led = StatusLed(shown.append, standin.Clock())
    for ticks_ms in range(0, 1_000, 5):
        led.step(ticks_ms, True, False, False, 1 if ticks_ms >= 500 else 0)
    assert shown == [1, 0, 1]

"""The stand-in sensor behaves as the data sheet says, before the real driver."""

from __future__ import annotations

import importlib.util
import itertools
from pathlib import Path
from types import ModuleType

import pytest

from turmwart_fw.gate import Gate
from turmwart_fw.multiplexer import Channel, Multiplexer
from turmwart_fw.outbox import Outbox
from turmwart_fw.sampler import Sampler
from turmwart_fw.tcs34725 import Tcs34725

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


def bench(standin: ModuleType) -> tuple:
    clock = standin.Clock()
    light = standin.Light(1)
    bus = standin.Tcs34725Bus(clock, light)
    return clock, light, bus


def read_until_new(clock, sensor: Tcs34725) -> tuple[int, list[int]]:
    """Poll until a sample is new; returns board time in us and the four counts."""
    raw = bytearray(8)
    while not sensor.read_into(raw):
        clock.now_us += 50
    return clock.now_us, [int.from_bytes(raw[i : i + 2], "little") for i in (0, 2, 4, 6)]


@pytest.mark.parametrize("steps", [1, 2, 10])
def test_cycle_is_integration_and_preparation(standin: ModuleType, steps: int) -> None:
    """A new sample every (steps + 1) * 2.4 ms, none twice, none lost."""
    clock, _, bus = bench(standin)
    sensor = Tcs34725(bus, clock, steps, 2)
    assert sensor.begin() == 0x44
    times = [read_until_new(clock, sensor)[0] for _ in range(20)]
    spans = [b - a for a, b in itertools.pairwise(times)]
    assert abs(sum(spans) / len(spans) - (steps + 1) * 2400) < 30


def test_nothing_is_valid_before_the_first_cycle(standin: ModuleType) -> None:
    """AVALID and AINT come with the first finished cycle, not before."""
    clock, _, bus = bench(standin)
    sensor = Tcs34725(bus, clock, 1, 2)
    sensor.begin()
    assert not sensor.read_into(bytearray(8))
    clock.now_us += 4800
    assert sensor.read_into(bytearray(8))
    assert not sensor.read_into(bytearray(8))


def test_gain_and_integration_scale_the_counts(standin: ModuleType) -> None:
    """Four times the gain or the time is four times the light, up to 1024 counts a step."""

    def clear(steps: int, gain: int) -> int:
        clock, light, bus = bench(standin)
        sensor = Tcs34725(bus, clock, steps, gain)
        sensor.begin()
        light.cubes.append(
            standin.PassingCube(
                (clock.now_us, clock.now_us + 1, 1 << 28, 1 << 29), (400, 200, 50, 60), 3
            )
        )
        clock.now_us += 5_000_000
        read_until_new(clock, sensor)
        return read_until_new(clock, sensor)[1][0]

    assert abs(clear(1, 2) - 400) < 25
    assert abs(clear(1, 1) - 100) < 15
    assert abs(clear(4, 1) - 400) < 25
    assert clear(1, 3) == 1024


def test_cube_covers_the_window_as_it_passes(standin: ModuleType) -> None:
    """8 mm at 1 m/s before 4 mm: 4 ms coming, 4 ms full, 4 ms going."""
    cube = standin.PassingCube((0, 4000, 8000, 12_000), (1, 1, 1, 1), 0)
    assert cube.covered(0, 4000) == pytest.approx(0.5)
    assert cube.covered(4000, 8000) == pytest.approx(1.0)
    assert cube.covered(8000, 12_000) == pytest.approx(0.5)
    assert cube.covered(1000, 2000) == pytest.approx(0.375)
    assert cube.covered(20_000, 21_000) == 0


def test_flicker_and_daylight_reach_an_empty_window(standin: ModuleType) -> None:
    """The mean is background, daylight and lamp; over 10 ms the flicker is gone."""
    light = standin.Light(1, 0.0, ambient=20.0, flicker=8.0, flicker_hz=100.0)
    short = [light.read(at, at + 2400, 1, 2)[0] for at in range(0, 1_000_000, 4800)]
    assert max(short) > min(short)
    clear = [light.read(at, at + 10_000, 1, 16)[0] for at in range(0, 100_000, 10_000)]
    assert set(clear) == {38}
    light.lamp = False
    assert light.read(0, 10_000, 1, 16)[0] == 28


def test_clock_does_what_is_due_on_the_way(standin: ModuleType) -> None:
    """Deeds happen at their own time, in order, also those that a deed plans."""
    clock = standin.Clock()
    seen: list[tuple[str, int]] = []
    clock.at(500, lambda name: seen.append((name, clock.now_us)), "b")
    clock.at(100, lambda name: seen.append((name, clock.now_us)), "a")
    clock.move_to(499)
    assert (seen, clock.now_us) == ([("a", 100)], 499)
    clock.sleep_ms(1)
    assert (seen[1], clock.now_us) == (("b", 500), 1499)


def test_multiplexer_joins_one_channel(standin: ModuleType) -> None:
    """The real driver reads each of two sensors through its channel; no channel, no answer."""
    clock = standin.Clock()
    chips = [standin.Tcs34725Bus(clock, standin.Light(lane)) for lane in range(2)]
    bus = standin.MultiplexedBus(clock, chips, standin.Noise(1))
    recovered: list[int] = []
    multiplexer = Multiplexer(bus, standin.MULTIPLEXER, lambda: recovered.append(1))
    sensors = [Tcs34725(Channel(multiplexer, n), clock, 1, 2) for n in range(2)]
    assert [sensor.begin() for sensor in sensors] == [0x44, 0x44]
    clock.sleep_ms(5)
    assert sensors[0].read_into(bytearray(8))
    assert sensors[1].read_into(bytearray(8))
    sensors[0].recover()
    assert recovered == [1]
    with pytest.raises(OSError):
        bus.readfrom_mem_into(0x29, 0x92, bytearray(1))
    assert sensors[0].begin() == 0x44


def test_outages_and_errors_of_the_bus(standin: ModuleType) -> None:
    """Failures come as often as they are set, and an outage lasts a second."""
    clock = standin.Clock()
    chips = [standin.Tcs34725Bus(clock, standin.Light(0))]
    bus = standin.MultiplexedBus(clock, chips, standin.Noise(5), errors_per_1000=100.0)
    bus._selected = 1
    failed = 0
    for _ in range(2000):
        try:
            bus.readfrom_mem_into(0x29, 0x92, bytearray(1))
        except OSError:
            failed += 1
    assert 150 < failed < 250


def test_beam_pin_tells_changes(standin: ModuleType) -> None:
    """Dark while anything is in it or the LED is off; each change is told once."""
    pin = standin.BeamPin()
    levels: list[int] = []
    pin.on_edge = lambda which: levels.append(which.value())
    pin.darken(1)
    pin.darken(1)
    pin.darken(-1)
    pin.darken(-1)
    pin.led(False)
    pin.darken(1)
    pin.darken(-1)
    pin.led(True)
    assert levels == [1, 0, 1, 0]


def test_registers_without_auto_increment_repeat(standin: ModuleType) -> None:
    """The command's bits 5 and 6 decide whether a block or one register is read."""
    _, _, bus = bench(standin)
    block, same = bytearray(2), bytearray(2)
    bus.readfrom_mem_into(0x29, 0xA0 | 0x12, block)
    bus.readfrom_mem_into(0x29, 0x80 | 0x12, same)
    assert (block, same) == (bytearray(b"\x44\x00"), bytearray(b"\x44\x44"))


def test_other_address_or_broken_bus_raises(standin: ModuleType) -> None:
    """As on the board: OSError."""
    _, _, bus = bench(standin)
    with pytest.raises(OSError):
        bus.writeto(0x28, b"\x00")
    bus.broken = True
    with pytest.raises(OSError):
        bus.readfrom_mem_into(0x29, 0x92, bytearray(1))


LOOP_US = 300
"""Between two looks of a board's loop."""


@pytest.mark.parametrize("odd_us", range(0, 4_800, 400))
@pytest.mark.parametrize("pace", [0.97, 1.03])
def test_after_a_pause_the_end_of_samples_is_found_again(
    standin: ModuleType, pace: float, odd_us: int
) -> None:
    """Wherever in its cycle the chip is then and however fast, samples are placed rightly soon."""
    clock = standin.Clock()
    ended: list[int] = []

    class Watched(standin.Light):
        def read(self, since_us: int, until_us: int, steps: int, gain: int) -> list[int]:
            ended.append(until_us)
            return super().read(since_us, until_us, steps, gain)

    bus = standin.Tcs34725Bus(clock, Watched(1), pace)
    sampler = Sampler([Tcs34725(bus, clock, 1, 2)], Outbox(16), 32, 22, clock, Gate(clock))
    off: list[int] = []
    sampler.lanes[0].sample = lambda _, end_us: off.append(clock.ticks_diff(end_us, ended[-1]))
    sampler.begin()

    def run(span_us: int) -> None:
        until_us = clock.now_us + span_us
        while clock.now_us < until_us:
            sampler.poll(clock.ticks_ms())
            clock.move_to(clock.now_us + LOOP_US)

    run(300_000)
    clock.move_to(clock.now_us + 500_000 + odd_us)
    off.clear()
    run(100_000)
    assert len(off) >= 19
    assert max(abs(each) for each in off[3:]) <= 2 * LOOP_US

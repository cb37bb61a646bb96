"""One truth for pins and dimensions: parameters, pins, firmware and twin agree."""

from __future__ import annotations

import importlib
import importlib.util
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from turmwart.twin import lanes, physics, slide
from turmwart_fw import app, lane, tcs34725
from turmwart_wire import messages

ROOT = Path(__file__).parents[2]

HEADER_GPIOS = {*range(23), 26, 27, 28}


@pytest.fixture
def params() -> dict[str, Any]:
    return tomllib.loads((ROOT / "hardware" / "params.toml").read_text("utf-8"))


@pytest.fixture(params=["pins_pico", "pins_pico_w", "pins_pico2"])
def pins(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The pins of each board; their files import nothing but each other."""
    monkeypatch.syspath_prepend(str(ROOT / "firmware" / "on-board"))
    for name in ("pins_pico", request.param):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return importlib.import_module(request.param)


def test_pins_are_those_of_the_parameters(params: dict[str, Any], pins: ModuleType) -> None:
    """Bus, switches, lanes as far as they are built, the multiplexer."""
    board = params["board"]
    assert (
        board["i2c_block"],
        board["sda_gpio"],
        board["scl_gpio"],
    ) == (pins.I2C_BLOCK, pins.SDA, pins.SCL)
    assert (board["lamp_gpio"], board["beam_led_gpio"]) == (pins.LAMP, pins.BEAM_LEDS)
    assert (board["service_gpio"], board["status_led"]) == (pins.SERVICE, pins.STATUS_LED)
    assert params["sensor"]["bus_hz"] == pins.I2C_HZ
    assert params["multiplexer"]["address"] == pins.MULTIPLEXER
    assert params["beam"]["dark_level"] == pins.BEAM_DARK_LEVEL
    lanes = tuple((x["channel"], x["beam_a_gpio"], x["beam_b_gpio"]) for x in params["lanes"])
    assert lanes[: params["lane"]["count"]] == pins.LANES
    assert len(lanes) == messages.LANES_MAX


def test_pins_can_do_their_work(params: dict[str, Any], pins: ModuleType) -> None:
    """On the RP2040 GPIO 4k and 4k + 1 are SDA and SCL of block 0; no pin serves twice."""
    assert (pins.SDA % 4, pins.SCL % 4) == (2 * pins.I2C_BLOCK, 2 * pins.I2C_BLOCK + 1)
    used = [pins.SDA, pins.SCL, pins.LAMP, pins.BEAM_LEDS, pins.SERVICE]
    for each in params["lanes"]:
        used += [each["beam_a_gpio"], each["beam_b_gpio"]]
    assert len(set(used)) == len(used)
    assert set(used) <= HEADER_GPIOS


def test_firmware_has_the_parameters_of_the_sensor(params: dict[str, Any]) -> None:
    """Thresholds, integration, gain, address."""
    sensor = params["sensor"]
    assert (sensor["enter_counts"], sensor["leave_counts"]) == (app.ENTER_COUNTS, app.LEAVE_COUNTS)
    assert (sensor["integration_steps"], sensor["gain"]) == (app.INTEGRATION_STEPS, app.GAIN)
    assert sensor["address"] == tcs34725.ADDRESS
    assert sensor["background_counts"] < sensor["leave_counts"] < sensor["enter_counts"]


def test_firmware_fits_the_lane(params: dict[str, Any]) -> None:
    """The window lies a third of the way from A to B; no cube is a glitch, no gap a bounce."""
    beam, of = params["beam"], params["lane"]
    assert beam["gap_mm"] == 3 * of["window_mm"]
    fastest = of["speed_max_mm_s"]
    assert 1e6 * params["cube"]["edge_min_mm"] / fastest > 2 * lane.GLITCH_US
    assert 1e6 * slide_gap(fastest) / fastest > 2 * lane.BOUNCE_US
    assert 4 * beam["fall_us"] < lane.BOUNCE_US
    assert beam["width_mm"] > lanes.SEEN_GAP_MM


def slide_gap(speed: float) -> float:
    """The gap in mm at beam A between two cubes of 9 mm that touched."""
    first = slide.Slide.arriving(speed, slide.FRICTION)
    second, later_s = first.following(9.0, slide.FRICTION)
    return (later_s - first.time_at(9.0)) * second.speed_mm_s


@pytest.mark.parametrize(
    ("speed", "gap_mm"), [(300, 18), (900, 7.2), (1050, 3.5), (1200, 2.2), (1350, 1.6), (1500, 1.2)]
)
def test_gaps_are_those_of_the_documentation(speed: float, gap_mm: float) -> None:
    """docs/tower.md, how touching cubes part."""
    assert slide_gap(speed) == pytest.approx(gap_mm, abs=0.06 * gap_mm)


def test_twin_has_the_dimensions_of_the_tower(params: dict[str, Any]) -> None:
    """Window, beams, slopes, distance, cubes and speeds."""
    of, cube, slope, beam = (params[name] for name in ("lane", "cube", "slope", "beam"))
    path = ROOT / "host" / "turmwart" / "twin" / "on-micropython" / "standin.py"
    spec = importlib.util.spec_from_file_location("standin", path)
    assert spec is not None
    assert spec.loader is not None
    standin = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(standin)
    assert (slope["shallow_deg"], slope["steep_deg"]) == (slide.SHALLOW_DEG, slide.STEEP_DEG)
    assert (slope["steep_mm"], slope["friction"]) == (slide.STEEP_MM, slide.FRICTION)
    assert (beam["gap_mm"], beam["width_mm"]) == (slide.BEAM_GAP_MM, slide.BEAM_MM)
    assert of["window_mm"] == slide.WINDOW_MM
    assert of["sensor_distance_mm"] * 1000 == physics.DISTANCE_UM
    assert (cube["edge_min_mm"], cube["edge_max_mm"]) == lanes.EDGE_MM
    assert (of["speed_min_mm_s"], of["speed_max_mm_s"]) == lanes.SPEED_MM_S
    assert of["free_gap_min_ms"] == lanes.FREE_GAP_MS
    assert standin.BACKGROUND[0] == params["sensor"]["background_counts"]
    assert params["multiplexer"]["address"] == standin.MULTIPLEXER
    assert physics.DEFAULT_CONDITIONS.lanes == of["count"]


def test_largest_cube_passes_the_lane_turned(params: dict[str, Any]) -> None:
    """Its diagonal fits, and two of the smallest cubes do not fit side by side."""
    width = params["lane"]["width_mm"]
    assert params["cube"]["edge_max_mm"] * 2**0.5 < width < 2 * params["cube"]["edge_min_mm"]

"""One truth for pins and dimensions: parameters, harness, start file, firmware and twin agree."""

from __future__ import annotations

import ast
import importlib.util
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from turmwart.twin import physics
from turmwart_fw import app, tcs34725

ROOT = Path(__file__).parents[2]

# GPIO number -> pin of the Pico's header, from its data sheet.
PICO_GPIO_PINS = dict(
    zip(
        [*range(23), 26, 27, 28],
        [
            *(1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20),
            *(21, 22, 24, 25, 26, 27, 29, 31, 32, 34),
        ],
        strict=True,
    )
)
PICO_GROUND_PINS = {3, 8, 13, 18, 23, 28, 33, 38}
PICO_3V3_PIN = 36


@pytest.fixture
def params() -> dict[str, Any]:
    return tomllib.loads((ROOT / "hardware" / "params.toml").read_text("utf-8"))


@pytest.fixture
def harness() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(
        (ROOT / "hardware" / "harness" / "tower.yml").read_text("utf-8")
    )
    return loaded


@pytest.fixture
def board() -> dict[str, Any]:
    """The constants of ``on-board/main.py``, which cannot be imported here."""
    tree = ast.parse((ROOT / "firmware" / "on-board" / "main.py").read_text("utf-8"))
    return {
        node.targets[0].id: ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }


def wires(harness: dict[str, Any]) -> dict[tuple[str, str], tuple[str, int, str]]:
    """Follow each wire: (connector, label) at its end -> (connector, pin, label) at its start."""
    found = {}
    for start, cable, end in harness["connections"]:
        ((start_name, start_pins),) = start.items()
        ((cable_name, cores),) = cable.items()
        ((end_name, end_pins),) = end.items()
        assert harness["cables"][cable_name]["wirecount"] == len(cores)
        assert len(harness["cables"][cable_name]["colors"]) == len(cores)
        for start_pin, end_pin in zip(start_pins, end_pins, strict=True):
            found[end_name, label_of(harness, end_name, end_pin)] = (
                start_name,
                start_pin,
                label_of(harness, start_name, start_pin),
            )
    return found


def label_of(harness: dict[str, Any], connector: str, pin: int) -> str:
    entry = harness["connectors"][connector]
    return str(dict(zip(entry["pins"], entry["pinlabels"], strict=True))[pin])


def test_start_file_has_the_pins_of_the_parameters(
    params: dict[str, Any], board: dict[str, Any]
) -> None:
    """Sensors, bus speed and service pin."""
    assert board["SENSORS"] == tuple(
        (s["i2c_block"], s["sda_gpio"], s["scl_gpio"], s["lamp_gpio"]) for s in params["sensors"]
    )
    assert board["I2C_HZ"] == params["sensor"]["bus_hz"]
    assert board["SERVICE_PIN"] == params["board"]["service_gpio"]
    assert len(params["sensors"]) == params["lane"]["count"]


def test_harness_leads_each_wire_to_the_right_pin(
    harness: dict[str, Any], board: dict[str, Any]
) -> None:
    """SDA, SCL and lamp of each sensor, power and ground, and the service jumper."""
    ends = wires(harness)
    for number, (_, sda, scl, lamp) in enumerate(board["SENSORS"]):
        for label, gpio in (("SDA", sda), ("SCL", scl), ("LED", lamp)):
            _, pin, name = ends[f"sensor{number}", label]
            assert (pin, name) == (PICO_GPIO_PINS[gpio], f"GP{gpio}")
        assert ends[f"sensor{number}", "VIN"][1:] == (PICO_3V3_PIN, "3V3")
        assert ends[f"sensor{number}", "GND"][1] in PICO_GROUND_PINS
    service = board["SERVICE_PIN"]
    assert ends["service", "SERVICE"][1:] == (PICO_GPIO_PINS[service], f"GP{service}")
    assert ends["service", "GND"][1] in PICO_GROUND_PINS
    assert {name.startswith("pico") for name, _, _ in ends.values()} == {True}


def test_pins_can_do_their_work(board: dict[str, Any]) -> None:
    """On the RP2040 GPIO 4k and 4k + 1 are SDA and SCL of block 0, 4k + 2 and 4k + 3 of block 1."""
    used = [board["SERVICE_PIN"]]
    for block, sda, scl, lamp in board["SENSORS"]:
        assert (sda % 4, scl % 4) == (2 * block, 2 * block + 1)
        used += [sda, scl, lamp]
    assert len(set(used)) == len(used)
    blocks = [block for block, *_ in board["SENSORS"]]
    assert len(set(blocks)) == len(blocks)


def test_firmware_has_the_parameters_of_the_sensor(params: dict[str, Any]) -> None:
    """Thresholds, integration, gain, address."""
    sensor = params["sensor"]
    assert (sensor["enter_counts"], sensor["leave_counts"]) == (app.ENTER_COUNTS, app.LEAVE_COUNTS)
    assert (sensor["integration_steps"], sensor["gain"]) == (app.INTEGRATION_STEPS, app.GAIN)
    assert sensor["address"] == tcs34725.ADDRESS
    assert sensor["background_counts"] < sensor["leave_counts"] < sensor["enter_counts"]


def test_twin_has_the_dimensions_of_the_tower(params: dict[str, Any]) -> None:
    """Window, distance, cubes, speeds and the least gap, in the physics and before the sensor."""
    lane, cube = params["lane"], params["cube"]
    path = ROOT / "host" / "turmwart" / "twin" / "on-micropython" / "standin.py"
    spec = importlib.util.spec_from_file_location("standin", path)
    assert spec is not None
    assert spec.loader is not None
    standin = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(standin)
    assert physics.WINDOW_UM == standin.WINDOW_UM == lane["window_mm"] * 1000
    assert physics.DISTANCE_UM == standin.DISTANCE_UM == lane["sensor_distance_mm"] * 1000
    assert (cube["edge_min_mm"] * 1000, cube["edge_max_mm"] * 1000) == physics.CUBE_UM
    conditions = physics.DEFAULT_CONDITIONS
    assert conditions.speed_mm_s == (lane["speed_min_mm_s"], lane["speed_max_mm_s"])
    assert conditions.gap_ms[0] == lane["free_gap_min_ms"]
    assert standin.BACKGROUND[0] == params["sensor"]["background_counts"]


def test_largest_cube_passes_the_lane_turned(params: dict[str, Any]) -> None:
    """Its diagonal fits, and two of the smallest cubes do not fit side by side."""
    width = params["lane"]["width_mm"]
    assert params["cube"]["edge_max_mm"] * 2**0.5 < width < 2 * params["cube"]["edge_min_mm"]

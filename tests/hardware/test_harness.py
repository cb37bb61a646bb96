"""The wiring leads each wire to the pin of params.toml."""

from __future__ import annotations

import importlib
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

HARDWARE = Path(__file__).parents[2] / "hardware"

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
PICO_POWER_PINS = {"3V3": 36, "VBUS": 40}
# Header of the sensors' boards, from their published board file.
SENSOR_PINS = {"VIN": 1, "GND": 2, "3V3": 3, "SCL": 4, "SDA": 5, "INT": 6, "LED": 7}

End = tuple[str, int, str]


@pytest.fixture(scope="module")
def params() -> dict[str, Any]:
    return tomllib.loads((HARDWARE / "params.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def harness() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((HARDWARE / "harness" / "tower.yml").read_text("utf-8"))
    return loaded


@pytest.fixture(params=["pins_pico", "pins_pico_w", "pins_pico2"])
def pins(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The pin file of each board, as the firmware imports it."""
    monkeypatch.syspath_prepend(HARDWARE.parent / "firmware" / "on-board")
    for name in {"pins_pico", request.param}:
        monkeypatch.delitem(sys.modules, name, raising=False)
    module = importlib.import_module(request.param)
    for name in {"pins_pico", request.param}:
        monkeypatch.delitem(sys.modules, name)
    return module


def label_of(harness: dict[str, Any], connector: str, pin: int) -> str:
    entry = harness["connectors"][connector]
    return str(dict(zip(entry["pins"], entry["pinlabels"], strict=True))[pin])


def wires(harness: dict[str, Any]) -> dict[tuple[str, str], End]:
    """Follow each wire: (connector, label) at its end -> (connector, pin, label) at its start."""
    found = {}
    for start, cable, end in harness["connections"]:
        ((start_name, start_pins),) = start.items()
        ((_, cores),) = cable.items()
        ((end_name, end_pins),) = end.items()
        assert len(cores) == len(start_pins)
        for start_pin, end_pin in zip(start_pins, end_pins, strict=True):
            key = (end_name, label_of(harness, end_name, end_pin))
            assert key not in found
            found[key] = (start_name, start_pin, label_of(harness, start_name, start_pin))
    return found


def test_pico_labels_stand_at_their_pins(harness: dict[str, Any]) -> None:
    """Each label of the Pico is at the pin of the data sheet."""
    for name in ("pico", "pico_service"):
        entry = harness["connectors"][name]
        for pin, label in zip(entry["pins"], entry["pinlabels"], strict=True):
            if label == "GND":
                assert pin in PICO_GROUND_PINS
            elif label.startswith("GP"):
                assert pin == PICO_GPIO_PINS[int(label[2:])]
            else:
                assert pin == PICO_POWER_PINS[label]


def test_pico_leads_to_the_board(harness: dict[str, Any], params: dict[str, Any]) -> None:
    """Bus, lamps, infrared LEDs and both beams of each lane."""
    ends, board = wires(harness), params["board"]
    wanted = {
        "SDA": board["sda_gpio"],
        "SCL": board["scl_gpio"],
        "LAMP": board["lamp_gpio"],
        "EMITTERS": board["beam_led_gpio"],
    }
    for number, lane in enumerate(params["lanes"][: params["lane"]["count"]]):
        wanted |= {f"A{number}": lane["beam_a_gpio"], f"B{number}": lane["beam_b_gpio"]}
    for label, gpio in wanted.items():
        assert ends["board", label] == ("pico", PICO_GPIO_PINS[gpio], f"GP{gpio}")
    for label in ("3V3", "GND", "VBUS"):
        assert ends["board", label][2] == label
    assert {label for name, label in ends if name == "board"} == {*wanted, "3V3", "GND", "VBUS"}


def test_firmware_uses_the_pins_of_the_wiring(harness: dict[str, Any], pins: ModuleType) -> None:
    """Each pin file names the GPIO to which the harness leads; all boards have the same header."""
    ends = wires(harness)
    wanted = {
        ("board", "SDA"): pins.SDA,
        ("board", "SCL"): pins.SCL,
        ("board", "LAMP"): pins.LAMP,
        ("board", "EMITTERS"): pins.BEAM_LEDS,
        ("service", "SERVICE"): pins.SERVICE,
    }
    for number, (channel, beam_a, beam_b) in enumerate(pins.LANES):
        wanted |= {("board", f"A{number}"): beam_a, ("board", f"B{number}"): beam_b}
        assert ends[f"sensor{number}", "SDA"][2] == f"SD{channel}"
    for end, gpio in wanted.items():
        assert ends[end][1:] == (PICO_GPIO_PINS[gpio], f"GP{gpio}")
    assert (("board", f"A{len(pins.LANES)}") in ends) is False


def test_service_jumper(harness: dict[str, Any], params: dict[str, Any]) -> None:
    """Between its pin and ground."""
    ends, gpio = wires(harness), params["board"]["service_gpio"]
    assert ends["service", "SERVICE"] == ("pico_service", PICO_GPIO_PINS[gpio], f"GP{gpio}")
    assert ends["service", "GND"][2] == "GND"


def test_each_lane_has_its_channel(harness: dict[str, Any], params: dict[str, Any]) -> None:
    """Sensor on the lane's channel of the multiplexer, LEDs and phototransistors of both beams."""
    ends = wires(harness)
    lanes = params["lanes"][: params["lane"]["count"]]
    for number, lane in enumerate(lanes):
        channel, board, sensor = lane["channel"], f"board_lane{number}", f"sensor{number}"
        expected = {
            (sensor, "VIN"): "3V3",
            (sensor, "GND"): "GND",
            (sensor, "SDA"): f"SD{channel}",
            (sensor, "SCL"): f"SC{channel}",
            (sensor, "LED"): "LAMP",
            (f"emitters{number}", "A anode"): "LED+",
            (f"emitters{number}", "B cathode"): "LED-",
            (f"receivers{number}", "collectors"): "P3V3",
            (f"receivers{number}", "A emitter"): "PA",
            (f"receivers{number}", "B emitter"): "PB",
        }
        for end, label in expected.items():
            assert (ends[end][0], ends[end][2]) == (board, label)
        entry = harness["connectors"][sensor]
        for pin, label in zip(entry["pins"], entry["pinlabels"], strict=True):
            assert pin == SENSOR_PINS[label]
    assert sum(name.startswith("sensor") for name in harness["connectors"]) == len(lanes)


def test_each_wire_is_used_once(harness: dict[str, Any]) -> None:
    """As many colours as wires, no core twice, none left over, no pin of a plug left open."""
    used: dict[str, list[int]] = {}
    pins: dict[str, list[int]] = {}
    for connection in harness["connections"]:
        for position, entry in enumerate(connection):
            ((name, numbers),) = entry.items()
            (used if position == 1 else pins).setdefault(name, []).extend(numbers)
    for name, cable in harness["cables"].items():
        assert len(cable["colors"]) == cable["wirecount"]
        assert sorted(used[name]) == list(range(1, cable["wirecount"] + 1))
    for name, connector in harness["connectors"].items():
        assert sorted(pins[name]) == sorted(connector["pins"])


def test_pins_can_do_their_work(params: dict[str, Any]) -> None:
    """On the RP2040 GPIO 4k and 4k + 1 are SDA and SCL of block 0, 4k + 2 and 4k + 3 of block 1."""
    board = params["board"]
    block = board["i2c_block"]
    assert (board["sda_gpio"] % 4, board["scl_gpio"] % 4) == (2 * block, 2 * block + 1)
    used = [
        board[name]
        for name in ("service_gpio", "sda_gpio", "scl_gpio", "lamp_gpio", "beam_led_gpio")
    ]
    for lane in params["lanes"]:
        used += [lane["beam_a_gpio"], lane["beam_b_gpio"]]
    assert len(set(used)) == len(used)
    assert set(used) <= set(PICO_GPIO_PINS)
    assert len({lane["channel"] for lane in params["lanes"]}) == len(params["lanes"])
    assert params["lane"]["count"] <= len(params["lanes"])

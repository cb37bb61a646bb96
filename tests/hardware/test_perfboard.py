"""The perfboard: each part has its holes, each pin one wire, and the wires are the circuit's."""

from __future__ import annotations

import importlib.util
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

HARDWARE = Path(__file__).parents[2] / "hardware"
MUX_FREE = {"RST", "A0", "A1", "A2"}


@pytest.fixture(scope="module")
def perfboard() -> ModuleType:
    """The program that lays the board out."""
    path = HARDWARE / "perfboard.py"
    spec = importlib.util.spec_from_file_location("turmwart_hardware_perfboard", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def board(perfboard: ModuleType) -> dict[str, Any]:
    """All parts by name."""
    return {part.name: part for part in perfboard.parts(perfboard.load_harness())}


@pytest.fixture(scope="module")
def net_of(perfboard: ModuleType) -> dict[tuple[str, str], str]:
    """(part, pin) -> its wire."""
    return {end: name for name, ends in perfboard.wires().items() for end in ends}


def test_each_hole_holds_one_pin(perfboard: ModuleType, board: dict[str, Any]) -> None:
    """On the board, none twice, and no body over the pins of another part."""
    holes = Counter(hole for part in board.values() for hole in part.pins.values())
    assert set(holes.values()) == {1}
    for column, row in holes:
        assert 1 <= column <= perfboard.COLUMNS
        assert 1 <= row <= perfboard.ROWS
    for part in board.values():
        spots = list(part.pins.values())
        columns, rows = [c for c, _ in spots], [r for _, r in spots]
        for column, row in set(holes) - set(spots):
            inside = min(columns) <= column <= max(columns) and min(rows) <= row <= max(rows)
            assert not inside, (part.name, column, row)


def test_bodies_fit_their_holes(board: dict[str, Any]) -> None:
    """Pitch 2.54: rows of the multiplexer 15.24 apart, of a DIP-14 7.62; resistors 10.16."""
    for name, tall in (("mux", 6), ("U1", 3), ("U2", 3), ("RA0", 4), ("RL0", 4), ("RQ", 4)):
        rows = [row for _, row in board[name].pins.values()]
        assert max(rows) - min(rows) == tall
    assert (board["U1"].pins["1"], board["U1"].pins["14"]) == ((17, 7), (17, 4))
    assert (board["U1"].pins["7"], board["U1"].pins["8"]) == ((23, 7), (23, 4))


def test_each_pin_has_one_wire(perfboard: ModuleType, board: dict[str, Any]) -> None:
    """No pin in two wires or in none, but for the free ones; no wire with a loose end."""
    ends = Counter(end for wire in perfboard.wires().values() for end in wire)
    assert set(ends.values()) == {1}
    pins = {(part.name, pin) for part in board.values() for pin in part.pins}
    free = {("mux", pin) for pin in MUX_FREE}
    free |= {("mux", f"S{line}{n}") for line in "DC" for n in range(4, 8)}
    free |= {("U2", pin) for pin in ("6", "8", "10", "12")}  # outputs of gates not used
    assert pins - set(ends) == free
    assert set(ends) <= pins
    assert all(len(wire) > 1 for wire in perfboard.wires().values())


def test_beam_goes_through_its_gate(net_of: dict[tuple[str, str], str]) -> None:
    """As the guide's table says: phototransistor, 4.7 kohm to ground, gate, Pico."""
    gates = {
        "A0": ("U1", 1, 2), "B0": ("U1", 3, 4), "A1": ("U1", 5, 6), "B1": ("U1", 9, 8),
        "A2": ("U1", 11, 10), "B2": ("U1", 13, 12), "A3": ("U2", 1, 2), "B3": ("U2", 3, 4),
    }  # fmt: skip
    for name, (chip, gate_in, gate_out) in gates.items():
        eye = net_of[f"lane{name[1]}", f"P{name[0]}"]
        assert net_of[chip, str(gate_in)] == net_of[f"R{name}", "1"] == eye
        assert net_of[f"R{name}", "2"] == "GND"
        assert net_of[chip, str(gate_out)] == net_of["pico", name] != eye
    assert {net_of["U2", pin] for pin in ("5", "9", "11", "13", "7")} == {"GND"}


def test_lamps_and_emitters(net_of: dict[tuple[str, str], str]) -> None:
    """Each lane's LEDs from VBUS by 120 ohm, all through one transistor."""
    for lane in range(4):
        assert net_of[f"RL{lane}", "1"] == net_of["pico", "VBUS"]
        assert net_of[f"RL{lane}", "2"] == net_of[f"lane{lane}", "LED+"]
        assert net_of[f"lane{lane}", "LED-"] == net_of["Q", "C"]
        assert net_of[f"lane{lane}", "LAMP"] == net_of["pico", "LAMP"]
        assert net_of[f"lane{lane}", f"SD{lane}"] == net_of["mux", f"SD{lane}"]
        assert net_of[f"lane{lane}", "P3V3"] == net_of["pico", "3V3"] != net_of["pico", "VBUS"]
    assert net_of["Q", "B"] == net_of["RQ", "2"]
    assert net_of["RQ", "1"] == net_of["pico", "EMITTERS"]
    assert len({net_of[f"RL{lane}", "2"] for lane in range(4)}) == 4


def test_papers_are_made_of_the_layout(perfboard: ModuleType) -> None:
    """Picture and table in the guide are those that the program gives."""
    harness = perfboard.load_harness()
    guide = HARDWARE / "guide"
    assert (guide / "perfboard.md").read_text("utf-8") == perfboard.table(harness)
    picture = (guide / "pictures" / "perfboard.svg").read_text("utf-8")
    assert picture == perfboard.picture(harness)


def test_a_part_in_a_taken_hole_is_seen(perfboard: ModuleType, board: dict[str, Any]) -> None:
    """The control: one column to the left the second resistor sits in the holes of the first."""
    moved = perfboard.standing("RB0", "4.7 kΩ", board["RA0"].pins["1"][0])
    assert set(moved.pins.values()) & set(board["RA0"].pins.values())

"""The perfboard: what sits in which hole, and which holes each wire joins; picture and table of it.

Holes are named by a letter for the row and a number for the column, seen from the side of the
parts. Headers follow ``harness/tower.yml``, gates the table of the guide. Needs no CAD.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import yaml

Hole = tuple[int, int]  # (column, row), both from 1

COLUMNS, ROWS = 24, 18  # of a board of 70 x 50 mm, pitch 2.54
HARNESS = Path(__file__).parent / "harness" / "tower.yml"
# Board file of Adafruit 2717: 17.78 x 30.48 mm, two rows 15.24 apart, from the upper end down.
MUX_LEFT = ("VIN", "GND", "SDA", "SCL", "RST", "A0", "A1", "A2", "SD0", "SC0", "SD1", "SC1")
MUX_RIGHT = ("SC7", "SD7", "SC6", "SD6", "SC5", "SD5", "SC4", "SD4", "SC3", "SD3", "SC2", "SD2")
GATES = ((1, 2), (3, 4), (5, 6), (9, 8), (11, 10), (13, 12))  # in, out of a 74HC14
LANES = 4
GATES_USED = 2 * LANES

PITCH = 7.0  # on paper, mm
EDGE = 9.0
TEXT = 2.6


@dataclass(frozen=True, slots=True)
class Part:
    """A part on the board.

    Attributes:
        name: as in the table of wires.
        value: what it is.
        pins: name of each pin -> its hole.
    """

    name: str
    value: str
    pins: Mapping[str, Hole]


def hole_name(hole: Hole) -> str:
    """A letter for the row and the number of the column."""
    return f"{chr(ord('A') + hole[1] - 1)}{hole[0]}"


def row_of(names: tuple[str, ...], column: int, row: int) -> dict[str, Hole]:
    """Pins side by side from a column on."""
    return {name: (column + i, row) for i, name in enumerate(names)}


def dip14(name: str, column: int, row: int) -> Part:
    """A 74HC14 with its notch to the left: pin 1 at the lower left corner."""
    upper = row_of(tuple(str(pin) for pin in range(14, 7, -1)), column, row)
    lower = row_of(tuple(str(pin) for pin in range(1, 8)), column, row + 3)
    return Part(name, "74HC14", upper | lower)


def standing(name: str, value: str, column: int) -> Part:
    """A resistor across the free field below the multiplexer."""
    return Part(name, value, {"1": (column, 12), "2": (column, 16)})


def parts(harness: Mapping[str, Any]) -> tuple[Part, ...]:
    """All parts of the board with their holes."""
    connectors = harness["connectors"]

    def labels(name: str) -> tuple[str, ...]:
        return tuple(connectors[name]["pinlabels"])

    main = {label: (1, 2 + i) for i, label in enumerate(labels("board"))}
    places = ((4, 1), (15, 1), (4, 18), (15, 18))
    found = [Part("pico", f"pin header {len(main)}", main)]
    for lane, (column, row) in enumerate(places):
        pins = row_of(labels(f"board_lane{lane}"), column, row)
        found.append(Part(f"lane{lane}", f"pin header {len(pins)}", pins))
    found.append(Part("mux", "TCA9548A board", row_of(MUX_LEFT, 4, 4) | row_of(MUX_RIGHT, 4, 10)))
    found += [dip14("U1", 17, 4), dip14("U2", 17, 10)]
    names = [f"{beam}{lane}" for lane in range(LANES) for beam in "AB"]
    found += [standing(f"R{name}", "4.7 kΩ", 3 + i) for i, name in enumerate(names)]
    found += [standing(f"RL{lane}", "120 Ω", 11 + lane) for lane in range(LANES)]
    found.append(standing("RQ", "1 kΩ", 15))
    found.append(Part("Q", "BC337", row_of(("C", "B", "E"), 18, 16)))
    found.append(Part("C1", "100 nF", row_of(("1", "2"), 17, 3)))
    found.append(Part("C2", "100 nF", row_of(("1", "2"), 17, 9)))
    return tuple(found)


def wires() -> dict[str, list[tuple[str, str]]]:
    """Each net by name: the (part, pin) that it joins."""
    lanes = [f"lane{lane}" for lane in range(LANES)]
    nets: dict[str, list[tuple[str, str]]] = {
        "3V3": [("pico", "3V3"), ("mux", "VIN"), ("U1", "14"), ("U2", "14")],
        "GND": [("pico", "GND"), ("mux", "GND"), ("U1", "7"), ("U2", "7"), ("Q", "E")],
        "VBUS": [("pico", "VBUS"), *((f"RL{lane}", "1") for lane in range(LANES))],
        "SDA": [("pico", "SDA"), ("mux", "SDA")],
        "SCL": [("pico", "SCL"), ("mux", "SCL")],
        "LAMP": [("pico", "LAMP"), *((lane, "LAMP") for lane in lanes)],
        "EMITTERS": [("pico", "EMITTERS"), ("RQ", "1")],
        "BASE": [("RQ", "2"), ("Q", "B")],
        "LED-": [("Q", "C"), *((lane, "LED-") for lane in lanes)],
    }
    nets["3V3"] += [(cap, "1") for cap in ("C1", "C2")]
    nets["GND"] += [(cap, "2") for cap in ("C1", "C2")]
    for lane, header in enumerate(lanes):
        nets["3V3"] += [(header, "3V3"), (header, "P3V3")]
        nets["GND"].append((header, "GND"))
        nets[f"LED+ {lane}"] = [(f"RL{lane}", "2"), (header, "LED+")]
        for line in ("SD", "SC"):
            nets[f"{line}{lane}"] = [("mux", f"{line}{lane}"), (header, f"{line}{lane}")]
        for i, beam in enumerate("AB"):
            number = 2 * lane + i
            chip, (gate_in, gate_out) = f"U{number // 6 + 1}", GATES[number % 6]
            name = f"{beam}{lane}"
            nets[f"P{name}"] = [(header, f"P{beam}"), (f"R{name}", "1"), (chip, str(gate_in))]
            nets["GND"].append((f"R{name}", "2"))
            nets[name] = [(chip, str(gate_out)), ("pico", name)]
    for number in range(GATES_USED, 12):
        nets["GND"].append((f"U{number // 6 + 1}", str(GATES[number % 6][0])))
    return nets


def load_harness() -> dict[str, Any]:
    """The wiring as WireViz reads it."""
    loaded: dict[str, Any] = yaml.safe_load(HARNESS.read_text("utf-8"))
    return loaded


def table(harness: Mapping[str, Any]) -> str:
    """The wires as a table in Markdown: each net with its pins and their holes."""
    places = {part.name: part for part in parts(harness)}
    lines = [
        "# Wires of the perfboard",
        "",
        "Made by `hardware/build.py`. Holes as in pictures/perfboard.svg: a letter for the row, a",
        "number for the column, seen from the side of the parts. Join all pins of a line, in any",
        "order, by wire on the back; tick each line off.",
        "",
        "| wire | joins (part pin: hole) |",
        "|---|---|",
    ]
    for name, ends in wires().items():
        joined = ", ".join(
            f"{part} {pin}: {hole_name(places[part].pins[pin])}" for part, pin in ends
        )
        lines.append(f"| {name} | {joined} |")
    return "\n".join([*lines, ""])


def _at(hole: Hole) -> tuple[float, float]:
    return EDGE + hole[0] * PITCH, EDGE + hole[1] * PITCH


def _text(x: float, y: float, words: str, *, size: float = TEXT, turn: int = 0) -> str:
    spin = f' transform="rotate({turn} {x:.2f} {y:.2f})"' if turn else ""
    return (
        f'<text x="{x:.2f}" y="{y + size * 0.35:.2f}" font-family="sans-serif" font-size="{size}" '
        f'text-anchor="middle"{spin}>{escape(words)}</text>'
    )


def _body(part: Part) -> list[str]:
    spots = [_at(hole) for hole in part.pins.values()]
    left, right = min(x for x, _ in spots), max(x for x, _ in spots)
    top, low = min(y for _, y in spots), max(y for _, y in spots)
    grow = 0.36 * PITCH
    drawn = [
        f'<rect x="{left - grow:.2f}" y="{top - grow:.2f}" width="{right - left + 2 * grow:.2f}" '
        f'height="{low - top + 2 * grow:.2f}" rx="1" fill="#eef3fa" stroke="black" '
        'stroke-width="0.3"/>'
    ]
    across, down = (left + right) / 2, (top + low) / 2
    if part.value == "74HC14":
        drawn.append(
            f'<path d="M{left - grow:.2f} {down - 1.5:.2f}a1.5 1.5 0 0 1 0 3" fill="none" '
            'stroke="black" stroke-width="0.3"/>'
        )
    if part.name == "mux" or part.value == "74HC14":
        drawn.append(_text(across, down, f"{part.name}: {part.value}", size=3.6))
    elif part.value.endswith("Ω"):
        drawn.append(_text(across, down, f"{part.name} {part.value}", size=3.0, turn=-90))
    return drawn


def _below(part: Part) -> set[Hole]:
    """The holes below a part and its names, which are not drawn when empty."""
    columns = [column for column, _ in part.pins.values()]
    rows = [row for _, row in part.pins.values()]
    left, right, top, low = min(columns), max(columns), min(rows), max(rows)
    if part.name == "pico":
        right += 2
    elif part.name.startswith("lane"):
        top, low = (top, low + 1) if low < ROWS // 2 else (top - 1, low)
    elif part.value in ("BC337", "100 nF"):
        right += 2
        low += part.name == "Q"
    return {(x, y) for x in range(left, right + 1) for y in range(top, low + 1)}


def _outer_words(part: Part) -> list[str]:
    """Names of headers and of small parts, beside them."""
    spots = [_at(hole) for hole in part.pins.values()]
    middle = (spots[0][0] + spots[-1][0]) / 2
    if part.name == "pico":
        x, y = spots[0][0] - 0.85 * PITCH, (spots[0][1] + spots[-1][1]) / 2
        return [_text(x, y, "to the Pico", size=3.6, turn=-90)]
    if part.name.startswith("lane"):
        side = -1 if spots[0][1] < _at((1, ROWS // 2))[1] else 1
        words = f"to lane {part.name[4:]}"
        return [_text(middle, spots[0][1] + side * 0.85 * PITCH, words, size=3.6)]
    if part.value in ("BC337", "100 nF"):
        x, y = spots[-1][0] + 1.5 * PITCH, spots[-1][1]
        return [_text(x, y, f"{part.name} {part.value}", size=3.0)]
    return []


def _pin_words(part: Part) -> list[str]:
    """The name of each pin, inwards from it."""
    drawn = []
    for pin, hole in part.pins.items():
        x, y = _at(hole)
        if part.name == "pico":
            drawn.append(_text(x + (0.6 + 0.11 * len(pin)) * PITCH, y, pin))
        elif part.name.startswith("lane"):
            away = 0.8 if hole[1] < ROWS // 2 else -0.8
            drawn.append(_text(x, y + away * PITCH, pin, size=2.3))
        elif part.name == "mux" or part.value == "74HC14":
            upper = hole[1] == min(row for _, row in part.pins.values())
            drawn.append(_text(x, y + (0.6 if upper else -0.6) * PITCH, pin))
        elif part.name == "Q":
            drawn.append(_text(x, y + 0.62 * PITCH, pin))
    return drawn


def picture(harness: Mapping[str, Any]) -> str:
    """The board from the side of the parts, as SVG."""
    width, height = 2 * EDGE + (COLUMNS + 1) * PITCH, 2 * EDGE + (ROWS + 1) * PITCH
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.1f}mm" height="{height:.1f}mm" '
        f'viewBox="0 0 {width:.1f} {height:.1f}">',
        "<title>The perfboard from the side of the parts</title>",
        '<rect width="100%" height="100%" fill="white"/>',
        f'<rect x="{EDGE - 2:.1f}" y="{EDGE - 2:.1f}" width="{width - 2 * EDGE + 4:.1f}" '
        f'height="{height - 2 * EDGE + 4:.1f}" rx="3" fill="#fffdf4" stroke="black" '
        'stroke-width="0.5"/>',
    ]
    for column in range(1, COLUMNS + 1):
        x = _at((column, 1))[0]
        ends = (EDGE - 4.5, height - EDGE + 4.5)
        drawn += [_text(x, y, str(column), size=2.8) for y in ends]
    for row in range(1, ROWS + 1):
        y = _at((1, row))[1]
        letter = chr(ord("A") + row - 1)
        drawn += [_text(x, y, letter, size=2.8) for x in (EDGE - 5, width - EDGE + 5)]
    board = parts(harness)
    used = {hole for part in board for hole in part.pins.values()}
    covered = {hole for part in board for hole in _below(part)}
    for part in board:
        drawn += _body(part)
    for column in range(1, COLUMNS + 1):
        for row in range(1, ROWS + 1):
            x, y = _at((column, row))
            taken = (column, row) in used
            if not taken and (column, row) in covered:
                continue
            fill = "#b06a00" if taken else "white"
            drawn.append(
                f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{1.15 if taken else 0.55}" fill="{fill}" '
                'stroke="#888" stroke-width="0.2"/>'
            )
    for part in board:
        drawn += _outer_words(part) + _pin_words(part)
    return "\n".join([*drawn, "</svg>", ""])

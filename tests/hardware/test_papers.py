"""Bill of materials, drawings and guide belong to the parts."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

HARDWARE = Path(__file__).parents[2] / "hardware"
GUIDE = HARDWARE / "guide"


@pytest.fixture
def items() -> list[dict[str, Any]]:
    """What is bought."""
    loaded: list[dict[str, Any]] = tomllib.loads(
        (HARDWARE / "bom" / "bom.toml").read_text("utf-8")
    )["item"]
    return loaded


def test_table_is_made_of_the_list(manifest: dict[str, Any], bill: ModuleType) -> None:
    """The committed table is the one that the list and the meshes give."""
    table = bill.table(HARDWARE / "bom" / "bom.toml", manifest)
    assert (HARDWARE / "bom" / "bom.tsv").read_text("utf-8") == table
    assert "estimate" in table.splitlines()[0]
    assert "estimate" in table.splitlines()[-1]


def test_table_refuses_one_supplier(
    manifest: dict[str, Any], bill: ModuleType, tmp_path: Path
) -> None:
    """The control: each item has two suppliers."""
    path = tmp_path / "bom.toml"
    path.write_text(
        "looked_up = 2026-01-01\n"
        '[[item]]\nname = "thing"\ncount = 1\nestimate_eur = 1.0\nuse = "x"\n'
        'suppliers = [{ supplier = "one", part = "1" }]\n',
        "utf-8",
    )
    with pytest.raises(ValueError, match="thing"):
        bill.table(path, manifest)


def test_as_many_as_the_design_needs(design: Any, items: list[dict[str, Any]]) -> None:
    """Sensors, diodes and screws of each kind."""
    count = {item.get("id", item["name"]): item["count"] for item in items}
    lanes, diodes = design.lanes, len(design.beam_x) * design.lanes
    assert count["colour sensor TCS34725 on a board of 20.3 x 20.3 mm"] == lanes
    assert count["infrared LED 3 mm"] == count["phototransistor 3 mm"] == diodes
    assert count["resistor 4.7 kohm, 0.25 W"] == diodes
    assert count["resistor 120 ohm, 0.25 W"] == lanes
    assert count["six Schmitt triggers 74HC14, DIP-14"] * 6 >= diodes
    cheeks = 2 * sum(len(design.cheek_screws_x(slope)) for slope in design.slopes)
    assert count["M3x12"] == cheeks
    assert count["M3x16"] == len(design.carrier_screws)
    assert count["M3x8"] == len(design.cover_screws) + 4
    assert count["M2x5"] == 2 * lanes + 4 + 4


def test_screws_are_as_long_as_their_holes(design: Any) -> None:
    """Each cuts at least 4 mm into the plastic and stays above the ground of its hole."""
    for length, plate, hole in (
        (12, design["cheek", "thickness_mm"], design["cheek", "screw_depth_mm"]),
        (16, design["carrier", "thickness_mm"], design["carrier", "screw_depth_mm"]),
        (8, design["cover", "thickness_mm"], design["cover", "screw_depth_mm"]),
    ):
        assert 4 < length - plate <= hole


def test_suppliers_differ(items: list[dict[str, Any]]) -> None:
    """Two shops for each thing, and a part's name at both."""
    for item in items:
        shops = [entry["supplier"] for entry in item["suppliers"]]
        assert len(set(shops)) == len(shops) == 2
        assert all(entry["part"] for entry in item["suppliers"])
        assert item["estimate_eur"] > 0


def test_table_says_which_names_were_checked(items: list[dict[str, Any]]) -> None:
    """Beside each supplier's part name: where it was found, or that nobody looked."""
    table = (HARDWARE / "bom" / "bom.tsv").read_text("utf-8")
    entries = [entry for item in items for entry in item["suppliers"]]
    assert table.count("(checked: ") == sum("seen" in entry for entry in entries) > 0
    assert table.count("(not checked)") == sum("seen" not in entry for entry in entries)
    assert re.search(r"an estimate of \d{4}-\d\d-\d\d, no offer$", table.rstrip("\n"))


def test_pins_and_wires_suffice(items: list[dict[str, Any]]) -> None:
    """As the harness needs them, with the multiplexer's two rows."""
    harness = yaml.safe_load((HARDWARE / "harness" / "tower.yml").read_text("utf-8"))
    pins = 2 * 12 + 2
    for name, connector in harness["connectors"].items():
        if name.startswith("board"):
            pins += len(connector["pins"])
        elif name.startswith("sensor"):
            pins += 7
    wires = sum(cable["wirecount"] for cable in harness["cables"].values())
    by_id = {item["id"]: item for item in items if "id" in item}
    assert pins <= 40 * by_id["pins"]["count"] < pins + 40
    assert f"{pins} of {40 * by_id['pins']['count']} pins" in by_id["pins"]["use"]
    assert wires <= 40 * by_id["jumpers"]["count"] < wires + 40
    assert f"{wires} wires" in by_id["jumpers"]["use"]


def test_guide_shows_each_picture(items: list[dict[str, Any]]) -> None:
    """Each picture once, none missing; each can be read and says what it shows."""
    text = (GUIDE / "README.md").read_text("utf-8")
    shown = Counter(re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text))
    files = {f"pictures/{path.name}" for path in (GUIDE / "pictures").glob("*.svg")}
    assert set(shown) == {*files, "../harness/tower.svg"}
    assert set(shown.values()) == {1}
    for name in shown:
        root = ElementTree.parse(GUIDE / name).getroot()
        assert root.tag.endswith("svg")
        assert len(list(root.iter())) > 4


def test_guide_names_screws_and_parts(
    items: list[dict[str, Any]], manifest: dict[str, Any]
) -> None:
    """All printed parts and all kinds of screws stand in the text."""
    text = (GUIDE / "README.md").read_text("utf-8")
    for name in manifest["meshes"]:
        assert f"`{name}`" in text
    for item in items:
        if item.get("id", "").startswith("M"):
            assert item["id"] in text


def test_each_printed_part_has_a_drawing(manifest: dict[str, Any]) -> None:
    """With its size on it."""
    drawings = {path.stem: path for path in (HARDWARE / "drawings").glob("*.svg")}
    assert set(drawings) == set(manifest["meshes"])
    for name, path in drawings.items():
        size = " x ".join(f"{size:.1f}" for size in manifest["meshes"][name]["extents_mm"])
        assert size in path.read_text("utf-8")

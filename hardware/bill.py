"""The bill of materials: bought things from ``bom/bom.toml`` and the printed parts as one table."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

COLUMNS = (
    "count",
    "name",
    "supplier 1",
    "supplier 2",
    "EUR each (estimate)",
    "EUR (estimate)",
    "use",
)
SUPPLIERS = 2
PLASTIC_G_CM3 = 1.24  # PLA
FILLED = 0.5  # mass of a print with three outlines and 15 % infill against a solid one, roughly


def offer(entry: dict[str, str]) -> str:
    """A supplier and its part's name, with where the name was found, or that it was not."""
    checked = f"checked: {entry['seen']}" if "seen" in entry else "not checked"
    return f"{entry['supplier']}: {entry['part']} ({checked})"


def table(path: Path, manifest: dict[str, Any]) -> str:
    """Make the table, values separated by tabs, a heading and a sum.

    Args:
        path: of the TOML file.
        manifest: of the meshes.

    Raises:
        ValueError: an item without exactly two suppliers, or with a tab in its words.
    """
    rows = [COLUMNS]
    total = 0.0
    bought = tomllib.loads(path.read_text("utf-8"))
    for item in bought["item"]:
        if len(item["suppliers"]) != SUPPLIERS:
            raise ValueError(f"{item['name']}: expected {SUPPLIERS} suppliers")
        cost = item["count"] * item["estimate_eur"]
        total += cost
        rows.append(
            (
                str(item["count"]),
                item["name"],
                *(offer(entry) for entry in item["suppliers"]),
                f"{item['estimate_eur']:.2f}",
                f"{cost:.2f}",
                item["use"],
            )
        )
    for name, mesh in manifest["meshes"].items():
        grams = mesh["volume_mm3"] / 1000 * PLASTIC_G_CM3 * FILLED
        sizes = " x ".join(f"{size:.0f}" for size in mesh["extents_mm"])
        use = f"{sizes} mm, about {grams:.0f} g each"
        rows.append((str(mesh["count"]), f"printed: {name}", "-", "-", "-", "-", use))
    note = f"an estimate of {bought['looked_up']}, no offer"
    rows.append(("", "sum", "", "", "", f"{total:.2f}", note))
    if any("\t" in cell for row in rows for cell in row):
        raise ValueError("a tab in the words of an item")
    return "".join("\t".join(row) + "\n" for row in rows)

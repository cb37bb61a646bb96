"""Cube sets: what a table's own cubes look like to each lane, one TOML file a set."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from turmwart.errors import InputError
from turmwart.journal.store import Journal
from turmwart.table.palette import default_palette
from turmwart.texts import say_colour
from turmwart.tower.colour import Palette, palette_of, table_of

FOLDER = "cubes"
"""Folder of the sets, beside the journal."""
FORMAT = 1
SHIPPED = "shipped"
"""The name by which the palette that is shipped can be chosen; no set can bear it."""


@dataclass(frozen=True, slots=True)
class CubeSet:
    """A set of cubes as this tower sees it.

    Attributes:
        name: of the set; empty for the palette that is shipped.
        palette: for a lane that has none of its own.
        lanes: lane -> what the cubes look like there.
    """

    name: str
    palette: Palette
    lanes: Mapping[int, Palette] = field(default_factory=dict)

    def at(self, lane: int) -> Palette:
        """What the cubes look like to a lane."""
        return self.lanes.get(lane, self.palette)


def shipped() -> CubeSet:
    """The palette that is shipped with the program, the same for all lanes."""
    return CubeSet("", default_palette())


def path_of(journal: Path, name: str) -> Path:
    """The file of a set.

    Args:
        journal: path of the journal.
        name: of the set: letters, digits, ``-`` and ``_``, and not ``SHIPPED``.

    Raises:
        InputError: another name.
    """
    if name == SHIPPED or not re.fullmatch(r"[\w-]{1,60}", name):
        raise InputError("cli.tower.bad_set_name", name=name)
    return journal.absolute().parent / FOLDER / f"{name}.toml"


def load(journal: Path, name: str) -> CubeSet:
    """Read a set; ``SHIPPED`` is that of the program.

    Raises:
        InputError: there is none, or the file is damaged.
    """
    if name == SHIPPED:
        return shipped()
    path = path_of(journal, name)
    try:
        plain = tomllib.loads(path.read_text("utf-8"))
        lanes = {int(row["lane"]): palette_of(row) for row in plain.get("lanes", [])}
        return CubeSet(name, palette_of(plain), lanes)
    except FileNotFoundError:
        own = sorted(file.stem for file in path.parent.glob("*.toml"))
        known = ", ".join([SHIPPED, *own])
        raise InputError("cli.tower.no_set", name=name, path=str(path), known=known) from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError("cli.tower.damaged_set", path=str(path), reason=str(error)) from None


def of_table(journal: Journal, table: str) -> CubeSet:
    """The set that a table plays with, as it is now; what is shipped where none was chosen.

    Raises:
        InputError: the set is gone or damaged.
    """
    return load(journal.path, journal.setting(f"set:{table}") or SHIPPED)


def remember(journal: Journal, table: str, cubes: CubeSet) -> None:
    """Keep which set a table plays with."""
    journal.set_setting(f"set:{table}", cubes.name or SHIPPED)


def require(cubes: CubeSet, colours: Iterable[str]) -> None:
    """Refuse a set that does not know all colours of a game's cubes.

    Raises:
        InputError: a lane would take cubes of a colour for those of another.
    """
    needed = set(colours)
    for palette in (cubes.palette, *cubes.lanes.values()):
        lacking = needed - {reference.colour for reference in palette}
        if lacking:
            raise InputError(
                "cli.tower.set_lacks",
                name=cubes.name or SHIPPED,
                colours=", ".join(map(say_colour, sorted(lacking))),
                needed=",".join(sorted(needed)),
            )


def save(journal: Path, cubes: CubeSet) -> Path:
    """Write a set; the file there was is replaced in one step.

    Raises:
        InputError: it cannot be written.
    """
    path = path_of(journal, cubes.name)
    text = written(cubes)
    fresh = path.with_name(f"{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(fresh, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)
    except OSError as error:
        raise InputError("cli.tower.set_not_written", path=str(path), reason=str(error)) from None
    return path


def written(cubes: CubeSet) -> str:
    """A set as TOML: rows for the whole tower, then those of each lane."""
    lines = [f"format = {FORMAT}", f"name = {_value(cubes.name)}", ""]
    lines += _rows("colour", table_of(cubes.palette)["colour"])
    for lane, palette in sorted(cubes.lanes.items()):
        lines += ["[[lanes]]", f"lane = {lane}", ""]
        lines += _rows("lanes.colour", table_of(palette)["colour"])
    return "\n".join(lines)


def _rows(name: str, rows: list[dict[str, Any]]) -> list[str]:
    lines: list[str] = []
    for row in rows:
        lines.append(f"[[{name}]]")
        lines += [f"{key} = {_value(value)}" for key, value in row.items()]
        lines.append("")
    return lines


def _value(value: object) -> str:
    """Numbers, strings and lists of them are written alike in JSON and in TOML."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)

"""Plain rows as TOML; reading is ``tomllib``'s, and done where files are opened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any


def toml_rows(rows: Iterable[tuple[str, Mapping[str, Any]]]) -> Iterator[str]:
    """Lines of an array of tables for each row: its name, then its pairs."""
    for name, row in rows:
        yield ""
        yield f"[[{name}]]"
        yield from toml_pairs(row)


def toml_pairs(row: Mapping[str, Any]) -> Iterator[str]:
    """A line for each pair."""
    return (f"{key} = {toml_value(value)}" for key, value in row.items())


def toml_value(value: Any) -> str:
    """A number, a word, truth, or a list of them."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return f'"{"".join(_escaped(c) for c in value)}"'
    return f"[{', '.join(toml_value(item) for item in value)}]"


def _escaped(character: str) -> str:
    if character in '\\"':
        return "\\" + character
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x20 or code == 0x7F else character

"""The tables that are shipped with the game."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from turmwart.games.kingofkings.tables import Rules, rules_from_tables


@cache
def data() -> dict[str, Any]:
    """The parsed ``rules.toml``."""
    text = files("turmwart.games.kingofkings").joinpath("data/rules.toml").read_text("utf-8")
    return tomllib.loads(text)


@cache
def shipped_rules() -> Rules:
    """The tables as printed."""
    return rules_from_tables(data())

"""Rule ids that a scenario names."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from turmwart.table.scenarios.values import Fault, Reader, meant


@cache
def rule_ids(game: str) -> frozenset[str]:
    """Ids of all rules of a game."""
    text = files(f"turmwart.games.{game}").joinpath("data/rule_ids.toml").read_text("utf-8")
    return frozenset(row["id"] for row in tomllib.loads(text)["rule"])


def known_rules(part: Reader, key: str, game: str) -> tuple[str, ...]:
    """The list of rules called ``key``; empty where there is none.

    Raises:
        Fault: a rule that the game has not.
    """
    rules = part.texts(key)
    for n, (rule, node) in enumerate(zip(rules, part.items(key), strict=True), 1):
        if rule not in rule_ids(game):
            place, hint = f"{part.place(key)}[{n}]", meant(rule, sorted(rule_ids(game)))
            raise Fault("scenario.no_rule", node, place, found=rule, hint=hint)
    return rules

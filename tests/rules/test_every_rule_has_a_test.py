"""Every rule of a specification is proven by a test, or says why none can."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import yaml

TESTS = Path(__file__).parent.parent
GAMES = ("wallenstein", "anno1452")
NOT_YET = ("withdrawn",)


def rules(game: str) -> list[dict[str, Any]]:
    """The rows of a game's ``rule_ids.toml``."""
    text = files(f"turmwart.games.{game}").joinpath("data/rule_ids.toml").read_text("utf-8")
    found: list[dict[str, Any]] = tomllib.loads(text)["rule"]
    return found


def marked_ids() -> set[str]:
    """Ids in all ``pytest.mark.rule`` of the test files, read without importing them."""
    return {rule for path in TESTS.rglob("test_*.py") for rule in _marks(path)}


def _marks(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if ast.unparse(node.func) == "pytest.mark.rule":
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def example_ids() -> set[str]:
    """Ids named under ``rules`` in the example files."""
    found: set[str] = set()
    for path in (TESTS / "examples").rglob("*.yaml"):
        for document in yaml.safe_load_all(path.read_text("utf-8")):
            for example in document if isinstance(document, list) else [document]:
                found.update((example or {}).get("rules", ()))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_proven_or_untestable(game: str) -> None:
    """A rule without a test and without a reason is named."""
    proven = marked_ids() | example_ids()
    missing = [
        rule["id"]
        for rule in rules(game)
        if rule["status"] not in NOT_YET and "untestable" not in rule and rule["id"] not in proven
    ]
    assert missing == []


@pytest.mark.parametrize("game", GAMES)
def test_untestable_rules_give_a_reason_and_have_no_test(game: str) -> None:
    """Who finds a test for one takes the reason away."""
    proven = marked_ids()
    for rule in rules(game):
        if "untestable" in rule:
            assert rule["untestable"].startswith("because "), rule["id"]
            assert rule["id"] not in proven


@pytest.mark.parametrize("game", GAMES)
def test_ids_are_different_and_have_titles(game: str) -> None:
    """Each id stands once, with title and a known status."""
    listed = rules(game)
    assert len({rule["id"] for rule in listed}) == len(listed)
    assert all(rule["title"] for rule in listed)
    assert {rule["status"] for rule in listed} <= {"base", "court", "open", "withdrawn"}


def test_tests_name_only_rules_there_are() -> None:
    """A mark with a mistyped id would prove nothing."""
    known = {rule["id"] for game in GAMES for rule in rules(game)}
    named = {rule for rule in marked_ids() if rule.startswith(("W-", "A-"))}
    assert named <= known, sorted(named - known)

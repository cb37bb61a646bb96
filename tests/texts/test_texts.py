"""Words by id."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from turmwart.errors import TurmwartError
from turmwart.texts import LANGUAGES, catalogue, has, say, say_error

HOST = Path(__file__).parents[2] / "host" / "turmwart"


def test_places_are_filled_and_ids_said() -> None:
    assert "3" in say("table.invariant", laws=3, table="x")
    assert say("camera.reading.one", values="1", sure="@camera.reading.sure") == "1 die: 1, sure"


def test_a_missing_text_shows_as_its_id() -> None:
    assert say("no.such", number=3) == "[no.such number=3]"
    assert say("no.such", "xx") == "[no.such]"


def test_errors_in_words() -> None:
    assert "chess" in say_error(TurmwartError("game.unknown", name="chess", known="wallenstein"))


def test_values_cannot_reach_into_objects() -> None:
    assert say("cli.table.exported", name="{file.__class__}", file="x").startswith("{file.")


def test_every_error_and_said_text_stands_in_english() -> None:
    """Every text id that code names literally where it says something or raises."""
    pattern = re.compile(
        r"""(?:say|has|[A-Z]\w*(?:Error|Busy|Conflict|Broken))\(\s*["']([a-z_]+(?:\.[\w+]+)+)["']"""
    )
    missing = sorted(
        f"{file.relative_to(HOST)}: {text_id}"
        for file in HOST.rglob("*.py")
        for text_id in pattern.findall(file.read_text("utf-8"))
        if not has(text_id)
    )
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_same_places_in_every_language(language: str) -> None:
    """A translation holds the same ids and fills the same places as English."""
    english = catalogue("en")
    other = catalogue(language)
    assert set(other) == set(english)
    for text_id, text in other.items():
        places = set(re.findall(r"{(\w+)}", text))
        assert places == set(re.findall(r"{(\w+)}", english[text_id])), text_id

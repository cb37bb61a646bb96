"""Words by id."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

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


def test_every_folder_of_texts_is_a_language() -> None:
    folders = {one.name for one in (HOST / "texts").iterdir() if any(one.glob("*.toml"))}
    assert folders == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_same_places_in_every_language(language: str) -> None:
    """A translation holds the same ids as English and fills the same places."""
    assert differences(catalogue("en"), catalogue(language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_stand_in_the_files_of_english(language: str) -> None:
    """File by file, so that a text is found where it stands in English."""
    differing = [
        file.name
        for file in sorted((HOST / "texts" / "en").glob("*.toml"))
        if ids(file) != ids(HOST / "texts" / language / file.name)
    ]
    assert differing == []


def test_differences_are_told() -> None:
    """The comparison sees a missing text, one too many, other places, other blanks."""
    english = {"a": "{n} of {all}", "b": "b", "c": " c", "d": "{{x}}"}
    other = {"a": "{n} von {alle}", "c": "c", "d": "{x}", "e": "e"}
    assert differences(english, other) == [
        "a: {alle} too many",
        "a: {all} missing",
        "b: missing",
        "c: blanks at the ends differ",
        "d: {x} too many",
        "e: too many",
    ]


def differences(english: dict[str, str], other: dict[str, str]) -> list[str]:
    """What a translation has otherwise than English: ids, places, blanks at its ends."""
    found = [f"{text_id}: missing" for text_id in english.keys() - other.keys()]
    found += [f"{text_id}: too many" for text_id in other.keys() - english.keys()]
    for text_id in english.keys() & other.keys():
        ours, theirs = english[text_id], other[text_id]
        wanted, held = places(ours), places(theirs)
        found += [f"{text_id}: {{{name}}} missing" for name in wanted - held]
        found += [f"{text_id}: {{{name}}} too many" for name in held - wanted]
        if ends(ours) != ends(theirs):
            found.append(f"{text_id}: blanks at the ends differ")
    return sorted(found)


def places(text: str) -> set[str]:
    """Names of the places that a text fills; doubled braces are none."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def ends(text: str) -> tuple[bool, bool]:
    """Whether a text begins and ends with a blank."""
    return text[:1].isspace(), text[-1:].isspace()


def ids(file: Path) -> set[str]:
    """Ids of the texts of one file, empty where there is none."""
    if not file.is_file():
        return set()
    return set(_leaves("", tomllib.loads(file.read_text("utf-8"))))


def _leaves(prefix: str, table: dict[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _leaves(f"{prefix}{key}.", value)
        else:
            yield f"{prefix}{key}"

"""All words that people read, by id: ``say(id, language, **values)``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from turmwart.errors import TurmwartError

LANGUAGES = ("en", "de", "hu")
_spoken = ["en"]
_NAMED = re.compile(r"((?:^|, )(?:\d+ )?)@([\w.+-]+)(?=, |$)")
"""A text named in a value: the whole of it, or a part of a list, perhaps with its number."""
_COUNTED = re.compile(r"\{(\w+):([^{}/]*)/([^{}/]*)\}")
"""A word that depends on a number: ``{armies:army/armies}``."""


def speak(language: str) -> None:
    """Choose the language of all that is said without naming one.

    Raises:
        ValueError: there are no texts in it.
    """
    if language not in LANGUAGES:
        raise ValueError(f"no texts in {language!r}")
    _spoken[0] = language


def spoken() -> str:
    """The language of all that is said without naming one."""
    return _spoken[0]


def say(text_id: str, language: str = "", **values: object) -> str:
    """The text of ``text_id``, its ``{name}`` places filled from ``values``.

    No language: the one that is spoken.
    A text that is missing in a language is said in English; one that is missing there too shows
    as its id in brackets, so that a screen never fails for want of a word. A value ``@id`` that
    names a text of any language is said first, and so is each part of a list such as
    ``2 @colour.red, 1 @colour.blue``; another one that begins so, such as a player's name, stays
    as it is. ``{n:army/armies}`` says the first word where ``n`` is 1, else the second.
    """
    language = language or spoken()
    template = catalogue(language).get(text_id)
    if template is None:
        template = catalogue("en").get(text_id)
    if template is None:
        named = ", ".join(f"{name}={value}" for name, value in sorted(values.items()))
        return f"[{text_id} {named}]" if named else f"[{text_id}]"
    said = {name: _said(value, language) for name, value in values.items()}
    if ":" in template:
        template = _COUNTED.sub(lambda m: m[2] if str(said.get(m[1])) == "1" else m[3], template)
    return template.format_map(_Places(said))


def say_with(text_id: str, values: Iterable[tuple[str, object]], language: str = "") -> str:
    """The text of ``text_id``, its places filled from pairs of name and value."""
    return say(text_id, language, **dict(values))


def say_error(error: TurmwartError, language: str = "") -> str:
    """An error in words."""
    return say(error.text_id, language, **error.values)


def say_colour(colour: str, language: str = "") -> str:
    """The word for a colour of cubes; a name the table itself gave stays as it is."""
    text_id = f"colour.{colour}"
    return say(text_id, language) if has(text_id, language) or has(text_id, "en") else colour


def decimal(value: float, places: int = 1, language: str = "", *, signed: bool = False) -> str:
    """A number with a fraction, its point or comma as the language writes it."""
    text = f"{value:+.{places}f}" if signed else f"{value:.{places}f}"
    return text.replace(".", say("number.point", language))


def has(text_id: str, language: str = "") -> bool:
    """Whether ``language`` holds the text."""
    return text_id in catalogue(language or spoken())


@cache
def catalogue(language: str) -> dict[str, str]:
    """All texts of one language, id -> text; empty for a language there is not.

    Raises:
        ValueError: an id that stands in two files.
    """
    folder = files(__package__) / language
    texts: dict[str, str] = {}
    if not folder.is_dir():
        return texts
    for file in sorted(folder.iterdir(), key=lambda f: f.name):
        if file.name.endswith(".toml"):
            _flatten("", tomllib.loads(file.read_text("utf-8")), texts)
    return texts


class _Places(dict[str, object]):
    def __missing__(self, name: str) -> str:
        return "{" + name + "}"


def _said(value: object, language: str) -> object:
    if isinstance(value, str) and "@" in value:
        return _NAMED.sub(lambda part: part[1] + _named(part[2], language), value)
    return value


def _named(text_id: str, language: str) -> str:
    family, _, name = text_id.partition(".")
    if family == "colour":
        return say_colour(name, language)
    return say(text_id, language) if has(text_id, language) or has(text_id, "en") else f"@{text_id}"


def _flatten(prefix: str, table: dict[str, Any], texts: dict[str, str]) -> None:
    for key, value in table.items():
        if isinstance(value, dict):
            _flatten(f"{prefix}{key}.", value, texts)
        elif f"{prefix}{key}" in texts:
            raise ValueError(f"text {prefix}{key} stands in two files")
        else:
            texts[f"{prefix}{key}"] = str(value)

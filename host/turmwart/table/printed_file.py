"""Printed values as one file, checked before they are taken; the same for every game."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from turmwart.errors import InputError
from turmwart.table.book import Learnt


@dataclass(frozen=True, slots=True)
class Form:
    """What a game's file of printed values is made of.

    Attributes:
        texts: where the game's words for faults stand: ``damaged``, ``unknown``, ``misfit``,
            ``one_side`` and ``twice``.
        learnt_from: parsed TOML -> values; raises ``ValueError``.
        exists: whether kind, key and field name something printed; raises ``ValueError`` or
            ``TypeError``, or says False, where they do not.
        fits: whether a value of kind and field can be; may raise the same.
        mirrored: kind whose key and field are the two sides of a border.
    """

    texts: str
    learnt_from: Callable[[Mapping[str, Any]], tuple[Learnt, ...]]
    exists: Callable[[str, str, str], bool]
    fits: Callable[[str, str, int | str], bool]
    mirrored: str


def parsed(text: str, form: Form, place: str) -> tuple[dict[str, Any], tuple[Learnt, ...]]:
    """A file's tables, and the values that stand in it.

    Args:
        text: of the file.
        form: of the game.
        place: name of the file, for the errors.

    Raises:
        InputError: it is no TOML, or none of this game.
    """
    try:
        plain = tomllib.loads(text)
        return plain, form.learnt_from(plain)
    except ValueError as error:
        raise InputError(f"{form.texts}.damaged", place=place, why=str(error)) from None


def check(learnt: Iterable[Learnt], form: Form, place: str) -> None:
    """Refuse what is not printed, what cannot be, and what contradicts itself.

    Raises:
        InputError: the first such value.
    """
    values: dict[tuple[str, str, str], int | str] = {}
    for kind, key, field, value in learnt:
        _printed((kind, key, field, value), form, place)
        if kind == form.mirrored and values.get((kind, field, key), value) != value:
            raise InputError(f"{form.texts}.one_side", place=place, first=key, second=field)
        if values.get((kind, key, field), value) != value:
            raise InputError(f"{form.texts}.twice", place=place, key=key, field=field)
        values[kind, key, field] = value


def _printed(learnt: Learnt, form: Form, place: str) -> None:
    kind, key, field, value = learnt
    try:
        there = form.exists(kind, key, field)
        # A TOML file can hold what no value is: truth, fractions, dates.
        sound = there and type(value) in (int, str) and form.fits(kind, field, value)
    except (ValueError, TypeError):
        there = sound = False
    if not there:
        raise InputError(f"{form.texts}.unknown", place=place, key=str(key), field=str(field))
    if not sound:
        raise InputError(
            f"{form.texts}.misfit", place=place, key=key, field=field, value=str(value)
        )

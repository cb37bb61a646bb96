"""The forms for a new game of King of Kings: its name, its map, how fair that is, its options."""

from __future__ import annotations

import os
from collections.abc import Generator
from dataclasses import replace
from typing import Any

from turmwart.app.doors import Doors, NewTable, OptionRow
from turmwart.app.screens.face import Asked, Wizard
from turmwart.app.words import Words
from turmwart.errors import InputError
from turmwart.games.kingofkings.options import (
    CHOICES,
    NAMES,
    RANGES,
    Options,
    read_value,
    with_option,
)
from turmwart.games.kingofkings.setup import MOST_SIDE, MOST_TRIBES, Setup
from turmwart.games.kingofkings.viewing import option_text
from turmwart.kernel.prompt import Choice, Number, Option, Prompt, Sheet, Text
from turmwart.table.kingofkings.begin import HEIGHT, SEED, TRIBES, WIDTH, from_file, on_seed
from turmwart.table.kingofkings.mapgen import LEAST_SIDE, REACH, Fairness, fairness

GAME = "kingofkings"
_ID = "app.kingofkings.new"
_SEED, _FILE = "seed", "file"
_BEGIN, _RULES, _EACH = "begin", "rules", "each"
_LONGEST_PATH = 500


def wizard(doors: Doors, taken: frozenset[str], words: Words) -> Wizard:
    """Ask for the name, for a map by a seed or from a file, and for what differs from the defaults.

    What was made of an answer goes along with it, so that the game which begins is the one that
    was looked at, whatever became of its file.

    Args:
        doors: not needed.
        taken: names of tables there are; the name offered is a free one.
        words: the language.

    Rule: K-OPTION-1, K-OPTION-2, K-OPTION-4.
    """
    del doors

    def named(answers: dict[str, Any]) -> dict[str, Any]:
        if not answers["name"]:
            raise InputError(f"{_ID}.no_name")
        if answers["name"] in taken:
            raise InputError("journal.table_exists", name=answers["name"])
        return answers

    ways = tuple(Option(way, f"{_ID}.way.{way}") for way in (_SEED, _FILE))
    first = yield Asked(
        Prompt(
            f"{_ID}.table",
            "",
            slots=(Choice("way", ways, _SEED), Text("name", default=_free(taken, words))),
        ),
        named,
    )
    name, by_seed = first["name"], first["way"] == _SEED
    answer = yield _map_by_seed(name) if by_seed else _map_from_file()
    setup: Setup = answer["setup"]
    chosen = yield from _starts(setup, by_seed=by_seed)
    if chosen == _RULES:
        answer = yield Asked(
            Prompt(f"{_ID}.rules", "", slots=(Sheet("options", _rows()),)), _with_options
        )
        setup = replace(setup, options=answer["chosen"])
    return NewTable(name, GAME, (), "", (), setup)


def _map_by_seed(name: str) -> Asked:
    rows = (
        Number("tribes", 1, MOST_TRIBES, TRIBES),
        Number("width", LEAST_SIDE, MOST_SIDE, WIDTH),
        Number("height", LEAST_SIDE, MOST_SIDE, HEIGHT),
        Text("seed", default=SEED),
    )

    def made(answers: dict[str, Any]) -> dict[str, Any]:
        sheet = {"tribes": TRIBES, "width": WIDTH, "height": HEIGHT, **answers["map"]}
        setup = on_seed(
            name, sheet["seed"], sheet["width"], sheet["height"], sheet["tribes"], Options()
        )
        return {**answers, "setup": setup}

    return Asked(Prompt(f"{_ID}.map", "", slots=(Sheet("map", rows),)), made)


def _map_from_file() -> Asked:
    def read(answers: dict[str, Any]) -> dict[str, Any]:
        if not answers["file"]:
            raise InputError(f"{_ID}.no_file")
        # No shell stands between, which would know the home folder.
        return {**answers, "setup": from_file(os.path.expanduser(answers["file"]))}

    return Asked(Prompt(f"{_ID}.file", "", slots=(Text("file", _LONGEST_PATH),)), read)


def _starts(setup: Setup, *, by_seed: bool) -> Generator[Prompt | Asked, dict[str, Any], str]:
    """Show how fair the starts are; gives what is to come next."""
    found = fairness(setup)
    nexts = [_BEGIN]
    # A map file holds its options itself.
    nexts += [_RULES] if by_seed else []
    nexts += [_EACH] if found else []
    options = tuple(Option(one, f"{_ID}.starts.{one}") for one in nexts)
    ask = Prompt(
        f"{_ID}.starts" if found else f"{_ID}.no_starts",
        "",
        slots=(Choice("next", options, _BEGIN),),
        values=_spread(setup, found),
    )
    rows = tuple(
        Option(
            one.tribe,
            "kok.fairness.row",
            values=(
                ("tribe", one.tribe),
                ("provinces", one.provinces),
                ("food", one.food),
                ("wp", one.wp),
                ("nearest", one.nearest),
            ),
        )
        for one in found
    )
    while True:
        answer = yield ask
        chosen: str = answer["next"]
        if chosen != _EACH:
            return chosen
        yield Prompt(f"{_ID}.each", "", slots=(Choice("tribe", rows),), values=ask.values)


def _spread(setup: Setup, found: tuple[Fairness, ...]) -> tuple[tuple[str, int | str], ...]:
    """The least and the most of what is found around a start."""
    values: list[tuple[str, int | str]] = [("reach", REACH), ("tribes", len(setup.tribes))]
    values += [("width", len(setup.rows[0])), ("height", len(setup.rows))]
    for what in ("provinces", "food", "wp", "nearest") if found else ():
        numbers = [getattr(one, what) for one in found]
        least, most = min(numbers), max(numbers)
        values.append((what, str(least) if least == most else f"{least}-{most}"))
    return tuple(values)


def _rows() -> tuple[OptionRow | Text, ...]:
    """A row for each option, with its default."""
    plain, rows = Options(), list[OptionRow | Text]()
    for name in NAMES:
        default = getattr(plain, name)
        if name in CHOICES:
            words = tuple(Option(word, f"{_ID}.option.{name}.{word}") for word in CHOICES[name])
            rows.append(Choice(name, words, default))
        elif name in RANGES:
            rows.append(Number(name, *RANGES[name], default))
        elif isinstance(default, bool):
            rows.append(Choice(name, (Option(True, "app.yes"), Option(False, "app.no")), default))
        else:
            rows.append(Text(name, 20, option_text(default)))
    return tuple(rows)


def _with_options(answers: dict[str, Any]) -> dict[str, Any]:
    """The answers with the options they make.

    Raises:
        InputError: the points of the places are no three numbers.
    """
    options, chosen = Options(), answers["options"]
    for name, value in chosen.items():
        if name in CHOICES or not isinstance(value, str):
            options = with_option(options, name, value)
            continue
        try:
            options = with_option(options, name, read_value(name, value.replace(" ", "")))
        except ValueError:
            label = f"@{_ID}.rules.options.{name}"
            raise InputError(f"{_ID}.bad_points", option=label, typed=value) from None
    return {**answers, "chosen": options}


def _free(taken: frozenset[str], words: Words) -> str:
    number = 1
    while words(f"{_ID}.name", n=number) in taken:
        number += 1
    return words(f"{_ID}.name", n=number)

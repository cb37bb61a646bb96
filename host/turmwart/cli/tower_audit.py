"""``turmwart tower audit``: the books of tower and tray beside a count by hand."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from turmwart.cli.common import at_terminal, in_words, journal_path, open_table
from turmwart.cli.cubes_form import read_cubes
from turmwart.errors import InputError
from turmwart.games.wallenstein import GAME
from turmwart.games.wallenstein.audit import Difference, Mending, differences, mending
from turmwart.games.wallenstein.commands import ReportStray
from turmwart.games.wallenstein.whereabouts import COUNTED
from turmwart.games.wallenstein.whereabouts_commands import (
    FindCubes,
    LoseCubes,
    Recount,
    TakeFromTray,
)
from turmwart.journal.store import Journal
from turmwart.kernel.canon import to_plain
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.decision import Objection
from turmwart.kernel.numbers import is_number
from turmwart.table.table import Table
from turmwart.texts import say, say_colour, say_with

SCHEMA = "turmwart.audit/1"


@dataclass(frozen=True, slots=True)
class Audit:
    """What the count said.

    Attributes:
        believed: place -> cubes by the books.
        counted: place -> cubes by hand.
        differences: where they differ.
        mending: what would mend it.
        booked: whether it was carried out.
    """

    believed: Mapping[str, Cubes]
    counted: Mapping[str, Cubes]
    differences: Sequence[Difference]
    mending: Mending
    booked: bool


def run(arguments: argparse.Namespace) -> int:
    """Compare, name what differs and what would mend it, and book that if it is wanted.

    Returns:
        0 where books and count agree, or do so now; 1 where they differ.

    Raises:
        InputError: the table has no tower, hides what is in it or waits for a throw, or the count
            cannot be read.
        TurmwartError: the table cannot be held.
    """
    with (
        Journal.open(journal_path(arguments), create=False) as journal,
        open_table(journal, arguments.name) as table,
    ):
        _check(table)
        audit = _audit(table, _counted(arguments, table), book=arguments.book)
    if arguments.json:
        print(json.dumps(_plain(audit), indent=2))
    else:
        print("\n".join(_lines(audit)))
    return 0 if audit.booked or not audit.differences else 1


def _check(table: Table) -> None:
    if table.game.name != GAME.name:
        raise InputError("fights.error.game", name=table.name, game=table.game.name)
    if table.state.tower_hidden and table.state.phase != "over":
        raise InputError("cli.tower.audit_hidden", name=table.name)
    if table.state.awaiting_throw:
        raise InputError("cli.tower.audit_throw", name=table.name)
    if not table.state.throws or table.state.cleared:
        raise InputError("cli.tower.audit_empty", name=table.name)


def _audit(table: Table, counted: Mapping[str, Cubes], *, book: bool) -> Audit:
    state = table.state
    found = mending(state, counted)
    apart = differences(state, counted)
    believed = {place: state.ledger.at(place) for place in counted}
    if book and found.too_many:
        raise InputError("cli.tower.audit_too_many", cubes=in_words(found.too_many))
    if book:
        for command in found.commands:
            done = table.do(command)
            if isinstance(done, Objection):
                why = say_with(done.detail, done.values)
                raise InputError("cli.tower.audit_refused", why=why, rule=done.rule)
    return Audit(believed, counted, apart, found, book and bool(apart))


def _counted(arguments: argparse.Namespace, table: Table) -> dict[str, Cubes]:
    given = {place: getattr(arguments, place) for place in COUNTED}
    if any(text is not None for text in given.values()):
        return {
            place: read_cubes(f"--{place}", text)
            for place, text in given.items()
            if text is not None
        }
    if not at_terminal():
        raise InputError("cli.tower.audit_how")
    return {place: _ask(table, place) for place in COUNTED}


def _ask(table: Table, place: str) -> Cubes:
    """Ask for each colour; Enter says that the books are right."""
    believed = table.state.ledger.at(place)
    counts = {}
    for colour in table.state.ledger.total():
        asked = say(
            "cli.tower.audit_ask",
            place=f"@wallenstein.place.{place}",
            colour=say_colour(colour),
            believed=believed[colour],
        )
        counts[colour] = _number(asked, believed[colour])
    return Cubes.from_counts(counts)


def _number(asked: str, believed: int) -> int:
    while True:
        print(asked, end=" ", flush=True)
        line = sys.stdin.readline()
        if not line:
            raise InputError("cli.tower.audit_ended")
        text = line.strip()
        if not text:
            return believed
        if text.isascii() and is_number(text):
            return int(text)
        print(say("cli.tower.audit_again"))


def _plain(audit: Audit) -> dict[str, Any]:
    """The JSON of ``turmwart.audit/1``, as docs/tower-odds.md describes it."""
    return {
        "schema": SCHEMA,
        "believed": {place: cubes.as_dict() for place, cubes in audit.believed.items()},
        "counted": {place: cubes.as_dict() for place, cubes in audit.counted.items()},
        "differences": [to_plain(one) for one in audit.differences],
        "commands": [to_plain(command) for command in audit.mending.commands],
        "too_many": audit.mending.too_many.as_dict(),
        "booked": audit.booked,
    }


def _lines(audit: Audit) -> Iterator[str]:
    for place, cubes in audit.believed.items():
        yield say(
            "cli.tower.audit_place",
            place=f"@wallenstein.place.{place}",
            believed=in_words(cubes),
            counted=in_words(audit.counted[place]),
        )
    if not audit.differences:
        yield say("cli.tower.audit_agrees")
        return
    for one in audit.differences:
        more = one.counted > one.believed
        yield say(
            "cli.tower.audit_more" if more else "cli.tower.audit_less",
            place=f"@wallenstein.place.{one.place}",
            cubes=in_words(Cubes.from_counts({one.colour: abs(one.counted - one.believed)})),
        )
    yield say("cli.tower.audit_booked" if audit.booked else "cli.tower.audit_mend")
    yield from (_command(command) for command in audit.mending.commands)
    if audit.mending.too_many:
        yield say("cli.tower.audit_too_many", cubes=in_words(audit.mending.too_many))
    elif not audit.booked:
        yield say("cli.tower.audit_book")


def _command(command: Any) -> str:
    """A command as the app's menu names it, with what is entered there."""
    match command:
        case ReportStray(fallen=cubes):
            name, cubes, where = "stray", cubes, ""
        case TakeFromTray(cubes=cubes, target=where):
            name = "take_from_tray"
        case LoseCubes(cubes=cubes, source=where):
            name = "lose_cubes"
        case FindCubes(cubes=cubes, target=where):
            name = "find_cubes"
        case Recount(place=place, counted=cubes, against=where):
            name = f"recount_{place}"
        case _:
            raise ValueError(f"no command of an audit: {command}")
    return say(
        "cli.tower.audit_command" if where else "cli.tower.audit_command_plain",
        label=f"@wallenstein.prompt.{name}.label",
        cubes=in_words(cubes),
        place=f"@wallenstein.place.{where}",
    )

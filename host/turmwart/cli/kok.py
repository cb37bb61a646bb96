"""``turmwart kok``: the game master's tools for King of Kings."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from turmwart.cli.common import journal_path, now_ms, open_table
from turmwart.cli.kok_deadline import need_time, run_deadline
from turmwart.cli.kok_dice import rolls_typed
from turmwart.cli.kok_report import run_report, view_of
from turmwart.errors import InputError, JournalError
from turmwart.games.kingofkings import GAME
from turmwart.games.kingofkings import commands as cmd
from turmwart.games.kingofkings.checking import check_sheet, digest
from turmwart.games.kingofkings.options import Options, read_value, with_option
from turmwart.games.kingofkings.reading import lines_of
from turmwart.games.kingofkings.setup import Setup
from turmwart.games.kingofkings.state import State
from turmwart.games.kingofkings.view import GAME_MASTER, View
from turmwart.games.kingofkings.viewing import view
from turmwart.journal.store import Journal
from turmwart.kernel.chance import Roll
from turmwart.kernel.decision import Objection
from turmwart.kernel.numbers import is_number
from turmwart.table.dealer import Seeded
from turmwart.table.kingofkings.begin import MOST_BYTES, begin, from_file, on_seed, read_bytes
from turmwart.table.kingofkings.mapfile import write_map
from turmwart.table.kingofkings.mapgen import fairness
from turmwart.table.kingofkings.master import deadline, grown_sheets, in_words
from turmwart.table.table import Done, Table
from turmwart.texts import say, say_with

__all__ = ["run_deadline", "run_report"]
STDIN = "-"


def run_new(arguments: argparse.Namespace) -> int:
    """Begin a game from a map file, or on a map made by a seed.

    Raises:
        InputError: the map or an option cannot be used.
        JournalError: the name is taken.
    """
    setup = _setup(arguments)
    with Journal.open(journal_path(arguments)) as journal:
        table = begin(journal, arguments.name, setup, now_ms)
        try:
            state: State = table.state
            print(
                say(
                    "kok.new",
                    name=arguments.name,
                    tribes=len(state.tribes),
                    width=len(setup.rows[0]),
                    height=len(setup.rows),
                    hash=view(state, None).seed_hash,
                )
            )
        finally:
            table.close()
    return 0


def run_map(arguments: argparse.Namespace) -> int:
    """Make a map by a seed, or check a map file; prints how fair the starts are."""
    setup = _setup(arguments)
    if arguments.out is not None:
        _write_new(Path(arguments.out), write_map(setup).encode())
    elif arguments.map is None:
        print(write_map(setup), end="")
    found = fairness(setup)
    if not found:
        # A map that is still being drawn.
        return 0
    print(say("kok.fairness.head"), file=sys.stderr)
    for one in found:
        print(
            say(
                "kok.fairness.row",
                tribe=one.tribe,
                provinces=one.provinces,
                food=one.food,
                wp=one.wp,
                nearest=one.nearest,
            ),
            file=sys.stderr,
        )
    spread = max(one.provinces for one in found) - min(one.provinces for one in found)
    print(say("kok.fairness.spread", spread=spread), file=sys.stderr)
    return 0


def run_submit(arguments: argparse.Namespace) -> int:
    """Hand in a sheet; the last one before the round counts. Prints a receipt."""
    text = _sheet(arguments.file)
    with (
        Journal.open(journal_path(arguments), create=False) as journal,
        open_table(journal, arguments.name) as table,
    ):
        _need_kok(table.game.name, arguments.name)
        seen = _seat_view(table.state, arguments.tribe)
        lines = lines_of(text)
        need_time(journal, table.name, seen.next_round)
        _do(table, cmd.HandIn(seen.seat, text), by=str(seen.seat))
        state: State = table.state
        sheet = state.sheet(seen.seat)
        edition = sheet.edition if sheet else 0
        print(
            say(
                "kok.receipt",
                number=seen.seat,
                round=state.round,
                edition=edition,
                lines=len(lines),
                digest=digest(lines),
            )
        )
        _print_check(seen, lines)
    return 0


def run_check(arguments: argparse.Namespace) -> int:
    """Check a sheet without storing it; 1 if a line will not be carried out."""
    seen = view_of(arguments, arguments.tribe)
    return _print_check(seen, lines_of(_sheet(arguments.file)))


def run_confirm(arguments: argparse.Namespace) -> int:
    """Have a doubtful line carried out as it was read."""
    return _command(arguments, cmd.ConfirmLine(_tribe(arguments.tribe), arguments.line))


def run_option(arguments: argparse.Namespace) -> int:
    """Change an option; the next report says so."""
    return _command(arguments, cmd.SetOption(arguments.option, arguments.value))


def run_join(arguments: argparse.Namespace) -> int:
    """Add a tribe in a neutral province."""
    x, y = _field(arguments.field)
    return _command(
        arguments,
        cmd.AddTribe(_tribe(arguments.tribe), arguments.leader, x, y, npc=arguments.npc),
    )


def run_drop(arguments: argparse.Namespace) -> int:
    """Let a tribe be played by nobody."""
    return _command(arguments, cmd.DropTribe(_tribe(arguments.tribe)))


def run_correct(arguments: argparse.Namespace) -> int:
    """Correct units, a stock or a name by hand; the journal keeps what and why."""
    tribe, reason = _tribe(arguments.tribe), arguments.reason
    words: Sequence[str] = arguments.what
    command: Any = None
    match words:
        case ["units", field, unit, count] if is_number(count):
            x, y = _field(field)
            command = cmd.CorrectUnits(x, y, tribe, unit.upper(), int(count), reason)
        case ["stock", what, value] if is_number(value):
            command = cmd.CorrectStock(tribe, what, int(value), reason)
        case ["leader", *name] if name:
            command = cmd.Rename(0, 0, tribe, " ".join(name), reason)
        case ["province", field, *name] if name:
            x, y = _field(field)
            if x == y == 0:
                # There the command names the leader.
                raise InputError("kingofkings.objection.no_province", x=x, y=y)
            command = cmd.Rename(x, y, tribe, " ".join(name), reason)
        case _:
            raise InputError("kok.bad_correction")
    return _command(arguments, command)


def run_adjudicate(arguments: argparse.Namespace) -> int:
    """Play the round: by the seed of the game, or by dice that somebody types in."""
    with (
        Journal.open(journal_path(arguments), create=False) as journal,
        open_table(journal, arguments.name) as table,
    ):
        _need_kok(table.game.name, arguments.name)
        if arguments.npc:
            _grow(table)
        state: State = table.state
        rolls: Roll = Seeded(state.setup.seed, state.round)
        if arguments.dice:
            given = rolls_typed(journal, table.name, state)
            if given is None:
                print(say("kok.dice.paused", round=state.round))
                return 1
            rolls = given
        done = _do(table, cmd.PlayRound(), roll=rolls)
        for event in done.events:
            print(say_with(*GAME.describe(event, table.state)))
        if table.state.over:
            winners = ", ".join(map(str, table.state.winners))
            print(say("kok.over", winners=winners))
    return 0


def run_rewind(arguments: argparse.Namespace) -> int:
    """Take back steps until a round waits to be played again, with its sheets."""
    with (
        Journal.open(journal_path(arguments), create=False) as journal,
        open_table(journal, arguments.name) as table,
    ):
        _need_kok(table.game.name, arguments.name)
        wanted = arguments.round if arguments.round is not None else table.state.round - 1
        if not table.state.setup.round <= wanted < table.state.round:
            raise InputError(
                "kok.no_round_to_rewind",
                round=wanted,
                first=table.state.setup.round,
                last=table.state.round - 1,
            )
        while table.state.round > wanted:
            table.undo("gm")
        print(say("kok.rewound", round=wanted, sheets=len(table.state.sheets)))
    return 0


def run_status(arguments: argparse.Namespace) -> int:
    """Who has handed in, and which lines the game master should look at."""
    seen = view_of(arguments, GAME_MASTER)
    print(say("kok.status", game=seen.game, round=seen.next_round))
    with Journal.open(journal_path(arguments), readonly=True) as journal:
        until = deadline(journal, arguments.name, seen.next_round)
    if until is not None:
        print(say("kok.deadline.set", round=seen.next_round, at=in_words(until)))
    sheets = {sheet.player: sheet for sheet in seen.sheets}
    for tribe in seen.tribes:
        sheet = sheets.get(tribe.number)
        kind = "sheet" if sheet else "npc" if tribe.npc else "none"
        print(
            say(
                f"kok.status_{kind}",
                number=tribe.number,
                leader=tribe.leader,
                lines=len(sheet.lines) if sheet else 0,
                edition=sheet.edition if sheet else 0,
            )
        )
        if sheet is None:
            continue
        own = view_of(arguments, str(tribe.number))
        for one in check_sheet(own, sheet.lines):
            if one.error and one.number not in sheet.confirmed:
                _print_line(one.number, one.text, one.error, (), one.meant)
    return 0


def _setup(arguments: argparse.Namespace) -> Setup:
    options = _options(arguments.option)
    if arguments.map is not None:
        if arguments.option:
            raise InputError("kok.map_has_options")
        return from_file(arguments.map)
    name = getattr(arguments, "name", None)
    return on_seed(
        name, str(arguments.seed), arguments.width, arguments.height, arguments.tribes, options
    )


def _options(pairs: Sequence[str]) -> Options:
    options = Options()
    for pair in pairs:
        name, _, value = pair.partition("=")
        try:
            options = with_option(options, name, read_value(name, value))
        except ValueError as error:
            raise InputError("kok.bad_option", reason=error) from None
    return options


def _command(arguments: argparse.Namespace, command: Any) -> int:
    with (
        Journal.open(journal_path(arguments), create=False) as journal,
        open_table(journal, arguments.name) as table,
    ):
        _need_kok(table.game.name, arguments.name)
        for event in _do(table, command).events:
            print(say_with(*GAME.describe(event, table.state)))
    return 0


def _do(table: Table, command: Any, by: str = "gm", roll: Any = None) -> Done:
    """Carry out a command.

    Raises:
        InputError: a rule speaks against it.
    """
    done = table.do(command, by=by) if roll is None else table.do(command, by=by, roll=roll)
    if isinstance(done, Objection):
        raise InputError(done.detail, **dict(done.values))
    if not isinstance(done, Done):
        raise JournalError("kok.roll_missing", stream=done.stream)
    return done


def _grow(table: Table) -> None:
    """Sheets for the tribes that nobody plays and the game master wrote none for."""
    for sheet in tuple(grown_sheets(table.state)):
        _do(table, sheet, by="npc")


def _print_check(seen: View, lines: tuple[str, ...]) -> int:
    bad = 0
    for one in check_sheet(seen, lines):
        bad += bool(one.error)
        _print_line(one.number, one.text, one.error, one.hints, one.meant)
    return 1 if bad else 0


def _print_line(number: int, text: str, error: str, hints: Sequence[str], meant: str) -> None:
    words = [say(f"kingofkings.result.{code}") for code in ([error] if error else hints)]
    text_id = "kok.line_bad" if error else "kok.line_hint" if hints else "kok.line_ok"
    print(say(text_id, number=number, text=text, why="; ".join(words)))
    if meant:
        print("    " + say("kingofkings.report.meant", line=meant))


def _seat_view(state: State, tribe: str) -> View:
    number = _tribe(tribe)
    if state.tribe(number) is None:
        known = ", ".join(str(one.number) for one in state.tribes)
        raise InputError("kok.no_tribe", number=number, known=known)
    return view(state, str(number))


def _need_kok(game: str, name: str) -> None:
    if game != GAME.name:
        raise InputError("kok.other_game", name=name, game=game)


def _tribe(text: str) -> int:
    if not is_number(text) or not 1 <= int(text) <= 999:
        raise InputError("kok.bad_tribe", text=text)
    return int(text)


def _field(text: str) -> tuple[int, int]:
    x, _, y = text.partition("/")
    if not is_number(x) or not is_number(y):
        raise InputError("kok.bad_field", text=text)
    return int(x), int(y)


def _sheet(file: str) -> str:
    data = sys.stdin.buffer.read(MOST_BYTES + 1) if file == STDIN else read_bytes(file)
    if len(data) > MOST_BYTES:
        raise InputError("kok.sheet_too_long", file=file, most=MOST_BYTES)
    return "\n".join(lines_of(data))


def _write_new(file: Path, data: bytes) -> None:
    try:
        with file.open("xb") as out:
            out.write(data)
    except OSError as error:
        raise InputError("kok.not_written", file=file, why=error.strerror) from None

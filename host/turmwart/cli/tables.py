"""``turmwart table``: list, show, undo, export, import, verify, replay, report."""

from __future__ import annotations

import argparse
import json
import sys
from datetime import datetime
from pathlib import Path

from turmwart.cli.common import journal_path, open_table
from turmwart.cli.printed import write_new
from turmwart.errors import InputError, JournalError
from turmwart.games.registry import load
from turmwart.journal import codec, transfer
from turmwart.journal.store import Journal
from turmwart.kernel.canon import state_hash, to_plain
from turmwart.kernel.decision import Objection
from turmwart.kernel.fold import replay
from turmwart.table.fights.throws import history_of, taught_elsewhere
from turmwart.table.report import FORMATS, of_history
from turmwart.texts import say, say_error, say_with


def run_list(arguments: argparse.Namespace) -> int:
    """Print one line a table, the one used last first."""
    try:
        with Journal.open(journal_path(arguments), readonly=True) as journal:
            tables = journal.tables()
    except JournalError as error:
        if error.text_id != "journal.missing" or hasattr(arguments, "journal"):
            raise
        tables = ()
    for info in tables:
        at = datetime.fromtimestamp(info.last_at / 1000).isoformat(" ", "minutes")
        print(say("cli.table.row", name=info.name, game=info.game, steps=info.steps, at=at))
    if not tables:
        print(say("cli.table.empty"))
    return 0


def run_show(arguments: argparse.Namespace) -> int:
    """Print the state of a table: its log's end and prompts, or as JSON the table's view."""
    with Journal.open(journal_path(arguments), readonly=True) as journal:
        name = arguments.name
        game = load(journal.table(name).game)
        steps = codec.steps(game, journal.read(name))
        state = replay(game, steps)
        version = journal.table(name).version
        if state is None:
            raise JournalError("table.not_begun", name=name)
        prompts = game.prompts(state, None)
        if arguments.json:
            shown = {
                "name": name,
                "game": game.name,
                "version": version,
                "hash": state_hash(state),
                "view": to_plain(game.view(state, None)),
                "prompts": [to_plain(prompt) for prompt in prompts],
            }
            print(json.dumps(shown, indent=1, ensure_ascii=False))
            return 0
        for prompt in prompts:
            if prompt.must:
                print(say_with(f"{prompt.id}.text", prompt.values))
        print(say("cli.table.state", hash=state_hash(state), version=version))
    return 0


def run_undo(arguments: argparse.Namespace) -> int:
    """Take back the last step of a table that is not open elsewhere."""
    with (
        Journal.open(journal_path(arguments), create=False) as journal,
        open_table(journal, arguments.name) as table,
    ):
        step = table.undo_step
        what = ""
        if step is not None:
            text_id, values = table.game.describe(step.events[0], table.state)
            what = say_with(text_id, values)
        if isinstance(table.undo(), Objection):
            raise InputError("cli.table.nothing_to_undo", name=arguments.name)
        print(say("cli.table.undone", name=arguments.name, what=what))
    return 0


def run_export(arguments: argparse.Namespace) -> int:
    """Write a table to a new file."""
    with Journal.open(journal_path(arguments), readonly=True) as journal:
        text = transfer.export_table(journal, arguments.name)
    file = Path(arguments.file)
    write_new(file, text)
    print(say("cli.table.exported", name=arguments.name, file=file))
    return 0


def run_report(arguments: argparse.Namespace) -> int:
    """Write scores, curves and battles of a game to a new file.

    Raises:
        InputError: the table plays another game, or the file's ending says no form.
    """
    file, name = Path(arguments.file), arguments.name
    form = FORMATS.get(file.suffix)
    if form is None:
        raise InputError("cli.table.report_ending", file=str(file))
    with Journal.open(journal_path(arguments), readonly=True) as journal:
        info = journal.table(name)
        if info.game != "wallenstein":
            raise InputError("cli.table.report_game", name=name, game=info.game)
        history = history_of(journal, name)
        try:
            taught = taught_elsewhere(journal, name, info.created_at)
        except JournalError as error:
            # Another table of the tower is damaged: this one has its report, without odds.
            print(say_error(error), file=sys.stderr)
            told = of_history(history, None)
        else:
            told = of_history(history, taught)
    write_new(file, form(told, name))
    print(say("cli.table.reported", name=name, file=file))
    return 0


def run_import(arguments: argparse.Namespace) -> int:
    """Read a table from a file into the journal."""
    file = Path(arguments.file)
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else error.reason
        raise InputError("cli.table.no_file", file=str(file), why=why) from None
    with Journal.open(journal_path(arguments)) as journal:
        name = transfer.import_table(journal, text, load, name=arguments.name)
    print(say("cli.table.imported", name=name, file=file))
    return 0


def run_verify(arguments: argparse.Namespace) -> int:
    """Check a journal file; 1 where it is unsound."""
    path = Path(arguments.file) if arguments.file else journal_path(arguments)
    with Journal.open(path, readonly=True) as journal:
        problems = list(journal.verify())
        events = 0
        for info in journal.tables():
            events += info.version
            try:
                game = load(info.game)
                replay(game, codec.steps(game, journal.read(info.name)))
            except (JournalError, InputError) as error:
                problems.append(JournalError(error.text_id, **error.values))
            except ValueError as error:
                problems.append(JournalError("table.broken", name=info.name, why=str(error)))
        for problem in problems:
            print(say("cli.table.unsound", file=path, problem=say_error(problem)))
        if not problems:
            tables = len(journal.tables())
            print(say("cli.table.sound", file=path, tables=tables, events=events))
    return 1 if problems else 0


def run_replay(arguments: argparse.Namespace) -> int:
    """Fold a table anew from its first event and print the hash of its state."""
    with Journal.open(journal_path(arguments), readonly=True) as journal:
        info = journal.table(arguments.name)
        game = load(info.game)
        state = replay(game, codec.steps(game, journal.read(arguments.name)))
        print(say("cli.table.state", hash=state_hash(state), version=info.version))
    return 0

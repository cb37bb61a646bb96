"""``turmwart statistics``: players, wins, averages, bests and length of play over all games."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from turmwart.cli.common import journal_path
from turmwart.errors import InputError
from turmwart.journal.store import Journal
from turmwart.table.statistics import Record, Statistics, as_csv, exported, gather
from turmwart.texts import decimal, say

_ENDINGS = (".json", ".csv")


def run(arguments: argparse.Namespace) -> int:
    """Print the records, or write all of it to a file.

    Raises:
        InputError: the file cannot be written, or its ending says no format.
        JournalError: the journal cannot be read.
    """
    with Journal.open(journal_path(arguments), readonly=True) as journal:
        found = gather(journal)
    if arguments.export is not None:
        _export(found, Path(arguments.export))
        return 0
    if arguments.json:
        print(json.dumps(exported(found), indent=1, ensure_ascii=False))
        return 0
    for game in ("", *found.names):
        for record in found.records(game):
            print(_line(record))
    print(say("cli.statistics.sum", games=len(found.games), running=found.running))
    for table in found.left_out:
        print(say("cli.statistics.left_out", table=table))
    return 0


def _line(record: Record) -> str:
    minutes = f"{record.minutes:.0f}"
    if record.average is None:
        return say(
            "cli.statistics.all",
            player=record.name,
            games=record.played,
            wins=record.wins,
            minutes=minutes,
        )
    return say(
        "cli.statistics.game",
        game=record.game,
        player=record.name,
        games=record.played,
        wins=record.wins,
        average=decimal(record.average),
        best=record.best,
        minutes=minutes,
    )


def _export(found: Statistics, file: Path) -> None:
    if file.suffix not in _ENDINGS:
        raise InputError("cli.statistics.ending", file=file, known=", ".join(_ENDINGS))
    if file.suffix == ".csv":
        text = as_csv(found)
    else:
        text = json.dumps(exported(found), indent=1, ensure_ascii=False) + "\n"
    try:
        file.write_text(text, "utf-8", newline="")
    except OSError as error:
        raise InputError("cli.statistics.unwritable", file=file, reason=error.strerror) from None
    print(say("cli.statistics.written", games=len(found.games), file=file))

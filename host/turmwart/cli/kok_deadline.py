"""Until when sheets are taken in: a moment of the wall clock, kept beside the game."""

from __future__ import annotations

import argparse
from datetime import datetime

from turmwart.cli.common import journal_path, now_ms
from turmwart.cli.kok_report import last_state
from turmwart.errors import InputError
from turmwart.journal.store import Journal
from turmwart.texts import say

NONE = "none"


def run_deadline(arguments: argparse.Namespace) -> int:
    """Set the deadline of the round that is played next, or take it away."""
    with Journal.open(journal_path(arguments), create=False) as journal:
        number = last_state(journal, arguments.name).round
        if arguments.at == NONE:
            journal.set_setting(_key(arguments.name, number), "")
            print(say("kok.deadline.none", round=number))
            return 0
        at = _moment(arguments.at)
        journal.set_setting(_key(arguments.name, number), str(at))
        print(say("kok.deadline.set", round=number, at=in_words(at)))
    return 0


def deadline(journal: Journal, name: str, round_number: int) -> int | None:
    """The deadline of a round in milliseconds since 1970-01-01 UTC; None where there is none."""
    kept = journal.setting(_key(name, round_number))
    return int(kept) if kept else None


def need_time(journal: Journal, name: str, round_number: int) -> None:
    """Refuse a sheet that comes too late.

    Raises:
        InputError: the deadline of the round has passed.

    Rule: K-ORDER-26.
    """
    at = deadline(journal, name, round_number)
    if at is not None and now_ms() > at:
        raise InputError("kok.deadline.passed", round=round_number, at=in_words(at))


def in_words(at: int) -> str:
    """A moment as local date and time."""
    return datetime.fromtimestamp(at / 1000).isoformat(" ", "minutes")


def _moment(text: str) -> int:
    try:
        return int(datetime.fromisoformat(text).timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        raise InputError("kok.deadline.unclear", text=text, none=NONE) from None


def _key(name: str, round_number: int) -> str:
    return f"kok:deadline:{name}:{round_number}"

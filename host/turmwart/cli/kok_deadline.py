"""Until when sheets are taken in: a moment of the wall clock, kept beside the game."""

from __future__ import annotations

import argparse

from turmwart.cli.common import journal_path, now_ms
from turmwart.cli.kok_report import last_state
from turmwart.errors import InputError
from turmwart.journal.store import Journal
from turmwart.table.kingofkings.master import deadline, in_words, moment, set_deadline
from turmwart.texts import say

NONE = "none"


def run_deadline(arguments: argparse.Namespace) -> int:
    """Set the deadline of the round that is played next, or take it away."""
    with Journal.open(journal_path(arguments), create=False) as journal:
        number = last_state(journal, arguments.name).round
        if arguments.at == NONE:
            set_deadline(journal, arguments.name, number, None)
            print(say("kok.deadline.none", round=number))
            return 0
        at = _moment(arguments.at)
        set_deadline(journal, arguments.name, number, at)
        print(say("kok.deadline.set", round=number, at=in_words(at)))
    return 0


def need_time(journal: Journal, name: str, round_number: int) -> None:
    """Refuse a sheet that comes too late.

    Raises:
        InputError: the deadline of the round has passed.

    Rule: K-ORDER-26.
    """
    at = deadline(journal, name, round_number)
    if at is not None and now_ms() > at:
        raise InputError("kok.deadline.passed", round=round_number, at=in_words(at))


def _moment(text: str) -> int:
    try:
        return moment(text)
    except ValueError:
        raise InputError("kok.deadline.unclear", text=text, none=NONE) from None

"""``turmwart kok report``: any report of any round, in any form."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from turmwart.cli.common import journal_path
from turmwart.errors import InputError, JournalError
from turmwart.games.kingofkings import GAME
from turmwart.games.kingofkings.events import RoundPlayed
from turmwart.games.kingofkings.state import State
from turmwart.games.kingofkings.view import GAME_MASTER, View
from turmwart.games.kingofkings.viewing import view
from turmwart.journal import codec
from turmwart.journal.store import Journal
from turmwart.kernel.fold import Timeline, fold
from turmwart.kernel.numbers import is_number
from turmwart.table.kingofkings.page import report_page
from turmwart.table.kingofkings.paper import report_paper
from turmwart.table.kingofkings.report import report_text
from turmwart.table.kingofkings.schema import report_json, report_schema
from turmwart.texts import say

FORMS: dict[str, Callable[[View, str], bytes]] = {
    "txt": lambda view, language: report_text(view, language).encode(),
    "html": lambda view, language: report_page(view, language).encode(),
    "pdf": report_paper,
    "json": lambda view, language: report_json(view).encode(),
}
ALL = "all"


def run_report(arguments: argparse.Namespace) -> int:
    """Print a report, or write those of all tribes into a folder."""
    if arguments.schema:
        print(json.dumps(report_schema(), indent=1))
        return 0
    state = _state(arguments, arguments.round)
    seats = [str(tribe.number) for tribe in state.tribes]
    if arguments.tribe != ALL:
        seats = [_seat(state, arguments.tribe)]
    if arguments.out is None:
        if len(seats) > 1 or arguments.format == "pdf":
            raise InputError("kok.needs_folder")
        sys.stdout.write(
            FORMS[arguments.format](view(state, seats[0]), arguments.language).decode()
        )
        return 0
    folder = Path(arguments.out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for seat in seats:
            number = state.record.round if state.record else 0
            file = folder / f"round-{number:03}-{seat}.{arguments.format}"
            file.write_bytes(FORMS[arguments.format](view(state, seat), arguments.language))
    except OSError as error:
        raise InputError("kok.not_written", file=folder, why=error.strerror) from None
    print(say("kok.reports_written", count=len(seats), folder=folder))
    return 0


def view_of(arguments: argparse.Namespace, seat: str) -> View:
    """What a seat sees now of the table that the command names."""
    state = _state(arguments, None)
    return view(state, _seat(state, seat))


def states(journal: Journal, name: str) -> Iterator[tuple[State, bool]]:
    """All states of a game, and whether a round was just played; undone steps left out.

    Raises:
        JournalError: no such table, or it cannot be read.
        InputError: another game is played there.
    """
    game = journal.table(name).game
    if game != GAME.name:
        raise InputError("kok.other_game", name=name, game=game)
    timeline = Timeline()
    for step in codec.steps(GAME, journal.read(name)):
        timeline.add(step)
    state: State | None = None
    for step in timeline.holding:
        state = fold(GAME, state, step.events)
        assert state is not None
        yield state, any(isinstance(event, RoundPlayed) for event in step.events)


def last_state(journal: Journal, name: str) -> State:
    """The state of a game now, without holding its table.

    Raises:
        JournalError: no such table, or it was never begun.
        InputError: another game is played there.
    """
    found = [state for state, _ in states(journal, name)]
    if not found:
        raise JournalError("table.not_begun", name=name)
    return found[-1]


def _state(arguments: argparse.Namespace, wanted: int | None) -> State:
    """The state now, or as it was when a round had just been played; 0: before the first."""
    with Journal.open(journal_path(arguments), readonly=True) as journal:
        found: State | None = None
        known: list[int] = []
        for state, played in states(journal, arguments.name):
            just = state.record.round if played and state.record else None
            if just is not None:
                known.append(just)
            elif not known:
                known.append(0)
            if wanted is None or just == wanted or (wanted == 0 and state.record is None):
                found = state
    if not known:
        raise JournalError("table.not_begun", name=arguments.name)
    if found is None:
        rounds = ", ".join(str(number) for number in known)
        raise InputError("kok.no_round", round=wanted, known=rounds)
    return found


def _seat(state: State, text: str) -> str:
    if text == GAME_MASTER or (is_number(text) and state.tribe(int(text))):
        return text
    known = ", ".join(str(tribe.number) for tribe in state.tribes)
    raise InputError("kok.no_tribe", number=text, known=known)

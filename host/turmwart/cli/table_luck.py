"""``turmwart table luck``: who was lucky, and whether the odds given before were right."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from turmwart.cli.common import journal_path
from turmwart.errors import InputError
from turmwart.games.wallenstein import GAME
from turmwart.journal.store import Journal
from turmwart.table.fights.luck import (
    Bin,
    Calibration,
    Fought,
    Luck,
    calibration,
    fought,
    luck,
)
from turmwart.table.fights.plot import svg
from turmwart.table.fights.throws import history_of, taught_elsewhere, throws_of
from turmwart.texts import decimal, say

SCHEMA = "turmwart.luck/1"
COLUMNS = 40
"""Width of the plot in characters."""


def run(arguments: argparse.Namespace) -> int:
    """Print the luck of each player and the calibration of the odds.

    Raises:
        InputError: a table plays another game, or the file cannot be written.
        JournalError: no such table.
    """
    fights: list[Fought] = []
    with Journal.open(journal_path(arguments), readonly=True) as journal:
        for name in arguments.names:
            game = journal.table(name).game
            if game != GAME.name:
                raise InputError("fights.error.game", name=name, game=game)
            fights += _fights(journal, name)
    found = calibration(fights)
    if arguments.svg is not None:
        _write(Path(arguments.svg), svg(found))
    if arguments.json:
        print(json.dumps(_plain(arguments.names, fights, luck(fights), found), indent=2))
    else:
        print("\n".join(line.rstrip() for line in _lines(fights, luck(fights), found)))
    return 0


def _fights(journal: Journal, name: str) -> tuple[Fought, ...]:
    """The fights of a table, forecast with what its tower had taught by then.

    Other tables of the same tower teach as far as they were over before this one began.
    """
    earlier = taught_elsewhere(journal, name, journal.table(name).created_at)
    return fought(throws_of(history_of(journal, name)), earlier)


def _write(file: Path, drawing: str) -> None:
    try:
        file.write_text(drawing, "utf-8")
    except OSError as error:
        raise InputError(
            "cli.table.not_written", file=str(file), why=error.strerror or str(error)
        ) from None


def _plain(
    names: Sequence[str], fights: Sequence[Fought], lucky: Sequence[Luck], found: Calibration
) -> dict[str, object]:
    """The JSON of ``turmwart.luck/1``, as docs/tower-odds.md describes it."""
    return {
        "schema": SCHEMA,
        "tables": list(names),
        "fights": [
            {
                "throw": fight.number,
                "kind": fight.kind,
                "province": fight.province,
                "outcome": fight.outcome,
                "attacker_wins": fight.given.odds.attacker_wins,
                "defender_wins": fight.given.odds.defender_wins,
                "devastated": fight.given.odds.devastated,
                "players": [asdict(stake) for stake in fight.stakes],
            }
            for fight in fights
        ],
        "luck": [asdict(one) for one in lucky],
        "calibration": asdict(found),
    }


def _lines(fights: Sequence[Fought], lucky: Sequence[Luck], found: Calibration) -> Iterator[str]:
    if not fights:
        yield say("fights.luck.none")
        return
    yield say("fights.luck.title", fights=len(fights))
    for one in lucky:
        yield say(
            "fights.luck.player",
            player=f"{one.player:<12}",
            won=one.won,
            fights=one.fights,
            expected=decimal(one.expected_won),
            sd=decimal(one.won_sd),
            luck=decimal(one.won - one.expected_won, signed=True),
        )
        yield say(
            "fights.luck.left",
            head=f"{'':<12}",
            left=one.left,
            expected=decimal(one.expected_left),
            sd=decimal(one.left_sd),
            luck=decimal(one.left - one.expected_left, signed=True),
        )
    yield ""
    yield say("fights.calibration.title", fights=found.fights)
    yield from (_bin(one) for one in found.bins)
    yield say("fights.calibration.legend")
    yield say(
        "fights.calibration.brier",
        brier=decimal(found.brier, 3),
        expected=decimal(found.expected_brier, 3),
    )


def _bin(one: Bin) -> str:
    bar = [" "] * (COLUMNS + 1)
    for place in range(round(COLUMNS * one.low), round(COLUMNS * one.high) + 1):
        bar[place] = "-"
    bar[round(COLUMNS * one.won)] = "o"
    given = round(COLUMNS * one.given)
    bar[given] = "*" if bar[given] == "o" else "|"
    return say(
        "fights.calibration.bin",
        given=f"{100 * one.given:3.0f}",
        won=f"{100 * one.won:3.0f}",
        fights=f"{one.fights:3}",
        bar="".join(bar),
    )

"""Writes what the screens of the Imperial Court look like into ``docs/captures``.

Run from the repository: ``python tests/app/capture_court.py [FOLDER]``.
"""

from __future__ import annotations

import asyncio
import importlib
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from turmwart.games.wallenstein.commands import ReportThrow
from turmwart.journal.store import Journal
from turmwart.table.players import Players, throw_for_tests
from turmwart.table.table import Done, Table

if TYPE_CHECKING:
    from . import capture, wallenstein
else:
    sys.path.insert(0, str(Path(__file__).parent))
    capture = importlib.import_module("capture")
    wallenstein = importlib.import_module("wallenstein")

SEED = 3
MOST_STEPS = 2000


def _second_year(table: Table) -> bool:
    return table.state.year == 2 and table.state.season == "summer"


MOMENTS: dict[str, Callable[[Table], bool]] = {
    "exchanges": lambda table: (
        table.state.phase == "exchanges" and table.state.turn == 1 and _second_year(table)
    ),
    "audience": lambda table: (
        table.state.phase == "audience"
        and table.state.court.taking is None
        and len(table.state.court.favors) == 2
        and _second_year(table)
    ),
}


@contextmanager
def table_at(moment: str, players: int = 4) -> Iterator[Table]:
    """A table with the Imperial Court, played by the simple players up to a moment."""
    clock = count(1_796_000_000_000, 60_000)
    with (
        tempfile.TemporaryDirectory() as folder,
        Journal.open(Path(folder) / "journal.sqlite3") as journal,
    ):
        table = wallenstein.new_table(journal, lambda: next(clock), players, imperial_court=True)
        chance, play = random.Random(SEED), Players(SEED)
        for _ in range(MOST_STEPS):
            if MOMENTS[moment](table):
                break
            command = play.next(table.state)
            if table.state.awaiting_throw:
                command = ReportThrow(throw_for_tests(table.state, chance))
            assert isinstance(table.do(command), Done)
        else:
            raise AssertionError("it never came")
        yield table


async def take_all(folder: Path) -> None:
    """The exchange cards, the audience, and the page of the court beside them."""
    for size, suffix in ((capture.SMALL, ""), (capture.LARGE, "-120x40")):
        for moment in MOMENTS:
            with table_at(moment) as table:
                app = capture.app_for(table)
                async with app.run_test(size=size, notifications=True) as pilot:
                    camera = capture.Camera(pilot, folder, suffix)
                    await camera.take(f"court-{moment}")
                    await camera.press("f9")
                    await camera.take(f"court-page-{moment}")


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else capture.FOLDER
    target.mkdir(parents=True, exist_ok=True)
    asyncio.run(take_all(target))

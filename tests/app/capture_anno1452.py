"""Writes what the screens of Anno 1452 look like into ``docs/captures``.

Run from the repository: ``python tests/app/capture_anno1452.py [FOLDER]``.
"""

from __future__ import annotations

import asyncio
import importlib
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.pilot import Pilot

from turmwart.app.app import TurmwartApp
from turmwart.cli.app import doors
from turmwart.journal.store import Journal
from turmwart.table.printed_anno1452 import Book
from turmwart.table.table import Table

if TYPE_CHECKING:
    from . import anno1452, capture
else:
    sys.path.insert(0, str(Path(__file__).parent))
    anno1452 = importlib.import_module("anno1452")
    capture = importlib.import_module("capture")

SIZES = ((capture.SMALL, ""), (capture.LARGE, "-120x40"))
_clock = count(1_796_000_000_000, 60_000)


def tick() -> int:
    """A clock that moves by a minute whenever it is looked at."""
    return next(_clock)


class Patient(capture.Camera):
    """Waits until the screen stands still, however busy the machine is."""

    def __init__(self, pilot: Pilot[Any], folder: Path, suffix: str) -> None:
        super().__init__(pilot, folder, suffix)
        self._seen = pilot

    async def press(self, *keys: str) -> None:
        """Press keys one after the other, each when the last one is drawn."""
        for key in keys:
            await self._seen.press(key)
            await self.stand_still()

    async def take(self, name: str) -> None:
        """Write what is on the screen once it stands still."""
        await self.stand_still()
        await super().take(name)

    async def stand_still(self) -> None:
        """Return when something is drawn and two looks agree."""
        before = ""
        while True:
            await self._seen.pause(0.15)
            now = capture.screen_text(self._seen)
            if now.strip() and now == before:
                return
            before = now


@contextmanager
def journal() -> Iterator[Journal]:
    """A fresh journal."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Journal.open(Path(folder) / "journal.sqlite3") as opened,
    ):
        yield opened


def _worth_seeing(state: Any) -> bool:
    """A City is attacked by Soldiers too, and a round is behind both."""
    battle = state.battle
    return (
        battle is not None
        and battle.stage == "throw"
        and battle.city
        and bool(battle.attacker_soldiers)
        and len(battle.rounds) >= 1
    )


MOMENTS: dict[str, Callable[[Any], bool]] = {
    "anno-action": lambda state: (
        anno1452.acting(state) and state.row >= 3 and state.king.seat != state.acting.seat
    ),
    "anno-battle": _worth_seeing,
    "anno-income": lambda s: s.phase == "income" and not s.stack and s.row >= 3,
    "anno-prestige": lambda s: s.phase == "prestige" and not s.stack and s.row >= 3,
    "anno-over": lambda s: s.phase == "over",
}


def _to_the_map(table: Table) -> int:
    """Pages between that of the player whose turn it is and the map."""
    seats = [player.seat for player in table.state.players]
    return len(seats) - seats.index(table.state.acting.seat)


async def _table(opened: Journal, folder: Path, name: str) -> None:
    """One moment in both sizes, and what is a key away from it."""
    table: Table = anno1452.new_table(opened, tick, name=name)
    anno1452.play(table, MOMENTS[name], seed=5 if name == "anno-battle" else 1)
    for size, suffix in SIZES:
        app = TurmwartApp(table=table)
        async with app.run_test(size=size, notifications=True) as pilot:
            camera = Patient(pilot, folder, suffix)
            await camera.take(name)
            if name == "anno-action":
                await camera.press("a", "1")
                await camera.take("anno-attack")
                await camera.press("equals_sign")
                await camera.take("anno-odds")
                await camera.press("escape", "f2", *["right"] * _to_the_map(table))
                await camera.take("anno-map")
            elif name == "anno-battle":
                await camera.press("enter")
                await camera.take("anno-throw")
    table.close()


async def _forms(opened: Journal, folder: Path) -> None:
    """The forms for a new table and for the board."""
    Book(opened, tick).learn(
        [("region", "bayern", "city_limit", 2), ("region", "boehmen", "estate_limit", 5)]
    )
    for size, suffix in SIZES:
        app = TurmwartApp(doors(opened))
        async with app.run_test(size=size, notifications=True) as pilot:
            camera = Patient(pilot, folder, suffix)
            await camera.press("2", *"salon", "enter", "2")
            for name in ("Anna", "Bert", "Cleo"):
                await camera.press(*name, "enter", "enter")
            await camera.take("anno-scenario")
            await camera.press("1", "1")
            await camera.take("anno-variants")
            await camera.press("7", "enter")
            await camera.take("anno-settings")
        app = TurmwartApp(doors(opened), board="anno1452")
        async with app.run_test(size=size, notifications=True) as pilot:
            camera = Patient(pilot, folder, suffix)
            await camera.take("anno-board")


async def take_all(folder: Path) -> None:
    """All moments."""
    with journal() as opened:
        await _forms(opened, folder)
        for name in MOMENTS:
            await _table(opened, folder, name)


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else capture.FOLDER
    target.mkdir(parents=True, exist_ok=True)
    asyncio.run(take_all(target))

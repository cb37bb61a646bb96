"""Writes what Wallenstein's screens of a season look like into ``docs/captures``.

Run from the repository: ``python tests/app/capture_wallenstein.py [FOLDER]``.
"""

from __future__ import annotations

import asyncio
import importlib
import sys
import tempfile
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from turmwart.cli.app import doors
from turmwart.journal.store import Journal
from turmwart.table.printed_wallenstein import Book
from turmwart.table.table import Table

if TYPE_CHECKING:
    from . import capture
else:
    sys.path.insert(0, str(Path(__file__).parent))
    capture = importlib.import_module("capture")

SIZES = ((capture.SMALL, ""), (capture.LARGE, "-120x40"))
_clock = count(1_796_000_000_000, 60_000)


def _move(table: Table) -> bool:
    acting = table.state.acting
    return table.state.year == 2 and acting is not None and acting.step == "move"


capture.MOMENTS.update(
    {
        "planning": lambda table: table.state.phase == "planning" and table.state.year == 2,
        "action": lambda table: (
            table.state.season == "summer"
            and table.state.current_action() in ("collect_tax", "collect_grain")
            and table.view().step == "reveal"
        ),
        "move": _move,
        "winter": lambda table: table.state.phase == "famine" and table.state.year == 2,
    }
)


async def _screens(folder: Path) -> None:
    for size, suffix in SIZES:
        for moment in ("planning", "action", "move", "winter"):
            with capture.table_at(moment) as table:
                app = capture.app_for(table)
                async with app.run_test(size=size, notifications=True) as pilot:
                    camera = capture.Camera(pilot, folder, suffix)
                    await camera.take(f"wallenstein-{moment}")
                    if moment == "move":
                        await _asked(camera)
                    if moment == "action":
                        await camera.press("escape", "f10", "2")
                        await camera.take("wallenstein-curve")
        with capture.table_at("over") as table:
            async with capture.app_for(table).run_test(size=size) as pilot:
                camera = capture.Camera(pilot, folder, suffix)
                await camera.press("f10")
                await camera.take("wallenstein-scores")
                for key, name in (("5", "points"), ("6", "battles")):
                    await camera.press(key)
                    await camera.take(f"wallenstein-{name}")
                await camera.press("r", "up", "up")
                await camera.take("wallenstein-replay")


async def _asked(camera: capture.Camera) -> None:
    """The answers to what the table asks aloud."""
    await camera.press("escape", "f12")
    names = ("next", "earns", "revolts", "unfed", "majorities", "tower")
    for number, name in enumerate(names, start=1):
        await camera.press(str(number))
        await camera.take(f"wallenstein-ask-{name}")


async def _wizard(folder: Path) -> None:
    for size, suffix in SIZES:
        with (
            tempfile.TemporaryDirectory() as where,
            Journal.open(Path(where) / "journal.sqlite3") as journal,
        ):
            Book(journal, lambda: next(_clock)).choose_language("de")
            app = capture.TurmwartApp(doors(journal), board="wallenstein")
            async with app.run_test(size=size, notifications=True) as pilot:
                camera = capture.Camera(pilot, folder, suffix)
                await camera.press("enter", "right", "enter", "9", "enter")
                await camera.take("wallenstein-printed")
                await camera.press("f5", "3", "2")
                await camera.take("wallenstein-printed-event")


async def take_all(folder: Path) -> None:
    """All moments, and the wizard."""
    await _screens(folder)
    await _wizard(folder)


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else capture.FOLDER
    target.mkdir(parents=True, exist_ok=True)
    asyncio.run(take_all(target))

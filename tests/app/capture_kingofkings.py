"""Writes what the game master of King of Kings sees into ``docs/captures``.

Run from the repository: ``python tests/app/capture_kingofkings.py [FOLDER]``.
"""

from __future__ import annotations

import asyncio
import importlib
import sys
import tempfile
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from turmwart.app.app import TurmwartApp
from turmwart.journal.store import Journal

if TYPE_CHECKING:
    from . import capture, capture_anno1452, kingofkings
else:
    sys.path += [str(Path(__file__).parent), str(Path(__file__).parents[1] / "support")]
    capture = importlib.import_module("capture")
    capture_anno1452 = importlib.import_module("capture_anno1452")
    kingofkings = importlib.import_module("kingofkings")

SIZES = ((capture.SMALL, "-80x24"), (capture.LARGE, "-120x40"))
MOMENTS = (
    (("g", "enter"), "kok-gm"),
    (("enter",), "kok-gm-missing"),
    (("escape", "p"), "kok-gm-report"),
    (("escape", "s"), "kok-gm-sheet"),
    (("escape", "k", "1"), "kok-gm-correct"),
)


async def take_all(folder: Path) -> None:
    """All moments in both sizes."""
    clock = count(1_796_000_000_000, 60_000)
    with tempfile.TemporaryDirectory() as place, Journal.open(Path(place) / "j.sqlite3") as opened:
        table = kingofkings.new_table(opened, lambda: next(clock))
        for size, suffix in SIZES:
            async with TurmwartApp(table=table).run_test(size=size, notifications=True) as pilot:
                camera = capture_anno1452.Patient(pilot, folder, suffix)
                for keys, name in MOMENTS:
                    await camera.press(*keys)
                    await camera.take(name)
        table.close()


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else capture.FOLDER
    target.mkdir(parents=True, exist_ok=True)
    asyncio.run(take_all(target))

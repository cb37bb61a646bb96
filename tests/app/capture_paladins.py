"""Writes what the screens of Paladins and the statistics look like into ``docs/captures``.

Run from the repository: ``python tests/app/capture_paladins.py [FOLDER]``.
"""

from __future__ import annotations

import asyncio
import importlib
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turmwart.app.app import TurmwartApp
from turmwart.cli.app import doors
from turmwart.games.kingofkings import GAME as KOK
from turmwart.games.kingofkings.commands import PlayRound
from turmwart.games.kingofkings.options import Options
from turmwart.games.paladins.commands import DrawSuspicion, SettleDebt
from turmwart.journal.store import Journal
from turmwart.table.kingofkings.mapgen import make_map
from turmwart.table.palette import default_palette
from turmwart.table.table import Table

if TYPE_CHECKING:
    from . import anno1452, capture, capture_anno1452, paladins
else:
    sys.path.insert(0, str(Path(__file__).parent))
    anno1452 = importlib.import_module("anno1452")
    capture = importlib.import_module("capture")
    capture_anno1452 = importlib.import_module("capture_anno1452")
    paladins = importlib.import_module("paladins")

SIZES = ((capture.SMALL, ""), (capture.LARGE, "-120x40"))
_clock = count(1_796_000_000_000, 60_000)


def tick() -> int:
    """A clock that moves by a minute whenever it is looked at."""
    return next(_clock)


async def _take(table: Table, folder: Path, *moments: tuple[tuple[str, ...], str]) -> None:
    """Each moment in both sizes: keys, then the name of the picture."""
    for size, suffix in SIZES:
        async with TurmwartApp(table=table).run_test(size=size, notifications=True) as pilot:
            camera = capture_anno1452.Patient(pilot, folder, suffix)
            for keys, name in moments:
                if keys:
                    await camera.press(*keys)
                await camera.take(name)


def _light(opened: Journal) -> Table:
    """A light game in which an inquisition was just held."""
    table: Table = paladins.new_table(opened, tick, name="light")
    for seat, silver in (("s1", 2), ("s2", 1), ("s1", 2), ("s3", 2), ("s2", 2)):
        table.do(DrawSuspicion(seat, silver))
    table.do(SettleDebt("s1"))
    return table


def _ended(opened: Journal, name: str, mode: str, seed: int) -> Table:
    table: Table = paladins.new_table(opened, tick, 3, name=name, mode=mode)
    paladins.play(table, lambda state: state.phase == "over", seed)
    return table


def _other_games(opened: Journal) -> None:
    """Two games of the house besides Paladins, played to their ends."""
    anno: Table = anno1452.new_table(opened, tick, 3, name="empire")
    anno1452.play(anno, lambda state: state.phase == "over", 2)
    anno.close()
    setup = replace(make_map("2", 10, 7, 3, Options(end_rounds=3)), name="campaign", seed="2")
    campaign = Table.create(opened, "campaign", KOK, setup, palette=default_palette(), clock=tick)
    while not campaign.state.over:
        campaign.do(PlayRound())
    campaign.close()


async def take_all(folder: Path) -> None:
    """All moments."""
    moments: dict[str, Callable[[Any], bool]] = {"full": paladins.acting}
    with tempfile.TemporaryDirectory() as place, Journal.open(Path(place) / "j.sqlite3") as opened:
        light = _light(opened)
        await _take(light, folder, ((), "paladins-inquisition"), (("2",), "paladins-draw"))
        full: Table = paladins.new_table(opened, tick, 3, name="full", mode="full")
        paladins.play(full, moments["full"], 3)
        await _take(full, folder, ((), "paladins-round"), (("x", "9"), "paladins-can"))
        ended = _ended(opened, "ended", "full", 2)
        await _take(ended, folder, ((), "paladins-end"), (("f2",), "paladins-sheet"))
        for seed in (6, 7):
            _ended(opened, f"light-{seed}", "light", seed).close()
        for table in (light, full, ended):
            table.close()
        _other_games(opened)
        for size, suffix in SIZES:
            app = TurmwartApp(doors(opened))
            async with app.run_test(size=size, notifications=True) as pilot:
                camera = capture_anno1452.Patient(pilot, folder, suffix)
                await camera.press(*"statis", "enter")
                await camera.take("paladins-statistics-all")
                await camera.press("right", "right")
                await camera.take("paladins-statistics")


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else capture.FOLDER
    target.mkdir(parents=True, exist_ok=True)
    asyncio.run(take_all(target))

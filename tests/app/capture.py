"""Writes what the screens look like into ``docs/captures``, as plain text and as SVG.

Run from the repository: ``python tests/app/capture.py [FOLDER]``.
"""

from __future__ import annotations

import asyncio
import importlib
import math
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.pilot import Pilot

from turmwart.app.app import TurmwartApp
from turmwart.app.doors import Doors
from turmwart.journal.store import Journal
from turmwart.table.palette import default_palette
from turmwart.table.pending import CUBE, Seen
from turmwart.table.table import Table
from turmwart_wire.messages import Cube, pack_cube

if TYPE_CHECKING:
    from . import wallenstein
else:
    sys.path.insert(0, str(Path(__file__).parent))
    wallenstein = importlib.import_module("wallenstein")

FOLDER = Path(__file__).parents[2] / "docs" / "captures"
SMALL = (80, 24)
LARGE = (120, 40)
_numbers = count()


def screen_text(pilot: Pilot[Any]) -> str:
    """The screen in front as lines of characters."""
    strips = pilot.app.screen._compositor.render_strips()
    return "\n".join("".join(part.text for part in strip).rstrip() for strip in strips) + "\n"


def screen_svg(pilot: Pilot[Any], title: str) -> str:
    """The same as a drawing that needs no font from elsewhere."""
    svg = pilot.app.export_screenshot(title=title)
    return re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)


@contextmanager
def table_at(moment: str, players: int = 4) -> Iterator[Table]:
    """A table of Wallenstein on the made-up board, played up to a moment."""
    clock = count(1_796_000_000_000, 60_000)
    with (
        tempfile.TemporaryDirectory() as folder,
        Journal.open(Path(folder) / "journal.sqlite3") as journal,
    ):
        table = wallenstein.new_table(journal, lambda: next(clock), players)
        wallenstein.play(table, MOMENTS[moment])
        yield table


def _worth_seeing(table: Table) -> bool:
    """Two players fight, and something of a third lies in the tray."""
    battle = table.state.battle
    if battle is None or battle.kind != "player" or battle.thrown.total < 6:
        return False
    sides = {table.state.player(seat).colour for seat in (battle.attacker, battle.defender)}
    return bool(battle.tray.without(*sides, table.state.farmers))


MOMENTS: dict[str, Callable[[Table], bool]] = {
    "reveal": lambda table: (
        table.state.season == "summer"
        and table.state.actions_done == 4
        and table.view().step == "reveal"
    ),
    "battle": _worth_seeing,
    "bids": lambda table: table.state.phase == "bids" and table.state.season == "summer",
    "over": lambda table: table.state.phase == "over",
}


def drop(table: Table, *colours: str) -> None:
    """Let cubes fall as the board would report them."""
    seen = []
    for colour in colours:
        row = next(row for row in default_palette() if row.colour == colour)
        clear = math.exp(row.clear)
        counts = [round(clear * share) for share in (row.red, row.green, row.blue)]
        number = next(_numbers)
        payload = pack_cube(Cube(0, 100 * number, 12, round(clear), *counts))
        seen.append(Seen("bench", 1, number, CUBE, payload))
    table.take_evidence(seen)


class Camera:
    """Takes the pictures of one session."""

    def __init__(self, pilot: Pilot[Any], folder: Path, suffix: str = "") -> None:
        self._pilot = pilot
        self._folder = folder
        self._suffix = suffix

    async def press(self, *keys: str) -> None:
        """Press keys and wait until they are drawn."""
        await self._pilot.press(*keys)
        await self._pilot.pause(0.1)

    async def take(self, name: str) -> None:
        """Write what is on the screen."""
        await self._pilot.pause(0.1)
        name += self._suffix
        (self._folder / f"{name}.txt").write_text(screen_text(self._pilot), "utf-8")
        (self._folder / f"{name}.svg").write_text(screen_svg(self._pilot, name), "utf-8")


def app_for(table: Table | None, **doors: Any) -> TurmwartApp:
    """An app that expects what the rule of thumb says."""
    mean = {"mean_fallen": lambda thrown, inside: (2 * thrown + inside) / 3}
    return TurmwartApp(Doors(**(mean | doors)), table=table, settle_seconds=0)


async def _pages(camera: Camera) -> None:
    """What is one key away from the table."""
    for key, name in (("p", "provinces"), ("t", "tower"), ("f4", "log"), ("f1", "help")):
        await camera.press(key)
        await camera.take(name)
        await camera.press("escape")


async def _battle(camera: Camera, table: Table, *, all_of_it: bool) -> None:
    """A throw that ends in a tie, corrected by one cube, booked and taken back."""
    battle = table.state.battle
    attacker = table.state.player(battle.attacker).colour
    defender = table.state.player(battle.defender).colour
    third = next(c for c in battle.tray if c not in (attacker, defender))
    drop(table, attacker, defender, attacker, third, defender, attacker, defender)
    await camera.take("battle")
    if not all_of_it:
        return
    letters = {"red": "r", "blue": "b", "yellow": "y", "purple": "p", "green": "g"}
    await camera.press(letters[defender], "plus")
    await camera.take("correction")
    await camera.press("enter")
    await camera.take("booked")
    await camera.press("enter", "ctrl+z")
    await camera.take("undo")


async def take_all(folder: Path) -> None:
    """Table, battle, correction, undo and the pages beside them."""
    for size, suffix in ((SMALL, ""), (LARGE, "-120x40")):
        small = size == SMALL
        with table_at("reveal") as table:
            async with app_for(table).run_test(size=size, notifications=True) as pilot:
                camera = Camera(pilot, folder, suffix)
                await camera.take("table")
                if small:
                    await _pages(camera)
        with table_at("battle") as table:
            app = app_for(table, pour=lambda t: asyncio.sleep(0))
            async with app.run_test(size=size, notifications=True) as pilot:
                camera = Camera(pilot, folder, suffix)
                await _battle(camera, table, all_of_it=small)
    with table_at("bids", 5) as table:
        async with app_for(table).run_test(size=SMALL, notifications=True) as pilot:
            camera = Camera(pilot, folder)
            await camera.press("3", "1", "0")
            await camera.take("bids")
    with table_at("over") as table:
        async with app_for(table).run_test(size=SMALL, notifications=True) as pilot:
            await Camera(pilot, folder).take("over")


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    target.mkdir(parents=True, exist_ok=True)
    asyncio.run(take_all(target))

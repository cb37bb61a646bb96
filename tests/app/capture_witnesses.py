"""Writes what a throw with tower and camera looks like into ``docs/captures``.

Run from the repository: ``python tests/app/capture_witnesses.py [FOLDER]``.
"""

from __future__ import annotations

import asyncio
import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turmwart.kernel.cubes import Cubes
from turmwart.table.table import Table

if TYPE_CHECKING:
    from . import capture
else:
    sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "support")]
    capture = importlib.import_module("capture")

FakeTray: Any = importlib.import_module("fake_tray").FakeTray


def fallen(table: Table) -> list[str]:
    """Seven cubes of a battle: three of each side and one of a third."""
    battle = table.state.battle
    attacker = table.state.player(battle.attacker).colour
    defender = table.state.player(battle.defender).colour
    third = next(c for c in battle.tray if c not in (attacker, defender))
    return [attacker, defender, attacker, third, defender, attacker, defender]


async def take_all(folder: Path) -> None:
    """Both agree; the camera misses a cube; its picture; the camera is gone."""
    for size, suffix in ((capture.SMALL, ""), (capture.LARGE, "-120x40")):
        with capture.table_at("battle") as table:
            tray = FakeTray(table)
            app = capture.app_for(table, pour=lambda t: asyncio.sleep(0))
            async with app.run_test(size=size, notifications=True) as pilot:
                camera = capture.Camera(pilot, folder, suffix)
                colours = fallen(table)
                capture.drop(table, *colours)
                lies = Cubes.sum(Cubes.of(**{colour: 1}) for colour in colours)
                tray.show(lies)
                tray.says(lies)
                await camera.take("witnesses-agreed")
                tray.says(lies - Cubes.of(**{colours[0]: 1}))
                await camera.take("witnesses-question")
                await camera.press("f2")
                await camera.take("witnesses-picture")
                await camera.press("escape")
                tray.state = tray_gone()
                tray.says(None)
                await camera.take("witnesses-camera-gone")


def tray_gone() -> str:
    """What a camera says that is gone."""
    from turmwart.texts import say

    return say("tray.state.gone", source="0", why="")


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else capture.FOLDER
    target.mkdir(parents=True, exist_ok=True)
    asyncio.run(take_all(target))

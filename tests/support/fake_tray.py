"""A tray camera that says what the test says, with a picture of its own making."""

from __future__ import annotations

import json
from typing import Any

from turmwart.journal.rows import NewEvidence
from turmwart.kernel.cubes import Cubes
from turmwart.table import testimony
from turmwart.table.bus import CameraChanged
from turmwart.table.camera.tray import SeenTray
from turmwart.table.pending import TRAY
from turmwart.table.table import Table
from turmwart.tower.sight import CameraCount
from turmwart_scenes.tray_heap import heap_of
from turmwart_scenes.tray_view import TrayView
from turmwart_vision.api import ColourCount, Cube, CubeReading, Shot


class FakeTray:
    """Beside a table from now on.

    Attributes:
        said: its count; None: it has none now.
        state: what it says of itself.
    """

    def __init__(self, table: Table, cubes: Cubes | None = None, *, sure: bool = True) -> None:
        self.said = None if cubes is None else CameraCount.of(cubes, sure=sure)
        self.state = "Tray camera: counted."
        self.seen: SeenTray | None = None
        self._bus = table.bus
        table.tray = self

    def says(self, cubes: Cubes | None) -> None:
        """Count something else from now on."""
        self.said = None if cubes is None else CameraCount.of(cubes)
        self.says_again()

    def says_again(self) -> None:
        """Tell the table that it has something to say."""
        self._bus.publish(CameraChanged())

    def show(self, cubes: Cubes) -> None:
        """Have a picture of so many cubes."""
        view = TrayView((640, 360), 0.0)
        colours = [colour for colour, n in cubes.counts for _ in range(n)]
        lying = heap_of("shown", colours).cubes
        places = [view.project(cube.centre[None])[0] for cube in lying]
        found = tuple(
            Cube(cube.colour, (float(x), float(y)), 18.0, 0.0, False)
            for cube, (x, y) in zip(lying, places, strict=True)
        )
        counts = tuple(ColourCount(colour, n, ((n, 1.0),)) for colour, n in cubes.counts)
        reading = CubeReading(found, counts, True, 1.0, (640, 360))
        self.seen = SeenTray(Shot(b"", view.picture(lying), reading), 1, 0)

    def count(self, *, alone: bool) -> CameraCount | None:
        """What the test says."""
        del alone
        return self.said

    def keep(self, table: Table) -> int:
        """Store the count without a picture."""
        assert self.said is not None
        payload: dict[str, Any] = {"format": 1, "count": testimony.plain(self.said)}
        data = json.dumps(payload).encode()
        row = NewEvidence(table.name, "camera:test", 0, 0, TRAY, data, table.now_ms())
        (row_id,) = table.journal.append_evidence([row])
        assert row_id is not None
        return row_id

    def kept(self, table: Table, row_id: int) -> None:
        """Its pictures are stored nowhere."""
        del table, row_id

    def status(self, language: str = "en") -> str:
        """What it says of itself."""
        del language
        return self.state

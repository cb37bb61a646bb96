"""Two screens compared as pictures: a form with an objection, and a corrected throw.

Renew on purpose with ``pytest tests/app/test_snapshots.py --snapshot-update``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.pilot import Pilot

from turmwart.app.app import TurmwartApp
from turmwart.table.table import Table


def test_a_form_with_an_objection(
    toy: Callable[[str], Table], app_of: Callable[..., TurmwartApp], snap_compare: Any
) -> None:
    async def object_to_ulm(pilot: Pilot[None]) -> None:
        await pilot.press(*"ulm", "enter", "2", "enter")
        await pilot.pause(0.1)

    app = app_of(toy("two"))
    assert snap_compare(app, terminal_size=(80, 24), run_before=object_to_ulm)


def test_a_corrected_throw(
    toy: Callable[[str], Table],
    app_of: Callable[..., TurmwartApp],
    drop: Any,
    look: type[Any],
    snap_compare: Any,
) -> None:
    table = toy("throw")

    async def correct(pilot: Pilot[None]) -> None:
        drop(table, "red", "blue", "red")
        seen = look(pilot)
        await seen.until(lambda: "Fallen (3)" in seen.text)
        await pilot.press("g", "2")
        await seen.until(lambda: "Corrected by hand" in seen.text)

    assert snap_compare(app_of(table), terminal_size=(80, 24), run_before=correct)

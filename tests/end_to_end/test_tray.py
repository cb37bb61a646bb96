"""Both senses on one truth: the simulated tower's firmware and the camera above its tray."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from at_table import filling
from tray_counter import count_faces

from turmwart.cli.evening import TwinHands
from turmwart.cli.towers import TwinTower
from turmwart.kernel.cubes import Cubes
from turmwart.table.bus import CameraChanged, Message
from turmwart.table.camera import tray
from turmwart.table.pending import CUBE, TRAY
from turmwart.table.players import Players
from turmwart.table.table import Done, Table
from turmwart.tower.witness import Agreed, Question
from turmwart.twin.hands import Settled
from turmwart.twin.tray import FAULTS

DEADLINE_S = 60.0
FILLING = 1
"""Of a game's throws the first fills the tower: dozens of cubes, some upon others."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A table of three, waiting for the filling of the tower."""
    with filling(tmp_path) as made:
        yield made


@pytest.fixture
def tower(tmp_path: Path, table: Table) -> Iterator[TwinTower]:
    """Its simulated tower with a camera."""
    made = TwinTower(tmp_path / "journal.sqlite", 4, 0.0, camera=True)
    yield made
    made.start(table).stop()


def book(table: Table, settled: Settled) -> tuple[Agreed | Question, Cubes]:
    """Book a throw: what the witnesses agree on, or what really fell where they ask."""
    verdict = table.verdict()
    prompt = table.throw_prompt
    assert prompt is not None
    if isinstance(verdict, Agreed):
        fallen, witness = verdict.cubes, verdict.witness
    else:
        fallen, witness = settled.fallen, "table"
    assert isinstance(table.do(table.answer(prompt, fallen, witness)), Done)
    return verdict, fallen


async def next_throw(table: Table, hands: TwinHands, players: Players) -> None:
    """Tidy the tray, then play until cubes are to be poured again."""
    await hands.check()
    await hands.tidy()
    while table.throw_prompt is None:
        command = players.next(table.state)
        assert command is not None, "the game ended"
        assert isinstance(table.do(command), Done)


async def test_a_battle_seen_by_both(
    table: Table, tower: TwinTower, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Poured, told by the firmware, photographed, counted, agreed, booked: as the truth has it."""
    monkeypatch.setattr(
        tray, "count_frame", lambda frame, palette, mm_per_px: count_faces(frame, mm_per_px)
    )
    players, agreed = Players(4), 0
    async with tower.hands(table) as hands:
        for _ in range(FILLING + 3):
            settled = await hands.pour()
            verdict, fallen = book(table, settled)
            assert fallen == settled.fallen
            agreed += isinstance(verdict, Agreed) and verdict.witness == "tower+camera"
            await next_throw(table, hands, players)
    assert agreed >= 2
    rows = table.journal.evidence("evening")
    pictures = [row for row in rows if row.kind == TRAY]
    cubes = {row.id for row in rows if row.kind == CUBE}
    assert len(pictures) >= agreed
    steps = [row.evidence for row in table.journal.read("evening") if row.evidence]
    for picture in pictures:
        (rests,) = [evidence for evidence in steps if picture.id in evidence]
        assert set(rests) & cubes
        payload = json.loads(picture.payload)
        assert table.journal.picture(payload["sha256"]).startswith(b"\xff\xd8")
    assert table.journal.verify() == ()


async def test_no_fault_of_the_camera_gets_a_wrong_count_into_the_books(
    table: Table, tower: TwinTower
) -> None:
    """With the counter that is shipped, a throw under each fault: right, or the table is asked."""
    players = Players(5)
    async with tower.hands(table) as hands:
        twin = tower.start(table)
        book(table, await hands.pour())
        for fault in ("", *FAULTS):
            await next_throw(table, hands, players)
            await asyncio.to_thread(twin.camera_fault, fault)
            settled = await hands.pour()
            said = table.testimony()
            verdict, fallen = book(table, settled)
            assert fallen == settled.fallen, (fault, verdict)
            if fault in ("covered", "gone", "frozen"):
                # Whoever sees nothing says nothing, and the sensor goes on alone.
                assert said.seen is None, fault
                assert not isinstance(verdict, Agreed) or verdict.witness == "tower", fault


async def test_the_camera_of_a_tower_that_was_killed_comes_back_with_it(
    table: Table, tower: TwinTower
) -> None:
    """Started again by hand, the tower has its camera at another address."""
    sees = asyncio.Event()

    def listen(message: Message) -> None:
        eye = tower.eye
        if isinstance(message, CameraChanged) and eye and eye.state.code in ("moving", "still"):
            sees.set()

    stop = table.bus.subscribe(listen)
    async with asyncio.timeout(DEADLINE_S), tower.hands(table) as hands:
        await sees.wait()
        first = tower.eye
        os.kill((await hands.status())["pid"], signal.SIGKILL)
        await asyncio.to_thread(tower.start, table)
        while tower.eye is first or table.tray is not tower.eye:
            sees.clear()
            await sees.wait()
        book(table, await hands.pour())
    stop()

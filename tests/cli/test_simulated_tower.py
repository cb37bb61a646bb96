"""The simulated tower beside a table: before it is there, and when it goes and comes back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from at_table import SEATS, clock, filling

from turmwart.cli import demo_paladins as paladins
from turmwart.cli.play import _with_cubes
from turmwart.cli.towers import TwinTower
from turmwart.errors import InputError, TwinError
from turmwart.games.registry import load
from turmwart.games.wallenstein.light.things import BeginFight, LightSetup
from turmwart.journal.store import Journal
from turmwart.table.bus import Committed, LinkChanged, Message
from turmwart.table.palette import default_palette
from turmwart.table.table import Table

DEADLINE_S = 20.0


@pytest.fixture
def throwing(tmp_path: Path) -> Iterator[Table]:
    """A table of three, waiting for the filling of the tower."""
    with filling(tmp_path) as made:
        yield made


class Hands:
    """Hands at a tower that does not answer until it is ``back``."""

    def __init__(self) -> None:
        self.back = False
        self.there, self.tidied = asyncio.Event(), asyncio.Event()

    async def tidy(self) -> None:
        """Take from the tray what the books say."""
        if not self.back:
            raise TwinError("twin.silent", dir="tower", reason="it ended")
        self.tidied.set()


async def test_who_pours_before_the_tower_is_there_is_told(throwing: Table, tmp_path: Path) -> None:
    with pytest.raises(TwinError, match=r"twin\.not_there"):
        await TwinTower(tmp_path / "journal.sqlite").pour(throwing)


async def test_no_tower_stands_beside_a_game_without_cubes(throwing: Table, tmp_path: Path) -> None:
    """The app lists the tables of all games, whatever game was named with the tower."""
    beside: list[str] = []

    async def companion(table: Table) -> None:
        beside.append(table.name)

    setup = paladins.setup_of(["Ada"])
    with Journal.open(tmp_path / "other.sqlite") as journal:
        table = Table.create(
            journal, "alone", load("paladins"), setup, palette=default_palette(), clock=clock
        )
        for one in (table, throwing):
            await _with_cubes(companion)(one)
        table.close()
    assert beside == ["evening"]


async def test_light_bookkeeping_names_no_cubes_to_pour(throwing: Table, tmp_path: Path) -> None:
    """So no simulated tower stands beside it, and whoever pours in the app is told why."""
    beside: list[str] = []

    async def companion(table: Table) -> None:
        beside.append(table.name)

    with Journal.open(tmp_path / "other.sqlite") as journal:
        table = Table.create(
            journal,
            "light",
            load("wallenstein_light"),
            LightSetup(SEATS, 18),
            palette=default_palette(),
            clock=clock,
        )
        table.do(BeginFight("s1", "s2"))
        for one in (table, throwing):
            await _with_cubes(companion, poured=True)(one)
        with pytest.raises(InputError, match=r"cli\.play\.no_twin"):
            await TwinTower(tmp_path / "journal.sqlite").pour(table)
        table.close()
    assert beside == ["evening"]


async def test_a_tower_that_is_started_again_is_tidied(
    throwing: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step that a dead tower did not hear of ends nothing."""
    tower, hands, told = TwinTower(tmp_path / "journal.sqlite"), Hands(), asyncio.Event()

    @asynccontextmanager
    async def there(table: Table) -> AsyncIterator[Hands]:
        del table
        hands.there.set()
        yield hands

    def listen(message: Message) -> None:
        if isinstance(message, LinkChanged) and message.text_id == "twin.silent":
            told.set()

    monkeypatch.setattr(tower, "hands", there)
    throwing.bus.subscribe(listen)
    beside = asyncio.create_task(tower.accompany(throwing))
    async with asyncio.timeout(DEADLINE_S):
        await hands.there.wait()
        throwing.bus.publish(Committed(throwing.version, 1, ()))
        await told.wait()
        hands.back = True
        throwing.bus.publish(Committed(throwing.version, 1, ()))
        await hands.tidied.wait()
    beside.cancel()
    with suppress(asyncio.CancelledError):
        await beside

"""A board at a table: stored, then acknowledged; and a journal that cannot take it in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from at_table import cube_payload

from turmwart.errors import JournalError
from turmwart.link.outputs import Connected, CubePassed, Disconnected, Event
from turmwart.link.transport import Status
from turmwart.table.board import Board
from turmwart.table.bus import LinkChanged, Message
from turmwart.table.table import Table
from turmwart_wire.messages import unpack_cube

BOOT = 7
NOT_STORED = LinkChanged("tower.link.not_stored")


class Line:
    """A link without a port: hands over what it is told, and remembers the acknowledgements."""

    def __init__(self, _port: object, hand_over: Callable[[Event], None], *_: object) -> None:
        self.hand_over = hand_over
        self.acknowledged: list[int] = []

    @property
    def status(self) -> Status:
        return Status(
            connected=True,
            port="port",
            boot=BOOT,
            firmware=0,
            frames=0,
            damaged=0,
            doubled=0,
            gaps=0,
            strays=0,
            samples_lost=0,
            openings=1,
            p50_ms=None,
            p99_ms=None,
            drift_ppm=0.0,
            waits=None,
            failure=None,
        )

    def acknowledge(self, boot: int, count: int) -> None:
        assert boot == BOOT
        self.acknowledged.append(count)

    def close(self) -> None:
        """Nothing is open."""


def passed(count: int) -> CubePassed:
    payload = cube_payload("red")
    return CubePassed(BOOT, count, payload, unpack_cube(payload))


def test_a_full_disk_is_said_and_nothing_is_lost(
    throwing: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What came and could not be stored is no throw of fewer cubes: whoever waits is told."""
    full = True
    take = throwing.take_evidence

    def take_evidence(seen: list[object]) -> int:
        if full:
            raise JournalError("journal.unwritable", path="j", reason="full")
        return take(seen)  # type: ignore[arg-type]

    monkeypatch.setattr("turmwart.table.board.Transport", Line)
    monkeypatch.setattr("turmwart.table.board.RETRY_S", 0.01)
    monkeypatch.setattr(throwing, "take_evidence", take_evidence)
    heard: list[Message] = []
    throwing.bus.subscribe(heard.append)

    async def evening() -> None:
        nonlocal full
        board = Board(throwing, "port", "board")
        line: Line = board._transport  # type: ignore[assignment]
        line.hand_over(Connected(BOOT, 256, 0))
        line.hand_over(passed(0))
        with pytest.raises(JournalError):
            await board.heard(1, 0.1)
        assert NOT_STORED in heard
        assert line.acknowledged == []
        full = False
        line.hand_over(passed(1))
        assert await board.heard(2, 5.0)
        assert line.acknowledged[-1] == 1
        assert heard.index(LinkChanged("tower.link.stored")) > heard.index(NOT_STORED)
        assert not await board.heard(3, 0.05)
        await board.close()

    asyncio.run(evening())
    assert throwing.fallen == ("red", "red")


def test_a_board_that_was_let_go_stores_nothing_later(
    throwing: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its table may be another program's by then; the board tells whoever opens it next."""
    asked = 0

    def take_evidence(_: list[object]) -> int:
        nonlocal asked
        asked += 1
        raise JournalError("journal.unwritable", path="j", reason="full")

    monkeypatch.setattr("turmwart.table.board.Transport", Line)
    monkeypatch.setattr("turmwart.table.board.RETRY_S", 0.01)
    monkeypatch.setattr(throwing, "take_evidence", take_evidence)

    async def evening() -> None:
        board = Board(throwing, "port", "board")
        line: Line = board._transport  # type: ignore[assignment]
        line.hand_over(passed(0))
        with pytest.raises(JournalError):
            await board.heard(1, 0.05)
        await board.close()
        before = asked
        assert not await board.heard(1, 0.1)
        assert asked == before

    asyncio.run(evening())


def test_a_journal_that_cannot_be_read_loses_no_cube(
    throwing: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The link hands each event over once: what came with the failure waits and comes again."""
    failing = True
    last_boot = throwing.journal.last_boot

    def read(device: str) -> int | None:
        if failing:
            raise JournalError("journal.locked", path="j", reason="locked")
        return last_boot(device)

    monkeypatch.setattr("turmwart.table.board.Transport", Line)
    monkeypatch.setattr("turmwart.table.board.RETRY_S", 0.01)

    async def evening() -> None:
        nonlocal failing
        board = Board(throwing, "port", "board")
        line: Line = board._transport  # type: ignore[assignment]
        monkeypatch.setattr(throwing.journal, "last_boot", read)
        line.hand_over(Connected(BOOT, 256, 0))
        line.hand_over(passed(0))
        with pytest.raises(JournalError):
            await board.heard(1, 0.1)
        failing = False
        assert await board.heard(1, 5.0)
        await board.close()

    asyncio.run(evening())
    assert throwing.fallen == ("red",)


def test_the_table_knows_whether_a_board_reports(
    throwing: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("turmwart.table.board.Transport", Line)

    async def evening() -> None:
        board = Board(throwing, "port", "board")
        line: Line = board._transport  # type: ignore[assignment]
        for event, linked in ((Connected(BOOT, 256, 0), True), (Disconnected(), False)) * 2:
            line.hand_over(event)
            while throwing.linked is not linked:
                await asyncio.sleep(0)
        line.hand_over(Connected(BOOT, 256, 0))
        await board.close()

    asyncio.run(asyncio.wait_for(evening(), 10.0))
    assert not throwing.linked

"""Which tower a table plays with: a simulated one, a board on a port, or none."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turmwart.cli.evening import TwinHands
from turmwart.errors import InputError, LinkError, TurmwartError, TwinError
from turmwart.table.board import Board
from turmwart.table.bus import Committed, LinkChanged, Message
from turmwart.table.table import Table, tower_slot
from turmwart.twin.hands import Hands, start_twin

if TYPE_CHECKING:
    from turmwart.table.camera.tray import TrayEye

ANSWER_S = 15.0
"""How long a board may take to answer for the first time."""
REAL_TOWER = "tower"
"""Name of the real board in the journal, whatever port it is plugged into: boot ids are unique, and
another board in its place is told like a restart."""


FAST_CAMERA = {"size_px": (960, 540), "fps": 60.0}
"""Of a tower that works as fast as it can: nobody looks at its pictures but the counter."""


def eye_of(camera: Mapping[str, Any], frames: int | None = None) -> TrayEye:
    """The eye for a simulated camera, which tells where its tray lies.

    Args:
        camera: as ``Hands.camera`` describes it.
        frames: how many pictures of a tray at rest it counts; None: as many as with any camera.
    """
    from turmwart.table.camera.calibration import CameraSettings
    from turmwart.table.camera.tray import TrayEye
    from turmwart_vision.api import AGREE_FRAMES, Calibration

    corners = tuple((float(x), float(y)) for x, y in camera["corners_px"])
    wide, high = camera["size_mm"]
    width, height = camera["size_px"]
    calibration = Calibration(corners, (wide, high), 0.0, (width, height))
    settings = CameraSettings(calibration)
    return TrayEye(camera["url"], settings, frames=frames or AGREE_FRAMES)


def twin_folder(journal: Path, name: str) -> Path:
    """Where the simulated tower of a table lives: beside its journal."""
    plain = re.sub(r"[^A-Za-z0-9_-]", "_", name)
    if plain != name:
        # Two names that differ in such letters only are two tables, and have two towers.
        plain += f"-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
    stem = journal.stem if journal.suffix == ".sqlite" else journal.name
    return journal.absolute().parent / f"{stem}-tower-{plain}"


@asynccontextmanager
async def board_at(table: Table, port: str | Path, device: str) -> AsyncIterator[Board]:
    """A board that reports to the table for as long as the block runs.

    Raises:
        LinkError: the port cannot be opened, or no board answers.
    """
    board = Board(table, port, device)
    try:
        await board.connected(ANSWER_S)
        yield board
    finally:
        await board.close()


class RealTower:
    """A board on a serial port, beside a table in the app; it may be plugged in at any time.

    Args:
        port: path of the port, or ``auto``.
    """

    def __init__(self, port: str) -> None:
        self._port = port

    async def accompany(self, table: Table) -> None:
        """Let the board report to the table until cancelled.

        Raises:
            LinkError: a port that was named cannot be opened.
        """
        board = Board(table, self._port, REAL_TOWER)
        try:
            try:
                await board.connected(ANSWER_S)
            except LinkError as silent:
                # Said once; the link goes on looking and needs no click when the board comes.
                table.bus.publish(LinkChanged(silent.text_id, _said(silent)))
            await asyncio.Event().wait()
        finally:
            await board.close()


class TwinTower:
    """A simulated tower beside a table in the app, and the hands that pour and tidy.

    Args:
        journal: beside which the tower lives.
        seed: of a new tower.
        speed: times real time; 0: as fast as the table acknowledges.
        camera: whether a simulated camera counts the cubes in its tray.
    """

    def __init__(
        self,
        journal: Path,
        seed: int | None = None,
        speed: float = 1.0,
        *,
        camera: bool = False,
    ) -> None:
        self._journal = journal
        self._seed = seed
        self._speed = speed
        self._camera = camera
        self._hands: TwinHands | None = None
        self._eye: TrayEye | None = None

    @property
    def eye(self) -> TrayEye | None:
        """The camera above its tray, while it watches."""
        return self._eye

    def start(self, table: Table) -> Hands:
        """The hands of the table's own tower, which is started where it does not run."""
        return start_twin(twin_folder(self._journal, table.name), self._seed, self._speed)

    @asynccontextmanager
    async def hands(self, table: Table) -> AsyncIterator[TwinHands]:
        """Hands, board and camera of the table's tower for as long as the block runs."""
        hands = await asyncio.to_thread(self.start, table)
        async with (
            board_at(table, hands.port, f"twin:{hands.folder.name}") as board,
            self._watched(table, hands),
        ):
            self._hands = TwinHands(hands, table, board, lambda: self._eye)
            try:
                yield self._hands
            finally:
                self._hands = None

    @asynccontextmanager
    async def _watched(self, table: Table, hands: Hands) -> AsyncIterator[None]:
        if not self._camera:
            yield
            return
        back = asyncio.Event()

        def listen(message: Message) -> None:
            if isinstance(message, LinkChanged) and message.text_id == "tower.link.connected":
                back.set()

        stop = table.bus.subscribe(listen)
        camera = await self._put_up(table, hands)
        self._eye = self._eye_at(camera)
        watching = asyncio.create_task(self._watch(table, hands, camera, back))
        try:
            yield
        finally:
            stop()
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching
            self._eye = None

    async def _watch(
        self, table: Table, hands: Hands, camera: Mapping[str, Any], back: asyncio.Event
    ) -> None:
        """Watch until cancelled; a tower that was started again has its camera elsewhere."""
        while True:
            eye = self._eye
            watching = None if eye is None else asyncio.create_task(eye.accompany(table))
            found = camera
            try:
                while not found or found.get("url") == camera.get("url"):
                    await back.wait()
                    back.clear()
                    found = await self._put_up(table, hands)
            finally:
                if watching is not None:
                    watching.cancel()
                    with suppress(asyncio.CancelledError):
                        await watching
            camera, self._eye = found, self._eye_at(found)

    async def _put_up(self, table: Table, hands: Hands) -> Mapping[str, Any]:
        """The camera above the tray as it describes itself; nothing where there is none."""
        standing = FAST_CAMERA if self._speed == 0 else {}
        try:
            return await asyncio.to_thread(lambda: hands.camera(**standing))
        except TwinError as refused:
            # Pictures are an extra; the tower's sensor does without.
            table.bus.publish(LinkChanged(refused.text_id, _said(refused)))
            return {}

    def _eye_at(self, camera: Mapping[str, Any]) -> TrayEye | None:
        return eye_of(camera, frames=1 if self._speed == 0 else None) if camera else None

    async def pour(self, table: Table) -> None:
        """Pour the throw that waits.

        Raises:
            InputError: the table's game does not say which cubes are thrown.
            TwinError: the tower is not there yet, or does not answer.
        """
        prompt = table.throw_prompt
        slot = tower_slot(prompt) if prompt is not None else None
        if slot is None:
            return
        if not slot.expected:
            raise InputError("cli.play.no_twin", game=table.game.name)
        if self._hands is None:
            raise TwinError("twin.not_there")
        await self._hands.pour()

    async def accompany(self, table: Table) -> None:
        """Let the tower report, and take from the tray what the books say, until cancelled."""
        moved = asyncio.Event()

        def listen(message: Message) -> None:
            if isinstance(message, Committed):
                moved.set()

        async with self.hands(table) as hands:
            stop = table.bus.subscribe(listen)
            try:
                while True:
                    await moved.wait()
                    moved.clear()
                    if table.stray_waits:
                        continue
                    try:
                        await hands.tidy()
                    except TwinError as silent:
                        # It may be started again, and is tidied at the next step then.
                        table.bus.publish(LinkChanged(silent.text_id, _said(silent)))
            finally:
                stop()


def _said(error: TurmwartError) -> tuple[tuple[str, str], ...]:
    return tuple((name, str(value)) for name, value in error.values.items())

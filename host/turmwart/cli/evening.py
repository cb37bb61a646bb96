"""An evening on the simulated tower: hands that pour and take, and players who know what to do.

The hands do what people do with real cubes: they pour what the prompt names, take from the tray
what the books say, and count by eye when the table is asked. They never answer for the sensor.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from turmwart.cli.common import in_words
from turmwart.errors import TurmwartError
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.decision import Objection
from turmwart.table.board import Board
from turmwart.table.players import Players
from turmwart.table.table import Done, Table, tower_slot
from turmwart.texts import say, say_colour, say_with
from turmwart.tower.witness import Agreed
from turmwart.twin.hands import Hands, Settled

if TYPE_CHECKING:
    from turmwart.table.camera.tray import TrayEye

HEARD_S = 20.0
"""How long the hands wait for the board's last word before they call the table."""
SEEN_S = 10.0
"""How long they wait for the camera's count before the sensor speaks alone."""
LOOK = 8
"""How many pauses long the players look at what came of a throw."""

Say = Callable[[str], None]


class DemoError(TurmwartError):
    """The demo found a defect of the program: books and truth differ, or nobody knows on."""


class TwinHands:
    """The hands at the simulated tower, for one table.

    Args:
        hands: of the tower.
        table: that it stands at.
        board: of the tower.
        eye: gives the camera that watches its tray now, if there is one.
    """

    def __init__(
        self,
        hands: Hands,
        table: Table,
        board: Board,
        eye: Callable[[], TrayEye | None] = lambda: None,
    ) -> None:
        self._hands = hands
        self._table = table
        self._board = board
        self._eye = eye

    async def pour(self) -> Settled:
        """Pour what the throw prompt names; the same throw is never poured twice.

        Returns when the tower is still, the table has heard of every cube (or the board has been
        silent for too long), and the camera, if there is one, has counted the tray.

        Raises:
            TwinError: the simulated tower does not answer.
        """
        op_id = f"throw-{self._table.throw_step}"
        cubes = await self._from_outside(op_id)
        settled = await asyncio.to_thread(self._hands.throw, op_id, cubes)
        await self._heard(settled)
        return settled

    async def drift(self) -> Cubes:
        """Let time pass until the next action; now and then a cube falls by itself."""
        settled = await asyncio.to_thread(self._hands.drift, f"drift-{self._table.throw_step}")
        await self._heard(settled)
        return settled.fallen

    async def tidy(self) -> None:
        """Make the tray hold what the books say, as hands do after a battle.

        Where the next throw is asked for already, the tray stays as it is: it is poured anyway.
        """
        if self._table.throw_prompt is not None:
            return
        wanted, lies = self._table.state.ledger.at("tray"), await self.tray()
        step = f"{self._table.throw_step}-{self._table.version}"
        if surplus := _beyond(lies, wanted):
            await asyncio.to_thread(self._hands.take, f"take-{step}", surplus)
        if missing := _beyond(wanted, lies):
            await asyncio.to_thread(self._hands.put, f"put-{step}", missing)

    async def check(self) -> None:
        """Hold the books against the truth that the simulated tower keeps in its own file.

        Raises:
            DemoError: the tower holds something else than the books say.
        """
        ledger = self._table.state.ledger
        inside = await self.inside()
        if inside != ledger.at("tower"):
            raise DemoError(
                "cli.demo.truth_differs",
                throw=self._table.state.throws,
                truth=in_words(inside),
                books=in_words(ledger.at("tower")),
            )

    async def status(self) -> dict[str, Any]:
        """What the simulated tower says of itself."""
        return await asyncio.to_thread(self._hands.status)

    async def tally(self) -> tuple[int, int]:
        """How many throws there were, and how many cubes fell in all, by the truth's own log."""
        log = (await asyncio.to_thread(self._hands.truth))["log"]
        fallen = sum(sum(entry["fallen"].values()) for entry in log)
        return sum(1 for entry in log if entry["op"] == "throw"), fallen

    async def tray(self) -> Cubes:
        """What a person sees who looks into the tray."""
        truth = await asyncio.to_thread(self._hands.truth)
        return Cubes.from_counts(truth["tray"])

    async def inside(self) -> Cubes:
        """What really is in the tower: it loses cubes only by their falling into the tray."""
        truth = await asyncio.to_thread(self._hands.truth)
        return Cubes.from_counts(truth["tower"])

    async def catch_up(self) -> None:
        """Wait until the table has heard all that the board has to say."""
        status = await asyncio.to_thread(self._hands.status)
        await self._board.heard(int(status["events"]), HEARD_S)

    async def _heard(self, settled: Settled) -> None:
        await self._board.heard(settled.events, HEARD_S)
        waits = self._table.throw_prompt is not None or self._table.stray_waits
        eye = self._eye()
        if eye is not None and waits:
            await eye.witnessed(SEEN_S)

    async def _from_outside(self, op_id: str) -> Cubes:
        """What is poured besides the tray, which the hands lift out and pour as well."""
        truth = await asyncio.to_thread(self._hands.truth)
        for entry in truth["log"]:
            if entry["id"] == op_id:
                return Cubes.from_counts(entry["cubes"])
        prompt = self._table.throw_prompt
        slot = tower_slot(prompt) if prompt is not None else None
        if slot is None:
            raise ValueError("no throw is waited for")
        lies = Cubes.from_counts(truth["tray"])
        if surplus := _beyond(lies, slot.expected):
            await asyncio.to_thread(self._hands.take, f"before-{op_id}", surplus)
            lies = lies - surplus
        return slot.expected - lies


class Evening:
    """Plays a table to its end on the simulated tower.

    Args:
        table: the table.
        hands: the hands at its tower.
        seed: of the players.
        pause_s: how long the players think before each step, seconds.
        say_line: receives what happens, in words.

    Attributes:
        tally: how many throws were agreed on by ``both`` witnesses, by one ``alone``, and how many
            were ``counted`` by hand, since it was made.
    """

    def __init__(
        self,
        table: Table,
        hands: TwinHands,
        seed: int,
        *,
        pause_s: float = 0.0,
        say_line: Say = lambda line: None,
    ) -> None:
        self._table = table
        self._hands = hands
        self._players = Players(seed)
        self._pause_s = pause_s
        self._say = say_line
        self.tally = {"both": 0, "alone": 0, "counted": 0}

    async def run(self) -> None:
        """Play until the game is over.

        Raises:
            DemoError: books and simulated truth differ, or nobody knows what to do.
        """
        await self._hands.catch_up()
        while await self._step():
            await asyncio.sleep(self._pause_s)

    async def _step(self) -> bool:
        if self._table.throw_prompt is not None:
            await self._throw()
            return True
        if self._table.stray_waits:
            await self._report_stray()
            return True
        command = self._players.next(self._table.state)
        if command is None:
            return False
        self._do(command)
        return True

    async def _throw(self) -> None:
        settled = await self._hands.pour()
        await asyncio.sleep(self._pause_s)
        prompt = self._table.throw_prompt
        if prompt is None:
            return
        number = self._table.state.throws + 1
        slot = tower_slot(prompt)
        poured = slot.expected.total if slot is not None else 0
        verdict = self._table.verdict()
        if isinstance(verdict, Agreed):
            fallen, witness = verdict.cubes, verdict.witness
            self.tally["both" if witness == "tower+camera" else "alone"] += 1
            line = say("cli.demo.throw", throw=number, poured=poured, fallen=in_words(fallen))
        else:
            fallen, witness = settled.fallen, "table"
            self.tally["counted"] += 1
            why = f"@tower.question.{verdict.kind}"
            colours = ", ".join(map(say_colour, verdict.colours))
            line = say(
                "cli.demo.counted",
                throw=number,
                why=say(why[1:], colours=colours, unseen=verdict.unseen),
                fallen=in_words(fallen),
            )
        if fallen != settled.fallen:
            raise DemoError(
                "cli.demo.truth_differs",
                throw=number,
                truth=in_words(settled.fallen),
                books=in_words(fallen),
            )
        self._say(line)
        self._do(self._table.answer(prompt, fallen, witness))
        await asyncio.sleep(self._pause_s * LOOK)
        await self._hands.check()
        await self._hands.tidy()
        if self._table.throw_prompt is not None:
            return
        if fallen := await self._hands.drift():
            self._say(say("cli.demo.stray", fallen=in_words(fallen)))

    async def _report_stray(self) -> None:
        prompt = self._table.prompts()[0]
        verdict = self._table.verdict()
        inside = await self._hands.inside()
        fallen = _beyond(self._table.state.ledger.at("tower"), inside)
        witness = "tower" if isinstance(verdict, Agreed) and verdict.cubes == fallen else "table"
        self._do(self._table.answer(prompt, fallen, witness))
        await self._hands.check()
        await self._hands.tidy()

    def _do(self, command: Any) -> None:
        done = self._table.do(command)
        if not isinstance(done, Done):
            rule = done.rule if isinstance(done, Objection) else type(done).__name__
            raise DemoError("cli.demo.stuck", step=self._table.version, prompts=rule)
        for event in done.events:
            text_id, values = self._table.game.describe(event, self._table.state)
            self._say(say_with(text_id, values))


def _beyond(some: Cubes, others: Cubes) -> Cubes:
    """The part of ``some`` that ``others`` does not hold."""
    return Cubes.from_counts({c: max(0, n - others[c]) for c, n in some.counts})

"""``turmwart tower bench``: how well the tower counts, on the simulated one.

Everything is real but the cubes: firmware, pseudo-terminal, link, journal, judge. Each throw is
poured into the simulated tower as fast as the host acknowledges; what the witnesses make of the
evidence in the journal is compared with what really fell.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from turmwart.cli.common import now_ms
from turmwart.cli.tower_tap import Tap
from turmwart.errors import InputError
from turmwart.games.registry import load
from turmwart.games.wallenstein.setup import Seat, Setup
from turmwart.journal.rows import EvidenceRow
from turmwart.journal.store import Journal
from turmwart.kernel.cubes import Cubes
from turmwart.table.board import Board
from turmwart.table.bus import Message, ReadingChanged
from turmwart.table.palette import default_palette, for_colours
from turmwart.table.pending import Pending
from turmwart.table.printed import demo_board
from turmwart.table.table import Table
from turmwart.texts import decimal, say
from turmwart.tower.witness import Agreed, Books, Reading, reconcile
from turmwart.twin.disturbance import DEFAULT
from turmwart.twin.hands import Hands, Settled, start_twin
from turmwart_wire.messages import LANES_MAX

COLOURS = ("red", "blue", "yellow", "purple", "black", "orange", "green")
"""Six colours of players, and green."""
MANY = (31, 45)
FEW = (2, 15)
BATCH = 50
"""Throws that one simulated tower gets; the next one has other lamps, clocks and mains."""
HEARD_S = 60.0
CONNECT_S = 20.0
_DEVICE = "bench"
_TABLE = "bench"
_SAY_EVERY_S = 10.0


@dataclass(slots=True)
class Figures:
    """What a run showed.

    Attributes:
        throws: of which half were 31 to 45 cubes, half 2 to 15.
        cubes: that fell.
        wrong_throws: whose reading was not what fell: another number, or a cube under another
            colour than its own. Cubes without a colour do not make a throw wrong; the table is
            always asked about them.
        miscounted: of these, those with a wrong number.
        unnoticed_wrong: wrong ones that the witnesses agreed on.
        asked: throws after which the table was asked to look.
        colour_errors: cubes booked or offered under another colour than theirs, doubtful or not.
        colour_sure_errors: of these, those without doubt.
        colour_refused: cubes whose colour was doubtful, so that the table is asked.
        colour_unknown: cubes of which no light was seen: counted, without a colour.
        lost, doubled: cubes too few and too many, over all throws.
        frames_damaged: on the line.
        delays_ms: from a frame at the terminal to journal and bus.
    """

    throws: int = 0
    cubes: int = 0
    wrong_throws: int = 0
    miscounted: int = 0
    unnoticed_wrong: int = 0
    asked: int = 0
    colour_errors: int = 0
    colour_sure_errors: int = 0
    colour_refused: int = 0
    colour_unknown: int = 0
    lost: int = 0
    doubled: int = 0
    frames_damaged: int = 0
    delays_ms: list[float] = field(default_factory=list)

    @property
    def p99_ms(self) -> float:
        """Delay that 99 of 100 frames do not exceed; 0 without any."""
        if not self.delays_ms:
            return 0.0
        ordered = sorted(self.delays_ms)
        return ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]

    def add(self, fallen: Cubes, reading: Reading, agreed: bool) -> None:
        """Take in one throw."""
        read = reading.cubes
        missing = fallen.total - reading.total
        # Cubes too many are not cubes of another colour.
        errors = _beyond(read.counts, fallen, missing)
        sure = dict(read.counts)
        for cube in reading.doubtful:
            sure[cube.colour] -= 1
        self.throws += 1
        self.cubes += fallen.total
        wrong = missing != 0 or errors != 0
        self.wrong_throws += wrong
        self.miscounted += missing != 0
        self.unnoticed_wrong += agreed and wrong
        self.asked += not agreed
        self.colour_errors += errors
        self.colour_sure_errors += _beyond(sure.items(), fallen, missing)
        self.colour_refused += len(reading.doubtful)
        self.colour_unknown += reading.unseen
        self.lost += max(0, missing)
        self.doubled += max(0, -missing)


def _beyond(counts: Iterable[tuple[str, int]], fallen: Cubes, missing: int) -> int:
    """Cubes of each colour beyond those that fell, but for cubes too many at all."""
    beyond = sum(max(0, number - fallen[colour]) for colour, number in counts)
    return max(0, beyond - max(0, -missing))


@dataclass(frozen=True, slots=True)
class Plan:
    """A run.

    Attributes:
        lanes: of the tower.
        throws: of one run; with ``wrong`` the least.
        seed: decides all.
        disturbance: name or file, see ``turmwart.twin.disturbance``.
        wrong: go on until so many throws were wrong.
    """

    lanes: int = 4
    throws: int = 100
    seed: int = 1
    disturbance: str = DEFAULT
    wrong: int = 0


def run(arguments: argparse.Namespace) -> int:
    """Measure and print.

    Raises:
        InputError: more lanes than a tower has, or a fault where no witnesses are heard together.
        TwinError: the simulated tower does not start, or the disturbance cannot be read.
        LinkError: it does not answer.
    """
    if arguments.lanes > LANES_MAX:
        raise InputError("tower.bench.too_many_lanes", lanes=arguments.lanes, most=LANES_MAX)
    if arguments.fault and not arguments.witnesses:
        raise InputError("tower.bench.fault_alone", fault=arguments.fault)
    plan = Plan(arguments.lanes, arguments.throws, arguments.seed, arguments.disturbance or DEFAULT)
    if arguments.witnesses:
        # Imported here: it rests on this module.
        from turmwart.cli import tower_witnesses

        return tower_witnesses.run(arguments, plan)
    figures = measure(plan, _progress)
    if arguments.json:
        print(json.dumps(as_dict(plan, figures)))
    else:
        print(in_words(plan, figures))
    return 0


def as_dict(plan: Plan, figures: Figures) -> dict[str, int | float | str]:
    """The figures as plain data."""
    return {
        "lanes": plan.lanes,
        "throws": figures.throws,
        "cubes": figures.cubes,
        "wrong_throws": figures.wrong_throws,
        "unnoticed_wrong": figures.unnoticed_wrong,
        "colour_errors": figures.colour_errors,
        "lost": figures.lost,
        "doubled": figures.doubled,
        "frames_damaged": figures.frames_damaged,
        "p99_ms": round(figures.p99_ms, 2),
        "miscounted": figures.miscounted,
        "asked": figures.asked,
        "colour_sure_errors": figures.colour_sure_errors,
        "colour_refused": figures.colour_refused,
        "colour_unknown": figures.colour_unknown,
        "seed": plan.seed,
        "disturbance": plan.disturbance,
    }


def in_words(plan: Plan, figures: Figures) -> str:
    """The figures for people."""
    throws = max(1, figures.throws)
    flagged = figures.wrong_throws - figures.unnoticed_wrong
    return say(
        "tower.bench.result",
        **{name: str(value) for name, value in as_dict(plan, figures).items()},
        counted=decimal(100 * (1 - figures.miscounted / throws), 2),
        right=decimal(100 * (1 - figures.wrong_throws / throws), 2),
        asked_share=decimal(100 * figures.asked / throws, 2),
        flagged=flagged,
        per_cubes=round(figures.cubes / figures.colour_errors) if figures.colour_errors else "-",
    )


@dataclass(frozen=True, slots=True)
class Poured:
    """One throw of the simulated tower, and what came of it.

    Attributes:
        inside: in the tower before.
        thrown: poured in.
        settled: what really fell, and what lies where now.
        rows: evidence of the board, as the journal holds it.
        reading: the sensor's, of these rows.
        hands: of the tower, to ask it for more.
    """

    inside: Cubes
    thrown: Cubes
    settled: Settled
    rows: tuple[EvidenceRow, ...]
    reading: Reading
    hands: Hands


def measure(
    plan: Plan,
    progress: Callable[[Plan, Figures], None] | None = None,
    watch: Callable[[Poured], None] | None = None,
) -> Figures:
    """Pour throws until the plan is done.

    Args:
        plan: what to do.
        progress: is told the figures so far, now and then.
        watch: is told of each throw.

    Raises:
        TwinError: the simulated tower does not start, or the disturbance cannot be read.
        LinkError: it does not answer.
    """
    figures = Figures()
    batch = 0
    while figures.throws < plan.throws or figures.wrong_throws < plan.wrong:
        left = plan.throws - figures.throws
        number = min(BATCH, left) if left > 0 else BATCH
        with tempfile.TemporaryDirectory(prefix="turmwart-") as folder:
            asyncio.run(_batch(Path(folder), plan, batch, number, figures, progress, watch))
        batch += 1
    return figures


def _progress(plan: Plan, figures: Figures) -> None:
    line = say(
        "tower.bench.progress",
        throws=figures.throws,
        planned=plan.throws,
        cubes=figures.cubes,
        wrong_throws=figures.wrong_throws,
        unnoticed_wrong=figures.unnoticed_wrong,
    )
    print(line, file=sys.stderr)


async def _batch(
    folder: Path,
    plan: Plan,
    batch: int,
    throws: int,
    figures: Figures,
    progress: Callable[[Plan, Figures], None] | None,
    watch: Callable[[Poured], None] | None,
) -> None:
    """One simulated tower with a journal of its own."""
    seed = plan.seed * 1000 + batch
    hands = start_twin(
        folder / "twin", seed, 0, lanes=plan.lanes, disturbance=plan.disturbance, idle_s=60
    )
    try:
        with Journal.open(folder / "journal.sqlite") as journal:
            table = _table(journal)
            with Tap(hands.port, folder / "tapped") as tap:
                board = Board(table, tap.port, _DEVICE)
                try:
                    await board.connected(CONNECT_S)
                    stop = table.bus.subscribe(_stamps(journal, board, tap))
                    await _throws(
                        hands, table, board, Random(seed), throws, figures, plan, progress, watch
                    )
                    stop()
                    figures.frames_damaged += board.status.damaged
                finally:
                    await board.close()
            figures.delays_ms += tap.delays_ms
            table.close()
    finally:
        hands.stop()


def _stamps(journal: Journal, board: Board, tap: Tap) -> Callable[[Message], None]:
    """A listener that notes when evidence is stored and told."""

    def listen(message: Message) -> None:
        boot = board.status.boot
        if isinstance(message, ReadingChanged) and boot is not None:
            tap.stored(journal.next_count(_DEVICE, boot) or 0)

    return listen


async def _throws(
    hands: Hands,
    table: Table,
    board: Board,
    chance: Random,
    throws: int,
    figures: Figures,
    plan: Plan,
    progress: Callable[[Plan, Figures], None] | None,
    watch: Callable[[Poured], None] | None,
) -> None:
    palette = for_colours(default_palette(), set(COLOURS))
    inside = Cubes()
    last_id = 0
    said = time.monotonic()
    for number in range(throws):
        poured = chance.randint(*(MANY if number % 2 == 0 else FEW))
        thrown = Cubes.sum(Cubes.of(**{chance.choice(COLOURS): 1}) for _ in range(poured))
        settled = await asyncio.to_thread(
            hands.throw, f"t{number}", thrown, lift_tray=False, timeout_s=HEARD_S
        )
        await board.heard(settled.events, HEARD_S)
        rows = table.journal.evidence(table.name, last_id)
        last_id = rows[-1].id if rows else last_id
        reading = Pending.load(rows).reading(palette) or Reading()
        verdict = reconcile(reading, None, Books(inside, thrown))
        figures.add(settled.fallen, reading, isinstance(verdict, Agreed))
        if watch is not None:
            watch(Poured(inside, thrown, settled, rows, reading, hands))
        inside = settled.tower
        if progress is not None and time.monotonic() - said > _SAY_EVERY_S:
            said = time.monotonic()
            progress(plan, figures)


def _table(journal: Journal) -> Table:
    seats = tuple(Seat(f"s{n}", f"{n}", colour) for n, colour in enumerate(COLOURS[:3], 1))
    setup = Setup(seats, "s1", demo_board())
    palette = default_palette()
    return Table.create(journal, _TABLE, load("wallenstein"), setup, palette=palette, clock=now_ms)

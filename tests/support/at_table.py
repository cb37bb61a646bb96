"""What tests of a table share: seats, a clock, cubes for the sensor, steps."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from turmwart.games.registry import load
from turmwart.games.wallenstein.setup import Seat, Setup
from turmwart.journal.store import Journal
from turmwart.kernel.cubes import Cubes
from turmwart.table.palette import default_palette
from turmwart.table.pending import CUBE, Seen
from turmwart.table.printed import demo_board
from turmwart.table.table import Done, Table
from turmwart.tower.witness import Agreed, Question
from turmwart_wire.messages import Cube, pack_cube

SEATS = (Seat("s1", "Ada", "red"), Seat("s2", "Ben", "blue"), Seat("s3", "Cleo", "yellow"))


def clock() -> int:
    """A clock that stands still: nothing may depend on it."""
    return 1_000


def cube_payload(colour: str, lane: int = 0) -> bytes:
    """A CUBE frame's payload as a lane's sensor sends it for a cube of this colour."""
    row = next(row for row in default_palette() if row.colour == colour)
    clear = math.exp(row.clear)
    counts = [round(clear), *(round(clear * share) for share in (row.red, row.green, row.blue))]
    return pack_cube(Cube(lane, 0, 3, *counts))


def advance(table: Table, until: Callable[[Table], bool]) -> None:
    """Take the first legal step again and again until ``until`` holds."""
    for _ in range(500):
        if until(table):
            return
        command = next(iter(table.game.legal(table.state, None)))
        assert isinstance(table.do(command), Done)
    raise AssertionError("it never came to that")


@contextmanager
def filling(folder: Path) -> Iterator[Table]:
    """A table of three in a journal of its own, waiting for the filling of the tower."""
    with Journal.open(folder / "journal.sqlite") as journal:
        setup = Setup(SEATS, "s1", demo_board())
        made = Table.create(
            journal, "evening", load("wallenstein"), setup, palette=default_palette(), clock=clock
        )
        advance(made, lambda t: t.throw_prompt is not None)
        yield made
        made.close()


def agreed(verdict: Agreed | Question) -> tuple[Cubes, str]:
    """What all witnesses say, and who they are."""
    assert isinstance(verdict, Agreed), verdict
    return verdict.cubes, verdict.witness


def asked(verdict: Agreed | Question) -> tuple[str, Cubes]:
    """Why the table is asked, and the likeliest count."""
    assert isinstance(verdict, Question), verdict
    return verdict.kind, verdict.suggestion


class Tower:
    """Reports cubes to a table as a board does."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.count = 0

    def drop(self, *colours: str) -> None:
        """Let cubes of these colours pass the sensor."""
        seen = [
            Seen("board", 7, self.count + n, CUBE, cube_payload(colour))
            for n, colour in enumerate(colours)
        ]
        self.count += len(colours)
        assert self.table.take_evidence(seen) == len(seen)

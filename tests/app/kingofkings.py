"""A game of King of Kings for the game master's screen."""

from __future__ import annotations

from collections.abc import Callable

from kok_world import setup_of

from turmwart.games.kingofkings import GAME
from turmwart.games.kingofkings.commands import HandIn, PlayRound
from turmwart.journal.store import Journal
from turmwart.table.dealer import Seeded
from turmwart.table.kingofkings.master import set_deadline
from turmwart.table.palette import default_palette
from turmwart.table.table import Table

UNITS = [
    ("1/1", 1, "6 FU 2 BO"),
    ("1/2", 1, "3 FU"),
    ("5/1", 2, "5 FU 1 RE"),
    ("5/2", 2, "1 FU"),
    ("1/4", 3, "4 FU"),
    ("5/4", 4, "4 FU"),
]
DOUBTFUL = "LAND 1 1 FUSZ 2 O"
UNREADABLE = "VRT 1 1 G"
SECRET = "Nebelheim"


def new_table(journal: Journal, clock: Callable[[], int], name: str = "Post") -> Table:
    """A round was played; of four tribes two have handed in for the next, and one is nobody's."""
    setup = setup_of(
        ["EEEEE"] * 4, UNITS, npc=[4], options={"end_rounds": 12}, stock={1: {"wp": 9}}
    )
    table = Table.create(journal, name, GAME, setup, palette=default_palette(), clock=clock)
    table.do(HandIn(1, f"NAME Knut\nNAME 1 1 {SECRET}"))
    table.do(HandIn(2, "NAME Gudrun"))
    table.do(PlayRound(), roll=Seeded(table.state.setup.seed, 1))
    for closing in ("", "; Gruss"):
        table.do(HandIn(1, f"{DOUBTFUL}\n{UNREADABLE}\nVERT 5 1 U\n{closing}"))
    table.do(HandIn(2, "EIN 5 1 FUSS"))
    set_deadline(journal, name, 2, clock() + 3_600_000)
    return table

"""What a seat may see: its report after a round, and its own affairs before the next.

A report is made of a ``View`` and of nothing else, so what is not in it cannot leak.
"""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.kingofkings.options import Options
from turmwart.games.kingofkings.record import Battle, Drawn, Line, Note, Raid, SeaBattle
from turmwart.games.kingofkings.setup import Status
from turmwart.games.kingofkings.state import Correction, Force
from turmwart.games.kingofkings.tables import Terrain

GAME_MASTER = "gm"
"""The seat that sees everything."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A field of which the seat knows the details.

    Attributes:
        x: column.
        y: row.
        name: given by a player.
        owner: number of the tribe, 0: nobody.
        forces: units by player.
        tactic: with which it defends itself; empty where the seat may not know.
        moved: players whose army there has moved; None where the seat may not know.
    """

    x: int
    y: int
    name: str
    owner: int
    forces: tuple[Force, ...]
    tactic: str
    moved: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class TribeSeen:
    """What all know of a tribe."""

    number: int
    leader: str
    culture: str
    npc: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the statistics; attributes as in ``record.Statistic``. Rule: K-REPORT-7."""

    player: int
    wp: int
    wood: int
    ships: int
    riders: int
    archers: int
    foot: int
    castles: int
    troops: int
    food: int
    provinces: int
    morale: int
    points: tuple[int, ...]
    vp: int


@dataclass(frozen=True, slots=True)
class Standing:
    """How the seat stands to another tribe.

    Attributes:
        other: number of the tribe.
        own: the status the seat has set.
        in_force: the status that holds.
    """

    other: int
    own: int
    in_force: int


@dataclass(frozen=True, slots=True)
class Stock:
    """What a tribe has for the next round."""

    wp: int
    wood: int
    food: int
    generals_placed: int


@dataclass(frozen=True, slots=True)
class SheetSeen:
    """The sheet that was handed in for the next round."""

    player: int
    edition: int
    lines: tuple[str, ...]
    confirmed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """All that a seat may see.

    Attributes:
        game: name of the game.
        seat: number of the tribe; 0: what all may see; -1: the game master.
        next_round: the round that is played next.
        round: the round that was played last; 0: none.
        options: in force.
        terrains: the table in force.
        rows: the map.
        west: column of its first letter.
        north: its first row.
        tribes: all of them.
        fields: those whose details the seat knows, by row and column.
        lines: order lines and results that the seat may see.
        silent: tribes without orders that the seat may know of.
        detections: rolls of ships that looked for fleets, for those who may see everything.
        sea_battles: all of them.
        raids: all of them.
        battles: all of them.
        notes: what else happened to the seat.
        statistics: of all tribes.
        standings: towards all others; none for those who are no tribe.
        stock: of the seat; None for those who are no tribe.
        sheets: handed in for the next round, that the seat may see.
        handed_in: how many have handed in; a tribe knows of itself only.
        statuses: of all tribes, for those who may see everything.
        corrections: by the game master, that the seat may know of.
        seed_hash: SHA-256 of the seed of the rolls.
        seed: the seed itself, once the game is over.
        over: whether it is.
        winners: who won.
    """

    game: str
    seat: int
    next_round: int
    round: int
    options: Options
    terrains: tuple[Terrain, ...]
    rows: tuple[str, ...]
    west: int
    north: int
    tribes: tuple[TribeSeen, ...]
    fields: tuple[Seen, ...]
    lines: tuple[Line, ...]
    silent: tuple[int, ...]
    detections: tuple[Drawn, ...]
    sea_battles: tuple[SeaBattle, ...]
    raids: tuple[Raid, ...]
    battles: tuple[Battle, ...]
    notes: tuple[Note, ...]
    statistics: tuple[Row, ...]
    standings: tuple[Standing, ...]
    stock: Stock | None
    sheets: tuple[SheetSeen, ...]
    handed_in: int
    statuses: tuple[Status, ...]
    corrections: tuple[Correction, ...]
    seed_hash: str
    seed: str
    over: bool
    winners: tuple[int, ...]

    def tribe(self, number: int) -> TribeSeen | None:
        """The tribe of a number; None where there is none."""
        return next((tribe for tribe in self.tribes if tribe.number == number), None)

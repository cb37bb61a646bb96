"""The frozen state: what stands in the fields, the tribes, their sheets, the last round."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.kingofkings.options import Options
from turmwart.games.kingofkings.record import Record
from turmwart.games.kingofkings.setup import Setup, Status


@dataclass(frozen=True, slots=True)
class Force:
    """Units of one player in one field.

    Attributes:
        player: number of the tribe.
        counts: units in the order of ``tables.CODES``.
    """

    player: int
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A field where there is anything to know beyond its terrain.

    Attributes:
        x: column, from the west.
        y: row, from the north.
        owner: number of the tribe, 0: neutral or sea.
        tactic: with which the province defends itself.
        name: given by a player; empty: none.
        home: tribe that owned it when the game began, 0: none.
        forces: by player.
    """

    x: int
    y: int
    owner: int = 0
    tactic: str = "T"
    name: str = ""
    home: int = 0
    forces: tuple[Force, ...] = ()


@dataclass(frozen=True, slots=True)
class Tribe:
    """One player, or a tribe that nobody plays.

    Attributes:
        number: from 1.
        leader: name of its leader.
        culture: a label without effect.
        npc: nobody plays it.
        wp: growth points in stock.
        wood: in stock.
        food: in stock.
        vp: victory points.
        morale: morale points of the whole game.
        generals: how many it has placed.
    """

    number: int
    leader: str
    culture: str = ""
    npc: bool = False
    wp: int = 0
    wood: int = 0
    food: int = 0
    vp: int = 0
    morale: int = 0
    generals: int = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """The orders of a player for this round, as handed in last.

    Attributes:
        player: number of the tribe.
        lines: as written.
        confirmed: numbers (from 1) of doubtful lines that somebody confirmed.
        edition: how often this player has handed in for this round.
    """

    player: int
    lines: tuple[str, ...]
    confirmed: tuple[int, ...] = ()
    edition: int = 1


@dataclass(frozen=True, slots=True)
class Correction:
    """The game master changed something by hand.

    Attributes:
        what: text id of what was changed.
        values: what the text names.
        reason: in the game master's words.
    """

    what: str
    values: tuple[tuple[str, int | str], ...]
    reason: str


@dataclass(frozen=True, slots=True)
class State:
    """A game between two rounds.

    Attributes:
        setup: what it began with.
        options: in force now.
        round: number of the round that is played next.
        places: by row, then column.
        tribes: by number.
        statuses: those that are not 0, by player and other.
        sheets: handed in for this round, by player.
        record: of the round played last; None before the first.
        corrections: since the round played last; the next report tells them.
        told: corrections that the report of the round played last tells.
        over: whether the game has ended.
        winners: numbers of those who won.
    """

    setup: Setup
    options: Options
    round: int
    places: tuple[Place, ...]
    tribes: tuple[Tribe, ...]
    statuses: tuple[Status, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    record: Record | None = None
    corrections: tuple[Correction, ...] = ()
    told: tuple[Correction, ...] = ()
    over: bool = False
    winners: tuple[int, ...] = ()

    def tribe(self, number: int) -> Tribe | None:
        """The tribe of a number; None where there is none."""
        return next((tribe for tribe in self.tribes if tribe.number == number), None)

    def sheet(self, player: int) -> Sheet | None:
        """The sheet of a player; None where none was handed in."""
        return next((sheet for sheet in self.sheets if sheet.player == player), None)

    def place(self, x: int, y: int) -> Place:
        """What is in a field; an empty place where nothing is known."""
        return next((p for p in self.places if p.x == x and p.y == y), Place(x, y))

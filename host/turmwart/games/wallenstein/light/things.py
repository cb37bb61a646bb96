"""What the light bookkeeping is made of: setup, state, commands, events."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.wallenstein.setup import Seat
from turmwart.kernel.cubes import Cubes
from turmwart.kernel.ledger import Ledger

FARMERS = "farmers"
"""Stands for the farmers where a side of a battle is named."""


@dataclass(frozen=True, slots=True)
class LightSetup:
    """Seats clockwise, thalers at the start, the farmers' colour, seconds until a throw is over."""

    seats: tuple[Seat, ...]
    thalers: int
    farmers: str = "green"
    settle_seconds: int = 3


@dataclass(frozen=True, slots=True)
class Books:
    """What is kept of a player."""

    seat: str
    name: str
    colour: str
    thalers: int
    grain: int = 0
    points: int = 0


@dataclass(frozen=True, slots=True)
class Fight:
    """Who throws against whom; cubes are not counted before the throw.

    Attributes:
        kind: ``player``, ``neutral`` or ``revolt`` (famine revolts too: they are decided alike).
        attacker: seat, or ``farmers``.
        defender: seat, or ``farmers``.
        markers: whether the province bears revolt markers, so that no farmer helps.
    """

    kind: str
    attacker: str
    defender: str
    markers: bool


@dataclass(frozen=True, slots=True)
class Result:
    """A battle that was decided; strengths are cubes that counted."""

    fight: Fight
    fallen: Cubes
    witness: str
    outcome: str
    attacking: int
    defending: int
    to_supply: Cubes
    to_province: Cubes
    stays: Cubes
    devastated: bool


@dataclass(frozen=True, slots=True)
class LightState:
    """A game in light bookkeeping.

    Attributes:
        ledger: one place, ``out``, with all cubes: where they are is not kept.
        season: ``spring`` .. ``winter``.
        fight: the battle whose cubes are thrown now.
        battles: how many were decided.
        scoring: whether the famine revolts of a winter are over, so that its books are due.
        over: whether the second winter is booked.
    """

    players: tuple[Books, ...]
    farmers: str
    ledger: Ledger
    settle_seconds: int
    year: int = 1
    season: str = "spring"
    fight: Fight | None = None
    last: Result | None = None
    battles: int = 0
    scoring: bool = False
    over: bool = False

    def player(self, seat: str) -> Books:
        """The player of a seat.

        Raises:
            KeyError: there is no such seat.
        """
        for player in self.players:
            if player.seat == seat:
                return player
        raise KeyError(seat)

    def name(self, side: str) -> str:
        """A side of a battle as a value of a text."""
        return "@wallenstein.farmers" if side == FARMERS else self.player(side).name

    def colour(self, side: str) -> str:
        """Colour of a side."""
        return self.farmers if side == FARMERS else self.player(side).colour


@dataclass(frozen=True, slots=True)
class BeginFight:
    """Cubes of two sides are poured into the tower.

    Rule: W-BATTLE-2.
    """

    attacker: str
    defender: str
    markers: bool = False
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportThrow:
    """Report what lay in the tray after the throw, by colour.

    Rule: W-BATTLE-12, W-CUBE-15.
    """

    fallen: Cubes
    witness: str = "table"
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportStray:
    """Cubes fell out of the tower by themselves; they stay in the tray.

    Rule: W-BATTLE-36.
    """

    fallen: Cubes
    witness: str = "table"
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EnterBooks:
    """Thalers, grain and points as they are now: rows ``thalers_s1``, ``grain_s1``, ``points_s1``..

    After the scoring of a winter the year ends with it.

    Rule: W-SCORE-8, W-YEAREND-1, W-END-1.
    """

    books: tuple[tuple[str, int], ...]
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NextSeason:
    """All ten actions are done, or in winter all famine revolts.

    Rule: W-EXEC-9.
    """

    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LightStarted:
    """The light bookkeeping begins."""

    setup: LightSetup


@dataclass(frozen=True, slots=True)
class FightBegan:
    """Two sides throw."""

    fight: Fight


@dataclass(frozen=True, slots=True)
class FightDecided:
    """A throw decided a battle."""

    result: Result


@dataclass(frozen=True, slots=True)
class StrayFallen:
    """Cubes fell by themselves."""

    fallen: Cubes
    witness: str


@dataclass(frozen=True, slots=True)
class BooksEntered:
    """Thalers, grain and points of all players."""

    books: tuple[Books, ...]


@dataclass(frozen=True, slots=True)
class FamineOver:
    """All famine revolts of a winter were fought."""


@dataclass(frozen=True, slots=True)
class SeasonOver:
    """A season is over; ``year`` and ``season`` are those that begin, empty at the end."""

    year: int
    season: str


Command = BeginFight | ReportThrow | ReportStray | EnterBooks | NextSeason
Event = (
    LightStarted | FightBegan | FightDecided | StrayFallen | BooksEntered | FamineOver | SeasonOver
)
COMMANDS: dict[str, type] = {
    cls.__name__: cls for cls in (BeginFight, ReportThrow, ReportStray, EnterBooks, NextSeason)
}
EVENTS: dict[str, type] = {
    cls.__name__: cls
    for cls in (
        LightStarted,
        FightBegan,
        FightDecided,
        StrayFallen,
        BooksEntered,
        FamineOver,
        SeasonOver,
    )
}

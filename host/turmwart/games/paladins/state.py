"""The state of a game: what the companion keeps of it in the mode the table plays."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.paladins.board import Board, tax_key
from turmwart.games.paladins.commands import Command
from turmwart.games.paladins.names import ATTRIBUTES
from turmwart.games.paladins.setup import Setup
from turmwart.kernel.cubes import Cubes

ROUNDS = 7
STEPS = ("marker", "reveal", "tavern", "paladins", "workers", "actions", "cleanup")
"""The seven sub-phases of a round (P-ROUND-2)."""

PHASES = ("round", "scoring", "over")

PIECES = {"workshops": 8, "monks": 7, "outposts": 7, "jars": 7, "walls": 7}
"""What a player can place, with how many there are (P-SETUP-5, P-ACT-FORTIFY-4)."""

PIECE_OF = {
    "develop": "workshops",
    "commission": "monks",
    "garrison": "outposts",
    "absolve": "jars",
    "fortify": "walls",
}
"""The piece that an action places."""

ATTRIBUTE_MOST = 12
KEPT_MOST = 3
OUTSIDERS_MOST = 7
DEBTS_MOST = 24
SUSPICION_MOST = 24
OUTSIDER_CARDS = 36
TOWNSFOLK_CARDS = 32
NONE = Cubes()
PALADINS = 12
SPACES_OF_AN_ACTION = 3

NUMBERS = (
    "silver",
    "provisions",
    "faith",
    "strength",
    "influence",
    "monks",
    "outposts",
    "jars",
    "walls",
    "attacked",
    "townsfolk",
    "wall_points",
    "suspicion",
    "debts_open",
    "debts_paid",
)
"""Fields of a player that are plain numbers."""

TRACKED = (
    "silver",
    "provisions",
    *ATTRIBUTES,
    *PIECES,
    "attacked",
    "townsfolk",
    "outsiders",
    "workers",
)
"""What light mode does not keep; entered when another mode or the end needs it."""


@dataclass(frozen=True, slots=True)
class Paladin:
    """The paladin of the round; an empty name where only the points are known."""

    name: str
    faith: int
    strength: int
    influence: int


@dataclass(frozen=True, slots=True)
class Workshop:
    """A workshop on a worker space; ``action`` and ``space`` empty where nobody said."""

    action: str = ""
    space: str = ""


@dataclass(frozen=True, slots=True)
class Placed:
    """Workers on an action, of the own board or of a favour card (``favour1``..)."""

    action: str
    workers: Cubes


@dataclass(frozen=True, slots=True)
class Outsider:
    """A converted outsider: kind of its bonus, and points for each set, or in all if typed."""

    kind: str
    points: int


@dataclass(frozen=True, slots=True)
class Order:
    """A revealed order by its place, from 0; ``action`` empty while nobody said which."""

    place: int
    action: str = ""


@dataclass(frozen=True, slots=True)
class Player:
    """What is kept of a player.

    Attributes:
        workers: unplaced, by kind; ``worker`` where the kind is not kept.
        stale: names of ``TRACKED`` that were not kept all along; ``used`` where actions of the
            round were not told, ``paladin`` where its workers are not among the unplaced ones yet,
            ``by_hand`` where workers were gained by hand meanwhile, which may be those,
            ``wall_points`` where the sheet was entered before there were walls.
        goods_together: ``silver`` holds silver and provisions in one sum.
        paladin: of this round; None before it is entered.
        played: names of the paladins of rounds before, as far as they were told.
        tavern: whether the tavern card of this round was taken.
        placed: actions used this round with their workers.
        sheet: whether the end sheet was entered.
    """

    seat: str
    name: str
    colour: str
    silver: int
    provisions: int
    faith: int = 0
    strength: int = 0
    influence: int = 0
    workshops: tuple[Workshop, ...] = ()
    monks: int = 0
    outposts: int = 0
    jars: int = 0
    walls: int = 0
    attacked: int = 0
    outsiders: tuple[Outsider, ...] = ()
    townsfolk: int = 1
    wall_points: int = 0
    suspicion: int = 0
    debts_open: int = 0
    debts_paid: int = 0
    workers: Cubes = NONE
    paladin: Paladin | None = None
    played: tuple[str, ...] = ()
    tavern: bool = False
    placed: tuple[Placed, ...] = ()
    passed: bool = False
    stale: tuple[str, ...] = ()
    goods_together: bool = False
    sheet: bool = False

    @property
    def used(self) -> tuple[str, ...]:
        """Actions used this round."""
        return tuple(one.action for one in self.placed)

    def piece(self, name: str) -> int:
        """How many pieces of a kind are placed."""
        number: int = len(self.workshops) if name == "workshops" else getattr(self, name)
        return number

    def effective(self, attribute: str) -> int:
        """Permanent value and this round's paladin points.

        Rule: P-WORKER-10, P-ROUND-13.
        """
        permanent: int = getattr(self, attribute)
        return permanent + (0 if self.paladin is None else getattr(self.paladin, attribute))


@dataclass(frozen=True, slots=True)
class Due:
    """Suspicion cards that a player has yet to draw."""

    seat: str
    cards: int


@dataclass(frozen=True, slots=True)
class Hit:
    """What an inquisition does to one player."""

    seat: str
    discards: int
    left: int


@dataclass(frozen=True, slots=True)
class Inquiry:
    """The last inquisition, shown until the game goes on.

    Attributes:
        seat: whose card emptied the supply.
        most: suspicion cards of those who are hit.
        hits: who is hit.
        round: when it was.
    """

    seat: str
    most: int
    hits: tuple[Hit, ...]
    round: int


@dataclass(frozen=True, slots=True)
class Wish:
    """A command that waits for a printed value."""

    command: Command


@dataclass(frozen=True, slots=True)
class State:
    """A game.

    Attributes:
        setup: what it started from; its board is the one of the start.
        board: printed values now.
        mode: ``light``, ``standard`` or ``full``.
        phase: one of ``PHASES``.
        round: 1 to 7.
        step: one of ``STEPS``.
        first: seat with the start marker.
        turn: whose action it is in full mode; empty where nobody's.
        tax: silver in the tax supply.
        tax_filled: whether it was filled at the start: before that the number is asked.
        players: in the direction of play, ``s1`` first.
        orders: revealed.
        favours: number of revealed favours.
        favours_used: (number, seat) of favours used this round.
        due: suspicion cards to draw, the next first.
        inquiry: the last inquisition.
        inquisitions: how many there were.
        waived: rules the table overrode in this game.
        wish: a command that waits for a printed value.
        winner: seat that the table named at equal points; counts while they are equal.
    """

    setup: Setup
    board: Board
    mode: str
    first: str
    players: tuple[Player, ...]
    phase: str = "round"
    round: int = 1
    step: str = STEPS[0]
    turn: str = ""
    tax: int = 0
    tax_filled: bool = False
    orders: tuple[Order, ...] = ()
    favours: int = 0
    favours_used: tuple[tuple[int, str], ...] = ()
    due: tuple[Due, ...] = ()
    inquiry: Inquiry | None = None
    inquisitions: int = 0
    waived: tuple[str, ...] = ()
    wish: Wish | None = None
    winner: str = ""

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats in the direction of play."""
        return tuple(player.seat for player in self.players)

    def player(self, seat: str) -> Player:
        """The player of a seat.

        Raises:
            ValueError: nobody sits there.
        """
        for player in self.players:
            if player.seat == seat:
                return player
        raise ValueError(f"nobody sits at {seat}")

    @property
    def order_of_play(self) -> tuple[str, ...]:
        """All seats from the start marker on, in the direction of play."""
        at = self.seats.index(self.first)
        return (*self.seats[at:], *self.seats[:at])

    @property
    def solo(self) -> bool:
        """Whether one player plays alone."""
        return len(self.players) == 1

    @property
    def tax_key(self) -> str:
        """The question for the tax supply of this table."""
        return tax_key(len(self.players))

    @property
    def number(self) -> int:
        """The number of the sub-phase, 1 to 7."""
        return STEPS.index(self.step) + 1

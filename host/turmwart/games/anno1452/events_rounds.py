"""What happened to rounds, phases, turn order, King and Anti-King, and at the end."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.anno1452.state import Standing


@dataclass(frozen=True, slots=True)
class OrderSet:
    """A turn order holds.

    Attributes:
        scope: ``first`` (set-up), ``epoch`` (phase 6), ``round`` (an Anti-King in mid-round; the
            turn goes on with the first seat of ``order`` that has not acted).
        turn: index of the seat whose turn it is.

    Rule: A-SETUP-10, A-ORDER-5, A-ANTI-11.
    """

    order: tuple[str, ...]
    scope: str
    turn: int = 0


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """A phase begins; the turn is that of the first player.

    Attributes:
        phase: one of ``state.PHASES``.
        turn: index in the order.
    """

    phase: str
    turn: int = 0


@dataclass(frozen=True, slots=True)
class TurnMoved:
    """The next player is asked in this phase; index in the order."""

    turn: int


@dataclass(frozen=True, slots=True)
class RowBegan:
    """The marker moved to the first column of a row: an Event Round begins.

    What was in force ends, except marriages.

    Rule: A-EPOCH-6, A-EPOCH-8, A-ER-1.
    """

    row: int


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """The marker moved one column: an Action Round begins.

    Rule: A-AR-1.
    """

    round: int


@dataclass(frozen=True, slots=True)
class ContinuationRolled:
    """Dice decided, or nothing had to: ``go``, ``stop``; empty values: no dice.

    Rule: A-AR-4, A-AR-5, A-AR-10.
    """

    before: int
    values: tuple[int, ...]
    verdict: str
    reason: str


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A player's turn in an Action Round begins, with that many actions.

    Rule: A-AR-12.
    """

    seat: str
    actions: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A player's turn in an Action Round is over.

    Attributes:
        turn: index of the next turn in ``round_order``.
    """

    seat: str
    turn: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """An Action Round is over; the order of the Epoch holds again.

    Rule: A-ANTI-11.
    """

    round: int


@dataclass(frozen=True, slots=True)
class Crowned:
    """A player becomes King or Anti-King.

    Attributes:
        office: ``king`` or ``anti_king``.
        soldiers: Soldiers he has now.
        king_soldiers: Soldiers the King has now.
        until: an Anti-King's last round, as in ``Office``.

    Rule: A-CORON-5, A-ANTI-4, A-ANTI-5, A-ANTI-7.
    """

    office: str
    seat: str
    soldiers: int
    king_soldiers: int
    until: str = ""


@dataclass(frozen=True, slots=True)
class ReignEnded:
    """A King or Anti-King gives up crown and Soldiers.

    Attributes:
        cause: ``coronation``, ``death``, ``round``.

    Rule: A-CORON-2, A-KING-5, A-KING-6, A-ANTI-12.
    """

    office: str
    seat: str
    soldiers: int
    cause: str


@dataclass(frozen=True, slots=True)
class NobodyCrowned:
    """A coronation was due and nobody became King.

    Attributes:
        cause: ``interregnum`` (A-CORON-4) or ``term_limit`` (A-VAR-F1-1).
    """

    cause: str


@dataclass(frozen=True, slots=True)
class StopAnnounced:
    """The next Event Round is the last, or not after all.

    Rule: A-END-9.
    """

    stop: bool


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Victory points were counted.

    Rule: A-END-5, A-END-7, A-END-8.
    """

    ranking: tuple[Standing, ...]


RoundEvent = (
    OrderSet
    | PhaseBegan
    | TurnMoved
    | RowBegan
    | RoundBegan
    | ContinuationRolled
    | TurnBegan
    | TurnEnded
    | RoundEnded
    | Crowned
    | ReignEnded
    | NobodyCrowned
    | StopAnnounced
    | GameEnded
)

ROUND_EVENTS: tuple[type, ...] = (
    OrderSet,
    PhaseBegan,
    TurnMoved,
    RowBegan,
    RoundBegan,
    ContinuationRolled,
    TurnBegan,
    TurnEnded,
    RoundEnded,
    Crowned,
    ReignEnded,
    NobodyCrowned,
    StopAnnounced,
    GameEnded,
)

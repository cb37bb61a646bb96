"""What happened: the clock, workers, actions, suspicion, debts, sheets."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.paladins.commands import Command
from turmwart.games.paladins.setup import Setup
from turmwart.games.paladins.state import Hit, Outsider, Paladin, Workshop
from turmwart.kernel.cubes import Cubes


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game began; carries every printed value and option it reads."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class RuleWaived:
    """The table overrode an objection."""

    seat: str
    rule: str


@dataclass(frozen=True, slots=True)
class WishHeld:
    """A command waits until a question about the copy is answered."""

    command: Command


@dataclass(frozen=True, slots=True)
class WishReleased:
    """The command that waited is carried out, dropped (``rule`` empty) or refused by a rule."""

    carried_out: bool
    rule: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class PrintedLearnt:
    """A question about the copy was answered; names as in ``board.learn``."""

    kind: str
    key: str
    field: str
    value: int | str


@dataclass(frozen=True, slots=True)
class PrintedCorrected:
    """An answer was corrected."""

    kind: str
    key: str
    field: str
    was: int | str
    value: int | str


@dataclass(frozen=True, slots=True)
class TaxFilled:
    """The tax supply was filled at the start.

    Rule: P-SETUP-4.
    """

    silver: int


@dataclass(frozen=True, slots=True)
class ModeChanged:
    """The table keeps more, or less, from now on."""

    was: str
    now: str


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A round began with its first sub-phase."""

    round: int


@dataclass(frozen=True, slots=True)
class StepBegan:
    """A sub-phase began."""

    step: str


@dataclass(frozen=True, slots=True)
class MarkerPassed:
    """The start marker went to a seat.

    Rule: P-ROUND-3.
    """

    seat: str


@dataclass(frozen=True, slots=True)
class CardsRevealed:
    """Orders and favours were revealed.

    Rule: P-ROUND-4.
    """

    orders: int
    favours: int


@dataclass(frozen=True, slots=True)
class OrderNamed:
    """The table said which action an order shows; ``place`` from 0."""

    place: int
    action: str


@dataclass(frozen=True, slots=True)
class PaladinRevealed:
    """A paladin was turned up; ``workers`` came with it.

    Rule: P-ROUND-9.
    """

    seat: str
    paladin: Paladin
    workers: Cubes


@dataclass(frozen=True, slots=True)
class TavernTaken:
    """A player took a tavern card.

    Rule: P-ROUND-10.
    """

    seat: str
    workers: Cubes


@dataclass(frozen=True, slots=True)
class SuspicionDue:
    """A player got criminals and has to draw as many suspicion cards.

    Rule: P-WORKER-3, P-INQ-1.
    """

    seat: str
    cards: int


@dataclass(frozen=True, slots=True)
class SuspicionDrawn:
    """A player drew a suspicion card.

    Attributes:
        shown: silver on the card.
        taken: silver that the player got.
        left: in the tax supply.
        worker: kind of the worker that came with it; empty: none.

    Rule: P-INQ-1, P-INQ-2, P-INQ-4.
    """

    seat: str
    shown: int
    taken: int
    left: int
    worker: str = ""


@dataclass(frozen=True, slots=True)
class InquisitionHeld:
    """The tax supply was empty.

    Attributes:
        seat: whose card emptied it.
        most: suspicion cards of those who are hit, before they discard.
        hits: who is hit.
        filled: silver in the supply afterwards.

    Rule: P-INQ-5, P-INQ-8.
    """

    seat: str
    most: int
    hits: tuple[Hit, ...]
    filled: int


@dataclass(frozen=True, slots=True)
class DebtTaken:
    """A debt was taken, face up.

    Rule: P-ACT-RECRUIT-5.
    """

    seat: str


@dataclass(frozen=True, slots=True)
class DebtSettled:
    """An open debt was paid.

    Rule: P-INQ-11.
    """

    seat: str


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A number of a player, or workers of a kind, changed."""

    seat: str
    what: str
    by: int


@dataclass(frozen=True, slots=True)
class ActionTaken:
    """A player took an action.

    Attributes:
        action: its name, or ``favour1``..
        workers: that were placed on it.
        changes: (number, by) of what it cost and brought.
    """

    seat: str
    action: str
    workers: Cubes
    changes: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class WorkshopPlaced:
    """A workshop stands on a worker space.

    Rule: P-ACT-DEVELOP-2.
    """

    seat: str
    workshop: Workshop


@dataclass(frozen=True, slots=True)
class WorkersGained:
    """An action brought workers."""

    seat: str
    workers: Cubes


@dataclass(frozen=True, slots=True)
class ActionEmptied:
    """Pray emptied an action.

    Rule: P-ACT-PRAY-2.
    """

    seat: str
    action: str


@dataclass(frozen=True, slots=True)
class OutsiderConverted:
    """A converted outsider stays with a player.

    Rule: P-ACT-CONVERT-4.
    """

    seat: str
    outsider: Outsider


@dataclass(frozen=True, slots=True)
class TurnMoved:
    """It is another player's action; empty: nobody's."""

    seat: str


@dataclass(frozen=True, slots=True)
class Passed:
    """A player passed for the round.

    Attributes:
        kept: workers that stay.
        returned: number of workers that went to the general supply.

    Rule: P-PASS-1 to P-PASS-4.
    """

    seat: str
    kept: Cubes
    returned: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round is over: paladins and action areas are cleared.

    Rule: P-ROUND-13.
    """

    round: int


@dataclass(frozen=True, slots=True)
class NumbersEntered:
    """What was not kept so far was entered.

    Attributes:
        numbers: (name, value).
        workshops: all of them; None: as before.
        workers: unplaced ones; None: as before.
        used: actions used this round; None: as before.
    """

    seat: str
    numbers: tuple[tuple[str, int], ...]
    workshops: tuple[Workshop, ...] | None = None
    workers: Cubes | None = None
    used: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class SheetEntered:
    """The end sheet of a player, or a part of it.

    Attributes:
        numbers: (name, value); ``goods`` is silver and provisions together.
        outsiders: all of them; None: as before.
    """

    seat: str
    numbers: tuple[tuple[str, int], ...]
    outsiders: tuple[Outsider, ...] | None = None


@dataclass(frozen=True, slots=True)
class NumberCorrected:
    """The table corrected a number."""

    what: str
    seat: str
    was: int
    now: int
    reason: str


@dataclass(frozen=True, slots=True)
class OutsidersCorrected:
    """The table corrected the converted outsiders of a player."""

    seat: str
    outsiders: tuple[Outsider, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class ScoringBegan:
    """The seventh round is over; the sheets are entered.

    Rule: P-ROUND-14, P-END-1.
    """


@dataclass(frozen=True, slots=True)
class GameEnded:
    """All is entered; the points stand. They follow from the state and can be corrected.

    Rule: P-END-9.
    """


@dataclass(frozen=True, slots=True)
class WinnerNamed:
    """The table said who wins among those with equal points.

    Rule: P-END-9.
    """

    seat: str


Event = (
    GameStarted
    | RuleWaived
    | WishHeld
    | WishReleased
    | PrintedLearnt
    | PrintedCorrected
    | TaxFilled
    | ModeChanged
    | RoundBegan
    | StepBegan
    | MarkerPassed
    | CardsRevealed
    | OrderNamed
    | PaladinRevealed
    | TavernTaken
    | SuspicionDue
    | SuspicionDrawn
    | InquisitionHeld
    | DebtTaken
    | DebtSettled
    | Adjusted
    | ActionTaken
    | WorkshopPlaced
    | WorkersGained
    | ActionEmptied
    | OutsiderConverted
    | TurnMoved
    | Passed
    | RoundEnded
    | NumbersEntered
    | SheetEntered
    | NumberCorrected
    | OutsidersCorrected
    | ScoringBegan
    | GameEnded
    | WinnerNamed
)

EVENTS: dict[str, type] = {
    cls.__name__: cls
    for cls in (
        GameStarted,
        RuleWaived,
        WishHeld,
        WishReleased,
        PrintedLearnt,
        PrintedCorrected,
        TaxFilled,
        ModeChanged,
        RoundBegan,
        StepBegan,
        MarkerPassed,
        CardsRevealed,
        OrderNamed,
        PaladinRevealed,
        TavernTaken,
        SuspicionDue,
        SuspicionDrawn,
        InquisitionHeld,
        DebtTaken,
        DebtSettled,
        Adjusted,
        ActionTaken,
        WorkshopPlaced,
        WorkersGained,
        ActionEmptied,
        OutsiderConverted,
        TurnMoved,
        Passed,
        RoundEnded,
        NumbersEntered,
        SheetEntered,
        NumberCorrected,
        OutsidersCorrected,
        ScoringBegan,
        GameEnded,
        WinnerNamed,
    )
}

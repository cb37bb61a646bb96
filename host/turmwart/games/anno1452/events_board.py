"""What happened to Estates, Citizens, Cities, Gold, prestige, Principality cards and titles."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.anno1452.commands import Command
from turmwart.games.anno1452.setup import Setup
from turmwart.games.anno1452.state import Agreement, Category, Estate, Income
from turmwart.games.anno1452.steps import Dice, Step


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game began; carries every printed value and setting it reads."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class RuleWaived:
    """The table overrode an objection."""

    seat: str
    rule: str


@dataclass(frozen=True, slots=True)
class WishHeld:
    """A command waits until a printed value is entered.

    Rule: A-MAJ-14, A-DATA-4, A-DATA-8.
    """

    command: Command


@dataclass(frozen=True, slots=True)
class WishReleased:
    """The command that waited is carried out, dropped (``rule`` empty) or refused by a rule."""

    carried_out: bool
    rule: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class PrintedLearnt:
    """A printed value was entered; names as in ``board.learn``."""

    kind: str
    key: str
    field: str
    value: int | str


@dataclass(frozen=True, slots=True)
class PrintedCorrected:
    """A printed value was corrected."""

    kind: str
    key: str
    field: str
    was: int | str
    value: int | str


@dataclass(frozen=True, slots=True)
class Asked:
    """The table is asked: waiting steps go on the stack, the first on top."""

    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class StepBegan:
    """A task goes on the stack."""

    step: Step


@dataclass(frozen=True, slots=True)
class StepChanged:
    """The task on top goes on in a new form: dice and picks that it used up are gone."""

    step: Step


@dataclass(frozen=True, slots=True)
class StepEnded:
    """The step on top is over."""

    step: str


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """Dice were thrown; the task below gets them.

    Rule: A-DICE-7.
    """

    dice: Dice
    values: tuple[int, ...]
    witness: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """A choice was made; the task below gets it."""

    seat: str
    purpose: str
    picks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ActionTaken:
    """A player takes an action of his turn: ``build``, ``settle``, ``attack``, ``card``,
    ``charter``.

    Rule: A-AR-11, A-ACT-CARD-6 (reactions count anew).
    """

    seat: str
    action: str


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """A player does without the actions he has left.

    Rule: A-AR-11.
    """

    seat: str
    left: int


@dataclass(frozen=True, slots=True)
class ActionsGained:
    """A player gets further actions in his present turn.

    Rule: A-AR-14, A-CARD-MARR-14.
    """

    seat: str
    count: int


@dataclass(frozen=True, slots=True)
class GoldChanged:
    """Gold goes from or to the supply.

    Attributes:
        cause: ``build``, ``settle``, ``card``, ``charter``, ``income``.
        ref: id of the card, Estate or region; empty: none.
    """

    seat: str
    delta: int
    cause: str
    ref: str = ""


@dataclass(frozen=True, slots=True)
class PrestigeChanged:
    """Prestige of one cause, with what the bounds made of it.

    Attributes:
        delta: points gained or lost by the rule.
        was: prestige before.
        now: prestige afterwards.
        gold: Gold gained for points above 20, or paid for points below 0 (negative).
        unpaid: points that could not be paid: 5 Gold each to every other player.
        cause: ``card_gained``, ``card_lost`` (Principality cards), ``title``, ``title_lost``,
            ``declaration``, ``victory``, ``defeat``, ``card``, ``king``, ``anti_king``,
            ``estates``, ``citizens``, ``cities``, ``principalities`` (phase 4), ``phase4``.
        ref: region, card or Estate; empty: none.

    Rule: A-PRES-1 to A-PRES-5, A-ASK-3.
    """

    seat: str
    delta: int
    was: int
    now: int
    gold: int
    unpaid: int
    cause: str
    ref: str = ""


@dataclass(frozen=True, slots=True)
class EstatePlaced:
    """An Estate came on the board.

    Attributes:
        cause: ``setup``, ``ottokar``, ``build``, ``card``, ``trade``, ``conquest``,
            ``correction``.
    """

    estate: Estate
    cause: str


@dataclass(frozen=True, slots=True)
class EstateRemoved:
    """An Estate left the board, its City disc and Citizens to their supplies.

    Attributes:
        estate: as it stood.
        cause: ``conquest``, ``defeat``, ``mutual``, ``plague``, ``trade``, ``correction``.
    """

    estate: Estate
    cause: str


@dataclass(frozen=True, slots=True)
class EstateReduced:
    """The value of an Estate was set: lowered, or restored (3)."""

    estate: str
    was: int
    now: int
    cause: str


@dataclass(frozen=True, slots=True)
class ReductionsRemoved:
    """All Reduction tokens left the board.

    Rule: A-ER-INCOME-10.
    """

    estates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CityFounded:
    """A City disc was put under an Estate."""

    estate: str
    cause: str


@dataclass(frozen=True, slots=True)
class CityLost:
    """A City disc went from an Estate to the supply."""

    estate: str
    cause: str


@dataclass(frozen=True, slots=True)
class CitizensPlaced:
    """Citizens of the owner's supply were placed at an Estate."""

    estate: str
    count: int
    cause: str


@dataclass(frozen=True, slots=True)
class CitizensLost:
    """Citizens went from an Estate to their owner's supply."""

    estate: str
    count: int
    cause: str


@dataclass(frozen=True, slots=True)
class CitizensMoved:
    """Citizens moved between Estates: from, to, number; the waiting step is answered."""

    owner: str
    moves: tuple[tuple[str, str, int], ...]
    cause: str


@dataclass(frozen=True, slots=True)
class PrincipalityPassed:
    """A Principality card changed its holder; empty: the pile.

    Rule: A-MAJ-6, A-MAJ-7, A-MAJ-8.
    """

    region: str
    was: str
    now: str


@dataclass(frozen=True, slots=True)
class TitleLost:
    """The condition of a title failed; the card is discarded.

    Rule: A-CARD-TITLE-4.
    """

    seat: str
    card: str


@dataclass(frozen=True, slots=True)
class IncomePaid:
    """Phase 2: the supply paid all incomes.

    Rule: A-ER-INCOME-9.
    """

    incomes: tuple[Income, ...]


@dataclass(frozen=True, slots=True)
class PrestigeCompared:
    """Phase 4: who has most and fewest; the changes of prestige follow.

    Rule: A-ER-PRES-1 to A-ER-PRES-4.
    """

    categories: tuple[Category, ...]


@dataclass(frozen=True, slots=True)
class DealBooked:
    """Two players exchanged goods; Estates follow as events of their own.

    Rule: A-ER-TRADE-3.
    """

    first: str
    second: str
    first_gold: int
    second_gold: int
    first_cards: int
    second_cards: int


@dataclass(frozen=True, slots=True)
class AgreementMade:
    """Words were given; they must be kept.

    Rule: A-ER-TRADE-2.
    """

    agreement: Agreement


@dataclass(frozen=True, slots=True)
class TradeEnded:
    """Players are done with the trade phase.

    Rule: A-ER-TRADE-5.
    """

    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NumberCorrected:
    """The table corrected a number."""

    what: str
    seat: str
    was: int
    now: int
    reason: str


@dataclass(frozen=True, slots=True)
class EstateCorrected:
    """The table corrected an Estate, or says why it puts one on the board or takes one off."""

    was: Estate
    now: Estate
    reason: str


BoardEvent = (
    GameStarted
    | RuleWaived
    | WishHeld
    | WishReleased
    | PrintedLearnt
    | PrintedCorrected
    | Asked
    | StepBegan
    | StepChanged
    | StepEnded
    | DiceRolled
    | Chosen
    | ActionTaken
    | TurnPassed
    | ActionsGained
    | GoldChanged
    | PrestigeChanged
    | EstatePlaced
    | EstateRemoved
    | EstateReduced
    | ReductionsRemoved
    | CityFounded
    | CityLost
    | CitizensPlaced
    | CitizensLost
    | CitizensMoved
    | PrincipalityPassed
    | TitleLost
    | IncomePaid
    | PrestigeCompared
    | DealBooked
    | AgreementMade
    | TradeEnded
    | NumberCorrected
    | EstateCorrected
)

BOARD_EVENTS: tuple[type, ...] = (
    GameStarted,
    RuleWaived,
    WishHeld,
    WishReleased,
    PrintedLearnt,
    PrintedCorrected,
    Asked,
    StepBegan,
    StepChanged,
    StepEnded,
    DiceRolled,
    Chosen,
    ActionTaken,
    TurnPassed,
    ActionsGained,
    GoldChanged,
    PrestigeChanged,
    EstatePlaced,
    EstateRemoved,
    EstateReduced,
    ReductionsRemoved,
    CityFounded,
    CityLost,
    CitizensPlaced,
    CitizensLost,
    CitizensMoved,
    PrincipalityPassed,
    TitleLost,
    IncomePaid,
    PrestigeCompared,
    DealBooked,
    AgreementMade,
    TradeEnded,
    NumberCorrected,
    EstateCorrected,
)

"""What happened, in the order of a game."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.wallenstein import whereabouts_events as whereabouts
from turmwart.games.wallenstein.court_events import COURT_EVENTS, CourtEvent
from turmwart.games.wallenstein.setup import Setup
from turmwart.games.wallenstein.state import Battle, BattleRecord, Famine, Place, Score, Shortage
from turmwart.kernel.cubes import Cubes


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid as turned up.

    Attributes:
        card: ``money_0`` .. ``money_4``, ``tower``, a province, or ``none``.
        paid: thalers paid to the bank.
        strength: rank of the bid, higher is better.
    """

    seat: str
    card: str
    paid: int
    strength: int


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Seats, options and printed values."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class RuleWaived:
    """The table entered something although a rule spoke against it."""

    seat: str
    rule: str


@dataclass(frozen=True, slots=True)
class PrintedLearnt:
    """A printed value was entered; see ``board.learn``."""

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
class ValueDoubted:
    """An entered value lies outside the plausible limits; it stands all the same."""

    kind: str
    key: str
    field: str
    value: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class ValueFlagged:
    """A corrected value had been used; the table should check what came of it."""

    kind: str
    key: str
    field: str
    was: int | str
    value: int | str


@dataclass(frozen=True, slots=True)
class DisplayLaid:
    """The first two province cards lie face up."""

    cards: tuple[str, ...]
    witness: str


@dataclass(frozen=True, slots=True)
class LineupChosen:
    """The table uses the recommended line-up instead of the draft."""


@dataclass(frozen=True, slots=True)
class LineupPlaced:
    """All groups of a seat stand: province and armies."""

    seat: str
    groups: tuple[tuple[str, int], ...]
    witness: str


@dataclass(frozen=True, slots=True)
class DisplayRefreshed:
    """Both face-up cards went under the deck."""

    seat: str
    cards: tuple[str, ...]
    witness: str


@dataclass(frozen=True, slots=True)
class CardTaken:
    """A province card was taken."""

    seat: str
    province: str
    from_deck: bool
    witness: str


@dataclass(frozen=True, slots=True)
class CardTurnedUp:
    """A province card was turned up from the deck."""

    province: str
    witness: str


@dataclass(frozen=True, slots=True)
class GroupPlaced:
    """A group went to the province drafted."""

    seat: str
    province: str
    armies: int


@dataclass(frozen=True, slots=True)
class DraftEnded:
    """Every group of every player is on the map."""


@dataclass(frozen=True, slots=True)
class FillGathered:
    """The cubes that fill the tower are in the hand."""

    cubes: Cubes


@dataclass(frozen=True, slots=True)
class ThrowReported:
    """The hand went into the tower, ``fallen`` lay in the tray."""

    number: int
    thrown: Cubes
    fallen: Cubes
    witness: str


@dataclass(frozen=True, slots=True)
class TowerFilled:
    """What fell at the filling went back to the supplies."""

    to_supply: Cubes


@dataclass(frozen=True, slots=True)
class EventsLaid:
    """The four event cards of a year lie face up."""

    year: int
    cards: tuple[str, ...]
    witness: str


@dataclass(frozen=True, slots=True)
class SeasonBegan:
    """An action season begins."""

    year: int
    season: str


@dataclass(frozen=True, slots=True)
class ActionCardsLaid:
    """The first five action cards."""

    actions: tuple[str, ...]
    witness: str


@dataclass(frozen=True, slots=True)
class ActionCardTurnedUp:
    """The next action card."""

    space: int
    action: str
    witness: str


@dataclass(frozen=True, slots=True)
class BonusTilesLaid:
    """Bonus tiles by space."""

    tiles: tuple[str, ...]
    witness: str


@dataclass(frozen=True, slots=True)
class EventDrawn:
    """The event of the season."""

    card: str
    witness: str


@dataclass(frozen=True, slots=True)
class BidsRevealed:
    """All bids, what they cost and how they rank, seats in order."""

    bids: tuple[Bid, ...]
    groups: tuple[tuple[str, ...], ...]
    witness: str


@dataclass(frozen=True, slots=True)
class CommandersDrawn:
    """Equal bids were ordered by the bag."""

    order: tuple[str, ...]
    witness: str


@dataclass(frozen=True, slots=True)
class TileChosen:
    """A bonus tile was taken and the commander put on its space."""

    seat: str
    tile: str
    space: int


@dataclass(frozen=True, slots=True)
class TurnOrderSet:
    """The turn order of the season."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlanRevealed:
    """The card on the space of the present action."""

    seat: str
    action: str
    card: str
    without_tile: bool
    witness: str


@dataclass(frozen=True, slots=True)
class ActionPassed:
    """The last players of an action did nothing; their cards were not named."""

    seats: tuple[str, ...]
    action: str


@dataclass(frozen=True, slots=True)
class ActionSkipped:
    """Nobody could carry out the action; ``reason`` is the rule that kept most from it."""

    action: str
    reason: str


@dataclass(frozen=True, slots=True)
class ActionNotExecuted:
    """The action could not be executed in full; ``reason`` is the rule."""

    seat: str
    action: str
    province: str
    reason: str


@dataclass(frozen=True, slots=True)
class Built:
    """A building was paid for and put on a site."""

    seat: str
    province: str
    building: str
    cost: int


@dataclass(frozen=True, slots=True)
class GrainCollected:
    """Grain: printed, after the event, gained in the end."""

    seat: str
    province: str
    printed: int
    after_event: int
    gained: int


@dataclass(frozen=True, slots=True)
class TaxCollected:
    """Tax: printed, after the event, gained in the end."""

    seat: str
    province: str
    printed: int
    after_event: int
    gained: int


@dataclass(frozen=True, slots=True)
class MarkerPlaced:
    """A revolt marker was put on a province."""

    province: str


@dataclass(frozen=True, slots=True)
class Recruited:
    """Armies were paid for and placed."""

    seat: str
    action: str
    province: str
    armies: int
    cost: int


@dataclass(frozen=True, slots=True)
class ArmiesMoved:
    """Armies moved without a battle."""

    seat: str
    source: str
    target: str
    armies: int


@dataclass(frozen=True, slots=True)
class MoveDeclined:
    """The player moved nothing, or nothing could move."""

    seat: str
    action: str
    province: str


@dataclass(frozen=True, slots=True)
class BattleBegan:
    """All cubes of a battle are in the hand."""

    battle: Battle


@dataclass(frozen=True, slots=True)
class TrayLifted:
    """Cubes that fell by themselves while the hand was full joined the hand."""

    cubes: Cubes


@dataclass(frozen=True, slots=True)
class BattleSettled:
    """A battle was decided."""

    record: BattleRecord


@dataclass(frozen=True, slots=True)
class IncomeReturned:
    """The income went back since the revolt succeeded."""

    seat: str
    thalers: int
    grain: int


@dataclass(frozen=True, slots=True)
class SubstitutesUsed:
    """Coins or revolt markers ran short: ``count`` substitutes are in use."""

    what: str
    count: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A player's turn is over."""

    seat: str


@dataclass(frozen=True, slots=True)
class SeasonEnded:
    """Cards, commanders and tiles were taken back, the event card left."""

    year: int
    season: str


@dataclass(frozen=True, slots=True)
class GrainLost:
    """Every grain marker went back by the loss: seat and grain left."""

    card: str
    loss: int
    grain: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class ShortagesFixed:
    """All shortages of the winter, in turn order."""

    shortages: tuple[Shortage, ...]


@dataclass(frozen=True, slots=True)
class FamineBegan:
    """The famine revolts of a player begin."""

    famine: Famine


@dataclass(frozen=True, slots=True)
class FamineCardsDrawn:
    """The provinces that revolt."""

    seat: str
    drawn_by: str
    provinces: tuple[str, ...]
    witness: str


@dataclass(frozen=True, slots=True)
class FamineOrdered:
    """The order of the famine revolts."""

    seat: str
    provinces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FamineEnded:
    """All famine revolts of a player are over."""

    seat: str


@dataclass(frozen=True, slots=True)
class FaminePassed:
    """All famine revolts of the winter are over."""

    year: int


@dataclass(frozen=True, slots=True)
class PointsScored:
    """Points of the winter."""

    year: int
    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class YearEnded:
    """Grain and revolt markers are gone, commanders taken back."""

    year: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The final ranking."""

    ranking: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class StrayFallen:
    """Cubes fell out of the tower by themselves."""

    fallen: Cubes
    witness: str


@dataclass(frozen=True, slots=True)
class LedgerCorrected:
    """Cubes were moved in the books."""

    source: str
    target: str
    cubes: Cubes
    reason: str


@dataclass(frozen=True, slots=True)
class ProvinceEmptied:
    """A province lost its last army otherwise than by battle."""

    province: str


@dataclass(frozen=True, slots=True)
class MoneyCorrected:
    """A player's thalers were set."""

    seat: str
    was: int
    thalers: int
    reason: str


@dataclass(frozen=True, slots=True)
class GrainCorrected:
    """A player's grain marker was set."""

    seat: str
    was: int
    grain: int
    reason: str


@dataclass(frozen=True, slots=True)
class PointsCorrected:
    """A player's points were set."""

    seat: str
    was: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class MarkersCorrected:
    """The revolt markers of a province were set."""

    province: str
    was: int
    markers: int
    reason: str


@dataclass(frozen=True, slots=True)
class BuildingsCorrected:
    """The buildings of a province were set."""

    province: str
    was: tuple[str, ...]
    buildings: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class TowerEmptied:
    """All cubes were counted and went back to the box."""

    counted: Cubes
    witness: str


Event = (
    GameStarted
    | RuleWaived
    | PrintedLearnt
    | PrintedCorrected
    | ValueDoubted
    | ValueFlagged
    | DisplayLaid
    | LineupChosen
    | LineupPlaced
    | DisplayRefreshed
    | CardTaken
    | CardTurnedUp
    | GroupPlaced
    | DraftEnded
    | FillGathered
    | ThrowReported
    | TowerFilled
    | EventsLaid
    | SeasonBegan
    | ActionCardsLaid
    | ActionCardTurnedUp
    | BonusTilesLaid
    | EventDrawn
    | BidsRevealed
    | CommandersDrawn
    | TileChosen
    | TurnOrderSet
    | PlanRevealed
    | ActionPassed
    | ActionSkipped
    | ActionNotExecuted
    | Built
    | GrainCollected
    | TaxCollected
    | MarkerPlaced
    | Recruited
    | ArmiesMoved
    | MoveDeclined
    | BattleBegan
    | TrayLifted
    | BattleSettled
    | IncomeReturned
    | SubstitutesUsed
    | TurnEnded
    | SeasonEnded
    | GrainLost
    | ShortagesFixed
    | FamineBegan
    | FamineCardsDrawn
    | FamineOrdered
    | FamineEnded
    | FaminePassed
    | PointsScored
    | YearEnded
    | GameEnded
    | StrayFallen
    | LedgerCorrected
    | ProvinceEmptied
    | MoneyCorrected
    | GrainCorrected
    | PointsCorrected
    | MarkersCorrected
    | BuildingsCorrected
    | TowerEmptied
    | CourtEvent
    | whereabouts.WhereaboutsEvent
)

EVENTS: dict[str, type] = (
    {
        cls.__name__: cls
        for cls in (
            GameStarted,
            RuleWaived,
            PrintedLearnt,
            PrintedCorrected,
            ValueDoubted,
            ValueFlagged,
            DisplayLaid,
            LineupChosen,
            LineupPlaced,
            DisplayRefreshed,
            CardTaken,
            CardTurnedUp,
            GroupPlaced,
            DraftEnded,
            FillGathered,
            ThrowReported,
            TowerFilled,
            EventsLaid,
            SeasonBegan,
            ActionCardsLaid,
            ActionCardTurnedUp,
            BonusTilesLaid,
            EventDrawn,
            BidsRevealed,
            CommandersDrawn,
            TileChosen,
            TurnOrderSet,
            PlanRevealed,
            ActionPassed,
            ActionSkipped,
            ActionNotExecuted,
            Built,
            GrainCollected,
            TaxCollected,
            MarkerPlaced,
            Recruited,
            ArmiesMoved,
            MoveDeclined,
            BattleBegan,
            TrayLifted,
            BattleSettled,
            IncomeReturned,
            SubstitutesUsed,
            TurnEnded,
            SeasonEnded,
            GrainLost,
            ShortagesFixed,
            FamineBegan,
            FamineCardsDrawn,
            FamineOrdered,
            FamineEnded,
            FaminePassed,
            PointsScored,
            YearEnded,
            GameEnded,
            StrayFallen,
            LedgerCorrected,
            ProvinceEmptied,
            MoneyCorrected,
            GrainCorrected,
            PointsCorrected,
            MarkersCorrected,
            BuildingsCorrected,
            TowerEmptied,
        )
    }
    | COURT_EVENTS
    | whereabouts.EVENTS
)

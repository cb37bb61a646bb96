"""What the table wants: one command is one step.

Every command names in ``waived`` the rules whose objection the table overrides. Observations name
their witness: ``table``, ``tower``, ``camera``.
"""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.wallenstein import whereabouts_commands as whereabouts
from turmwart.games.wallenstein.court_commands import COURT_COMMANDS, CourtCommand
from turmwart.kernel.cubes import Cubes


@dataclass(frozen=True, slots=True)
class LayDisplay:
    """Turn up the first two province cards.

    Rule: W-SETUP-9.
    """

    cards: tuple[str, ...]
    witness: str = "table"
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EnterLineup:
    """Place all groups of a seat as the reference sheet lists them; ``groups`` pairs
    ``group_<n>`` with a province, in the order of the groups.

    Rule: W-SETUP-20.
    """

    seat: str
    groups: tuple[tuple[str, str], ...]
    witness: str = "table"
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UseLineup:
    """Place all groups of a seat by a line-up whose list is known.

    Rule: W-SETUP-20.
    """

    seat: str
    lineup: str
    witness: str = "table"
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RefreshDisplay:
    """Put both face-up cards under the deck and turn up two others.

    Rule: W-SETUP-16.
    """

    seat: str
    cards: tuple[str, ...]
    witness: str = "table"
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeCard:
    """Take a province card: a face-up one, or any other as the top card of the deck.

    Rule: W-SETUP-13.
    """

    seat: str
    province: str
    witness: str = "table"
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnUpCard:
    """Turn up the card that replaces the one taken.

    Rule: W-SETUP-15.
    """

    province: str
    witness: str = "table"
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlaceGroup:
    """Move a whole group of ``armies`` to the province whose card was taken.

    Rule: W-SETUP-14.
    """

    seat: str
    armies: int
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
class LayEvents:
    """Turn up the four event cards of the year.

    Rule: W-SETUP-25, W-YEAREND-1.
    """

    cards: tuple[str, ...]
    witness: str = "table"
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LayActionCards:
    """Lay out the action cards: the five that lie face up, in order.

    Rule: W-PHASE-4.
    """

    actions: tuple[str, ...]
    witness: str = "table"
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RevealActionCard:
    """Turn up the next action card.

    Rule: W-PHASE-7.
    """

    action: str
    witness: str = "table"
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LayBonusTiles:
    """Lay out the bonus tiles, by space.

    Rule: W-BONUS-1.
    """

    tiles: tuple[str, ...]
    witness: str = "table"
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawEvent:
    """All plans and bids lie; draw the event of the season.

    Rule: W-PHASE-8.
    """

    card: str
    witness: str = "table"
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RevealBids:
    """Turn up all bid cards: seat and ``money_0`` .. ``money_4``, ``tower``, a province, or
    ``none``.

    Rule: W-BID-1.
    """

    bids: tuple[tuple[str, str], ...]
    witness: str = "table"
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawCommanders:
    """Commanders of equal bids as drawn from the bag, first drawn first.

    Rule: W-BID-4.
    """

    order: tuple[str, ...]
    witness: str = "table"
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChooseTile:
    """Choose a bonus tile.

    Rule: W-BID-5.
    """

    seat: str
    tile: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RevealPlan:
    """Turn up the card on the space of the present action: a province, ``money``,
    ``tower`` or ``none``. ``without_tile``: place no sixth army although the tile allows it.

    Rule: W-EXEC-2.
    """

    seat: str
    card: str
    without_tile: bool = False
    witness: str = "table"
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PassAction:
    """All players whose turn is still to come do nothing with the present action.

    Rule: W-EXEC-3.
    """

    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveArmies:
    """Move ``armies`` armies to ``target``.

    Rule: W-ACT-17, W-ACT-18, W-ACT-19.
    """

    seat: str
    target: str
    armies: int
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pass:
    """Move nothing.

    Rule: W-MOVE-8, W-ACT-17.
    """

    seat: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawFamineCards:
    """Cards that the left neighbour drew from the hand of ``seat``.

    Rule: W-WINTER-5.
    """

    seat: str
    provinces: tuple[str, ...]
    witness: str = "table"
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OrderFamine:
    """Choose the order of the own famine revolts.

    Rule: W-WINTER-6.
    """

    seat: str
    provinces: tuple[str, ...]
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EnterPrinted:
    """Enter a printed value that a rule needs now; see ``board.learn`` for the names.

    Rule: W-DATA-2.
    """

    kind: str
    key: str
    field: str
    value: int | str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UseEventRow:
    """An event card says what a row that is offered says.

    Rule: W-DATA-2, W-OPEN-3.
    """

    card: str
    row: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NameProvince:
    """Name a province of the board that is not known by name yet.

    Rule: W-DATA-2.
    """

    label: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectPrinted:
    """Correct a printed value that was entered before.

    Rule: W-DATA-3.
    """

    kind: str
    key: str
    field: str
    value: int | str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DenyNeighbours:
    """Two provinces share no border after all.

    Rule: W-DATA-5.
    """

    first: str
    second: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportStray:
    """Cubes fell out of the tower by themselves.

    Rule: W-BATTLE-36.
    """

    fallen: Cubes
    witness: str = "table"
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectLedger:
    """Move cubes in the books.

    Rule: W-CUBE-12.
    """

    source: str
    target: str
    cubes: Cubes
    reason: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectMoney:
    """Set a player's thalers; the bank takes the difference.

    Rule: W-DATA-8.
    """

    seat: str
    thalers: int
    reason: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectGrain:
    """Set a player's grain marker.

    Rule: W-DATA-8.
    """

    seat: str
    grain: int
    reason: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectPoints:
    """Set a player's points.

    Rule: W-DATA-8.
    """

    seat: str
    points: int
    reason: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectMarkers:
    """Set the revolt markers of a province.

    Rule: W-DATA-8.
    """

    province: str
    markers: int
    reason: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectBuildings:
    """Set the buildings of a province.

    Rule: W-DATA-8.
    """

    province: str
    buildings: tuple[str, ...]
    reason: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EmptyTower:
    """The game is over: all cubes counted, of all places together.

    Rule: W-END-5.
    """

    counted: Cubes
    witness: str = "table"
    waived: tuple[str, ...] = ()


Command = (
    LayDisplay
    | EnterLineup
    | UseLineup
    | RefreshDisplay
    | TakeCard
    | TurnUpCard
    | PlaceGroup
    | ReportThrow
    | LayEvents
    | LayActionCards
    | RevealActionCard
    | LayBonusTiles
    | DrawEvent
    | RevealBids
    | DrawCommanders
    | ChooseTile
    | RevealPlan
    | PassAction
    | MoveArmies
    | Pass
    | DrawFamineCards
    | OrderFamine
    | EnterPrinted
    | UseEventRow
    | NameProvince
    | CorrectPrinted
    | DenyNeighbours
    | ReportStray
    | CorrectLedger
    | CorrectMoney
    | CorrectGrain
    | CorrectPoints
    | CorrectMarkers
    | CorrectBuildings
    | EmptyTower
    | CourtCommand
    | whereabouts.WhereaboutsCommand
)

COMMANDS: dict[str, type] = (
    {
        cls.__name__: cls
        for cls in (
            LayDisplay,
            EnterLineup,
            UseLineup,
            RefreshDisplay,
            TakeCard,
            TurnUpCard,
            PlaceGroup,
            ReportThrow,
            LayEvents,
            LayActionCards,
            RevealActionCard,
            LayBonusTiles,
            DrawEvent,
            RevealBids,
            DrawCommanders,
            ChooseTile,
            RevealPlan,
            PassAction,
            MoveArmies,
            Pass,
            DrawFamineCards,
            OrderFamine,
            EnterPrinted,
            UseEventRow,
            NameProvince,
            CorrectPrinted,
            DenyNeighbours,
            ReportStray,
            CorrectLedger,
            CorrectMoney,
            CorrectGrain,
            CorrectPoints,
            CorrectMarkers,
            CorrectBuildings,
            EmptyTower,
        )
    }
    | COURT_COMMANDS
    | whereabouts.COMMANDS
)

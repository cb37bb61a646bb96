"""What the table wants: one command is one step.

Every command names in ``waived`` the rules whose objection the table overrides. Observations name
their witness: ``table``, ``camera``, ``dealer``. Estates are named by their ids (``e7``).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlaceEstate:
    """Set-up: place an Estate free of charge.

    Rule: A-SETUP-11, A-SETUP-12.
    """

    seat: str
    region: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Build:
    """Action: build an Estate.

    Rule: A-ACT-BUILD-1.
    """

    seat: str
    region: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settle:
    """Action: place one to three Citizens; ``citizens`` pairs Estates and numbers.

    Rule: A-ACT-SETTLE-1.
    """

    seat: str
    citizens: tuple[tuple[str, int], ...]
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DeclareAttack:
    """Action: attack ``target`` from the Estate ``force``, or with Soldiers alone (empty).

    Rule: A-ACT-ATTACK-1.
    """

    seat: str
    target: str
    force: str = ""
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play a card: as the action of an Action Round, or the special card of an Event Round.

    ``as_city`` plays it for its tower. What is printed on it and the choices of its results are
    asked afterwards.

    Rule: A-ACT-CARD-1, A-ER-5.
    """

    seat: str
    card: str
    as_city: bool = False
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BuyCharter:
    """Action under City Air (ER): a City for 12 Gold without any card.

    Rule: A-CARD-SPEC-STADTLUFT-ER.
    """

    seat: str
    estate: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pass:
    """Do without the actions that are left.

    Rule: A-AR-11.
    """

    seat: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CommitSoldiers:
    """Bring Soldiers into the battle; 0: none.

    Rule: A-BATTLE-12, A-BATTLE-13.
    """

    seat: str
    soldiers: int
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class React:
    """Play a reaction card in a battle; ``estates`` are reduced for the Relieving Force.

    Rule: A-BATTLE-16, A-BATTLE-19, A-BATTLE-23.
    """

    seat: str
    card: str
    side: str = ""
    estates: tuple[str, ...] = ()
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PassReaction:
    """Play no reaction card now; without a seat nobody does.

    Rule: A-BATTLE-18.
    """

    seat: str = ""
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayChildbed:
    """End the marriage of ``husband`` by Childbed.

    Rule: A-CARD-REACT-KINDBETT.
    """

    seat: str
    husband: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AssignLosses:
    """Say which units a side keeps.

    Rule: A-BATTLE-27.
    """

    side: str
    peasants: int
    citizens: int
    soldiers: int
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ThrowDice:
    """Dice that the game waits for were thrown.

    Attributes:
        values: what they show; empty: they come from the rolls of the table.
        number: which of the waiting throws, from 0 in the order of ``dice_waiting``.

    Rule: A-DICE-6, A-DICE-7.
    """

    values: tuple[int, ...] = ()
    number: int = 0
    witness: str = "table"
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choose:
    """Answer a choice; an option that is picked twice stands twice."""

    seat: str
    picks: tuple[str, ...]
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveCitizens:
    """Move Citizens: ``moves`` pairs ``<Estate from>><Estate to>`` (``e3>e7``) and numbers.

    Rule: A-CARD-SPEC-DIPLOMATIE-AR, A-CARD-SPEC-VOELKERWANDERUNG-AR.
    """

    seat: str
    moves: tuple[tuple[str, int], ...]
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawCards:
    """Cards were drawn one after the other.

    Attributes:
        plain: cards drawn that are neither instant nor shuffle card.
        forced: instant or shuffle card that came after them; empty: none came, the draw is over.
        ids: the plain cards, where their owner tells them; secret.
        shown: the plain cards of a display (variant B), which all see.

    Rule: A-ASK-2, A-INSTANT-3.
    """

    seat: str
    plain: int
    forced: str = ""
    ids: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    witness: str = "table"
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DiscardCards:
    """Discard ``count`` cards; ``shown`` names those that were shown.

    Rule: A-ER-CARDS-2, A-ER-CARDS-3.
    """

    seat: str
    count: int
    shown: tuple[str, ...] = ()
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TellHand:
    """A player tells the companion cards of his own hand; nobody else sees them.

    Rule: A-ASK-1.
    """

    seat: str
    ids: tuple[str, ...]
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GoOn:
    """Carry out the phase of the Event Round that is due; nobody plays a special card before it.

    Rule: A-ER-4, A-ER-6.
    """

    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BookDeal:
    """Two players exchange goods; both agreed.

    Attributes:
        first: a seat.
        second: another seat.
        first_gold: Gold that ``first`` gives.
        second_gold: Gold that ``second`` gives.
        first_cards: number of hand cards that ``first`` gives.
        second_cards: number that ``second`` gives.
        first_estates: Estates on the board that ``first`` gives.
        second_estates: Estates that ``second`` gives.
        words: what they promised beside; empty: nothing.
        until: row until which the promise holds; empty: no end.
        peace: the promise is that neither attacks the other.

    Rule: A-ER-TRADE-1 to A-ER-TRADE-4.
    """

    first: str
    second: str
    first_gold: int = 0
    second_gold: int = 0
    first_cards: int = 0
    second_cards: int = 0
    first_estates: tuple[str, ...] = ()
    second_estates: tuple[str, ...] = ()
    words: str = ""
    until: str = ""
    peace: bool = False
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EndTrade:
    """A player is done with the trade phase; empty: all are.

    Rule: A-ER-TRADE-5.
    """

    seat: str = ""
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SwapCard:
    """Variant B: give a hand card for a card of the display.

    Rule: A-VAR-B-2.
    """

    seat: str
    given: str
    taken: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StopSwapping:
    """Variant B: the exchange is over for both.

    Rule: A-VAR-B-3.
    """

    seat: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StopEarly:
    """The table stops with the next Event Round, or goes on after all.

    Rule: A-END-9.
    """

    stop: bool = True
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EnterPrinted:
    """Enter a printed value that was unknown; names as in ``board.learn``.

    Rule: A-DATA-4, A-DATA-5, A-DATA-8.
    """

    kind: str
    key: str
    field: str
    value: int | str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EnterNeighbours:
    """Enter all regions that border on ``region``.

    Rule: A-DATA-1, A-DATA-3.
    """

    region: str
    neighbours: tuple[str, ...]
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectPrinted:
    """Correct a printed value; majorities are evaluated anew.

    Rule: A-DATA-7.
    """

    kind: str
    key: str
    field: str
    value: int | str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DropWish:
    """Take back the command that waits for a printed value."""

    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectNumber:
    """Correct a number, with a reason.

    Attributes:
        what: ``gold``, ``prestige``, ``hand`` of a seat; ``king_soldiers``,
            ``anti_king_soldiers``; ``unseen`` (discard pile).
        seat: whose; empty where nobody's.

    Rule: A-DATA-7, section 22.
    """

    what: str
    value: int
    reason: str
    seat: str = ""
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectEstate:
    """Correct an Estate; an empty id adds one, ``value`` 0 takes it off the board.

    Rule: A-DATA-7, section 22.
    """

    estate: str
    owner: str
    region: str
    value: int
    city: bool
    citizens: int
    reason: str
    waived: tuple[str, ...] = ()


Command = (
    PlaceEstate
    | Build
    | Settle
    | DeclareAttack
    | PlayCard
    | BuyCharter
    | Pass
    | CommitSoldiers
    | React
    | PassReaction
    | PlayChildbed
    | AssignLosses
    | ThrowDice
    | Choose
    | MoveCitizens
    | DrawCards
    | DiscardCards
    | TellHand
    | GoOn
    | BookDeal
    | EndTrade
    | SwapCard
    | StopSwapping
    | StopEarly
    | EnterPrinted
    | EnterNeighbours
    | CorrectPrinted
    | DropWish
    | CorrectNumber
    | CorrectEstate
)

COMMANDS: dict[str, type] = {
    cls.__name__: cls
    for cls in (
        PlaceEstate,
        Build,
        Settle,
        DeclareAttack,
        PlayCard,
        BuyCharter,
        Pass,
        CommitSoldiers,
        React,
        PassReaction,
        PlayChildbed,
        AssignLosses,
        ThrowDice,
        Choose,
        MoveCitizens,
        DrawCards,
        DiscardCards,
        TellHand,
        GoOn,
        BookDeal,
        EndTrade,
        SwapCard,
        StopSwapping,
        StopEarly,
        EnterPrinted,
        EnterNeighbours,
        CorrectPrinted,
        DropWish,
        CorrectNumber,
        CorrectEstate,
    )
}

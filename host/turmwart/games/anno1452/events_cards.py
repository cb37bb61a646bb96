"""What happened with cards: drawn, discarded, played, resolved."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """A player drew cards that are neither instant nor shuffle card.

    Attributes:
        ids: those their owner told; secret.

    Rule: A-ER-CARDS-4, A-STATE-9.
    """

    seat: str
    count: int
    ids: tuple[str, ...]
    witness: str


@dataclass(frozen=True, slots=True)
class ForcedDrawn:
    """An instant or the shuffle card was drawn; it is shown and resolved.

    Attributes:
        seat: who drew it; empty: it came for the display.
        effective: False: the round's instant was used before, the card is only replaced.

    Rule: A-INSTANT-1, A-INSTANT-2, A-ER-8.
    """

    seat: str
    card: str
    effective: bool


@dataclass(frozen=True, slots=True)
class DeckShuffled:
    """Deck, discard pile and the shuffle card became the new deck.

    Rule: A-CARD-SHUFFLE-1, A-SETUP-5.
    """

    deck: int


@dataclass(frozen=True, slots=True)
class CardsDiscarded:
    """A player discarded cards from his hand; ``shown`` are those that all saw."""

    seat: str
    count: int
    shown: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class HandTold:
    """A player told the companion cards of his hand; secret."""

    seat: str
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card left a hand to be resolved: its task goes on the stack, if it has one.

    Attributes:
        timing: ``AR``, ``ER`` or ``reaction``.
        as_city: played as a city card.
        bound: Estates that fulfil its condition, for results that point at them.

    Rule: A-ACT-CARD-1, A-ACT-CARD-2.
    """

    seat: str
    card: str
    timing: str
    as_city: bool = False
    bound: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardLaid:
    """A card that was in play goes to its place: ``discard``, ``title``, ``marriage``,
    ``alliances``; the task that resolved it is over.

    Rule: A-ACT-CARD-3.
    """

    seat: str
    card: str
    place: str


@dataclass(frozen=True, slots=True)
class AlliancesEnded:
    """An Alliances card in front of a player was discarded.

    Rule: A-CARD-SPEC-BUENDNISSE-AR.
    """

    seat: str
    card: str


@dataclass(frozen=True, slots=True)
class MarriageEnded:
    """A marriage ended: its card is discarded, its claims end.

    Attributes:
        cause: ``epoch`` or ``childbed``.
        actions_lost: actions of the present turn that end with it (A-CARD-MARR-15).
        actions_kept: actions in each Action Round that outlive it until the Epoch ends.

    Rule: A-CARD-MARR-8, A-CARD-MARR-5, A-ER-PRES-8.
    """

    seat: str
    card: str
    cause: str
    actions_lost: int = 0
    actions_kept: int = 0


@dataclass(frozen=True, slots=True)
class ChildbedPlayed:
    """Childbed answers the action under way: it ends the marriage of ``husband``.

    Rule: A-CARD-REACT-KINDBETT, A-ACT-CARD-6.
    """

    seat: str
    husband: str
    lady: str


@dataclass(frozen=True, slots=True)
class EffectSkipped:
    """A result of a card could not be had and is left out.

    Attributes:
        effect: name of the result.
        region: region that has no room; empty: none is named.

    Rule: A-CARD-MARR-2, A-ANTI-1.
    """

    seat: str
    card: str
    effect: str
    region: str = ""


@dataclass(frozen=True, slots=True)
class ClaimMade:
    """A marriage claims a Principality card.

    Rule: A-CARD-MARR-7.
    """

    region: str
    seat: str
    card: str


@dataclass(frozen=True, slots=True)
class EffectInForce:
    """A card changed something until the marker moves on.

    Attributes:
        effect: name of a field of ``InForce``.
        target: seat or region; empty: for all.
    """

    effect: str
    target: str = ""
    card: str = ""


@dataclass(frozen=True, slots=True)
class DisplayDiscarded:
    """Variant B: the display went to the discard pile.

    Rule: A-VAR-B-5.
    """

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DisplayLaid:
    """Variant B: cards were turned up for the display.

    Rule: A-VAR-B-1.
    """

    cards: tuple[str, ...]
    witness: str


@dataclass(frozen=True, slots=True)
class CardSwapped:
    """Variant B: a hand card for a card of the display.

    Rule: A-VAR-B-2.
    """

    seat: str
    given: str
    taken: str


CardEvent = (
    CardsDrawn
    | ForcedDrawn
    | DeckShuffled
    | CardsDiscarded
    | HandTold
    | CardPlayed
    | CardLaid
    | AlliancesEnded
    | MarriageEnded
    | ChildbedPlayed
    | EffectSkipped
    | ClaimMade
    | EffectInForce
    | DisplayDiscarded
    | DisplayLaid
    | CardSwapped
)

CARD_EVENTS: tuple[type, ...] = (
    CardsDrawn,
    ForcedDrawn,
    DeckShuffled,
    CardsDiscarded,
    HandTold,
    CardPlayed,
    CardLaid,
    AlliancesEnded,
    MarriageEnded,
    ChildbedPlayed,
    EffectSkipped,
    ClaimMade,
    EffectInForce,
    DisplayDiscarded,
    DisplayLaid,
    CardSwapped,
)

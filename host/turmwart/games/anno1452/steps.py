"""What a game is in the middle of: a stack of steps, the innermost last.

A *waiting* step is answered by the table: dice, a choice, a draw, a discard, citizens to move. All
others are *tasks*: the flow carries them on by itself (``flow.advance``). What a waiting step
brings in (``Thrown``, ``Picked``) is kept by the nearest task below it until that task uses it up.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dice:
    """Waits for dice from the table; which of several are thrown first does not matter.

    Attributes:
        stream: name of the sequence of rolls: ``order``, ``continuation``, ``battle``, ``tie``,
            ``crop``, ``tax``, ``plague``.
        kind: what the dice stand for: ``peasants``, ``citizens``, ``soldiers``, ``relief``,
            ``order``, ``continuation``, ``tie``, ``crop``, ``tax``, ``region``.
        count: how many dice.
        seat: who throws; empty: anybody.
        side: ``attacker`` or ``defender`` in a battle, else empty.
        region: region the dice belong to; empty: none.
        estate: Estate the dice belong to; empty: none.
        part: which throw of a group that needs several, from 1; 0: the group is one throw.

    Rule: A-DICE-2, A-DICE-7, A-DICE-9, A-DICE-10.
    """

    stream: str
    kind: str
    count: int
    seat: str = ""
    side: str = ""
    region: str = ""
    estate: str = ""
    part: int = 0


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice that were thrown."""

    dice: Dice
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Waits for somebody to pick ``least`` to ``most`` of the options.

    Attributes:
        seat: who picks.
        purpose: what for, such as ``estate``, ``region``, ``target``, ``citizens``, ``place``;
            the prompt's text is ``anno1452.prompt.choose_<purpose>``.
        options: ids of Estates, regions, seats, or other words.
        least: fewest picks.
        most: most picks.
        caps: how often each option may be picked; empty: once each.
        card: card that asks; empty: none.
        rule: rule that asks.
    """

    seat: str
    purpose: str
    options: tuple[str, ...]
    least: int = 1
    most: int = 1
    caps: tuple[int, ...] = ()
    card: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Picked:
    """What somebody picked, in his order."""

    seat: str
    purpose: str
    picks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """Waits for a player to draw ``left`` cards, one after the other.

    Attributes:
        seat: who draws; empty: cards for the display (variant B).
        reason: ``deal``, ``refill``, ``king``, ``anti_king``, ``card``, ``display``.
    """

    seat: str
    left: int
    reason: str


@dataclass(frozen=True, slots=True)
class Discard:
    """Waits for a player to discard ``least`` to ``most`` cards of his choice.

    Attributes:
        reason: ``refill`` (phase 1), ``excommunication``, ``diplomacy``.
    """

    seat: str
    least: int
    most: int
    reason: str


@dataclass(frozen=True, slots=True)
class Moving:
    """Waits for Citizens to be moved between Estates of ``owner``.

    Attributes:
        seat: who decides.
        owner: whose Citizens move.
        reason: ``surplus`` (a City lost its disc) or ``migration``.
        estate: Estate they come from; empty: any.
        most: most Citizens that may move.
    """

    seat: str
    owner: str
    reason: str
    estate: str = ""
    most: int = 24


@dataclass(frozen=True, slots=True)
class FirstOrder:
    """The first turn order is rolled.

    Attributes:
        groups: seats by rank, those still tied together.

    Rule: A-SETUP-10.
    """

    groups: tuple[tuple[str, ...], ...]
    thrown: tuple[Thrown, ...] = ()
    picked: tuple[Picked, ...] = ()


@dataclass(frozen=True, slots=True)
class Continuation:
    """Whether another Action Round follows.

    Rule: A-AR-4 to A-AR-10.
    """

    before: int
    thrown: tuple[Thrown, ...] = ()
    picked: tuple[Picked, ...] = ()


@dataclass(frozen=True, slots=True)
class Election:
    """King or Anti-King is found.

    Attributes:
        office: ``king`` or ``anti_king``.
        tied: seats among whom dice decide; empty: not compared yet.
        soldiers: how an Anti-King's Soldiers are counted: ``half`` (drawn in an Action Round,
            A-ANTI-5) or ``equal`` (in an Event Round, A-ANTI-7).
        crowned: who was crowned and draws his cards; empty: nobody yet.
    """

    office: str
    tied: tuple[str, ...] = ()
    soldiers: str = ""
    crowned: str = ""
    thrown: tuple[Thrown, ...] = ()
    picked: tuple[Picked, ...] = ()


@dataclass(frozen=True, slots=True)
class Ordering:
    """Places of the turn order are chosen and filled.

    Attributes:
        scope: ``epoch`` (phase 6) or ``round`` (an Anti-King in mid-round).
        places: seat by place; empty where nobody sits yet.
        groups: seats that still get a place, by rank, those tied together.

    Rule: A-ORDER-1 to A-ORDER-4, A-ANTI-11.
    """

    scope: str
    places: tuple[str, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    thrown: tuple[Thrown, ...] = ()
    picked: tuple[Picked, ...] = ()


@dataclass(frozen=True, slots=True)
class CardPlay:
    """The results of a card are carried out one after the other.

    Attributes:
        seat: who played it.
        card: id of the card.
        timing: ``AR`` or ``ER``.
        as_city: played as a city card (A-CARD-CITY-1).
        done: results carried out so far.
        bound: Estates that ``$e`` stands for: those that fulfil the condition, or the one
            received.
        amount: a number that a result hands to a later one.
        chosen: Estate, seat or region that was chosen for the card; empty: none yet.
    """

    seat: str
    card: str
    timing: str
    as_city: bool = False
    done: int = 0
    bound: tuple[str, ...] = ()
    amount: int = 0
    chosen: str = ""
    thrown: tuple[Thrown, ...] = ()
    picked: tuple[Picked, ...] = ()


@dataclass(frozen=True, slots=True)
class Instant:
    """An instant that was drawn is resolved.

    Attributes:
        seat: who drew it; empty: it came for the display.
        card: id of the card.
        done: results carried out so far.
        late: drawn in an Event Round whose Coronation is over, or in its own draw.
    """

    seat: str
    card: str
    done: int = 0
    late: bool = False
    thrown: tuple[Thrown, ...] = ()
    picked: tuple[Picked, ...] = ()


@dataclass(frozen=True, slots=True)
class Plague:
    """The Pestilence goes over the map.

    Attributes:
        regions: regions not rolled for yet.
        struck: Estates in plague regions whose units were not rolled for yet.
        rolled: True once the regions' dice are through.

    Rule: A-CARD-INST-PEST.
    """

    regions: tuple[str, ...]
    struck: tuple[str, ...] = ()
    rolled: bool = False
    thrown: tuple[Thrown, ...] = ()
    picked: tuple[Picked, ...] = ()


@dataclass(frozen=True, slots=True)
class Fight:
    """The battle of ``State.battle`` is fought."""

    thrown: tuple[Thrown, ...] = ()
    picked: tuple[Picked, ...] = ()


@dataclass(frozen=True, slots=True)
class Exchange:
    """Variant B: the two players swap hand cards with the display.

    Attributes:
        seat: whose swap it is.
        again: swaps he may still make before the other's turn.
        doubled: the one who may swap twice in a row had his chance (A-VAR-B-6).
        second: it is the second of two in a row, which he may leave out.

    Rule: A-VAR-B-2 to A-VAR-B-6.
    """

    seat: str
    again: int = 1
    doubled: bool = False
    thrown: tuple[Thrown, ...] = ()
    picked: tuple[Picked, ...] = ()
    second: bool = False


@dataclass(frozen=True, slots=True)
class Refill:
    """Phase 1 of a player: he discards, then draws.

    Attributes:
        stage: ``discard``, ``draw``, ``done``: what comes next.

    Rule: A-ER-CARDS-1 to A-ER-CARDS-4.
    """

    seat: str
    stage: str = "discard"
    thrown: tuple[Thrown, ...] = ()
    picked: tuple[Picked, ...] = ()


@dataclass(frozen=True, slots=True)
class Closing:
    """A phase of the Event Round was carried out; once all that follows from it is settled, the
    next phase begins."""

    phase: str
    thrown: tuple[Thrown, ...] = ()
    picked: tuple[Picked, ...] = ()


Waiting = Dice | Choice | Draw | Discard | Moving
Task = (
    FirstOrder
    | Continuation
    | Election
    | Ordering
    | CardPlay
    | Instant
    | Plague
    | Fight
    | Exchange
    | Refill
    | Closing
)
Step = Waiting | Task

WAITING = (Dice, Choice, Draw, Discard, Moving)
"""Classes of steps that the table answers."""

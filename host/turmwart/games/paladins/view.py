"""What screens show of a game; there are no secrets in what the companion keeps."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.paladins.scoring import Standing
from turmwart.games.paladins.state import Inquiry


@dataclass(frozen=True, slots=True)
class Can:
    """What an action of the right side, or Develop, asks of a player now.

    Attributes:
        action: its name.
        attribute: asked for; empty where none is.
        need: least value; -1: it stands on the card, or nobody has read it.
        have: permanent value and paladin points.
        missing: to ``need``.
        cost: silver or provisions; -1: nobody has read it.
        good: ``silver``, ``provisions`` or empty.
        lacks: how much of it is missing.
        workers: needed, as a span such as ``3`` or ``1-2``.
        left: pieces that can still be placed; -1: without limit; 0 also without room for another
            outsider.
        open: whether it was not used this round (full mode).
        columns: highest threshold of the main board that is reached, and the highest there is;
            empty where the action uses no fields.
    """

    action: str
    attribute: str
    need: int
    have: int
    missing: int
    cost: int
    good: str
    lacks: int
    workers: str
    left: int
    open: bool
    columns: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player.

    Attributes:
        known: whether the numbers beside suspicion and debts are kept.
        workers: unplaced, in all.
        kinds: (kind, number) of them, as far as kinds are kept.
        points: the paladin's points of this round: faith, strength, influence; None: not entered.
        used: actions used this round.
        needs: whether something must be entered for the mode.
        can: what each action asks for; empty where nothing is known.
    """

    seat: str
    name: str
    colour: str
    known: bool
    silver: int
    provisions: int
    faith: int
    strength: int
    influence: int
    workshops: int
    monks: int
    outposts: int
    jars: int
    walls: int
    attacked: int
    outsiders: int
    townsfolk: int
    suspicion: int
    debts_open: int
    debts_paid: int
    workers: int
    kinds: tuple[tuple[str, int], ...]
    paladin: str
    points: tuple[int, int, int] | None
    tavern: bool
    used: tuple[str, ...]
    passed: bool
    needs: bool
    sheet: bool
    can: tuple[Can, ...]


@dataclass(frozen=True, slots=True)
class OrderView:
    """An order: its action as far as it is named, points and how many it needs."""

    place: int
    action: str
    points: int
    needed: int


@dataclass(frozen=True, slots=True)
class View:
    """A game as everybody sees it.

    Attributes:
        number: of the sub-phase, 1 to 7.
        first: seat with the start marker.
        order: seats in the order of play.
        active: seat whose action it is; empty where nobody's.
        reveals: what is revealed this round: ``order``, ``favour``.
        tavern_cards: revealed this round.
        tax_full: silver in a full tax supply.
        due: (seat, cards) of suspicion cards to draw.
        question: whether a question about the copy is asked now.
        paid_shortfall: whether silver makes up for missing faith; None: nobody has said.
        ranking: places and points, at the end; in a running game where the table wants them.
        unconfirmed: questions whose preset the points rest on.
        undecided: whether the table has yet to name the winner among those with equal points.
    """

    phase: str
    mode: str
    round: int
    step: str
    number: int
    first: str
    order: tuple[str, ...]
    active: str
    players: tuple[PlayerView, ...]
    reveals: tuple[str, ...]
    tavern_cards: int
    tax: int
    tax_full: int
    tax_filled: bool
    orders: tuple[OrderView, ...]
    favours: int
    due: tuple[tuple[str, int], ...]
    inquiry: Inquiry | None
    inquisitions: int
    question: bool
    solo: bool
    paid_shortfall: bool | None
    ranking: tuple[Standing, ...]
    unconfirmed: tuple[str, ...]
    undecided: bool

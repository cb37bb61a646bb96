"""What the Imperial Court adds to the state of a game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

COURTIERS_PER_COLOUR = 7
TOWER_CARDS = 3
FAVOR_CARDS = 21
FAVOR_COSTS = (4, 3, 2)
"""Courtiers that the cards cost, from the highest number to the lowest; W-COURT-9."""

EXCHANGES = (3, 2, 1)
"""Exchange spaces, in the order in which they are carried out; W-COURT-7, W-COURT-18."""

TOWER_CARD = "tower"
MOVES_FORBIDDEN = ("move_a", "move_b", "both")


@dataclass(frozen=True, slots=True)
class Courtiers:
    """Where the seven courtiers of a seat are."""

    seat: str
    supply: int = COURTIERS_PER_COLOUR
    antechamber: int = 0
    hall: int = 0


@dataclass(frozen=True, slots=True)
class Favor:
    """A favor card in the audience hall and the courtiers its space asks for."""

    number: int
    cost: int


@dataclass(frozen=True, slots=True)
class Exchange:
    """An exchange card as turned up this season.

    Attributes:
        space: 1 to 3, as many armies as it exchanges.
        card: a province, ``tower``, ``money`` or ``none``.
        courtiers: how many came to the antechamber.
        obstacle: rule that kept it from being carried out; empty where nothing did.
    """

    seat: str
    space: int
    card: str
    courtiers: int = 0
    obstacle: str = ""


@dataclass(frozen=True, slots=True)
class Taking:
    """A favor card that was taken and whose effect is not through.

    Attributes:
        province: where its armies or its building go; empty while nobody has chosen.
    """

    seat: str
    number: int
    province: str = ""


@dataclass(frozen=True, slots=True)
class Protection:
    """Attacks that are forbidden for the rest of the season.

    Attributes:
        target: a seat, for all its provinces, or a province.
        move: ``move_a``, ``move_b`` or ``both``.
    """

    target: str
    move: str


@dataclass(frozen=True, slots=True)
class Court:
    """The Imperial Court of a game that is played with it.

    Attributes:
        courtiers: of every seat, clockwise.
        favors: favor cards still in the hall, by cost, the dearest first.
        gone: numbers of favor cards that left the game, in order.
        exchanges: exchange cards turned up this season, in order.
        waiting: seats that still come before the Emperor, the first of them now.
        taking: the favor card whose effect is carried out now.
    """

    courtiers: tuple[Courtiers, ...]
    favors: tuple[Favor, ...] = ()
    gone: tuple[int, ...] = ()
    exchanges: tuple[Exchange, ...] = ()
    waiting: tuple[str, ...] = ()
    taking: Taking | None = None

    def of(self, seat: str) -> Courtiers:
        """The courtiers of a seat.

        Raises:
            KeyError: there is no such seat.
        """
        for courtiers in self.courtiers:
            if courtiers.seat == seat:
                return courtiers
        raise KeyError(seat)

    def moved(self, seat: str, source: str, target: str, number: int) -> Court:
        """The court after courtiers of a seat went from one place to another.

        Args:
            seat: whose they are.
            source: ``supply``, ``antechamber`` or ``hall``.
            target: the same.
            number: how many.

        Raises:
            ValueError: the place does not hold so many.
        """
        before = self.of(seat)
        left = getattr(before, source) - number
        if left < 0:
            raise ValueError(f"{seat} has {left + number} courtiers in the {source}, not {number}")
        changes: dict[str, Any] = {source: left, target: getattr(before, target) + number}
        after = replace(before, **changes)
        return replace(
            self, courtiers=tuple(after if c.seat == seat else c for c in self.courtiers)
        )

"""What the table wants at the Imperial Court; the form is that of ``commands``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LayFavors:
    """Turn up the top three favor cards: their numbers.

    Rule: W-COURT-8.
    """

    first: int
    second: int
    third: int
    witness: str = "table"
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RevealExchanges:
    """Turn up the three exchange cards of a seat: ``space_3``, ``space_2`` and ``space_1``,
    each with a province, ``tower``, ``money`` or ``none``.

    Rule: W-COURT-18.
    """

    seat: str
    cards: tuple[tuple[str, str], ...]
    witness: str = "table"
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChooseFavor:
    """Take the favor card with this number; 0 takes none.

    Rule: W-COURT-27.
    """

    seat: str
    number: int
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlaceFavor:
    """Choose where the armies or the building of the favor go.

    Rule: W-COURT-29.
    """

    seat: str
    province: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FinishFavor:
    """Everything a favor booked by hand brings was entered.

    Rule: W-DATA-8.
    """

    seat: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CorrectCourtiers:
    """Set a player's courtiers in the antechamber; the own supply takes the difference.

    Rule: W-DATA-8, W-CUBE-9.
    """

    seat: str
    antechamber: int
    reason: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ForbidAttack:
    """A card forbids attacks for the season: on a seat's provinces or on one province, in
    ``move_a``, ``move_b`` or ``both``.

    Rule: W-MOVE-9, W-DATA-8.
    """

    target: str
    move: str
    reason: str
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CancelEvent:
    """A card cancels the event of the season.

    Rule: W-DATA-8.
    """

    reason: str
    waived: tuple[str, ...] = ()


CourtCommand = (
    LayFavors
    | RevealExchanges
    | ChooseFavor
    | PlaceFavor
    | FinishFavor
    | CorrectCourtiers
    | ForbidAttack
    | CancelEvent
)

COURT_COMMANDS: dict[str, type] = {
    cls.__name__: cls
    for cls in (
        LayFavors,
        RevealExchanges,
        ChooseFavor,
        PlaceFavor,
        FinishFavor,
        CorrectCourtiers,
        ForbidAttack,
        CancelEvent,
    )
}

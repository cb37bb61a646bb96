"""What happened at the Imperial Court."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.wallenstein.court_state import Favor


@dataclass(frozen=True, slots=True)
class CourtiersCame:
    """Courtiers went to the antechamber for the armies that fell at the filling."""

    seat: str
    courtiers: int


@dataclass(frozen=True, slots=True)
class FavorsLaid:
    """Three favor cards lie in the audience hall, the dearest first."""

    favors: tuple[Favor, ...]
    witness: str


@dataclass(frozen=True, slots=True)
class ExchangeRevealed:
    """The card on an exchange space."""

    seat: str
    space: int
    card: str
    witness: str


@dataclass(frozen=True, slots=True)
class ArmiesExchanged:
    """Armies left for the supply and as many courtiers came; ``source`` is a place of the
    ledger."""

    seat: str
    space: int
    source: str
    armies: int


@dataclass(frozen=True, slots=True)
class ExchangeNotMade:
    """The exchange could not be carried out in full; ``reason`` is the rule."""

    seat: str
    space: int
    card: str
    reason: str


@dataclass(frozen=True, slots=True)
class ExchangesEnded:
    """A player's exchanges are over."""

    seat: str


@dataclass(frozen=True, slots=True)
class AudienceBegan:
    """The order in which the players come before the Emperor."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CourtiersEntered:
    """All courtiers of a player went from the antechamber to the audience hall."""

    seat: str
    courtiers: int


@dataclass(frozen=True, slots=True)
class FavorTaken:
    """A favor card was taken for courtiers that went back to the supply."""

    seat: str
    number: int
    cost: int


@dataclass(frozen=True, slots=True)
class FavorPassed:
    """A player takes no favor card; ``reason`` is the rule, empty by choice."""

    seat: str
    reason: str


@dataclass(frozen=True, slots=True)
class FavorGranted:
    """A favor brought ``thalers``, ``grain``, ``points`` or ``courtiers``."""

    seat: str
    number: int
    what: str
    amount: int


@dataclass(frozen=True, slots=True)
class FavorArmies:
    """Armies went from the supply to ``target``, the tray or a province, by a favor."""

    seat: str
    number: int
    target: str
    armies: int


@dataclass(frozen=True, slots=True)
class FavorPlaced:
    """The province that a favor is carried out in; empty: it must be chosen anew."""

    seat: str
    province: str


@dataclass(frozen=True, slots=True)
class FavorBuilt:
    """A building was put up by a favor, without pay."""

    seat: str
    number: int
    province: str
    building: str


@dataclass(frozen=True, slots=True)
class FavorWithoutEffect:
    """Nothing of a favor could be carried out."""

    seat: str
    number: int


@dataclass(frozen=True, slots=True)
class FavorEnded:
    """A favor card left the game."""

    seat: str
    number: int


@dataclass(frozen=True, slots=True)
class CourtEnded:
    """The courtiers in the hall went back to the antechamber; favor cards left over, by number,
    left the game."""

    left_over: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CourtiersCorrected:
    """A player's courtiers in the antechamber were set."""

    seat: str
    was: int
    antechamber: int
    reason: str


@dataclass(frozen=True, slots=True)
class AttackForbidden:
    """Attacks on a seat's provinces, or on one province, are forbidden for the season."""

    target: str
    move: str
    reason: str


@dataclass(frozen=True, slots=True)
class EventCancelled:
    """The event of the season does not apply."""

    reason: str


CourtEvent = (
    CourtiersCame
    | FavorsLaid
    | ExchangeRevealed
    | ArmiesExchanged
    | ExchangeNotMade
    | ExchangesEnded
    | AudienceBegan
    | CourtiersEntered
    | FavorTaken
    | FavorPassed
    | FavorGranted
    | FavorArmies
    | FavorPlaced
    | FavorBuilt
    | FavorWithoutEffect
    | FavorEnded
    | CourtEnded
    | CourtiersCorrected
    | AttackForbidden
    | EventCancelled
)

COURT_EVENTS: dict[str, type] = {
    cls.__name__: cls
    for cls in (
        CourtiersCame,
        FavorsLaid,
        ExchangeRevealed,
        ArmiesExchanged,
        ExchangeNotMade,
        ExchangesEnded,
        AudienceBegan,
        CourtiersEntered,
        FavorTaken,
        FavorPassed,
        FavorGranted,
        FavorArmies,
        FavorPlaced,
        FavorBuilt,
        FavorWithoutEffect,
        FavorEnded,
        CourtEnded,
        CourtiersCorrected,
        AttackForbidden,
        EventCancelled,
    )
}

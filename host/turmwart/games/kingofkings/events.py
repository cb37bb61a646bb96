"""What happened in a game."""

from __future__ import annotations

from dataclasses import dataclass

from turmwart.games.kingofkings.record import Record
from turmwart.games.kingofkings.setup import Setup, Status
from turmwart.games.kingofkings.state import Correction, Place, Tribe


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The game began."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class RuleWaived:
    """The game master entered a command although a rule spoke against it."""

    rule: str


@dataclass(frozen=True, slots=True)
class SheetHandedIn:
    """A player handed in a sheet."""

    player: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LineConfirmed:
    """A doubtful line is to be carried out as it was read."""

    player: int
    line: int


@dataclass(frozen=True, slots=True)
class RoundPlayed:
    """A round was played; what it left behind and all that happened in it.

    The attributes are those of ``playing.Played``.
    """

    places: tuple[Place, ...]
    tribes: tuple[Tribe, ...]
    statuses: tuple[Status, ...]
    record: Record
    over: bool
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OptionChanged:
    """An option has another value, as text."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Corrected:
    """Something was changed by hand, or a tribe came or left.

    Attributes:
        correction: what the next report says of it.
        tribes: tribes that changed or are new.
        places: fields that changed.
    """

    correction: Correction
    tribes: tuple[Tribe, ...] = ()
    places: tuple[Place, ...] = ()


Event = (
    GameStarted
    | RuleWaived
    | SheetHandedIn
    | LineConfirmed
    | RoundPlayed
    | OptionChanged
    | Corrected
)

EVENTS: dict[str, type] = {
    event.__name__: event
    for event in (
        GameStarted,
        RuleWaived,
        SheetHandedIn,
        LineConfirmed,
        RoundPlayed,
        OptionChanged,
        Corrected,
    )
}
